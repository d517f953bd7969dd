import { amenities } from '#contract/parks/park-lists.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import type { Beyond } from '#contract/search/search-areas.ts'
import type { Db } from '#server/database/connect.ts'
import { roundDistanceM } from '#server/geo.ts'
import { cardOf, ParkEvaluator, type IndexRow } from './evaluator.ts'
import { listNamed } from './exact-names.ts'
import { toIndexFilter, type IndexFilter } from './filter.ts'
import type { Page } from './index/types.ts'
import type { Card } from './live/card.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import type { Search } from './search-query.ts'
import { distanceToStreetM } from './streets/street-index.ts'

/** A page of matching parks in the requested order with the exact total; `distances` when sorted by distance. */
export interface RankedPage {
  rows: IndexRow[]
  distances?: number[]
  total: number
  evaluator: ParkEvaluator
}

/** Returns a page of ranked parks and reads the spaces left in them. */
export async function findRankedPage(db: Db, index: LoadedIndex, search: Search, page: Page): Promise<RankedPage> {
  const ranked = await rankParks(db, index, search, page)
  await ranked.evaluator.readSpacesLeft(db, index.spaces, ranked.rows)
  return ranked
}

async function rankParks(db: Db, index: LoadedIndex, search: Search, page: Page): Promise<RankedPage> {
  const { parks, shared, spaces } = index
  const { filters, view, sort, named } = search
  const evaluator = new ParkEvaluator(shared, view)
  const filter = toIndexFilter(filters, { evaluator, vehicle: view.vehicle })
  if (filter === undefined) return { rows: [], total: 0, evaluator }
  const { centre } = view
  if (sort === 'distance' && centre !== undefined) {
    const { items, total } = parks.near(centre, filter, page)
    return { rows: items.map(({ row }) => row), distances: items.map(({ distance_m }) => distance_m), total, evaluator }
  }
  const listByPlace = (part: IndexFilter, of: Page): IndexRow[] =>
    centre === undefined
      ? parks.top(part, of).map(({ row }) => row)
      : parks.near(centre, part, of).items.map(({ row }) => row)
  const found = (rows: IndexRow[]) => ({ rows, total: parks.count(filter), evaluator })
  if (sort === 'best') {
    const first = named === undefined ? [] : listNamed(index, filter, named)
    const remaining = without(filter, first)
    const bookable = { ...remaining, bookable: true }
    const [available, unavailable] = await splitByAvailability(page.offset + page.limit, async (of) => {
      const rows = listByPlace(bookable, of)
      await evaluator.readSpacesLeft(db, spaces, rows)
      return Map.groupBy(rows, (row) => evaluator.isAvailable(row, cardOf(row)))
    })
    const others: Tier = (of) => listByPlace({ ...remaining, bookable: false }, of)
    return found(pageOf([first, available, unavailable, others], page))
  }
  // Sorting more would take longer with every park, and nobody reads that far.
  const sortable = listByPlace(filter, { offset: 0, limit: mostSorted })
  const figureOf =
    sort === 'price'
      ? (_row: IndexRow, card: Card) => evaluator.price(card)?.amount
      : (row: IndexRow, card: Card) => (card.reviews > 0 ? -(row.rating! * ratingStep + card.reviews) : undefined)
  const sorted = sortByFigure(sortable, figureOf)
  const rest: Tier = ({ offset, limit }) => listByPlace(filter, { offset: offset + sortable.length, limit })
  return found(pageOf([sorted, rest], page))
}

/** Returns how far beyond the reach of its place a search went; undefined if it did not, or found nothing. */
export function findBeyond(
  { parks }: LoadedIndex,
  { filters, view, reach_m }: Search,
  { evaluator, total }: Pick<RankedPage, 'evaluator' | 'total'>,
): Beyond | undefined {
  const { within, along } = filters
  const within_m = within?.radius_m ?? along?.reach_m
  if (total === 0 || reach_m === undefined || within_m === undefined || within_m <= reach_m) return undefined
  const filter = toIndexFilter(filters, { evaluator, vehicle: view.vehicle })
  if (filter === undefined) return undefined
  const distances =
    along === undefined
      ? parks.near(view.centre!, filter, { offset: 0, limit: 1 }).items.map(({ distance_m }) => distance_m)
      : parks
          .top(filter, { offset: 0, limit: mostSorted })
          .map(({ row }) => distanceToStreetM(along.street.street, row))
  return { radius_m: reach_m, within_m, nearest_m: roundDistanceM(Math.min(...distances)) }
}

/** Returns the amenities of which some park of a search has each, whatever amenities the search asks for. */
export function findAmenities({ parks }: LoadedIndex, { filters, view }: Search, evaluator: ParkEvaluator): Amenity[] {
  return amenities.filter((amenity) => {
    const filter = toIndexFilter({ ...filters, amenities: [amenity] }, { evaluator, vehicle: view.vehicle })
    if (filter === undefined) return false
    // Counting is faster in an area, and the other way round everywhere.
    const isArea = filter.within !== undefined || filter.box !== undefined
    return isArea ? parks.count(filter) > 0 : parks.top(filter, { offset: 0, limit: 1 }).length > 0
  })
}

/** Returns a filter that leaves out these parks. */
function without(filter: IndexFilter, rows: readonly IndexRow[]): IndexFilter {
  if (rows.length === 0) return filter
  const { where } = filter
  const ids = new Set(rows.map(({ id }) => id))
  return { ...filter, where: (row) => !ids.has(row.id) && (where?.(row) ?? true) }
}

/** Parks that are sorted by price or rating; those farther away, or of less weight, follow in that order. */
const mostSorted = 4_096
const firstRead = 64

/**
 * Splits parks that are read in their order into those with spaces and those without, until `wanted` have spaces or all
 * parks are read. `read` returns a part of them by whether they have spaces.
 */
async function splitByAvailability(
  wanted: number,
  read: (page: Page) => Promise<Map<boolean, IndexRow[]>>,
): Promise<[available: IndexRow[], unavailable: IndexRow[]]> {
  const available: IndexRow[] = []
  const unavailable: IndexRow[] = []
  for (let offset = 0, limit = Math.max(firstRead, wanted * 2); ; offset += limit, limit *= 2) {
    const part = await read({ offset, limit })
    const [more = [], full = []] = [part.get(true), part.get(false)]
    available.push(...more)
    unavailable.push(...full)
    if (available.length >= wanted || more.length + full.length < limit) return [available, unavailable]
  }
}

/** Greater than any number of reviews, so that the rating (in tenths) is compared first. */
const ratingStep = 1e9

/** A group of parks, all of which come before those of the next one: their rows, or a function that lists a page. */
type Tier = readonly IndexRow[] | ((page: Page) => IndexRow[])

/** Returns a page of the tiers one after another. All but the last are lists. */
function pageOf(tiers: readonly Tier[], { offset, limit }: Page): IndexRow[] {
  const rows: IndexRow[] = []
  let before = offset
  for (const tier of tiers) {
    const part = { offset: before, limit: limit - rows.length }
    if (typeof tier === 'function') return rows.concat(tier(part))
    rows.push(...tier.slice(part.offset, part.offset + part.limit))
    if (rows.length === limit) break
    before = Math.max(0, before - tier.length)
  }
  return rows
}

/** Returns parks by a number, in their own order where it is equal; those without a number come last. */
function sortByFigure(
  rows: readonly IndexRow[],
  figureOf: (row: IndexRow, card: Card) => number | undefined,
): IndexRow[] {
  const judged = rows.map((row) => ({ row, figure: figureOf(row, cardOf(row)) ?? Infinity }))
  // Sorting is stable; two without a number are equal.
  return judged.sort((a, b) => (a.figure === b.figure ? 0 : a.figure - b.figure)).map(({ row }) => row)
}
