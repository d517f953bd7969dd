import { cloneElement, Fragment, type ReactElement, type ReactNode, createElement, useSyncExternalStore } from 'react'

/*
 * The parts of i18next and react-i18next that the pages use, at a fortieth of the size: vite.config.ts substitutes this
 * file for them (docs/decisions/0018). translation.test.ts compares the two.
 */

type Words = { readonly [key: string]: string | Words }
type Values = Readonly<Record<string, unknown>>
type Translate = (key: string, values?: Values) => string

let language = 'en'
let words: Words = {}
let onMissing: () => void = () => undefined
let current = createTranslator()
const listeners = new Set<() => void>()

/** Switches to this catalogue. `onMissingArea` is called when a key of an area is used that is not loaded. */
export function setCatalogue(of: string, catalogue: Words, onMissingArea: () => void): void {
  language = of
  words = catalogue
  onMissing = onMissingArea
  current = createTranslator()
  for (const listener of listeners) listener()
}

const plurals = new Map<string, Intl.PluralRules>()
const pluralOf = (count: number): string => {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language)
  plurals.set(language, rules)
  return rules.select(count)
}

function find(path: string): string | undefined {
  let at: string | Words | undefined = words
  for (const part of path.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

const translate: Translate = (key, values) => {
  const count = values?.['count']
  const found =
    typeof count === 'number' ? (find(`${key}_${pluralOf(count)}`) ?? find(`${key}_other`) ?? find(key)) : find(key)
  if (found === undefined) {
    if (Object.hasOwn(words, key.split('.', 1)[0]!)) return key
    onMissing()
    return ''
  }
  return values === undefined ? found : fill(found, values)
}

const fill = (sentence: string, values: Values): string =>
  sentence.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => String(values[name] ?? hole))

/** A new `t` for each change, so that values memoized by it are recomputed. */
function createTranslator(): { t: Translate; i18n: { t: Translate; language: string } } {
  const t: Translate = (key, values) => translate(key, values)
  return { t, i18n: { t, language } }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const read = () => current

export const useTranslation = (): typeof current => useSyncExternalStore(subscribe, read, read)

interface TransProps {
  i18nKey: string
  values?: Values
  components: Readonly<Record<string, ReactElement>>
}

/**
 * Translates a sentence and renders each `<name>part</name>` with the component of that name. Tags cannot be nested.
 */
export function Trans({ i18nKey, values, components }: TransProps): ReactNode {
  const { t } = useTranslation()
  return t(i18nKey, values)
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part, index) => {
      const [, name, inside] = /^<(\w+)>(.*)<\/\1>$/.exec(part) ?? []
      const component = name === undefined ? undefined : components[name]
      return component === undefined
        ? createElement(Fragment, { key: index }, part)
        : cloneElement(component, { key: index }, inside)
    })
}
