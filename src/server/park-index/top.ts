import { attributesOf, type Attributes } from './attributes.ts'
import { Best, compareRanked, type Ranked } from './best.ts'
import type { Part } from './layout.ts'
import type { Codec } from './codecs.ts'
import type { Filter, Page } from './park-index.ts'
import { regionOf, type Region } from './region.ts'
import { RowOf } from './row.ts'
import { eachRow, holdsAll, isCommon, select, typedWords } from './select.ts'
import { alikeTerms, begunWith, hasTerm, type Terms } from './terms.ts'

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
  if (terms.some(({ postings }) => postings === 0)) return []
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
  const best = new Best(most)
  eachRow({ part, selection: select(part, rest.attributes, terms, rest.region), region: rest.region }, (row) => {
    const figure = figureOf(errors, weight[row]!)
    if (figure <= best.limit && rest.may(row)) best.offer(part, row, figure)
  })
  return best.sorted()
}

/** Of so many words at most it is tried which of them has how many errors. */
const mostTried = 3

/** `levels`: for each word, at place e, the terms with e errors or fewer. */
function alike(part: Part, levels: readonly Terms[][], rest: Rest, most: number): Ranked[] {
  const widest = levels.map((one) => one.at(-1)!)
  if (widest.some(({ postings }) => postings === 0)) return []
  if (levels.length <= mostTried && widest.every((terms) => isCommon(part, terms)))
    return byErrors(part, levels, rest, most)
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
