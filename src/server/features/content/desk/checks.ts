import { languages } from '#contract/geography.ts'
import type { PageMistake } from '#contract/desk/pages.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { checkTexts, type Surroundings, type TextMistake, type Texts } from '#server/features/content/check-texts.ts'
import { findText, listAllTextNames } from '#server/features/content/files.ts'
import { publishedTexts, type FindText } from '#server/features/content/published-texts.ts'
import { createSurroundings } from '#server/features/content/surroundings.ts'
import { translate } from '#server/translate.ts'

/** The mistakes of texts by page, valid while every text that readers see is unchanged. */
type Checked = { state: string; mistakes: Map<string, { texts: Texts; found: TextMistake[] }> }
const checkedTexts = new WeakMap<Db, Checked>()

/** What tells the state of everything that a text is checked against. */
const stateOf = (version: string): string =>
  version +
  listAllTextNames()
    .flatMap((name) => languages.map((language) => findText(language, name)?.changed_ms))
    .join()

/** Checks texts against what readers see in this process; each once, until something else is published. */
export async function createChecker(db: Db): Promise<(key: string, name: string, texts: Texts) => TextMistake[]> {
  const published = publishedTexts(db)
  await published.load()
  const find: FindText = (language, name) => published.find(language, name) ?? findText(language, name)
  const state = stateOf(published.version)
  const kept = checkedTexts.get(db)
  const checked: Checked = kept?.state === state ? kept : { state, mistakes: new Map() }
  checkedTexts.set(db, checked)
  let around: Surroundings | undefined
  return (key, name, texts) => {
    const known = checked.mistakes.get(key)
    if (known?.texts.en === texts.en && known.texts.fr === texts.fr) return known.found
    around ??= createSurroundings(find)
    const found = checkTexts(name, texts, around)
    checked.mistakes.set(key, { texts, found })
    return found
  }
}

/** A mistake as a sentence. */
export const tellMistake =
  (reader: Language) =>
  ({ language, code, line, params }: TextMistake): PageMistake => ({
    language,
    line,
    message: translate(reader, `page_mistakes.${code}`, params),
  })
