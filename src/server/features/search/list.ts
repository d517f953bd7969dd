import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Page } from '#contract/fields.ts'
import type { listChosenParks } from '#contract/parks/chosen-parks.ts'
import type { ParkList, ParkSummary } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findWindow } from '#server/features/availability/window.ts'
import type { View } from '#server/features/parks/summaries.ts'
import { locateAddress } from './addresses.ts'
import { cardOf, ParkEvaluator } from './evaluator.ts'
import { toIndexFilter, type IndexFilter } from './filter.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import { findAmenities, findBeyond, findRankedPage } from './ranking.ts'
import { parseSearch, widenSearch, type ListQuery } from './search-query.ts'
import { writeCards, writeList } from './search-response.ts'

export type SearchDeps = Pick<Deps, 'db' | 'clock' | 'search' | 'geocoder'>

/** Returns a page of the list as JSON bytes. */
export async function searchParks(
  { db, clock, search, geocoder }: SearchDeps,
  query: ListQuery,
  language: Language,
): Promise<Buffer> {
  const index = await search.current()
  const located = await locateAddress(geocoder, index, query, language)
  const first = parseSearch(index, query, language, clock(), located)
  const { page, size } = query
  const part = { offset: (page - 1) * size, limit: size }
  const near = await findRankedPage(db, index, first, part)
  const wider = near.total === 0 ? widenSearch(first) : undefined
  const read = wider ?? first
  const ranked = wider === undefined ? near : await findRankedPage(db, index, wider, part)
  const about = {
    elsewhere: read.elsewhere,
    beyond: findBeyond(index, read, ranked),
    street: located?.kind === 'street' ? { name: located.street.name, box: located.street.box } : undefined,
    has_amenities: query.with_amenities === undefined ? undefined : findAmenities(index, read, ranked.evaluator),
  }
  return writeList({ ...ranked, about }, { page, size }, read.view)
}

/** Returns the same page as objects, for use on the server. */
export const findParks = async (deps: SearchDeps, query: ListQuery, language: Language): Promise<ParkList> =>
  parsePage(await searchParks(deps, query, language))

/** Returns matching parks: bookable ones first, then by weight. */
export function listByWeight(
  { parks, shared }: LoadedIndex,
  filter: IndexFilter,
  view: View,
  { page, size }: { page: number; size: number },
): Page<ParkSummary> {
  const offset = (page - 1) * size
  const list = (bookable: boolean, part: { offset: number; limit: number }) =>
    parks.top({ ...filter, bookable }, part).map(({ row }) => row)
  const rows = list(true, { offset, limit: size })
  if (rows.length < size) {
    const before = offset === 0 ? 0 : parks.count({ ...filter, bookable: true })
    rows.push(...list(false, { offset: Math.max(0, offset - before), limit: size - rows.length }))
  }
  const evaluator = new ParkEvaluator(shared, view)
  return parsePage(writeList({ rows, total: parks.count(filter), evaluator }, { page, size }, view))
}

/** Parks among which the cheapest is looked for. */
const mostCompared = 200

/** Returns the lowest price of the parks nearest to a point; null where none of them has one. */
export async function findLowestPrice(
  { clock, search }: SearchDeps,
  query: ListQuery,
  language: Language,
): Promise<ParkSummary['price']> {
  const index = await search.current()
  const { filters, view } = parseSearch(index, query, language, clock())
  const evaluator = new ParkEvaluator(index.shared, view)
  const filter = toIndexFilter(filters, { evaluator, vehicle: view.vehicle })
  if (filter === undefined || view.centre === undefined) return null
  const { items } = index.parks.near(view.centre, filter, { offset: 0, limit: mostCompared })
  const prices = items.flatMap(({ row }) => evaluator.price(cardOf(row)) ?? [])
  const [lowest] = prices.toSorted((a, b) => a.amount - b.amount)
  return lowest === undefined ? null : (JSON.parse(lowest.json) as ParkSummary['price'])
}

const nearbyMost = 4
const nearbyRadius_m = 5_000

/** Writes the bookable parks around another park as JSON, nearest first. */
export async function writeNearbyParks(
  db: Db,
  index: LoadedIndex,
  { id, country_id, lat, lng }: { id: string; country_id: number; lat: number; lng: number },
  view: View,
): Promise<Buffer> {
  const centre = { lat, lng }
  // Without `within`, which would count all parks of the circle.
  const { items } = index.parks.near(centre, { country_id, bookable: true }, { offset: 0, limit: nearbyMost + 1 })
  const shown = items
    .filter(({ row, distance_m }) => row.id !== id && distance_m <= nearbyRadius_m)
    .slice(0, nearbyMost)
  const rows = shown.map(({ row }) => row)
  const evaluator = new ParkEvaluator(index.shared, view)
  await evaluator.readSpacesLeft(db, index.spaces, rows)
  return writeCards({ rows, distances: shown.map(({ distance_m }) => distance_m), evaluator }, { ...view, centre })
}

/** Writes the listed parks with these IDs, in the same order; one that was merged is the one that stayed. */
export async function writeChosenParks(
  { db, clock, search }: SearchDeps,
  { ids, ...query }: ParsedQuery<typeof listChosenParks>,
  language: Language,
): Promise<Buffer> {
  const index = await search.current()
  const now = clock()
  const vehicle = index.reference.getVehicleType(query.vehicle_type_id)
  const view: View = { vehicle, window: findWindow(query, now), centre: undefined, now, language }
  const gone = ids.filter((id) => index.parks.get(id) === undefined)
  const handles =
    gone.length === 0
      ? []
      : await db.selectFrom('park_handles').select(['handle', 'park_id']).where('handle', 'in', gone).execute()
  const stayed = new Map(handles.map(({ handle, park_id }) => [handle, park_id]))
  const found = [...new Set(ids.map((id) => stayed.get(id) ?? id))]
  const rows = found.flatMap((id) => index.parks.get(id) ?? [])
  const evaluator = new ParkEvaluator(index.shared, view)
  await evaluator.readSpacesLeft(db, index.spaces, rows)
  return Buffer.concat([Buffer.from('{"items":'), writeCards({ rows, evaluator }, view), Buffer.from('}')])
}

const parsePage = (json: Buffer) => JSON.parse(json.toString()) as ParkList
