import type { Language } from '#contract/places/places.ts'
import { isOffered } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'

const key = 'language'

/** The language in the address (docs/decisions/0012). It applies to this page load and is not remembered. */
let addressLanguage = typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('lang')

/** The language that the address names. */
export const readAddressLanguage = (): Language | undefined =>
  isOffered(addressLanguage) ? addressLanguage : undefined

/** The reader's language: from the address, else chosen earlier, else the page's, which follows Accept-Language. */
export function readLanguage(): Language {
  if (isOffered(addressLanguage)) return addressLanguage
  const chosen = readKey()
  if (isOffered(chosen)) return chosen
  const rendered = typeof document === 'undefined' ? '' : document.documentElement.lang
  return isOffered(rendered) ? rendered : settings().languages.default_language
}

/** Remembers the language in storage, and in a cookie for the HTML rendered by the server. */
export function writeLanguage(language: Language): void {
  if (addressLanguage !== null) dropAddressLanguage()
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is unavailable; the cookie remains.
  }
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = language
}

/** Removes the language from the address, so that the chosen one applies after a reload too. */
function dropAddressLanguage(): void {
  addressLanguage = null
  const url = new URL(window.location.href)
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

function readKey(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
