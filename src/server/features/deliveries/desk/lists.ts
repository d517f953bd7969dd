import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { deliveryBoyList, deliveryList } from '#contract/deliveries/desk/deliveries.ts'
import type { Language } from '#contract/places/places.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName, fullName, isReachableColleague, onlyIf } from '#server/features/access/contacts.ts'
import { placeName, withinAssignments } from '#server/features/access/scope-condition.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { everyScope, type Scope } from '#server/http/caller.ts'
import { heldCash } from '../cash.ts'

/** SQL: whether an ended or open attempt `d` of the order `o` is later than the end of its time slot, with the delay that was announced. */
const isLate = (now: Date) =>
  sql<boolean>`(d.state <> 'canceled' and coalesce(d.ended_at, ${now}::timestamptz)
    > coalesce(d.promised_at, o.slot_ends_at + make_interval(mins => o.delay_minutes)))`

/** SQL: the condition that the account `u` is found by a part of its name, or is the one with this id. */
export const isCourier = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(${isId(sql`u.id`, text)} or ${fullName('u')} ilike ${containsPattern(text)})`

const deliverySource = ({
  language,
  access,
  now,
}: SeenBy & { language: Language }): ListSource<typeof deliveryList> => ({
  from: sql`deliveries d join orders o on o.id = d.order_id join branches b on b.id = d.branch_id
    left join users u on u.id = d.courier_id and u.erased_at is null`,
  counted: sql`deliveries d join branches b on b.id = d.branch_id`,
  id: sql<string>`d.id`,
  columns: {
    order_number: sql`o.order_number`,
    attempt: sql`d.attempt`,
    branch: sql`b.name`,
    courier: colleagueName('u', access),
    promised_at: sql`coalesce(d.promised_at, o.slot_ends_at + make_interval(mins => o.delay_minutes))`,
    accepted_at: sql`d.accepted_at`,
    picked_up_at: sql`d.picked_up_at`,
    arrived_at: sql`d.arrived_at`,
    ended_at: sql`d.ended_at`,
    late: isLate(now),
    proof: sql`d.proof`,
    reason: sql.ref(language === 'fr' ? 'd.reason_fr' : 'd.reason'),
    timezone: sql`b.timezone`,
    order_id: sql`d.order_id`,
    is_example: sql`d.is_example`,
    created_at: sql`d.created_at`,
  },
  order: { created_at: sql`d.created_at` },
  filters: {
    branch: (text) => hasIdOrSlug('b', text),
    courier: isCourier,
    order: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.order_number = ${normalizeCode(text)})`,
    late: isLate(now),
    created: sql<Date>`d.created_at`,
    example: sql<boolean>`d.is_example`,
  },
  state: sql<string>`d.state`,
  search: (text) => ({
    exact: sql<boolean>`o.order_number = ${normalizeCode(text)}`,
    matches: sql<boolean>`(o.order_number = ${normalizeCode(text)} or ${hasWords([sql`b.name`, fullName('u')], text)})`,
  }),
  scope: { branch: sql<string>`b.id` },
})

/** SQL: the condition that the account `u` delivers, by a role held for a place in the scope. */
export const isDeliveryBoy = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`u.id in (select a.user_id from role_assignments a join roles r on r.id = a.role_id
    where r.code = 'delivery_boy' and ${withinAssignments('a', scope)})`

/** SQL: where the account `u` delivers, of the places in scope. */
export const placesOf = (scope: Scope, language: Language): RawBuilder<string | null> => sql<string | null>`(
  select string_agg(${placeName('a', language)}, ', ' order by a.id) from role_assignments a join roles r on r.id = a.role_id
  where a.user_id = u.id and r.code = 'delivery_boy' and ${withinAssignments('a', scope)})`

const countOf = (where: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from deliveries d join branches b on b.id = d.branch_id where d.courier_id = u.id and ${where})`
export const outNow = countOf(sql`d.state in ('accepted', 'picked_up')`)
/** SQL: what the account `u` handed over today, in the time zone of each branch. */
export const doneToday = (now: Date): RawBuilder<number> =>
  countOf(sql`d.state = 'handed_over'
    and d.ended_at >= date_trunc('day', ${now}::timestamptz at time zone b.timezone) at time zone b.timezone`)

const deliveryBoySource = ({
  language,
  access,
  scope,
  now,
}: SeenBy & { language: Language; scope: Scope }): ListSource<typeof deliveryBoyList> => {
  const isReachable = isReachableColleague('u', access)
  const phone = onlyIf(isReachable, sql.ref<string | null>('u.phone'))
  return {
    from: sql`users u join countries n on n.id = u.country_id and ${isDeliveryBoy(everyScope)} left join couriers c on c.user_id = u.id`,
    id: sql<string>`u.id`,
    columns: {
      name: colleagueName('u', access),
      phone,
      branch: placesOf(scope, language),
      on_duty: sql<boolean>`(c.on_duty_since is not null)`,
      out_now: outNow,
      done_today: doneToday(now),
      cash: heldCash,
      last_seen_at: sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`,
    },
    filters: {
      branch: (text) =>
        sql<boolean>`exists (select from role_assignments a join roles r on r.id = a.role_id join branches b on b.id = a.branch_id
          where a.user_id = u.id and r.code = 'delivery_boy' and ${hasIdOrSlug('b', text)})`,
      on_duty: sql<boolean>`(c.on_duty_since is not null)`,
    },
    state: sql<string>`case when u.disabled_at is null then 'active' else 'disabled' end`,
    search: (text) => ({
      matches: sql<boolean>`(${hasWords([fullName('u')], text)} or ${hasPhone(phone, text)})`,
    }),
    scope: { within: isDeliveryBoy },
  }
}

export const deliveriesDesk = [served(deliveryList, deliverySource), served(deliveryBoyList, deliveryBoySource)]
