import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { variationName } from '#server/features/catalogue/stock.ts'
import { findPeopleOfBranch, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { atOnce, whenDue, type Due } from '#server/jobs.ts'

interface Alert {
  left_over: number
  branch_id: string
  branch: string
  unit_id: string
  item: string
  item_fr: string
  variation: string | null
  variation_fr: string | null
}

/** Takes an alert; undefined if another process has it. */
async function takeAlert(tx: Tx, id: string): Promise<Alert | undefined> {
  const { rows } = await sql<Alert>`
    with taken as (
      delete from stock_alerts where id = (select id from stock_alerts where id = ${id} for update skip locked)
      returning stock_level_id, left_over)
    select t.left_over, l.branch_id, b.name as branch, coalesce(l.variation_id, l.item_id) as unit_id,
      coalesce(i.name, i.name_fr, i.slug) as item, coalesce(i.name_fr, i.name, i.slug) as item_fr,
      ${variationName(false)} as variation, ${variationName(true)} as variation_fr
    from taken t join stock_levels l on l.id = t.stock_level_id join branches b on b.id = l.branch_id
      join items i on i.id = l.item_id left join item_variations v on v.id = l.variation_id
      left join item_attributes a on a.id = i.attribute_id`.execute(tx)
  return rows[0]
}

const named = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ')

const stockAlerts: Queue<{ id: string }> = {
  name: 'stock_alerts',
  find: ({ db }, { limit, isReady }) =>
    db
      .selectFrom('stock_alerts')
      .select('id')
      .where(isReady(sql.ref('stock_alerts.id')))
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  work: (deps, { id }, now) => transact(deps.db, (tx) => notifyOfAlert(tx, deps, id, now)),
}

async function notifyOfAlert(tx: Tx, deps: Pick<Deps, 'publicUrl'>, id: string, now: Date): Promise<boolean> {
  const alert = await takeAlert(tx, id)
  if (alert === undefined) return false
  const { branch_id, branch, unit_id, item, item_fr, variation, variation_fr, left_over } = alert
  const own = await findPeopleOfBranch(tx, branch_id, 'stock.update', 'branch')
  const people = own.length > 0 ? own : await findPeopleOfBranch(tx, branch_id, 'stock.update', 'everywhere')
  const params = { branch, item: named(item, variation), item_fr: named(item_fr, variation_fr), left: left_over }
  const news = { kind: 'low_stock' as const, branch_id, record_id: unit_id, path: `stock/${branch_id}_${unit_id}` }
  await notifyStaff(tx, deps, people, { ...news, params }, now)
  return true
}

export const stockAlertsDue: Due = () =>
  whenDue('stock_alerts', { from: sql`stock_alerts a`, key: sql`a.id`, when: atOnce })

/**
 * Notifies those who look after the stock of a branch, once each time it falls to its threshold; those of all branches where
 * the branch has nobody. Returns the number of alerts.
 */
export const notifyLowStock = (deps: Deps): Promise<number> => workThrough(deps, stockAlerts)
