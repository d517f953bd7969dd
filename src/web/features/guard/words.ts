import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Locale } from '#contract/formats.ts'
import { settings } from '#contract/settings/settings.ts'
import { deskFiles } from '#i18n/desk-files.ts'
import type { guard } from '#i18n/en/guard.ts'
import { createTranslate, type Values } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'
import { type PathsOf, useTranslation } from '#web/page/translation.ts'

type GuardKey = PathsOf<{ guard: typeof guard }>

export interface GuardWords {
  t: (key: GuardKey, values?: Values) => string
  locale: Locale
}

interface LoadedWords {
  /** Undefined until they are loaded. */
  words: GuardWords | undefined
  isMissing: boolean
  retry: () => void
}

/** The sentences of the guard's app in the reader's language, and whether they could not be loaded. */
export function useLoadedWords(): LoadedWords {
  const { language, locale } = useTranslation()
  const {
    data: t,
    isError: isMissing,
    refetch,
  } = useQuery({
    queryKey: ['guard_words', language, locale],
    queryFn: async () =>
      createTranslate(
        language,
        { guard: await deskFiles.guard(language) },
        undefined,
        rewordFor(locale),
        settings().sentences,
      ),
    staleTime: Infinity,
    // From the kept files, without a network too.
    networkMode: 'always',
    // A function cannot be compared with another one.
    structuralSharing: false,
  })
  return { words: t && { t, locale }, isMissing, retry: () => void refetch() }
}

export const GuardWordsContext = createContext<GuardWords | undefined>(undefined)

/** The sentences of the guard's app. Throws outside of it. */
export function useGuardWords(): GuardWords {
  const words = use(GuardWordsContext)
  if (words === undefined) throw new Error('the sentences of the guard’s app are read outside of it')
  return words
}
