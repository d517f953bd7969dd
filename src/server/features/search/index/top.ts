import { attributesOf, type Attributes } from './attributes.ts'
import { Best, compareRanked, type Ranked } from './best.ts'
import type { Part } from './layout.ts'
import type { Codec } from './codecs.ts'
import type { Filter, Page } from './park-index.ts'
import { regionOf, type Region } from './region.ts'
import { RowOf } from './row.ts'
import { Lowest } from './lowest.ts'
import { eachRow, holdsAll, holdsTerms, isCommon, postingsOf, select, selectAttributes, typedWords } from './select.ts'
import { alikeTerms, begunWith, hasTerm, type Terms } from './terms.ts'
import { heavyOf, ranksOf } from './weights.ts'

/** Errors decide before weight. */
const figureOf = (errors: number, weight: number) => errors * 65_536 - weight
export const errorsOf = ({ figure, part, row }: Ranked): number => (figure + part.weight[row]!) / 65_536

/** What a row must be beside having its words. */
type Rest = { attributes: Attributes | undefined; region: Region | undefined; may: (row: number) => boolean }

/** The best by typing errors, weight and id. */
export function topRows<P>(parts: readonly Part[], filter: Filter<P>, codec: Codec<P>, page: Page): Ranked[] {
  const most = page.offset + page.limit
  const attributes = attributesOf(filter)
  const region = regionOf(filter)
  const words = typedWords(filter)
  const found = parts.flatMap((part) => {
    const { where } = filter
    const row = new RowOf(codec, part, 0)
    const rest: Rest = { attributes, region, may: where === undefined ? () => true : (at) => where(row.at(at)) }
    if (filter.typos !== true || words.length === 0)
      return heaviest(
        part,
        words.map((word) => begunWith(part, word)),
        rest,
        most,
        0,
      )
    return alike(
      part,
      words.map((word) => alikeTerms(part, word)),
      rest,
      most,
    )
  })
  return found.sort(compareRanked).slice(page.offset, most)
}

/** So many rows are tried in the order of their weight before all that answer are looked up. */
const tries = 2048

/** The heaviest rows that have one of each of the terms. */
function heaviest(part: Part, terms: readonly Terms[], rest: Rest, most: number, errors: number): Ranked[] {
  const { by_weight, weight, size, dead } = part
  if (most === 0 || terms.some(({ postings }) => postings === 0)) return []
  const ranked = (row: number): Ranked => ({ part, row, figure: figureOf(errors, weight[row]!) })
  if (terms.every((one) => isCommon(part, one))) {
    const holds = holdsAll(part, rest.attributes, terms)
    const found: Ranked[] = []
    let at = 0
    for (; at < size && at < tries && found.length < most; at += 1) {
      const row = by_weight[at]!
      if (!holds(row) || dead.has(row) || rest.region?.holds(part, row) === false || !rest.may(row)) continue
      found.push(ranked(row))
    }
    if (found.length >= most || at === size) return found
  }
  const [rarest, ...others] = terms.toSorted((a, b) => a.postings - b.postings)
  const lowest = new Lowest(most)
  if (rarest === undefined || rest.region !== undefined) lookUp(part, terms, rest, lowest)
  else if (isFew(part, rarest)) goThrough(part, rarest, others, rest, lowest)
  else if (!tryHeavy(part, rarest, others, rest, lowest)) {
    if (rarest.postings * 16 <= size) sift(part, rarest, others, rest, lowest)
    else lookUp(part, terms, rest, lowest)
  }
  return lowest.sorted().map((rank) => ranked(by_weight[rank]!))
}

/** Looks up all that answer, and takes the heaviest. */
function lookUp(part: Part, terms: readonly Terms[], rest: Rest, lowest: Lowest): void {
  const ranks = ranksOf(part)
  eachRow({ part, selection: select(part, rest.attributes, terms, rest.region), region: rest.region }, (row) => {
    if (ranks[row]! < lowest.limit && rest.may(row)) lowest.add(ranks[row]!)
  })
}

/** So small a share of all rows is gone through one by one: reading of each how heavy it is takes longer than marking it. */
const isFew = ({ size }: Part, { postings }: Terms): boolean => postings * 256 <= size

/** Only of a row that is heavier than what was found all else is asked. */
function goThrough(part: Part, rarest: Terms, others: readonly Terms[], rest: Rest, lowest: Lowest): void {
  const ranks = ranksOf(part)
  const answers = answering(part, others, rest, rarest.postings)
  for (const list of postingsOf(part, rarest.ranges)) {
    for (let at = 0; at < list.length; at += 1) {
      const rank = ranks[list[at]!]!
      if (rank < lowest.limit && answers(list[at]!)) lowest.add(rank)
    }
  }
}

/** Asks each first whether it answers, by what was looked up: few do, or they were found among the heaviest. */
function sift(part: Part, rarest: Terms, others: readonly Terms[], rest: Rest, lowest: Lowest): void {
  const ranks = ranksOf(part)
  const { attributes, may } = rest
  const byAttributes = attributes === undefined ? undefined : selectAttributes(part, attributes)
  const [first, ...more] = others.map((terms) => holdsTerms(part, terms, rarest.postings))
  for (const list of postingsOf(part, rarest.ranges)) {
    for (let at = 0; at < list.length; at += 1) {
      const row = list[at]!
      if (byAttributes?.has(row) === false || first?.(row) === false || more.some((holds) => !holds(row))) continue
      if (ranks[row]! < lowest.limit && !part.dead.has(row) && may(row)) lowest.add(ranks[row]!)
    }
  }
}

/** Looks for them among the heaviest of all; true where these are enough. */
function tryHeavy(part: Part, rarest: Terms, others: readonly Terms[], rest: Rest, lowest: Lowest): boolean {
  const { ranks, ranks_at } = heavyOf(part)
  const { ranges } = rarest
  const answers = answering(part, others, rest, 0)
  for (let at = 0; at < ranges.length; at += 2) {
    for (let term = ranges[at]!; term < ranges[at + 1]!; term += 1) {
      const end = ranks_at[term + 1]!
      for (let place = ranks_at[term]!; place < end && ranks[place]! < lowest.limit; place += 1)
        if (answers(part.by_weight[ranks[place]!]!)) lowest.add(ranks[place]!)
    }
  }
  return lowest.limit < Infinity
}

const answering = (part: Part, words: readonly Terms[], { attributes, may }: Rest, asked: number) => {
  const holds = words.map((terms) => holdsTerms(part, terms, asked))
  return (row: number): boolean =>
    (attributes === undefined || attributes.holds(part, row)) &&
    holds.every((one) => one(row)) &&
    !part.dead.has(row) &&
    may(row)
}

/** Of so many words at most it is tried which of them has how many errors. */
const mostTried = 3

/** `levels`: for each word, at place e, the terms with e errors or fewer. */
function alike(part: Part, levels: readonly Terms[][], rest: Rest, most: number): Ranked[] {
  const widest = levels.map((one) => one.at(-1)!)
  if (widest.some(({ postings }) => postings === 0)) return []
  if (levels.length <= mostTried) return byErrors(part, levels, rest, most)
  const best = new Best(most)
  eachRow({ part, selection: select(part, rest.attributes, widest, rest.region), region: rest.region }, (row) => {
    const errors = levels.reduce((sum, one) => sum + one.findIndex((terms) => hasTerm(part, row, terms)), 0)
    const figure = figureOf(errors, part.weight[row]!)
    if (figure <= best.limit && rest.may(row)) best.offer(part, row, figure)
  })
  return best.sorted()
}

/** Rows with the fewest errors in all, then with one more, until there are enough: without looking at all that are alike. */
function byErrors(part: Part, levels: readonly Terms[][], rest: Rest, most: number): Ranked[] {
  const found: Ranked[] = []
  const seen = new Set<number>()
  const may = (row: number) => !seen.has(row) && rest.may(row)
  const greatest = levels.reduce((sum, one) => sum + one.length - 1, 0)
  for (let errors = 0; errors <= greatest && found.length < most; errors += 1) {
    const more = sharesOf(levels, errors).flatMap((terms) =>
      heaviest(part, terms, { ...rest, may }, most - found.length, errors),
    )
    for (const ranked of more.sort(compareRanked).slice(0, most - found.length)) {
      seen.add(ranked.row)
      found.push(ranked)
    }
  }
  return found
}

/** All ways to share errors among the words; a word that gains nothing by one more error is not given it. */
function sharesOf(levels: readonly Terms[][], errors: number): Terms[][] {
  const [first, ...others] = levels
  if (first === undefined) return errors === 0 ? [[]] : []
  return first.flatMap((terms, own) => {
    const isSame = own > 0 && terms.postings === first[own - 1]!.postings
    if (own > errors || isSame || terms.postings === 0) return []
    return sharesOf(others, errors - own).map((rest) => [terms, ...rest])
  })
}
