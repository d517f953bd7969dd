import { grace } from '#contract/bookings/booking-rules.ts'
import { toMajor } from '#contract/money.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import type { BookingRow } from '../booking-rows.ts'
import { recordChangeAndNotify } from './effects.ts'
import { chargeExtra, calculateExtraCharge, recordLateCharge } from './extra-charges.ts'
import { ceilQuarter } from './next-step.ts'
import { findPaidAt, transition, type Actor } from './transitions.ts'

/** Records that the car entered. */
export async function recordCheckIn(tx: Tx, row: BookingRow, actor: Actor, at: Date): Promise<BookingRow> {
  await transition(tx, row, { to: 'checked_in', cause: 'arrived', actor, at })
  await tx.updateTable('bookings').set({ checked_in_at: at }).where('id', '=', row.id).execute()
  return { ...row, status: 'checked_in', checked_in_at: at }
}

/** Checks in a booking at a park without check-in: at its start, or at its payment if that was later. */
export async function recordAssumedCheckIn(tx: Tx, row: BookingRow): Promise<BookingRow> {
  const paid_at = (await findPaidAt(tx, row.id)) ?? row.start_time
  return recordCheckIn(tx, row, { kind: 'clock', id: null }, paid_at > row.start_time ? paid_at : row.start_time)
}

/**
 * Records that the car left. Releases the rest of the space after an early exit. Charges an overstay the ordinary price
 * until the end of the quarter hour; what the wallet cannot pay becomes a debt.
 */
export async function recordCheckOut(tx: Tx, deps: Deps, row: BookingRow, actor: Actor, at: Date): Promise<BookingRow> {
  await transition(tx, row, { to: 'completed', cause: 'left', actor, at })
  const charged = row.status === 'overstayed' && isOverstay(row, at) ? await chargeOverstay(tx, deps, row, at) : row
  const unused = findUnusedSpace(charged, at)
  const changed = { checked_out_at: at, space_until: unused?.start ?? row.space_until, auto_extend_until: null }
  await tx.updateTable('bookings').set(changed).where('id', '=', row.id).execute()
  if (unused !== undefined) await releaseSpace(tx, row.pool_id, unused)
  return { ...charged, ...changed, status: 'completed' }
}

/** Returns the part of the space to release after the quarter hour in which the car leaves. */
export function findUnusedSpace({ start_time, space_until }: BookingRow, at: Date) {
  if (space_until === null) return undefined
  const first = new Date(start_time.getTime() + 1)
  const start = ceilQuarter(at > first ? at : first)
  return start < space_until ? { start, end: space_until } : undefined
}

/** Whether a car that leaves at `at` has stayed too long: a guard's scan can be older than what the clock made of it. */
export const isOverstay = ({ end_time, check_in }: BookingRow, at: Date): boolean =>
  check_in === 'scan' && at.getTime() >= end_time.getTime() + grace.end_min * minute_ms

/** Charges an overstay and mails the driver. */
export async function chargeOverstay(tx: Tx, deps: Deps, row: BookingRow, at: Date): Promise<BookingRow> {
  const until = ceilQuarter(at)
  const charge = await calculateExtraCharge(tx, row, until)
  const paid = await chargeExtra(tx, row, charge, { topic: 'overstay', may_owe: true }, at)
  const charged = await recordLateCharge(tx, paid, charge, null, at)
  const { currency } = row
  await recordChangeAndNotify(
    tx,
    deps,
    { ...row, status: 'completed' },
    {
      cause: 'overstay_charged',
      actor: { kind: 'clock', id: null },
      at,
      detail: {
        until: until.toISOString(),
        amount: toMajor(charge.amount_minor, currency),
        owed: toMajor(charged.due_minor - row.due_minor, currency),
      },
    },
  )
  return charged
}

/** Returns the earliest time of check-in. */
export const earliestCheckIn = ({ start_time }: Pick<BookingRow, 'start_time'>): Date =>
  new Date(start_time.getTime() - grace.arrival_min * minute_ms)
