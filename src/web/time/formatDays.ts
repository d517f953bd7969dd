import { formatDate } from '#contract/dates.ts'

/* Days and months without a time, which the home page does not need. */

/** `21 Nov 2026` for `2026-11-21`. */
export const formatShortDay = (day: string, locale: string): string =>
  formatDate(new Date(`${day}T00:00Z`), locale, { timeZone: 'UTC', dateStyle: 'medium' })

/** `21 November 2026` for `2026-11-21`. */
export const formatLongDay = (day: string, locale: string): string =>
  formatDate(new Date(`${day}T00:00Z`), locale, { timeZone: 'UTC', dateStyle: 'long' })

/** `21 Nov` for `2026-11-21`, for charts. */
export const formatDayOfYear = (day: string, locale: string): string =>
  formatDate(new Date(`${day}T00:00Z`), locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** `November 2026` for `2026-11`. */
export const formatMonth = (month: string, locale: string): string =>
  formatDate(new Date(`${month}-01T00:00Z`), locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
