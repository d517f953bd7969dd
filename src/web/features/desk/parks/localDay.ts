import { dateFormat } from '#web/lib/format.ts'

/** A day of a car park (YYYY-MM-DD), which is the same in any time zone. */
export const formatLocalDay = (day: string, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(day))
