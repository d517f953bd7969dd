import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { OfferedSlot } from '#server/features/branches/slots.ts'

interface Counter {
  rule_id: string
  work_group: string
  starts_at: Date
  units: number
}

/** Counters in the one order in which every transaction takes and releases them, so that none deadlock. */
const byCounter = <T extends { work_group: string; starts_at: Date }>(all: readonly T[]): T[] => {
  const keyOf = ({ work_group, starts_at }: T) => `${work_group} ${starts_at.toISOString()}`
  return all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/**
 * Takes an order's units from the slots that its work touches, the last statements of the transaction that places it.
 * Violates `slot_days_not_full` (`slot_full`) for more than is left, also under concurrent calls.
 */
export async function reserveSlots(
  tx: Tx,
  order: { id: string; branch_id: string },
  takes: OfferedSlot['takes'],
): Promise<void> {
  // Goods that take no work at all touch their slot without a unit.
  const counters = byCounter(
    takes.flatMap(({ slot: { rule_id, work_group, starts_at }, units }): Counter[] =>
      units === 0 ? [] : [{ rule_id, work_group, starts_at, units }],
    ),
  )
  const [first, ...others] = counters
  if (first === undefined) return
  const { branch_id } = order
  const rows = counters.map(({ rule_id: _rule, ...counter }) => ({ order_id: order.id, branch_id, ...counter }))
  const taken = await tx
    .with('entered', (db) => db.insertInto('order_slots').values(rows))
    .updateTable('slot_days')
    .set({ used: sql<number>`used + ${first.units}::integer` })
    .where(hasLeft(branch_id, first))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) await openCounter(tx, branch_id, first)
  for (const counter of others) {
    const { numUpdatedRows } = await tx
      .updateTable('slot_days')
      .set({ used: sql<number>`used + ${counter.units}::integer` })
      .where(hasLeft(branch_id, counter))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await openCounter(tx, branch_id, counter)
  }
}

/** The counter of a slot, where it has enough left. */
const hasLeft = (branch_id: string, { work_group, starts_at, units }: Counter) =>
  sql<boolean>`branch_id = ${branch_id}::uuid and work_group = ${work_group}::text and starts_at = ${starts_at}::timestamptz
    and used + ${units}::integer <= cap`

/**
 * A counter that exists has its slot's capacity; a new one gets it from the rule, which stays as it is until this transaction
 * ends, so that a capacity that is lowered meanwhile is seen here, or this order there.
 */
async function openCounter(tx: Tx, branch_id: string, { rule_id, work_group, starts_at, units }: Counter) {
  const { rows } = await sql`
    insert into slot_days as d (branch_id, work_group, starts_at, cap, used)
    select ${branch_id}::uuid, ${work_group}::text, ${starts_at}::timestamptz, t.capacity, ${units}::integer
    from time_slots t where t.id = ${rule_id} for share of t
    on conflict (branch_id, work_group, starts_at) do update set cap = excluded.cap, used = d.used + excluded.used
    returning used`.execute(tx)
  if (rows.length === 0) throw new SlotGone()
}

/** The rule of a slot was deleted since it was read. */
class SlotGone extends Error {
  readonly constraint = 'slot_days_not_full'
}

/** Gives back what an order took from its slots; once. Like taking them, the last statement: others wait for these rows. */
export async function releaseSlots(tx: Tx, order_id: string): Promise<void> {
  const taken = await tx
    .deleteFrom('order_slots')
    .where('order_id', '=', order_id)
    .returning(['branch_id', 'work_group', 'starts_at', 'units'])
    .execute()
  // An order has one branch, so that two orders with the same slots cannot deadlock.
  for (const { branch_id, work_group, starts_at, units } of byCounter(taken))
    await tx
      .updateTable('slot_days')
      .set({ used: sql<number>`used - ${units}` })
      .where('branch_id', '=', branch_id)
      .where('work_group', '=', work_group)
      .where('starts_at', '=', starts_at)
      .execute()
}

/** Gives what an order took from its slots to another one of its branch; the counters stay as they are. */
export async function moveSlots(tx: Tx, from_id: string, to_id: string): Promise<void> {
  await sql`
    with moved as (delete from order_slots where order_id = ${from_id}::uuid returning branch_id, work_group, starts_at, units)
    insert into order_slots as s (order_id, branch_id, work_group, starts_at, units)
    select ${to_id}::uuid, branch_id, work_group, starts_at, units from moved
    on conflict (order_id, work_group, starts_at) do update set units = s.units + excluded.units`.execute(tx)
}
