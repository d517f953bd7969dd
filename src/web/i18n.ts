import type { Language } from '#contract/places.ts'
import type { web } from '#i18n/en/web.ts'
import { readLanguage, writeLanguage } from '#web/lib/language.ts'
import { setCatalogue } from '#web/lib/translation.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof web }
  }
}

type Words = Parameters<typeof setCatalogue>[1]

/** What the home page says at first, what its lower part says beside it, and everything. */
const load = {
  en: {
    first: async (): Promise<Words> => (await import('#i18n/en/first.ts')).first,
    front: async (): Promise<Words> => (await import('#i18n/en/front.ts')).front,
    whole: async (): Promise<Words> => (await import('#i18n/en/web.ts')).web,
  },
  fr: {
    first: async (): Promise<Words> => (await import('#i18n/fr/first.ts')).first,
    front: async (): Promise<Words> => (await import('#i18n/fr/front.ts')).front,
    whole: async (): Promise<Words> => (await import('#i18n/fr/web.ts')).web,
  },
} satisfies Record<Language, unknown>

let language: Language = 'en'
const none: Words = {}
let shown = none
let asked: Promise<void> | undefined

const show = (words: Words) => {
  shown = words
  setCatalogue(language, words, () => void loadCatalogue())
}

/** Loads what the first page says, in the reader's language and no other, before the first render. */
export async function startI18n(): Promise<void> {
  language = readLanguage()
  document.documentElement.lang = language
  const words = await load[language].first()
  // A page of its own may have brought the whole meanwhile.
  if (shown === none) show(words)
}

/** Loads all sentences of the language, once. */
export function loadCatalogue(): Promise<void> {
  const wanted = language
  asked ??= load[wanted].whole().then(
    (words) => {
      if (wanted === language) show(words)
    },
    (error: unknown) => {
      asked = undefined
      throw error
    },
  )
  return asked
}

/** For `lazy`: a part of the page that comes together with its sentences. */
export const withCatalogue = async <T>(load: () => Promise<T>): Promise<T> => {
  const [part] = await Promise.all([load(), loadCatalogue()])
  return part
}

/** For `lazy`: the lower part of the home page, which comes with its own sentences alone. */
export async function withFrontCatalogue<T>(load_part: () => Promise<T>): Promise<T> {
  const wanted = language
  const [part, words] = await Promise.all([load_part(), asked ?? load[wanted].front()])
  // The whole may have come meanwhile, or another language.
  if (words !== undefined && asked === undefined && wanted === language) show({ ...shown, ...words })
  return part
}

/** Changes the language at once, without a reload; remembered. */
export async function changeLanguage(next: Language): Promise<void> {
  const words = await load[next].whole()
  language = next
  asked = Promise.resolve()
  writeLanguage(next)
  show(words)
}
