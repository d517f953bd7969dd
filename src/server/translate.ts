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

/** Of sentences with nothing to fill in, each looked up once: a mail has a dozen of them. */
const sentencesWithoutParams: Record<Language, Map<string, string>> = { en: new Map(), fr: new Map() }

/** A sentence of `i18n/` in the reader's language. The key's existence is held by a test, not by the type: keys are made of codes. */
export function translate(language: Language, key: string, params?: Params): string {
  if (params !== undefined) return lookUpSentence(language, key, params)
  const known = sentencesWithoutParams[language].get(key)
  if (known !== undefined) return known
  const sentence = lookUpSentence(language, key, {})
  // A key that there is not may be anything, and is not kept.
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
  const wanted = header
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
  for (const { tag } of wanted) {
    if (tag === 'fr' || tag.startsWith('fr-')) return 'fr'
    if (tag === 'en' || tag.startsWith('en-') || tag === '*') return 'en'
  }
  return 'en'
}
