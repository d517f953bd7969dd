import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { placeAddition as placeAdditionEndpoint, placePhoneOrder } from '#contract/orders/desk/phone-orders.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import type { WorkNeed } from '#server/features/branches/slots.ts'
import { priceCart, type PricedCart } from '#server/features/cart/price.ts'
import { needsOf } from '#server/features/cart/queries.ts'
import { findWorkWindow, type WorkWindow } from '#server/features/cart/work-window.ts'
import { AppError } from '#server/http/errors.ts'
import {
  checkOrder,
  requireAvailable,
  requireCoupon,
  requireOpenBranch,
  requireSeenPrice,
  requireTypes,
  type CheckedOrder,
} from '../create/check-order.ts'
import { chooseSlot } from '../create/choose-slot.ts'
import { lockBookingOfOrder, type OrderAddress } from '../create/find-destination.ts'
import { holdForCustomer } from '../create/place.ts'
import type { OrderCaller, OrderRequest, PlacingStaff } from '../create/request.ts'
import { findVehicle, requireVehicleFits } from '../create/vehicle.ts'
import { lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { endOrder } from '../lifecycle/end-order.ts'
import { notifyCustomer } from '../order-mails.ts'
import type { OrderCommand } from '../staff/commands.ts'
import { lockStaffOrder, toAuthor, type Staff } from '../staff/staff-order.ts'
import { getOrderRecord } from '../staff/staff-record.ts'
import { getAmendableOrder, isWaitingForPayment, isWithdrawable } from './amendable.ts'
import { readContact, sendContactLink } from './contact.ts'
import { getOrderAccount } from './customers.ts'
import { getOwnBranch, makeCart } from './lines.ts'

/** The customer accepts the terms when they pay. */
const heldTerms = { accept_terms: true, hold: true } as const

/** Staff who place an order, and the order that it adds to. */
function toPlacingStaff(staff: Staff, branch_id: string, amends: string | null): PlacingStaff {
  const { actor } = toAuthor(staff, { branch_id })
  return { actor: actor as PlacingStaff['actor'], actor_id: staff.user_id, amends }
}

/**
 * Holds an order for a customer on the phone, who gets a link to pay it. Throws `not_found` for a branch outside the
 * scope, and like `makeCart`, `checkOrder` and `holdForCustomer`.
 */
export async function placeForCustomer(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  {
    branch: slug,
    customer_id,
    contact: typed,
    pay_with,
    lines,
    promo_code,
    ...request
  }: ParsedBody<typeof placePhoneOrder>,
): Promise<OrderCommand> {
  const { locale, now } = staff
  const branch = await getOwnBranch(tx, slug, staff.scope)
  const contact = typed && { ...readContact(typed, branch.country_code), language: typed.language }
  const account = customer_id === undefined ? null : await getOrderAccount(tx, customer_id)
  const placing = { ...toPlacingStaff(staff, branch.id, null), contact, inCash: pay_with === 'cash' }
  // Without an account nothing of one is read: `contact` comes without a coupon, an address and a booking.
  const user = { user_id: account?.id ?? staff.user_id, language: account?.language ?? contact!.language }
  const caller = { user, locale, now, staff: placing }
  const cart = await makeCart(tx, branch, { lines, promo_code }, { locale, now })
  const checked = await checkOrder(tx, cart, { ...request, ...heldTerms }, caller)
  const placed = await hold(tx, deps, staff, checked, caller)
  if (contact !== undefined && pay_with === 'link' && checked.priced.sale.total_minor > 0n)
    await sendContactLink(tx, deps, await lockOrder(tx, placed.answer.id), now)
  return placed
}

/**
 * Holds a second order that adds to one: for its customer, destination and time, and brought with it, so that it
 * costs no second delivery. Throws `not_found`, `order_state`, and like `placeForCustomer`.
 */
export async function placeAddition(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  body: ParsedBody<typeof placeAdditionEndpoint>,
): Promise<OrderCommand> {
  const first = await getAmendableOrder(tx, staff.scope, handle, staff.now)
  // Nobody ends it while something is added.
  await sql`select from orders where id = ${first.id} for no key update`.execute(tx)
  const { checked, caller } = await checkAddition(tx, staff, first, body)
  return hold(tx, deps, staff, checked, caller)
}

/**
 * Checks what is added to a locked order. What a line that is replaced no longer takes of the order's work is `freed` for it.
 * Throws as `placeAddition`.
 */
export async function checkAddition(
  tx: Tx,
  staff: Staff,
  first: OrderRow & { user_id: string },
  { lines, promo_code, ...typed }: ParsedBody<typeof placeAdditionEndpoint>,
  freed: readonly WorkNeed[] = [],
): Promise<{ checked: CheckedOrder; caller: OrderCaller & { staff: PlacingStaff } }> {
  const { locale, now } = staff
  const { id: user_id, language } = await getOrderAccount(tx, first.user_id)
  const placing = toPlacingStaff(staff, first.branch_id, first.amends ?? first.id)
  const caller = { user: { user_id, language }, locale, now, staff: placing }
  const branch = await getShopBranchById(tx, first.branch_id)
  const cart = await makeCart(tx, branch, { lines, promo_code }, { locale, now })
  const request: OrderRequest = {
    ...typed,
    ...heldTerms,
    order_type: first.order_type,
    slot: first.slot_starts_at.toISOString(),
    plate: first.plate ?? typed.plate,
    vehicle_type_id: first.vehicle_type_id ?? typed.vehicle_type_id,
    key: (first.key_holder as OrderRequest['key']) ?? typed.key,
  }
  const priced = await priceCart(tx, cart, {}, user_id, now)
  requireOpenBranch(priced, request)
  await requireAvailable(tx, cart, priced, request, caller)
  requireTypes(priced, request, caller)
  requireCoupon(priced)
  const booking = await findBooking(tx, first, priced, user_id)
  const vehicle = await findVehicle(tx, priced, request, booking, user_id)
  requireVehicleFits(priced, vehicle, locale)
  // It is brought with the first order, which has taken its delivery.
  const needs = needsOf(priced, 'takeaway').map((need) => reduceNeed(need, freed))
  const at = { ...request, park: first.park_id ?? undefined, lead_minutes: 0, booking }
  const slot = await chooseSlot(tx, branch, needs, at, now)
  await requireSeenPrice(tx, cart, priced, request, caller)
  const { park_id, level, bay, distance_m } = first
  const destination = { park_id, level, bay, distance_m, address: first.address as OrderAddress | null, booking }
  return { checked: { request, cart, priced, slot, destination, vehicle }, caller }
}

/** What work needs beside what is freed; work that takes longer than what it replaces needs all of its own. */
function reduceNeed(need: WorkNeed, freed: readonly WorkNeed[]): WorkNeed {
  const own = freed.find(({ work_group }) => work_group === need.work_group)
  if (own === undefined || need.duration_min > own.duration_min) return need
  return { ...need, units: Math.max(0, need.units - own.units) }
}

/** The parking booking of the first order, within which the work must lie as well. */
async function findBooking(
  tx: Tx,
  { booking_id }: OrderRow,
  { branch }: PricedCart,
  user_id: string,
): Promise<WorkWindow | null> {
  if (booking_id === null) return null
  const { booking_code } = await tx
    .selectFrom('bookings')
    .select('booking_code')
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  const booking = await findWorkWindow(tx, user_id, booking_code, branch)
  await lockBookingOfOrder(tx, booking)
  return booking
}

async function hold(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  checked: CheckedOrder,
  caller: OrderCaller & { staff: PlacingStaff },
): Promise<OrderCommand> {
  const { id, order_number, total } = await holdForCustomer(tx, deps, checked, caller)
  const { branch } = checked.priced
  const { amends, contact } = caller.staff
  const customer_id = contact === undefined ? caller.user.user_id : null
  const after = { order_number, customer_id, total, amends, ...(contact && { contact: contact.name }) }
  const change: AuditedChange = { kind: 'order', id, branch_id: branch.id, after }
  return { answer: await getOrderRecord(tx, id, staff), changes: [change] }
}

/** Sends the link of a held order again, by email or to the number of who ordered. Throws `not_found` and `order_state`. */
export async function sendPayLink(tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle)
  const { id, branch_id } = order
  if (!isWaitingForPayment(order)) throw new AppError('order_state')
  if (order.contact_phone === null) await notifyCustomer(tx, deps, order, { topic: 'pay_link', at: staff.now })
  else await sendContactLink(tx, deps, order, staff.now)
  const answer = await getOrderRecord(tx, id, staff)
  return { answer, changes: [{ kind: 'order', id, branch_id, after: { pay_link: true } }] }
}

/**
 * Cancels an order that the caller took on the phone, as long as it is not paid. Throws `not_found`, and `order_state` for
 * one that somebody else took or that is paid.
 */
export async function withdrawOrder(tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle)
  if (!isWithdrawable(order, staff.user_id)) throw new AppError('order_state')
  await endOrder(tx, deps, order, { to: 'canceled', cause: 'withdrawn' }, toAuthor(staff, order))
  const answer = await getOrderRecord(tx, order.id, staff)
  const { id, branch_id, status } = order
  return { answer, changes: [{ kind: 'order', id, branch_id, before: { status }, after: { status: answer.status } }] }
}
