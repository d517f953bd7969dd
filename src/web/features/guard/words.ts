import { createContext, use } from 'react'
import { deskFiles } from '#i18n/desk-files.ts'
import type { guard } from '#i18n/en/guard.ts'
import { type AppWords, useAppWords } from '#web/page/lateWords.ts'
import type { PathsOf } from '#web/page/translation.ts'

type GuardKey = PathsOf<{ guard: typeof guard }>
export type GuardWords = AppWords<GuardKey>

/** The sentences of the guard's app in the reader's language, and whether they could not be loaded. */
export const useLoadedWords = () => useAppWords<GuardKey>('guard', deskFiles.guard)

export const GuardWordsContext = createContext<GuardWords | undefined>(undefined)

/** The sentences of the guard's app. Throws outside of it. */
export function useGuardWords(): GuardWords {
  const words = use(GuardWordsContext)
  if (words === undefined) throw new Error('the sentences of the guard’s app are read outside of it')
  return words
}
