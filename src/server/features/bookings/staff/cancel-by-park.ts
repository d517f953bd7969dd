import { toMajor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { AppError } from '#server/http/errors.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '../booking-rows.ts'
import { advance, endHold } from '../lifecycle/advance.ts'
import { endBooking } from '../lifecycle/cancel.ts'
import type { Actor } from '../lifecycle/transitions.ts'
import { findStaffActions } from './staff-actions.ts'

/**
 * Cancels a booking for its car park: refunds everything that was paid, fees and extensions included, to the wallet, mails
 * the driver, and releases the space. A reserved space that is not paid yet is released. Throws `booking_not_found`, and
 * `invalid_transition` once the car is there or the booking is over.
 */
export async function cancelByPark(
  tx: Tx,
  deps: Deps,
  booking_id: string,
  staff: { user_id: string },
  now: Date,
): Promise<AuditedChange> {
  const [found] = await findRows(tx, byHandle(booking_id), forUpdate)
  if (found === undefined) throw new AppError('booking_not_found')
  return cancelLockedByPark(tx, deps, await advance(tx, deps, found, now), staff, now)
}

/** As `cancelByPark`, for a booking that is locked and up to date. */
export async function cancelLockedByPark(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { user_id }: { user_id: string },
  now: Date,
): Promise<AuditedChange> {
  if (!findStaffActions(row, now).cancel) throw new AppError('invalid_transition')
  const actor: Actor = { kind: 'staff', id: user_id }
  const { id, status, partner_id, total_minor, refunded_minor, currency } = row
  const change = { kind: 'booking', id, partner_id, before: { status } }
  if (status === 'pending') {
    await endHold(tx, row, 'park_cancelled', actor, now)
    return { ...change, after: { status: 'expired' } }
  }
  await endBooking(tx, deps, row, { cause: 'park_cancelled', actor, percent: 100, at: now })
  await releaseSpace(tx, row.pool_id, { start: row.start_time, end: row.space_until! })
  return {
    ...change,
    after: { status: 'cancelled', refunded: { amount: toMajor(total_minor - refunded_minor, currency), currency } },
  }
}
