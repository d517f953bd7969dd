import { sql, type RawBuilder } from 'kysely'
import { day_ms } from '#contract/time.ts'

/** Who is to get a message. */
export interface Audience {
  role: string
  country_id: number | null
  city: string | null
  branch_id: string | null
  activity: string | null
  within_days: number | null
}

const booked = (where: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from bookings b join parks k on k.id = b.park_id
    where b.user_id = u.id and b.status not in ('pending', 'expired') and ${where})`
const ordered = (where: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from orders o join branches r on r.id = o.branch_id
    where o.user_id = u.id and o.held_until is null and ${where})`

/** Whether an account (`u`) has agreed to news and has a device that shows them. */
const isReachable = (now: Date) => sql<boolean>`(u.erased_at is null and u.disabled_at is null
  and exists (select from news_consents n where n.user_id = u.id)
  and exists (select from push_subscriptions d join sessions s on s.id = d.session_id
    where d.user_id = u.id and s.expires_at > ${now}))`

/** Whether an account (`u`) belongs to an audience. */
export function isInAudience(audience: Audience, now: Date): RawBuilder<boolean> {
  const { role, country_id, city, branch_id, activity, within_days } = audience
  const conditions = [isReachable(now)]
  const hasRole = sql<boolean>`exists (select from role_assignments a where a.user_id = u.id)`
  if (role === 'staff') conditions.push(hasRole)
  if (role === 'customers') conditions.push(sql<boolean>`not ${hasRole}`)
  if (country_id !== null) conditions.push(sql<boolean>`u.country_id = ${country_id}`)
  if (city !== null)
    conditions.push(
      sql<boolean>`(${booked(sql`lower(k.city) = lower(${city})`)} or ${ordered(sql`lower(r.city) = lower(${city})`)})`,
    )
  if (branch_id !== null) conditions.push(ordered(sql<boolean>`o.branch_id = ${branch_id}::uuid`))
  if (activity !== null && within_days !== null) {
    const since = new Date(now.getTime() - within_days * day_ms)
    const hasBooked = booked(sql<boolean>`b.created_at >= ${since}`)
    const hasOrdered = ordered(sql<boolean>`o.created_at >= ${since}`)
    conditions.push(
      activity === 'booking'
        ? hasBooked
        : activity === 'order'
          ? hasOrdered
          : sql<boolean>`(${hasBooked} or ${hasOrdered})`,
    )
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * The time zone of an account (`u`), for quiet hours: that of the last car park it has booked or, without one, of the largest
 * city of its country.
 */
export const zoneOfAccount = sql<string>`coalesce(
  (select k.timezone from bookings b join parks k on k.id = b.park_id where b.user_id = u.id order by b.created_at desc limit 1),
  (select case c.code when 'NG' then 'Africa/Lagos' when 'CA' then 'America/Toronto' when 'SN' then 'Africa/Dakar'
    else 'America/New_York' end from countries c where c.id = u.country_id))`
