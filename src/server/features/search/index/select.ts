import { attributesOf, type Attributes } from './attributes.ts'
import type { Part } from './layout.ts'
import type { Codec } from './codecs.ts'
import type { Filter } from './park-index.ts'
import { regionOf, walkRegion, type Region } from './region.ts'
import { RowOf } from './row.ts'
import { Every, fewer, Listed, markAll, Marked, ones, rowsIn, Tested, wordsFor, type Selection } from './selection.ts'
import { alikeTerms, begunWith, hasTerm, type Terms } from './terms.ts'

/** A question to one part: the rows that answer are selected, stand in the region, and are not dead. */
export type Asked = { part: Part; selection: Selection; region: Region | undefined }

/** How many answers to questions asked before are kept for each part, to those about columns alone, and of words that very many rows have, for good. */
const mostKept = 256
const mostAttributes = 32
const mostPinned = 128

export function ask<P>(parts: readonly Part[], filter: Filter<P>, codec: Codec<P>): Asked[] {
  const region = regionOf(filter)
  return parts.map((part) => askPart(part, filter, region, codec))
}

/** `where` is asked once of each park, here, so that what follows may look at a row any number of times. */
export function askPart<P>(part: Part, filter: Filter<P>, region: Region | undefined, codec: Codec<P>): Asked {
  const attributes = attributesOf(filter)
  const terms = termsOfWords(part, filter)
  const selection = select(part, attributes, terms, region)
  const { where } = filter
  if (where === undefined) return { part, selection, region }
  const row = new RowOf(codec, part, 0)
  const rows: number[] = []
  eachRow({ part, selection, region }, (at) => {
    if (where(row.at(at))) rows.push(at)
  })
  return { part, selection: new Listed(Uint32Array.from(rows)), region: undefined }
}

export const typedWords = ({ words }: Pick<Filter, 'words'>): (string | readonly string[])[] =>
  [...new Set(words)].filter((word) => word !== '')

/** Whether so many rows have it that marking them would take longer than trying some. */
export const isCommon = ({ size }: Part, { postings }: Terms): boolean => postings * 64 > size

/** For each typed word the terms that answer it. */
function termsOfWords<P>(part: Part, { words, typos }: Filter<P>): Terms[] {
  return typedWords({ words }).map((word) => (typos === true ? alikeTerms(part, word).at(-1)! : begunWith(part, word)))
}

export const holdsAll = (part: Part, attributes: Attributes | undefined, terms: readonly Terms[]) => (row: number) =>
  (attributes === undefined || attributes.holds(part, row)) && terms.every((one) => hasTerm(part, row, one))

export function select(
  part: Part,
  attributes: Attributes | undefined,
  terms: readonly Terms[],
  region: Region | undefined,
): Selection {
  if (attributes === undefined && terms.length === 0) return new Every(part.size)
  if (terms.some(({ postings }) => postings === 0)) return new Listed(new Uint32Array())
  const key = `${attributes?.key ?? ''}|${terms.map(({ ranges }) => ranges.join()).join('|')}`
  const kept = recall(part, key)
  if (kept !== undefined) return kept
  if (region !== undefined && isSmall(part, region)) return new Tested(part.size, holdsAll(part, attributes, terms))
  const byWords = terms.length === 0 ? undefined : selectTerms(part, terms)
  if (byWords === undefined) return selectAttributes(part, attributes!)
  if (attributes === undefined) return keepIfMany(part, key, byWords)
  const known = part.attributes.get(attributes.key)
  if (byWords instanceof Listed)
    return new Listed(
      byWords.rows.filter((row) => (known === undefined ? attributes.holds(part, row) : known.has(row))),
    )
  return keep(part, key, intersect(part, byWords, selectAttributes(part, attributes)))
}

/** Asking each row costs less than selecting from all. */
function isSmall(part: Part, region: Region): boolean {
  let rows = 0
  walkRegion(part, { ...region, holds: () => true }, 0, part.size, (from, to) => {
    rows += to - from
  })
  return rows * 32 < part.size
}

export function selectAttributes(part: Part, attributes: Attributes): Selection {
  const kept = part.attributes.get(attributes.key)
  part.attributes.delete(attributes.key)
  const selection = kept ?? markAttributes(part, attributes)
  part.attributes.set(attributes.key, selection)
  if (part.attributes.size > mostAttributes) part.attributes.delete(part.attributes.keys().next().value!)
  return selection
}

function markAttributes(part: Part, attributes: Attributes): Selection {
  const bits = new Uint32Array(wordsFor(part.size))
  let size = 0
  for (let row = 0; row < part.size; row += 1) {
    if (!attributes.holds(part, row)) continue
    bits[row >>> 5]! |= 1 << (row & 31)
    size += 1
  }
  return fewer(bits, size)
}

/** The rows that have one of each: the rarest are gathered; what is common is marked, and kept for the next question. */
function selectTerms(part: Part, terms: readonly Terms[]): Selection {
  const [rarest, ...others] = terms.toSorted((a, b) => a.postings - b.postings)
  let found = withTerms(part, rarest!)
  for (const other of others) {
    found =
      found instanceof Listed
        ? new Listed(rowsThat(found.rows, holdsTerms(part, other, found.size)))
        : intersect(part, found, withTerms(part, other))
  }
  return found
}

/** So few rows are asked for their terms rather than that all rows with a common word are marked; so few are put in order by comparing them. */
const isLittle = ({ size }: Part, rows: number): boolean => rows * 2048 < size

/**
 * Asks rows for one of the terms, `asked` of them: each by its own terms, or all by what was looked up, whichever costs
 * less. Reading a row's terms takes as long as marking some fifty; marking goes once through words for all rows, and
 * what is common is kept.
 */
export function holdsTerms(part: Part, terms: Terms, asked: number): (row: number) => boolean {
  const known = recall(part, `|${terms.ranges.join()}`)
  const isCheap = asked * 50 < terms.postings + part.size / 64 && (isLittle(part, asked) || !isCommon(part, terms))
  if (known === undefined && isCheap) return (row) => hasTerm(part, row, terms)
  const selection = known ?? withTerms(part, terms)
  return (row) => selection.has(row)
}

/** The rows of the terms of each range, one after another. */
export function postingsOf({ postings, postings_at }: Part, ranges: readonly number[]): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let at = 0; at < ranges.length; at += 2)
    lists.push(postings.subarray(postings_at[ranges[at]!], postings_at[ranges[at + 1]!]))
  return lists
}

function withTerms(part: Part, terms: Terms): Selection {
  const { ranges, postings } = terms
  const key = `|${ranges.join()}`
  const kept = recall(part, key)
  if (kept !== undefined) return kept
  const lists = postingsOf(part, ranges)
  const isOne = ranges.length === 2 && ranges[1]! - ranges[0]! === 1
  // The rows of one term are sorted, and each is there once.
  if (isOne && !isCommon(part, terms)) return new Listed(lists[0]!)
  if (isLittle(part, postings)) return new Listed(sortedOnce(lists, postings))
  if (!isCommon(part, terms)) return keep(part, key, new Listed(gathered(part, lists)))
  const bits = new Uint32Array(wordsFor(part.size))
  const size = lists.reduce((sum, list) => sum + markAll(bits, list), 0)
  const selection = fewer(bits, size)
  if (ranges.length > 2 || size * 16 < part.size || part.pinned.size >= mostPinned) return keep(part, key, selection)
  part.pinned.set(key, selection)
  return selection
}

function sortedOnce(lists: readonly Uint32Array[], postings: number): Uint32Array {
  const rows = new Uint32Array(postings)
  let end = 0
  for (const list of lists) {
    rows.set(list, end)
    end += list.length
  }
  rows.sort()
  let size = 0
  for (let at = 0; at < end; at += 1) {
    if (size > 0 && rows[size - 1] === rows[at]) continue
    rows[size] = rows[at]!
    size += 1
  }
  return rows.slice(0, size)
}

/** Marks for what is gathered at once and then forgotten: all of them are 0 between two questions. */
let scratch = new Uint32Array()

function gathered(part: Part, lists: readonly Uint32Array[]): Uint32Array {
  const words = wordsFor(part.size)
  if (scratch.length < words) scratch = new Uint32Array(words)
  const size = lists.reduce((sum, list) => sum + markAll(scratch, list), 0)
  const rows = rowsIn(scratch, size)
  for (let at = 0; at < size; at += 1) scratch[rows[at]! >>> 5] = 0
  return rows
}

/** As `filter`, which takes its time over memory that threads share. */
function rowsThat(rows: Uint32Array, holds: (row: number) => boolean): Uint32Array {
  const found = new Uint32Array(rows.length)
  let size = 0
  for (let at = 0; at < rows.length; at += 1) {
    if (!holds(rows[at]!)) continue
    found[size] = rows[at]!
    size += 1
  }
  return found.slice(0, size)
}

function intersect(part: Part, a: Selection, b: Selection): Selection {
  if (a instanceof Listed) return new Listed(rowsThat(a.rows, (row) => b.has(row)))
  if (b instanceof Listed) return new Listed(rowsThat(b.rows, (row) => a.has(row)))
  if (!(a instanceof Marked) || !(b instanceof Marked))
    throw new TypeError('Only what was looked up can be intersected')
  const bits = new Uint32Array(wordsFor(part.size))
  let size = 0
  for (let word = 0; word < bits.length; word += 1) {
    const both = a.bits[word]! & b.bits[word]!
    bits[word] = both
    size += ones(both)
  }
  return fewer(bits, size)
}

function recall({ memo, pinned }: Part, key: string): Selection | undefined {
  const common = pinned.get(key)
  if (common !== undefined) return common
  const kept = memo.get(key)
  if (kept === undefined) return undefined
  memo.delete(key)
  memo.set(key, kept)
  return kept
}

function keep({ memo }: Part, key: string, selection: Selection): Selection {
  memo.set(key, selection)
  if (memo.size > mostKept) memo.delete(memo.keys().next().value!)
  return selection
}

/** Few of rare words are found again as fast as they are looked up. */
const keepIfMany = (part: Part, key: string, selection: Selection): Selection =>
  selection instanceof Marked ? keep(part, key, selection) : selection

/** Every row that answers, in order; stops when `visit` says true. */
export function eachRow(
  { part, selection, region }: Asked,
  visit: (row: number) => boolean | void,
  from = 0,
  to = part.size,
): void {
  let isOver = false
  walkRegion(part, region, from, to, (begin, end) => {
    selection.each(begin, end, (row) => {
      if (part.dead.has(row)) return false
      isOver = visit(row) === true
      return isOver
    })
    return isOver
  })
}

/** Exactly how many of the rows `from` to `to` answer; of more than `enough` only that they are more. */
export function countRows({ part, selection, region }: Asked, from = 0, to = part.size, enough = Infinity): number {
  let count = 0
  walkRegion(part, region, from, to, (begin, end) => {
    if (end - begin === 1) count += Number(selection.has(begin))
    else if (begin === 0 && end === part.size && !(selection instanceof Tested)) count += selection.size
    else count += selection.count(begin, end)
    if (part.dead.size > 0) count -= part.dead.count(begin, end, (row) => selection.has(row))
    return count > enough
  })
  return count
}

/** The first of the rows `from` to `to` that answers; -1 where none does. */
export function firstRow(asked: Asked, from: number, to: number): number {
  const { part, selection, region } = asked
  if (region === undefined && !(selection instanceof Tested)) {
    let row = selection.first(from, to)
    while (row !== -1 && part.dead.has(row)) row = selection.first(row + 1, to)
    return row
  }
  let first = -1
  eachRow(
    asked,
    (row) => {
      first = row
      return true
    },
    from,
    to,
  )
  return first
}

export const holdsRow = ({ part, selection, region }: Asked, row: number): boolean =>
  selection.has(row) && !part.dead.has(row) && (region === undefined || region.holds(part, row))
