import { checkSpaces } from '#server/features/bookings/space-check.ts'
import { checkStock } from '#server/features/orders/stock-check.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { CommandError, failWith, type Command } from './command.ts'

/**
 * `npm run ledger:check [-- --stock]`: checks every rule of the ledger, and with `--stock` that stock, slots and sums of
 * sales agree with orders and movements, and counters of spaces with bookings. Prints one line for each violation.
 */
export const ledgerCheck: Command = {
  readWords: (words) => {
    if (words.some((word) => word !== '--stock') || words.length > 1)
      throw new CommandError('Usage: npm run ledger:check [-- --stock]')
    return undefined
  },
  run: async ({ db }, words) => {
    const hasStock = words.length > 0
    const violations = [
      ...(await checkLedger(db)),
      ...(hasStock ? [...(await checkStock(db)), ...(await checkSpaces(db))] : []),
    ]
    if (violations.length > 0) return failWith(violations.join('\n'))
    const { count } = await db
      .selectFrom('ledger_transfers')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    const output = `The ledger is consistent: ${count} transfers, all balanced, and every balance equals the sum of its entries.`
    const stock = hasStock
      ? ' Stock, slots and sums of sales agree with orders and movements, and spaces with bookings.'
      : ''
    return { exit_code: 0, output: `${output}${stock}`, error: '' }
  },
}
