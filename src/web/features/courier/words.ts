import { createContext, use } from 'react'
import { deskFiles } from '#i18n/desk-files.ts'
import type { courier } from '#i18n/en/shop/courier.ts'
import { type AppWords, useAppWords } from '#web/page/lateWords.ts'
import type { PathsOf } from '#web/page/translation.ts'

type CourierKey = PathsOf<{ courier: typeof courier }>
type CourierWords = AppWords<CourierKey>

/** The sentences of the couriers' app in the reader's language, and whether they could not be loaded. */
export const useLoadedWords = () => useAppWords<CourierKey>('courier', deskFiles.courier)

export const CourierWordsContext = createContext<CourierWords | undefined>(undefined)

/** The sentences of the couriers' app. Throws outside of it. */
export function useCourierWords(): CourierWords {
  const words = use(CourierWordsContext)
  if (words === undefined) throw new Error('the sentences of the couriers’ app are read outside of it')
  return words
}
