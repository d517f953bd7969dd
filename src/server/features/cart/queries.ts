import { Temporal } from 'temporal-polyfill'
import type { Cart, listCartSlots } from '#contract/cart/cart.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { readDevice } from '#contract/figures/devices.ts'
import type { Locale } from '#contract/formats.ts'
import { batchQueries } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import {
  findFreeSlots,
  findNextSlot,
  sumNeeds,
  toDayNumber,
  type OfferedSlot,
} from '#server/features/branches/slots.ts'
import { AppError } from '#server/http/errors.ts'
import { priceCart, type Handover, type PricedCart } from './price.ts'
import { ownerOf, type Shopper } from './shopper.ts'
import { beginCheckout, findCart, touchCart, type StoredCart } from './store.ts'
import { emptyCart, toCart } from './view.ts'
import { findWorkWindow, type WorkWindow } from './work-window.ts'

/**
 * Returns the cart with the prices of now; an empty one where there is none. `stored` is what was just written. Throws like
 * `priceCart`.
 */
export async function readCart(deps: Deps, shopper: Shopper, handover: Handover, stored?: StoredCart): Promise<Cart> {
  const { db } = deps
  const now = deps.clock()
  const owner = ownerOf(shopper)
  const cart = stored ?? (owner && (await findCart(db, owner)))
  const set_aside = shopper.user === undefined ? null : ((await findSetAside(db, shopper.user.user_id)) ?? null)
  if (cart === undefined || cart.lines.length === 0) return { ...emptyCart, set_aside }
  if (!deps.read_only.isOn) await touchCart(db, cart, now)
  const shown = await showCart(db, cart, handover, shopper, now)
  return { ...shown, set_aside, token: shopper.user === undefined ? shopper.token! : null }
}

/** Prices and describes a stored cart. */
export async function showCart(
  db: Db | Tx,
  cart: StoredCart,
  handover: Handover,
  { user, locale }: { user: { user_id: string } | undefined; locale: Locale },
  now: Date,
): Promise<Cart> {
  const priced = await priceCart(db, cart, handover, user?.user_id, now)
  return toCart(db, priced, cart.lines, handover.order_type, { locale, now })
}

const findSetAside = batchQueries(
  async (db, user_ids: readonly string[]): Promise<ReadonlyMap<string, NonNullable<Cart['set_aside']>>> => {
    const rows = await db
      .selectFrom('carts as c')
      .innerJoin('branches as b', 'b.id', 'c.branch_id')
      .innerJoin('cart_lines as l', 'l.cart_id', 'c.id')
      .select(({ fn }) => ['c.user_id', 'b.name as branch', fn.sum<bigint>('l.quantity').as('count')])
      .where('c.user_id', 'in', [...user_ids])
      .where('c.is_set_aside', '=', true)
      .groupBy(['c.user_id', 'b.name'])
      .execute()
    return new Map(rows.map(({ user_id, branch, count }) => [user_id!, { branch, count: Number(count) }]))
  },
)

/** What the lines need of the branch's time. */
export const needsOf = ({ sold }: Pick<PricedCart, 'sold'>, order_type: Parameters<typeof sumNeeds>[1]) =>
  sumNeeds(
    sold.map(({ item, stored }) => ({ ...item, quantity: stored.quantity })),
    order_type,
  )

export const toTime = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

export const isWithin = ({ starts_at, ends_at }: OfferedSlot, window: WorkWindow | null): boolean =>
  window === null || (starts_at >= window.starts_at && ends_at <= window.ends_at)

/**
 * Counts the checkout of a cart, which begins with its times, once however often these are read. What only reads, as a
 * standby and crawlers do, leaves it as it is.
 */
async function countCheckout(
  { db, visits, clock, read_only }: Deps,
  cart: StoredCart,
  userAgent: string | undefined,
): Promise<void> {
  if (read_only.isOn || readDevice(userAgent) === undefined || !(await beginCheckout(db, cart, clock()))) return
  visits.count({ kind: 'checkout', branch_id: cart.branch_id }, userAgent, clock())
}

/** Lists when the cart's branch can hand it over. Throws `cart_empty`, `booking_not_found`. */
export async function findCartSlots(
  deps: Deps,
  shopper: Shopper,
  { order_type, day, days, booking_code }: ParsedQuery<typeof listCartSlots>,
  userAgent: string | undefined,
): Promise<AnswerOf<typeof listCartSlots>> {
  const { db } = deps
  const now = deps.clock()
  const owner = ownerOf(shopper)
  const cart = owner && (await findCart(db, owner))
  if (cart === undefined) throw new AppError('cart_empty')
  const priced = await priceCart(db, cart, {}, shopper.user?.user_id, now)
  const { branch } = priced
  const needs = needsOf(priced, order_type)
  const within = await findWindow(db, branch, shopper, order_type, booking_code)
  await countCheckout(deps, cart, userAgent)
  const plan = await loadSlotPlan(db, branch, order_type, now)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(branch.timezone).toPlainDate()
  const first = day === undefined ? today : Temporal.PlainDate.from(day)
  const next = findNextSlot(plan, needs, now, (slot) => isWithin(slot, within))
  return {
    timezone: branch.timezone,
    days: Array.from({ length: days }, (_, index) => {
      const shown = first.add({ days: index }).toString()
      const slots = findFreeSlots(plan, needs, toDayNumber(shown), now)
      return { day: shown, items: slots.filter((slot) => isWithin(slot, within)).map(toTime) }
    }),
    next: next === undefined ? null : toTime(next),
    within: within && toTime(within),
  }
}

/** A booking matters for what is brought to its bay alone. */
async function findWindow(
  db: Db,
  branch: ShopBranch,
  { user }: Shopper,
  order_type: string,
  booking_code: string | undefined,
): Promise<WorkWindow | null> {
  if (booking_code === undefined || order_type !== 'delivery') return null
  if (user === undefined) throw new AppError('booking_not_found')
  return findWorkWindow(db, user.user_id, booking_code, branch)
}
