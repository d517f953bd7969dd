import { chargedDigits, chargedUnit, toMajor, topUpLimits, type Currency } from '#contract/money.ts'

export type AmountProblem = 'not_a_number' | 'no_fraction' | 'fraction' | 'out_of_range'

/**
 * Parses an amount in major units: `1500`, `1,500.50` and `1 500,50` are all accepted. A single comma or
 * point with three digits after it groups thousands; with one or two it is the decimal sign.
 */
function readParts(text: string): { whole: string; fraction: string } | undefined {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d+))?$/.exec(compact)
  if (match === null) return undefined
  return { whole: match[1]!.replaceAll(/[.,]/g, ''), fraction: (match[2] ?? '').replace(/0+$/, '') }
}

const numberOf = ({ whole, fraction }: { whole: string; fraction: string }) =>
  Number(`${whole}.${fraction === '' ? '0' : fraction}`)

/** The number without regard to the currency; undefined if there is none. */
export function readFigure(text: string): number | undefined {
  const parts = readParts(text)
  return parts && numberOf(parts)
}

/** What is wrong with an amount that its currency is not charged in. */
export const fractionProblem = (currency: Currency): 'no_fraction' | 'fraction' =>
  chargedDigits[currency] === 0 ? 'no_fraction' : 'fraction'

/** The keyboard for an amount in this currency. */
export const amountKeyboard = (currency: Currency): 'numeric' | 'decimal' =>
  chargedDigits[currency] === 0 ? 'numeric' : 'decimal'

/** The top-up for what is missing, in major units: rounded up to what is charged, and at least the minimum. */
export function findTopUpFor(missing: number, { least, currency }: { least: number; currency: Currency }): number {
  const unit = toMajor(chargedUnit(currency), currency)
  return Math.max(least, unit === 1 ? Math.ceil(missing) : missing)
}

/** An amount to top up. */
export function readAmount(text: string, currency: Currency): { amount: number } | { problem: AmountProblem } {
  const parts = readParts(text)
  if (parts === undefined) return { problem: 'not_a_number' }
  if (parts.fraction.length > chargedDigits[currency]) return { problem: fractionProblem(currency) }
  const amount = numberOf(parts)
  const { least, most } = topUpLimits[currency]
  return amount >= least && amount <= most ? { amount } : { problem: 'out_of_range' }
}

/** Formats an amount for an input field in the reader's language. */
export const typed = (amount: number, locale: string): string =>
  (Number.isInteger(amount) ? String(amount) : amount.toFixed(2)).replace('.', locale.startsWith('fr') ? ',' : '.')
