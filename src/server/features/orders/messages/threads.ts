import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  messagesOpen_days,
  type listThreads,
  type OrderMessage,
  type OrderMessages,
} from '#contract/orders/order-messages.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import { lockOrder } from '../lifecycle/change-status.ts'
import { requireOwnPhoto } from '../photos.ts'

export type Side = OrderMessage['author']

/** After so long, an unread message is mailed to its reader, once until they have read it. */
const mailAfter_ms = 5 * minute_ms

/** When the thread of an order closes; null while the order goes on. Without an account nobody reads it. */
async function findClosing(db: Db | Tx, order_id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select created_at as at from orders where id = ${order_id}::uuid and user_id is null
    union all select min(h.at) from order_history h join orders o on o.id = h.order_id
    where o.id = ${order_id}::uuid and o.user_id is not null and o.status in ('completed', 'canceled', 'rejected', 'returned')
      and h.to_status in ('completed', 'canceled', 'rejected', 'returned')`.execute(db)
  const at = rows[0]?.at ?? null
  return at === null ? null : new Date(at.getTime() + messagesOpen_days * day_ms)
}

const isOpen = (closes_at: Date | null, now: Date): boolean => closes_at === null || now < closes_at

/** Returns the messages of an order, as one side sees them. */
export async function findMessages(db: Db | Tx, order_id: string, side: Side, now: Date): Promise<OrderMessages> {
  const { rows } = await sql<Omit<OrderMessage, 'created_at'> & { created_at: Date; unread: number }>`
    select m.id, m.author, m.body as text, m.photo_id, m.created_at,
      ${sql.ref(side === 'branch' ? 't.unread_by_branch' : 't.unread_by_customer')} as unread
    from threads t join thread_messages m on m.thread_id = t.id where t.order_id = ${order_id}::uuid order by m.position`.execute(
    db,
  )
  const closes_at = await findClosing(db, order_id)
  return {
    items: rows.map(({ id, author, text, photo_id, created_at }) => ({
      id,
      author,
      text,
      photo_id,
      created_at: created_at.toISOString(),
    })),
    unread: rows[0]?.unread ?? 0,
    is_open: isOpen(closes_at, now),
    closes_at: closes_at?.toISOString() ?? null,
  }
}

/** The 20 newest threads of a customer, and how many messages they have not read. */
export async function findThreads(db: Db, user_id: string): Promise<AnswerOf<typeof listThreads>> {
  type Row = AnswerOf<typeof listThreads>['items'][number]
  const { rows } = await sql<Omit<Row, 'last_at'> & { last_at: Date; all_unread: number }>`
    select o.order_number, b.name as branch, m.author, m.body as text, t.last_at, t.unread_by_customer as unread,
      (sum(t.unread_by_customer) over ())::float8 as all_unread
    from threads t join orders o on o.id = t.order_id join branches b on b.id = t.branch_id
      join lateral (select author, body from thread_messages where thread_id = t.id order by position desc limit 1) m on true
    where o.user_id = ${user_id}::uuid order by t.last_at desc limit 20`.execute(db)
  return {
    items: rows.map(({ order_number, branch, author, text, last_at, unread }) => ({
      order_number,
      branch,
      author,
      text,
      last_at: last_at.toISOString(),
      unread,
    })),
    unread: rows[0]?.all_unread ?? 0,
  }
}

/**
 * Writes a message of one side, which the other has then not read. Throws `thread_closed`, and 422 for a photo of another
 * order or person. Returns the thread's id.
 */
export async function sendMessage(
  tx: Tx,
  { order_id, side, user_id }: { order_id: string; side: Side; user_id: string },
  { text, photo_id }: { text: string; photo_id?: string | undefined },
  now: Date,
): Promise<string> {
  // Messages of one order are written one after the other, the first with its thread.
  const { branch_id } = await lockOrder(tx, order_id)
  if (!isOpen(await findClosing(tx, order_id), now)) throw new AppError('thread_closed', { days: messagesOpen_days })
  await requireOwnPhoto(tx, { order_id, user_id }, photo_id)
  await tx
    .insertInto('threads')
    .values({ id: newId(now.getTime()), order_id, branch_id, last_at: now })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
  const reader = side === 'branch' ? 'customer' : 'branch'
  const unread = sql.ref(`unread_by_${reader}`)
  // Writing an answer means having read the conversation.
  const [own_unread, own_mail_at] = [sql.ref(`unread_by_${side}`), sql.ref(`mail_${side}_at`)]
  const mail_at = sql.ref(`mail_${reader}_at`)
  const { rows } = await sql<{ id: string }>`
    update threads set last_at = ${now}::timestamptz, ${own_unread} = 0, ${own_mail_at} = null, ${unread} = ${unread} + 1,
      ${mail_at} = case when ${unread} = 0 then ${new Date(now.getTime() + mailAfter_ms)}::timestamptz else ${mail_at} end
    where order_id = ${order_id}::uuid returning id`.execute(tx)
  const thread_id = rows[0]!.id
  await tx
    .insertInto('thread_messages')
    .values({
      id: newId(now.getTime()),
      thread_id,
      author: side,
      user_id,
      body: text,
      photo_id: photo_id ?? null,
      created_at: now,
    })
    .execute()
  return thread_id
}

/** Marks what the other side wrote about an order as read, so that nobody is mailed about it. */
export async function markRead(tx: Tx, order_id: string, side: Side): Promise<void> {
  const read =
    side === 'branch'
      ? { unread_by_branch: 0, mail_branch_at: null }
      : { unread_by_customer: 0, mail_customer_at: null }
  await tx.updateTable('threads').set(read).where('order_id', '=', order_id).execute()
}
