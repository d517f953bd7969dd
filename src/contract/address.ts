import type { Language } from './places.ts'

/** The same page in a language (docs/decisions/0012): English has the plain address, and French is named in it. */
export const inLanguage = (address: string, language: Language): string =>
  language === 'en' ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
