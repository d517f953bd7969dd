import { intlLocale, languageIn } from './formats.ts'
import { languageRegister } from './geography.ts'

/* Numbers, shares, lists and names for readers, in the form of their locale (`contract/formats.ts`). */

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(intlLocale(locale), options)
  formats.set(key, format)
  return format
}

/** `1,250.5`, in French `1 250,5`; up to three decimals, unless the options say otherwise. */
export const formatNumber = (
  value: number,
  locale: string,
  options: Pick<
    Intl.NumberFormatOptions,
    | 'minimumFractionDigits'
    | 'maximumFractionDigits'
    | 'maximumSignificantDigits'
    | 'style'
    | 'unit'
    | 'unitDisplay'
    | 'useGrouping'
  > = {},
): string => numberFormat(locale, options).format(value)

/** `12K`, in French `12 k`, for charts. */
export const formatCompact = (value: number, locale: string): string =>
  numberFormat(locale, { notation: 'compact' }).format(value)

/** `13%`, in French `13 %`; up to three decimals. */
export const formatPercent = (percent: number, locale: string, decimals = 3): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: decimals }).format(percent / 100)

/** `12 kB`, in French `12 ko`; at least one. */
export const formatFileSize = (size_bytes: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, size_bytes / 1_024),
  )

const lists = new Map<string, Intl.ListFormat>()

/** `Monday, Tuesday, and Friday`. */
export function formatList(items: readonly string[], locale: string): string {
  const known = lists.get(locale) ?? new Intl.ListFormat(intlLocale(locale))
  lists.set(locale, known)
  return known.format(items)
}

/** The name of a country or of a currency by its code. */
export const nameCode = (type: 'region' | 'currency', code: string, locale: string): string | undefined =>
  new Intl.DisplayNames(languageRegister[languageIn(locale)].intl, { type }).of(code)

/** Minutes in a sentence: `10 minutes`, `1 minute`. */
export const formatMinutes = (minutes: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
