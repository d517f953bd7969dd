import type { Booking, BookingStatus } from '#contract/bookings/bookings.ts'
import { hour_ms } from '#contract/time.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useBookings } from './api.ts'

/** Drivers may be at the gate this long before their booking starts. */
export const early_ms = 2 * hour_ms
const openStatuses = new Set<BookingStatus>(['pending', 'active', 'checked_in', 'overstayed'])

/** Bookings and holds around `now`: one at this park, and one at another park. */
export function findGateBookings<B extends Pick<Booking, 'park' | 'status' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  park_id: string,
  now: Date,
): { here: B | undefined; elsewhere: B | undefined } {
  const current = bookings.filter(
    ({ status, start_time, end_time }) =>
      openStatuses.has(status) &&
      Date.parse(start_time) - early_ms <= now.getTime() &&
      (now.getTime() < Date.parse(end_time) || status === 'overstayed'),
  )
  return {
    here: current.find(({ park }) => park.id === park_id),
    elsewhere: current.find(({ park }) => park.id !== park_id),
  }
}

/** The signed-in driver's bookings around now, for a page about the gate of a park. */
export function useGateBookings(park_id: string) {
  const signedIn = useSignedIn()
  const current = useBookings('current')
  const upcoming = useBookings('upcoming')
  const bookings = findGateBookings(
    [...(current.data?.items ?? []), ...(upcoming.data?.items ?? [])],
    park_id,
    new Date(),
  )
  const isLoading = signedIn && bookings.here === undefined && (current.isPending || upcoming.isPending)
  return { ...bookings, isLoading }
}
