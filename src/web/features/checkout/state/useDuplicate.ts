import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { findDuplicate } from './rules.ts'

/** Whether the same vehicle is already booked at a car park at the same time. */
export type Duplicate =
  | { state: 'loading' | 'failed'; booking?: undefined }
  | { state: 'loaded'; booking: Booking | undefined }

/** Looks in the first page of the driver's upcoming and current bookings. */
export function useDuplicate(park_id: string, plate: string, { start, end }: BookingWindow): Duplicate {
  const upcoming = useBookings('upcoming')
  const current = useBookings('current')
  if (upcoming.data !== undefined && current.data !== undefined) {
    const bookings = [...current.data.items, ...upcoming.data.items]
    return { state: 'loaded', booking: findDuplicate(bookings, { park_id, plate, start, end }) }
  }
  return { state: upcoming.isError || current.isError ? 'failed' : 'loading' }
}
