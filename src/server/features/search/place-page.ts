import { sql } from 'kysely'
import type { ParkSummary } from '#contract/parks/parks.ts'
import type { PlaceKind, PlacePage } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { findPlace, findPlacesNearby, pageKind } from '#server/features/places/listing.ts'
import type { Point } from '#server/geo.ts'
import { AppError } from '#server/http/errors.ts'
import { findLowestPrice, findParks, type SearchDeps } from './list.ts'

/** Radius in which a place's car parks are counted: large for cities, walking distance for stadiums. */
export const aroundPlace_m: Record<PlaceKind, number> = {
  airport: 10_000,
  city: 10_000,
  stadium: 2_000,
  station: 2_000,
}

/** If there are none, the nearest up to this distance are shown. */
const farthest_m = 50_000
const cards = 8

/** Returns a place with the car parks around it; throws `not_found`. */
export async function getPlacePage(
  deps: SearchDeps,
  kind: PlaceKind,
  slug: string,
  language: Language,
): Promise<PlacePage> {
  const { db } = deps
  const place = await findPlace(db, kind, slug, language)
  if (place === undefined) throw new AppError('not_found')
  const radius_m = aroundPlace_m[kind]
  const { lat, lng } = place
  // Travellers compare days: tomorrow's, so that all requests of an hour have one answer.
  const start_ms = Math.ceil(deps.clock().getTime() / hour_ms) * hour_ms + 24 * hour_ms
  const day = {
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(start_ms + 24 * hour_ms).toISOString(),
  }
  const around = { lat, lng, radius: radius_m, vehicle_type_id: 1, page: 1, ...(kind === 'airport' ? day : {}) }
  const nearest = await findParks(deps, { ...around, sort: 'distance', size: cards }, language)
  const isEmpty = nearest.total === 0
  const farther = { ...around, radius: farthest_m, sort: 'distance', size: cards } as const
  const shown = isEmpty ? await findParks(deps, farther, language) : nearest
  const from = isEmpty ? null : await findLowestPrice(deps, { ...around, sort: 'distance', size: cards }, language)
  return {
    ...place,
    radius_m,
    total: nearest.total,
    from,
    parks: shown.items,
    nearby: await findPlacesNearby(db, place, language),
    ...(kind === 'airport' ? await findAirportFacts(deps, place, language) : { terminals: [], shuttles: [] }),
  }
}

/** Terminals are this near to an airport's position; a harbour has terminals too. */
const terminals_m = 2_500
const mostWithFact = 24
/** "Terminal B Garage", "JFK Terminal 5", "Aérogare 1"; not "Terminal Avenue" or a bus terminal. */
const terminalName = /\b(?:[Tt]erminal|TERMINAL|[Aa]érogare)[ -]?(\d{1,2}|[A-H])\b/

/** Returns what sources say of an airport's car parks: their terminals, and which have a shuttle. Nothing is inferred. */
async function findAirportFacts(
  deps: SearchDeps,
  { lat, lng }: Point,
  language: Language,
): Promise<Pick<PlacePage, 'terminals' | 'shuttles'>> {
  const around = { lat, lng, vehicle_type_id: 1, page: 1, size: mostWithFact, sort: 'distance' } as const
  const named = await Promise.all(
    ['terminal', 'aérogare'].map(async (search) => {
      const { items } = await findParks(deps, { ...around, radius: terminals_m, search }, language)
      return items
    }),
  )
  const shuttles = await findParks(deps, { ...around, radius: aroundPlace_m.airport, amenities: 'shuttle' }, language)
  const atTerminals = named.flat().flatMap((park) => {
    const terminal = terminalName.exec(`${park.name ?? ''} ${park.address ?? ''}`)?.[1]
    return terminal === undefined ? [] : [{ terminal, park: toLabelled(park) }]
  })
  const terminals = [...Map.groupBy(atTerminals, ({ terminal }) => terminal)]
    .map(([terminal, found]) => ({ terminal, parks: found.map(({ park }) => park) }))
    .toSorted((a, b) => a.terminal.localeCompare(b.terminal, 'en', { numeric: true }))
  return { terminals, shuttles: shuttles.items.map(toLabelled) }
}

const toLabelled = ({ slug, name, near, address, city }: ParkSummary) => ({
  slug,
  name,
  ...(near === undefined ? {} : { near }),
  address,
  city,
})

/** Returns the kind and slug of a country's places that have a car park nearby. */
export async function findPlacesToList(
  { db, search }: Pick<SearchDeps, 'db' | 'search'>,
  country_id: number,
): Promise<{ kind: PlaceKind; slug: string }[]> {
  const { parks } = await search.current()
  const { rows } = await sql<{ kind: PlaceKind; slug: string; lat: number; lng: number }>`
    select ${pageKind} as kind, slug, lat, lng from places p
    where country_id = ${country_id} and slug is not null order by 1, slug`.execute(db)
  const hasPark = ({ kind, lat, lng }: (typeof rows)[number]) => {
    const [nearest] = parks.near({ lat, lng }, {}, { offset: 0, limit: 1 }).items
    return nearest !== undefined && nearest.distance_m <= aroundPlace_m[kind]
  }
  return rows.filter(hasPark).map(({ kind, slug }) => ({ kind, slug }))
}
