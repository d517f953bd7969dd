import { useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/places/places.ts'
import { changeLanguage } from '#web/i18n.ts'
import { useTranslation } from './translation.ts'

/**
 * The current language, and a function that changes it and refetches responses, because they contain translated text.
 */
export function useSwitchLanguage(): { language: Language; switchTo: (language: Language) => Promise<void> } {
  const queries = useQueryClient()
  const { language } = useTranslation()
  return {
    language,
    switchTo: async (next) => {
      await changeLanguage(next)
      await queries.invalidateQueries()
    },
  }
}
