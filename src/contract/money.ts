import * as z from 'zod/mini'

/** ISO 4217 exponents of the currencies in use. */
export const currencyDigits = { NGN: 2, CAD: 2, USD: 2, XOF: 0 } as const
/** The specification's signs; `Intl` would print "NGN" in French. */
export const currencySigns = { NGN: '₦', CAD: 'CA$', USD: '$', XOF: 'CFA' } as const
export type Currency = keyof typeof currencyDigits
export const currencies = ['NGN', 'CAD', 'USD', 'XOF'] as const
export const Currency = z.enum(currencies)

export const isCurrency = (code: string): code is Currency => Object.hasOwn(currencyDigits, code)

/** On the wire: major units with no more fraction digits than the currency has. */
export const Amount = z.number()

export const Money = z.object({ amount: Amount, currency: Currency })
export type Money = z.infer<typeof Money>

/** Minor units (ISO 4217) as a wire amount. Exact up to 2^53 minor units; throws RangeError beyond. */
export function toMajor(amount_minor: bigint, currency: Currency): number {
  const safe = BigInt(Number.MAX_SAFE_INTEGER)
  if (amount_minor > safe || amount_minor < -safe) throw new RangeError(`amount out of range: ${amount_minor}`)
  return Number(amount_minor) / 10 ** currencyDigits[currency]
}

/** A wire amount as minor units, or undefined when it has more fraction digits than the currency, or is no safe number. */
export function toMinor(amount: number, currency: Currency): bigint | undefined {
  const digits = currencyDigits[currency]
  const scaled = Math.round(amount * 10 ** digits)
  if (!Number.isSafeInteger(scaled) || scaled / 10 ** digits !== amount) return undefined
  return BigInt(scaled)
}

/** Least and most of one top-up, in major units. A wallet holds at most `walletFactor` times the most. */
export const topUpLimits: Record<Currency, { least: number; most: number; quick: readonly number[] }> = {
  NGN: { least: 100, most: 10_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  XOF: { least: 100, most: 2_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  USD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
  CAD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
}
export const walletFactor = 10
