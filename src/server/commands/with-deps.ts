import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openServer, type Database } from '#server/database/connect.ts'
import { countMigrations, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Deps } from '#server/deps.ts'
import { hooks, openServices } from '#server/features.ts'
import { createPayments } from '#server/providers/payments/create-payments.ts'
import { createWorkers } from '#server/workers/workers.ts'
import { CommandError, type Command } from './command.ts'

/** Runs `use` with the services that a command needs in a process of its own. Throws DatabaseInUse. */
export async function withDeps<Result>(
  config: Config,
  command: Command,
  use: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const payments = command.uses_payments === true ? (await createPayments(config)).providers : {}
  const database = await openForCommand(config, command)
  const workers = createWorkers()
  try {
    return await use({
      db: database.db,
      engine: database.engine,
      config,
      clock: () => new Date(),
      publicUrl: () => config.PUBLIC_URL ?? '',
      payments,
      mailer: { send: async () => undefined, close: async () => undefined },
      ...openServices(config),
      workers,
      hooks,
      // What is logged as an error, such as a discrepancy, is in the command’s result.
      log: { ...console, error: () => undefined },
    })
  } finally {
    await workers.close()
    await database.close()
  }
}

/** Leaves the tables of a PostgreSQL server as they are, because its servers may be of another version. */
async function openForCommand(config: Config, { creates_database }: Command): Promise<Database> {
  if (config.DATABASE_URL === undefined) {
    if (creates_database !== true && !existsSync(join(config.data_dir, 'database')))
      throw new CommandError(
        `There is no database in ${config.data_dir} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`,
      )
    return openDatabase(config)
  }
  const database = await openServer(config.DATABASE_URL, config.DATABASE_POOL)
  try {
    const { applied, missing } = await countMigrations(database)
    if (applied === 0 && creates_database === true) await migrate(database)
    else if (missing > 0)
      throw new CommandError(
        'The database does not have the tables of this version yet. Start a server of this version once, which adds them.',
      )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
