import { Temporal } from 'temporal-polyfill'
import type { Cart } from '#contract/cart/cart.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { findOrderBooking, priceAddition, pricePhoneOrder } from '#contract/orders/desk/phone-orders.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { findFreeSlots, findNextSlot, toDayNumber, type OfferedSlot } from '#server/features/branches/slots.ts'
import { priceCart } from '#server/features/cart/price.ts'
import { isWithin, needsOf, toTime } from '#server/features/cart/queries.ts'
import { toCart } from '#server/features/cart/view.ts'
import { findWorkWindow } from '#server/features/cart/work-window.ts'
import type { Scope } from '#server/http/caller.ts'
import type { OrderRow } from '../lifecycle/change-status.ts'
import type { Staff } from '../staff/staff-order.ts'
import { getAmendableOrder } from './amendable.ts'
import { getOrderAccount } from './customers.ts'
import { getOwnBranch, makeCart, type ChosenLines } from './lines.ts'

/** So many days are offered, today included. */
const offered_days = 7

interface Reader {
  scope: Scope
  locale: Locale
}

/** Prices what a customer wants, with the times at which the branch can hand it over. Throws like `makeCart`, `not_found`. */
export async function priceForCustomer(
  { db, clock }: Deps,
  { scope, locale }: Reader,
  { branch: slug, customer_id, lines, promo_code, booking_code, ...handover }: ParsedBody<typeof pricePhoneOrder>,
): Promise<AnswerOf<typeof pricePhoneOrder>> {
  const now = clock()
  const branch = await getOwnBranch(db, slug, scope)
  if (customer_id !== undefined) await getOrderAccount(db, customer_id)
  const cart = await makeCart(db, branch, { lines, promo_code }, { locale, now }, true)
  const priced = await priceCart(db, cart, handover, customer_id, now)
  const within =
    booking_code === undefined || customer_id === undefined
      ? null
      : await findWorkWindow(db, customer_id, booking_code, branch)
  const fits = (slot: OfferedSlot) => isWithin(slot, within)
  const needs = needsOf(priced, handover.order_type)
  const plan = await loadSlotPlan(db, branch, handover.order_type, now)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(branch.timezone).toPlainDate()
  const next = findNextSlot(plan, needs, now, fits)
  return {
    cart: await toCart(db, priced, cart.lines, handover.order_type, { locale, now }),
    slots: {
      timezone: branch.timezone,
      days: Array.from({ length: offered_days }, (_, index) => {
        const day = today.add({ days: index }).toString()
        return { day, items: findFreeSlots(plan, needs, toDayNumber(day), now).filter(fits).map(toTime) }
      }),
      next: next === undefined ? null : toTime(next),
    },
  }
}

/** Throws `not_found` and `booking_not_found`, also for a booking at a car park that the branch does not serve. */
export async function findBookingForOrder(
  { db }: Deps,
  { scope }: Pick<Reader, 'scope'>,
  { branch: slug, customer_id, booking_code }: ParsedBody<typeof findOrderBooking>,
): Promise<AnswerOf<typeof findOrderBooking>> {
  const branch = await getOwnBranch(db, slug, scope)
  const { id } = await getOrderAccount(db, customer_id)
  const { park_code, plate, vehicle_type_id, ...window } = await findWorkWindow(db, id, booking_code, branch)
  return { booking_code: normalizeCode(booking_code), park_code, plate, vehicle_type_id, ...toTime(window) }
}

/** Prices what would be added to an order. Throws like `makeCart`, `not_found`, and `order_state`. */
export async function priceForOrder(
  { db }: Deps,
  { scope, locale, now }: Staff,
  handle: string,
  chosen: ChosenLines,
): Promise<AnswerOf<typeof priceAddition>> {
  const order = await getAmendableOrder(db, scope, handle, now)
  const { cart } = await priceAdded(db, { order, locale, now }, chosen)
  return { cart, slots: null }
}

/** Prices what would be added to an order that was read. Throws like `makeCart`. */
export async function priceAdded(
  db: Db,
  { order, locale, now }: { order: OrderRow & { user_id: string }; locale: Locale; now: Date },
  chosen: ChosenLines,
): Promise<{ cart: Cart; total_minor: bigint }> {
  const branch = await getShopBranchById(db, order.branch_id)
  const cart = await makeCart(db, branch, chosen, { locale, now }, true)
  const priced = await priceCart(db, cart, {}, order.user_id, now)
  const { total_minor } = priced.sale
  return { cart: await toCart(db, priced, cart.lines, undefined, { locale, now }), total_minor }
}
