import { sql } from 'kysely'
import type { DashboardFigureName } from '#contract/desk/dashboard.ts'
import type { Money } from '#contract/fields.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import type { Access, Scope } from '#server/features/access/scopes.ts'
import { countedUnits, isCounted, stockState } from '#server/features/catalogue/stock.ts'
import { between, startOf, type Measured } from './measured.ts'
import type { Days } from './periods.ts'

type Row = { is_now: boolean; currency: Currency; orders: number; sales: bigint; sold: number; gross: bigint }

/** Orders of the site and the app that were placed in both periods, by currency: paid ones less their refunds are sales. */
async function countPlaced(db: Db, days: Days, before: Days, zone: string, scope: Scope): Promise<Row[]> {
  const isSold = sql`o.payment_status = 'paid' and o.status not in ('canceled', 'rejected', 'returned')`
  const { rows } = await sql<Row>`
    select o.created_at >= ${startOf(days.from, zone)} as is_now, o.currency, count(*)::int as orders,
      coalesce(sum(o.total_minor - o.refunded_minor) filter (where o.payment_status = 'paid'), 0)::bigint as sales,
      (count(*) filter (where ${isSold}))::int as sold,
      coalesce(sum(o.total_minor) filter (where ${isSold}), 0)::bigint as gross
    from orders o where ${between(sql`o.created_at`, { from: before.from, to: days.to }, zone)} and o.source <> 'pos'
      and ${withinBranches(sql.ref('o.branch_id'), scope)}
    group by 1, 2`.execute(db)
  return rows
}

const amountsOf = (rows: readonly Row[], pick: (row: Row) => bigint | undefined): Money[] =>
  rows
    .flatMap((row) => {
      const minor = pick(row)
      return minor === undefined ? [] : [{ amount: toMajor(minor, row.currency), currency: row.currency }]
    })
    .toSorted((a, b) => a.currency.localeCompare(b.currency))

/** Open orders, and those of them that are not ready although they were promised by now. */
async function countOpen(db: Db, scope: Scope, now: Date): Promise<{ open: number; late: number }> {
  const promised = sql`o.slot_starts_at + make_interval(mins => o.delay_minutes)`
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*)::int as open, (count(*) filter (where ${promised} < ${now}::timestamptz
      and not (o.status = 'ready' and o.order_type = 'takeaway')))::int as late
    from orders o where o.status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery')
      and not (o.status = 'pending' and o.payment_status = 'unpaid') and ${withinBranches(sql.ref('o.branch_id'), scope)}`.execute(
    db,
  )
  return rows[0]!
}

async function countReturns(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_returns r join orders o on o.id = r.order_id
    where r.status = 'requested' and ${withinBranches(sql.ref('o.branch_id'), scope)}`.execute(db)
  return rows[0]!.count
}

async function countLowStock(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${countedUnits}
    where ${isCounted} and ${stockState} = 'low' and ${withinBranches(sql.ref('b.id'), scope)}`.execute(db)
  return rows[0]!.count
}

/** The figures of the shop over the branches of which the person may open the lists. */
export async function measureShop(
  db: Db,
  { days, before, zone }: { days: Days; before: Days; zone: string },
  access: Access,
  now: Date,
): Promise<Partial<Record<DashboardFigureName, Measured>>> {
  const within = async <T>(permission: Permission, count: (scope: Scope) => Promise<T>) => {
    const scope = access.get(permission)
    return scope === undefined ? undefined : count(scope)
  }
  const [placed, open, returns, low] = await Promise.all([
    within('orders.view', (scope) => countPlaced(db, days, before, zone, scope)),
    within('orders.view', (scope) => countOpen(db, scope, now)),
    within('returns.view', (scope) => countReturns(db, scope)),
    within('stock.view', (scope) => countLowStock(db, scope)),
  ])
  const measured: Partial<Record<DashboardFigureName, Measured>> = {}
  if (placed !== undefined) {
    const list = `online-orders?created_from=${days.from}&created_to=${days.to}`
    const [during, earlier] = [placed.filter(({ is_now }) => is_now), placed.filter(({ is_now }) => !is_now)]
    const ofBoth = (value: (rows: readonly Row[]) => Measured['value']) => ({
      value: value(during),
      previous: value(earlier),
      list,
    })
    measured.orders = ofBoth((rows) => rows.reduce((sum, row) => sum + row.orders, 0))
    measured.sales = ofBoth((rows) => amountsOf(rows, ({ sales }) => sales))
    measured.average_order = ofBoth((rows) =>
      amountsOf(rows, ({ gross, sold }) => (sold === 0 ? undefined : gross / BigInt(sold))),
    )
  }
  if (open !== undefined) {
    measured.open_orders = { value: open.open, previous: null, list: 'order-board' }
    measured.late_orders = { value: open.late, previous: null, list: 'order-board' }
  }
  if (returns !== undefined)
    measured.open_returns = { value: returns, previous: null, list: 'order-returns?state=requested' }
  if (low !== undefined) measured.low_stock = { value: low, previous: null, list: 'stock?state=low' }
  return measured
}
