import { attributesOf, type Attributes } from '../selection/attributes.ts'
import {
  eachRow,
  holdsAll,
  holdsTerms,
  isCommon,
  postingsOf,
  select,
  selectAttributes,
  queryWords,
} from '../selection/select.ts'
import { regionOf, type Region } from '../spatial/region.ts'
import type { Part, Terms } from '../storage/layout.ts'
import { RowOf } from '../storage/row.ts'
import { findSimilarTerms, findPrefixTerms, hasTerm } from '../text/terms.ts'
import type { Codec } from '../types.ts'
import type { Filter, Page } from '../types.ts'
import { LowestNumbers } from './lowest-numbers.ts'
import { RankedHeap, compareRanked, type Ranked } from './ranked-heap.ts'
import { heaviestRowsOf, ranksOf } from './weights.ts'

/** Sort key: fewer errors first, then greater weight. */
const figureOf = (errors: number, weight: number) => errors * 65_536 - weight
export const errorsOf = ({ figure, part, row }: Ranked): number => (figure + part.weight[row]!) / 65_536

/** Conditions on a row besides its words. */
interface Conditions {
  attributes: Attributes | undefined
  region: Region | undefined
  passes: (row: number) => boolean
}

/** Returns the best rows by typing errors, weight and id. */
export function topRows<P>(parts: readonly Part[], filter: Filter<P>, codec: Codec<P>, page: Page): Ranked[] {
  const most = page.offset + page.limit
  const attributes = attributesOf(filter)
  const region = regionOf(filter)
  const words = queryWords(filter)
  const found = parts.flatMap((part) => {
    const { where } = filter
    const row = new RowOf(codec, part, 0)
    const conditions: Conditions = {
      attributes,
      region,
      passes: where === undefined ? () => true : (at) => where(row.at(at)),
    }
    if (filter.typos !== true || words.length === 0)
      return findHeaviest(
        part,
        words.map((word) => findPrefixTerms(part, word)),
        conditions,
        most,
        0,
      )
    return findSimilar(
      part,
      words.map((word) => findSimilarTerms(part, word)),
      conditions,
      most,
    )
  })
  return found.sort(compareRanked).slice(page.offset, most)
}

/** Number of rows tried by descending weight before all matching rows are selected. */
const maxTries = 2048

/** Returns the heaviest rows that match every word. */
function findHeaviest(
  part: Part,
  terms: readonly Terms[],
  conditions: Conditions,
  most: number,
  errors: number,
): Ranked[] {
  const { by_weight, weight, size, tombstones } = part
  if (most === 0 || terms.some(({ postings }) => postings === 0)) return []
  const ranked = (row: number): Ranked => ({ part, row, figure: figureOf(errors, weight[row]!) })
  if (terms.every((term) => isCommon(part, term))) {
    const holds = holdsAll(part, conditions.attributes, terms)
    const found: Ranked[] = []
    let at = 0
    for (; at < size && at < maxTries && found.length < most; at += 1) {
      const row = by_weight[at]!
      if (
        !holds(row) ||
        tombstones.has(row) ||
        conditions.region?.holds(part, row) === false ||
        !conditions.passes(row)
      )
        continue
      found.push(ranked(row))
    }
    if (found.length >= most || at === size) return found
  }
  const [rarest, ...others] = terms.toSorted((a, b) => a.postings - b.postings)
  const lowest = new LowestNumbers(most)
  if (rarest === undefined || conditions.region !== undefined) scanSelected(part, terms, conditions, lowest)
  else if (isRare(part, rarest)) scanPostings(part, rarest, others, conditions, lowest)
  else if (!scanHeaviest(part, rarest, others, conditions, lowest)) {
    if (rarest.postings * 16 <= size) filterPostings(part, rarest, others, conditions, lowest)
    else scanSelected(part, terms, conditions, lowest)
  }
  return lowest.sorted().map((rank) => ranked(by_weight[rank]!))
}

/** Selects all matching rows and keeps the heaviest. */
function scanSelected(part: Part, terms: readonly Terms[], conditions: Conditions, lowest: LowestNumbers): void {
  const ranks = ranksOf(part)
  eachRow(
    { part, selection: select(part, conditions.attributes, terms, conditions.region), region: conditions.region },
    (row) => {
      if (ranks[row]! < lowest.limit && conditions.passes(row)) lowest.add(ranks[row]!)
    },
  )
}

/** A term this rare is scanned posting by posting: reading a row's weight takes longer than marking it in a bitmap. */
const isRare = ({ size }: Part, { postings }: Terms): boolean => postings * 256 <= size

/** Scans the rarest term's postings; the other conditions are tested only for rows heavier than those found. */
function scanPostings(
  part: Part,
  rarest: Terms,
  others: readonly Terms[],
  conditions: Conditions,
  lowest: LowestNumbers,
): void {
  const ranks = ranksOf(part)
  const matches = rowTest(part, others, conditions, rarest.postings)
  for (const list of postingsOf(part, rarest.ranges)) {
    for (let at = 0; at < list.length; at += 1) {
      const rank = ranks[list[at]!]!
      if (rank < lowest.limit && matches(list[at]!)) lowest.add(rank)
    }
  }
}

/** Scans the rarest term's postings, testing by bitmap first: few match, or they were among the heaviest. */
function filterPostings(
  part: Part,
  rarest: Terms,
  others: readonly Terms[],
  conditions: Conditions,
  lowest: LowestNumbers,
): void {
  const ranks = ranksOf(part)
  const { attributes, passes } = conditions
  const byAttributes = attributes === undefined ? undefined : selectAttributes(part, attributes)
  const [first, ...more] = others.map((terms) => holdsTerms(part, terms, rarest.postings))
  for (const list of postingsOf(part, rarest.ranges)) {
    for (let at = 0; at < list.length; at += 1) {
      const row = list[at]!
      if (byAttributes?.has(row) === false || first?.(row) === false || more.some((holds) => !holds(row))) continue
      if (ranks[row]! < lowest.limit && !part.tombstones.has(row) && passes(row)) lowest.add(ranks[row]!)
    }
  }
}

/** Scans the term's postings among the heaviest rows; true where these suffice. */
function scanHeaviest(
  part: Part,
  rarest: Terms,
  others: readonly Terms[],
  conditions: Conditions,
  lowest: LowestNumbers,
): boolean {
  const { ranks, ranks_at } = heaviestRowsOf(part)
  const { ranges } = rarest
  const matches = rowTest(part, others, conditions, 0)
  for (let at = 0; at < ranges.length; at += 2) {
    for (let term = ranges[at]!; term < ranges[at + 1]!; term += 1) {
      const end = ranks_at[term + 1]!
      for (let place = ranks_at[term]!; place < end && ranks[place]! < lowest.limit; place += 1)
        if (matches(part.by_weight[ranks[place]!]!)) lowest.add(ranks[place]!)
    }
  }
  return lowest.limit < Infinity
}

const rowTest = (part: Part, words: readonly Terms[], { attributes, passes }: Conditions, testedRows: number) => {
  const holds = words.map((terms) => holdsTerms(part, terms, testedRows))
  return (row: number): boolean =>
    (attributes === undefined || attributes.holds(part, row)) &&
    holds.every((hold) => hold(row)) &&
    !part.tombstones.has(row) &&
    passes(row)
}

/** Up to this number of words, each distribution of errors over them is searched. */
const maxExpandedWords = 3

/** `levels`: for each word, at index e, the terms with at most e errors. */
function findSimilar(part: Part, levels: readonly Terms[][], conditions: Conditions, most: number): Ranked[] {
  const widest = levels.map((level) => level.at(-1)!)
  if (widest.some(({ postings }) => postings === 0)) return []
  if (levels.length <= maxExpandedWords) return findByErrors(part, levels, conditions, most)
  const best = new RankedHeap(most)
  eachRow(
    { part, selection: select(part, conditions.attributes, widest, conditions.region), region: conditions.region },
    (row) => {
      const errors = levels.reduce((sum, level) => sum + level.findIndex((terms) => hasTerm(part, row, terms)), 0)
      const figure = figureOf(errors, part.weight[row]!)
      if (figure <= best.limit && conditions.passes(row)) best.offer(part, row, figure)
    },
  )
  return best.sorted()
}

/** Rows with the fewest errors in total, then with one more, until there are enough. */
function findByErrors(part: Part, levels: readonly Terms[][], conditions: Conditions, most: number): Ranked[] {
  const found: Ranked[] = []
  const seen = new Set<number>()
  const passes = (row: number) => !seen.has(row) && conditions.passes(row)
  const greatest = levels.reduce((sum, level) => sum + level.length - 1, 0)
  for (let errors = 0; errors <= greatest && found.length < most; errors += 1) {
    const more = distributeErrors(levels, errors).flatMap((terms) =>
      findHeaviest(part, terms, { ...conditions, passes }, most - found.length, errors),
    )
    for (const ranked of more.sort(compareRanked).slice(0, most - found.length)) {
      seen.add(ranked.row)
      found.push(ranked)
    }
  }
  return found
}

/** All distributions of errors over the words; a word that matches nothing more with one more error does not get it. */
function distributeErrors(levels: readonly Terms[][], errors: number): Terms[][] {
  const [first, ...others] = levels
  if (first === undefined) return errors === 0 ? [[]] : []
  return first.flatMap((terms, own) => {
    const isSame = own > 0 && terms.postings === first[own - 1]!.postings
    if (own > errors || isSame || terms.postings === 0) return []
    return distributeErrors(others, errors - own).map((rest) => [terms, ...rest])
  })
}
