import type { Booking } from '#contract/bookings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { constraintOf } from '#server/errors.ts'
import { walletAccountKey } from '#server/features/wallet/ledger/ledger.ts'
import { readSaleContext, toWalletAccount, createBookings, type Sale, type SaleResult } from './sale.ts'

/*
 * A booking alone costs a dozen statements and a commit, and so do fifty. Sales therefore gather in the process while
 * earlier ones are being written, and the next transaction makes all of them; an event evening, when everyone wants the
 * same park, is one such gathering. With little to do a sale waits for nobody.
 *
 * One transaction at a time gathers the most and costs the least; where many wait there are up to three, so that one looks
 * and writes while another commits. Everybody locks in one order (keys, promo codes, accounts, counters, each in the
 * order of its ids), so that they wait for each other and never in a circle.
 */

const most = 64
/** From so many waiting on there are several transactions at once. */
const many = 16
const atOnce = 3

type Waiting = {
  sale: Sale
  resolve: (booking: Booking | undefined) => void
  reject: (error: unknown) => void
}
type Line = { waiting: Waiting[]; running: number }

const lines = new WeakMap<Db, Line>()

/**
 * Makes a booking, in one transaction with whatever else waits. Undefined, and nothing made, where the driver owes
 * something in its currency. Throws what `sell` answers as an error.
 */
export function queueSale(deps: Deps, sale: Sale): Promise<Booking | undefined> {
  const line = lines.get(deps.db) ?? { waiting: [], running: 0 }
  lines.set(deps.db, line)
  return new Promise((resolve, reject) => {
    line.waiting.push({ sale, resolve, reject })
    // Those that come in one turn of the loop leave as one.
    if (needsAnother(line)) setImmediate(() => void work(deps, line))
  })
}

const needsAnother = ({ running, waiting }: Line): boolean =>
  running === 0 ? waiting.length > 0 : running < atOnce && waiting.length >= many

/** It leaves in the same breath as its last look: whoever comes later starts another. */
async function work(deps: Deps, line: Line): Promise<void> {
  while (needsAnother(line)) {
    line.running += 1
    await serve(deps, nextBatch(line))
    line.running -= 1
  }
}

/** Those that have waited longest; of one key only one at a time, so that the second finds the first's answer. */
function nextBatch(line: Line): Waiting[] {
  const keys = new Set<string>()
  const batch: Waiting[] = []
  const later: Waiting[] = []
  for (const one of line.waiting) {
    const key = one.sale.retry && `${one.sale.user.user_id} ${one.sale.retry.key}`
    if (batch.length >= most || (key !== undefined && keys.has(key))) later.push(one)
    else batch.push(one)
    if (key !== undefined) keys.add(key)
  }
  line.waiting = later
  return batch
}

async function serve(deps: Deps, batch: readonly Waiting[]): Promise<void> {
  try {
    settle(batch, await sellTogether(deps, batch))
  } catch (error) {
    if (batch.length === 1) batch[0]!.reject(error)
    // One of them broke a constraint for all: each is tried alone, and answers for itself.
    else for (const one of batch) await serve(deps, [one])
  }
}

function settle(batch: readonly Waiting[], outcomes: readonly (SaleResult | undefined)[]): void {
  for (const [n, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[n]
    if (outcome === undefined || 'booking' in outcome) resolve(outcome?.booking)
    else reject(outcome.error)
  }
}

/** Somebody else was faster between the look and the write: the next look says what there is. */
const overtaken = new Set(['customer_balance_not_negative', 'pool_days_not_oversold', 'bookings_booking_code_key'])
const tries = 3

async function sellTogether(deps: Deps, batch: readonly Waiting[]): Promise<(SaleResult | undefined)[]> {
  const sales = batch.map(({ sale }) => sale)
  for (let left = tries; ; left -= 1) {
    try {
      return await transact(deps.db, (tx) => sellToWhoOwesNothing(tx, deps, sales))
    } catch (error) {
      if (left === 0 || !overtaken.has(constraintOf(error) ?? '')) throw error
    }
  }
}

async function sellToWhoOwesNothing(tx: Tx, deps: Deps, sales: readonly Sale[]): Promise<(SaleResult | undefined)[]> {
  const seen = await readSaleContext(tx, sales)
  const owes = (sale: Sale) => seen.owing.has(walletAccountKey(toWalletAccount(sale)))
  const open = sales.filter((sale) => !owes(sale))
  const sold = (await createBookings(tx, deps, open, deps.clock(), seen)).values()
  return sales.map((sale) => (owes(sale) ? undefined : sold.next().value!))
}
