import type { Job } from '#server/jobs.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { deleteExpiredQuotes } from '#server/features/bookings/quotes/quote-store.ts'

/** The clock looks every second; what was due while nobody ran is done at the start. */
export const bookingsJobs: Job[] = [
  { name: 'booking clock', every_s: 1, run: advanceBookings },
  { name: 'forget quotes', every_s: 3_600, run: deleteExpiredQuotes },
]
