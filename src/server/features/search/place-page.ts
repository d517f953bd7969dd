import type { ParkSummary } from '#contract/parks/parks.ts'
import type { Place, PlaceKind, PlacePage } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { findPlace, findPlacesNearby } from '#server/features/places/listing.ts'
import { AppError } from '#server/http/errors.ts'
import { findLowestPrice, findParks, type SearchDeps } from './list.ts'
import { aroundPlace_m, countParks, findOfferedPlaces } from './offered-places.ts'

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
  const query = {
    country: place.country_code,
    lat,
    lng,
    radius: radius_m,
    vehicle_type_id: 1,
    page: 1,
    size: cards,
    sort: 'best',
    nearest: 'true',
    ...(kind === 'airport' ? day : {}),
  } as const
  const { items: parks, total, beyond } = await findParks(deps, query, language)
  const isEmpty = total === 0 || beyond !== undefined
  const from = isEmpty ? null : await findLowestPrice(deps, query, language)
  const index = await deps.search.current()
  const { id: country_id } = index.reference.getCountry(place.country_code)
  const offered = new Set((await findOfferedPlaces(deps, country_id)).map(({ id }) => id))
  return {
    ...place,
    radius_m,
    total: isEmpty ? 0 : total,
    from,
    parks,
    ...(beyond !== undefined && { nearest_m: beyond.nearest_m }),
    nearby: countParks(index, await findPlacesNearby(db, place, [...offered], language)),
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
  { lat, lng, country_code }: Place,
  language: Language,
): Promise<Pick<PlacePage, 'terminals' | 'shuttles'>> {
  const around = {
    country: country_code,
    lat,
    lng,
    vehicle_type_id: 1,
    page: 1,
    size: mostWithFact,
    sort: 'distance',
  } as const
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
