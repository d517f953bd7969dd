import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import type { Review, ReviewRequest } from '#contract/reviews/reviews.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import { newId } from '#server/database/ids.ts'
import type { ReviewsTable } from '#server/database/tables.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { markReviewed } from '#server/features/bookings/claim-review.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { getReview } from './queries.ts'

/**
 * Saves a driver's review of a park and adds its rating to the park's. Throws `park_not_found` and `review_needs_stay`.
 */
export async function addReview(
  { db, clock }: Deps,
  user_id: string,
  handle: string,
  request: ReviewRequest,
  language: Language,
): Promise<Review> {
  const { booking_id: booking, rating, text, ...rest } = request
  rest satisfies NothingLeft
  const now = clock()
  const park_id = await getParkId(db, handle)
  return transact(db, async (tx) => {
    const booking_id = await markReviewed(tx, user_id, park_id, booking, now)
    const id = newId(now.getTime())
    const columns: RequestedColumns<
      ReviewsTable,
      'id' | 'park_id' | 'user_id' | 'created_at' | 'hidden_at' | 'hidden_reason' | 'reply' | 'replied_at'
    > = {
      booking_id,
      rating,
      body: text ?? null,
      language,
    }
    await tx
      .insertInto('reviews')
      .values({ ...columns, id, park_id, user_id, created_at: now })
      .execute()
    await tx
      .updateTable('parks')
      .set({ rating_sum: sql<number>`rating_sum + ${rating}::int`, rating_count: sql<number>`rating_count + 1` })
      .where('id', '=', park_id)
      .execute()
    return getReview(tx, id)
  })
}
