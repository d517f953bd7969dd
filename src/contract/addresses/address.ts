import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'

/** The same page in a language (docs/decisions/0012): the default language has the plain address, and others are named in it. */
export const inLanguage = (address: string, language: Language): string =>
  language === settings().languages.default_language
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`

/** The address with its language named, in place of another one. */
export function addLanguage(address: string, language: Language): string {
  const [whole = '', hash] = address.split('#', 2)
  const [path = '', query = ''] = whole.split('?', 2)
  const part = hash === undefined ? '' : `#${hash}`
  // Most links of a page, of which it may have a hundred.
  if (query === '') return `${path}?lang=${language}${part}`
  const params = new URLSearchParams(query)
  params.set('lang', language)
  return `${path}?${params.toString()}${part}`
}

/** Stores `country` in its cookie and leads back to `next`, for readers without scripts. */
export const chooseCountryPath = '/choose-country'
