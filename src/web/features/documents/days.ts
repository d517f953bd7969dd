import { dateFormat } from '#web/lib/format.ts'

/** The date in Nigeria at an instant, `2026-11-23`. */
export const toNigerianDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(at)

/** A date in words: 23 November 2026. */
export const formatDate = (day: string, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(day))
