import type { Part, Terms } from '../storage/layout.ts'
import { FuzzyPattern } from './fuzzy-pattern.ts'

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

/**
 * Returns the terms that start with `word` (one range, since terms are sorted), or with any of several words. A
 * trailing space matches a whole term.
 */
export function findPrefixTerms(part: Part, word: string | readonly string[]): Terms {
  if (typeof word !== 'string') return findAnyPrefixTerms(part, word)
  const first = firstTerm(part, (term) => compareBegin(part, term, word) >= 0, 0)
  const last = firstTerm(part, (term) => compareBegin(part, term, word) > 0, first)
  return termsOf(part, first === last ? [] : [first, last])
}

/** Merges the ranges of several words, in order. */
function findAnyPrefixTerms(part: Part, words: readonly string[]): Terms {
  const ranges: number[] = []
  const each = words.map((word) => findPrefixTerms(part, word).ranges).filter(({ length }) => length > 0)
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

const space = 32

/** Compares a term's prefix with `word`; 0 when equal. A term ends with a space, which sorts before all letters. */
function compareBegin({ letters, letters_at }: Part, term: number, word: string): number {
  const from = letters_at[term]!
  const length = letters_at[term + 1]! - from
  for (let at = 0; at < word.length; at += 1) {
    if (at > length) return -1
    const difference = (at === length ? space : letters[from + at]!) - word.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the number of typing errors allowed in a word. */
export const allowedErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/** Number of cached words: each is queried in several scopes right after another. */
const maxCachedWords = 64

/**
 * Returns the terms similar to `word`: at index e those with at most e errors. Errors are letters added, dropped,
 * changed or swapped with a neighbour, against the term or its prefix of the word's length or one more.
 */
export function findSimilarTerms(part: Part, word: string | readonly string[]): Terms[] {
  if (typeof word !== 'string') return [findAnyPrefixTerms(part, word)]
  const allowed = allowedErrors(word)
  if (allowed === 0) return [findPrefixTerms(part, word)]
  const cached = part.similar_terms.get(word)
  if (cached !== undefined) return cached
  const levels = compareAll(part, word, allowed).map((ranges) => termsOf(part, ranges))
  part.similar_terms.set(word, levels)
  if (part.similar_terms.size > maxCachedWords) part.similar_terms.delete(part.similar_terms.keys().next().value!)
  return levels
}

/** Returns the ranges per number of errors. The loops do nothing else, so that the engine optimizes them well. */
function compareAll(part: Part, word: string, allowed: number): number[][] {
  const found: number[][] = Array.from({ length: allowed + 1 }, () => [])
  const pattern = new FuzzyPattern(word, allowed)
  for (const [first, end] of wordBeginnings) {
    const to = end === undefined ? termCount(part) : firstFrom(part, end)
    compare(part, pattern, { shortest: word.length - allowed, first: firstFrom(part, first), end: to }, found)
  }
  pattern.end()
  return found
}

/**
 * First characters of words: digits, letters, other scripts. Terms that start with other symbols are tags without
 * typing errors.
 */
const wordBeginnings = [['0', ':'], ['a', '{'], ['\u0080']] as const

const firstFrom = (part: Part, letter: string) => firstTerm(part, (term) => compareBegin(part, term, letter) >= 0, 0)

function compare(
  { letters, letters_at, signs }: Part,
  pattern: FuzzyPattern,
  { shortest, first, end }: { shortest: number; first: number; end: number },
  found: number[][],
): void {
  const { allowed } = pattern
  for (let term = first; term < end; term += 1) {
    // Most terms lack too many of the word's letters, which their bitmaps show.
    if (clearLowestBits(pattern.signs & ~signs[term]!, allowed) !== 0) continue
    const from = letters_at[term]!
    const to = letters_at[term + 1]!
    if (to - from < shortest) continue
    for (let level = pattern.errors(letters, from, to); level <= allowed; level += 1) pushTerm(found[level]!, term)
  }
}

/** Clears the lowest `count` set bits. */
function clearLowestBits(bits: number, count: number): number {
  let left = bits
  for (let first = 0; first < count && left !== 0; first += 1) left &= left - 1
  return left
}

function pushTerm(ranges: number[], term: number): void {
  if (ranges.at(-1) === term) ranges[ranges.length - 1] = term + 1
  else ranges.push(term, term + 1)
}

/** Whether a row has at least one of the terms. */
export function hasTerm({ terms, terms_at }: Part, row: number, { ranges }: Terms): boolean {
  const end = terms_at[row + 1]!
  for (let at = terms_at[row]!; at < end; at += 1) if (isIn(ranges, terms[at]!)) return true
  return false
}

function isIn(ranges: number[], term: number): boolean {
  if (ranges.length === 2) return term >= ranges[0]! && term < ranges[1]!
  // The last range that starts at or before the term.
  let low = 0
  let high = ranges.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle * 2]! <= term) low = middle + 1
    else high = middle
  }
  return low > 0 && term < ranges[low * 2 - 1]!
}
