import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openEmbedded, openServer, type Database } from './connect.ts'
import { acquireLock } from './lock.ts'
import { migrate } from './migrate.ts'

/**
 * Opens the configured database and applies pending migrations. Throws DatabaseInUse when another process has the
 * embedded database open.
 */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL !== undefined) {
    const server = await openServer(config.DATABASE_URL, config.DATABASE_POOL)
    await migrate(server)
    return server
  }
  const release = acquireLock(config.data_dir)
  try {
    const embedded = await openEmbedded(join(config.data_dir, 'database'))
    await migrate(embedded)
    return {
      ...embedded,
      close: async () => {
        await embedded.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
