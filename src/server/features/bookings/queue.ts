import { sql } from 'kysely'
import type { Booking } from '#contract/bookings.ts'
import type { Db } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { constraintOf } from '#server/errors.ts'
import { sell, type Sale, type Sold } from './sale.ts'

/*
 * Where everyone wants the same park, requests wait for each other at its counters. Those of one pool therefore queue in
 * the process: while one transaction runs, the others gather, and the next transaction makes all their bookings at once.
 * Alone, a request waits for nobody.
 */

const most = 64
/** One for the batches of a pool, so that those of several processes come one after the other. */
const lockClass = 7_301

type Waiting = { sale: Sale; resolve: (booking: Booking) => void; reject: (error: unknown) => void }
type Lane = { waiting: Waiting[] }

const lanesOf = new WeakMap<Db, Map<number, Lane>>()

/** Makes a booking, in one transaction with whatever else waits for its pool. Throws what `sell` answers as an error. */
export function enqueue(deps: Deps, sale: Sale): Promise<Booking> {
  const lanes = lanesOf.get(deps.db) ?? new Map<number, Lane>()
  lanesOf.set(deps.db, lanes)
  const pool_id = sale.deal.offer.pool.id
  return new Promise((resolve, reject) => {
    const running = lanes.get(pool_id)
    if (running !== undefined) {
      running.waiting.push({ sale, resolve, reject })
      return
    }
    const lane: Lane = { waiting: [{ sale, resolve, reject }] }
    lanes.set(pool_id, lane)
    void work(deps, lane, () => lanes.delete(pool_id))
  })
}

/** `close` comes in the same breath as the last look: whoever comes later opens a lane of its own. */
async function work(deps: Deps, lane: Lane, close: () => void): Promise<void> {
  while (lane.waiting.length > 0) {
    const batch = nextBatch(lane)
    try {
      settle(batch, await sellTogether(deps, batch))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      // One of them broke a constraint for all: each is tried alone, and answers for itself.
      else for (const one of batch) await alone(deps, one)
    }
  }
  close()
}

/** Those that have waited longest; of one key only one at a time, so that the second finds the first's answer. */
function nextBatch(lane: Lane): Waiting[] {
  const keys = new Set<string>()
  const batch: Waiting[] = []
  const later: Waiting[] = []
  for (const one of lane.waiting) {
    const key = one.sale.retry && `${one.sale.user.user_id} ${one.sale.retry.key}`
    if (batch.length >= most || (key !== undefined && keys.has(key))) later.push(one)
    else batch.push(one)
    if (key !== undefined) keys.add(key)
  }
  lane.waiting = later
  return batch
}

async function alone(deps: Deps, one: Waiting): Promise<void> {
  try {
    settle([one], await sellTogether(deps, [one]))
  } catch (error) {
    one.reject(error)
  }
}

function settle(batch: readonly Waiting[], outcomes: readonly Sold[]): void {
  for (const [n, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[n]!
    if ('booking' in outcome) resolve(outcome.booking)
    else reject(outcome.error)
  }
}

/** Somebody else was faster between the look and the write: the next look says what there is. */
const overtaken = new Set(['customer_balance_not_negative', 'pool_days_not_oversold', 'bookings_booking_code_key'])
const tries = 3

async function sellTogether(deps: Deps, batch: readonly Waiting[]): Promise<Sold[]> {
  const sales = batch.map(({ sale }) => sale)
  for (let left = batch.length > 1 ? 0 : tries; ; left -= 1) {
    try {
      return await transact(deps.db, async (tx) => {
        if (sales.length > 1)
          await sql`select pg_advisory_xact_lock(${lockClass}::int, ${sales[0]!.deal.offer.pool.id}::int)`.execute(tx)
        return sell(tx, deps, sales, deps.clock())
      })
    } catch (error) {
      if (left === 0 || !overtaken.has(constraintOf(error) ?? '')) throw error
    }
  }
}
