import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import type { OrderRow } from '../lifecycle/change-status.ts'

/** States in which an order can still be ended without its goods being out. */
const open = sql`('pending', 'accepted', 'processing', 'preparing', 'ready')`

/** The orders that add to one that is over, and that can still be canceled. */
export async function findOpenAdditions(
  db: Db | Tx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<string[]> {
  if (status !== 'canceled' && status !== 'rejected') return []
  const { rows } = await sql<{ id: string }>`
    select id from orders where amends = ${id}::uuid and status in ${open} order by id`.execute(db)
  return rows.map((row) => row.id)
}
