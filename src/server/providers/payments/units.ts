import { currencyDigits } from '#contract/money.ts'
import { ProviderError, type ProviderName } from './provider.ts'

/** ISO 4217 digits of a currency we trade in; anything else is refused before it leaves the house. */
function digitsOf(provider: ProviderName, currency: string): number {
  if (!Object.hasOwn(currencyDigits, currency)) {
    throw new ProviderError('refused', provider, `no such currency here: ${currency.slice(0, 8)}`, {
      code: 'unsupported_currency',
    })
  }
  return currencyDigits[currency as keyof typeof currencyDigits]
}

/** A wire number that counts as an amount: whole, not negative, exact. */
export function wholeAmount(provider: ProviderName, amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new ProviderError('unavailable', provider, 'an amount that is no whole number', { code: 'bad_answer' })
  }
  return BigInt(amount)
}

/** What is asked for must be positive and fit a JSON number exactly. */
export function wireAmount(provider: ProviderName, amount: bigint): number {
  if (amount <= 0n || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ProviderError('refused', provider, 'the amount is out of range', { code: 'amount_out_of_range' })
  }
  return Number(amount)
}

/** How many of Paystack's units, hundredths of the major unit, make one minor unit of a currency. */
export const hundredthsOf = (provider: ProviderName, currency: string): bigint =>
  10n ** BigInt(2 - digitsOf(provider, currency))

/** Paystack's unit: hundredths of the major unit in every currency, so that XOF 5000 (no minor unit) goes as 500000. */
export function toHundredths(provider: ProviderName, amount_minor: bigint, currency: string): number {
  return wireAmount(provider, amount_minor * hundredthsOf(provider, currency))
}

/** The way back; a remainder that the currency cannot have is an answer that makes no sense. */
export function fromHundredths(provider: ProviderName, amount: number, currency: string): bigint {
  const factor = hundredthsOf(provider, currency)
  const hundredths = wholeAmount(provider, amount)
  if (hundredths % factor !== 0n) {
    throw new ProviderError('unavailable', provider, `an amount that ${currency} cannot have`, { code: 'bad_answer' })
  }
  return hundredths / factor
}

/** Stripe's unit is the ISO minor unit for the currencies we trade in: XOF is one of its zero-decimal currencies. */
export function toStripeUnits(amount_minor: bigint, currency: string): number {
  digitsOf('stripe', currency)
  return wireAmount('stripe', amount_minor)
}

/** An amount that travels as a number here and as digits there. */
export const numberOf = (amount: number | string): number =>
  typeof amount === 'number' ? amount : Number(amount || NaN)
