import { currencyDigits } from '#contract/money.ts'
import { ProviderError, type ProviderName } from './provider.ts'

/** Returns the ISO 4217 digits of a supported currency; throws for any other before a request is sent. */
function digitsOf(provider: ProviderName, currency: string): number {
  if (!Object.hasOwn(currencyDigits, currency)) {
    throw new ProviderError('refused', provider, `no such currency here: ${currency.slice(0, 8)}`, {
      code: 'unsupported_currency',
    })
  }
  return currencyDigits[currency as keyof typeof currencyDigits]
}

/** Returns a number from the provider as an amount; throws unless it is a non-negative safe integer. */
export function wholeAmount(provider: ProviderName, amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new ProviderError('unavailable', provider, 'an amount that is no whole number', { code: 'bad_answer' })
  }
  return BigInt(amount)
}

/** Returns an amount to send; throws unless it is positive and a safe integer. */
export function wireAmount(provider: ProviderName, amount: bigint): number {
  if (amount <= 0n || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ProviderError('refused', provider, 'the amount is out of range', { code: 'amount_out_of_range' })
  }
  return Number(amount)
}

/** Returns how many hundredths of the major unit (Paystack's unit) make one minor unit of a currency. */
export const hundredthsOf = (provider: ProviderName, currency: string): bigint =>
  10n ** BigInt(2 - digitsOf(provider, currency))

/**
 * Converts to Paystack's unit, hundredths of the major unit in every currency: XOF 5000 (no minor unit) becomes 500000.
 */
export function toHundredths(provider: ProviderName, amount_minor: bigint, currency: string): number {
  return wireAmount(provider, amount_minor * hundredthsOf(provider, currency))
}

/** Converts from Paystack's unit; throws when the amount isn't a whole number of minor units. */
export function fromHundredths(provider: ProviderName, amount: number, currency: string): bigint {
  const factor = hundredthsOf(provider, currency)
  const hundredths = wholeAmount(provider, amount)
  if (hundredths % factor !== 0n) {
    throw new ProviderError('unavailable', provider, `an amount that ${currency} cannot have`, { code: 'bad_answer' })
  }
  return hundredths / factor
}

/** Converts to Stripe's unit, the ISO minor unit for our currencies: XOF is one of its zero-decimal currencies. */
export function toStripeUnits(amount_minor: bigint, currency: string): number {
  digitsOf('stripe', currency)
  return wireAmount('stripe', amount_minor)
}

/** Converts an amount that some responses carry as a number and others as a string. */
export const numberOf = (amount: number | string): number =>
  typeof amount === 'number' ? amount : Number(amount || NaN)
