import { sql } from 'kysely'
import type { DeskReview } from '#contract/reviews/desk/reviews.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { getReview } from './queries.ts'

interface ReviewChange {
  answer: DeskReview
  changes: AuditedChange[]
}

/** Returns a review, hidden or not, for staff. Throws `not_found`. */
export async function getDeskReview(db: Db | Tx, id: string): Promise<DeskReview> {
  const row = await db
    .selectFrom('reviews as r')
    .innerJoin('parks as p', 'p.id', 'r.park_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select(['p.id as park_id', 'b.id as booking_id', 'b.booking_code', 'r.hidden_at', 'r.hidden_reason'])
    .select(sql<string>`coalesce(p.name, p.address, p.park_code)`.as('park_name'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const review = await getReview(db, id)
  const isHidden = row.hidden_at !== null
  return {
    ...review,
    title: row.park_name,
    park_id: row.park_id,
    park: row.park_name,
    booking_id: row.booking_id,
    booking_code: row.booking_code,
    status: isHidden ? 'hidden' : 'shown',
    hidden_at: row.hidden_at?.toISOString() ?? null,
    hidden_reason: row.hidden_reason,
    actions: [isHidden ? 'show' : 'hide', ...(review.reply === null ? ['reply'] : [])],
  }
}

/** Locks a review, so that its rating is counted once whoever hides or shows it at the same time. Throws `not_found`. */
async function lockReview(tx: Tx, id: string): Promise<DeskReview> {
  await tx.selectFrom('reviews').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getDeskReview(tx, id)
}

/** Adds a review to its car park's rating, or takes it out. */
async function countRating(tx: Tx, { park_id, rating }: DeskReview, number: 1 | -1): Promise<void> {
  await tx
    .updateTable('parks')
    .set({
      rating_sum: sql<number>`rating_sum + ${number * rating}::int`,
      rating_count: sql<number>`rating_count + ${number}::int`,
    })
    .where('id', '=', park_id)
    .execute()
}

const describe = ({ status, hidden_reason, reply }: DeskReview) => ({ status, hidden_reason, reply })

async function answerChange(tx: Tx, before: DeskReview): Promise<ReviewChange> {
  const answer = await getDeskReview(tx, before.id)
  return { answer, changes: [{ kind: 'review', id: before.id, before: describe(before), after: describe(answer) }] }
}

/** Hides a review and takes it out of the rating; does nothing if it is hidden. Throws `not_found`. */
export async function hideReview(tx: Tx, id: string, reason: string, now: Date): Promise<ReviewChange> {
  const before = await lockReview(tx, id)
  if (before.status === 'hidden') return { answer: before, changes: [] }
  await tx.updateTable('reviews').set({ hidden_at: now, hidden_reason: reason }).where('id', '=', id).execute()
  await countRating(tx, before, -1)
  return answerChange(tx, before)
}

/** Shows a hidden review again, with its rating; does nothing if it is shown. Throws `not_found`. */
export async function showReview(tx: Tx, id: string): Promise<ReviewChange> {
  const before = await lockReview(tx, id)
  if (before.status === 'shown') return { answer: before, changes: [] }
  await tx.updateTable('reviews').set({ hidden_at: null, hidden_reason: null }).where('id', '=', id).execute()
  await countRating(tx, before, 1)
  return answerChange(tx, before)
}

/** Stores the one public reply to a review. Throws `not_found`, and `already_replied`. */
export async function replyToReview(tx: Tx, id: string, reply: string, now: Date): Promise<ReviewChange> {
  const before = await lockReview(tx, id)
  if (before.reply !== null) throw new AppError('already_replied')
  await tx.updateTable('reviews').set({ reply, replied_at: now }).where('id', '=', id).execute()
  return answerChange(tx, before)
}
