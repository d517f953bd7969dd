import { sql } from 'kysely'
import { chargedUnit, currencies } from '#contract/money.ts'
import { firstTerms } from '#contract/payouts/terms.ts'
import { payeeBalance } from './payees.ts'

const first = sql.join(
  currencies.map((currency) => {
    const { commission, schedule, minimum_minor, reserve, reserve_days } = firstTerms[currency]
    return sql`(${currency}::text, ${commission}::int, ${schedule}::text, ${minimum_minor}::bigint, ${reserve}::int, ${reserve_days}::int)`
  }),
)

/** SQL: the terms of each currency at an instant for those without their own: what was set last, or what holds before. */
export const standardTermsAt = (now: Date) => sql`(
  select v.currency, coalesce(t.commission, v.commission) as commission, coalesce(t.schedule, v.schedule) as schedule,
    coalesce(t.minimum_minor, v.minimum_minor) as minimum_minor, coalesce(t.reserve, v.reserve) as reserve,
    coalesce(t.reserve_days, v.reserve_days) as reserve_days, t.valid_from
  from (values ${first}) v (currency, commission, schedule, minimum_minor, reserve, reserve_days)
  left join lateral (select * from payout_terms t where t.payee_id is null and t.currency = v.currency
    and t.valid_from <= ${now}::timestamptz order by t.valid_from desc limit 1) t on true)`

/** SQL: the terms of the payee `y` at an instant. */
const termsAt = (now: Date) => sql`(
  select coalesce(t.schedule, f.schedule) as schedule, coalesce(t.minimum_minor, f.minimum_minor) as minimum_minor,
    coalesce(t.reserve, f.reserve) as reserve, coalesce(t.reserve_days, f.reserve_days) as reserve_days
  from ${standardTermsAt(now)} f
  left join lateral (select * from payout_terms t where t.payee_id = y.id and t.valid_from <= ${now}::timestamptz
    order by t.valid_from desc limit 1) t on true
  where f.currency = y.currency)`

/** SQL: how often the payee `y` has a statement. */
export const scheduleAt = (now: Date) => sql<string>`(select t.schedule from ${termsAt(now)} t)`

const units = sql.join(
  currencies.map((currency) => sql`when ${sql.lit(currency)} then ${sql.lit(Number(chargedUnit(currency)))}`),
  sql` `,
)

/**
 * SQL: what the payee `y` with the account `k` is owed and can be paid at an instant, in minor units, and why that is less. The
 * reserve is a part of the sales of the last days, for refunds and disputes, of which what was taken back is no part.
 */
export const payableAt = (now: Date) => sql`(
  select b.balance_minor, r.reserved_minor, h.held_back,
    case when b.balance_minor > r.reserved_minor and coalesce(h.held_back, 'reserve') = 'reserve'
      then b.balance_minor - r.reserved_minor else 0 end as payable_minor
  from (select ${payeeBalance} as balance_minor) b
    cross join lateral ${termsAt(now)} t
    cross join lateral (select case y.currency ${units} end::bigint as minor) u
    cross join lateral (select case when t.reserve = 0 or t.reserve_days = 0 then 0
      else greatest(coalesce((select sum(l.amount_minor - l.commission_minor + l.booked_minor) from statement_lines l
        where l.payee_id = y.id and l.statement_id is not null and l.kind in ('sale', 'extension', 'order', 'refund')
          and l.at >= ${now}::timestamptz - make_interval(hours => 24 * t.reserve_days)), 0)::bigint, 0)
        * t.reserve / (100000 * u.minor) * u.minor end as reserved_minor) r
    cross join lateral (select case
      when b.balance_minor < 0 then 'negative'
      when b.balance_minor = 0 then null
      when y.is_paused then 'paused'
      when y.identity <> 'verified' then 'no_identity'
      when coalesce(k.state, '') <> 'verified' then 'no_account'
      when k.usable_from > ${now}::timestamptz then 'account_waits'
      when b.balance_minor <= r.reserved_minor then 'reserve'
      when b.balance_minor - r.reserved_minor < t.minimum_minor then 'minimum'
      when r.reserved_minor > 0 then 'reserve' end as held_back) h) v`
