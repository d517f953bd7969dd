import { formatDate } from '#web/time/format.ts'

/** A day of a car park (YYYY-MM-DD), which is the same in any time zone. */
export const formatLocalDay = (day: string, locale: string): string =>
  formatDate(new Date(day), locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
