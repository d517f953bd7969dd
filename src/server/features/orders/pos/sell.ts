import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMinor, type Currency } from '#contract/money.ts'
import type { createSale as saleEndpoint } from '#contract/orders/desk/pos.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import type { OfferedSlot } from '#server/features/branches/slots.ts'
import { priceCart, type PricedCart } from '#server/features/cart/price.ts'
import { needsOf } from '#server/features/cart/queries.ts'
import { requireOpenShift, type OpenShift } from '#server/features/cash/entries.ts'
import { findDiscountLimit } from '#server/features/cash/manager-codes.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import {
  requireAvailable,
  requireCoupon,
  requireSeenPrice,
  requireTypes,
  type CheckedOrder,
} from '../create/check-order.ts'
import { chooseSlot } from '../create/choose-slot.ts'
import { sumLines, toLineRows, toOrderRow } from '../create/order-rows.ts'
import { takeToken } from '../create/place.ts'
import type { OrderCaller, OrderRequest } from '../create/request.ts'
import { findVehicle, requireVehicleFits } from '../create/vehicle.ts'
import { writeOrderHistory, type OrderRow } from '../lifecycle/change-status.ts'
import { releaseMoney, toOrderParts } from '../lifecycle/refund-order.ts'
import { getOrderAccount } from '../phone/customers.ts'
import { makeCart } from '../phone/lines.ts'
import { countUses } from '../promotion-uses.ts'
import { reserveSlots } from '../slots-taken.ts'
import type { Staff } from '../staff/staff-order.ts'
import { reserveStock, sellStock } from '../stock.ts'
import { findDiscount, requireDiscount, takeDiscount } from './discounts.ts'
import { methodOf, postCounterPayment, readPayment, toSale, type CounterPayment } from './payment.ts'
import { showSale, storeWaitingPayment, walletCodeOf } from './wallet-sale.ts'

type SaleRequest = ParsedBody<typeof saleEndpoint>
type Sale = AnswerOf<typeof saleEndpoint>

/** Whether somebody works on what is sold, so that it is done at a time; anything else is handed over at once. */
export const hasWork = ({ sold }: Pick<PricedCart, 'sold'>): boolean => sold.some(({ item }) => item.kind === 'service')

/** How long a sale waits for the owner of a wallet. */
const wallet_ms = 3 * minute_ms

/**
 * Sells over the counter of the caller's open shift: the drawer, the terminal and mobile money take the price, and what needs no
 * work is handed over at once. With a part from a wallet it waits for the wallet's owner, and nothing is booked before. A sale
 * that is sent again returns what it was. Throws `shift_needed`, `cash_short`, `slip_used`, `approval_needed`, `discount_used`, and
 * as `checkOrder` what stands in the way of an order; 422 for methods that take too much, or work without a time.
 */
export async function createSale(tx: Tx, deps: Deps, staff: Staff, request: SaleRequest): Promise<Audited<Sale>> {
  const { user_id, shift_id, now } = staff
  // Two tabs that send one sale wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sale ${request.id}`}, 0))`.execute(tx)
  const before = await findSale(tx, deps, request, user_id)
  if (before !== undefined) return { answer: before, changes: [] }
  const shift = await requireOpenShift(tx, { user_id, shift_id })
  const { checked, caller, customer_id } = await checkSale(tx, staff, shift, request)
  const total_minor = checked.priced.sale.total_minor
  const payment = await readPayment(tx, shift, request, total_minor)
  const isDone = !hasWork(checked.priced)
  const isWaiting = payment.wallet_minor > 0n
  const { stored, sold } = await writeSale(tx, { checked, caller, request, customer_id, payment, isDone, isWaiting })
  if (request.discount_id !== undefined) await takeDiscount(tx, shift, request.discount_id, stored.id)
  if (isWaiting) await storeWaitingPayment(tx, { order_id: stored.id, shift_id: shift.id, payment })
  else await postCounterPayment(tx, shift, stored, { parts: toOrderParts(stored, sold, []), payment }, staff)
  const taken = sold.map(({ id, stock_level_id, quantity }) => ({ id, stock_level_id, quantity }))
  const stockOrder = { id: stored.id, actor_id: user_id }
  await reserveStock(tx, stockOrder, taken, now)
  if (!isDone) await reserveSlots(tx, { id: stored.id, branch_id: shift.branch_id }, checked.slot.takes)
  else if (!isWaiting) {
    await releaseMoney(tx, stored, now)
    await sellStock(tx, stockOrder, taken, now)
  }
  const answer = toSale(stored, payment, isWaiting ? walletCodeOf(deps, stored) : undefined)
  const { order_number, total, cash, terminal, mobile, wallet } = answer
  const parts = {
    ...(cash && { cash: cash.due }),
    ...(terminal && { terminal }),
    ...(mobile && { mobile }),
    ...(wallet && { wallet: wallet.amount }),
  }
  const after = { order_number, total, ...parts }
  return { answer, changes: [{ kind: 'order', id: stored.id, branch_id: shift.branch_id, after }] }
}

/** Reads what a sale depends on and checks it, at the prices of now. */
async function checkSale(
  tx: Tx,
  { user_id, access, language, locale, now }: Staff,
  shift: OpenShift,
  sale: SaleRequest,
): Promise<{ checked: CheckedOrder; caller: OrderCaller; customer_id: string | null }> {
  const { lines, slot, plate, vehicle_type_id, key, note, total, promo_code, discount_id } = sale
  const customer = sale.customer_id === undefined ? undefined : await getOrderAccount(tx, sale.customer_id)
  const caller: OrderCaller = {
    user: { user_id, language: customer?.language ?? language },
    locale,
    now,
    staff: { actor: 'employee', actor_id: user_id, amends: null },
  }
  const branch = await getShopBranchById(tx, shift.branch_id)
  if (branch.status !== 'active') throw new AppError('branch_closed', { branch: branch.name })
  requireReduction(sale)
  const discount = await findDiscount(tx, shift.id, discount_id)
  const cart = { ...(await makeCart(tx, branch, { lines, promo_code }, { locale, now })), discount }
  const request: OrderRequest = {
    order_type: 'takeaway',
    slot: slot ?? now.toISOString(),
    plate,
    vehicle_type_id,
    key,
    note,
    total,
    accept_terms: true,
    hold: false,
  }
  const priced = await priceCart(tx, cart, { order_type: 'takeaway' }, customer?.id, now)
  await requireAvailable(tx, cart, priced, request, caller)
  requireTypes(priced, request, caller)
  requireCoupon(priced)
  requireDiscount(priced.sale, discount, await findDiscountLimit(tx, shift.branch_id, access))
  const vehicle = await findVehicle(tx, priced, request, null, user_id)
  requireVehicleFits(priced, vehicle, locale)
  const chosen = await findTime(tx, priced, request, slot, now)
  await requireSeenPrice(tx, cart, priced, request, caller)
  const destination = { park_id: null, level: null, bay: null, distance_m: null, address: null, booking: null }
  const checked = { request, cart, priced, slot: chosen, destination, vehicle }
  return { checked, caller, customer_id: customer?.id ?? null }
}

/** A coupon is its customer's, who may use it so many times; and a seller takes nothing off what it made cheaper. */
export function requireReduction({
  customer_id,
  promo_code,
  discount_id,
}: Pick<SaleRequest, 'customer_id' | 'promo_code' | 'discount_id'>): void {
  if (promo_code === undefined) return
  if (customer_id === undefined) throw fieldError('promo_code', 'coupon_needs_customer')
  if (discount_id !== undefined) throw fieldError('promo_code', 'coupon_or_discount')
}

/** When the work is done; now for what is handed over at once. */
async function findTime(
  tx: Tx,
  priced: PricedCart,
  request: OrderRequest,
  slot: string | undefined,
  now: Date,
): Promise<OfferedSlot> {
  if (!hasWork(priced)) return { starts_at: now, ends_at: now, takes: [] }
  if (slot === undefined) throw fieldError('slot', 'required')
  const at = { order_type: request.order_type, slot, park: undefined, lead_minutes: 0, booking: null }
  return chooseSlot(tx, priced.branch, needsOf(priced, 'takeaway'), at, now)
}

interface NewSale {
  checked: CheckedOrder
  caller: OrderCaller
  customer_id: string | null
  request: SaleRequest
  payment: CounterPayment
  isDone: boolean
  isWaiting: boolean
}

async function writeSale(tx: Tx, { checked, caller, customer_id, request, payment, isDone, isWaiting }: NewSale) {
  const { user, now } = caller
  const row = { ...toOrderRow(checked, caller, 'wallet'), id: request.id, user_id: customer_id, source: 'pos' }
  const lines = toLineRows(checked, row.id, now)
  const offers = checked.priced.sale.lines.flatMap(({ offer }) => offer ?? [])
  await countUses(tx, customer_id ?? user.user_id, checked.priced.coupon?.terms ?? null, offers)
  const held_until = isWaiting ? new Date(now.getTime() + wallet_ms) : null
  const status = isWaiting ? ('pending' as const) : isDone ? ('completed' as const) : ('accepted' as const)
  const order = {
    ...row,
    ...sumLines(row, lines),
    token: await takeToken(tx, checked),
    status,
    payment_status: isWaiting ? 'unpaid' : 'paid',
    payment_method: isWaiting ? null : methodOf(payment),
    held_until,
    next_step_at: held_until,
  }
  const stored = (await tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()) as OrderRow
  const sold = await tx
    .insertInto('order_lines')
    .values(lines.map(({ cart_line_id: _line, ...line }) => line))
    .returningAll()
    .execute()
  await writeOrderHistory(tx, {
    order_id: row.id,
    from: null,
    to: status,
    cause: isWaiting ? 'held' : isDone ? 'sold_and_handed_over' : 'sold',
    actor: 'seller',
    actor_id: caller.staff!.actor_id,
    at: now,
  })
  return { stored, sold }
}

/**
 * A sale that was booked before, with the change that was given. Throws `sale_exists` for another person's, and for one of other
 * things: after a lost answer, what was changed meanwhile must not pass for sold.
 */
async function findSale(
  tx: Tx,
  deps: Deps,
  { id, lines, total }: SaleRequest,
  user_id: string,
): Promise<Sale | undefined> {
  const order = (await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) as
    | OrderRow
    | undefined
  if (order === undefined) return undefined
  if (order.source !== 'pos' || order.placed_by !== user_id) throw new AppError('sale_exists')
  const sold = await tx.selectFrom('order_lines').select('quantity').where('order_id', '=', id).execute()
  const count = (all: readonly { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
  const isSame =
    toMinor(total, order.currency as Currency) === order.total_minor &&
    count(sold) === count(lines.flatMap(({ addons = [], ...main }) => [main, ...addons]))
  if (!isSame) throw new AppError('sale_exists')
  return showSale(tx, deps, order)
}
