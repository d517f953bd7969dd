import { discountKinds } from '#contract/promos.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { ErrorParams } from '#server/errors.ts'

/** A code as it is kept. `value`: thousandths of a percent, or minor units of its currency. */
export type Discount = {
  kind: (typeof discountKinds)[number]
  value: bigint
  currency: Currency | null
  /** The parking price that it needs at least. */
  least_minor: bigint | null
  /** The most that it takes off. */
  most_minor: bigint | null
}
type Promo = Discount & { starts_at: Date; ends_at: Date; is_active: boolean }

const hundredPercent = 100_000n
const capAt = (a: bigint, b: bigint | null) => (b !== null && b < a ? b : a)

/** What a code alone would take off, whatever there is to take it from. A share is rounded down to the minor unit. */
const nominalDiscount = ({ kind, value, most_minor }: Discount, subtotal_minor: bigint): bigint =>
  capAt(kind === 'fixed' ? value : (subtotal_minor * value) / hundredPercent, most_minor)

/** What a code takes off a parking price before fees and taxes; never more than the price itself. */
export const calculateDiscount = (promo: Discount, subtotal_minor: bigint): bigint =>
  capAt(nominalDiscount(promo, subtotal_minor), subtotal_minor)

export type Problem = { key: string; params?: ErrorParams }

/** Why a code cannot be used for this parking price now; undefined when it can. */
export function findUseProblem(
  promo: Promo | undefined,
  want: { currency: Currency; subtotal_minor: bigint; now: Date },
): Problem | undefined {
  const { currency, subtotal_minor, now } = want
  if (promo === undefined) return { key: 'promo_unknown' }
  if (!promo.is_active || now < promo.starts_at || now >= promo.ends_at) return { key: 'promo_over' }
  if (promo.currency !== null && promo.currency !== currency) return { key: 'promo_currency' }
  if (promo.least_minor !== null && subtotal_minor < promo.least_minor)
    return { key: 'promo_least', params: { least: { amount: toMajor(promo.least_minor, currency), currency } } }
  if (promo.kind === 'fixed' && nominalDiscount(promo, subtotal_minor) > subtotal_minor)
    return { key: 'discount_over_subtotal' }
  return undefined
}

/** Whether one more use passes the limit of a person. */
export const isLimitReached = (used: number, most: number | null): boolean => most !== null && used >= most

type PromoInput = {
  kind: Discount['kind']
  value: number
  currency: Currency | null
  minimum: number | null
  maximum: number | null
  starts_at: Date
  ends_at: Date
}

/** What is wrong in a code that staff make, field by field. */
export function validatePromo(want: PromoInput): { field: string; key: string }[] {
  const { kind, value, currency, minimum, maximum, starts_at, ends_at } = want
  const problems: { field: string; key: string }[] = []
  const complain = (field: string, key: string) => problems.push({ field, key })
  if (kind === 'percentage' && value > 100) complain('value', 'discount_percent')
  else if (kind === 'percentage' && toThousandths(value) === undefined) complain('value', 'fraction_percent')
  if (currency === null && (kind === 'fixed' || minimum !== null || maximum !== null))
    complain('currency', 'currency_needed')
  if (currency !== null) {
    const amounts = { value: kind === 'fixed' ? value : null, minimum, maximum }
    for (const [field, amount] of Object.entries(amounts))
      if (amount !== null && toMinor(amount, currency) === undefined) complain(field, 'fraction')
  }
  if (ends_at <= starts_at) complain('ends_at', 'dates_order')
  return problems
}

/** Percent as thousandths of a percent; undefined where it has more digits. */
export function toThousandths(percent: number): bigint | undefined {
  const scaled = Math.round(percent * 1_000)
  return scaled / 1_000 === percent ? BigInt(scaled) : undefined
}
