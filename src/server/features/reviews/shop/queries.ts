import { sql, type RawBuilder } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { listItemReviews } from '#contract/orders/order-ratings.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import { ratingOf } from '#server/features/parks/rules.ts'
import { AppError } from '#server/http/errors.ts'
import { toAuthorName } from '../rules.ts'

type Reviews = AnswerOf<typeof listItemReviews>
interface Row {
  id: string
  rating: number
  body: string | null
  language: Language
  created_at: Date
  is_example: boolean
  first_name: string
  last_name: string | null
}

async function findReviews(
  db: Db,
  condition: RawBuilder<boolean>,
  { page, size }: { page: number; size: number },
): Promise<Reviews> {
  const shown = sql`r.hidden_at is null and ${condition}`
  const { rows: sums } = await sql<{ rating_sum: number; rating_count: number }>`
    select coalesce(sum(r.rating), 0)::float8 as rating_sum, count(*)::int as rating_count from item_reviews r where ${shown}`.execute(
    db,
  )
  const { rows } = await sql<Row>`
    select r.id, r.rating, r.body, r.language, r.created_at, o.is_example, u.first_name, u.last_name
    from item_reviews r join users u on u.id = r.user_id join orders o on o.id = r.order_id where ${shown}
    order by r.created_at desc, r.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  const items = rows.map(({ id, rating, body, language, created_at, is_example, ...person }) => ({
    id,
    rating,
    text: body,
    author: toAuthorName(person),
    language,
    created_at: created_at.toISOString(),
    is_example,
    reply: null,
    replied_at: null,
  }))
  return { ...toPage(items, sums[0]!.rating_count, page, size), rating: ratingOf(sums[0]!) }
}

/** A page of the reviews of an active branch. Throws `not_found`. */
export async function findBranchReviews(db: Db, slug: string, query: { page: number; size: number }): Promise<Reviews> {
  const branch = await db
    .selectFrom('branches')
    .select('id')
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (branch === undefined) throw new AppError('not_found')
  return findReviews(db, sql<boolean>`r.branch_id = ${branch.id}::uuid and r.item_id is null`, query)
}

/** A page of the reviews of an active item, at whichever branch it was bought. Throws `not_found`. */
export async function findItemReviews(db: Db, id: string, query: { page: number; size: number }): Promise<Reviews> {
  const item = await db
    .selectFrom('items')
    .select('id')
    .where(isUuid(id) ? 'id' : 'slug', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (item === undefined) throw new AppError('not_found')
  return findReviews(db, sql<boolean>`r.item_id = ${item.id}::uuid`, query)
}
