import type { Booking } from '#contract/bookings/bookings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import { releasePromoUse } from '#server/features/promos/commands.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import { toCreditPostings, reversePostings } from '../booking-postings.ts'
import { lockRow, type BookingRow } from '../booking-rows.ts'
import type { DriverCall } from '../driver-call.ts'
import { releaseOffer } from '../offers/held-offers.ts'
import { getBooking, findRefundRules } from '../queries.ts'
import { calculateRefund, findRefundShare } from '../refund-rules.ts'
import { findRefundable, planRemainingRefund, refundStatusOf } from '../refunds/refund-plan.ts'
import { loadRefundedBooking, postRemainingRefund } from '../refunds/stored-refunds.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { transitionAndNotify } from './effects.ts'
import type { Actor, Cause, Outcome } from './transitions.ts'

/**
 * Cancels a user's booking in one transaction: refunds the wallet by the refund rules, reversing the original credits,
 * and releases the space. Throws `booking_not_found`, and `invalid_transition` if it can no longer be cancelled.
 */
export async function cancelBooking(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  outcome: 'alone' | 'in_series' = 'alone',
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  await cancelByPolicy(tx, deps, row, { actor: { kind: 'driver', id: user.user_id }, at: now, outcome })
  return getBooking(tx, user.user_id, row.id, language)
}

/**
 * Cancels a booking that is locked and up to date, for its driver or by staff for them, and refunds what its cancellation
 * policy gives now. Throws as `cancelBooking`.
 */
export async function cancelByPolicy(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { actor, at, outcome }: { actor: Actor; at: Date; outcome: Outcome },
): Promise<void> {
  if (!findAllowedActions(row, at).cancel) throw new AppError('invalid_transition')
  const { percent } = findRefundShare(await findRefundRules(tx, row), at)
  await endBooking(tx, deps, row, { cause: 'cancelled', actor, percent, at, outcome })
  await releaseSpace(tx, row.pool_id, { start: row.start_time, end: row.space_until! })
}

interface BookingEnd {
  cause: Extract<Cause, 'cancelled' | 'cannot_park' | 'park_cancelled' | 'event_cancelled'>
  actor: Actor
  percent: 0 | 50 | 100
  at: Date
  detail?: { reason: string }
  outcome?: Outcome
}

/**
 * Cancels a paid booking, refunds `percent` of its total, with the orders that were for the vehicle in it, and mails the
 * driver as the table says. The caller releases the space, as the last step.
 */
export async function endBooking(tx: Tx, deps: Deps, row: BookingRow, { percent, ...end }: BookingEnd): Promise<void> {
  const { id, user_id, booking_code } = row
  const { cause, actor, at } = end
  await releaseOffer(tx, id)
  await transitionAndNotify(tx, deps, row, { to: 'cancelled', ...end }, async () => {
    await tx
      .updateTable('bookings')
      .set({ space_until: null, next_look_at: null, auto_extend_until: null })
      .where('id', '=', id)
      .execute()
    await refundEnded(tx, row, percent, at)
    const staff_id = cause === 'park_cancelled' || cause === 'event_cancelled' ? actor.id : null
    await deps.hooks.cancelOrdersOfBooking(tx, deps, { booking_id: id, user_id, booking_code, staff_id }, at)
  })
}

/**
 * Refunds `percent` of what was not refunded yet of a booking that ended, once, and restores its promo code where everything is
 * refunded then. Returns what it refunds.
 */
export async function refundEnded(tx: Tx, row: BookingRow, percent: 0 | 50 | 100, now: Date): Promise<bigint> {
  const { id, user_id, currency, total_minor, promo_code_id } = row
  const isWhole = percent === 100 || (row.refunded_minor > 0n && findRefundable(row) === 0n)
  if (promo_code_id !== null && isWhole) await releasePromoUse(tx, { promo_code_id, user_id })
  if (row.refunded_minor > 0n) {
    const plan = planRemainingRefund(await loadRefundedBooking(tx, row), percent)
    await postRemainingRefund(tx, row, plan, now)
    return plan.amount_minor
  }
  const refunded_minor = calculateRefund(total_minor, percent, currency)
  const refund_status = refundStatusOf(refunded_minor, total_minor)
  await tx.updateTable('bookings').set({ refunded_minor, refund_status }).where('id', '=', id).execute()
  const credits = toCreditPostings(fromStoredLines(row.lines), row.park_id)
  const reversed = reversePostings(credits, refunded_minor, currency, percent)
  if (reversed.length > 0)
    await postTransfer(tx, {
      kind: 'refund',
      reference: id,
      description: `booking:${row.booking_code}`,
      currency,
      at: now,
      postings: [{ account: { kind: 'customer', owner: user_id }, amount_minor: refunded_minor }, ...reversed],
    })
  return refunded_minor
}
