import {
  cloneElement,
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react'
import { localeOf, type Locale } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { web } from '#i18n/en/web.ts'
import { type Catalogue, createTranslate, type Values } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'
import { readChosenCountry, useChosenCountry } from '#web/storage/country.ts'

/** The dotted paths of a catalogue; `x` for the plural forms `x_one` and `x_other`. */
export type PathsOf<Sentences> = {
  [Key in keyof Sentences & string]: Sentences[Key] extends string
    ? Key | (Key extends `${infer Stem}_other` ? Stem : never)
    : `${Key}.${PathsOf<Sentences[Key]>}`
}[keyof Sentences & string]

/** The key of a sentence of the web. Computed once: the check of every call compares with this union alone. */
export type SentenceKey = PathsOf<typeof web>

export type Translate = (key: SentenceKey, values?: Values) => string

export interface Translation {
  t: Translate
  language: Language
  /** The language with the reader's country, for formats; the language alone while no country is chosen. */
  locale: Locale
}

/** The sentences of a language, translated for the readers of each country, and for those of none that is known. */
export interface Sentences {
  language: Language
  for: (country: CountryCode | null) => Translation
}

export const createSentences = (language: Language, catalogue: Catalogue, onMissingArea: () => void): Sentences => {
  const translations = new Map<CountryCode | null, Translation>()
  const create = (country: CountryCode | null): Translation => {
    const locale = localeOf(language, country)
    const handleMissing = (key: string) => {
      if (Object.hasOwn(catalogue, key.split('.', 1)[0]!)) return key
      onMissingArea()
      return ''
    }
    return {
      language,
      locale,
      t: createTranslate(language, catalogue, handleMissing, rewordFor(locale), settings().sentences),
    }
  }
  return {
    language,
    for: (country) => {
      const translation = translations.get(country) ?? create(country)
      translations.set(country, translation)
      return translation
    },
  }
}

let current = createSentences('en', {}, () => undefined)
const listeners = new Set<() => void>()

/**
 * Switches to this catalogue. `onMissingArea` is called when a key of an area is used that is not loaded; until it is,
 * the sentence is empty.
 */
export function setCatalogue(language: Language, catalogue: Catalogue, onMissingArea: () => void): void {
  // A new `t` for each change, so that values memoized by it are recomputed.
  current = createSentences(language, catalogue, onMissingArea)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The current translation, for code outside of rendering. */
export const readTranslation = (): Translation => current.for(readChosenCountry())

const readSentences = () => current

/** The sentences of one request, on the server, which renders in both languages at a time. */
export const RequestSentences = createContext<Sentences | undefined>(undefined)

export function useTranslation(): Translation {
  const sentences = useSyncExternalStore(subscribe, readSentences, readSentences)
  const country = useChosenCountry()
  return (useContext(RequestSentences) ?? sentences).for(country)
}

interface TransProps {
  sentence: SentenceKey
  values?: Values
  components: Readonly<Record<string, ReactElement>>
}

/**
 * Translates a sentence and renders each `<name>part</name>` with the component of that name. Tags cannot be nested.
 */
export function Trans({ sentence, values, components }: TransProps): ReactNode {
  const { t } = useTranslation()
  return t(sentence, values)
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part, index) => {
      const [, name, inside] = /^<(\w+)>(.*)<\/\1>$/.exec(part) ?? []
      const component = name === undefined ? undefined : components[name]
      return component === undefined
        ? createElement(Fragment, { key: index }, part)
        : cloneElement(component, { key: index }, inside)
    })
}
