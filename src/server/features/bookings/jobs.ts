import { deleteUnusedReportPhotos } from '#server/features/bookings/documents/photos.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { releaseOldAlternatives } from '#server/features/bookings/lifecycle/alternative-holds.ts'
import { deleteExpiredQuotes } from '#server/features/bookings/quotes/quote-store.ts'
import type { Job } from '#server/jobs.ts'

export const bookingsJobs: Job[] = [
  { name: 'booking_lifecycle', every_s: 1, run: advanceBookings },
  { name: 'release_alternatives', every_s: 10, run: releaseOldAlternatives },
  { name: 'delete_unused_report_photos', every_s: 3_600, run: deleteUnusedReportPhotos },
  { name: 'expired_quotes', every_s: 3_600, run: deleteExpiredQuotes },
]
