import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '#contract/places.ts'

const root = fileURLToPath(new URL('../../../../content', import.meta.url))

/** A text as it was read, until its file changes. */
export type TextFile = { text: string; changed_ms: number }
const read = new Map<string, TextFile>()

/** The names of the texts in a folder, `posts` or a page's own; in English, which the French has too. */
export function namesUnder(folder: string): string[] {
  try {
    return readdirSync(join(root, 'en', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -3))
      .sort()
  } catch {
    return []
  }
}

/** The text of that name (`about`, `posts/winter`), undefined where there is none. It is read anew once it has changed. */
export function findText(language: Language, name: string): TextFile | undefined {
  if (!/^(?:[a-z\d-]+\/)?[a-z\d-]+$/.test(name)) return undefined
  const path = join(root, language, `${name}.md`)
  const changed_ms = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (changed_ms === undefined) return undefined
  const known = read.get(path)
  if (known?.changed_ms === changed_ms) return known
  const file = { text: readFileSync(path, 'utf8'), changed_ms }
  read.set(path, file)
  return file
}
