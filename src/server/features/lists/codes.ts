import { sql, type RawBuilder } from 'kysely'
import { codeAlphabet, normalizeCode } from '#contract/codes.ts'
import { containsPattern } from '#server/database/like.ts'

/** A stored plate as `normalizePlate` makes it, in the form that the indexes of vehicles and orders have. */
export const plateKey = (column: RawBuilder<unknown>) => sql<string>`replace(replace(${column}, ' ', ''), '-', '')`

/** The condition that a column of letters and digits contains what was typed; false for a text without any. */
export const containsKey = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const key = normalizeCode(text)
  return key === '' ? sql<boolean>`false` : sql<boolean>`${column} like ${containsPattern(key)}`
}

const wholeCode = new RegExp(`^[${codeAlphabet}]{8}$`)

/**
 * The condition that a column is the booking code or order number that was typed; undefined for a text that cannot be one, so
 * that what it finds need not all be read to put that first.
 */
export const isExactCode = (column: RawBuilder<unknown>, text: string): { exact?: RawBuilder<boolean> } =>
  wholeCode.test(normalizeCode(text)) ? { exact: sql<boolean>`${column} = ${normalizeCode(text)}` } : {}

/** Shorter parts of codes and plates are of too many. */
const shortestPart = 3

/** The condition that a column of letters and digits contains the part of a code or a plate that was typed. */
export const containsPart = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  normalizeCode(text).length < shortestPart ? sql<boolean>`false` : containsKey(column, text)

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
