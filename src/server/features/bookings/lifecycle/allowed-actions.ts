import { grace, type BookingAction, type BookingStatus } from '#contract/bookings.ts'

const minute_ms = 60_000

/** What decides over a driver's wishes. */
export type BookingState = {
  status: BookingStatus
  start_time: Date
  end_time: Date
  held_until: Date | null
  check_in: string
  due_minor: bigint
  reviewed_at: Date | null
}

/** What a driver may ask for at `now`; one table for the page's buttons and for what the commands allow. */
export function findAllowedActions(booking: BookingState, now: Date): Record<BookingAction, boolean> {
  const { status, start_time, end_time, held_until, check_in } = booking
  const stands = status === 'active' || status === 'checked_in'
  const hasBegun = now >= start_time
  const isOver = now >= end_time
  // Where nobody looks, who booked counts as come.
  const isThere = status === 'checked_in' || (status === 'active' && check_in === 'clock' && hasBegun)
  const nearlyThere = now.getTime() >= start_time.getTime() - grace.arrival_min * minute_ms
  const isInGrace = now.getTime() < end_time.getTime() + grace.end_min * minute_ms
  return {
    pay: status === 'pending' && held_until !== null && now < held_until,
    cancel: status === 'active' && !isOver,
    extend: (stands && !isOver) || (status === 'checked_in' && check_in === 'scan' && isInGrace),
    auto_extend: stands && !isOver,
    renew: status === 'completed' || status === 'no_show' || status === 'cancelled' || status === 'expired',
    plate: status === 'pending' || stands || status === 'overstayed',
    check_in: status === 'active' && nearlyThere && !isOver,
    check_out: isThere || status === 'overstayed',
    cannot_park: status === 'active' && nearlyThere && !isOver,
    pay_due: booking.due_minor > 0n,
    review: status === 'completed' && booking.reviewed_at === null,
  }
}
