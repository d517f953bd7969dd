import type { Job } from '#server/jobs.ts'
import { deleteUnusedReportPhotos } from './documents/photos.ts'
import { advanceBookings } from './lifecycle/advance.ts'
import { releaseOldAlternatives } from './lifecycle/alternative-holds.ts'
import { releaseOldOffers } from './offers/held-offers.ts'
import { deleteExpiredQuotes } from './quotes/quote-store.ts'

export const bookingsJobs: Job[] = [
  { name: 'booking_lifecycle', every_s: 1, run: advanceBookings },
  { name: 'release_alternatives', every_s: 10, run: releaseOldAlternatives },
  { name: 'release_offers', every_s: 10, run: releaseOldOffers },
  { name: 'delete_unused_report_photos', every_s: 3_600, run: deleteUnusedReportPhotos },
  { name: 'expired_quotes', every_s: 3_600, run: deleteExpiredQuotes },
]
