import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { rewordFor, type Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places.ts'
import type { desk } from '#i18n/en/desk.ts'
import { type Catalogue, createTranslate, type TranslateAny, type Values } from '#i18n/translate.ts'
import { type PathsOf, useTranslation } from '#web/lib/translation.ts'

/** The key of a sentence of the desk, which the web loads with the desk alone. */
export type DeskKey = PathsOf<{ desk: typeof desk }>
export type DeskTranslate = (key: DeskKey, values?: Values) => string

export interface DeskWords {
  t: DeskTranslate
  /** For keys made of a list's name and its columns, which a test checks. */
  say: TranslateAny
  language: Language
  locale: Locale
}

const load: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('#i18n/en/desk.ts')).desk,
  fr: async () => (await import('#i18n/fr/desk.ts')).desk,
}

/** The sentences of the desk in the reader's language; undefined until they are loaded. */
export function useLoadedWords(): DeskWords | undefined {
  const { language, locale } = useTranslation()
  const { data: say } = useQuery({
    queryKey: ['desk_words', language, locale],
    queryFn: async () => createTranslate(language, { desk: await load[language]() }, undefined, rewordFor(locale)),
    staleTime: Infinity,
    // A function cannot be compared with another one.
    structuralSharing: false,
  })
  return say && { t: say, say, language, locale }
}

export const DeskWordsContext = createContext<DeskWords | undefined>(undefined)

/** The sentences of the desk. Throws outside of the desk. */
export function useDeskWords(): DeskWords {
  const words = use(DeskWordsContext)
  if (words === undefined) throw new Error('the sentences of the desk are read outside of it')
  return words
}
