/** The languages of texts that are stored in two: of pages, names and descriptions. Readers of others have the English ones. */
export const textLanguages = ['en', 'fr'] as const
export type TextLanguage = (typeof textLanguages)[number]
export const textLanguageOf = (language: string): TextLanguage => (language.startsWith('fr') ? 'fr' : 'en')
