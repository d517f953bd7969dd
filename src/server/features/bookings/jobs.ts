import type { Job } from '#server/jobs.ts'
import { deleteUnusedReportPhotos } from './documents/photos.ts'
import { heldDue } from './held-spaces.ts'
import { advanceBookings, bookingsDue } from './lifecycle/advance.ts'
import { releaseOldAlternatives } from './lifecycle/alternative-holds.ts'
import { releaseOldOffers } from './offers/held-offers.ts'
import { deleteExpiredQuotes } from './quotes/quote-store.ts'

export const bookingsJobs: Job[] = [
  { name: 'booking_lifecycle', every_s: 1, run: advanceBookings, due: bookingsDue },
  { name: 'release_alternatives', every_s: 10, run: releaseOldAlternatives, due: heldDue('alternative_holds') },
  { name: 'release_offers', every_s: 10, run: releaseOldOffers, due: heldDue('booking_offers') },
  { name: 'delete_unused_report_photos', every_s: 3_600, run: deleteUnusedReportPhotos },
  { name: 'expired_quotes', every_s: 3_600, run: deleteExpiredQuotes },
]
