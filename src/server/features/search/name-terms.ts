import type { Locale } from '#contract/formats.ts'
import { countryCodes, languages } from '#contract/geography.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { specialTerms } from './special-terms.ts'

const locales = languages.flatMap((language) => countryCodes.map((code): Locale => `${language}-${code}`))

/** Returns the terms of a park without a name: its label, as readers of every country see it. */
export const labelTerms = (park: Parameters<typeof labelPark>[0]): string[] => [
  ...new Set(locales.map((locale) => specialTerms.exactName(normalizeText(labelPark(park, locale))))),
]

/** Returns the term that only parks of exactly this name have; undefined for a text without letters and digits. */
export function exactNameTerm(text: string): string | undefined {
  const normalized = normalizeText(text)
  return normalized === '' ? undefined : specialTerms.exactName(normalized)
}
