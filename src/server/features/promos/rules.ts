import { discountKinds } from '#contract/catalogue/desk/offers.ts'
import { chargedUnit, toCharged, toMajor, type Currency } from '#contract/money.ts'
import type { ErrorParams } from '#server/http/errors.ts'

/** The discount of a promo code. `value` is in thousandths of a percent, or in minor units of `currency`. */
export interface Discount {
  kind: (typeof discountKinds)[number]
  value: bigint
  currency: Currency | null
  /** The minimum parking price. */
  least_minor: bigint | null
  /** The maximum discount. */
  most_minor: bigint | null
}
type Promo = Discount & { starts_at: Date; ends_at: Date; is_active: boolean }

const hundredPercent = 100_000n
const capAt = (a: bigint, b: bigint | null) => (b !== null && b < a ? b : a)

/** Returns the discount before it is limited to the price. A percentage is rounded down to the minor unit. */
const nominalDiscount = ({ kind, value, most_minor }: Discount, subtotal_minor: bigint): bigint =>
  capAt(kind === 'fixed' ? value : (subtotal_minor * value) / hundredPercent, most_minor)

/**
 * Returns the discount on a parking price before fees and taxes, at most the price itself, rounded down to the smallest
 * amount that the currency charges.
 */
export function calculateDiscount(promo: Discount, subtotal_minor: bigint, currency: Currency): bigint {
  const discount_minor = capAt(nominalDiscount(promo, subtotal_minor), subtotal_minor)
  return discount_minor - (discount_minor % chargedUnit(currency))
}

/** What of a code limits its uses: by one person and in all; null: without limit. */
export interface UseLimits {
  limit_per_person: number | null
  most_uses: number | null
}

export interface Problem {
  key: string
  params?: ErrorParams
}

/** Why a code cannot be used for a parking price; undefined when it can. */
export function findUseProblem(
  promo: Promo | undefined,
  purchase: { currency: Currency; subtotal_minor: bigint; now: Date },
): Problem | undefined {
  const { currency, subtotal_minor, now } = purchase
  if (promo === undefined) return { key: 'promo_unknown' }
  if (!promo.is_active || now < promo.starts_at || now >= promo.ends_at) return { key: 'promo_over' }
  if (promo.currency !== null && promo.currency !== currency) return { key: 'promo_currency' }
  if (promo.least_minor !== null && subtotal_minor < promo.least_minor)
    return { key: 'promo_least', params: { least: { amount: toMajor(promo.least_minor, currency), currency } } }
  if (promo.kind === 'fixed' && nominalDiscount(promo, subtotal_minor) > subtotal_minor)
    return { key: 'discount_over_subtotal' }
  return undefined
}

/** Whether one more use would exceed the limit per person. */
export const isLimitReached = (used: number, limit: number | null): boolean => limit !== null && used >= limit

interface PromoInput {
  kind: Discount['kind']
  value: number
  currency: Currency | null
  minimum: number | null
  maximum: number | null
  starts_at: Date
  ends_at: Date
}

/** Returns the invalid fields of a promo code. */
export function validatePromo(input: PromoInput): { field: string; key: string }[] {
  const { kind, value, currency, minimum, maximum, starts_at, ends_at } = input
  const problems: { field: string; key: string }[] = []
  const report = (field: string, key: string) => problems.push({ field, key })
  if (kind === 'percentage' && value > 100) report('value', 'discount_percent')
  else if (kind === 'percentage' && toThousandths(value) === undefined) report('value', 'fraction_percent')
  if (currency === null && (kind === 'fixed' || minimum !== null || maximum !== null))
    report('currency', 'currency_needed')
  if (currency !== null) {
    const amounts = { value: kind === 'fixed' ? value : null, minimum, maximum }
    for (const [field, amount] of Object.entries(amounts)) {
      if (amount !== null && toCharged(amount, currency) === undefined) report(field, 'fraction')
    }
  }
  if (ends_at <= starts_at) report('ends_at', 'dates_order')
  return problems
}

/** Converts percent to thousandths of a percent; undefined if it has more decimals. */
export function toThousandths(percent: number): bigint | undefined {
  const scaled = Math.round(percent * 1_000)
  return scaled / 1_000 === percent ? BigInt(scaled) : undefined
}
