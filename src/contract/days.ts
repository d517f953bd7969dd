import { formatDate } from './dates.ts'
import { day_ms } from './time.ts'

/* Days and months without a time, which are the same in any time zone, and which the home page does not need. */

const dayOf = (day: string) => new Date(`${day.slice(0, 10)}T00:00Z`)

/** `21 Nov 2026` for `2026-11-21`. */
export const formatShortDay = (day: string, locale: string): string =>
  formatDate(dayOf(day), locale, { timeZone: 'UTC', dateStyle: 'medium' })

/** `21 November 2026` for `2026-11-21`. */
export const formatLongDay = (day: string, locale: string): string =>
  formatDate(dayOf(day), locale, { timeZone: 'UTC', dateStyle: 'long' })

/** `Saturday 21 November 2026` for `2026-11-21`. */
export const formatFullDay = (day: string, locale: string): string =>
  formatDate(dayOf(day), locale, { timeZone: 'UTC', dateStyle: 'full' })

/** `21 Nov` for `2026-11-21`, for charts. */
export const formatDayOfYear = (day: string, locale: string): string =>
  formatDate(dayOf(day), locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** `November 2026` for `2026-11`. */
export const formatMonth = (month: string, locale: string): string =>
  formatDate(dayOf(`${month}-01`), locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The name of a weekday, Monday being 1 and Sunday 0 or 7: `Monday`, `lundi`. */
export const formatWeekday = (weekday: number, locale: string, length: 'short' | 'long' = 'long'): string =>
  // 4 January 1970 was a Sunday.
  formatDate((3 + weekday) * day_ms, locale, { timeZone: 'UTC', weekday: length })

/** The time of which data is, as precisely as it is known: `2016`, `2015–2018`, `July 2026`, `3 July 2026`. */
export function formatDataDate(date: string, locale: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(date)) return formatLongDay(date, locale)
  return /^\d{4}-\d\d$/.test(date) ? formatMonth(date, locale) : date.replace('-', '–')
}
