import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { deskFiles } from '#i18n/desk-files.ts'
import { joinWords } from '#i18n/desk-parts.ts'
import type { desk } from '#i18n/en/desk.ts'
import { createTranslate, type TranslateAny, type Values } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { type PathsOf, useTranslation } from '#web/page/translation.ts'

/** The key of a sentence of the desk, which the web loads with the desk alone. */
export type DeskKey = PathsOf<{ desk: typeof desk }>
export type DeskTranslate = (key: DeskKey, values?: Values) => string

export interface DeskWords {
  t: DeskTranslate
  /** For keys made of a list's name and its columns, which a test checks. */
  translateKey: TranslateAny
  /** Puts a name before a value, with the punctuation of the language. */
  labelled: (name: string, value: string) => string
  language: Language
  locale: Locale
  /** Whether the sentences that lists do without are loaded too. */
  isWhole: boolean
}

const wordsQuery = (part: 'lists' | 'rest' | 'operator', language: Language) =>
  queryOptions({
    queryKey: ['desk_words', part, language],
    queryFn: () => deskFiles[part](language),
    staleTime: Infinity,
    // The service worker may have them.
    networkMode: 'always',
  })

interface LoadedWords {
  /** Undefined until those of lists are loaded. */
  words: DeskWords | undefined
  isMissing: boolean
  retry: () => void
}

/** The sentences of the desk in the reader's language, as far as they are loaded, and whether those of lists could not be. */
export function useLoadedWords(): LoadedWords {
  const { t, language, locale } = useTranslation()
  const { data: lists, isError: isListsMissing, refetch: loadLists } = useQuery(wordsQuery('lists', language))
  // Loaded by the screens that need them, and by lists once they are shown.
  const { data: rest } = useQuery({ ...wordsQuery('rest', language), enabled: false })
  const { data: profile } = useProfile()
  const isOperator = profile !== undefined && profile.operator !== null
  const operator = useQuery({ ...wordsQuery('operator', language), enabled: isOperator })
  const { data: own, refetch: loadOwn } = operator
  const words = useMemo(() => {
    if (lists === undefined || (isOperator && own === undefined)) return undefined
    const desk = joinWords(joinWords(lists, rest), isOperator ? own : undefined)
    const translateKey = createTranslate(language, { desk }, undefined, rewordFor(locale), settings().sentences)
    const labelled = (name: string, value: string) => t('common.labelled', { name, value })
    return { t: translateKey, translateKey, labelled, language, locale, isWhole: rest !== undefined }
  }, [t, lists, rest, isOperator, own, language, locale])
  const retry = () => {
    if (lists === undefined) void loadLists()
    if (isOperator && own === undefined) void loadOwn()
  }
  return { words, isMissing: isListsMissing || (isOperator && operator.isError), retry }
}

/** Loads the sentences that lists do without. Returns whether they are loaded, and whether that failed. */
export function useWholeWords(isNeeded: boolean): { isWhole: boolean; isMissing: boolean; retry: () => void } {
  const { language, isWhole } = useDeskWords()
  const { isError, refetch } = useQuery({ ...wordsQuery('rest', language), enabled: isNeeded })
  return { isWhole, isMissing: isError, retry: () => void refetch() }
}

export const DeskWordsContext = createContext<DeskWords | undefined>(undefined)

/** The sentences of the desk. Throws outside of the desk. */
export function useDeskWords(): DeskWords {
  const words = use(DeskWordsContext)
  if (words === undefined) throw new Error('the sentences of the desk are read outside of it')
  return words
}
