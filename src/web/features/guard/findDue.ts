import { grace } from '#contract/bookings/booking-rules.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { StoredScan } from './phone.ts'
import type { GuardList } from './verdict.ts'

/** A booking that is due, with the time at which it is. */
export interface DueBooking {
  booking: ListedBooking
  at: Date
  isLate: boolean
}

/**
 * Returns who is due within the hour, soonest first: at the entrance those who have not arrived, at the exit those who are inside.
 * Those who are late stay on it, at the entrance until their booking ends. What this phone has let through counts, sent or not.
 */
export function findDue(
  list: GuardList,
  scans: readonly Pick<StoredScan, 'booking_code' | 'scan'>[],
  direction: GuardScan['direction'],
  now: Date,
): DueBooking[] {
  const passed = new Map<string | null, GuardScan['direction']>()
  for (const { booking_code, scan } of scans) if (scan.admitted) passed.set(booking_code, scan.direction)
  const isInside = ({ booking_code, status }: ListedBooking) => {
    const last = passed.get(booking_code)
    return last === undefined ? status === 'checked_in' || status === 'overstayed' : last === 'in'
  }
  const until = now.getTime() + hour_ms
  return [...list.bookings.values()]
    .filter((booking) => {
      if (direction === 'out') return isInside(booking) && booking.status !== 'completed'
      return (
        booking.status === 'active' && !passed.has(booking.booking_code) && Date.parse(booking.end_time) > now.getTime()
      )
    })
    .map((booking) => ({ booking, at: new Date(direction === 'in' ? booking.start_time : booking.end_time) }))
    .filter(({ at }) => at.getTime() <= until)
    .map(({ booking, at }) => ({
      booking,
      at,
      isLate: at.getTime() + (direction === 'out' ? grace.end_min * minute_ms : 0) < now.getTime(),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.booking.booking_code < b.booking.booking_code ? -1 : 1))
}
