import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isContentPage, type PageKey } from '#contract/pages.ts'
import type { Language } from '#contract/places.ts'

/** As the build writes it down: the files of each page that are not everywhere, and those of its words. */
export type PageFiles = {
  pages: { readonly [key: string]: readonly string[] }
  words: Record<Language, { first: readonly string[]; whole: readonly string[] }>
}

const written = fileURLToPath(new URL('../../../dist/web/.vite/page-files.json', import.meta.url))

/** What the build wrote down; undefined where nothing is built. */
export const readPageFiles = (): PageFiles | undefined =>
  existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as PageFiles) : undefined

/** The files of a page in its language, which its first code (`begin.ts`) fetches all at once. */
export function filesOf(files: PageFiles | undefined, key: PageKey | undefined, language: Language): readonly string[] {
  if (files === undefined || key === undefined) return []
  // The home page needs few sentences at first, every other page all of them.
  const words = files.words[language][key === 'home' ? 'first' : 'whole']
  const page = files.pages[key] ?? (isContentPage(key) ? files.pages['text'] : undefined) ?? []
  return [...words, ...page]
}
