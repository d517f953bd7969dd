import { readNow } from './clock.ts'
import { wallDay } from './quarterHours.ts'

export { formatDuration } from '#contract/duration.ts'
export { currencySign, formatMoney } from '#contract/money.ts'

/*
 * Every function takes the reader's locale: a language (`en`, `fr`), optionally with a country (`en-US`, `fr-CA`).
 * English without a country is formatted as British English: day before month, 24-hour clock.
 */

const NO_BREAK = '\u00a0'

const intlLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

const formatters = new Map<string, unknown>()

/** Creating an Intl formatter is about a thousand times slower than using it, so each is cached. */
const memoize = <T>(key: string, make: () => T): T => {
  const cached = formatters.get(key)
  if (cached !== undefined) return cached as T
  const made = make()
  formatters.set(key, made)
  return made
}

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  memoize(`d ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(intlLocale(locale), options))

/** `Monday, Tuesday, and Friday`. */
export const formatList = (items: readonly string[], locale: string): string =>
  memoize(`l ${locale}`, () => new Intl.ListFormat(locale)).format(items)

const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  memoize(`n ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(intlLocale(locale), options))

/** The parts of a date or time in a time zone, for those that need an order of their own. */
export const dateParts = (at: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { timeZone: zone, ...options }).formatToParts(at)

export const formatNumber = (value: number, locale: string): string => numberFormat(locale).format(value)

/** `350 m` rounded to tens, `1.2 km` to tenths, `24 km` to whole kilometres. */
export const formatDistance = (distance_m: number, locale: string): string => {
  const rounded_m = distance_m < 20 ? Math.round(distance_m) : Math.round(distance_m / 10) * 10
  if (rounded_m < 1000) return `${formatNumber(rounded_m, locale)}${NO_BREAK}m`
  const km = distance_m / 1000
  return `${numberFormat(locale, { maximumFractionDigits: km < 9.95 ? 1 : 0 }).format(km)}${NO_BREAK}km`
}

/** Formats a length given in centimetres as metres: `2.1 m`. */
export const formatMetres = (length_cm: number, locale: string): string =>
  `${numberFormat(locale, { maximumFractionDigits: 2 }).format(length_cm / 100)}${NO_BREAK}m`

/** `9:58`, for a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The time of day in a time zone: `14:30`. */
export const formatTime = (at: Date, zone: string, locale: string): string =>
  dateFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(at)

/** `Sat 21 Nov`, with the year if it is not the current one. */
export const formatDay = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const sameYear = wallDay(at, zone).slice(0, 4) === wallDay(now, zone).slice(0, 4)
  return dateFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  })
    .format(at)
    .replace(',', '')
}

/** `21 November 2026 at 14:30`. */
export const formatDateTime = (at: Date, zone: string, locale: string): string =>
  dateFormat(locale, { timeZone: zone, dateStyle: 'long', timeStyle: 'short' }).format(at)

/** `Saturday 21 November 2026 at 14:30`. */
export const formatFullMoment = (at: Date, zone: string, locale: string): string =>
  dateFormat(locale, { timeZone: zone, dateStyle: 'full', timeStyle: 'short' }).format(at)

/** `November 2026` for `2026-11`. */
export const formatMonth = (month: string, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00Z`))

/** Today, Tomorrow or Yesterday in the reader's language, otherwise the date. */
export const formatRelativeDay = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const days = (Date.parse(wallDay(at, zone)) - Date.parse(wallDay(now, zone))) / 86_400_000
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

/** The long name of a time zone: `West Africa Standard Time`. */
export const zoneName = (at: Date, zone: string, locale: string): string =>
  dateFormat(locale, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

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
