import { sql } from 'kysely'
import { toMajor, toMinor } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfferedSlot } from '#server/features/branches/slots.ts'
import { cashLimitOf, minimumOf, priceCart, type PricedCart, type SoldLine } from '#server/features/cart/price.ts'
import { needsOf, showCart } from '#server/features/cart/queries.ts'
import type { StoredCart } from '#server/features/cart/store.ts'
import { listOrderTypes, type ShopItem } from '#server/features/catalogue/catalogue.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { chooseSlot } from './choose-slot.ts'
import { findDestination, type OrderDestination } from './find-destination.ts'
import type { OrderCaller, OrderRequest } from './request.ts'
import { findVehicle, requireVehicleFits, type OrderVehicle } from './vehicle.ts'

/** An order that nothing stands in the way of, as it is at this moment. */
export interface CheckedOrder {
  request: OrderRequest
  cart: StoredCart
  priced: PricedCart
  slot: OfferedSlot
  destination: OrderDestination
  vehicle: OrderVehicle | null
}

/**
 * Reads what an order of a locked cart depends on and checks it; its parking booking is kept as it is. Throws `branch_closed`, `ordering_disabled`, `order_type_off`, `item_unavailable`, `too_many_of_item`,
 * `out_of_stock`, `order_type`, `minimum_order`, `out_of_zone`, `promo_used`, `price_changed`, `variation_vehicle`,
 * `slot_full`, `slot_outside_booking`, `booking_not_found`, `address_not_found`, `vehicle_not_found`, and 422.
 */
export async function checkOrder(
  tx: Tx,
  cart: StoredCart,
  request: OrderRequest,
  caller: OrderCaller,
): Promise<CheckedOrder> {
  const { user, now } = caller
  const priced = await priceCart(tx, cart, request, user.user_id, now)
  requireOpenBranch(priced, request)
  await requireAvailable(tx, cart, priced, request, caller)
  requireTypes(priced, request, caller)
  requireMinimum(priced, request)
  requireCoupon(priced)
  const destination = await findDestination(tx, priced, request, user.user_id)
  const vehicle = await findVehicle(tx, priced, request, destination.booking, user.user_id)
  requireVehicleFits(priced, vehicle, caller.locale)
  const needs = needsOf(priced, request.order_type)
  const slot = await chooseSlot(tx, priced.branch, needs, { ...request, booking: destination.booking }, now)
  // Last, so that whoever is asked to accept a price has nothing else to mend.
  await requireSeenPrice(tx, cart, priced, request, caller)
  return { request, cart, priced, slot, destination, vehicle }
}

export function requireOpenBranch({ branch }: PricedCart, { order_type }: OrderRequest): void {
  if (branch.status !== 'active') throw new AppError('branch_closed', { branch: branch.name })
  if (!branch.delivery_on && !branch.takeaway_on) throw new AppError('ordering_disabled')
  if (order_type === 'delivery' ? !branch.delivery_on : !branch.takeaway_on)
    throw new AppError('order_type_off', { branch: branch.name })
}

const nameOf = ({ name, name_fr }: ShopItem, { locale }: OrderCaller) => (locale.startsWith('fr') ? name_fr : name)

/** Everything in the cart can be had now. What cannot is told with the cart as it is now. */
export async function requireAvailable(
  tx: Tx,
  cart: StoredCart,
  priced: PricedCart,
  request: OrderRequest,
  caller: OrderCaller,
): Promise<void> {
  const refuse = async (error: AppError): Promise<never> => {
    throw new AppError(error.code, error.params, error.fields, {
      cart: await showCart(tx, cart, request, caller, caller.now),
    })
  }
  const paused = priced.sold.find(({ problem }) => problem === 'paused')
  if (paused !== undefined) await refuse(new AppError('item_unavailable', { item: nameOf(paused.item, caller) }))
  if (priced.withdrawn.length > 0) {
    const shown = await showCart(tx, cart, request, caller, caller.now)
    const item = shown.lines.find(({ problem }) => problem === 'withdrawn')!.item.name
    throw new AppError('item_unavailable', { item }, [], { cart: shown })
  }
  const many = priced.sold.find(({ problem }) => problem === 'too_many')
  if (many !== undefined) await refuse(new AppError('too_many_of_item', { most: many.item.max_per_order }))
  const short = priced.sold.filter(isShort)
  if (short.length > 0) await refuse(outOfStock(short))
}

const isShort = ({ problem }: SoldLine): boolean => problem === 'sold_out' || problem === 'out_of_stock'

/** With the lines of the cart of which there is too little, and how many are left. */
const outOfStock = (lines: readonly SoldLine[]): AppError =>
  new AppError(
    'out_of_stock',
    {},
    lines.map(({ stored, left }) => ({
      field: `lines.${stored.id}`,
      key: left === 0 ? 'sold_out' : 'out_of_stock',
      params: { left: left! },
    })),
  )

/** Everything is sold in this way. */
export function requireTypes({ branch, sold }: PricedCart, { order_type }: OrderRequest, caller: OrderCaller): void {
  const wrong = sold.find(({ item }) => !listOrderTypes(item, branch).includes(order_type))
  if (wrong !== undefined) throw new AppError('order_type', { item: nameOf(wrong.item, caller) })
}

/** The branch brings an order of this amount to its destination. */
function requireMinimum(priced: PricedCart, { order_type }: OrderRequest): void {
  const { branch, sale, delivery } = priced
  const { currency } = branch
  const missing_minor = minimumOf(priced, order_type) - sale.subtotal_minor
  if (missing_minor > 0n)
    throw new AppError('minimum_order', {
      minimum: { amount: toMajor(minimumOf(priced, order_type), currency), currency },
      missing: { amount: toMajor(missing_minor, currency), currency },
    })
  if (delivery?.charge.kind === 'outside') throw new AppError('out_of_zone', { branch: branch.name })
}

/** The coupon takes something off now. */
export function requireCoupon({ coupon }: PricedCart): void {
  if (coupon?.is_used_up === true) throw new AppError('promo_used')
  if (coupon?.problem !== undefined) throw fieldError('promo_code', coupon.problem.key, coupon.problem.params)
}

/** Throws `price_changed` with the new lines unless the customer has seen these prices and this total. */
export async function requireSeenPrice(
  tx: Tx,
  cart: StoredCart,
  priced: PricedCart,
  request: OrderRequest,
  caller: OrderCaller,
): Promise<void> {
  const isSeen = toMinor(request.total, priced.branch.currency) === priced.sale.total_minor
  if (isSeen && priced.sold.every(({ problem }) => problem === null)) return
  throw new AppError('price_changed', {}, [], { cart: await showCart(tx, cart, request, caller, caller.now) })
}

/** So many orders that an account did not pay in so many days end its orders in cash. */
const mostUnpaid = 2
const unpaidWithin_days = 90

/**
 * The branch takes cash for this order from this customer. Throws `cash_off` where it takes none for orders of this type,
 * `cash_too_much` above its limit, and `cash_unpaid_before` for an account, or a number without one, that did not pay for two orders in 90 days: those
 * that nobody collected or that were brought in vain.
 */
export async function requireCash(
  tx: Tx,
  { branch, sale }: PricedCart,
  { order_type }: Pick<OrderRequest, 'order_type'>,
  { user_id, phone, now }: { user_id: string | null; phone?: string | undefined; now: Date },
): Promise<void> {
  const limit_minor = cashLimitOf(branch, order_type)
  if (limit_minor === null) throw new AppError('cash_off', { branch: branch.name })
  const { currency } = branch
  if (sale.total_minor > limit_minor)
    throw new AppError('cash_too_much', { most: { amount: toMajor(limit_minor, currency), currency } })
  const since = new Date(now.getTime() - unpaidWithin_days * day_ms)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders o
    where ${user_id === null ? sql`o.contact_phone = ${phone}` : sql`o.user_id = ${user_id}`} and o.payment_method = 'cash' and o.payment_status = 'unpaid' and o.status = 'canceled'
      and o.created_at >= ${since}::timestamptz and exists (select from order_history h
        where h.order_id = o.id and h.to_status = 'canceled' and h.cause in ('not_collected', 'undeliverable'))`.execute(
    tx,
  )
  if (rows[0]!.count >= mostUnpaid) throw new AppError('cash_unpaid_before')
}
