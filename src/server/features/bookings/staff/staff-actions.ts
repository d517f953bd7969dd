import { isGuestAddress } from '#server/guest-address.ts'
import { findAllowedActions, type BookingState } from '../lifecycle/allowed-actions.ts'
import { isTransitionAllowed } from '../lifecycle/transitions.ts'
import { findRefundable } from '../refunds/refund-plan.ts'

/** What staff may do with a booking, besides reading it. `confirmation` and `receipt` are mails that are sent again. */
export type StaffAction =
  | 'check_in'
  | 'check_out'
  | 'plate'
  | 'cancel'
  | 'extend'
  | 'move'
  | 'cancel_for_customer'
  | 'refund'
  | 'goodwill'
  | 'confirmation'
  | 'receipt'

/**
 * Returns what a booking's state allows staff to do at `now`. The permission is checked by each call. A guest of a counter gets
 * no mail and has no wallet to pay from or to be credited in (decision 95): the counter refunds, and books anew.
 */
export function findStaffActions(
  booking: BookingState & Parameters<typeof findRefundable>[0] & { payment_status: string; email: string },
  now: Date,
): Record<StaffAction, boolean> {
  const { status, end_time, payment_status } = booking
  const { check_in, check_out, plate, cancel, extend } = findAllowedActions(booking, now)
  const isPaid = payment_status === 'paid'
  const hasAccount = !isGuestAddress(booking.email)
  const canBeCancelled =
    isTransitionAllowed(status, 'cancelled', 'park_cancelled', 'staff') ||
    isTransitionAllowed(status, 'expired', 'park_cancelled', 'staff')
  return {
    check_in,
    check_out,
    plate,
    cancel: canBeCancelled && now < end_time,
    extend: extend && hasAccount,
    move: cancel && hasAccount,
    cancel_for_customer: cancel,
    refund: isPaid && findRefundable(booking) > 0n,
    goodwill: isPaid && hasAccount,
    confirmation: hasAccount && (status === 'active' || status === 'checked_in' || status === 'overstayed'),
    receipt: isPaid && hasAccount,
  }
}

/** Returns the names of the allowed actions as the record lists them: one action sends either mail again. */
export function listStaffActions({ confirmation, receipt, ...actions }: ReturnType<typeof findStaffActions>): string[] {
  return Object.entries({ ...actions, resend: confirmation || receipt }).flatMap(([name, isAllowed]) =>
    isAllowed ? [name] : [],
  )
}
