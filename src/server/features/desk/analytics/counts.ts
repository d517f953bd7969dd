import { sql, type RawBuilder } from 'kysely'
import type { Days } from '#server/features/desk/dashboard/periods.ts'

/**
 * SQL: every count by day of UTC, country, device, partner and step. Visits are counted as they happen; bookings and
 * top-ups are those of their tables, on the day on which they were made or started: a booking that was paid for, a payment
 * that a provider has opened, and one that was credited. Without `days`, those of all time.
 */
export function stepCounts(days: Partial<Days>): RawBuilder<unknown> {
  const { from = null, to = null } = days
  const within = (at: RawBuilder<unknown>) => sql`
    (${from}::date is null or ${at} >= (${from}::date)::timestamp at time zone 'UTC')
    and (${to}::date is null or ${at} < (${to}::date + 1)::timestamp at time zone 'UTC')`
  const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`
  const topUps = (step: string, which: RawBuilder<unknown>) => sql`
    select ${dayOf(sql`t.created_at`)}, c.id, coalesce(t.device, 'unknown'), t.is_example, null::uuid, ${step}::text, count(*)
    from top_ups t join countries c on c.currency = t.currency
    where ${within(sql`t.created_at`)} and ${which} group by 1, 2, 3, 4`
  return sql`(
    select day, country_id, device, is_example, partner_id, kind as step, count from figure_days
    where (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
    union all
    select ${dayOf(sql`b.created_at`)}, p.country_id, coalesce(b.device, 'unknown'), cardinality(p.examples) > 0, p.partner_id,
      'booking', count(*)
    from bookings b join parks p on p.id = b.park_id
    where ${within(sql`b.created_at`)} and b.status not in ('pending', 'expired') group by 1, 2, 3, 4, 5
    union all
    ${topUps('top_up_started', sql`(t.provider_reference is not null or t.payment_info is not null or t.status = 'success')`)}
    union all
    ${topUps('top_up_completed', sql`t.status = 'success'`)}
  )`
}
