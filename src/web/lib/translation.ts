import { cloneElement, Fragment, type ReactElement, type ReactNode, createElement, useSyncExternalStore } from 'react'

/*
 * What the pages use of i18next and react-i18next, in a fortieth of their weight: vite.config.ts puts this file in their
 * place, their types and their conventions stay (docs/decisions/0018). words.test.ts holds it beside the real one.
 */

type Words = { readonly [key: string]: string | Words }
type Values = Readonly<Record<string, unknown>>
type Translate = (key: string, values?: Values) => string

let language = 'en'
let words: Words = {}
let onMissing: () => void = () => undefined
let shown = bind()
const listeners = new Set<() => void>()

/** Shows these sentences from now on. `missing` is called when one of an area that has not come yet is asked for. */
export function setCatalogue(of: string, catalogue: Words, missing: () => void): void {
  language = of
  words = catalogue
  onMissing = missing
  shown = bind()
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

/** A new `t` with each change, so that what is remembered by it is made anew. */
function bind(): { t: Translate; i18n: { t: Translate; language: string } } {
  const t: Translate = (key, values) => translate(key, values)
  return { t, i18n: { t, language } }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const read = () => shown

export const useTranslation = (): typeof shown => useSyncExternalStore(subscribe, read, read)

interface TransProps {
  i18nKey: string
  values?: Values
  components: Readonly<Record<string, ReactElement>>
}

/** A sentence whose `<marked>parts</marked>` are drawn by the component of that name; one tag never stands in another. */
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
