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

const narrowNoBreak = '\u202f'
const noBreak = '\u00a0'

const figures = new Map<string, Intl.NumberFormat>()

/** Making an Intl formatter costs a thousand times its use: each is made once. Without a country English is Britain's. */
function figureFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`
  const known = figures.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  })
  figures.set(key, made)
  return made
}

const signs = new Map<string, string>(Object.entries(currencySigns))

export const currencySign = (currency: string): string => signs.get(currency) ?? currency

/**
 * An amount in major units with its currency's sign: `₦1,250`, `CFA 1,250`, `$12.50`; in French `1 250 ₦`.
 * Whole amounts have no fraction, others have two digits. `sign: 'always'` is for movements: `+₦500`, `−₦1,250`.
 */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  { sign = 'auto' }: { sign?: 'auto' | 'always' } = {},
): string {
  const figure = figureFormat(locale, Number.isInteger(amount) ? 0 : 2).format(Math.abs(amount))
  const lead = amount < 0 ? '−' : sign === 'always' && amount > 0 ? '+' : ''
  const mark = currencySign(currency)
  // Letters beside figures need the wider space to be read apart.
  const isWord = /^[A-Z]/i.test(mark)
  if (locale.startsWith('fr')) return `${lead}${figure}${isWord ? noBreak : narrowNoBreak}${mark}`
  return `${lead}${mark}${/[A-Z]$/i.test(mark) ? noBreak : ''}${figure}`
}
