import type { Language } from '#contract/places/places.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { webFiles } from '#i18n/web-files.ts'
import { readLanguage, writeLanguage } from '#web/page/language.ts'
import { setCatalogue } from '#web/page/translation.ts'

let language: Language = 'en'
const emptyCatalogue: Catalogue = {}
let current = emptyCatalogue
let fullLoad: Promise<void> | undefined

const show = (catalogue: Catalogue) => {
  current = catalogue
  setCatalogue(language, catalogue, () => void loadCatalogue())
}

/** Loads the sentences of the first render, in the language of the rendered page. */
export async function startI18n(rendered: Language): Promise<void> {
  language = rendered
  document.documentElement.lang = language
  const catalogue = await webFiles.load(language, 'first')
  // Another page may already have loaded all sentences.
  if (current === emptyCatalogue) show(catalogue)
}

/** Loads all sentences of the language, once. */
export function loadCatalogue(): Promise<void> {
  const requested = language
  fullLoad ??= webFiles.load(requested, 'web').then(
    (catalogue) => {
      if (requested === language) show(catalogue)
    },
    (error: unknown) => {
      fullLoad = undefined
      throw error
    },
  )
  return fullLoad
}

/** For `lazy`: loads a part of the page together with all sentences. */
export const withCatalogue = async <T>(load: () => Promise<T>): Promise<T> => {
  const [part] = await Promise.all([load(), loadCatalogue()])
  return part
}

/** For `lazy`: loads the lower part of the home page with the few sentences it needs. */
export async function withFrontCatalogue<T>(loadPart: () => Promise<T>): Promise<T> {
  const requested = language
  const [part, catalogue] = await Promise.all([loadPart(), fullLoad ?? webFiles.load(requested, 'front')])
  // Meanwhile all sentences may have been loaded, or the language changed.
  if (catalogue !== undefined && fullLoad === undefined && requested === language) show({ ...current, ...catalogue })
  return part
}

/** Switches to the reader's language if the page was rendered in another. */
export async function followReadersLanguage(): Promise<void> {
  if (readLanguage() !== language) await changeLanguage(readLanguage())
}

/** Changes the language without a reload and remembers it. */
export async function changeLanguage(next: Language): Promise<void> {
  const catalogue = await webFiles.load(next, 'web')
  language = next
  fullLoad = Promise.resolve()
  writeLanguage(next)
  show(catalogue)
  // Pages kept for opening without a network are in the reader's language.
  navigator.serviceWorker?.controller?.postMessage({ renew: next })
}
