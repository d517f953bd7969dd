/** A mention that is being typed: where its `@` stands, and the part of the name after it. */
export interface Mention {
  start: number
  end: number
  search: string
}

/** A name has at most so many words here, so that a text after an `@` is not taken for one. */
const typed = /(?:^|[\s(])@((?:[\p{L}\p{M}\p{N}.'’_+-]+ ?){0,3})$/u

/** The mention before the caret; undefined without one. */
export function findMention(text: string, caret: number): Mention | undefined {
  const found = typed.exec(text.slice(0, caret))
  if (found === null) return undefined
  const [, name = ''] = found
  return { start: caret - name.length - 1, end: caret, search: name.trim() }
}

/** Puts a name in place of what was typed of it, and the caret behind it. */
export function insertMention(text: string, { start, end }: Mention, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(end).trimStart(), caret: before.length }
}
