import { attributesOf, type Attributes } from './attributes.ts'
import type { Part } from './layout.ts'
import type { Codec } from './codecs.ts'
import type { Filter } from './park-index.ts'
import { regionOf, walkRegion, type Region } from './region.ts'
import { RowOf } from './row.ts'
import { Every, fewer, Listed, mark, Marked, Tested, wordsFor, type Selection } from './selection.ts'
import { alikeTerms, begunWith, hasTerm, type Terms } from './terms.ts'

/** A question to one part: the rows that answer are selected, stand in the region, and are not dead. */
export type Asked = { part: Part; selection: Selection; region: Region | undefined }

/** How many answers to questions asked before are kept for each part. */
const mostKept = 256

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
  if (byWords === undefined) return keep(part, key, selectAttributes(part, attributes!))
  if (attributes === undefined) return keepIfMany(part, key, byWords)
  if (byWords instanceof Listed) return new Listed(byWords.rows.filter((row) => attributes.holds(part, row)))
  const byAttributes =
    recall(part, `${attributes.key}|`) ?? keep(part, `${attributes.key}|`, selectAttributes(part, attributes))
  return keep(part, key, intersect(part, byWords, byAttributes))
}

/** Asking each row costs less than selecting from all. */
function isSmall(part: Part, region: Region): boolean {
  let rows = 0
  walkRegion(part, { ...region, holds: () => true }, 0, part.size, (from, to) => (rows += to - from))
  return rows * 32 < part.size
}

function selectAttributes(part: Part, attributes: Attributes): Selection {
  const bits = new Uint32Array(wordsFor(part.size))
  for (let row = 0; row < part.size; row += 1) if (attributes.holds(part, row)) mark(bits, row)
  return fewer(bits)
}

/** The rows that have one of each: the rarest are gathered; what is common is marked, and kept for the next question. */
function selectTerms(part: Part, terms: readonly Terms[]): Selection {
  const [rarest, ...others] = terms.toSorted((a, b) => a.postings - b.postings)
  let found = withTerms(part, rarest!)
  for (const other of others) {
    found =
      found instanceof Listed && !isCommon(part, other)
        ? new Listed(found.rows.filter((row) => hasTerm(part, row, other)))
        : intersect(part, found, withTerms(part, other))
  }
  return found
}

/** The rows of the terms of each range, one after another. */
function postingsOf({ postings, postings_at }: Part, ranges: readonly number[]): Uint32Array[] {
  const lists: Uint32Array[] = []
  for (let at = 0; at < ranges.length; at += 2)
    lists.push(postings.subarray(postings_at[ranges[at]!], postings_at[ranges[at + 1]!]))
  return lists
}

function withTerms(part: Part, terms: Terms): Selection {
  const { ranges } = terms
  const key = `|${ranges.join()}`
  const kept = recall(part, key)
  if (kept !== undefined) return kept
  const lists = postingsOf(part, ranges)
  // The rows of one term are sorted, and each is there once.
  if (ranges.length === 2 && ranges[1]! - ranges[0]! === 1 && !isCommon(part, terms)) return new Listed(lists[0]!)
  if (terms.postings * 1024 < part.size) {
    const rows = new Set<number>()
    for (const list of lists) for (const row of list) rows.add(row)
    return new Listed(Uint32Array.from(rows).sort())
  }
  const bits = new Uint32Array(wordsFor(part.size))
  for (const list of lists) for (let at = 0; at < list.length; at += 1) mark(bits, list[at]!)
  return keep(part, key, fewer(bits))
}

function intersect(part: Part, a: Selection, b: Selection): Selection {
  if (a instanceof Listed) return new Listed(a.rows.filter((row) => b.has(row)))
  if (b instanceof Listed) return new Listed(b.rows.filter((row) => a.has(row)))
  if (!(a instanceof Marked) || !(b instanceof Marked))
    throw new TypeError('Only what was looked up can be intersected')
  const bits = new Uint32Array(wordsFor(part.size))
  for (let word = 0; word < bits.length; word += 1) bits[word] = a.bits[word]! & b.bits[word]!
  return fewer(bits)
}

function recall({ memo }: Part, key: string): Selection | undefined {
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
    if (isOver) return
    selection.each(begin, end, (row) => {
      if (part.dead.has(row)) return false
      isOver = visit(row) === true
      return isOver
    })
  })
}

/** Exactly how many of the rows `from` to `to` answer. */
export function countRows({ part, selection, region }: Asked, from = 0, to = part.size): number {
  let count = 0
  walkRegion(part, region, from, to, (begin, end) => {
    count += selection.count(begin, end)
    if (part.dead.size > 0) count -= part.dead.count(begin, end, (row) => selection.has(row))
  })
  return count
}

export const holdsRow = ({ part, selection, region }: Asked, row: number): boolean =>
  selection.has(row) && !part.dead.has(row) && (region === undefined || region.holds(part, row))
