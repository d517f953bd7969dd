import { cannotParkUntil, grace } from '#contract/bookings/booking-rules.ts'
import type { BookingAction, BookingStatus } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'

/** What the allowed actions depend on. */
export interface BookingState {
  status: BookingStatus
  start_time: Date
  end_time: Date
  held_until: Date | null
  check_in: string
  checked_in_at: Date | null
  due_minor: bigint
  reviewed_at: Date | null
}

/** Returns what a driver may do at `now`: the buttons of the page and the checks of the commands. */
export function findAllowedActions(booking: BookingState, now: Date): Record<BookingAction, boolean> {
  const { status, start_time, end_time, held_until, check_in, checked_in_at } = booking
  const isActive = status === 'active' || status === 'checked_in'
  const hasStarted = now >= start_time
  const isOver = now >= end_time
  // Without check-in at the park, a driver counts as present from the start.
  const isPresent = status === 'checked_in' || (status === 'active' && check_in === 'clock' && hasStarted)
  const canArrive = now.getTime() >= start_time.getTime() - grace.arrival_min * minute_ms
  const isInGrace = now.getTime() < end_time.getTime() + grace.end_min * minute_ms
  const hasJustArrived = status === 'checked_in' && checked_in_at !== null && now < cannotParkUntil(checked_in_at)
  return {
    pay: status === 'pending' && held_until !== null && now < held_until,
    cancel: status === 'active' && !isOver,
    extend: (isActive && !isOver) || (status === 'checked_in' && check_in === 'scan' && isInGrace),
    auto_extend: isActive && !isOver,
    renew: status === 'completed' || status === 'no_show' || status === 'cancelled' || status === 'expired',
    plate: status === 'pending' || isActive || status === 'overstayed',
    check_in: status === 'active' && canArrive && !isOver,
    check_out: isPresent || status === 'overstayed',
    cannot_park: ((status === 'active' && canArrive) || hasJustArrived) && !isOver,
    pay_due: booking.due_minor > 0n,
    review: status === 'completed' && booking.reviewed_at === null,
  }
}
