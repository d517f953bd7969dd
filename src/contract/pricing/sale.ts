import { chargedUnit, type Currency } from '#contract/money.ts'

/** A reduction: thousandths of a percent, or minor units (of an offer: off each unit that is sold). */
export interface Reduction {
  kind: 'percentage' | 'fixed'
  value: bigint
}

/** A tax on goods and services: thousandths of a percent of the net amount, or minor units for each unit that is sold. */
export interface SaleTax {
  code: string
  kind: 'percentage' | 'fixed'
  value: bigint
}

/** One line of a cart: what one unit costs with its variation and extras, and what may be taken off it. */
export interface SaleLine<Offer extends Reduction = Reduction> {
  unit_minor: bigint
  quantity: number
  offers: readonly Offer[]
  taxes: readonly SaleTax[]
}

/** A coupon's terms, in the currency of the sale. A percentage is of the subtotal after offers, at most `most_minor`. */
export type SaleCoupon = Reduction & { most_minor: bigint | null; least_subtotal_minor: bigint; free_delivery: boolean }

export interface Sale<Offer extends Reduction = Reduction> {
  lines: readonly SaleLine<Offer>[]
  coupon?: SaleCoupon | undefined
  delivery?: { charge_minor: bigint; taxes: readonly SaleTax[] } | undefined
  /** Whether the branch's prices contain their taxes, as in Nigeria and Senegal. */
  includes_tax: boolean
  currency: Currency
}

export interface TaxAmount {
  code: string
  amount_minor: bigint
}

/** What is charged for something: `net_minor` and its taxes sum to `total_minor`. */
export interface Charge {
  net_minor: bigint
  taxes: TaxAmount[]
  total_minor: bigint
}

export type PricedLine<Offer extends Reduction = Reduction> = Charge & {
  /** Before offers. */
  subtotal_minor: bigint
  /** The offer that takes most off, and how much for all units. */
  offer: Offer | null
  offer_minor: bigint
  coupon_minor: bigint
}

export interface PricedSale<Offer extends Reduction = Reduction> {
  lines: PricedLine<Offer>[]
  /** After offers, before the coupon. */
  subtotal_minor: bigint
  coupon_minor: bigint
  /** Why the coupon takes nothing off: below its minimum, or a fixed amount above the subtotal. */
  coupon_refused: 'minimum' | 'above_subtotal' | null
  delivery: (Charge & { charge_minor: bigint }) | null
  taxes: TaxAmount[]
  total_minor: bigint
}

const whole = 100_000n

/** Rounds down to what the currency charges: a cent, a naira, a franc. */
const roundDown = (amount: bigint, unit: bigint): bigint => (amount / unit) * unit
/** Rounds `numerator / denominator`, at least 0, half up to a multiple of `unit`. */
const roundHalfUp = (numerator: bigint, denominator: bigint, unit: bigint): bigint =>
  ((2n * numerator + denominator * unit) / (2n * denominator * unit)) * unit
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What an offer takes off one unit, never more than the unit costs. */
export const offerOf = ({ kind, value }: Reduction, unit_minor: bigint, currency: Currency): bigint =>
  smaller(unit_minor, kind === 'fixed' ? value : roundDown((unit_minor * value) / whole, chargedUnit(currency)))

/**
 * Splits an amount in proportion to weights: the parts sum to it, to the smallest amount that the currency charges. What
 * rounding leaves goes to the largest remainders, of equal ones to the earlier. Throws RangeError for an amount
 * above the sum of the weights, or one that cannot be charged.
 */
export function allocate(amount_minor: bigint, weights: readonly bigint[], currency: Currency): bigint[] {
  const unit = chargedUnit(currency)
  const all = sum(weights)
  if (amount_minor > all || amount_minor % unit !== 0n) throw new RangeError(`${amount_minor} of ${all}`)
  if (amount_minor === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight, index) => {
    const exact = amount_minor * weight
    const part = (exact / (all * unit)) * unit
    return { index, part, remainder: exact - part * all }
  })
  let left = (amount_minor - sum(parts.map(({ part }) => part))) / unit
  for (const part of parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  )) {
    if (left === 0n) break
    part.part += unit
    left -= 1n
  }
  return parts.map(({ part }) => part)
}

/**
 * Splits what is charged into net and taxes, or adds the taxes to it. A tax is rounded half up and never taxed itself; of
 * an amount that contains its taxes the last one takes the remainder.
 */
export function chargeTaxes(
  amount_minor: bigint,
  quantity: number,
  taxes: readonly SaleTax[],
  { includes_tax, currency }: Pick<Sale, 'includes_tax' | 'currency'>,
): Charge {
  const unit = chargedUnit(currency)
  const fixed = (tax: SaleTax) => (tax.kind === 'fixed' ? tax.value * BigInt(quantity) : 0n)
  const rate = sum(taxes.map(({ kind, value }) => (kind === 'percentage' ? value : 0n)))
  if (!includes_tax) {
    const amounts = taxes.map((tax) => ({
      code: tax.code,
      amount_minor: tax.kind === 'fixed' ? fixed(tax) : roundHalfUp(amount_minor * tax.value, whole, unit),
    }))
    return {
      net_minor: amount_minor,
      taxes: amounts,
      total_minor: amount_minor + sum(amounts.map((tax) => tax.amount_minor)),
    }
  }
  const fixed_minor = smaller(amount_minor, sum(taxes.map(fixed)))
  const net_minor = smaller(
    amount_minor - fixed_minor,
    roundHalfUp((amount_minor - fixed_minor) * whole, whole + rate, unit),
  )
  let left = amount_minor - net_minor
  const amounts = taxes.map((tax, index) => {
    const own = tax.kind === 'fixed' ? fixed(tax) : roundHalfUp(net_minor * tax.value, whole, unit)
    const part = index === taxes.length - 1 ? left : smaller(own, left)
    left -= part
    return { code: tax.code, amount_minor: part }
  })
  return {
    net_minor: amount_minor - sum(amounts.map((tax) => tax.amount_minor)),
    taxes: amounts,
    total_minor: amount_minor,
  }
}

function findBestOffer<Offer extends Reduction>(
  { unit_minor, offers }: SaleLine<Offer>,
  currency: Currency,
): { offer: Offer | null; off_minor: bigint } {
  let best: { offer: Offer | null; off_minor: bigint } = { offer: null, off_minor: 0n }
  for (const offer of offers) {
    const off_minor = offerOf(offer, unit_minor, currency)
    if (off_minor > best.off_minor) best = { offer, off_minor }
  }
  return best
}

function findDiscount(
  coupon: SaleCoupon | undefined,
  subtotal_minor: bigint,
  currency: Currency,
): { coupon_minor: bigint; coupon_refused: PricedSale['coupon_refused'] } {
  if (coupon === undefined) return { coupon_minor: 0n, coupon_refused: null }
  if (subtotal_minor < coupon.least_subtotal_minor) return { coupon_minor: 0n, coupon_refused: 'minimum' }
  if (coupon.kind === 'fixed' && coupon.value > subtotal_minor)
    return { coupon_minor: 0n, coupon_refused: 'above_subtotal' }
  const exact = coupon.kind === 'fixed' ? coupon.value : (subtotal_minor * coupon.value) / whole
  const capped = coupon.most_minor === null ? exact : smaller(exact, coupon.most_minor)
  return { coupon_minor: roundDown(smaller(capped, subtotal_minor), chargedUnit(currency)), coupon_refused: null }
}

/**
 * Prices a sale: for each line the unit price times the quantity, less the best offer, less its share of the coupon, with
 * its taxes; then the delivery, which a coupon pays only if it says so. Cart, checkout, order, receipt and refund
 * use these lines. All amounts are minor units that the currency charges; net amounts and taxes sum to the total.
 */
export function priceSale<Offer extends Reduction>(sale: Sale<Offer>): PricedSale<Offer> {
  const { currency } = sale
  const found = sale.lines.map((line) => {
    const quantity = BigInt(line.quantity)
    const { offer, off_minor } = findBestOffer(line, currency)
    const subtotal_minor = line.unit_minor * quantity
    return {
      line,
      offer,
      offer_minor: off_minor * quantity,
      subtotal_minor,
      reduced_minor: subtotal_minor - off_minor * quantity,
    }
  })
  const subtotal_minor = sum(found.map(({ reduced_minor }) => reduced_minor))
  const discount = findDiscount(sale.coupon, subtotal_minor, currency)
  const shares = allocate(
    discount.coupon_minor,
    found.map(({ reduced_minor }) => reduced_minor),
    currency,
  )
  const lines = found.map(({ line, reduced_minor, ...rest }, index): PricedLine<Offer> => {
    const coupon_minor = shares[index]!
    return {
      subtotal_minor: rest.subtotal_minor,
      offer: rest.offer,
      offer_minor: rest.offer_minor,
      coupon_minor,
      ...chargeTaxes(reduced_minor - coupon_minor, line.quantity, line.taxes, sale),
    }
  })
  const isFree = sale.coupon?.free_delivery === true && discount.coupon_refused === null
  const charge_minor = isFree ? 0n : (sale.delivery?.charge_minor ?? 0n)
  const delivery =
    sale.delivery === undefined
      ? null
      : { charge_minor, ...chargeTaxes(charge_minor, charge_minor === 0n ? 0 : 1, sale.delivery.taxes, sale) }
  const charges: Charge[] = delivery === null ? lines : [...lines, delivery]
  return {
    lines,
    subtotal_minor,
    ...discount,
    delivery,
    taxes: sumTaxes(charges.flatMap(({ taxes }) => taxes)),
    total_minor: sum(charges.map(({ total_minor }) => total_minor)),
  }
}

/** One amount for each tax, in the order in which they first appear. */
function sumTaxes(taxes: readonly TaxAmount[]): TaxAmount[] {
  const sums = new Map<string, bigint>()
  for (const { code, amount_minor } of taxes) sums.set(code, (sums.get(code) ?? 0n) + amount_minor)
  return [...sums].map(([code, amount_minor]) => ({ code, amount_minor }))
}

/**
 * What is refunded for further units of a line of which some may already be: in whatever parts it is refunded, the sum is
 * what was paid. Throws RangeError for more units than the line has.
 */
export function refundUnits(
  { quantity, ...charge }: Charge & { quantity: number },
  units: { refunded: number; more: number },
  currency: Currency,
): Charge {
  const until = units.refunded + units.more
  if (units.refunded < 0 || units.more < 0 || until > quantity) throw new RangeError(`${until} of ${quantity} units`)
  const unit = chargedUnit(currency)
  const partOf = (amount_minor: bigint): bigint => {
    const first = (count: number) => (amount_minor * BigInt(count)) / (BigInt(quantity) * unit)
    return (first(until) - first(units.refunded)) * unit
  }
  const taxes = charge.taxes.map(({ code, amount_minor }) => ({ code, amount_minor: partOf(amount_minor) }))
  const total_minor = partOf(charge.total_minor)
  return { net_minor: total_minor - sum(taxes.map((tax) => tax.amount_minor)), taxes, total_minor }
}
