import type { Part } from './layout.ts'

/** Terms that answer a typed word, as ranges of their numbers (from, to, from, to …) in order, and how many postings. */
export type Terms = { ranges: number[]; postings: number }

export function termOf({ letters, letters_at }: Part, term: number): string {
  const from = letters_at[term]!
  return textOf(letters, from, letters_at[term + 1]! - from)
}

const textOf = (letters: Uint16Array, from: number, length: number): string =>
  Buffer.from(letters.buffer, letters.byteOffset + from * 2, length * 2).toString('utf16le')

const termCount = (part: Part) => part.letters_at.length - 1

function termsOf(part: Part, ranges: number[]): Terms {
  let postings = 0
  for (let at = 0; at < ranges.length; at += 2)
    postings += part.postings_at[ranges[at + 1]!]! - part.postings_at[ranges[at]!]!
  return { ranges, postings }
}

/** The terms that begin with `word`, one range, since they are sorted; of several words, with any of them. */
export function begunWith(part: Part, word: string | readonly string[]): Terms {
  if (typeof word !== 'string') return begunWithAny(part, word)
  const first = firstTerm(part, (term) => compareBegin(part, term, word) >= 0, 0)
  const last = firstTerm(part, (term) => compareBegin(part, term, word) > 0, first)
  return termsOf(part, first === last ? [] : [first, last])
}

/** Ranges in order, those that touch put together. */
function begunWithAny(part: Part, words: readonly string[]): Terms {
  const ranges: number[] = []
  const each = words.map((word) => begunWith(part, word).ranges).filter(({ length }) => length > 0)
  for (const [from, to] of each.toSorted((a, b) => a[0]! - b[0]!) as [number, number][]) {
    if (ranges.length > 0 && from <= ranges.at(-1)!) ranges[ranges.length - 1] = Math.max(to, ranges.at(-1)!)
    else ranges.push(from, to)
  }
  return termsOf(part, ranges)
}

function firstTerm(part: Part, isAfter: (term: number) => boolean, from: number): number {
  let low = from
  let high = termCount(part)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** A term's beginning, as long as `word`, against it: 0 where it is the same. */
function compareBegin({ letters, letters_at }: Part, term: number, word: string): number {
  const from = letters_at[term]!
  const length = letters_at[term + 1]! - from
  for (let at = 0; at < word.length; at += 1) {
    if (at >= length) return -1
    const difference = letters[from + at]! - word.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return 0
}

/** How many typing errors a word may have. */
export const allowedErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/**
 * The terms that are like `word`: at place e those with e typing errors or fewer. Errors are letters to add, drop,
 * change or swap with their neighbour between the word and the term, or its beginning (as long as the word or one
 * longer). Sorted terms are gone through like a tree: what no longer can be like the word is skipped with all that
 * begins so.
 */
export function alikeTerms(part: Part, word: string | readonly string[]): Terms[] {
  if (typeof word !== 'string') return [begunWithAny(part, word)]
  const allowed = allowedErrors(word)
  if (allowed === 0) return [begunWith(part, word)]
  const { letters, letters_at } = part
  const width = word.length + 1
  const depth = word.length + allowed
  /** Row d: errors between each beginning of the word and the first d letters of the term in hand. */
  const table = new Uint8Array((depth + 1) * width)
  for (let column = 0; column < width; column += 1) table[column] = column
  const codes = Uint16Array.from(word, (letter) => letter.charCodeAt(0))
  const found: number[][] = Array.from({ length: allowed + 1 }, () => [])
  /** The letters that the rows of the table stand for, and the least errors of any whole beginning of them so far. */
  const path = new Uint16Array(depth)
  let known = 0
  let term = 0
  const terms = termCount(part)
  while (term < terms) {
    const from = letters_at[term]!
    const length = letters_at[term + 1]! - from
    let same = 0
    while (same < known && same < length && letters[from + same] === path[same]) same += 1
    known = same
    let isHopeless = false
    while (known < length && known < depth && !isHopeless) {
      path[known] = letters[from + known]!
      known += 1
      isHopeless = fillRow(table, width, known, codes, path) > allowed
    }
    const whole = table[length * width + width - 1]!
    let errors = length <= depth && known === length && word.length - length <= allowed ? whole : allowed + 1
    for (const begun of [word.length, word.length + 1])
      if (begun <= known && begun < length) errors = Math.min(errors, table[begun * width + width - 1]!)
    if (errors <= allowed) for (let level = errors; level <= allowed; level += 1) pushTerm(found[level]!, term)
    term = isHopeless && errors > allowed ? afterBegin(part, term, known) : term + 1
  }
  return found.map((ranges) => termsOf(part, ranges))
}

/** One more letter of the term; gives the least errors that any continuation can have. */
function fillRow(table: Uint8Array, width: number, row: number, word: Uint16Array, path: Uint16Array): number {
  const at = row * width
  const back = at - width
  table[at] = row
  let least = row
  for (let column = 1; column < width; column += 1) {
    const isSame = word[column - 1] === path[row - 1]
    let errors = Math.min(
      table[back + column]! + 1,
      table[at + column - 1]! + 1,
      table[back + column - 1]! + (isSame ? 0 : 1),
    )
    if (row > 1 && column > 1 && word[column - 1] === path[row - 2] && word[column - 2] === path[row - 1])
      errors = Math.min(errors, table[back - width + column - 2]! + 1)
    table[at + column] = errors
    if (errors < least) least = errors
  }
  return least
}

/** The first term after `term` that does not begin with its first `length` letters. */
function afterBegin(part: Part, term: number, length: number): number {
  const { letters, letters_at } = part
  const own = letters_at[term]!
  const beginsSo = (other: number) => {
    const from = letters_at[other]!
    if (letters_at[other + 1]! - from < length) return false
    // Neighbours differ in their last letters first.
    for (let at = length - 1; at >= 0; at -= 1) if (letters[from + at] !== letters[own + at]) return false
    return true
  }
  // Near first: most beginnings have few terms.
  const count = termCount(part)
  let step = 1
  while (term + step < count && beginsSo(term + step)) step *= 2
  let low = term + (step >>> 1)
  let high = Math.min(term + step, count)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (beginsSo(middle)) low = middle
    else high = middle
  }
  return high
}

function pushTerm(ranges: number[], term: number): void {
  if (ranges.at(-1) === term) ranges[ranges.length - 1] = term + 1
  else ranges.push(term, term + 1)
}

/** Whether a row has one of the terms. */
export function hasTerm({ terms, terms_at }: Part, row: number, { ranges }: Terms): boolean {
  const end = terms_at[row + 1]!
  for (let at = terms_at[row]!; at < end; at += 1) if (isIn(ranges, terms[at]!)) return true
  return false
}

function isIn(ranges: number[], term: number): boolean {
  if (ranges.length === 2) return term >= ranges[0]! && term < ranges[1]!
  // The last range that begins at the term or before it.
  let low = 0
  let high = ranges.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle * 2]! <= term) low = middle + 1
    else high = middle
  }
  return low > 0 && term < ranges[low * 2 - 1]!
}
