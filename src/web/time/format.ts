import { dateFormat, formatDate } from '#contract/dates.ts'
import { metresIn } from '#contract/distance-units.ts'
import { intlLocale, usesMiles } from '#contract/formats.ts'
import { day_ms } from '#contract/time.ts'
import { readNow } from './clock.ts'
import { wallDay } from './quarterHours.ts'

export { formatDate, zoneName } from '#contract/dates.ts'
export { formatDuration } from '#contract/duration.ts'
export { currencySign, formatMoney } from '#contract/money.ts'

/*
 * Every function takes the reader's locale: a language (`en`, `fr`), and normally a country (`en-US`, `fr-CA`), whose
 * formats are those of `contract/formats.ts`.
 */

const NO_BREAK = '\u00a0'

const formatters = new Map<string, unknown>()

/** Creating an Intl formatter is about a thousand times slower than using it, so each is cached. */
const memoize = <T>(key: string, make: () => T): T => {
  const cached = formatters.get(key)
  if (cached !== undefined) return cached as T
  const made = make()
  formatters.set(key, made)
  return made
}

/** `Monday, Tuesday, and Friday`. */
export const formatList = (items: readonly string[], locale: string): string =>
  memoize(`l ${locale}`, () => new Intl.ListFormat(intlLocale(locale))).format(items)

const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  memoize(`n ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(intlLocale(locale), options))

/** The parts of a date or time in a time zone, for those that need an order of their own. */
export const dateParts = (at: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { timeZone: zone, ...options }).formatToParts(at)

export const formatNumber = (value: number, locale: string): string => numberFormat(locale).format(value)

/** `12 kB`, in French `12 ko`; at least one. */
export const formatFileSize = (size_bytes: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, size_bytes / 1_024),
  )

/** `13%`, in French `13 %`; up to three decimals. */
export const formatPercent = (percent: number, locale: string): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(percent / 100)

const foot_m = 0.3048

/**
 * `350 m` rounded to tens, `1.2 km` to tenths, `24 km` to whole kilometres; in the United States `350 ft`, `1.2 mi`. What
 * somebody set, as a radius, is given `inTenths` however far it is.
 */
export const formatDistance = (distance_m: number, locale: string, inTenths = false): string => {
  if (usesMiles(locale)) {
    const feet = Math.round(distance_m / foot_m / 10) * 10
    if (feet < 500) return `${formatNumber(feet, locale)}${NO_BREAK}${footUnit(locale)}`
    const miles = distance_m / metresIn.mi
    return `${numberFormat(locale, { maximumFractionDigits: inTenths || miles < 9.95 ? 1 : 0 }).format(miles)}${NO_BREAK}mi`
  }
  const rounded_m = distance_m < 20 ? Math.round(distance_m) : Math.round(distance_m / 10) * 10
  if (rounded_m < 1000) return `${formatNumber(rounded_m, locale)}${NO_BREAK}m`
  const km = distance_m / metresIn.km
  return `${numberFormat(locale, { maximumFractionDigits: inTenths || km < 9.95 ? 1 : 0 }).format(km)}${NO_BREAK}km`
}

const footUnit = (locale: string) => (locale.startsWith('fr') ? 'pi' : 'ft')

/** Formats a length given in centimetres: `2.1 m`; in the United States `6 ft 11 in`. */
export const formatLength = (length_cm: number, locale: string): string => {
  if (!usesMiles(locale)) return formatMetres(length_cm, locale)
  const inches = Math.round(length_cm / 2.54)
  const [feet, rest] = [Math.floor(inches / 12), inches % 12]
  const inch = locale.startsWith('fr') ? 'po' : 'in'
  const parts = [feet > 0 && `${feet}${NO_BREAK}${footUnit(locale)}`, rest > 0 && `${rest}${NO_BREAK}${inch}`]
  return parts.filter(Boolean).join(NO_BREAK)
}

const formatMetres = (length_cm: number, locale: string): string =>
  `${numberFormat(locale, { maximumFractionDigits: 2 }).format(length_cm / 100)}${NO_BREAK}m`

/** `9:58`, for a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** `Intl` puts different spaces before AM and PM in browsers and on the server, which must render the same. */
const tidyTime = (text: string): string => text.replaceAll(/[\s\u202f](?=[AP]M\b)/g, NO_BREAK)

/** The time of day in a time zone: `14:30`, `2:30 PM`. */
export const formatTime = (at: Date, zone: string, locale: string): string =>
  tidyTime(formatDate(at, locale, { timeZone: zone, timeStyle: 'short' }))

/** A full hour, as short as it is written: `14:00`, `2 PM`. */
export const formatHour = (at: Date, zone: string, locale: string): string =>
  intlLocale(locale) === 'en-US'
    ? tidyTime(formatDate(at, locale, { timeZone: zone, hour: 'numeric' }))
    : formatTime(at, zone, locale)

/** `Sat 21 Nov`, `Sat, Nov 21`, with the year if it is not the current one. */
export const formatDay = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const sameYear = wallDay(at, zone).slice(0, 4) === wallDay(now, zone).slice(0, 4)
  const text = formatDate(at, locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  })
  return intlLocale(locale) === 'en-US' ? text : text.replace(',', '')
}

/** `21 November 2026 at 14:30`. */
export const formatDateTime = (at: Date, zone: string, locale: string): string =>
  tidyTime(formatDate(at, locale, { timeZone: zone, dateStyle: 'long', timeStyle: 'short' }))

/** `21 Nov 2026, 14:30`, for tables. */
export const formatShortMoment = (at: Date, zone: string, locale: string): string =>
  tidyTime(formatDate(at, locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }))

/** `Saturday 21 November 2026 at 14:30`. */
export const formatFullMoment = (at: Date, zone: string, locale: string): string =>
  tidyTime(formatDate(at, locale, { timeZone: zone, dateStyle: 'full', timeStyle: 'short' }))

/** Today, Tomorrow or Yesterday in the reader's language, otherwise the date. */
export const formatRelativeDay = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const days = (Date.parse(wallDay(at, zone)) - Date.parse(wallDay(now, zone))) / day_ms
  if (Math.abs(days) > 1) return formatDay(at, zone, locale, now)
  const words = memoize(`r ${locale}`, () => new Intl.RelativeTimeFormat(intlLocale(locale), { numeric: 'auto' }))
  const word = words.format(days, 'day')
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

/** `Today 14:30`. */
export const formatMoment = (at: Date, zone: string, locale: string, now = readNow()): string =>
  `${formatRelativeDay(at, zone, locale, now)} ${formatTime(at, zone, locale)}`

/** `Today 14:30–17:30`, or with both days if it runs past midnight. */
export const formatWindow = (start: Date, end: Date, zone: string, locale: string, now = readNow()): string => {
  const from = formatMoment(start, zone, locale, now)
  if (wallDay(start, zone) === wallDay(end, zone)) return `${from}–${formatTime(end, zone, locale)}`
  return `${from} – ${formatMoment(end, zone, locale, now)}`
}

/**
 * An instant within a sentence, after 'until' or 'begins': `today at 14:30`, `Sat 21 Nov at 14:30`; in French, after
 * 'avant': `demain à 14:30`, `le sam. 21 nov. à 14:30`.
 */
export function formatMomentInSentence(at: Date, zone: string, locale: string, now = readNow()): string {
  const french = locale.startsWith('fr')
  const day = formatDay(at, zone, locale, now)
  const relative = formatRelativeDay(at, zone, locale, now)
  const time = formatTime(at, zone, locale)
  const word =
    relative === day ? `${french ? 'le ' : ''}${day}` : relative.charAt(0).toLocaleLowerCase(locale) + relative.slice(1)
  return `${word} ${french ? 'à' : 'at'} ${time}`
}

/**
 * A deadline within a sentence: `until today at 14:30`; in French `jusqu’à demain 14:30`, `jusqu’au sam. 21 nov. à
 * 14:30`.
 */
export function formatDeadlineInSentence(at: Date, zone: string, locale: string, now = readNow()): string {
  const moment = formatMomentInSentence(at, zone, locale, now)
  if (!locale.startsWith('fr')) return `until ${moment}`
  return moment.startsWith('le ') ? `jusqu’au ${moment.slice(3)}` : `jusqu’à ${moment.replace(' à ', ' ')}`
}
