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

/** Least and most of one top-up, in major units. A wallet holds at most `walletFactor` times the most. */
export const topUpLimits: Record<Currency, { least: number; most: number; quick: readonly number[] }> = {
  NGN: { least: 100, most: 10_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  XOF: { least: 100, most: 2_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  USD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
  CAD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
}
export const walletFactor = 10
