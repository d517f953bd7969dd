import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { taxesReport } from '#contract/reports/desk/taxes.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { withinPayees } from '#server/features/payouts/payee-records.ts'
import { payeesWithPlaces } from '#server/features/payouts/payees.ts'
import type { Scope } from '#server/http/caller.ts'
import { findDays } from './days/days.ts'
import { taxDays } from './days/tax-days.ts'
import { textOf, withinDays } from './places.ts'

interface Read {
  query: DeskQuery
  scope: Scope
}

/** SQL: the taxes of the lines and the delivery of orders that were completed, and what refunds took back of them. */
const ofOrders = ({ query, scope }: Read) => sql`
  select 'shop' as area, b.country_id, b.state_id, b.city, f.code, f.rate, f.source, f.currency, f.day::text as day, f.charges,
    f.taxable, f.tax, f.refunded
  from (${findDays(taxDays, { query, scope, period: 'due' })}) f join branches b on b.id = f.branch_id`

/* Taxes of bookings and documents, as the ledger booked them. */

/** SQL: what a transfer booked besides taxes and wallets: what its taxes are charged on. */
const base = sql`(select coalesce(sum(e2.amount_minor), 0) from ledger_entries e2 join ledger_accounts a2 on a2.id = e2.account_id
  where e2.transfer_id = t.id and a2.kind in ('park_payable', 'promotion', 'fee_income'))`

/** SQL: the rate of a tax at a place, as it is now. */
const rateAt = (country: RawBuilder<unknown>, state: RawBuilder<unknown>, city: RawBuilder<unknown>) => sql`(
  select f.value / 1000.0 from fees f
  where f.is_tax and f.kind = 'percentage' and f.code = a.owner and f.country_id = ${country}
    and (f.state_id is null or f.state_id = ${state}) and (f.city is null or lower(f.city) = lower(${city}))
  order by f.city nulls last, f.state_id nulls last limit 1)`

const booked = sql`greatest(e.amount_minor, 0), greatest(-e.amount_minor, 0)`
const taxEntries = sql`ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id`

const ofBookings = ({ query, scope }: Read) => sql`
  select 'parking', p.country_id, p.state_id, p.city, a.owner,
    ${rateAt(sql`p.country_id`, sql`p.state_id`, sql`p.city`)}, null::text, e.currency,
    (t.created_at at time zone p.timezone)::date::text, 1, ${base}, ${booked}
  from ${taxEntries}
  join bookings k on k.booking_code = split_part(t.description, ':', 2) join parks p on p.id = k.park_id
  where a.kind = 'tax_payable' and t.description like 'booking:%' and ${withinParks('p', scope)}
    and ${withinDays(query, 'due', sql`t.created_at`, sql`p.timezone`)}`

const ofDocuments = ({ query, scope }: Read) => sql`
  select 'documents', c.id, null::int, null::text, a.owner, ${rateAt(sql`c.id`, sql`null::int`, sql`null::text`)}, null::text,
    e.currency, (t.created_at at time zone 'Africa/Lagos')::date::text, 1, ${base}, ${booked}
  from ${taxEntries} join countries c on c.code = 'NG'
  where a.kind = 'tax_payable' and t.description like 'document:%' and ${scope.everywhere}
    and ${withinDays(query, 'due', sql`t.created_at`, sql.lit('Africa/Lagos'))}`

/** SQL: the taxes on our commission, as statements took them: where the payee is, at the rate of the statement. */
const ofCommission = ({ query, scope }: Read) => sql`
  select 'commission', c.id, y.state_id, null::text, a.owner,
    x.rate / 1000.0, x.source, e.currency, (t.created_at at time zone y.timezone)::date::text, 1, s.commission_minor, ${booked}
  from ${taxEntries} join statements s on s.transfer_id = t.id join ${payeesWithPlaces} on y.id = s.payee_id
  left join lateral jsonb_to_recordset(s.taxes) as x (code text, rate int, source text) on x.code = a.owner
  where a.kind = 'tax_payable' and ${withinPayees(scope)}
    and ${query.at_branch === undefined ? sql`true` : sql`y.branch_id = ${query.at_branch}::uuid`}
    and ${withinDays(query, 'due', sql`t.created_at`, sql`y.timezone`)}`

/** SQL: every tax that became due, and every one that was taken back. */
function charges(read: Read): RawBuilder<unknown> {
  const { query } = read
  const area = textOf(query, 'area')
  // A branch has no car parks' taxes, and shows those of its orders alone.
  const isOfBranch = query.at_branch !== undefined
  const parts = [
    ...(area === undefined || area === 'shop' ? [ofOrders(read)] : []),
    ...(!isOfBranch && (area === undefined || area === 'parking') ? [ofBookings(read)] : []),
    ...(!isOfBranch && (area === undefined || area === 'documents') ? [ofDocuments(read)] : []),
  ]
  if (area === undefined || area === 'commission') parts.push(ofCommission(read))
  const none = sql`select * from (${ofOrders(read)}) o where false`
  return sql`(
    select h.area, c.code as country, h.state_id, h.city, h.code, h.rate::float8 as rate, h.source, h.currency, h.day, h.charges,
      h.taxable::bigint as taxable, h.tax::bigint as tax, h.refunded::bigint as refunded
    from (${parts.length === 0 ? none : sql.join(parts, sql` union all `)})
      h (area, country_id, state_id, city, code, rate, source, currency, day, charges, taxable, tax, refunded) join countries c on c.id = h.country_id)`
}

const taxesSource = (read: Read): ListSource<typeof taxesReport> => {
  const money = (column: string) => ({ minor: sql<bigint>`f.${sql.ref(column)}`, currency: sql<string>`f.currency` })
  return {
    isComputed: true,
    from: sql`(
      select area, country, state_id, city, code, rate, source, currency, sum(taxable)::bigint as taxable,
        sum(tax)::bigint as tax, sum(refunded)::bigint as refunded, (sum(tax) - sum(refunded))::bigint as due,
        md5(concat_ws('|', area, country, state_id, city, code, rate, source, currency)) as id
      from ${charges(read)} h group by 1, 2, 3, 4, 5, 6, 7, 8) f left join states s on s.id = f.state_id`,
    id: sql<string>`f.id`,
    columns: {
      code: sql`f.code`,
      area: sql`f.area`,
      country: sql`f.country`,
      region: sql`s.name`,
      city: sql`f.city`,
      rate: sql`f.rate`,
      source: sql`f.source`,
      currency: sql`f.currency`,
      taxable: money('taxable'),
      tax: money('tax'),
      refunded: money('refunded'),
      due: money('due'),
    },
    filters: {
      due: 'within',
      area: (area) => sql<boolean>`f.area = ${area}`,
      country: (code) => sql<boolean>`f.country = ${code}`,
      code: (code) => sql<boolean>`f.code = lower(${code})`,
      currency: (code) => sql<boolean>`f.currency = ${code}`,
    },
    search: (text) => ({ matches: hasWords([sql`f.code`, sql`coalesce(f.city, '')`], text) }),
    scope: { within: () => sql<boolean>`true` },
    report: {
      from: sql`(select *, tax - refunded as due from ${charges(read)} h) f`,
      rows: sql<number>`sum(f.charges)`,
      currency: sql<string>`f.currency`,
      day: sql<string>`f.day`,
      groups: {
        day: { key: sql<string>`f.day` },
        area: { key: sql<string>`f.area` },
        country: { key: sql<string>`f.country` },
        code: { key: sql<string>`f.code` },
      },
    },
  }
}

export const taxesDesk = [served(taxesReport, taxesSource)]
