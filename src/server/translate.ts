import type { Language } from '#contract/places.ts'
import { en } from '#i18n/en/index.ts'
import { fr } from '#i18n/fr/index.ts'
import { createTranslate } from '#i18n/translate.ts'

const translators = { en: createTranslate('en', en), fr: createTranslate('fr', fr) }

type Params = Record<string, string | number | boolean | null | undefined>

/**
 * The sentence of `i18n/` for `key` in `language`; the key itself if there is none. A test checks that keys exist, because
 * many are built from codes and cannot be typed.
 */
export const translate = (language: Language, key: string, params?: Params): string =>
  translators[language](key, params)

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
