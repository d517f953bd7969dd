import type { Job } from '#server/work.ts'
import { advanceBookings } from './clock.ts'
import { forgetQuotes } from './kept-quotes.ts'

/** The clock looks every second; what was due while nobody ran is done at the start. */
export const bookingsJobs: Job[] = [
  { name: 'booking clock', every_s: 1, run: advanceBookings },
  { name: 'forget quotes', every_s: 3_600, run: forgetQuotes },
]
