import { createBatcherPerOwner } from '#server/database/batch.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { walletAccountKey } from '#server/features/wallet/ledger/ledger.ts'
import { stayKey } from './already-booked.ts'
import { createBookings, readSaleContext } from './create-bookings.ts'
import { toStay, toWalletAccount, type Sale, type SaleResult } from './sale.ts'

/** `owes_debts`: nothing was created, because the driver has debts in the sale's currency that must be paid first. */
export type QueuedSaleResult = SaleResult | { kind: 'owes_debts' }

/**
 * Queued sales share one transaction, because fifty bookings cost as many statements as one. Under load, up to three run
 * concurrently, and all lock in the same order (retry keys, promo codes, accounts, counters, each by id) to avoid
 * deadlocks. Sales with the same retry key never share one, so that the second finds the first response.
 */
const runInBatch = createBatcherPerOwner(sellTogether, {
  maxSize: 64,
  maxConcurrent: 3,
  concurrentFrom: 16,
  keyOf: ({ user, retry }: Sale) => retry && `${user.user_id} ${retry.key}`,
  isRepeatable: ({ retry }: Sale) => retry !== undefined,
})

/** Creates a booking in one transaction with the other queued sales. */
export async function queueSale(deps: Deps, sale: Sale): Promise<QueuedSaleResult> {
  const result = await runInBatch(deps, sale)
  return result!
}

/** Violated if a concurrent transaction took the space, the money or the booking code after this one read them. */
const taken = new Set(['customer_balance_not_negative', 'pool_days_not_oversold', 'bookings_booking_code_key'])

function sellTogether(deps: Deps, sales: readonly Sale[]): Promise<Map<Sale, QueuedSaleResult>> {
  const is_keyed = sales.every(({ retry }) => retry !== undefined)
  return transact(deps.db, (tx) => sellToDriversWithoutDebts(tx, deps, sales), { taken, is_keyed })
}

/**
 * Sales of one vehicle at one car park are made one after the other in the same transaction, so that the second knows of
 * the first: its context is read again, and then has what was just written.
 */
async function sellToDriversWithoutDebts(
  tx: Tx,
  deps: Deps,
  sales: readonly Sale[],
): Promise<Map<Sale, QueuedSaleResult>> {
  const now = deps.clock()
  const { firsts, repeats } = splitByStay(sales)
  const context = await readSaleContext(tx, firsts, now)
  const owesDebts = (sale: Sale) => context.indebted.has(walletAccountKey(toWalletAccount(sale)))
  const { open = [], indebted = [] } = Object.groupBy(firsts, (sale) => (owesDebts(sale) ? 'indebted' : 'open'))
  const results: Map<Sale, QueuedSaleResult> = await createBookings(tx, deps, open, now, context)
  for (const sale of indebted) results.set(sale, { kind: 'owes_debts' })
  if (repeats.length === 0) return results
  return new Map([...results, ...(await sellToDriversWithoutDebts(tx, deps, repeats))])
}

/** The first sale of each vehicle at each car park, and those that come after it, all in their order. */
function splitByStay(sales: readonly Sale[]): { firsts: Sale[]; repeats: Sale[] } {
  const seen = new Set<string>()
  const [firsts, repeats]: [Sale[], Sale[]] = [[], []]
  for (const sale of sales) {
    const key = stayKey(toStay(sale))
    if (seen.has(key)) repeats.push(sale)
    else firsts.push(sale)
    seen.add(key)
  }
  return { firsts, repeats }
}
