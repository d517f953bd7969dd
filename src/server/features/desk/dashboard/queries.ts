import { sql, type RawBuilder } from 'kysely'
import {
  dashboardFigures,
  type countWaiting,
  type Dashboard,
  type DashboardFigureName,
  type getDashboard as contract,
} from '#contract/desk/dashboard.ts'
import { waitingFigures } from '#contract/desk/waiting.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import type { Money } from '#contract/fields.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Language } from '#contract/places/places.ts'
import { wallDay } from '#contract/wall-clock.ts'
import type { Db } from '#server/database/connect.ts'
import { isVisibleCustomer } from '#server/features/access/contacts.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { convertDays, type StoredRate } from '#server/features/currencies/convert.ts'
import { waitsForStaff } from '#server/features/documents/staff/waiting.ts'
import { waitsForCheck } from '#server/features/payouts/desk.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { averageOf, between, type Measured, type Value } from './measured.ts'
import { findOccupancy, findOwed } from './owed.ts'
import { daysBefore, listDays, toDays, type Days } from './periods.ts'
import { countShopWork, findDashboardBranches, measureShop, narrowToBranch } from './shop.ts'

/** The revenue and the sales of a dashboard's days in one currency. */
async function convertTotals(
  db: Db,
  { days, shop, to: last }: Pick<Dashboard, 'days' | 'shop' | 'to'>,
  currency: Currency,
): Promise<NonNullable<Dashboard['totals']>> {
  const stored: StoredRate[] = await db
    .selectFrom('exchange_rates')
    .select(['currency', 'against', 'rate', 'source'])
    .select(sql<string>`day::text`.as('day'))
    .where((where) => where.or([where('currency', '=', currency), where('against', '=', currency)]))
    .where(sql<boolean>`day <= ${last}::date`)
    .$narrowType<Pick<StoredRate, 'currency' | 'against'>>()
    .execute()
  const revenue = convertDays(
    days.map(({ day, revenue: amounts }) => ({ day, amounts })),
    currency,
    stored,
  )
  const sales = convertDays(
    (shop?.days ?? []).map(({ day, sales: amounts }) => ({ day, amounts })),
    currency,
    stored,
  )
  const rates = new Map([...revenue.rates, ...sales.rates])
  return {
    currency,
    revenue: days.length === 0 ? null : (revenue.total ?? null),
    sales: shop === null ? null : (sales.total ?? null),
    rates: [...rates].map(([from, rate]) => ({ currency: from, rate: rate.rate, day: rate.day, source: rate.source })),
    missing: [...new Set([...revenue.missing, ...sales.missing])],
  }
}

/** The permission that a figure needs besides that of the dashboard: that of its list. Those of the shop name their own. */
const needed: Partial<Record<DashboardFigureName, Permission>> = {
  bookings: 'bookings.view',
  revenue: 'bookings.view',
  average_booking: 'bookings.view',
  refunded: 'bookings.view',
  new_customers: 'customers.view',
  arrivals_today: 'bookings.view',
  parked_now: 'bookings.view',
  occupancy: 'bookings.view',
  documents_waiting: 'documents.view',
  open_reports: 'park_reports.view',
  new_messages: 'leads.view',
  open_claims: 'partner_requests.view',
  disputes_waiting: 'refunds.view',
  failed_refunds: 'refunds.view',
  payouts_waiting: 'payouts.approve',
  payees_waiting: 'payouts.update',
  open_discrepancies: 'money.view',
  failed_mails: 'health.view',
}

/**
 * The figures of a period that the person may see, over the car parks of their scope, each with the list that shows what
 * was counted. Days are in the given time zone. Bookings count when they were made and paid; revenue is what was paid for
 * them, less refunds. With `branch` there are its shop's figures alone. Throws 422 for wrong days, `not_found` for a branch
 * outside the scope.
 */
export async function findDashboard(
  db: Db,
  { period, timezone, branch, currency, ...own }: ParsedQuery<typeof contract>,
  { access: whole, scope, language }: { access: Access; scope: Scope; language: Language },
  now: Date,
): Promise<Dashboard> {
  const today = wallDay(now, timezone)
  const days = toDays(period, own, today)
  const before = daysBefore(days)
  const branches = await findDashboardBranches(db, whole)
  if (branch !== undefined && !branches.some(({ id }) => id === branch)) throw new AppError('not_found')
  // Car parks and the rest belong to no branch.
  const access = branch === undefined ? whole : narrowToBranch(whole, branch)
  const hasParks = branch === undefined && access.has('bookings.view')
  const within = access.get('bookings.view') ?? scope
  const [made, stays, customers, work, { figures: ofShop, shop }, owed, occupancy] = await Promise.all([
    hasParks ? countMade(db, { from: before.from, to: days.to }, timezone, within) : undefined,
    hasParks ? countStays(db, today, timezone, within, now) : undefined,
    countCustomers(db, { days, before, zone: timezone, now }, access),
    countWork(db, access, now),
    measureShop(db, { days, before, zone: timezone, branch }, access, language, now),
    branch === undefined ? findOwed(db, whole, now) : null,
    hasParks ? findOccupancy(db, days, timezone, within) : undefined,
  ])
  const measured: Partial<Record<DashboardFigureName, Measured>> = { ...customers, ...work, ...ofShop }
  const created = `created_from=${days.from}&created_to=${days.to}`
  if (made !== undefined) {
    const [during, earlier] = [sumMade(made, days), sumMade(made, before)]
    const ofBoth = (value: (sum: Sum) => Value, list: string) => ({
      value: value(during),
      previous: value(earlier),
      list,
    })
    measured.bookings = ofBoth(({ bookings }) => bookings, `bookings?${created}`)
    measured.revenue = ofBoth(
      ({ amounts }) => toAmounts(amounts, ({ paid, refunded }) => paid - refunded),
      `bookings?${created}`,
    )
    measured.average_booking = ofBoth(
      ({ amounts }) => toAmounts(amounts, ({ paid, bookings }, currency) => averageOf(paid, bookings, currency)),
      `bookings?${created}`,
    )
    measured.refunded = ofBoth(
      ({ amounts }) => toAmounts(amounts, ({ refunded }) => refunded),
      `bookings?${created}&columns=booking_code,status,park,customer,total,refunded,created_at`,
    )
  }
  if (stays !== undefined) {
    measured.arrivals_today = {
      value: stays.arrivals,
      previous: null,
      list: `bookings?start_from=${today}&start_to=${today}`,
    }
    measured.parked_now = { value: stays.parked, previous: null, list: 'bookings?state=checked_in' }
    measured.occupancy = {
      value: stays.capacity === 0 ? 0 : Math.round((1_000 * stays.taken) / stays.capacity) / 10,
      previous: null,
      list: 'parks?state=bookable',
    }
  }
  const series = made === undefined ? [] : toDaySeries(made, days, before, occupancy)
  return {
    ...days,
    totals: currency === undefined ? null : await convertTotals(db, { days: series, shop, to: days.to }, currency),
    figures: dashboardFigures.flatMap((name) => (measured[name] === undefined ? [] : [{ name, ...measured[name] }])),
    days: series,
    hours: made === undefined ? [] : toHourSeries(made, days),
    owed,
    branches,
    shop,
  }
}

interface Made {
  day: string
  hour: number
  currency: Currency
  bookings: number
  paid: bigint
  refunded: bigint
}

/**
 * Paid bookings by the day and hour in which they were made. Summed by quarter hour first: all time zones begin their hours
 * with one, and local times are found for few rows instead of for each booking.
 */
async function countMade(db: Db, days: Days, zone: string, scope: Scope): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select to_char(q.quarter at time zone ${zone}, 'YYYY-MM-DD') as day,
      extract(hour from q.quarter at time zone ${zone})::int as hour, q.currency,
      sum(q.bookings)::int as bookings, sum(q.paid)::bigint as paid, sum(q.refunded)::bigint as refunded
    from (
      select date_bin('15 minutes', b.created_at, '2000-01-01Z'::timestamptz) as quarter, b.currency, count(*) as bookings,
        sum(b.total_minor) as paid, sum(b.refunded_minor) as refunded
      from bookings b ${scope.everywhere ? sql`` : sql`join parks p on p.id = b.park_id`}
      where ${between(sql`b.created_at`, days, zone)} and b.status not in ('pending', 'expired')
        and ${withinParks('p', scope)}
      group by 1, 2
    ) q group by 1, 2, 3`.execute(db)
  return rows
}

type Amounts = Map<Currency, { bookings: number; paid: bigint; refunded: bigint }>
interface Sum {
  bookings: number
  amounts: Amounts
}

function sumMade(made: readonly Made[], { from, to }: Days): Sum {
  const amounts: Amounts = new Map()
  let all = 0
  for (const { day, currency, bookings, paid, refunded } of made) {
    if (day < from || day > to) continue
    all += bookings
    const sum = amounts.get(currency) ?? { bookings: 0, paid: 0n, refunded: 0n }
    amounts.set(currency, {
      bookings: sum.bookings + bookings,
      paid: sum.paid + paid,
      refunded: sum.refunded + refunded,
    })
  }
  return { bookings: all, amounts }
}

const toAmounts = (
  amounts: Amounts,
  pick: (sum: { bookings: number; paid: bigint; refunded: bigint }, currency: Currency) => bigint,
): Money[] =>
  [...amounts]
    .map(([currency, sum]) => ({ amount: toMajor(pick(sum, currency), currency), currency }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))

function toDaySeries(
  made: readonly Made[],
  days: Days,
  before: Days,
  occupancy: ReadonlyMap<string, number> | undefined,
): Dashboard['days'] {
  const earlier = listDays(before)
  const sumOf = (day: string) => sumMade(made, { from: day, to: day })
  return listDays(days).map((day, n) => {
    const { bookings, amounts } = sumOf(day)
    return {
      day,
      bookings,
      previous: sumOf(earlier[n]!).bookings,
      revenue: toAmounts(amounts, ({ paid, refunded }) => paid - refunded),
      occupancy: occupancy?.get(day) ?? null,
    }
  })
}

function toHourSeries(made: readonly Made[], { from }: Days): Dashboard['hours'] {
  const hours = Array.from({ length: 24 }, (_hour, hour) => ({ hour, bookings: 0, previous: 0 }))
  for (const { day, hour, bookings } of made) hours[hour]![day >= from ? 'bookings' : 'previous'] += bookings
  return hours
}

/** Bookings that start today, cars that are parked, and the spaces that are taken of those that can be booked. */
async function countStays(db: Db, today: string, zone: string, scope: Scope, now: Date) {
  const parks = sql`join parks p on p.id = b.park_id`
  const inScope = withinParks('p', scope)
  const { rows } = await sql<{ arrivals: number; parked: number; taken: number; capacity: number }>`select
    (select count(*)::int from bookings b ${parks} where ${between(sql`b.start_time`, { from: today, to: today }, zone)}
      and b.status not in ('pending', 'expired', 'cancelled') and ${inScope}) as arrivals,
    (select count(*)::int from bookings b ${parks} where b.next_look_at is not null
      and b.status in ('checked_in', 'overstayed') and ${inScope}) as parked,
    (select count(*)::int from bookings b ${parks} where b.next_look_at is not null and b.start_time <= ${now}
      and b.end_time > ${now} and b.status in ('active', 'checked_in', 'overstayed') and ${inScope}) as taken,
    (select coalesce(sum(coalesce(o.capacity_now, o.capacity)), 0)::float8 from pools o join parks p on p.id = o.park_id
      where p.partner_id is not null and ${inScope}) as capacity`.execute(db)
  return rows[0]!
}

/** New customers whom the person may see. */
async function countCustomers(
  db: Db,
  { days, before, zone, now }: { days: Days; before: Days; zone: string; now: Date },
  access: Access,
): Promise<Partial<Record<DashboardFigureName, Measured>>> {
  if (!access.has('customers.view')) return {}
  const customers = (of: Days) => sql`(select count(*) from users u
    where ${between(sql`u.created_at`, of, zone)} and u.erased_at is null and ${isVisibleCustomer('u', access, now)})::float8`
  const { rows } = await sql<{ value: number; previous: number }>`
    select ${customers(days)} as value, ${customers(before)} as previous`.execute(db)
  return {
    new_customers: { ...rows[0]!, list: `customers?created_from=${days.from}&created_to=${days.to}` },
  }
}

/** Open work, which belongs to no place. */
async function countWork(db: Db, access: Access, now: Date): Promise<Partial<Record<DashboardFigureName, Measured>>> {
  const count = async (name: DashboardFigureName, counted: RawBuilder<unknown>, list: string) => {
    if (access.get(needed[name]!)?.everywhere !== true) return []
    const { rows } = await sql<{ value: number }>`select (${counted})::float8 as value`.execute(db)
    return [[name, { ...rows[0]!, previous: null, list }]] as const
  }
  const counted = await Promise.all([
    count(
      'documents_waiting',
      sql`select count(*) from document_requests r where ${waitsForStaff(now)}`,
      'documents?waiting=true',
    ),
    count(
      'open_reports',
      sql`select (select count(*) from park_mistakes where settled_at is null)
        + (select count(*) from cannot_park_reports where settled_at is null)`,
      'park-reports?state=open',
    ),
    count('open_claims', sql`select count(*) from park_claims where state = 'open'`, 'park-claims?state=open'),
    count(
      'disputes_waiting',
      sql`select count(*) from disputes where stage = 'needs_answer'`,
      'disputes?state=needs_answer',
    ),
    count('failed_refunds', sql`select count(*) from refunds where status = 'failed'`, 'refunds?state=failed'),
    count('payouts_waiting', sql`select count(*) from payouts where state = 'proposed'`, 'payouts?state=proposed'),
    count('payees_waiting', sql`select count(*) from payees y where ${waitsForCheck}`, 'payees?to_check=true'),
    count('new_messages', sql`select count(*) from leads where state = 'new'`, 'leads?state=new'),
    count(
      'open_discrepancies',
      sql`select count(*) from money_differences where resolved_at is null`,
      'money?state=open',
    ),
    count(
      'failed_mails',
      sql`select count(*) from mails where sent_at is null and last_error is not null
        and created_at > ${now}::timestamptz - interval '1 day'`,
      'mails?state=waiting&error=true',
    ),
  ])
  return Object.fromEntries(counted.flat())
}

/** What waits for a person, the most urgent first; what is empty is left out. */
export async function findWaiting(db: Db, access: Access, now: Date): Promise<AnswerOf<typeof countWaiting>> {
  const [work, ofShop] = await Promise.all([countWork(db, access, now), countShopWork(db, access, now)])
  const measured: Partial<Record<DashboardFigureName, Measured>> = { ...work, ...ofShop }
  return {
    items: waitingFigures.flatMap((name) => {
      const { value, list } = measured[name] ?? {}
      return typeof value === 'number' && value > 0 ? [{ name, value, list: list! }] : []
    }),
  }
}
