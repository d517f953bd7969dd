import { formatDay, formatMoment, formatRelativeDay } from '#web/lib/format.ts'

/** A moment inside of a sentence: `tomorrow 14:30`, `Sat 21 Nov 14:30`. */
export function momentInSentence(at: Date, zone: string, locale: string, now = new Date()): string {
  const moment = formatMoment(at, zone, locale, now)
  const isNamed = formatRelativeDay(at, zone, locale, now) !== formatDay(at, zone, locale, now)
  return isNamed ? moment.charAt(0).toLocaleLowerCase(locale) + moment.slice(1) : moment
}
