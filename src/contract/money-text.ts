import { currencySigns } from './money.ts'

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
