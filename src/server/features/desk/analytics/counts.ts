import { sql, type RawBuilder } from 'kysely'
import { withinBranches, withinParks, withinPartners } from '#server/features/access/scope-condition.ts'
import type { Scope } from '#server/http/caller.ts'
import type { Days } from '../dashboard/periods.ts'

/**
 * SQL: the counts of a scope by day of UTC, country, device and step. Visits are counted as they happen; bookings,
 * orders and top-ups are those of their tables, on the day on which they were made or started: a booking that was paid for,
 * an order of the site or the app that is not held for its payment, a payment that a provider has opened, and one that was
 * credited. Without `days`, those of all time. Visits of car parks are known by partner and country, carts and checkouts by
 * branch, pages of items by country.
 */
export function stepCounts(days: Partial<Days>, scope: Scope): RawBuilder<unknown> {
  const { from = null, to = null } = days
  const within = (at: RawBuilder<unknown>) => sql`
    (${from}::date is null or ${at} >= (${from}::date)::timestamp at time zone 'UTC')
    and (${to}::date is null or ${at} < (${to}::date + 1)::timestamp at time zone 'UTC')`
  const ofCountry = (country_id: RawBuilder<unknown>) =>
    scope.everywhere ? sql`true` : sql`${country_id} = any(${[...scope.country_ids]}::int[])`
  const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`
  const topUps = (step: string, which: RawBuilder<unknown>) => sql`
    select ${dayOf(sql`t.created_at`)}, c.id, coalesce(t.device, 'unknown'), t.is_example, ${step}::text, count(*)
    from top_ups t join countries c on c.currency = t.currency
    where ${within(sql`t.created_at`)} and ${which} and ${ofCountry(sql`c.id`)} group by 1, 2, 3, 4`
  return sql`(
    select day, country_id, device, is_example, kind as step, count from figure_days
    where (${ofCountry(sql`country_id`)} or ${withinPartners(sql`partner_id`, scope)})
      and (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
    union all
    select day, country_id, device, is_example, kind, count from shop_figure_days
    where (${ofCountry(sql`country_id`)} or ${withinBranches(sql.ref('branch_id'), scope)})
      and (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
    union all
    select ${dayOf(sql`b.created_at`)}, p.country_id, coalesce(b.device, 'unknown'), cardinality(p.examples) > 0,
      'booking', count(*)
    from bookings b join parks p on p.id = b.park_id
    where ${within(sql`b.created_at`)} and b.status not in ('pending', 'expired') and ${withinParks('p', scope)}
    group by 1, 2, 3, 4
    union all
    select ${dayOf(sql`o.created_at`)}, r.country_id, coalesce(o.device, 'unknown'), o.is_example, 'order', count(*)
    from orders o join branches r on r.id = o.branch_id
    where ${within(sql`o.created_at`)} and o.held_until is null and o.source in ('web', 'app')
      and ${withinBranches(sql.ref('o.branch_id'), scope)}
    group by 1, 2, 3, 4
    union all
    ${topUps('top_up_started', sql`(t.provider_reference is not null or t.payment_info is not null or t.status = 'success')`)}
    union all
    ${topUps('top_up_completed', sql`t.status = 'success'`)}
  )`
}
