import type { Language } from '#contract/places.ts'

const key = 'language'

/** The reader's language: chosen before, else the page's own (which the server took from the browser's wishes). */
export function readLanguage(): Language {
  const chosen = readKey()
  if (chosen === 'en' || chosen === 'fr') return chosen
  return document.documentElement.lang.startsWith('fr') ? 'fr' : 'en'
}

/** Remembers the language, for this device's pages and (as a cookie) for the HTML that the server makes. */
export function writeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage may be denied; the cookie remembers then.
  }
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = language
}

function readKey(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
