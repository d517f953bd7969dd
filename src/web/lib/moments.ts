import { formatDay, formatRelativeDay, formatTime } from './format.ts'

/**
 * An instant inside a sentence, after 'until' or 'begins': `today at 14:30`, `Sat 21 Nov at 14:30`; in French
 * `demain à 14:30`, `le sam. 21 nov. à 14:30`, after 'avant'.
 */
export function momentInWords(at: Date, zone: string, locale: string, now = new Date()): string {
  const french = locale.startsWith('fr')
  const day = formatDay(at, zone, locale, now)
  const told = formatRelativeDay(at, zone, locale, now)
  const time = formatTime(at, zone, locale)
  const word = told === day ? `${french ? 'le ' : ''}${day}` : told.charAt(0).toLocaleLowerCase(locale) + told.slice(1)
  return `${word} ${french ? 'à' : 'at'} ${time}`
}

/** A deadline inside a sentence: `until today at 14:30`; in French `jusqu’à demain 14:30`, `jusqu’au sam. 21 nov. à 14:30`. */
export function untilInWords(at: Date, zone: string, locale: string, now = new Date()): string {
  const moment = momentInWords(at, zone, locale, now)
  if (!locale.startsWith('fr')) return `until ${moment}`
  return moment.startsWith('le ') ? `jusqu’au ${moment.slice(3)}` : `jusqu’à ${moment.replace(' à ', ' ')}`
}
