import { grace } from '#contract/bookings.ts'
import { toMajor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { chargeExtra, calculateExtraCharge } from './extra-charges.ts'
import { ceilQuarter } from './next-step.ts'
import { mailBooking } from '#server/features/bookings/documents/mails.ts'
import { getBookings } from '#server/features/bookings/queries.ts'
import type { BookingRow } from '#server/features/bookings/booking-rows.ts'
import { findPaidAt, recordChange, transition, type Actor } from './transitions.ts'

const minute_ms = 60_000

/** The car has come. */
export async function recordCheckIn(tx: Tx, row: BookingRow, actor: Actor, at: Date): Promise<BookingRow> {
  await transition(tx, row, 'checked_in', 'arrived', actor, at)
  await tx.updateTable('bookings').set({ checked_in_at: at }).where('id', '=', row.id).execute()
  return { ...row, status: 'checked_in', checked_in_at: at }
}

/** Where nobody looks, who booked counts as come: at the start, or when it was paid if that was later. */
export async function recordAssumedCheckIn(tx: Tx, row: BookingRow): Promise<BookingRow> {
  const paid_at = (await findPaidAt(tx, row.id)) ?? row.start_time
  return recordCheckIn(tx, row, { kind: 'clock', id: null }, paid_at > row.start_time ? paid_at : row.start_time)
}

/**
 * The car has left. Of a stay that is over before its end the rest of the space is free again; one that went on past its
 * grace costs the ordinary price until the quarter hour of leaving, from the wallet as far as it goes.
 */
export async function recordCheckOut(tx: Tx, deps: Deps, row: BookingRow, actor: Actor, at: Date): Promise<BookingRow> {
  await transition(tx, row, 'completed', 'left', actor, at)
  const charged = row.status === 'overstayed' ? await chargeOverstay(tx, deps, row, at) : row
  const given = findUnusedSpace(charged, at)
  const changed = { checked_out_at: at, space_until: given?.start ?? row.space_until, auto_extend_until: null }
  await tx.updateTable('bookings').set(changed).where('id', '=', row.id).execute()
  if (given !== undefined) await releaseSpace(tx, row.pool_id, given)
  return { ...charged, ...changed, status: 'completed' }
}

/** What of its space is of no use any more; the quarter hour in which the car leaves stays taken. */
function findUnusedSpace({ start_time, space_until }: BookingRow, at: Date) {
  if (space_until === null) return undefined
  const first = new Date(start_time.getTime() + 1)
  const start = ceilQuarter(at > first ? at : first)
  return start < space_until ? { start, end: space_until } : undefined
}

async function chargeOverstay(tx: Tx, deps: Deps, row: BookingRow, at: Date): Promise<BookingRow> {
  const until = ceilQuarter(at)
  const more = await calculateExtraCharge(tx, row, until)
  const charged = await chargeExtra(tx, row, more, { topic: 'overstay', may_owe: true }, at)
  const { currency, id, user_language: language } = row
  await recordChange(tx, { id, status: 'completed' }, 'overstay_charged', { kind: 'clock', id: null }, at, {
    until: until.toISOString(),
    amount: toMajor(more.amount_minor, currency),
    owed: toMajor(charged.due_minor - row.due_minor, currency),
  })
  const [booking] = await getBookings(tx, [{ id, language }])
  await mailBooking(tx, deps, 'overstayed', { email: row.email, language }, booking!, at)
  return charged
}

/** From when a car may come. */
export const earliestCheckIn = ({ start_time }: Pick<BookingRow, 'start_time'>): Date =>
  new Date(start_time.getTime() - grace.arrival_min * minute_ms)
