import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findSpacesLeft, allocateSpace } from '#server/features/availability/spaces.ts'
import { findClosure, parkClosures, type ClosedTime } from '#server/features/parks/closures.ts'
import { isOpenDuring } from '#server/features/parks/opening-hours.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import type { BookingRow } from '../booking-rows.ts'
import { nextGeneration } from '../documents/pass.ts'
import { recordChangeAndNotify } from './effects.ts'
import { chargeExtra, calculateExtraCharge, recordLateCharge, type ExtraCharge } from './extra-charges.ts'
import { findOutstandingAmount } from './outstanding-debts.ts'
import { recordChange, type Happening } from './transitions.ts'

/** What a later end costs, and whether it is possible. */
export interface ExtensionPlan {
  end: Date
  charge: ExtraCharge
  /** Outstanding debts, which are paid first. */
  due_minor: bigint
  /** Spaces available over the added time. */
  available: number
  isOpen: boolean
  /** When the park is out of use during the added time. */
  closure: ClosedTime | undefined
  canPay: boolean
}

interface PoolFacts {
  capacity: number
  opening_hours: string | null
  state_name: string | null
  closures: ClosedTime[]
}

/** Plans an extension, without locks. */
export async function planExtension(db: Db | Tx, booking: BookingRow, end: Date): Promise<ExtensionPlan> {
  const added = { start: booking.end_time, end }
  const { rows } = await sql<PoolFacts>`
    select o.capacity, p.opening_hours, s.name as state_name, ${parkClosures} as closures
    from pools o join parks p on p.id = o.park_id left join states s on s.id = p.state_id
    where o.id = ${booking.pool_id}`.execute(db)
  const { capacity, closures, ...hours } = rows[0]!
  const spaces = await findSpacesLeft(db, [{ id: booking.pool_id, capacity }], added)
  const charge = await calculateExtraCharge(db, booking, end)
  const due_minor = await findOutstandingAmount(db, booking.user_id, booking.currency)
  return {
    end,
    charge,
    due_minor,
    available: spaces.get(booking.pool_id) ?? 0,
    isOpen: isOpenDuring({ ...booking, ...hours }, added.start, added.end) !== false,
    closure: findClosure(closures, added, added.start),
    canPay: (await findBalance(db, booking.user_id, booking.currency)) >= charge.amount_minor + due_minor,
  }
}

/**
 * Charges an extension, mails a driver who asked for it, and takes the space, last to keep its lock short. Violates the wallet's or the counters'
 * constraint if money or space is missing.
 */
export async function applyExtension(
  tx: Tx,
  deps: Deps,
  booking: BookingRow,
  { end, charge }: Pick<ExtensionPlan, 'end' | 'charge'>,
  { actor, at }: Pick<Happening, 'actor' | 'at'>,
): Promise<BookingRow> {
  const paid = await chargeExtra(tx, booking, charge, { topic: 'booking', may_owe: false }, at)
  const isByClock = actor.kind === 'clock'
  const charged = isByClock ? await recordLateCharge(tx, paid, charge, booking.end_time, at) : paid
  const changed = { end_time: end, space_until: end }
  // The code in hand stays valid when the clock extends a booking: its driver has seen no new one.
  const generation = isByClock ? {} : nextGeneration
  // What the clock had charged before is not undone once the driver has extended the booking.
  const late_charges = isByClock ? charged.late_charges : []
  await tx
    .updateTable('bookings')
    .set({ ...changed, ...generation, late_charges: JSON.stringify(late_charges) })
    .where('id', '=', booking.id)
    .execute()
  const amount = toMajor(charge.amount_minor, booking.currency)
  const change = { actor, at, detail: { until: end.toISOString(), amount } }
  if (isByClock) await recordChange(tx, booking, { cause: 'auto_extended', ...change })
  else await recordChangeAndNotify(tx, deps, booking, { cause: 'extended', ...change })
  await allocateSpace(tx, booking.pool_id, { start: booking.end_time, end })
  return { ...charged, ...changed, late_charges }
}
