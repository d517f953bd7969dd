import { ConfigError, readConfig } from '#server/config.ts'
import { MissingPart } from '#server/missing-part.ts'
import { compareSchema, migrate, describeSchema } from './migrate.ts'
import { openForCommands } from './open.ts'

/**
 * Brings the database to this version and prints which migrations were applied. Servers of the version before go on
 * meanwhile. Returns the exit code: 1 where the settings are wrong, or the database is of a newer version or too old a one.
 */
export async function migrateFromTerminal(environment: Record<string, string | undefined>): Promise<0 | 1> {
  try {
    const database = await openForCommands(readConfig(environment))
    try {
      const state = await compareSchema(database)
      if (state.unknown.length > 0 || state.lost.length > 0) {
        console.error(describeSchema(state))
        return 1
      }
      const applied = await migrate(database)
      console.info(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`)
    else console.error(error instanceof MissingPart ? error.message : error)
    return 1
  }
}
