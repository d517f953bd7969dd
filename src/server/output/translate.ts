import { localeOf, type Locale } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { en } from '#i18n/en/index.ts'
import { fr } from '#i18n/fr/index.ts'
import { createTranslate, type TranslateAny } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'

const translators = new Map<Locale, TranslateAny>()

/** Translators by locale, with the words of the reader's country. */
function translatorOf(locale: Locale): TranslateAny {
  const known = translators.get(locale)
  if (known !== undefined) return known
  const [language, catalogue] = locale.startsWith('fr') ? (['fr', fr] as const) : (['en', en] as const)
  const created = createTranslate(language, catalogue, undefined, rewordFor(locale))
  translators.set(locale, created)
  return created
}

type Params = Record<string, string | number | boolean | null | undefined>

/**
 * The sentence of `i18n/` for `key` in a language, with a country in its words; the key itself if there is none. A test checks that keys exist, because
 * many are built from codes and cannot be typed.
 */
export const translate = (locale: Locale, key: string, params?: Params): string => translatorOf(locale)(key, params)

/** The language of an `Accept-Language` header with its country, if it is one of ours; otherwise with `home`. */
export function localeIn(header: string | undefined, home?: CountryCode): Locale {
  const language = languageOf(header)
  const country = countryCodes.find((code) => header?.toUpperCase().startsWith(`${language.toUpperCase()}-${code}`))
  return localeOf(language, country ?? home)
}

/** The first of the product's languages in an `Accept-Language` header; English when there is none. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'en'
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
    if (tag === 'fr' || tag.startsWith('fr-')) return 'fr'
    if (tag === 'en' || tag.startsWith('en-') || tag === '*') return 'en'
  }
  return 'en'
}
