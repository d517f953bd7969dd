import type { OrderRecord } from '#contract/desk/order-record.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** Returns the notes of an order, newest first. */
export async function findNotes(db: Db | Tx, order_id: string): Promise<OrderRecord['notes']> {
  const rows = await db
    .selectFrom('order_notes as n')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'n.user_id').on('u.erased_at', 'is', null))
    .select(['n.id', 'n.text', 'n.created_at', 'u.first_name', 'u.last_name', 'u.email'])
    .where('n.order_id', '=', order_id)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ id, text, created_at, first_name, last_name, email }) => ({
    id,
    text,
    who: [first_name, last_name].filter(Boolean).join(' ') || email,
    at: created_at.toISOString(),
  }))
}
