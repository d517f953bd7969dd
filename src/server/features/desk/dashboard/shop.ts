import { sql } from 'kysely'
import type { Dashboard, DashboardFigureName } from '#contract/desk/dashboard.ts'
import type { Money } from '#contract/fields.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { orderStatuses, type OrderStatus } from '#contract/orders/order-states.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { countedUnits, isCounted, stockState } from '#server/features/catalogue/stock.ts'
import { findSales, findSoldItems } from '#server/features/orders/sale-sums.ts'
import { noScope, type Access, type Scope } from '#server/http/caller.ts'
import { averageOf, startOf, type Measured } from './measured.ts'
import { listDays, type Days } from './periods.ts'

interface Row {
  /** Null for sums of an hour. */
  day: string | null
  hour: number | null
  is_now: boolean
  currency: Currency
  status: OrderStatus | null
  orders: number
  sales: bigint
  sold: number
  gross: bigint
}

/**
 * Orders of the site, the app and the phone that were placed in both periods, by day and state, and by hour: paid ones less
 * their refunds are sales.
 */
async function countPlaced(db: Db, days: Days, before: Days, zone: string, scope: Scope): Promise<Row[]> {
  const range = { from: startOf(before.from, zone), until: startOf(days.to, zone, 1) }
  const sums = sql`sum(orders)::float8 as orders, sum(sales_minor)::bigint as sales, sum(sold)::float8 as sold, sum(gross_minor)::bigint as gross`
  const { rows } = await sql<Row>`
    with local as materialized (
      select to_char(quarter at time zone ${zone}, 'YYYY-MM-DD') as day, extract(hour from quarter at time zone ${zone})::int as hour,
        quarter >= ${startOf(days.from, zone)} as is_now, f.* from (${findSales(range, scope)}) f)
    select day, null::int as hour, is_now, currency, status, ${sums} from local group by 1, 3, 4, 5
    union all select null, hour, is_now, currency, null, ${sums} from local group by 2, 3, 4`.execute(db)
  return rows
}

/** What was refunded of the orders of both periods that are among those of `countPlaced`. */
async function sumRefunds(
  db: Db,
  days: Days,
  before: Days,
  zone: string,
  scope: Scope,
): Promise<{ during: Money[]; earlier: Money[] }> {
  const { rows } = await sql<{ is_now: boolean; currency: Currency; refunded: bigint }>`
    select o.created_at >= ${startOf(days.from, zone)} as is_now, o.currency, sum(o.refunded_minor)::bigint as refunded
    from orders o
    where o.refunded_minor > 0 and o.created_at >= ${startOf(before.from, zone)} and o.created_at < ${startOf(days.to, zone, 1)}
      and o.source <> 'pos' and ${withinBranches(sql.ref('o.branch_id'), scope)} group by 1, 2 order by 2`.execute(db)
  const amountsOf = (ofNow: boolean) =>
    rows
      .filter(({ is_now }) => is_now === ofNow)
      .map(({ currency, refunded }) => ({ amount: toMajor(refunded, currency), currency }))
  return { during: amountsOf(true), earlier: amountsOf(false) }
}

interface CounterRow {
  is_now: boolean
  currency: Currency
  orders: number
  sales: bigint
}

/** What counters sold in both periods, less what was refunded of it. */
async function countCounterSales(db: Db, days: Days, before: Days, zone: string, scope: Scope): Promise<CounterRow[]> {
  const { rows } = await sql<CounterRow>`
    select o.created_at >= ${startOf(days.from, zone)} as is_now, o.currency, count(*)::int as orders,
      sum(o.total_minor - o.refunded_minor)::bigint as sales
    from orders o
    where o.source = 'pos' and o.payment_status = 'paid' and o.created_at >= ${startOf(before.from, zone)}
      and o.created_at < ${startOf(days.to, zone, 1)} and ${withinBranches(sql.ref('o.branch_id'), scope)}
    group by 1, 2 order by 2`.execute(db)
  return rows
}

/** How many items are shown among those that were sold most often. */
const most_items = 5

async function findTopItems(
  db: Db,
  days: Days,
  zone: string,
  scope: Scope,
  language: Language,
): Promise<Shop['top_items']> {
  const range = { from: startOf(days.from, zone), until: startOf(days.to, zone, 1) }
  const { rows } = await sql<{ id: string; name: string; quantity: number }>`
    with sold as (select item_id, sum(quantity)::float8 as quantity from (${findSoldItems(range, scope)}) f group by 1)
    select i.id, ${language === 'fr' ? sql`coalesce(i.name_fr, i.name, i.slug)` : sql`coalesce(i.name, i.name_fr, i.slug)`} as name,
      s.quantity
    from sold s join items i on i.id = s.item_id order by 3 desc, 2 limit ${most_items}`.execute(db)
  return rows.map(({ id, name, quantity }) => ({ name, quantity, list: `items/${id}` }))
}

type Shop = NonNullable<Dashboard['shop']>

/** Sums rows of one day or hour by currency. */
function sumSales(rows: readonly Row[]): Money[] {
  const sums = new Map<Currency, bigint>()
  for (const { currency, sales } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + sales)
  return [...sums]
    .map(([currency, sales]) => ({ amount: toMajor(sales, currency), currency }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))
}

/** Sales by day and by hour beside the period before, and orders by state. */
function toSeries(rows: readonly Row[], days: Days, before: Days, list: string): Omit<Shop, 'top_items'> {
  const ofDay = Map.groupBy(rows, ({ day }) => day)
  const earlier = listDays(before)
  const now = rows.filter(({ day, is_now }) => day !== null && is_now)
  const countOf = (some: readonly Row[]) => some.reduce((sum, { orders }) => sum + orders, 0)
  const hourly = rows.filter(({ hour }) => hour !== null)
  return {
    states: orderStatuses.flatMap((status) => {
      const count = countOf(now.filter((row) => row.status === status))
      return count === 0 ? [] : [{ status, count, list: `${list}&state=${status}` }]
    }),
    days: listDays(days).map((day, n) => {
      const own = ofDay.get(day) ?? []
      return { day, orders: countOf(own), sales: sumSales(own), previous: sumSales(ofDay.get(earlier[n]!) ?? []) }
    }),
    hours: Array.from({ length: 24 }, (_hour, hour) => {
      const own = hourly.filter((row) => row.hour === hour)
      return {
        hour,
        sales: sumSales(own.filter(({ is_now }) => is_now)),
        previous: sumSales(own.filter(({ is_now }) => !is_now)),
      }
    }),
  }
}

interface Sum {
  currency: Currency
  sales: bigint
  sold: number
  gross: bigint
  orders: number
}

/** The rows of the days of a period, as one for each currency. */
function sumByCurrency(rows: readonly Row[], is_now: boolean): Sum[] {
  const sums = new Map<Currency, Sum>()
  for (const row of rows) {
    if (row.day === null || row.is_now !== is_now) continue
    const { currency } = row
    const sum = sums.get(currency) ?? { currency, sales: 0n, sold: 0, gross: 0n, orders: 0 }
    sums.set(currency, {
      currency,
      sales: sum.sales + row.sales,
      sold: sum.sold + row.sold,
      gross: sum.gross + row.gross,
      orders: sum.orders + row.orders,
    })
  }
  return [...sums.values()]
}

const amountsOf = (rows: readonly Sum[], pick: (row: Sum) => bigint | undefined): Money[] =>
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
      and not (o.status = 'pending' and o.payment_status = 'unpaid' and o.payment_method is null) and ${withinBranches(sql.ref('o.branch_id'), scope)}`.execute(
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

async function countUnread(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from threads t
    where t.unread_by_branch > 0 and ${withinBranches(sql.ref('t.branch_id'), scope)}`.execute(db)
  return rows[0]!.count
}

/** The branches of which a person may see the orders. */
export async function findDashboardBranches(db: Db, access: Access): Promise<Dashboard['branches']> {
  const scope = access.get('orders.view')
  if (scope === undefined) return []
  return db
    .selectFrom('branches')
    .select(['id', 'name', 'city'])
    .where(withinBranches(sql.ref('id'), scope))
    .orderBy('city')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** What a person may do at one branch. */
export function narrowToBranch(access: Access, branch_id: string): Access {
  const own = { ...noScope, branch_ids: [branch_id] }
  return new Map(
    [...access].flatMap(([name, scope]) => (includesBranch(scope, branch_id) ? [[name, own] as const] : [])),
  )
}

const within = async <T>(access: Access, permission: Permission, count: (scope: Scope) => Promise<T>) => {
  const scope = access.get(permission)
  return scope === undefined ? undefined : count(scope)
}

/** The open work of the branches of which the person may open the lists; `branch` is the chosen one. */
export async function countShopWork(
  db: Db,
  access: Access,
  now: Date,
  branch?: string,
): Promise<Partial<Record<DashboardFigureName, Measured>>> {
  const [open, returns, low, unread] = await Promise.all([
    within(access, 'orders.view', (scope) => countOpen(db, scope, now)),
    within(access, 'returns.view', (scope) => countReturns(db, scope)),
    within(access, 'stock.view', (scope) => countLowStock(db, scope)),
    within(access, 'messages.view', (scope) => countUnread(db, scope)),
  ])
  const at = branch === undefined ? '' : `branch=${branch}&`
  const measured: Partial<Record<DashboardFigureName, Measured>> = {}
  if (open !== undefined) {
    measured.open_orders = {
      value: open.open,
      previous: null,
      list: branch === undefined ? 'order-board' : `order-board?branch=${branch}`,
    }
    measured.late_orders = {
      value: open.late,
      previous: null,
      list: branch === undefined ? 'order-board' : `order-board?branch=${branch}`,
    }
  }
  if (returns !== undefined)
    measured.open_returns = { value: returns, previous: null, list: `order-returns?${at}state=requested` }
  if (low !== undefined) measured.low_stock = { value: low, previous: null, list: `stock?${at}state=low` }
  if (unread !== undefined)
    measured.unread_messages = { value: unread, previous: null, list: `messages?${at}state=unread` }
  return measured
}

/** The figures of the shop over the branches of which the person may open the lists; `branch` is the chosen one. */
export async function measureShop(
  db: Db,
  { days, before, zone, branch }: { days: Days; before: Days; zone: string; branch: string | undefined },
  access: Access,
  language: Language,
  now: Date,
): Promise<{ figures: Partial<Record<DashboardFigureName, Measured>>; shop: Shop | null }> {
  const [placed, refunds, counter, top_items, measured] = await Promise.all([
    within(access, 'orders.view', (scope) => countPlaced(db, days, before, zone, scope)),
    within(access, 'orders.view', (scope) => sumRefunds(db, days, before, zone, scope)),
    within(access, 'orders.view', (scope) => countCounterSales(db, days, before, zone, scope)),
    within(access, 'orders.view', (scope) => findTopItems(db, days, zone, scope, language)),
    countShopWork(db, access, now, branch),
  ])
  const at = branch === undefined ? '' : `branch=${branch}&`
  const list = `online-orders?${at}created_from=${days.from}&created_to=${days.to}`
  if (placed !== undefined) {
    const [during, earlier] = [sumByCurrency(placed, true), sumByCurrency(placed, false)]
    const ofBoth = (value: (rows: readonly Sum[]) => Measured['value']) => ({
      value: value(during),
      previous: value(earlier),
      list,
    })
    measured.orders = ofBoth((rows) => rows.reduce((sum, row) => sum + row.orders, 0))
    measured.sales = ofBoth((rows) => amountsOf(rows, ({ sales }) => sales))
    measured.average_order = ofBoth((rows) =>
      amountsOf(rows, ({ gross, sold, currency }) => (sold === 0 ? undefined : averageOf(gross, sold, currency))),
    )
  }
  if (refunds !== undefined)
    measured.refunded_orders = {
      value: refunds.during,
      previous: refunds.earlier,
      list: `${list}&columns=order_number,status,customer,branch,total,refunded,created_at`,
    }
  if (counter !== undefined) {
    const ofPeriod = (is_now: boolean) => counter.filter((row) => row.is_now === is_now)
    const counterList = `pos-orders?${at}created_from=${days.from}&created_to=${days.to}`
    const count = (rows: readonly CounterRow[]) => rows.reduce((sum, { orders }) => sum + orders, 0)
    const amounts = (rows: readonly CounterRow[]) =>
      rows.map(({ sales, currency }) => ({ amount: toMajor(sales, currency), currency }))
    const ofBoth = (value: (rows: readonly CounterRow[]) => Measured['value']) => ({
      value: value(ofPeriod(true)),
      previous: value(ofPeriod(false)),
      list: counterList,
    })
    measured.counter_orders = ofBoth(count)
    measured.counter_sales = ofBoth(amounts)
  }
  const shop = placed === undefined ? null : { ...toSeries(placed, days, before, list), top_items: top_items ?? [] }
  return { figures: measured, shop }
}
