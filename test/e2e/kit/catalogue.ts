import { type Locale, localeOf } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'
import { rewordFor } from '#i18n/words.ts'

type Words = typeof en | typeof fr

/** The web catalogue of each language, for readers in Canada. */
export const wordsOf = { en: reworded(en, 'en-CA'), fr: reworded(fr, 'fr-CA') }

/** The web catalogue of a language, for readers in a country. */
export const wordsFor = ({ language, country }: { language: Language; country: CountryCode }): Words =>
  reworded<Words>(language === 'en' ? en : fr, localeOf(language, country))

/** A catalogue in the words of a locale. */
export function reworded<T>(catalogue: T, locale: Locale): T {
  const reword = rewordFor(locale)
  if (reword === undefined) return catalogue
  if (typeof catalogue === 'string') return reword(catalogue) as T
  return Object.fromEntries(
    Object.entries(catalogue as object).map(([key, value]) => [key, reworded(value as unknown, locale)]),
  ) as T
}

/** A sentence as a regular expression in which each `{{placeholder}}` matches any text. */
export function pattern(sentence: string): RegExp {
  const escaped = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll(/\\\{\\\{[^}]*\\\}\\\}/g, '.+?'))
}
