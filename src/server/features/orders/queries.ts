import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { listOrders, OrderDetails } from '#contract/orders/orders.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { labelColumns } from '#server/features/parks/label.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './lifecycle/change-status.ts'
import type { OrderLineRow } from './order-amounts.ts'
import {
  toOrderDetails,
  toOrderSummary,
  type ShownHistory,
  type ShownOrder,
  type ShownPayment,
  type ShownRefund,
} from './order-views.ts'
import { findProblems } from './problems/own-problems.ts'
import { findShownPhotos } from './shown-photos.ts'
import { findReplaced, findSubstitutions } from './substitution-views.ts'

interface Reader {
  locale: Locale
  now: Date
}
export const languageOf = ({ locale }: Reader): Language => (locale.startsWith('fr') ? 'fr' : 'en')

/** An order of an account by its number or its id. */
export const ownOrder = (user_id: string, handle: string): RawBuilder<boolean> =>
  isUuid(handle)
    ? sql`o.user_id = ${user_id} and o.id = ${handle}`
    : sql`o.user_id = ${user_id} and o.order_number = ${normalizeCode(handle)}`

/** The numbers of the orders that add to the order `o`, in the order in which they were placed. */
export const amendedBy = sql<
  string[]
>`array(select x.order_number from orders x where x.amends = o.id order by x.created_at, x.id)`

/** Orders, newest first, with what is shown of them. */
export async function findShownOrders(db: Db | Tx, condition: RawBuilder<unknown>): Promise<ShownOrder[]> {
  const { rows } = await sql<ShownOrder>`
    select o.*, b.slug as branch_slug, b.name as branch_name, b.address as branch_address, b.city as branch_city,
      b.phone as branch_phone, b.lat as branch_lat, b.lng as branch_lng, b.timezone as branch_timezone, c.code as country_code,
      s.cancel_cutoff_minutes, s.goods_return_days, s.food_return_days, s.service_return_days, p.park_code, p.slug as park_slug,
      ${labelColumns}, y.cash_step_minor, k.booking_code, a.order_number as amends_number, ${amendedBy} as amended_by
    from orders o join branches b on b.id = o.branch_id join branch_setup s on s.branch_id = b.id
      join countries c on c.id = b.country_id join currency_settings y on y.code = o.currency left join parks p on p.id = o.park_id left join bookings k on k.id = o.booking_id
      left join orders a on a.id = o.amends
    where ${condition}`.execute(db)
  return rows
}

async function findLines(db: Db | Tx, order_ids: readonly string[]): Promise<Map<string, OrderLineRow[]>> {
  const rows = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', [...order_ids])
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Throws `order_not_found`, also for an order of somebody else. */
export async function findOwnOrderId(db: Db | Tx, user_id: string, handle: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select o.id from orders o where ${ownOrder(user_id, handle)}`.execute(db)
  if (rows[0] === undefined) throw new AppError('order_not_found')
  return rows[0].id
}

/** Returns an order of an account by its number or id. Throws `order_not_found`, also for one of somebody else. */
export async function getOrderDetails(
  db: Db | Tx,
  user_id: string,
  handle: string,
  reader: Reader,
): Promise<OrderDetails> {
  return getDetailsWhere(db, ownOrder(user_id, handle), reader)
}

/** Returns the order `o` of a condition with all its details. Throws `order_not_found`. */
export async function getDetailsWhere(
  db: Db | Tx,
  condition: RawBuilder<unknown>,
  reader: Reader,
): Promise<OrderDetails> {
  const [order] = await findShownOrders(db, condition)
  if (order === undefined) throw new AppError('order_not_found')
  const { id } = order
  const history = await findHistory(db, id)
  const returning = await findReturningUnits(db, id)
  const refunds = await db
    .selectFrom('order_refunds')
    .select(['number', 'amount_minor', 'reason', 'at'])
    .where('order_id', '=', id)
    .where('status', '=', 'done')
    .orderBy('number')
    .execute()
  const payments = await db
    .selectFrom('order_payments')
    .select(['method', 'amount_minor', 'at'])
    .where('order_id', '=', id)
    .orderBy('at')
    .execute()
  const rows = {
    lines: (await findLines(db, [id])).get(id) ?? [],
    rating: await findRating(db, id),
    returning,
    history,
    refunds: refunds satisfies ShownRefund[],
    payments: payments as ShownPayment[],
    photos: await findShownPhotos(db, id),
    problems: await findProblems(db, id, order.currency as Currency),
    ...(await findReplaced(db, order, languageOf(reader))),
    substitutions: await findSubstitutions(db, order, languageOf(reader)),
  }
  return toOrderDetails(order, rows, reader.locale, reader.now)
}

export async function findHistory(db: Db | Tx, order_id: string): Promise<ShownHistory[]> {
  const rows = await db
    .selectFrom('order_history')
    .select(['at', 'from_status', 'to_status', 'cause', 'detail'])
    .where('order_id', '=', order_id)
    .orderBy('id')
    .execute()
  return rows as ShownHistory[]
}

async function findRating(db: Db | Tx, order_id: string): Promise<OrderDetails['rating']> {
  const rows = await db
    .selectFrom('item_reviews')
    .select(['item_id', 'rating', 'body as text'])
    .where('order_id', '=', order_id)
    .orderBy('id')
    .execute()
  const branch = rows.find(({ item_id }) => item_id === null)
  if (branch === undefined) return null
  const items = rows.flatMap(({ item_id, ...one }) => (item_id === null ? [] : [{ id: item_id, ...one }]))
  return { rating: branch.rating, text: branch.text, items }
}

/** Units by line that the customer has asked to send back, without an outcome yet. */
async function findReturningUnits(db: Db | Tx, order_id: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('order_return_lines as n')
    .innerJoin('order_returns as r', 'r.id', 'n.return_id')
    .select(['n.line_id', sql<number>`sum(n.quantity)::float8`.as('units')])
    .where('r.order_id', '=', order_id)
    .where('r.status', 'in', ['requested', 'approved', 'received'])
    .groupBy('n.line_id')
    .execute()
  return new Map(rows.map(({ line_id, units }) => [line_id, units]))
}

/** Returns an order that was just written, with its lines and its branch, which are not read again. */
export async function getNewOrderDetails(
  db: Db | Tx,
  { order, branch }: { order: OrderRow; branch: ShopBranch },
  rows: { lines: OrderLineRow[]; history: ShownHistory[]; payments: ShownPayment[] },
  reader: Reader,
): Promise<OrderDetails> {
  const { park_id, booking_id, amends } = order
  const isAlone = park_id === null && booking_id === null && amends === null
  const [shown] = isAlone ? [toShownAlone(order, branch)] : await findShownOrders(db, sql`o.id = ${order.id}`)
  const none = { refunds: [], photos: [], problems: [], returning: new Map<string, number>(), rating: null }
  const unrelated = { replaces: null, substitutions: [], is_substitute: false }
  return toOrderDetails(shown!, { ...rows, ...none, ...unrelated }, reader.locale, reader.now)
}

/** A new order without a car park, a booking or another order that it adds to. */
const toShownAlone = (order: OrderRow, branch: ShopBranch): ShownOrder => ({
  ...order,
  branch_slug: branch.slug,
  branch_name: branch.name,
  branch_address: branch.address,
  branch_city: branch.city,
  branch_phone: branch.phone,
  branch_lat: branch.lat,
  branch_lng: branch.lng,
  branch_timezone: branch.timezone,
  country_code: branch.country_code,
  cancel_cutoff_minutes: branch.cancel_cutoff_minutes,
  goods_return_days: branch.goods_return_days,
  food_return_days: branch.food_return_days,
  service_return_days: branch.service_return_days,
  cash_step_minor: branch.cash_step_minor,
  park_code: null,
  park_slug: null,
  park_name: null,
  park_near: null,
  park_address: null,
  park_city: null,
  booking_code: null,
  amends_number: null,
  amended_by: [],
})

/** What is still to come, what is over, and what was given up. */
const groups = {
  upcoming: sql`o.status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery', 'delivered')`,
  past: sql`o.status in ('completed', 'returned')`,
  cancelled: sql`o.status in ('canceled', 'rejected')`,
}

/** Returns a page of an account's orders, newest first. */
export async function findOrders(
  db: Db,
  user_id: string,
  { page, size, group, booking_code }: ParsedQuery<typeof listOrders>,
  reader: Reader,
): Promise<AnswerOf<typeof listOrders>> {
  const own = sql`o.user_id = ${user_id} and ${group === undefined ? sql`true` : groups[group]}
    and ${
      booking_code === undefined
        ? sql`true`
        : sql`exists (select from bookings k where k.id = o.booking_id and k.booking_code = ${normalizeCode(booking_code)})`
    }`
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from orders o where ${own}`.execute(db)
  const shown = sql`o.id in (select o.id from orders o where ${own} order by o.created_at desc, o.id desc
    limit ${size} offset ${(page - 1) * size}) order by o.created_at desc, o.id desc`
  const orders = await findShownOrders(db, shown)
  const ids = orders.map(({ id }) => id)
  const lines = ids.length === 0 ? new Map<string, OrderLineRow[]>() : await findLines(db, ids)
  const items = orders.map((order) => toOrderSummary(order, lines.get(order.id) ?? [], languageOf(reader)))
  return toPage(items, rows[0]!.total, page, size)
}
