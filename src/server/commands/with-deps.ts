import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { compareSchema, describeSchema, migrate } from '#server/database/migrate.ts'
import { openForCommands } from '#server/database/open.ts'
import type { Deps } from '#server/deps.ts'
import { hooks, openServices } from '#server/features.ts'
import { ServerList } from '#server/http/server-list.ts'
import { createPayments } from '#server/providers/payments/create-payments.ts'
import { ReadOnlyMode } from '#server/read-only.ts'
import { createWorkers } from '#server/workers/workers.ts'
import { CommandError, type Command } from './command.ts'

/** Runs `use` with the services that a command needs in a process of its own. Throws DatabaseInUse. */
export async function withDeps<Result>(
  config: Config,
  command: Command,
  use: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const { providers: payments, payouts } =
    command.uses_payments === true ? await createPayments(config) : { providers: {}, payouts: {} }
  const database = await openForCommand(config, command)
  const workers = createWorkers()
  try {
    return await use({
      db: database.db,
      engine: database.engine,
      probe: database.probe,
      read_only: new ReadOnlyMode(),
      waiting: database.waiting,
      copyFiles: database.copyFiles,
      readMode: database.readMode,
      servers: new ServerList(),
      config,
      clock: () => new Date(),
      publicUrl: () => config.PUBLIC_URL ?? '',
      payments,
      payouts,
      sms: {},
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
    return openForCommands(config)
  }
  const database = await openForCommands(config)
  try {
    const state = await compareSchema(database)
    if (state.applied.length === 0 && creates_database === true) await migrate(database)
    else {
      const wrong = describeSchema(state)
      if (wrong !== undefined) throw new CommandError(wrong)
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
