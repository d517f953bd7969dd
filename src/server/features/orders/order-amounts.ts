import type { Selectable } from 'kysely'
import { chargedUnit, type Currency } from '#contract/money.ts'
import { refundUnits, type TaxAmount } from '#contract/pricing/sale.ts'
import type { OrderLinesTable, OrdersTable } from '#server/database/tables.ts'
import type { OrderAmounts } from './order-postings.ts'

/** A line as it is stored. */
export type OrderLineRow = Selectable<OrderLinesTable>

/** What was sold as one line or as the delivery, or a part of it: net, the part of it that we pay, and its taxes. */
export interface SoldPart {
  goods_minor: bigint
  promotion_minor: bigint
  taxes: readonly TaxAmount[]
  /** What the customer pays for it. */
  total_minor: bigint
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The taxes of a line, a delivery or a refund as they are stored. */
export const readTaxes = (stored: unknown): TaxAmount[] =>
  (stored as { code: string; amount_minor: string | number }[]).map(({ code, amount_minor }) => ({
    code,
    amount_minor: BigInt(amount_minor),
  }))

/** What a line, or a part of it that is stored with a refund, sold. */
export const readPart = (row: {
  goods_minor: bigint
  promotion_minor: bigint
  taxes: unknown
  total_minor: bigint
}): SoldPart => ({
  goods_minor: row.goods_minor,
  promotion_minor: row.promotion_minor,
  taxes: readTaxes(row.taxes),
  total_minor: row.total_minor,
})

export const readDelivery = (
  order: Pick<Selectable<OrdersTable>, 'delivery_net_minor' | 'delivery_taxes' | 'delivery_total_minor'>,
): SoldPart =>
  readPart({
    goods_minor: order.delivery_net_minor,
    promotion_minor: 0n,
    taxes: order.delivery_taxes,
    total_minor: order.delivery_total_minor,
  })

/** What is left of a part after others were refunded. */
export const subtractParts = (whole: SoldPart, refunded: readonly SoldPart[]): SoldPart => ({
  goods_minor: whole.goods_minor - sum(refunded.map(({ goods_minor }) => goods_minor)),
  promotion_minor: whole.promotion_minor - sum(refunded.map(({ promotion_minor }) => promotion_minor)),
  taxes: whole.taxes.map(({ code, amount_minor }) => ({
    code,
    amount_minor: amount_minor - sum(refunded.flatMap(({ taxes }) => taxes).map((tax) => amountIn(tax, code))),
  })),
  total_minor: whole.total_minor - sum(refunded.map(({ total_minor }) => total_minor)),
})

const amountIn = (tax: TaxAmount, code: string): bigint => (tax.code === code ? tax.amount_minor : 0n)

/**
 * An amount taken from what is left of a part, its net and its taxes in proportion; all of it takes everything. Throws
 * RangeError for more than is left.
 */
export function takeAmount(left: SoldPart, amount_minor: bigint, currency: Currency): SoldPart {
  if (amount_minor < 0n || amount_minor > left.total_minor)
    throw new RangeError(`${amount_minor} of ${left.total_minor}`)
  if (amount_minor === left.total_minor) return left
  const unit = chargedUnit(currency)
  const shareOf = (of: bigint) => ((of * amount_minor) / (left.total_minor * unit)) * unit
  const promotion_minor = shareOf(left.promotion_minor)
  // Rounding down leaves more for the net than it has only when taxes are as small as a cent: they take it then.
  let over =
    amount_minor - sum(left.taxes.map((tax) => shareOf(tax.amount_minor))) - (left.goods_minor - left.promotion_minor)
  const taxes = left.taxes.map(({ code, amount_minor: most }) => {
    const own = shareOf(most)
    const more = over > 0n ? smaller(over, most - own) : 0n
    over -= more
    return { code, amount_minor: own + more }
  })
  const net_minor = amount_minor - sum(taxes.map((tax) => tax.amount_minor))
  return { goods_minor: net_minor + promotion_minor, promotion_minor, taxes, total_minor: amount_minor }
}

/**
 * Further units of a line of which some may be refunded: as `refundUnits` counts them, and never more than is left after
 * amounts that were refunded without units. The last unit takes what is left.
 */
export function takeUnits(
  line: { quantity: number; refunded_quantity: number; sold: SoldPart; left: SoldPart },
  more: number,
  currency: Currency,
): SoldPart {
  const { quantity, refunded_quantity: refunded, sold, left } = line
  const unitsOf = (of: bigint, taxes: readonly TaxAmount[], units: { refunded: number; more: number }) =>
    refundUnits({ net_minor: 0n, taxes: [...taxes], total_minor: of, quantity }, units, currency)
  const units = unitsOf(sold.total_minor, sold.taxes, { refunded, more })
  if (refunded + more === quantity) return left
  const before = unitsOf(sold.total_minor, [], { refunded: 0, more: refunded })
  const promotion_minor = unitsOf(sold.promotion_minor, [], { refunded, more }).total_minor
  const part = { ...units, promotion_minor, goods_minor: units.net_minor + promotion_minor }
  const isPlain = left.total_minor === sold.total_minor - before.total_minor
  const fits = part.goods_minor >= promotion_minor && part.goods_minor <= left.goods_minor
  if (!isPlain || !fits) return takeAmount(left, smaller(units.total_minor, left.total_minor), currency)
  return { goods_minor: part.goods_minor, promotion_minor, taxes: units.taxes, total_minor: units.total_minor }
}

/** What parts of an order amount to, as its postings need it. */
export function toOrderAmounts(lines: readonly SoldPart[], delivery: SoldPart | null): OrderAmounts {
  const taxes = new Map<string, bigint>()
  for (const tax of [...lines, ...(delivery === null ? [] : [delivery])].flatMap((part) => part.taxes))
    taxes.set(tax.code, (taxes.get(tax.code) ?? 0n) + tax.amount_minor)
  return {
    goods_minor: sum(lines.map(({ goods_minor }) => goods_minor)),
    promotion_minor: sum(lines.map(({ promotion_minor }) => promotion_minor)),
    delivery_minor: delivery?.goods_minor ?? 0n,
    taxes: [...taxes].map(([code, amount_minor]) => ({ code, amount_minor })),
  }
}
