import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { sentenceLimits } from '#contract/settings/sentences.ts'
import { readSentences } from './catalogues.ts'

/** Why a sentence cannot be taken: the key of `errors.fields` and the values of its sentence. */
export interface SentenceProblem {
  key: string
  params?: Record<string, string | number>
}

const valuesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)
const marksIn = (text: string): string[] => [...text.matchAll(/<(\w+)>.*?<\/\1>/gs)].map(([, name]) => name!)
const withoutMarks = (text: string): string => text.replaceAll(/<(\w+)>(.*?)<\/\1>/gs, '$2')

/** The forms of a plural have one stem. */
const stemOf = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
const formsOf = (key: string): string[] =>
  ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${stemOf(key)}_${form}`)

/**
 * Compares a sentence with the delivered one of its language, or else with English: each value such as `{{name}}` and each
 * mark such as `<link>…</link>` is in it, and nothing that would be shown as it is written. The form for one thing may leave
 * out how many there are.
 */
export async function findSentenceProblem(
  language: Language,
  key: string,
  text: string,
): Promise<SentenceProblem | undefined> {
  const delivered = await readSentences(language)
  const original = delivered.get(key) ?? (await readSentences('en')).get(key)
  if (original === undefined) return { key: 'unknown' }
  if (text.length > sentenceLimits.characters) return { key: 'too_long' }
  if (text.includes('\n') && !original.includes('\n')) return { key: 'characters' }
  const given = new Set(valuesIn(text))
  const isForm = stemOf(key) !== key
  const missing = [...new Set(valuesIn(original))].filter(
    (name) => !given.has(name) && !(isForm && name === 'count' && !key.endsWith('_other')),
  )
  if (missing.length > 0) return { key: 'sentence_lacks_value', params: { names: missing.map(braced).join(', ') } }
  const known = await findKnownValues(key)
  const surplus = [...given].filter((name) => !known.has(name))
  if (surplus.length > 0) return { key: 'sentence_unknown_value', params: { names: surplus.map(braced).join(', ') } }
  const plain = text.replaceAll(/\{\{\s*\w+\s*\}\}/g, '')
  if (/\{\{|\}\}/.test(plain)) return { key: 'sentence_braces', params: { sample: '{{name}}' } }
  const [marks, demanded] = [marksIn(text), marksIn(original)]
  const lost = demanded.filter((name) => !marks.includes(name))
  if (lost.length > 0) return { key: 'sentence_lacks_mark', params: { names: lost.map(marked).join(', ') } }
  const added = marks.filter((name) => !demanded.includes(name))
  const open = withoutMarks(text).match(/<\/?\w+>/g) ?? []
  const twice = marks.filter((name, index) => marks.indexOf(name) !== index && !isTwice(demanded, name))
  const wrong = [...added.map(marked), ...open, ...twice.map(marked)]
  return wrong.length > 0 ? { key: 'sentence_unknown_mark', params: { names: wrong.join(', ') } } : undefined
}

const braced = (name: string): string => `{{${name}}}`
const marked = (name: string): string => `<${name}>…</${name}>`
const isTwice = (names: readonly string[], name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name)

/** The values that the code gives to a sentence: all that it has in any language and form. */
async function findKnownValues(key: string): Promise<ReadonlySet<string>> {
  const all = await Promise.all(languages.map((language) => readSentences(language)))
  const keys = stemOf(key) === key ? [key] : formsOf(key)
  return new Set(all.flatMap((sentences) => keys.flatMap((form) => valuesIn(sentences.get(form) ?? ''))))
}
