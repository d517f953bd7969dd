import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import type { DeskItemReview } from '#contract/reviews/desk/item-reviews.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { toAuthorName } from '../rules.ts'

interface ReviewChange {
  answer: DeskItemReview
  changes: AuditedChange[]
}

/** Returns a review of a branch or an item, hidden or not. Throws `not_found`. */
export async function getDeskItemReview(db: Db | Tx, id: string, language: Language): Promise<DeskItemReview> {
  const row = await db
    .selectFrom('item_reviews as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.rating', 'r.body', 'r.language', 'r.created_at', 'r.hidden_at', 'r.hidden_reason', 'r.item_id'])
    .select([
      'r.order_id',
      'o.order_number',
      'o.is_example',
      'r.branch_id',
      'b.name as branch',
      'u.first_name',
      'u.last_name',
    ])
    .select(sql<string | null>`${sql.ref(language === 'fr' ? 'i.name_fr' : 'i.name')}`.as('item'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const isHidden = row.hidden_at !== null
  return {
    id,
    title: row.item ?? row.branch,
    actions: [isHidden ? 'show' : 'hide'],
    rating: row.rating,
    text: row.body,
    author: toAuthorName(row),
    language: row.language as Language,
    created_at: row.created_at.toISOString(),
    is_example: row.is_example,
    reply: null,
    replied_at: null,
    branch_id: row.branch_id,
    branch: row.branch,
    item_id: row.item_id,
    item: row.item,
    order_id: row.order_id,
    order_number: row.order_number,
    status: isHidden ? 'hidden' : 'shown',
    hidden_at: row.hidden_at?.toISOString() ?? null,
    hidden_reason: row.hidden_reason,
  }
}

const describe = ({ status, hidden_reason }: DeskItemReview) => ({ status, hidden_reason })

/** Hides a review with a reason, or shows it again with null; does nothing if it is so already. Throws `not_found`. */
export async function moderateItemReview(
  tx: Tx,
  id: string,
  reason: string | null,
  language: Language,
  now: Date,
): Promise<ReviewChange> {
  await tx.selectFrom('item_reviews').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const before = await getDeskItemReview(tx, id, language)
  if ((before.status === 'hidden') === (reason !== null)) return { answer: before, changes: [] }
  const hidden_at = reason === null ? null : now
  await tx.updateTable('item_reviews').set({ hidden_at, hidden_reason: reason }).where('id', '=', id).execute()
  const answer = await getDeskItemReview(tx, id, language)
  const change = {
    kind: 'item_review',
    id,
    branch_id: answer.branch_id,
    before: describe(before),
    after: describe(answer),
  }
  return { answer, changes: [change] }
}
