import type { Money } from '#contract/fields.ts'
import { chargedDigits, type Currency } from '#contract/money.ts'

/** On `day`, one unit of `currency` was worth `rate` units of `against`. */
export interface StoredRate {
  currency: Currency
  against: Currency
  rate: number
  day: string
  source: string
}
export type FoundRate = Pick<StoredRate, 'rate' | 'day' | 'source'>

/**
 * The newest rate from one currency into another that was entered for a day or before, read backwards if need be. On one
 * day, the rate that was entered in this direction comes first.
 */
export function findRate(
  rates: readonly StoredRate[],
  from: Currency,
  to: Currency,
  day: string,
): FoundRate | undefined {
  const direct = rates.filter((rate) => rate.currency === from && rate.against === to)
  const inverse = rates
    .filter((rate) => rate.currency === to && rate.against === from)
    .map((rate) => ({ ...rate, rate: 1 / rate.rate }))
  return [...direct, ...inverse]
    .filter((candidate) => candidate.day <= day)
    .toSorted((a, b) => b.day.localeCompare(a.day))[0]
}

/** Amounts of a day in one currency, rounded half up to what the currency is charged in. */
export const convertAmount = (amount: number, rate: number, to: Currency): number =>
  Math.round(amount * rate * 10 ** chargedDigits[to]) / 10 ** chargedDigits[to]

export interface Converted {
  /** Undefined where a rate is missing. */
  total: Money | undefined
  /** The newest rate that was used of each currency. */
  rates: Map<Currency, FoundRate>
  missing: Set<Currency>
}

/** Sums amounts of days in one currency, each at the rate of its day. */
export function convertDays(
  days: readonly { day: string; amounts: readonly Money[] }[],
  to: Currency,
  stored: readonly StoredRate[],
): Converted {
  const rates = new Map<Currency, FoundRate>()
  const missing = new Set<Currency>()
  const unit = 10 ** chargedDigits[to]
  // Counted in whole units, whose sum has no rounding errors of its own.
  let sum = 0
  for (const { day, amounts } of days)
    for (const { amount, currency } of amounts) {
      if (amount === 0) continue
      const found = currency === to ? { rate: 1, day, source: '' } : findRate(stored, currency, to, day)
      if (found === undefined) missing.add(currency)
      else {
        sum += Math.round(convertAmount(amount, found.rate, to) * unit)
        if (currency !== to) rates.set(currency, found)
      }
    }
  return { total: missing.size > 0 ? undefined : { amount: sum / unit, currency: to }, rates, missing }
}
