import type { Db } from '#server/database/connect.ts'
import type { Page } from '#server/features/search/index/types.ts'
import type { Card } from '#server/features/search/live/card.ts'
import type { LoadedIndex } from '#server/features/search/live/loaded-index.ts'
import { distanceM } from '#server/geo.ts'
import { cardOf, ParkEvaluator, type IndexRow } from './evaluator.ts'
import { toIndexFilter, type IndexFilter } from './filter.ts'
import type { Search } from './search-query.ts'

const and = (filter: IndexFilter, holds: (row: IndexRow, card: Card) => boolean): IndexFilter => ({
  ...filter,
  where: (row) => (filter.where === undefined || filter.where(row)) && holds(row, cardOf(row)),
})

/** A page of matching parks in the requested order with the exact total; `distances` when sorted by distance. */
export type RankedPage = { rows: IndexRow[]; distances?: number[]; total: number; evaluator: ParkEvaluator }

/** Returns a page of ranked parks and reads the spaces left in them. */
export async function findRankedPage(db: Db, index: LoadedIndex, search: Search, page: Page): Promise<RankedPage> {
  const ranked = await rankParks(db, index, search, page)
  if (search.sort !== 'best') await ranked.evaluator.readSpacesLeft(db, index.spaces, ranked.rows)
  return ranked
}

async function rankParks(db: Db, index: LoadedIndex, search: Search, page: Page): Promise<RankedPage> {
  const { parks, shared, spaces } = index
  const { filters, view, sort } = search
  const evaluator = new ParkEvaluator(shared, view)
  const filter = toIndexFilter(filters, { evaluator, vehicle: view.vehicle })
  if (filter === undefined) return { rows: [], total: 0, evaluator }
  const { centre } = view
  if (sort === 'distance' && centre !== undefined) {
    const { items, total } = parks.near(centre, filter, page)
    return { rows: items.map(({ row }) => row), distances: items.map(({ distance_m }) => distance_m), total, evaluator }
  }
  const byPlace = (part: IndexFilter): Tier => ({
    list: (of) =>
      centre === undefined
        ? parks.top(part, of).map(({ row }) => row)
        : parks.near(centre, part, of).items.map(({ row }) => row),
    count: () => parks.count(part),
  })
  const sorted = (rows: IndexRow[], figureOf: (row: IndexRow, card: Card) => number) =>
    sortedTier(rows, figureOf, (row) => (centre === undefined ? -row.weight : distanceM(centre, row)))
  const found = (tiers: readonly Tier[]) => ({ rows: pageOf(tiers, page), total: parks.count(filter), evaluator })
  if (sort === 'price') {
    const priced = parks.all(and(filter, (_row, card) => evaluator.rateOf(card) !== undefined))
    return found([
      sorted([...priced], (_row, card) => evaluator.price(card)!.amount),
      byPlace(and(filter, (_row, card) => evaluator.rateOf(card) === undefined)),
    ])
  }
  if (sort === 'rating') {
    const rated = parks.all(and(filter, (_row, card) => card.reviews > 0))
    return found([
      sorted([...rated], (row, card) => -(row.rating! * ratingStep + card.reviews)),
      byPlace(and(filter, (_row, card) => card.reviews === 0)),
    ])
  }
  const bookable = { ...filter, bookable: true }
  await evaluator.readSpacesLeft(db, spaces, view.window === undefined ? [] : parks.all(bookable))
  return found([
    byPlace(and(bookable, (row, card) => evaluator.isAvailable(row, card))),
    byPlace(and(bookable, (row, card) => !evaluator.isAvailable(row, card))),
    byPlace({ ...filter, bookable: false }),
  ])
}

/** Greater than any number of reviews, so that the rating (in tenths) is compared first. */
const ratingStep = 1e9

/** A group of parks; all of them come before those of the next tier. */
export type Tier = { list: (page: Page) => IndexRow[]; count: () => number }

/** Returns a page of the concatenated tiers. */
export function pageOf(tiers: readonly Tier[], { offset, limit }: Page): IndexRow[] {
  const rows: IndexRow[] = []
  let before = offset
  for (const { list, count } of tiers) {
    const rest = list({ offset: before, limit: limit - rows.length })
    rows.push(...rest)
    if (rows.length === limit) break
    // The page starts after this tier; count its rows only in that case.
    before = before === 0 || rest.length > 0 ? 0 : before - count()
  }
  return rows
}

/** Sorts parks by a number, then by distance (or weight), then by id. */
function sortedTier(
  rows: readonly IndexRow[],
  figureOf: (row: IndexRow, card: Card) => number,
  placeOf: (row: IndexRow) => number,
): Tier {
  const judged = rows.map((row) => ({ row, figure: figureOf(row, cardOf(row)), place: placeOf(row) }))
  judged.sort((a, b) => a.figure - b.figure || a.place - b.place || (a.row.id < b.row.id ? -1 : 1))
  return {
    list: ({ offset, limit }) => judged.slice(offset, offset + limit).map(({ row }) => row),
    count: () => judged.length,
  }
}
