import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '#contract/places/places.ts'
import { textLanguageOf } from '#contract/text-languages.ts'

const root = fileURLToPath(new URL('../../../../content', import.meta.url))

/** A file's content with the modification time (ms since 1970) by which the cache is invalidated. */
export interface TextFile {
  text: string
  changed_ms: number
}
const fileCache = new Map<string, TextFile>()

/** Lists the names of the texts in a folder (`posts`, or a page's items) by the English folder. */
export function listTextNames(folder: string): string[] {
  try {
    return readdirSync(join(root, 'en', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -3))
      .sort()
  } catch {
    return []
  }
}

/** Lists the names of all texts: `about`, `marketplace/wash`, `posts/winter`. */
export const listAllTextNames = (): string[] =>
  readdirSync(join(root, 'en'), { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? listTextNames(entry.name).map((name) => `${entry.name}/${name}`)
        : entry.name.endsWith('.md')
          ? [entry.name.slice(0, -3)]
          : [],
    )
    .sort()

/** Finds a text by its name. */
export type FindText = (language: Language, name: string) => TextFile | undefined

/** Texts as readers see them, with the names of all. */
export interface ShownTexts {
  names: readonly string[]
  find: FindText
}

/** Returns the text with that name (`about`, `posts/winter`), or undefined. Cached until the file changes. */
export function findText(language: Language, name: string): TextFile | undefined {
  if (!/^(?:[a-z\d-]+\/)?[a-z\d-]+$/.test(name)) return undefined
  const path = join(root, textLanguageOf(language), `${name}.md`)
  const changed_ms = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (changed_ms === undefined) return undefined
  const cached = fileCache.get(path)
  if (cached?.changed_ms === changed_ms) return cached
  const file = { text: readFileSync(path, 'utf8'), changed_ms }
  fileCache.set(path, file)
  return file
}

/** The texts of the files alone, read at once. */
export const readFileTexts = (): ShownTexts => ({ names: listAllTextNames(), find: findText })
