import { regionOf, walkRegion, type Region } from '../spatial/region.ts'
import type { Part, Selection, Terms } from '../storage/layout.ts'
import { RowOf } from '../storage/row.ts'
import { findSimilarTerms, findPrefixTerms, hasTerm } from '../text/terms.ts'
import type { Codec } from '../types.ts'
import type { Filter } from '../types.ts'
import { attributesOf, type Attributes } from './attributes.ts'
import {
  AllRows,
  compact,
  RowList,
  markAll,
  RowBitmap,
  countBits,
  rowsIn,
  TestedRows,
  bitmapWords,
} from './selection.ts'

/** A query of one part: rows that are selected, inside the region and not deleted. */
export interface PartQuery {
  part: Part
  selection: Selection
  region: Region | undefined
}

/**
 * Maximum number of cached selections per part: recent ones, ones by columns only, and ones of very common words (never
 * evicted).
 */
const maxRecent = 256
const maxByAttributes = 32
const maxCommon = 128

export function queryParts<P>(parts: readonly Part[], filter: Filter<P>, codec: Codec<P>): PartQuery[] {
  const region = regionOf(filter)
  return parts.map((part) => queryPart(part, filter, region, codec))
}

/** `where` is called once per park here, so later steps can visit rows repeatedly. */
export function queryPart<P>(part: Part, filter: Filter<P>, region: Region | undefined, codec: Codec<P>): PartQuery {
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
  return { part, selection: new RowList(Uint32Array.from(rows)), region: undefined }
}

export const queryWords = ({ words }: Pick<Filter, 'words'>): (string | readonly string[])[] =>
  [...new Set(words)].filter((word) => word !== '')

/** Whether so many rows have a term that marking them would take longer than trying some. */
export const isCommon = ({ size }: Part, { postings }: Terms): boolean => postings * 64 > size

/** Returns the matching terms of each typed word. */
function termsOfWords<P>(part: Part, { words, typos }: Filter<P>): Terms[] {
  return queryWords({ words }).map((word) =>
    typos === true ? findSimilarTerms(part, word).at(-1)! : findPrefixTerms(part, word),
  )
}

export const holdsAll = (part: Part, attributes: Attributes | undefined, terms: readonly Terms[]) => (row: number) =>
  (attributes === undefined || attributes.holds(part, row)) && terms.every((term) => hasTerm(part, row, term))

export function select(
  part: Part,
  attributes: Attributes | undefined,
  terms: readonly Terms[],
  region: Region | undefined,
): Selection {
  if (attributes === undefined && terms.length === 0) return new AllRows(part.size)
  if (terms.some(({ postings }) => postings === 0)) return new RowList(new Uint32Array())
  const key = `${attributes?.key ?? ''}|${terms.map(({ ranges }) => ranges.join()).join('|')}`
  const cached = getCached(part, key)
  if (cached !== undefined) return cached
  if (region !== undefined && isSmall(part, region)) return new TestedRows(part.size, holdsAll(part, attributes, terms))
  const byWords = terms.length === 0 ? undefined : selectTerms(part, terms)
  if (byWords === undefined) return selectAttributes(part, attributes!)
  if (attributes === undefined) return cacheIfLarge(part, key, byWords)
  const marked = part.attribute_selections.get(attributes.key)
  if (byWords instanceof RowList)
    return new RowList(
      byWords.rows.filter((row) => (marked === undefined ? attributes.holds(part, row) : marked.has(row))),
    )
  return cache(part, key, intersect(part, byWords, selectAttributes(part, attributes)))
}

/** Whether testing each row is cheaper than selecting from all. */
function isSmall(part: Part, region: Region): boolean {
  let rows = 0
  walkRegion(part, { ...region, holds: () => true }, 0, part.size, (from, to) => {
    rows += to - from
  })
  return rows * 32 < part.size
}

export function selectAttributes(part: Part, attributes: Attributes): Selection {
  const cached = part.attribute_selections.get(attributes.key)
  part.attribute_selections.delete(attributes.key)
  const selection = cached ?? markAttributes(part, attributes)
  part.attribute_selections.set(attributes.key, selection)
  if (part.attribute_selections.size > maxByAttributes)
    part.attribute_selections.delete(part.attribute_selections.keys().next().value!)
  return selection
}

function markAttributes(part: Part, attributes: Attributes): Selection {
  const bits = new Uint32Array(bitmapWords(part.size))
  let size = 0
  for (let row = 0; row < part.size; row += 1) {
    if (!attributes.holds(part, row)) continue
    bits[row >>> 5]! |= 1 << (row & 31)
    size += 1
  }
  return compact(bits, size)
}

/** Returns the rows that match every word: rare words are listed, common ones are marked and cached. */
function selectTerms(part: Part, terms: readonly Terms[]): Selection {
  const [rarest, ...others] = terms.toSorted((a, b) => a.postings - b.postings)
  let found = withTerms(part, rarest!)
  for (const other of others) {
    found =
      found instanceof RowList
        ? new RowList(filterRows(found.rows, holdsTerms(part, other, found.size)))
        : intersect(part, found, withTerms(part, other))
  }
  return found
}

/**
 * Whether a number of rows is small enough to test each row's terms instead of marking all rows of a common word, and
 * to sort by comparison.
 */
const isFewRows = ({ size }: Part, rows: number): boolean => rows * 2048 < size

/**
 * Returns a test of rows for one of the terms, by each row's terms or by a selection, whichever is cheaper for
 * `testedRows` rows. Reading a row's terms costs as much as marking about 50 rows; selections of common words are
 * cached.
 */
export function holdsTerms(part: Part, terms: Terms, testedRows: number): (row: number) => boolean {
  const cached = getCached(part, `|${terms.ranges.join()}`)
  const isCheap =
    testedRows * 50 < terms.postings + part.size / 64 && (isFewRows(part, testedRows) || !isCommon(part, terms))
  if (cached === undefined && isCheap) return (row) => hasTerm(part, row, terms)
  const selection = cached ?? withTerms(part, terms)
  return (row) => selection.has(row)
}

/** Returns the postings of each range of terms. */
export function postingsOf({ postings, postings_at }: Part, ranges: readonly number[]): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let at = 0; at < ranges.length; at += 2)
    lists.push(postings.subarray(postings_at[ranges[at]!], postings_at[ranges[at + 1]!]))
  return lists
}

function withTerms(part: Part, terms: Terms): Selection {
  const { ranges, postings } = terms
  const key = `|${ranges.join()}`
  const cached = getCached(part, key)
  if (cached !== undefined) return cached
  const lists = postingsOf(part, ranges)
  const isOne = ranges.length === 2 && ranges[1]! - ranges[0]! === 1
  // The rows of a single term are sorted and distinct.
  if (isOne && !isCommon(part, terms)) return new RowList(lists[0]!)
  if (isFewRows(part, postings)) return new RowList(sortDistinct(lists, postings))
  if (!isCommon(part, terms)) return cache(part, key, new RowList(collectRows(part, lists)))
  const bits = new Uint32Array(bitmapWords(part.size))
  const size = lists.reduce((sum, list) => sum + markAll(bits, list), 0)
  const selection = compact(bits, size)
  if (ranges.length > 2 || size * 16 < part.size || part.common_selections.size >= maxCommon)
    return cache(part, key, selection)
  part.common_selections.set(key, selection)
  return selection
}

function sortDistinct(lists: readonly Uint32Array[], postings: number): Uint32Array {
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

/** Reusable bitmap; all 0 between calls. */
let scratch = new Uint32Array()

function collectRows(part: Part, lists: readonly Uint32Array[]): Uint32Array {
  const words = bitmapWords(part.size)
  if (scratch.length < words) scratch = new Uint32Array(words)
  const size = lists.reduce((sum, list) => sum + markAll(scratch, list), 0)
  const rows = rowsIn(scratch, size)
  for (let at = 0; at < size; at += 1) scratch[rows[at]! >>> 5] = 0
  return rows
}

/** Like `filter`, which is slow on shared memory. */
function filterRows(rows: Uint32Array, holds: (row: number) => boolean): Uint32Array {
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
  if (a instanceof RowList) return new RowList(filterRows(a.rows, (row) => b.has(row)))
  if (b instanceof RowList) return new RowList(filterRows(b.rows, (row) => a.has(row)))
  if (!(a instanceof RowBitmap) || !(b instanceof RowBitmap))
    throw new TypeError('Only lists and bitmaps can be intersected')
  const bits = new Uint32Array(bitmapWords(part.size))
  let size = 0
  for (let word = 0; word < bits.length; word += 1) {
    const both = a.bits[word]! & b.bits[word]!
    bits[word] = both
    size += countBits(both)
  }
  return compact(bits, size)
}

function getCached({ recent_selections, common_selections }: Part, key: string): Selection | undefined {
  const common = common_selections.get(key)
  if (common !== undefined) return common
  const cached = recent_selections.get(key)
  if (cached === undefined) return undefined
  recent_selections.delete(key)
  recent_selections.set(key, cached)
  return cached
}

function cache({ recent_selections }: Part, key: string, selection: Selection): Selection {
  recent_selections.set(key, selection)
  if (recent_selections.size > maxRecent) recent_selections.delete(recent_selections.keys().next().value!)
  return selection
}

/** Caches bitmaps only: short lists are as fast to build as to look up. */
const cacheIfLarge = (part: Part, key: string, selection: Selection): Selection =>
  selection instanceof RowBitmap ? cache(part, key, selection) : selection

/** Visits matching rows in order; stops when `visit` returns true. */
export function eachRow(
  { part, selection, region }: PartQuery,
  visit: (row: number) => boolean | void,
  from = 0,
  to = part.size,
): void {
  let isOver = false
  walkRegion(part, region, from, to, (begin, end) => {
    selection.each(begin, end, (row) => {
      if (part.tombstones.has(row)) return false
      isOver = visit(row) === true
      return isOver
    })
    return isOver
  })
}

/** Returns the number of matching rows in [`from`, `to`); above `enough`, only a number greater than `enough`. */
export function countRows({ part, selection, region }: PartQuery, from = 0, to = part.size, enough = Infinity): number {
  let count = 0
  walkRegion(part, region, from, to, (begin, end) => {
    if (end - begin === 1) count += Number(selection.has(begin))
    else if (begin === 0 && end === part.size && !(selection instanceof TestedRows)) count += selection.size
    else count += selection.count(begin, end)
    if (part.tombstones.size > 0) count -= part.tombstones.count(begin, end, (row) => selection.has(row))
    return count > enough
  })
  return count
}

/** Returns the first matching row in [`from`, `to`), or -1. */
export function firstRow(query: PartQuery, from: number, to: number): number {
  const { part, selection, region } = query
  if (region === undefined && !(selection instanceof TestedRows)) {
    let row = selection.first(from, to)
    while (row !== -1 && part.tombstones.has(row)) row = selection.first(row + 1, to)
    return row
  }
  let first = -1
  eachRow(
    query,
    (row) => {
      first = row
      return true
    },
    from,
    to,
  )
  return first
}

export const holdsRow = ({ part, selection, region }: PartQuery, row: number): boolean =>
  selection.has(row) && !part.tombstones.has(row) && (region === undefined || region.holds(part, row))
