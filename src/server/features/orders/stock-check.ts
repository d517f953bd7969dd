import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { checkRules, rule, type Rule } from '#server/features/wallet/ledger/rule.ts'
import { saleRules } from './sale-sums.ts'

/** Stock and capacity, computed from orders and movements: stored counters could have drifted. */
const stockRules: readonly Rule[] = [
  rule(
    'what is on hand and reserved is the sum of its movements',
    sql<{ id: string; on_hand: number; moved: number; reserved: number; moved_reserved: number }>`
      select l.id, l.on_hand, coalesce(sum(m.on_hand), 0)::int as moved, l.reserved, coalesce(sum(m.reserved), 0)::int as moved_reserved
      from stock_levels l left join stock_movements m on m.stock_level_id = l.id group by l.id
      having l.on_hand <> coalesce(sum(m.on_hand), 0) or l.reserved <> coalesce(sum(m.reserved), 0)`,
    ({ id, on_hand, moved, reserved, moved_reserved }) =>
      `stock ${id} has ${on_hand} on hand and ${reserved} reserved, its movements sum to ${moved} and ${moved_reserved}`,
  ),
  rule(
    'what is reserved is what open orders take',
    sql<{ id: string; reserved: number; taken: number }>`
      with taken as (
        select n.stock_level_id as id, sum(n.quantity - n.refunded_quantity)::int as units
        from order_lines n join orders o on o.id = n.order_id
        where n.stock_level_id is not null and o.status not in ('completed', 'canceled', 'rejected', 'returned') group by 1)
      select l.id, l.reserved, coalesce(t.units, 0) as taken from stock_levels l left join taken t using (id)
      where l.reserved <> coalesce(t.units, 0)`,
    ({ id, reserved, taken }) => `stock ${id} has ${reserved} reserved, and open orders take ${taken}`,
  ),
  rule(
    'a slot is taken by as much as its orders take',
    sql<{ branch_id: string; work_group: string; starts_at: Date; used: number; taken: number }>`
      with taken as (
        select s.branch_id, s.work_group, s.starts_at, sum(s.units)::int as units from order_slots s group by 1, 2, 3)
      select branch_id, work_group, starts_at, coalesce(d.used, 0) as used, coalesce(t.units, 0) as taken
      from slot_days d full join taken t using (branch_id, work_group, starts_at)
      where coalesce(d.used, 0) <> coalesce(t.units, 0)`,
    ({ branch_id, work_group, starts_at, used, taken }) =>
      `${work_group} of branch ${branch_id} at ${starts_at.toISOString()} counts ${used}, and orders take ${taken}`,
  ),
  rule(
    'an order that ended before it was handed over takes no slot',
    sql<{ order_number: string; status: string }>`
      select distinct o.order_number, o.status from orders o join order_slots s on s.order_id = o.id
      where o.status in ('canceled', 'rejected')`,
    ({ order_number, status }) => `order ${order_number} is ${status} and still takes a slot`,
  ),
]

/** Compares stock, slots and sums of sales with orders and movements. Returns one sentence for each violation, none if all hold. */
export const checkStock = (db: Db): Promise<string[]> => checkRules(db, [...stockRules, ...saleRules])
