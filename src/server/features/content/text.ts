import { PageHead, PostHead } from './heads.ts'
import { minutesToRead, parseText, type ParsedText } from './parse.ts'

export type Text = ParsedText & { minutes: number }

/** A file's text with its head checked. Throws for whatever a writer may get wrong. */
export function makeText(name: string, text: string, values: Readonly<Record<string, string | number>>): Text {
  const made = { ...parseText(text, values), minutes: minutesToRead(text) }
  const head = name.startsWith('posts/') ? PostHead : PageHead
  head.parse(made.head)
  return made
}

/** What is made now, or what there was before where that fails, which is told. */
export function newestGood<T>(make: () => T, before: T, tell: (error: unknown) => void): T {
  try {
    return make()
  } catch (error) {
    tell(error)
    return before
  }
}
