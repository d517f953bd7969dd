import type { Language } from '#contract/places.ts'

const key = 'language'

/** The language that the address names (docs/decisions/0012): it holds as long as the page, and is not remembered. */
let addressLanguage = typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('lang')

/** The reader's language: the address's, else chosen before, else the page's own (which the server took from the browser's wishes). */
export function readLanguage(): Language {
  if (addressLanguage === 'en' || addressLanguage === 'fr') return addressLanguage
  const chosen = readKey()
  if (chosen === 'en' || chosen === 'fr') return chosen
  return document.documentElement.lang.startsWith('fr') ? 'fr' : 'en'
}

/** Remembers the language, for this device's pages and (as a cookie) for the HTML that the server makes. */
export function writeLanguage(language: Language): void {
  if (addressLanguage !== null) dropAddressLanguage()
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage may be denied; the cookie remembers then.
  }
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = language
}

/** What was chosen wins over the address, and over a reload of it. */
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
