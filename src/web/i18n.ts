import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/places.ts'
import type { web } from '#i18n/en/web.ts'
import { readLanguage, writeLanguage } from '#web/lib/language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof web }
  }
}

const load: Record<Language, () => Promise<{ web: object }>> = {
  en: () => import('#i18n/en/web.ts'),
  fr: () => import('#i18n/fr/web.ts'),
}

/** Loads the reader's language, and no other, before the first render. */
export async function startI18n(): Promise<void> {
  const language = readLanguage()
  const { web } = await load[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: web } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

/** Changes the language at once, without a reload; remembered. */
export async function changeLanguage(language: Language): Promise<void> {
  const { web } = await load[language]()
  i18next.addResourceBundle(language, 'translation', web, true, true)
  writeLanguage(language)
  await i18next.changeLanguage(language)
}
