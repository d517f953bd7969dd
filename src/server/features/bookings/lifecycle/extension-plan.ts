import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isOpenDuring } from '#server/features/parks/opening-hours.ts'
import { findSpacesLeft, takeSpace } from '#server/features/availability/spaces.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import { chargeExtra, calculateExtraCharge, type ExtraCharge } from './extra-charges.ts'
import { findOutstandingAmount } from './outstanding-debts.ts'
import type { BookingRow } from '#server/features/bookings/booking-rows.ts'
import { recordChange, type Actor } from './transitions.ts'

/** What a later end takes: more money, a space over the added time, a park that is open. */
export type ExtensionPlan = {
  end: Date
  more: ExtraCharge
  /** By earlier stays: it is paid first. */
  due_minor: bigint
  available: number
  isOpen: boolean
  canPay: boolean
}

/** Looks, without a lock, what a later end would take. */
export async function planExtension(db: Db | Tx, booking: BookingRow, end: Date): Promise<ExtensionPlan> {
  const added = { start: booking.end_time, end }
  const { rows } = await sql<{ capacity: number; opening_hours: string | null; state_name: string | null }>`
    select o.capacity, p.opening_hours, s.name as state_name
    from pools o join parks p on p.id = o.park_id left join states s on s.id = p.state_id
    where o.id = ${booking.pool_id}`.execute(db)
  const { capacity, ...hours } = rows[0]!
  const left = await findSpacesLeft(db, [{ id: booking.pool_id, capacity }], added)
  const more = await calculateExtraCharge(db, booking, end)
  const due_minor = await findOutstandingAmount(db, booking.user_id, booking.currency)
  return {
    end,
    more,
    due_minor,
    available: left.get(booking.pool_id) ?? 0,
    isOpen: isOpenDuring({ ...booking, ...hours }, added.start, added.end) !== false,
    canPay: (await findBalance(db, booking.user_id, booking.currency)) >= more.amount_minor + due_minor,
  }
}

/** Charges it and takes the space, last of all; violates the constraints of wallet and counters when it cannot. */
export async function applyExtension(
  tx: Tx,
  booking: BookingRow,
  { end, more }: Pick<ExtensionPlan, 'end' | 'more'>,
  actor: Actor,
  at: Date,
): Promise<BookingRow> {
  const charged = await chargeExtra(tx, booking, more, { topic: 'booking', may_owe: false }, at)
  const changed = { end_time: end, space_until: end }
  await tx.updateTable('bookings').set(changed).where('id', '=', booking.id).execute()
  await recordChange(tx, booking, actor.kind === 'clock' ? 'auto_extended' : 'extended', actor, at, {
    until: end.toISOString(),
    amount: toMajor(more.amount_minor, booking.currency),
  })
  await takeSpace(tx, booking.pool_id, { start: booking.end_time, end })
  return { ...charged, ...changed }
}
