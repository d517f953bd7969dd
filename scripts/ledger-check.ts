/**
 * Checks every rule of the ledger: `npm run ledger:check`. Prints one line for each violation, and exits with 1 if there is
 * any. The embedded database must not be in use by a running server.
 */
import { existsSync } from 'node:fs'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { openDatabase } from '#server/database/open.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'

async function check(config: Config): Promise<number> {
  if (config.DATABASE_URL === undefined && !existsSync(config.data_dir)) {
    console.error(`There is no database in ${config.data_dir} (DATA_DIR), and DATABASE_URL is not set.`)
    return 1
  }
  const database = await openDatabase(config)
  try {
    const violations = await checkLedger(database.db)
    for (const sentence of violations) console.error(sentence)
    if (violations.length > 0) return 1
    const { count } = await database.db
      .selectFrom('ledger_transfers')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    console.info(
      `The ledger is consistent: ${count} transfers, all balanced, and every balance equals the sum of its entries.`,
    )
    return 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await check(readConfig(process.env))
} catch (error) {
  if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`)
  else if (error instanceof DatabaseInUse) console.error(error.message)
  else throw error
  process.exitCode = 1
}
