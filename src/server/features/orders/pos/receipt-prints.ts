import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Audited } from '#server/features/access/change.ts'
import type { Scope } from '#server/http/caller.ts'
import { findOrderId } from '../staff/staff-order.ts'

/** Counts a print of an order's receipt, so that later ones are marked as copies. Throws `not_found`. */
export async function recordReceiptPrint(tx: Tx, scope: Scope, handle: string): Promise<Audited<{ prints: number }>> {
  const id = await findOrderId(tx, handle, scope)
  const { rows } = await sql<{ prints: number; branch_id: string }>`
    insert into receipt_prints as p (order_id, prints) values (${id}::uuid, 1)
    on conflict (order_id) do update set prints = p.prints + 1
    returning prints, (select branch_id from orders o where o.id = p.order_id) as branch_id`.execute(tx)
  const { prints, branch_id } = rows[0]!
  return {
    answer: { prints },
    changes: prints === 1 ? [] : [{ kind: 'order', id, branch_id, after: { copies: prints - 1 } }],
  }
}
