import { sql } from 'kysely'
import type { Language } from '#contract/places.ts'
import type { Review, ReviewRequest } from '#contract/reviews.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { markReviewed } from '#server/features/bookings/claim-review.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { newId } from '#server/ids.ts'
import { getReview } from './queries.ts'

/** A driver's word on a park after a stay there; the park's mean moves with it. Throws `park_not_found`, `review_needs_stay`. */
export async function addReview(
  { db, clock }: Deps,
  user_id: string,
  handle: string,
  { booking_id: stay, rating, text }: ReviewRequest,
  language: Language,
): Promise<Review> {
  const now = clock()
  const park_id = await getParkId(db, handle)
  return transact(db, async (tx) => {
    const booking_id = await markReviewed(tx, user_id, park_id, stay, now)
    const id = newId(now.getTime())
    await tx
      .insertInto('reviews')
      .values({ id, park_id, user_id, booking_id, rating, body: text ?? null, language, created_at: now })
      .execute()
    await tx
      .updateTable('parks')
      .set({ rating_sum: sql<number>`rating_sum + ${rating}::int`, rating_count: sql<number>`rating_count + 1` })
      .where('id', '=', park_id)
      .execute()
    return getReview(tx, id)
  })
}
