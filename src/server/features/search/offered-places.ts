import { sql } from 'kysely'
import type { Place, PlaceKind } from '#contract/places/browse.ts'
import { pageKind } from '#server/features/places/listing.ts'
import type { Point } from '#server/geo.ts'
import type { SearchDeps } from './list.ts'
import type { LoadedIndex } from './live/loaded-index.ts'

/** Radius in which a place's car parks are counted: large for cities, walking distance for stadiums. */
export const aroundPlace_m: Record<PlaceKind, number> = {
  airport: 10_000,
  city: 10_000,
  stadium: 2_000,
  station: 2_000,
}

/** Counts the car parks of a country around a place with a page. */
const countAround = (
  { parks }: Pick<LoadedIndex, 'parks'>,
  country_id: number,
  { kind, lat, lng }: Point & { kind: PlaceKind },
): number => parks.count({ country_id, within: { lat, lng, radius_m: aroundPlace_m[kind] } })

/** Whether a country has a car park around a place with a page. */
export const hasParks = (...place: Parameters<typeof countAround>): boolean => countAround(...place) > 0

/** Adds the number of car parks around each place. */
export const countParks = <Entry extends Place>(index: LoadedIndex, places: readonly Entry[]) =>
  places.map((place) => ({
    ...place,
    total: countAround(index, index.reference.getCountry(place.country_code).id, place),
  }))

export interface OfferedPlace extends Point {
  id: string
  kind: PlaceKind
  slug: string
}

/** The places of each country, as long as it has the same number of car parks. */
const known = new WeakMap<SearchDeps['search'], Map<number, { total: number; places: OfferedPlace[] }>>()

/** Returns a country's places with pages that have a car park around them, by kind and slug. */
export async function findOfferedPlaces(
  { db, search }: Pick<SearchDeps, 'db' | 'search'>,
  country_id: number,
): Promise<OfferedPlace[]> {
  const index = await search.current()
  const total = index.parks.count({ country_id })
  const byCountry = known.get(search) ?? new Map<number, { total: number; places: OfferedPlace[] }>()
  known.set(search, byCountry)
  const last = byCountry.get(country_id)
  if (last?.total === total) return last.places
  const { rows } = await sql<OfferedPlace>`
    select p.id, ${pageKind} as kind, slug, lat, lng from places p
    where country_id = ${country_id} and slug is not null order by 2, slug`.execute(db)
  const places = rows.filter((place) => hasParks(index, country_id, place))
  byCountry.set(country_id, { total, places })
  return places
}

/** Returns the ids of those places in one country, or in all. Throws a 422 for an unknown country. */
export async function findOfferedIds(
  deps: Pick<SearchDeps, 'db' | 'search'>,
  country: string | undefined,
): Promise<string[]> {
  const { reference } = await deps.search.current()
  const ids = country === undefined ? reference.rows.countries.map(({ id }) => id) : [reference.getCountry(country).id]
  const places = await Promise.all(ids.map((id) => findOfferedPlaces(deps, id)))
  return places.flat().map(({ id }) => id)
}
