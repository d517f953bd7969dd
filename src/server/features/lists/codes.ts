import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { containsPattern } from '#server/database/like.ts'

/** A stored plate as `normalizePlate` makes it, in the form that the indexes of vehicles and orders have. */
export const plateKey = (column: RawBuilder<unknown>) => sql<string>`replace(replace(${column}, ' ', ''), '-', '')`

/** The condition that a column of letters and digits contains what was typed; false for a text without any. */
export const containsKey = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const key = normalizeCode(text)
  return key === '' ? sql<boolean>`false` : sql<boolean>`${column} like ${containsPattern(key)}`
}

/** A text as people typed it, such as an unfinished plate: its letters and digits in capitals. */
export const lettersOf = (column: RawBuilder<unknown>) =>
  sql<string>`upper(regexp_replace(${column}, '[^[:alnum:]]', '', 'g'))`

/** Two groups of four, as our pages print codes, or at least five letters and digits of which one is a digit. */
const isLikeCode = (text: string): boolean =>
  /^[\p{L}\p{N}]{4}[^\p{L}\p{N}]+[\p{L}\p{N}]{4}$/u.test(text.trim()) ||
  (/\p{N}/u.test(text) && normalizeCode(text).length >= 5)

/** The condition that a sentence names the code or the plate that was typed; false for other texts. */
export const namesCode = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  isLikeCode(text) ? containsKey(lettersOf(column), text) : sql<boolean>`false`
