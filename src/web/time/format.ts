import { formatDate, formatRelativeDays, formatShortMoment, formatTime } from '#contract/dates.ts'
import { intlLocale } from '#contract/formats.ts'
import { day_ms } from '#contract/time.ts'
import { readNow } from './clock.ts'
import { wallDay } from './quarterHours.ts'

export {
  dateParts,
  formatClock,
  formatClockHour,
  formatDate,
  formatDateTime,
  formatFullMoment,
  formatHour,
  formatClocksIn,
  formatRelativeDays,
  formatShortMoment,
  formatTime,
  zoneName,
} from '#contract/dates.ts'
export { formatDuration } from '#contract/duration.ts'
export { formatDistance, formatLength } from '#contract/lengths.ts'
export { currencySign, formatMoney } from '#contract/money.ts'
export { formatCompact, formatFileSize, formatList, formatNumber, formatPercent } from '#contract/numbers.ts'

/*
 * What pages write in the reader's form (`contract/formats.ts`); here are those that depend on the page's clock. Every
 * function takes the reader's locale: a language (`en`, `fr`), and normally a country (`en-US`, `fr-CA`).
 */

/** `9:58`, for a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

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

/** A text with a capital, as a label begins: days and months have none in French. */
export const capitalize = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Today, Tomorrow or Yesterday in the reader's language, otherwise the date. */
export const formatRelativeDay = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const days = (Date.parse(wallDay(at, zone)) - Date.parse(wallDay(now, zone))) / day_ms
  if (Math.abs(days) > 1) return formatDay(at, zone, locale, now)
  return capitalize(formatRelativeDays(days, locale), locale)
}

/** `Today 14:30`, `Sat 21 Nov 14:30`; in North America `Sat, Nov 21, 2:30 PM`. */
export const formatMoment = (at: Date, zone: string, locale: string, now = readNow()): string => {
  const day = formatRelativeDay(at, zone, locale, now)
  return `${day}${day.includes(',') ? ',' : ''} ${formatTime(at, zone, locale)}`
}

/** `Today 14:30–17:30`, or with both days if it runs past midnight. */
export const formatWindow = (start: Date, end: Date, zone: string, locale: string, now = readNow()): string => {
  const from = formatMoment(start, zone, locale, now)
  if (wallDay(start, zone) === wallDay(end, zone)) return `${from}–${formatTime(end, zone, locale)}`
  return `${from} – ${formatMoment(end, zone, locale, now)}`
}

/** `21 Nov, 14:30`, for tables of many moments: the year stands where it is not the current one. */
export const formatTableMoment = (at: Date, zone: string, locale: string, now = readNow()): string =>
  wallDay(at, zone).slice(0, 4) === wallDay(now, zone).slice(0, 4)
    ? `${formatDate(at, locale, { timeZone: zone, day: 'numeric', month: 'short' })}, ${formatTime(at, zone, locale)}`
    : formatShortMoment(at, zone, locale)
