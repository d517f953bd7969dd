import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/places.ts'
import { changeLanguage } from '#web/i18n.ts'

/**
 * The current language, and a function that changes it and refetches responses, because they contain translated text.
 */
export function useSwitchLanguage(): { language: Language; switchTo: (language: Language) => Promise<void> } {
  const queries = useQueryClient()
  const { i18n } = useTranslation()
  return {
    language: i18n.language === 'fr' ? 'fr' : 'en',
    switchTo: async (language) => {
      await changeLanguage(language)
      await queries.invalidateQueries()
    },
  }
}
