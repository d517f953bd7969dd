import { sql } from 'kysely'
import type { cartProblems } from '#contract/cart/cart.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import { priceSale, type PricedLine, type PricedSale, type SaleCoupon, type SaleLine } from '#contract/pricing/sale.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getAddressRow } from '#server/features/addresses/queries.ts'
import {
  calculateDelivery,
  deliveryDistance,
  type DeliveryCharge,
  type Destination,
} from '#server/features/branches/delivery.ts'
import { findDeliveryBands, getShopBranchById, type ShopBranch } from '#server/features/branches/shop-branch.ts'
import type { BranchTax } from '#server/features/branches/tax-rates.ts'
import {
  loadCatalogue,
  priceOne,
  toSaleLine,
  type Catalogue,
  type ShopExtra,
  type ShopItem,
  type ShopOffer,
  type ShopVariation,
} from '#server/features/catalogue/catalogue.ts'
import type { Problem } from '#server/features/promos/rules.ts'
import { findCouponProblem, findShopCoupon, type ShopCoupon } from '#server/features/promos/shop-coupons.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { countItem, type StoredLine } from './lines.ts'
import type { StoredCart } from './store.ts'

/** How an order would be handed over, as far as it is known. */
export interface Handover {
  order_type?: OrderType | undefined
  park?: string | undefined
  address_id?: string | undefined
}

/** A line that the branch sells now. */
export interface SoldLine {
  stored: StoredLine
  item: ShopItem
  variation: ShopVariation | undefined
  extras: ShopExtra[]
  sale: SaleLine<ShopOffer>
  priced: PricedLine<ShopOffer>
  /** For one, with all taxes and after the best offer. */
  unit: ReturnType<typeof priceOne>
  problem: (typeof cartProblems)[number] | null
  /** How many the branch has; null where stock is not counted. */
  left: number | null
}

/** A cart with the prices of now. `withdrawn` are lines that the branch sells no more, which cost nothing. */
export interface PricedCart {
  branch: ShopBranch
  sold: SoldLine[]
  withdrawn: StoredLine[]
  sale: PricedSale<ShopOffer>
  coupon: { code: string; terms: ShopCoupon | null; problem: Problem | undefined; is_used_up: boolean } | null
  /** Where it goes, if that was said, and what it costs to bring it there. */
  delivery: { destination: Destination; charge: DeliveryCharge; taxes: readonly BranchTax[] } | null
}

/**
 * Prices a cart as its branch sells now, whatever it cost when it was filled. `discount` is what a seller takes off, where there
 * is no coupon. Throws `address_not_found`, and 422 for a car
 * park that the branch does not serve.
 */
export async function priceCart(
  db: Db | Tx,
  cart: Pick<StoredCart, 'branch_id' | 'promo_code' | 'lines'> & { discount?: SaleCoupon | undefined },
  handover: Handover,
  user_id: string | undefined,
  now: Date,
): Promise<PricedCart> {
  const branch = await getShopBranchById(db, cart.branch_id)
  const item_ids = [...new Set(cart.lines.map(({ item_id }) => item_id))]
  const catalogue: Catalogue =
    branch.status === 'active'
      ? await loadCatalogue(db, branch, now, item_ids)
      : { branch, items: new Map(), offers: [], taxes: new Map() }
  const found = cart.lines.map((stored) => ({ stored, ...findSold(stored, catalogue) }))
  const lines = found.flatMap(({ sale }) => sale ?? [])
  const terms = { includes_tax: branch.includes_tax, currency: branch.currency }
  const { subtotal_minor } = priceSale({ lines, ...terms })
  const coupon = cart.promo_code === null ? null : await findCoupon(db, cart.promo_code, branch, user_id, now)
  const delivery = await findDelivery(db, catalogue, handover, user_id, subtotal_minor)
  const sale = priceSale({
    lines,
    coupon: coupon?.terms ?? cart.discount,
    delivery:
      delivery?.charge.kind === 'inside'
        ? { charge_minor: delivery.charge.charge_minor, taxes: delivery.taxes }
        : undefined,
    ...terms,
  })
  const sold = found
    .flatMap(({ stored, sale: line, item, ...parts }) =>
      line === undefined ? [] : [{ stored, ...parts, item: item!, sale: line }],
    )
    .map((line, index) => ({ ...line, ...checkLine(line, cart.lines, branch), priced: sale.lines[index]! }))
  return {
    branch,
    sold,
    withdrawn: found.filter((line) => line.sale === undefined).map(({ stored }) => stored),
    sale,
    coupon: coupon && {
      ...coupon,
      problem: coupon.problem ?? (coupon.terms && findCouponProblem(coupon.terms, sale, branch.currency)) ?? undefined,
    },
    delivery,
  }
}

/** Up to what total an order of a type can be paid in cash; null where the branch takes none for it. */
export const cashLimitOf = (
  { cash_limit_minor, takeaway_cash, delivery_cash }: ShopBranch,
  order_type: OrderType | undefined,
): bigint | null =>
  (order_type === 'takeaway' && takeaway_cash) || (order_type === 'delivery' && delivery_cash) ? cash_limit_minor : null

/** The minimum of the branch for an order type, 0 where it has none. */
export const minimumOf = ({ branch }: PricedCart, order_type: OrderType | undefined): bigint =>
  order_type === undefined
    ? 0n
    : order_type === 'delivery'
      ? branch.delivery_minimum_minor
      : branch.takeaway_minimum_minor

function findSold({ item_id, variation_id, extra_ids, quantity }: StoredLine, { items }: Catalogue) {
  const item = items.get(item_id)
  const variation = item?.variations.find(({ id }) => id === variation_id)
  const extras = item?.extras.filter(({ id }) => extra_ids.includes(id)) ?? []
  const sale = item && toSaleLine(item, { variation_id: variation_id ?? undefined, extra_ids, quantity })
  return { item, variation, extras, sale }
}

/** What stands in the way of ordering a line: of several things the one that takes longest to mend. */
function checkLine(
  { stored, item, variation, sale }: Pick<SoldLine, 'stored' | 'item' | 'variation' | 'sale'>,
  lines: readonly StoredLine[],
  branch: ShopBranch,
): Pick<SoldLine, 'unit' | 'problem' | 'left'> {
  const unit = priceOne(sale, branch)
  const left = variation === undefined ? item.left : variation.left
  const chosen = lines
    .filter((line) => line.item_id === item.id && line.variation_id === stored.variation_id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const problems = {
    paused: item.paused_until !== null,
    sold_out: left === 0,
    out_of_stock: left !== null && left < chosen,
    too_many: countItem(lines, item.id) > item.max_per_order,
    price_changed: unit.total_minor !== stored.seen_unit_minor,
  }
  const [problem = null] = (Object.keys(problems) as (keyof typeof problems)[]).filter((name) => problems[name])
  return { unit, problem, left }
}

async function findCoupon(db: Db | Tx, code: string, branch: ShopBranch, user_id: string | undefined, now: Date) {
  const check = await findShopCoupon(db, { code, branch, user_id, now })
  return check.kind === 'usable'
    ? { code, terms: check.coupon, problem: undefined, is_used_up: false }
    : { code, terms: null, problem: check.problem, is_used_up: check.is_used_up }
}

async function findDelivery(
  db: Db | Tx,
  { branch, taxes }: Catalogue,
  handover: Handover,
  user_id: string | undefined,
  subtotal_minor: bigint,
): Promise<PricedCart['delivery']> {
  const destination = await findDestination(db, branch, handover, user_id)
  if (destination === undefined) return null
  const bands = destination.kind === 'bay' ? [] : await findDeliveryBands(db, branch)
  // Bringing something is a service; where its rate is unknown nothing is brought, rather than without tax.
  const rates = taxes.get('service')
  const charge: DeliveryCharge =
    rates === undefined || isElsewhere(destination, branch)
      ? { kind: 'outside' }
      : calculateDelivery({ ...branch, bands }, destination, subtotal_minor)
  return { destination, charge, taxes: rates ?? [] }
}

/** A delivery address lies in the branch's country, and in its state where both say one. */
const isElsewhere = (
  destination: { kind: 'bay' } | { kind: 'address'; country_id: number; state_id: number | null },
  branch: ShopBranch,
): boolean =>
  destination.kind === 'address' &&
  (destination.country_id !== branch.country_id ||
    (destination.state_id !== null && branch.state_id !== null && destination.state_id !== branch.state_id))

async function findDestination(
  db: Db | Tx,
  branch: ShopBranch,
  { order_type, park, address_id }: Handover,
  user_id: string | undefined,
) {
  if (order_type !== 'delivery') return undefined
  if (park !== undefined) {
    const { rows } = await sql`select from branch_parks s join parks p on p.id = s.park_id
      where s.branch_id = ${branch.id} and p.park_code = ${normalizeCode(park)}`.execute(db)
    if (rows.length === 0) throw fieldError('park', 'park_not_served')
    return { kind: 'bay' as const }
  }
  if (address_id === undefined) return undefined
  if (user_id === undefined) throw new AppError('address_not_found')
  const address = await getAddressRow(db, user_id, address_id)
  const { country_id, state_id } = address
  const distance = deliveryDistance(branch, address, branch.distance_unit)
  return { kind: 'address' as const, distance, country_id, state_id }
}
