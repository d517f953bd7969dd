import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Gives back what an order took from its slots; once. The last statement of a transaction, as taking them is (C-21). */
export async function releaseSlots(tx: Tx, order_id: string): Promise<void> {
  const taken = await tx
    .deleteFrom('order_slots')
    .where('order_id', '=', order_id)
    .returning(['branch_id', 'work_group', 'starts_at', 'units'])
    .execute()
  // One after another in one order, so that two orders with the same slots cannot deadlock.
  const keyOf = (one: (typeof taken)[number]) => `${one.branch_id} ${one.work_group} ${one.starts_at.toISOString()}`
  for (const { branch_id, work_group, starts_at, units } of taken.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    await tx
      .updateTable('slot_days')
      .set({ used: sql<number>`used - ${units}` })
      .where('branch_id', '=', branch_id)
      .where('work_group', '=', work_group)
      .where('starts_at', '=', starts_at)
      .execute()
}
