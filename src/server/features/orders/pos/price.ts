import { Temporal } from 'temporal-polyfill'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { priceSale as priceEndpoint } from '#contract/orders/desk/pos.ts'
import type { Deps } from '#server/deps.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { findFreeSlots, findNextSlot, toDayNumber } from '#server/features/branches/slots.ts'
import { priceCart } from '#server/features/cart/price.ts'
import { needsOf, toTime } from '#server/features/cart/queries.ts'
import { toCart } from '#server/features/cart/view.ts'
import { getOpenShift, type Seller } from '#server/features/cash/entries.ts'
import { makeCart } from '../phone/lines.ts'
import { findDiscount } from './discounts.ts'
import { hasWork, requireReduction } from './sell.ts'

/**
 * Prices a sale at the caller's register, with the times of today for its work. Throws `shift_needed`, `discount_used`, and like
 * `makeCart`.
 */
export async function priceSale(
  { db, clock }: Deps,
  { locale, ...seller }: Seller & { locale: Locale },
  sale: ParsedBody<typeof priceEndpoint>,
): Promise<AnswerOf<typeof priceEndpoint>> {
  const now = clock()
  const shift = await getOpenShift(db, seller)
  const branch = await getShopBranchById(db, shift.branch_id)
  const { lines, promo_code, customer_id, discount_id } = sale
  requireReduction(sale)
  const discount = await findDiscount(db, shift.id, discount_id)
  const cart = { ...(await makeCart(db, branch, { lines, promo_code }, { locale, now }, true)), discount }
  const priced = await priceCart(db, cart, { order_type: 'takeaway' }, customer_id, now)
  const shown = await toCart(db, priced, cart.lines, 'takeaway', { locale, now })
  if (!hasWork(priced)) return { cart: shown, slots: null }
  const needs = needsOf(priced, 'takeaway')
  const plan = { ...(await loadSlotPlan(db, branch, 'takeaway', now)), lead_minutes: 0 }
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(branch.timezone)
    .toPlainDate()
    .toString()
  const next = findNextSlot(plan, needs, now)
  return {
    cart: shown,
    slots: {
      timezone: branch.timezone,
      days: [{ day, items: findFreeSlots(plan, needs, toDayNumber(day), now).map(toTime) }],
      next: next === undefined ? null : toTime(next),
    },
  }
}
