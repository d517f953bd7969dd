import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { refundCauses, parkingReport } from '#contract/reports/desk/parking.ts'
import { isUuid } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { allOf, textOf, withinDays } from './places.ts'

interface Read {
  query: DeskQuery
  scope: Scope
}

/** SQL: a sum of price lines of a kind of the booking `k`. */
const ofLines = (kind: string) => sql`(select coalesce(sum(x.amount_minor), 0)
  from jsonb_to_recordset(k.lines) as x (kind text, amount_minor bigint) where x.kind = ${sql.lit(kind)})`

/** SQL: what staff has refunded of the booking `k` for a cause; what is left of its refunds was a cancellation or the like. */
const ofCause = (
  cause: string,
) => sql`case when k.refunded_minor = 0 then 0 else (select coalesce(sum(r.amount_minor), 0)
  from booking_refunds r where r.booking_id = k.id and r.status = 'done' and r.cause = ${sql.lit(cause)}) end`

const named = refundCauses.filter((cause) => cause !== 'cancellation')
const causes = sql.join([
  ...named.map((cause) => sql`${ofCause(cause)} as ${sql.ref(`refund_${cause}`)}`),
  sql`k.refunded_minor - ${sql.join(named.map(ofCause), sql` - `)} as refund_cancellation`,
])

const parkName = sql<string>`coalesce(p.name, p.address, p.park_code)`

/** SQL: each paid booking of the car parks in scope, as the report counts it. */
function bookings({ query, scope }: Read): RawBuilder<unknown> {
  const [park, country, currency, partner, examples] = ['park', 'country', 'currency', 'partner', 'examples'].map(
    (name) => textOf(query, name),
  )
  const selected = allOf([
    sql<boolean>`k.payment_status = 'paid'`,
    withinParks('p', scope),
    withinDays(query, 'start', sql`k.start_time`, sql`p.timezone`),
    park !== undefined &&
      (isUuid(park)
        ? sql<boolean>`p.id = ${park}::uuid`
        : sql<boolean>`(p.name ilike ${containsPattern(park)} or p.park_code = ${normalizeCode(park)})`),
    country !== undefined && sql<boolean>`p.country_id = (select id from countries where code = ${country})`,
    currency !== undefined && sql<boolean>`k.currency = ${currency}`,
    partner !== undefined &&
      sql<boolean>`p.partner_id in (select id from partners where name ilike ${containsPattern(partner)})`,
    examples !== undefined && sql<boolean>`(p.examples <> '{}') = ${examples === 'true'}`,
  ])
  return sql`(
    select p.id as park_id, ${parkName} as park, p.park_code, p.country_id, k.currency,
      (k.start_time at time zone p.timezone)::date::text as day, 1 as bookings,
      extract(epoch from k.end_time - k.start_time) / 3600 as hours, ${ofLines('parking')} as price, ${ofLines('fee')} as fees,
      ${ofLines('tax')} as taxes, -${ofLines('discount')} as promo_codes, k.total_minor as total,
      k.refunded_minor as refunded, ${causes},
      exists (select from cannot_park_reports r where r.booking_id = k.id)::int as reports,
      (k.status = 'no_show')::int as no_shows,
      (k.status = 'overstayed' or k.late_charges <> '[]'::jsonb)::int as overstays
    from bookings k join parks p on p.id = k.park_id where ${selected})`
}

const sums = parkingReport.report.sums
const isAmount = (name: string): boolean => parkingReport.columns[name as 'total'].kind === 'money'

const parkingSource = (read: Read): ListSource<typeof parkingReport> => {
  const money = (column: string) => ({ minor: sql<bigint>`f.${sql.ref(column)}`, currency: sql<string>`f.currency` })
  const [from, to] = [textOf(read.query, 'start_from'), textOf(read.query, 'start_to')]
  const days = from === undefined || to === undefined ? sql`null::int` : sql`(${to}::date - ${from}::date + 1)`
  const spaces = sql`(select sum(coalesce(o.capacity_now, o.capacity)) from pools o where o.park_id = f.park_id)`
  const occupancy = sql`(f.hours * 100 / nullif(${spaces} * 24 * ${days}, 0))::numeric`
  return {
    isComputed: true,
    from: sql`(
      select park_id, currency, ${sql.join(
        sums.map(
          (name) => sql`sum(${sql.ref(name)})::${sql.raw(isAmount(name) ? 'bigint' : 'float8')} as ${sql.ref(name)}`,
        ),
      )}
      from ${bookings(read)} b group by 1, 2) f
      join parks p on p.id = f.park_id`,
    id: sql<string>`f.park_id::text || ' ' || f.currency`,
    columns: {
      park: parkName,
      park_code: sql`p.park_code`,
      city: sql`p.city`,
      country: sql`(select c.code from countries c where c.id = p.country_id)`,
      partner: sql`(select n.name from partners n where n.id = p.partner_id)`,
      currency: sql`f.currency`,
      bookings: sql`f.bookings`,
      hours: sql`round(f.hours::numeric, 1)::float8`,
      // A few hours of a large car park are not nothing.
      occupancy: sql`round(${occupancy}, case when ${occupancy} < 0.1 then 3 else 1 end)::float8`,
      price: money('price'),
      fees: money('fees'),
      taxes: money('taxes'),
      promo_codes: money('promo_codes'),
      total: money('total'),
      refunded: money('refunded'),
      refund_double_booking: money('refund_double_booking'),
      refund_could_not_park: money('refund_could_not_park'),
      refund_price_mistake: money('refund_price_mistake'),
      refund_goodwill: money('refund_goodwill'),
      refund_by_request: money('refund_by_request'),
      refund_cancellation: money('refund_cancellation'),
      reports: sql`f.reports`,
      no_shows: sql`f.no_shows`,
      overstays: sql`f.overstays`,
      rating: sql`round(p.rating_sum::numeric / nullif(p.rating_count, 0), 1)::float8`,
    },
    filters: {
      start: 'within',
      park: () => sql<boolean>`true`,
      country: () => sql<boolean>`true`,
      currency: () => sql<boolean>`true`,
      partner: () => sql<boolean>`true`,
      examples: sql<boolean>`${textOf(read.query, 'examples') === 'true'}::boolean`,
    },
    search: (text) => ({
      matches: sql<boolean>`(${hasWords([sql`p.name`, sql`p.address`, sql`p.city`], text)} or p.park_code = ${normalizeCode(text)})`,
    }),
    scope: { within: () => sql<boolean>`true` },
    report: {
      from: sql`${bookings(read)} f join parks p on p.id = f.park_id`,
      currency: sql<string>`f.currency`,
      day: sql<string>`f.day`,
      sums: Object.fromEntries(sums.map((name) => [name, sql.ref(`f.${name}`)])),
      groups: {
        day: { key: sql<string>`f.day` },
        park: { key: sql<string>`f.park`, filter: sql<string>`f.park_code` },
        country: { key: sql<string>`(select c.code from countries c where c.id = f.country_id)` },
      },
    },
  }
}

export const parkingDesk = [served(parkingReport, parkingSource)]
