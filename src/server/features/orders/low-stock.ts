import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { variationName } from '#server/features/catalogue/stock.ts'
import { findPeopleOfBranch, notifyStaff } from '#server/features/notifications/staff-notices.ts'

/** Alerts of one transaction, so that none waits long for another. */
const most_alerts = 20

type Alert = {
  id: string
  left_over: number
  branch_id: string
  branch: string
  unit_id: string
  item: string
  item_fr: string
  variation: string | null
  variation_fr: string | null
}

/** Takes the alerts that nobody else is telling, oldest first. */
async function takeAlerts(tx: Tx): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    with taken as (
      delete from stock_alerts where id in (
        select id from stock_alerts order by at, id limit ${most_alerts} for update skip locked)
      returning id, stock_level_id, left_over)
    select t.id, t.left_over, l.branch_id, b.name as branch, coalesce(l.variation_id, l.item_id) as unit_id,
      coalesce(i.name, i.name_fr, i.slug) as item, coalesce(i.name_fr, i.name, i.slug) as item_fr,
      ${variationName(false)} as variation, ${variationName(true)} as variation_fr
    from taken t join stock_levels l on l.id = t.stock_level_id join branches b on b.id = l.branch_id
      join items i on i.id = l.item_id left join item_variations v on v.id = l.variation_id
      left join item_attributes a on a.id = i.attribute_id
    order by t.id`.execute(tx)
  return rows
}

const named = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ')

/**
 * Tells those who look after the stock of a branch, once each time it falls to its threshold; those of all branches where
 * the branch has nobody (C-64). Safe in several processes at once.
 */
export async function tellLowStock(deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>): Promise<void> {
  const count = await transact(deps.db, async (tx) => {
    const alerts = await takeAlerts(tx)
    for (const { branch_id, branch, unit_id, item, item_fr, variation, variation_fr, left_over } of alerts) {
      const own = await findPeopleOfBranch(tx, branch_id, 'stock.update', 'branch')
      const people = own.length > 0 ? own : await findPeopleOfBranch(tx, branch_id, 'stock.update', 'everywhere')
      const params = { branch, item: named(item, variation), item_fr: named(item_fr, variation_fr), left: left_over }
      const news = { kind: 'low_stock' as const, branch_id, record_id: unit_id, path: `stock/${branch_id}_${unit_id}` }
      await notifyStaff(tx, deps, people, { ...news, params }, deps.clock())
    }
    return alerts.length
  })
  if (count === most_alerts) await tellLowStock(deps)
}
