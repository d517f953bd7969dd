import { sql, type RawBuilder } from 'kysely'
import {
  comparedDays,
  type Compared,
  type compareToday as contract,
  type TodayFigures,
} from '#contract/desk/dashboard.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { wallDay } from '#contract/wall-clock.ts'
import type { Db } from '#server/database/connect.ts'
import { withinBranches, withinParks } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { startOf } from './measured.ts'
import { narrowToBranch } from './shop.ts'

interface Window {
  zone: string
  now: Date
}

/** What was sold at a place between midnight and this time of the day, `days_ago`. */
interface Row {
  days_ago: (typeof comparedDays)[number]
  country: CountryCode
  currency: Currency
  count: number
  amount_minor: bigint
}
interface BranchRow extends Row {
  branch_id: string
  branch: string
  city: string
}

/** The rows of a table that were created on one of the days before the same time, by its index. */
const createdOn = (table: string, { zone, now }: Window): RawBuilder<unknown> => sql`
  (values ${sql.join(
    comparedDays.map(
      (days) => sql`(${sql.lit(days)}, ${startOf(wallDay(now, zone), zone, -days)},
        ((${now}::timestamptz at time zone ${zone}) - make_interval(days => ${sql.lit(days)})) at time zone ${zone})`,
    ),
  )}) w (days_ago, since, until)
  cross join lateral (select * from ${sql.table(table)} where created_at >= w.since and created_at <= w.until offset 0)`

/** Paid bookings and what was paid for them, less refunds, by country. */
async function findBookings(db: Db, window: Window, scope: Scope): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.days_ago, c.code as country, b.currency, count(*)::int as count,
      sum(b.total_minor - b.refunded_minor)::bigint as amount_minor
    from ${createdOn('bookings', window)} b join parks p on p.id = b.park_id join countries c on c.id = p.country_id
    where b.status not in ('pending', 'expired') and ${withinParks('p', scope)} group by 1, 2, 3`.execute(db)
  return rows
}

/** Orders of the site, the app and the phone, and what was paid for them, less refunds, by branch. */
async function findOrders(db: Db, window: Window, scope: Scope): Promise<BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    select w.days_ago, c.code as country, o.currency, n.id as branch_id, n.name as branch, n.city, count(*)::int as count,
      coalesce(sum(o.total_minor - o.refunded_minor) filter (where o.payment_status = 'paid'), 0)::bigint as amount_minor
    from ${createdOn('orders', window)} o join branches n on n.id = o.branch_id join countries c on c.id = n.country_id
    where o.source <> 'pos' and ${withinBranches(sql.ref('o.branch_id'), scope)} group by 1, 2, 3, n.id`.execute(db)
  return rows
}

const sumOf = (rows: readonly Row[], days_ago: number) => {
  const own = rows.filter((row) => row.days_ago === days_ago)
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    amount_minor: own.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
  }
}

/** Counts and amounts of each day; null for what the reader may not see. */
function compare(rows: readonly Row[] | undefined, currency: Currency): { counts: Compared; amounts: Compared } | null {
  if (rows === undefined) return null
  const [today, yesterday, week_ago] = comparedDays.map((days) => sumOf(rows, days))
  const each = (value: (sum: ReturnType<typeof sumOf>) => number): Compared => ({
    today: value(today!),
    yesterday: value(yesterday!),
    week_ago: value(week_ago!),
  })
  return {
    counts: each(({ count }) => count),
    amounts: each(({ amount_minor }) => toMajor(amount_minor, currency)),
  }
}

function toFigures(
  bookings: readonly Row[] | undefined,
  orders: readonly Row[] | undefined,
  currency: Currency,
): TodayFigures {
  const [booked, ordered] = [compare(bookings, currency), compare(orders, currency)]
  return {
    currency,
    bookings: booked?.counts ?? null,
    revenue: booked?.amounts ?? null,
    orders: ordered?.counts ?? null,
    sales: ordered?.amounts ?? null,
  }
}

/**
 * Today until now, beside the same hours of yesterday and of the same day of last week, by country and by branch; places
 * without anything on these days are left out. Only what the reader may see: car parks and branches of their scope. With
 * `branch` there is that one alone. Throws `not_found` for a branch outside the scope.
 */
export async function compareToday(
  db: Db,
  { timezone: zone, branch }: ParsedQuery<typeof contract>,
  whole: Access,
  now: Date,
): Promise<AnswerOf<typeof contract>> {
  const of = whole.get('orders.view')
  if (branch !== undefined && (of === undefined || !includesBranch(of, branch))) throw new AppError('not_found')
  const access = branch === undefined ? whole : narrowToBranch(whole, branch)
  const [parks, shops] = [branch === undefined ? access.get('bookings.view') : undefined, access.get('orders.view')]
  const window = { zone, now }
  const [bookings, orders] = await Promise.all([
    parks && findBookings(db, window, parks),
    shops && findOrders(db, window, shops),
  ])
  const keyOf = ({ country, currency }: Row) => `${country} ${currency}`
  const all: Row[] = [...(bookings ?? []), ...(orders ?? [])]
  const countries = [...Map.groupBy(all, keyOf).keys()].toSorted().map((key) => {
    const isOf = (row: Row) => keyOf(row) === key
    const { country, currency } = all.find(isOf)!
    return { country, ...toFigures(bookings?.filter(isOf), orders?.filter(isOf), currency) }
  })
  const branches = [...Map.groupBy(orders ?? [], ({ branch_id }) => branch_id)].map(([id, rows]) => {
    const { branch: name, city, country, currency } = rows[0]!
    return { id, name, city, country, ...toFigures(undefined, rows, currency) }
  })
  return {
    day: wallDay(now, zone),
    until: now.toISOString(),
    countries: branch === undefined ? countries : [],
    branches: branches.toSorted(
      (a, b) => b.orders!.today - a.orders!.today || a.city.localeCompare(b.city) || a.name.localeCompare(b.name),
    ),
  }
}
