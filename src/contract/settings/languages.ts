import { languages } from '#contract/geography.ts'
import { settings, type Settings } from './settings.ts'

type Language = (typeof languages)[number]

/** The languages that readers may have; the default one always is among them. */
export const offeredLanguages = (of: Settings['languages'] = settings().languages): Language[] =>
  languages.filter((language) => of[language] || language === of.default_language)

/** Whether a text names a language that is offered. */
export const isOffered = (language: unknown): language is Language => offeredLanguages().includes(language as Language)

/** The language in which somebody reads who asked for this one, perhaps when it was still offered. */
export const offeredFor = (language: Language): Language =>
  isOffered(language) ? language : settings().languages.default_language

/** The languages between which readers can switch; none where they cannot. */
export const switchLanguages = (): Language[] => {
  const offered = offeredLanguages()
  return settings().languages.language_switch && offered.length > 1 ? offered : []
}
