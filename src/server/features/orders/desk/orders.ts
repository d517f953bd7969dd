import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { threadList } from '#contract/orders/desk/messages.ts'
import { returnList } from '#contract/orders/desk/order-returns.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName, customerName, fullName, isVisibleCustomer, onlyIf } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { containsPart, isExactCode, plateKey } from '#server/features/lists/codes.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { matchAny } from '#server/features/lists/matches.ts'
import { selectAccountsByPhone, selectAccountsByWords } from '#server/features/lists/phones.ts'
import { served, type FindSource } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { promoKey } from '#server/features/promos/queries.ts'
import { matchesOrder } from './matches-order.ts'

/** How many minor units an amount of an order has. */
const minorUnits = sql`case when o.currency = 'XOF' then 1 else 100 end`

/** Orders of the site and the app of the branches in scope. */
const orderSource: FindSource<typeof orderList> = async ({ db, access, now, query: { search = '' } }) => {
  const matches =
    search === '' ? sql<boolean>`true` : await matchOrders(db, search, isVisibleCustomer('s_u', access, now))
  return describeOrders({ access, now }, search, matches)
}

const describeOrders = (
  { access, now }: SeenBy,
  search: string,
  matches: RawBuilder<boolean>,
): ListSource<typeof orderList> => ({
  from: sql`(select * from orders where source <> 'pos') o join branches b on b.id = o.branch_id left join users u on u.id = o.user_id and u.erased_at is null`,
  counted: sql`(select * from orders where source <> 'pos') o join branches b on b.id = o.branch_id`,
  id: sql<string>`o.id`,
  columns: {
    order_number: sql`o.order_number`,
    token: sql`o.token`,
    status: sql`o.status`,
    branch: sql`b.name`,
    order_type: sql`o.order_type`,
    courier: sql`(select ${colleagueName('k', access)} from deliveries d join users k on k.id = d.courier_id and k.erased_at is null
      where d.order_id = o.id order by d.attempt desc limit 1)`,
    customer: sql`coalesce(${customerName('u', access, now)}, o.contact_name)`,
    phone: sql`coalesce(${onlyIf(isVisibleCustomer('u', access, now), sql.ref('u.phone'))}, o.contact_phone)`,
    slot: sql`o.slot_starts_at`,
    timezone: sql`b.timezone`,
    total: { minor: sql`o.total_minor`, currency: sql`o.currency` },
    payment_status: sql`case when o.refund_status = 'none' then o.payment_status else o.refund_status end`,
    refund_status: sql`o.refund_status`,
    refunded: { minor: sql`nullif(o.refunded_minor, 0)`, currency: sql`o.currency` },
    source: sql`o.source`,
    coupon: sql`o.promo_code`,
    is_example: sql`o.is_example`,
    created_at: sql`o.created_at`,
  },
  order: { order_number: sql`o.order_number`, slot: sql`o.slot_starts_at`, created_at: sql`o.created_at` },
  filters: {
    country: (code) => sql<boolean>`b.country_id = (select id from countries where code = ${code})`,
    branch: (text) => hasIdOrSlug('b', text),
    order_type: (type) => sql<boolean>`o.order_type = ${type}`,
    payment: (status) => sql<boolean>`o.payment_status = ${status}`,
    refund: (status) => sql<boolean>`o.refund_status = ${status}`,
    source: (source) => sql<boolean>`o.source = ${source}`,
    customer: isAccount,
    courier: (text) =>
      sql<boolean>`o.id in (select d.order_id from deliveries d join users k on k.id = d.courier_id
        where ${isId(sql`k.id`, text)} or ${fullName('k')} ilike ${containsPattern(text)})`,
    waiting: sql<boolean>`exists (select from order_refunds r where r.order_id = o.id and r.status = 'waiting')`,
    least: (amount) => sql<boolean>`o.total_minor >= ${amount}::numeric * ${minorUnits}`,
    most: (amount) => sql<boolean>`o.total_minor <= ${amount}::numeric * ${minorUnits}`,
    coupon: (code) => sql<boolean>`${promoKey(sql`o.promo_code`)} = ${normalizeCode(code)}`,
    amends: (id) => isId(sql`o.amends`, id),
    beside: (id) =>
      sql<boolean>`(o.user_id = (select s.user_id from orders s where ${isId(sql`s.id`, id)}) and not ${isId(sql`o.id`, id)})`,
    slot: sql<Date>`o.slot_starts_at`,
    created: sql<Date>`o.created_at`,
    example: sql<boolean>`o.is_example`,
  },
  state: sql<string>`o.status`,
  search: () => ({ ...isExactCode(sql`o.order_number`, search), matches }),
  scope: { branch: sql<string>`b.id` },
})

/** `isVisible` says of an account `s_u` whether the reader may see the customer. */
function matchOrders(db: Db, text: string, isVisible: RawBuilder<boolean>): Promise<RawBuilder<boolean>> {
  const hasPlate = (orders: string) => containsPart(plateKey(sql.ref(`${orders}.plate`)), text)
  const hasTotal = (orders: string) => hasAmount(sql.ref(`${orders}.total_minor`), sql.ref(`${orders}.currency`), text)
  const named = sql`select s_u.id from users s_u where s_u.id in (${selectAccountsByWords(text)}) and ${isVisible}`
  const branches = sql`select s_b.id from branches s_b where ${hasWords([sql`s_b.name`, sql`s_b.city`], text)}`
  return matchAny(
    db,
    sql`o.id`,
    [
      sql`select s.id from orders s where ${containsPart(sql`s.order_number`, text)}`,
      ...(/^\d{1,3}$/.test(text) ? [sql`select id from orders where token = ${Number(text)}`] : []),
      sql`select s.id from users s_u join orders s on s.user_id = s_u.id where s_u.email = lower(${text})`,
      ...(/\d{6}/.test(text.replaceAll(/\D/g, ''))
        ? [sql`select s.id from orders s where s.contact_phone = ${`+${text.replaceAll(/\D/g, '')}`}`]
        : []),
      // A part of a number finds customers whom the reader may see, the whole one any.
      ...selectAccountsByPhone(text).map(
        (ids) => sql`select s.id from orders s join users s_u on s_u.id = s.user_id where s.user_id in (${ids})
          and (${isVisible} or s_u.phone = ${`+${text.replaceAll(/\D/g, '')}`})`,
      ),
    ],
    [
      { ids: sql`select s.id from orders s where ${hasPlate('s')}`, condition: hasPlate('o') },
      { ids: sql`select s.id from orders s where ${hasTotal('s')}`, condition: hasTotal('o') },
      {
        ids: sql`select s.id from orders s where s.user_id in (${named})`,
        condition: sql<boolean>`o.user_id in (${named})`,
      },
      {
        ids: sql`select s.id from orders s where s.branch_id in (${branches})`,
        condition: sql<boolean>`o.branch_id in (${branches})`,
      },
    ],
  )
}

/** What customers send back to the branches in scope. */
const returnSource = ({ language, access, now }: SeenBy & { language: Language }): ListSource<typeof returnList> => ({
  from: sql`order_returns r join orders o on o.id = r.order_id join branches b on b.id = o.branch_id
    left join users u on u.id = o.user_id and u.erased_at is null left join order_refunds f on f.id = r.refund_id`,
  id: sql<string>`r.id`,
  columns: {
    name: sql`o.order_number || '/' || r.number`,
    status: sql`r.status`,
    branch: sql`b.name`,
    customer: customerName('u', access, now),
    items: sql`coalesce((select string_agg(n.quantity || ' × ' || ${sql.ref(language === 'fr' ? 'l.name_fr' : 'l.name')}, ', ' order by l.position)
      from order_return_lines n join order_lines l on l.id = n.line_id where n.return_id = r.id), '')`,
    reason: sql`r.reason`,
    refunded: { minor: sql`f.amount_minor`, currency: sql`o.currency` },
    requested_at: sql`r.requested_at`,
    timezone: sql`b.timezone`,
  },
  order: { requested_at: sql`r.requested_at` },
  filters: {
    branch: (text) => hasIdOrSlug('b', text),
    order: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.order_number = ${normalizeCode(text)})`,
    reason: (reason) => sql<boolean>`r.reason = ${reason}`,
    requested: sql<Date>`r.requested_at`,
  },
  state: sql<string>`r.status`,
  search: (text) => ({
    exact: sql<boolean>`o.order_number = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${matchesOrder(text, { access, now })} or ${hasAmount(sql`f.amount_minor`, sql`o.currency`, text)})`,
  }),
  scope: { branch: sql<string>`b.id` },
})

/** Threads of customers with the branches in scope; those with something unread come first. */
const threadSource = ({ access, now }: SeenBy): ListSource<typeof threadList> => ({
  from: sql`threads t join orders o on o.id = t.order_id join branches b on b.id = t.branch_id
    left join users u on u.id = o.user_id and u.erased_at is null left join users c on c.id = t.claimed_by`,
  id: sql<string>`t.id`,
  columns: {
    order_number: sql`o.order_number`,
    unread: sql`t.unread_by_branch`,
    message: sql`(select left(m.body, 300) from thread_messages m where m.thread_id = t.id order by m.position desc limit 1)`,
    customer: customerName('u', access, now),
    branch: sql`b.name`,
    claimed_by: colleagueName('c', access),
    last_at: sql`t.last_at`,
    timezone: sql`b.timezone`,
  },
  order: { last_at: sql`(case when t.unread_by_branch > 0 then t.last_at + interval '100 years' else t.last_at end)` },
  filters: {
    branch: (text) => hasIdOrSlug('b', text),
    order: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.order_number = ${normalizeCode(text)})`,
    claimed: sql<boolean>`(t.claimed_by is not null)`,
    last: sql<Date>`t.last_at`,
  },
  state: sql<string>`case when t.unread_by_branch > 0 then 'unread' else 'read' end`,
  search: (text) => ({
    exact: sql<boolean>`o.order_number = ${normalizeCode(text)}`,
    matches: matchesOrder(text, { access, now }),
  }),
  scope: { branch: sql<string>`b.id` },
})

export const ordersDesk = [
  served(orderList, orderSource),
  served(returnList, returnSource),
  served(threadList, threadSource),
]
