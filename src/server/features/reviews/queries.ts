import { toPage, type Page } from '#contract/fields.ts'
import type { Language } from '#contract/places/places.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { toAuthorName } from './rules.ts'

/** One page of a park's reviews, newest first. Throws `park_not_found`. */
export async function findReviews(
  db: Db,
  handle: string,
  { page, size }: { page: number; size: number },
): Promise<Page<Review>> {
  const park_id = await getParkId(db, handle)
  const { rating_count } = await db
    .selectFrom('parks')
    .select('rating_count')
    .where('id', '=', park_id)
    .executeTakeFirstOrThrow()
  const rows = await selectReviews(db)
    .where('park_id', '=', park_id)
    .where('hidden_at', 'is', null)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return toPage(rows.map(toReview), rating_count, page, size)
}

export async function getReview(db: Db | Tx, id: string): Promise<Review> {
  return toReview(await selectReviews(db).where('reviews.id', '=', id).executeTakeFirstOrThrow())
}

const selectReviews = (db: Db | Tx) =>
  db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select(['reviews.id', 'rating', 'body', 'reviews.language', 'reviews.created_at', 'reply', 'replied_at'])
    .select(['first_name', 'last_name'])

interface ReviewRow {
  id: string
  rating: number
  body: string | null
  language: string
  created_at: Date
  reply: string | null
  replied_at: Date | null
  first_name: string
  last_name: string | null
}
const toReview = ({ id, rating, body, language, created_at, reply, replied_at, ...person }: ReviewRow): Review => ({
  id,
  rating,
  text: body,
  author: toAuthorName(person),
  language: language as Language,
  created_at: created_at.toISOString(),
  is_example: false,
  reply,
  replied_at: replied_at?.toISOString() ?? null,
})
