import { intlLocale, languageIn } from './formats.ts'
import { day_ms, minute_ms } from './time.ts'

/*
 * Dates and times for readers. Every function takes the reader's locale (`contract/formats.ts` says whose), and the time
 * zone of what happens: a car park's, a branch's, never the device's.
 */

const noBreak = '\u00a0'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a reader's locale. To create one takes about a thousand times longer than to use it: each is kept. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(intlLocale(locale), options)
  formats.set(key, format)
  return format
}

/** The first of a month: a 1 before a month, of which `Intl` writes at least three letters. */
const frenchFirst = /\b1(?=\s[a-zéû]{3})/g
/** A time of day, and not the minutes of `UTC+05:30`. */
const clockTime = /(?<![\d+−-])0?(\d{1,2}):(\d\d)(?::(\d\d))?/g

/**
 * What `Intl` writes differently from people: `1er novembre` in French, and `14 h 30` in the French of Canada; and its
 * spaces before AM and PM, which differ between browsers and the server.
 */
function tidy(text: string, locale: string): string {
  if (languageIn(locale) === 'en') return text.replaceAll(/[\s\u202f](?=[AP]M\b)/g, noBreak)
  const french = text.replaceAll(frenchFirst, '1er')
  if (locale !== 'fr-CA') return french
  return french.replaceAll(clockTime, (_time, hour: string, minute: string, second?: string) =>
    [hour, 'h', minute, ...(second === undefined ? [] : ['min', second, 's'])].join(noBreak),
  )
}

/** Writes a date or time as `Intl` does with these options, to which a time zone belongs. */
export const formatDate = (at: Date | number, locale: string, options: Intl.DateTimeFormatOptions): string =>
  tidy(dateFormat(locale, options).format(at), locale)

/** Writes the time from one moment to another as `Intl` does with these options: `5:15–6:15 PM`. */
export const formatDateRange = (start: Date, end: Date, locale: string, options: Intl.DateTimeFormatOptions): string =>
  tidy(
    dateFormat(locale, options)
      .formatRange(start, end)
      .replace(/(?<=\d)\s–\s(?=\d)/u, '–'),
    locale,
  )

/** The parts of a date in a time zone, for those that need an order of their own. */
export const dateParts = (
  at: Date,
  zone: string,
  locale: string,
  options: Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month'>,
): Intl.DateTimeFormatPart[] => dateFormat(locale, { timeZone: zone, ...options }).formatToParts(at)

/** The name of a time zone at a moment: `West Africa Standard Time`; as `short` `EST`, as `longOffset` `GMT+01:00`. */
export const zoneName = (
  at: Date,
  zone: string,
  locale: string,
  style: 'long' | 'short' | 'longOffset' = 'long',
): string =>
  dateFormat(locale, { timeZone: zone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** The time of day in a time zone: `14:30`, `2:30 PM`, `14 h 30`. */
export const formatTime = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, timeStyle: 'short' })

/** A full hour, as short as it is written: `14:00`, `2 PM`, `14 h`. */
export const formatHour = (at: Date | number, zone: string, locale: string): string =>
  intlLocale(locale) === 'en-US'
    ? formatDate(at, locale, { timeZone: zone, hour: 'numeric' })
    : formatTime(at, zone, locale).replace(`${noBreak}h${noBreak}00`, `${noBreak}h`)

const atMinute = (minute: number): number => (minute * minute_ms) % day_ms

/** A time of every day, given as `08:30` or `24:00`. */
export const formatClock = (clock: string, locale: string): string =>
  formatTime(atMinute(Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))), 'UTC', locale)

/** A text with times of day as `08:30`, such as opening hours in the syntax of OpenStreetMap, with the reader's times. */
export const formatClocksIn = (text: string, locale: string): string =>
  text.replaceAll(/\b\d{1,2}:\d\d\b/g, (clock) => formatClock(clock.padStart(5, '0'), locale))

/** A full hour of every day, from 0 to 24. */
export const formatClockHour = (hour: number, locale: string): string => formatHour(atMinute(hour * 60), 'UTC', locale)

/** `21 November 2026 at 14:30`. */
export const formatDateTime = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, dateStyle: 'long', timeStyle: 'short' })

/** `21 Nov 2026, 14:30`, for tables. */
export const formatShortMoment = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })

/** `Saturday 21 November 2026 at 14:30`. */
export const formatFullMoment = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })

/** For documents: `Sat 21 November 2026 at 14:30`, with the name of the zone if that is asked for. */
export const formatPaperMoment = (at: Date | number, zone: string, locale: string, named?: 'zone'): string =>
  formatDate(at, locale, {
    timeZone: zone,
    ...paperDay,
    ...clockOptions(locale),
    ...(named === undefined ? {} : { timeZoneName: 'short' }),
  })

/** For documents: `Sat 21 November 2026`. */
export const formatPaperDay = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, ...paperDay })

const paperDay = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const

/** `21 November 2026`. */
export const formatLongDate = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, dateStyle: 'long' })

/** For emails: `Saturday 21 November 2026 at 14:30 GMT-5`. */
export const formatMailMoment = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, {
    timeZone: zone,
    ...paperDay,
    weekday: 'long',
    ...clockOptions(locale),
    timeZoneName: 'short',
  })

/** `21 November 2026 at 14:30 GMT-5`. */
export const formatZonedDateTime = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clockOptions(locale),
    timeZoneName: 'short',
  })

/** `14:30 GMT-5`, where the zone may change between two times. */
export const formatZonedTime = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, ...clockOptions(locale), timeZoneName: 'short' })

/** `21 Nov, 14:30`, for the lines of a month. */
export const formatMomentOfMonth = (at: Date | number, zone: string, locale: string): string =>
  formatDate(at, locale, { timeZone: zone, day: 'numeric', month: 'short', ...clockOptions(locale) })

/** Options of `Intl.DateTimeFormat` for the time of day: `14:30`, `2:30 PM`. */
const clockOptions = (locale: string): Pick<Intl.DateTimeFormatOptions, 'hour' | 'minute'> => ({
  hour: intlLocale(locale) === 'en-US' ? 'numeric' : '2-digit',
  minute: '2-digit',
})

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

/** `today`, `tomorrow`, `in 3 days`, `2 days ago`. */
export function formatRelativeDays(days: number, locale: string): string {
  const known = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(intlLocale(locale), { numeric: 'auto' })
  relativeFormats.set(locale, known)
  return known.format(days, 'day')
}
