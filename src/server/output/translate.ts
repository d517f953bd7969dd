import { languageIn, localeOf, type Locale } from '#contract/formats.ts'
import { countryCodes, languages } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { isOffered, offeredFor } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import { type Catalogue, createTranslate, type TranslateAny } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'

const catalogues = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => {
      const { [language]: catalogue } = (await import(`../../i18n/${language}/index.ts`)) as Record<string, Catalogue>
      return [language, catalogue!] as const
    }),
  ),
) as Record<Language, Catalogue>

const translators = new Map<Locale, TranslateAny>()
let own = settings().sentences

/** Translators by locale, with the words of the reader's country and the sentences that the desk has changed. */
function translatorOf(locale: Locale): TranslateAny {
  if (own !== settings().sentences) translators.clear()
  own = settings().sentences
  const known = translators.get(locale)
  if (known !== undefined) return known
  const language = languageIn(locale)
  const created = createTranslate(language, catalogues[language], undefined, rewordFor(locale), own)
  translators.set(locale, created)
  return created
}

type Params = Record<string, string | number | boolean | null | undefined>

/**
 * The sentence of `i18n/` for `key` in a language, with a country in its words; the key itself if there is none. A test checks that keys exist, because
 * many are built from codes and cannot be typed.
 */
export const translate = (locale: Locale, key: string, params?: Params): string => translatorOf(locale)(key, params)

/** The locale in which an account is written to: in its own language, while that is offered. */
export const accountLocale = (language: Language, country: CountryCode | null | undefined): Locale =>
  localeOf(offeredFor(language), country)

/** The language of an `Accept-Language` header with its country, if it is one of ours; otherwise with `home`. */
export function localeIn(header: string | undefined, home?: CountryCode): Locale {
  const language = languageOf(header)
  const country = countryCodes.find((code) => header?.toUpperCase().startsWith(`${language.toUpperCase()}-${code}`))
  return localeOf(language, country ?? home)
}

/** The first language in an `Accept-Language` header that is offered; the default one when there is none. */
export function languageOf(header: string | undefined): Language {
  const standard = settings().languages.default_language
  if (header === undefined) return standard
  const accepted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const quality = rest
        .map((option) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/.exec(option)?.[1])
        .find((q) => q !== undefined)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of accepted) {
    if (tag === '*') return standard
    const [language] = tag.split('-', 1)
    if (isOffered(language)) return language
  }
  return standard
}
