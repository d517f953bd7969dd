import { dateFormat } from '#web/lib/format.ts'

/** A date in words: 23 November 2026. */
export const formatDate = (day: string, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(day))
