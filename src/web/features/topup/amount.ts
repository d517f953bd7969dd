import { chargedDigits, chargedUnit, toMajor, topUpLimits, type Currency } from '#contract/money.ts'
import { currencySign, formatMoney } from '#web/time/format.ts'
import { readTypedAmount } from '#web/time/typedNumber.ts'

export type AmountProblem = 'not_a_number' | 'no_fraction' | 'fraction' | 'out_of_range'

/** What is wrong with an amount that its currency is not charged in. */
export const fractionProblem = (currency: Currency): 'no_fraction' | 'fraction' =>
  chargedDigits[currency] === 0 ? 'no_fraction' : 'fraction'

/** The keyboard for an amount in this currency. */
export const amountKeyboard = (currency: Currency): 'numeric' | 'decimal' =>
  chargedDigits[currency] === 0 ? 'numeric' : 'decimal'

/** The sign of a currency beside a field, on the side where the reader's amounts have it. */
export function signBeside(currency: Currency, locale: string): { before: string } | { after: string } {
  const sign = currencySign(currency, locale)
  return formatMoney(1, currency, locale).startsWith('1') ? { after: sign } : { before: sign }
}

/** The top-up for what is missing, in major units: rounded up to what is charged, and at least the minimum. */
export function findTopUpFor(missing: number, { least, currency }: { least: number; currency: Currency }): number {
  const unit = toMajor(chargedUnit(currency), currency)
  return Math.max(least, unit === 1 ? Math.ceil(missing) : missing)
}

/** An amount to top up. */
export function readAmount(text: string, currency: Currency): { amount: number } | { problem: AmountProblem } {
  const read = readTypedAmount(text)
  if (read === undefined) return { problem: 'not_a_number' }
  const { amount, decimals } = read
  if (decimals > chargedDigits[currency]) return { problem: fractionProblem(currency) }
  const { least, most } = topUpLimits[currency]
  return amount >= least && amount <= most ? { amount } : { problem: 'out_of_range' }
}
