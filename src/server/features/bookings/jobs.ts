import type { Job } from '#server/jobs.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { deleteOldScans } from '#server/features/bookings/gate/take-scans.ts'
import { deleteExpiredQuotes } from '#server/features/bookings/quotes/quote-store.ts'

export const bookingsJobs: Job[] = [
  { name: 'booking_lifecycle', every_s: 1, run: advanceBookings },
  { name: 'old_scans', every_s: 86_400, run: deleteOldScans },
  { name: 'expired_quotes', every_s: 3_600, run: deleteExpiredQuotes },
]
