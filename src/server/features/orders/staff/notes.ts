import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import type { Access } from '#server/http/caller.ts'

/** Returns the notes of an order, newest first. */
export async function findNotes(db: Db | Tx, order_id: string, access: Access): Promise<OrderRecord['notes']> {
  const rows = await db
    .selectFrom('order_notes as n')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'n.user_id').on('u.erased_at', 'is', null))
    .select(['n.id', 'n.text', 'n.created_at', colleagueName('u', access).as('who')])
    .where('n.order_id', '=', order_id)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ id, text, who, created_at }) => ({
    id,
    text,
    who,
    at: created_at.toISOString(),
  }))
}
