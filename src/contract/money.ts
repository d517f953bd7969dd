import { homeCurrency, intlLocale } from './formats.ts'

/** Number of decimals of each currency (ISO 4217). */
export const currencyDigits = { NGN: 2, CAD: 2, USD: 2, XOF: 0 } as const
/**
 * Number of decimals that prices are charged and shown with: naira and francs have none in use. Every line, tax, total
 * and refund is rounded to them once. What a provider sends to a wallet stays, and is shown with its fraction.
 */
export const chargedDigits = { NGN: 0, CAD: 2, USD: 2, XOF: 0 } as const
/** On which side of an amount its symbol stands: where the reader's language puts it, or always the same. */
export const symbolSides = ['language', 'left', 'right'] as const

/** How amounts of a currency are written: its symbol at home, on which side, and the decimals of whole amounts. */
export interface CurrencyFormat {
  symbol: string
  position: (typeof symbolSides)[number]
  digits: number
}
export type CurrencyFormats = Readonly<Partial<Record<Currency, CurrencyFormat>>>

/** How amounts are written unless the desk's currency settings say otherwise. */
export const usualFormats: Readonly<Record<Currency, CurrencyFormat>> = {
  NGN: { symbol: '₦', position: 'language', digits: chargedDigits.NGN },
  CAD: { symbol: '$', position: 'language', digits: chargedDigits.CAD },
  USD: { symbol: '$', position: 'language', digits: chargedDigits.USD },
  XOF: { symbol: 'F\u00a0CFA', position: 'language', digits: chargedDigits.XOF },
}

let readFormats: () => CurrencyFormats | undefined = () => undefined

/**
 * Sets where the formats come from that differ from the usual ones: on the server the settings in memory, in the browser
 * what the page was rendered with.
 */
export const setCurrencyFormats = (read: () => CurrencyFormats | undefined): void => {
  readFormats = read
}

/** The formats that differ from the usual ones now, for a process that has none of its own. */
export const changedFormats = (): CurrencyFormats | undefined => readFormats()

const formatOf = (currency: Currency): CurrencyFormat => readFormats()?.[currency] ?? usualFormats[currency]

/** Symbols of the payment gateways, from the specification. */
export const currencySigns = { NGN: '₦', CAD: 'CA$', USD: '$', XOF: 'CFA' } as const
export type Currency = keyof typeof currencyDigits
export const currencies = ['NGN', 'CAD', 'USD', 'XOF'] as const

/** The smallest amount that is charged, in minor units: a cent, a naira, a franc. */
export const chargedUnit = (currency: Currency): bigint =>
  BigInt(10 ** (currencyDigits[currency] - chargedDigits[currency]))

/** Whether an amount can be charged: whole naira, whole cents. */
export const isChargeable = (amount_minor: bigint, currency: Currency): boolean =>
  amount_minor % chargedUnit(currency) === 0n

export const isCurrency = (code: string): code is Currency => Object.hasOwn(currencyDigits, code)

/** Minimum, maximum and quick choices of one top-up, in major units. A balance is at most `walletFactor` times the maximum. */
export const topUpLimits: Record<Currency, { least: number; most: number; quick: readonly number[] }> = {
  NGN: { least: 100, most: 10_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  XOF: { least: 100, most: 2_000_000, quick: [2_000, 5_000, 10_000, 20_000] },
  USD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
  CAD: { least: 1, most: 10_000, quick: [10, 25, 50, 100] },
}
export const walletFactor = 10

/** Kinds of wallet transactions. */
export const transactionKinds = [
  'top_up',
  'booking',
  'extension',
  'refund',
  'order',
  'ticket',
  'document',
  'adjustment',
  'counter',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** Converts minor units to major units. Exact up to 2^53 minor units; throws RangeError beyond. */
export function toMajor(amount_minor: bigint, currency: Currency): number {
  const safe = BigInt(Number.MAX_SAFE_INTEGER)
  if (amount_minor > safe || amount_minor < -safe) throw new RangeError(`amount out of range: ${amount_minor}`)
  return Number(amount_minor) / 10 ** currencyDigits[currency]
}

/** Converts major units to minor units; undefined for too many decimals or an unsafe number. */
export function toMinor(amount: number, currency: Currency): bigint | undefined {
  const digits = currencyDigits[currency]
  const scaled = Math.round(amount * 10 ** digits)
  if (!Number.isSafeInteger(scaled) || scaled / 10 ** digits !== amount) return undefined
  return BigInt(scaled)
}

/**
 * Converts an amount that somebody types to minor units: whole naira and francs, at most two decimals in dollars;
 * undefined for any other.
 */
export function toCharged(amount: number, currency: Currency): bigint | undefined {
  const amount_minor = toMinor(amount, currency)
  return amount_minor !== undefined && isChargeable(amount_minor, currency) ? amount_minor : undefined
}

const narrowNoBreak = '\u202f'
const noBreak = '\u00a0'

const formatters = new Map<string, Intl.NumberFormat>()

/** Returns a cached formatter, because creating one is slow. */
function getFormatter(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`
  const cached = formatters.get(key)
  if (cached !== undefined) return cached
  const created = new Intl.NumberFormat(intlLocale(locale), {
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  })
  formatters.set(key, created)
  return created
}

/**
 * The sign of the reader's own currency, and the code of another: `$` in Toronto, `CAD` for a reader from Lagos or of no
 * known country.
 */
export function currencySign(currency: string, locale: string): string {
  if (!isCurrency(currency)) return currency
  return homeCurrency(locale) === currency ? formatOf(currency).symbol : currency
}

/**
 * Formats major units with the currency: `₦1,250`, `F CFA 1,250`, `$12.50`, for travellers `CAD 12.50`; in French
 * `1 250 ₦`. `sign: 'always'` also marks positive amounts: `+₦500`, `−₦1,250`.
 */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  { sign = 'auto' }: { sign?: 'auto' | 'always' } = {},
): string {
  const { digits, position } = isCurrency(currency) ? formatOf(currency) : { digits: 2, position: 'language' }
  const figure = getFormatter(locale, Number.isInteger(amount) ? digits : 2).format(Math.abs(amount))
  const lead = amount < 0 ? '−' : sign === 'always' && amount > 0 ? '+' : ''
  const symbol = currencySign(currency, locale)
  // Letters need a wider space than symbols.
  const isWord = /^\p{L}/u.test(symbol)
  const isRight = position === 'language' ? locale.startsWith('fr') : position === 'right'
  if (isRight) return `${lead}${figure}${isWord ? noBreak : narrowNoBreak}${symbol}`
  return `${lead}${symbol}${/\p{L}$/u.test(symbol) ? noBreak : ''}${figure}`
}
