import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { isOffered } from '#contract/settings/languages.ts'
import { mostFoundSentences, sentenceField, type LanguageFacts, type Sentence } from '#contract/settings/sentences.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/database/connect.ts'
import { readSentences } from './catalogues.ts'
import { readStored } from './current.ts'

/** Returns the sentences whose key or text contains a text, in any language and without regard to accents. */
export async function listSentences(
  db: Db,
  { search, only }: { search?: string | undefined; only?: 'changed' | undefined },
): Promise<{ version: number; total: number; items: Sentence[] }> {
  const { version, values: own } = (await readStored(db)).sentences ?? { version: 0, values: {} }
  const delivered = new Map(
    await Promise.all(languages.map(async (language) => [language, await readSentences(language)] as const)),
  )
  const keys = new Set([...delivered.values()].flatMap((sentences) => [...sentences.keys()]))
  const searched = search === undefined ? '' : toPlain(search)
  const textsOf = (key: string) =>
    languages.map((language: Language) => ({
      language,
      original: delivered.get(language)?.get(key) ?? null,
      own: (own[sentenceField(language, key)] as string | undefined) ?? null,
    }))
  const found: Sentence[] = []
  for (const key of keys) {
    const texts = textsOf(key)
    if (only === 'changed' && texts.every((text) => text.own === null)) continue
    const isFound =
      searched === '' ||
      key.toLowerCase().includes(searched) ||
      texts.some(({ original, own: changed }) =>
        [original, changed].some((text) => toPlain(text ?? '').includes(searched)),
      )
    if (isFound) found.push({ key, texts })
  }
  return { version, total: found.length, items: found.slice(0, mostFoundSentences) }
}

const plainTexts = new Map<string, string>()

/** A text without accents, capitals and spaces that do not break. Sentences are compared with every search. */
function toPlain(text: string): string {
  const known = plainTexts.get(text)
  if (known !== undefined) return known
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'")
    .toLowerCase()
  if (plainTexts.size < 50_000) plainTexts.set(text, plain)
  return plain
}

/** Returns the languages of the interface with how much of each is translated. */
export async function readLanguageFacts(): Promise<LanguageFacts[]> {
  const original = await readSentences('en')
  const facts = languages.map(async (language) => ({
    language,
    is_offered: isOffered(language),
    is_default: language === settings().languages.default_language,
    translated: shareOf(original, await readSentences(language)),
    own: Object.keys(settings().sentences).filter((field) => field.startsWith(`${language}.`)).length,
  }))
  return Promise.all(facts)
}

/** The share of sentences for which another language has one: plural forms count once, by that of most numbers. */
function shareOf(original: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  const keys = [...original.keys()].filter((key) => !/_(zero|one|two|few|many)$/.test(key))
  return keys.filter((key) => other.has(key)).length / keys.length
}
