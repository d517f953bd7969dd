import { sql } from 'kysely'
import type { createReview as contract, Review, ReviewRequest } from '#contract/reviews/reviews.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { ReviewsTable } from '#server/database/tables.ts'
import type { Change } from '#server/features/access/change.ts'
import { markReviewed } from '#server/features/bookings/claim-review.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { getReview } from './queries.ts'

/**
 * Saves a driver's review of a park and adds its rating to the park's. Throws `park_not_found` and `review_needs_stay`.
 */
export async function createReview(
  tx: Tx,
  { user: { user_id }, language, now }: Pick<Change<typeof contract>, 'user' | 'language' | 'now'>,
  handle: string,
  request: ReviewRequest,
): Promise<Review> {
  const { booking_id: booking, rating, text, ...rest } = request
  rest satisfies NothingLeft
  const park_id = await getParkId(tx, handle)
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
}
