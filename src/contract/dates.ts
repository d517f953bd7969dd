import { intlLocale, languageIn } from './formats.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a reader's locale. To create one takes about a thousand times longer than to use it: each is kept. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(intlLocale(locale), options)
  formats.set(key, format)
  return format
}

/** The first of a month: a 1 before a month, of which `Intl` writes at least three letters. */
const frenchFirst = /\b1(?=\s[a-zéû]{3})/

/**
 * Writes a date or time in a reader's locale, as `Intl` does with these options: a time zone belongs to them. Except that
 * French has an ordinal for the first of a month, `1er novembre`, where `Intl` writes `1 novembre`.
 */
export function formatDate(at: Date | number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(locale, options).format(at)
  return languageIn(locale) === 'fr' ? text.replace(frenchFirst, '1er') : text
}

/** Writes the time from one moment to another as `Intl` does with these options: `5:15–6:15 PM`. */
export function formatDateRange(start: Date, end: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(locale, options).formatRange(start, end)
  const tight = text.replace(/(?<=\d)\s–\s(?=\d)/u, '–')
  return languageIn(locale) === 'fr' ? tight.replaceAll(new RegExp(frenchFirst, 'g'), '1er') : tight
}

/** The long name of a time zone at a moment: `West Africa Standard Time`; as `longOffset` `GMT+01:00`. */
export const zoneName = (at: Date, zone: string, locale: string, style: 'long' | 'longOffset' = 'long'): string =>
  dateFormat(locale, { timeZone: zone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
