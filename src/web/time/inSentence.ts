import { languageIn } from '#contract/formats.ts'
import { languageRegister } from '#contract/geography.ts'
import { readNow } from './clock.ts'
import { formatDay, formatRelativeDay, formatTime } from './format.ts'

/**
 * An instant within a sentence, after 'until' or 'begins': `today at 14:30`, `Sat 21 Nov at 14:30`; in French, after
 * 'avant': `demain à 14:30`, `le sam. 21 nov. à 14:30`.
 */
export function formatMomentInSentence(at: Date, zone: string, locale: string, now = readNow()): string {
  const french = locale.startsWith('fr')
  const day = formatDay(at, zone, locale, now)
  const relative = formatRelativeDay(at, zone, locale, now)
  const time = formatTime(at, zone, locale)
  const word =
    relative === day ? `${french ? 'le ' : ''}${day}` : relative.charAt(0).toLocaleLowerCase(locale) + relative.slice(1)
  return `${word} ${languageRegister[languageIn(locale)].at} ${time}`
}

/**
 * A deadline within a sentence: `until today at 14:30`; in French `jusqu’à demain 14:30`, `jusqu’au sam. 21 nov. à
 * 14:30`.
 */
export function formatDeadlineInSentence(at: Date, zone: string, locale: string, now = readNow()): string {
  const moment = formatMomentInSentence(at, zone, locale, now)
  if (!locale.startsWith('fr')) return `${languageRegister[languageIn(locale)].until} ${moment}`
  return moment.startsWith('le ') ? `jusqu’au ${moment.slice(3)}` : `jusqu’à ${moment.replace(' à ', ' ')}`
}
