import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { CommandError, failWith, type Command } from './command.ts'

/** `npm run ledger:check`: checks every rule of the ledger. Prints one line for each violation. */
export const ledgerCheck: Command = {
  readWords: (words) => {
    if (words.length > 0) throw new CommandError('Usage: npm run ledger:check')
    return undefined
  },
  run: async ({ db }) => {
    const violations = await checkLedger(db)
    if (violations.length > 0) return failWith(violations.join('\n'))
    const { count } = await db
      .selectFrom('ledger_transfers')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    const output = `The ledger is consistent: ${count} transfers, all balanced, and every balance equals the sum of its entries.`
    return { exit_code: 0, output, error: '' }
  },
}
