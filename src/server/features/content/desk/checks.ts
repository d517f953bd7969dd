import type { PageMistake } from '#contract/content/desk/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { textLanguages, type TextLanguage } from '#contract/text-languages.ts'
import type { Db } from '#server/database/connect.ts'
import { translate } from '#server/output/translate.ts'
import { checkTexts, type Surroundings, type TextMistake, type Texts } from '../check-texts.ts'
import { findText, listAllTextNames } from '../files.ts'
import { readTitle } from '../parse.ts'
import { publishedTexts } from '../published-texts.ts'
import { createSurroundings, samplesOf } from '../surroundings.ts'

/** What a list says of a text in both languages. */
export interface Summary {
  mistakes: TextMistake[]
  titles: Texts
  words: Record<TextLanguage, number>
}

/** The summaries by page, valid while every text that readers see is unchanged. */
interface Checked {
  state: string
  summaries: Map<string, { texts: Texts; summary: Summary }>
}
const checkedTexts = new WeakMap<Db, Checked>()

/** What tells the state of everything that a text is checked against. */
const stateOf = (version: string): string =>
  version +
  listAllTextNames()
    .flatMap((name) => textLanguages.map((language) => findText(language, name)?.changed_ms))
    .join()

/** Checks texts against what readers see in this process; each once, until something else is published. */
export async function createChecker(db: Db): Promise<(key: string, name: string, texts: Texts) => Summary> {
  const published = publishedTexts(db)
  await published.load()
  const state = stateOf(published.version)
  const stored = checkedTexts.get(db)
  const checked: Checked = stored?.state === state ? stored : { state, summaries: new Map() }
  checkedTexts.set(db, checked)
  let around: Surroundings | undefined
  return (key, name, texts) => {
    const known = checked.summaries.get(key)
    if (known?.texts.en === texts.en && known.texts.fr === texts.fr) return known.summary
    around ??= createSurroundings(published.shown)
    const mistakes = checkTexts(name, texts, around)
    const words = { en: countWords(texts.en), fr: countWords(texts.fr) }
    const summary = { mistakes, titles: readTitles(name, texts), words }
    checked.summaries.set(key, { texts, summary })
    return summary
  }
}

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** The titles of a text; its name where a head cannot be read. */
export const readTitles = (name: string, { en, fr }: Texts): Texts => ({
  en: readTitle(en, samplesOf('en')) ?? name,
  fr: readTitle(fr, samplesOf('fr')) ?? name,
})

/** A mistake as a sentence. */
export const describeMistake =
  (reader: Language) =>
  ({ language, code, line, params }: TextMistake): PageMistake => ({
    language,
    line,
    message: translate(reader, `page_mistakes.${code}`, params),
  })
