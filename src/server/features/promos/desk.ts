import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { Language } from '#contract/places/places.ts'
import { couponList, couponUseList } from '#contract/promos/desk.ts'
import { isId } from '#server/database/ids.ts'
import { customerName, isVisibleCustomer, onlyIf } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { containsKey } from '#server/features/lists/codes.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { couponBranches, couponUses } from './coupons.ts'
import { promoKey } from './queries.ts'

/** Whether it pays for the delivery alone. */
const paysDeliveryOnly = sql<boolean>`(c.free_delivery and c.value = 0)`

/** Promo codes, with how often they were used. */
const couponSource = ({
  language,
  now,
  scope,
}: {
  language: Language
  now: Date
  scope: Scope
}): ListSource<typeof couponList> => ({
  from: sql`promo_codes c`,
  id: sql<string>`c.id`,
  columns: {
    picture: sql`c.picture`,
    code: sql`c.code`,
    name: sql`${sql.ref(language === 'fr' ? 'c.name_fr' : 'c.name')}`,
    discount_type: sql`case when ${paysDeliveryOnly} then 'free_delivery' else c.kind end`,
    discount: sql`(case when ${paysDeliveryOnly} then null when c.kind = 'percentage' then c.value / 1000.0
      when c.currency = 'XOF' then c.value else c.value / 100.0 end)::float8`,
    currency: sql`c.currency`,
    scope: sql`c.scope`,
    minimum_order_amount: { minor: sql`c.least_minor`, currency: sql<string>`c.currency` },
    maximum_discount: { minor: sql`c.most_minor`, currency: sql<string>`c.currency` },
    limit_per_user: sql`c.limit_per_person`,
    most_uses: sql`c.most_uses`,
    branches: sql`(select string_agg(b.name, ', ' order by b.name) from promo_branches pb join branches b on b.id = pb.branch_id
      where pb.promo_code_id = c.id and ${withinBranches(sql.ref('b.id'), scope)})`,
    funded_by: sql`c.funded_by`,
    free_delivery: sql`c.free_delivery`,
    uses: couponUses(scope),
    start_date: sql`c.starts_at`,
    end_date: sql`c.ends_at`,
    created_at: sql`c.created_at`,
  },
  filters: {
    discount_type: (kind) =>
      kind === 'free_delivery' ? paysDeliveryOnly : sql<boolean>`(c.kind = ${kind} and not ${paysDeliveryOnly})`,
    currency: (currency) => sql<boolean>`c.currency = ${currency}`,
    scope: (scope) => sql<boolean>`c.scope = ${scope}`,
    running: sql<boolean>`(c.is_active and c.starts_at <= ${now} and c.ends_at > ${now})`,
    end: sql<Date>`c.ends_at`,
  },
  state: sql<string>`case when c.is_active then 'active' else 'inactive' end`,
  search: (text) => ({
    exact: sql<boolean>`${promoKey(sql`c.code`)} = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`c.code`], text)} or ${containsKey(promoKey(sql`c.code`), text)})`,
  }),
  scope: { branches: couponBranches },
})

/** Bookings and orders that used a coupon. Customers have a name for those who may see them. */
const couponUseSource = ({ access, now }: SeenBy): ListSource<typeof couponUseList> => ({
  from: sql`(
    select b.id, null::uuid as branch_id, b.promo_code_id, b.user_id, b.booking_code as code, b.status as booking_status, null::text as order_status,
      coalesce(p.name, p.address, p.park_code) as place, b.created_at, b.currency,
      (select sum(-(l->>'amount_minor')::bigint)::bigint from jsonb_array_elements(b.lines) l
        where l->>'code' = 'discount') as given_minor
    from bookings b join parks p on p.id = b.park_id where b.promo_code_id is not null
    union all
    select o.id, o.branch_id, o.promo_code_id, o.user_id, o.order_number, null, o.status, s.name, o.created_at, o.currency, o.coupon_minor
    from orders o join branches s on s.id = o.branch_id where o.promo_code_id is not null) b
    join promo_codes c on c.id = b.promo_code_id left join users u on u.id = b.user_id and u.erased_at is null`,
  id: sql<string>`b.id`,
  columns: {
    coupon: sql`c.code`,
    code: sql`b.code`,
    booking_status: sql`b.booking_status`,
    order_status: sql`b.order_status`,
    customer: onlyIf(isVisibleCustomer('u', access, now), customerName('u', access, now)),
    place: sql`b.place`,
    used_at: sql`b.created_at`,
    given: { minor: sql`b.given_minor`, currency: sql<string>`b.currency` },
  },
  filters: {
    coupon: (id) => sql<boolean>`(${isId(sql`c.id`, id)} or ${promoKey(sql`c.code`)} = ${normalizeCode(id)})`,
    used: sql<Date>`b.created_at`,
  },
  search: (text) => ({
    exact: sql<boolean>`b.code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(b.code = ${normalizeCode(text)} or ${promoKey(sql`c.code`)} = ${normalizeCode(text)})`,
  }),
  scope: { branch: sql`b.branch_id` },
})

export const promosDesk = [served(couponList, couponSource), served(couponUseList, couponUseSource)]
