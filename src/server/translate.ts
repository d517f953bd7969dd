import { createInstance } from 'i18next'
import type { Language } from '#contract/places.ts'
import { en } from '#i18n/en/index.ts'
import { fr } from '#i18n/fr/index.ts'

const instance = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, fr: { translation: fr } },
  interpolation: { escapeValue: false },
  returnNull: false,
})
void instance.init()

type Params = Record<string, string | number | boolean | null | undefined>

/** Cache of sentences without parameters, by key. */
const sentencesWithoutParams: Record<Language, Map<string, string>> = { en: new Map(), fr: new Map() }

/**
 * The sentence of `i18n/` for `key` in `language`; the key itself if there is none. A test checks that keys exist, because
 * many are built from codes and cannot be typed.
 */
export function translate(language: Language, key: string, params?: Params): string {
  if (params !== undefined) return lookUpSentence(language, key, params)
  const cached = sentencesWithoutParams[language].get(key)
  if (cached !== undefined) return cached
  const sentence = lookUpSentence(language, key, {})
  // Unknown keys are not cached, so that the cache stays bounded.
  if (sentence !== key) sentencesWithoutParams[language].set(key, sentence)
  return sentence
}

function lookUpSentence(language: Language, key: string, params: Params): string {
  const t = instance.t as unknown as (key: string, options: object) => unknown
  const sentence = t(key, { lng: language, ...params })
  return typeof sentence === 'string' ? sentence : key
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
