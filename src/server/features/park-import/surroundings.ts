import { sql } from 'kysely'
import { countryIds } from '#contract/geography.ts'
import { directions, type ParkNear } from '#contract/parks/park-near.ts'
import { walkMinutes } from '#contract/parks/walk.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { distanceKm, type Position } from '#server/features/places/seed-nearest.ts'
import { readStreetsAround, type StreetFinder } from './streets.ts'

/** A park without name and address. */
export type UnnamedPark = Position & { key: string; city: string | null; country_code: string }
/** `weight`: 0 to 1. Areas have a wider reach than buildings. */
export type NamedPlace = Position & { name: string; weight: number; is_area: boolean }
export interface Surroundings {
  streets: readonly StreetFinder[]
  places: readonly NamedPlace[]
}

/** Whether a name suits a car park: several words in Latin letters, no all-caps names, shops, banks or clinics. */
export const isSignable = (name: string): boolean =>
  name.length <= 48 &&
  /^\p{Lu}[\p{Script=Latin}\s'’.,&-]*$/u.test(name) &&
  /\p{Ll}/u.test(name) &&
  /\S\s\S/.test(name) &&
  !/\b(bank|banque|atm|gab|clinic|pharmac|poulailler|ceramic|matériel|ets|siege|workshop|alimentation|magasin|health post|poste de sant|case de sant|dispensa)/i.test(
    name,
  )

/** Names in English, which are no help on a street in Senegal. */
const englishName = /\b(of|the|for|office|embassy|airport|restaurant and)\b/i
/** Names in languages that neither country speaks, such as an embassy's own. */
const foreignName = /[äöüßåøñãõ]|\b(botschaft|embajada|embaixada|ambasciata|konsulat)\b/i
/** Whether drivers of the country know the language of a name. */
export function isUnderstood(name: string, country_id: number): boolean {
  if (country_id === countryIds.SN && englishName.test(name)) return false
  return (country_id !== countryIds.SN && country_id !== countryIds.NG) || !foreignName.test(name)
}

/** A park within these distances of a street is called after it; the second street makes it a crossing. */
const street_reach_m = 60
const crossing_reach_m = 160
const building_reach_km = 0.5
/** Within this distance a building still says in which direction a park is. */
const side_reach_km = 1.5
const area_reach_km = 2.5
/** Within this distance a walk from a building still says where a park is. */
const walk_reach_km = 2
/** Shops and restaurants, which close and which few people know, count as if they were farther away. */
const least_weight = 0.2
const small_penalty_km = 0.4
/** Nearer than this, a direction would depend on where a site was measured. */
const least_direction_km = 0.04
const cell_deg = 0.025
const cells = 1

/** Returns the direction from one position to another, one of eight. */
export function findDirection(from: Position, to: Position): (typeof directions)[number] {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI
  return directions[(Math.round(degrees / 45) + 8) % 8]!
}

/**
 * Chooses what each unnamed park is called after, so that no two of a city have the same label: a crossing, a street, a
 * landmark, a side of one, a neighbourhood, a walk from a landmark. `taken` has the `toLabelKey` of other parks, and receives the chosen ones.
 */
export function chooseSurroundings(
  parks: readonly UnnamedPark[],
  { streets, places }: Surroundings,
  taken: Set<string>,
): Map<string, ParkNear> {
  const findPlaces = indexPlaces(places)
  const chosen = new Map<string, ParkNear>()
  // The order must not depend on the order of a file.
  for (const park of parks.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    for (const near of listCandidates(park, streets, findPlaces(park))) {
      const key = toLabelKey(park, near)
      if (taken.has(key)) continue
      taken.add(key)
      chosen.set(park.key, near)
      break
    }
  }
  return chosen
}

export const toLabelKey = ({ city }: { city: string | null }, { name, direction, minutes, number }: ParkNear): string =>
  [city, name, direction, minutes, number].join('\0')

/** Numbers that tell apart the parks of one place when nothing else does. */
const most_numbered = 9_999

interface FoundPlace {
  place: NamedPlace
  distance_km: number
}

function* listCandidates(
  park: UnnamedPark,
  streets: readonly StreetFinder[],
  places: readonly FoundPlace[],
): Generator<ParkNear, undefined> {
  const around = streets.flatMap((find) => find(park, crossing_reach_m))
  const [street, ...others] = around
  if (street !== undefined && street.distance_m <= street_reach_m) {
    for (const other of others.slice(0, 2)) yield { name: `${street.name} & ${other.name}` }
  }
  // A street that is a little farther away still says more than a landmark.
  if (street !== undefined) yield { name: street.name }
  const isNear = ({ place, distance_km }: FoundPlace) => place.is_area || distance_km <= building_reach_km
  const buildings = places.filter(({ place }) => !place.is_area)
  const listed = [...buildings.filter(isNear).slice(0, 4), ...places.filter(({ place }) => place.is_area).slice(0, 3)]
  const far = buildings.filter((found) => !isNear(found) && found.distance_km <= side_reach_km)
  for (const { place, distance_km } of [...listed, ...far.slice(0, 3)]) {
    if (distance_km <= building_reach_km || place.is_area) yield { name: place.name }
    if (distance_km >= least_direction_km) yield { name: place.name, direction: findDirection(place, park) }
  }
  const walks = buildings.flatMap(({ place, distance_km }): ParkNear[] => {
    const minutes = walkMinutes(distance_km * 1_000)
    if (minutes === undefined || distance_km < least_direction_km) return []
    return [{ name: place.name, direction: findDirection(place, park), minutes }]
  })
  yield* walks
  const name = street?.name ?? listed[0]?.place.name ?? park.city
  const last = street === undefined && walks[0] !== undefined ? walks[0] : name === null ? undefined : { name }
  if (last === undefined) return undefined
  yield last
  for (let number = 2; number <= most_numbered; number += 1) yield { ...last, number }
  return undefined
}

/** Returns a function that lists the places around a position: important ones first among those at like distances. */
function indexPlaces(places: readonly NamedPlace[]) {
  const grid = Map.groupBy(places, ({ lat, lng }) => `${Math.floor(lat / cell_deg)} ${Math.floor(lng / cell_deg)}`)
  return (at: Position) => {
    const found: (FoundPlace & { rank: number })[] = []
    const [row, column] = [Math.floor(at.lat / cell_deg), Math.floor(at.lng / cell_deg)]
    for (let r = row - cells; r <= row + cells; r += 1)
      for (let c = column - cells; c <= column + cells; c += 1)
        for (const place of grid.get(`${r} ${c}`) ?? []) {
          const distance_km = distanceKm(place, at)
          if (distance_km > (place.is_area ? area_reach_km : walk_reach_km)) continue
          const rank = distance_km - place.weight * 0.2 + (place.weight < least_weight ? small_penalty_km : 0)
          found.push({ place, distance_km, rank })
        }
    return found.toSorted((a, b) => a.rank - b.rank || (a.place.name < b.place.name ? -1 : 1))
  }
}

const buildingKinds =
  'landmark museum market mall theatre arena stadium convention_centre university hospital station airport poi'.split(
    ' ',
  )
const areaKinds = ['neighbourhood', 'area']

/**
 * Names what is near unnamed parks, with two queries for all of them. Places have the name of their own country's
 * language. A park that is imported again keeps what it is called after while nothing else is imported there.
 */
export async function findSurroundings(tx: Tx, parks: readonly UnnamedPark[]): Promise<Map<string, ParkNear>> {
  if (parks.length === 0) return new Map()
  const ofParks = (pick: (park: UnnamedPark) => number) => parks.map(pick)
  const margin_deg = cell_deg * cells
  const [south, north] = minMax(ofParks(({ lat }) => lat))
  const [west, east] = minMax(ofParks(({ lng }) => lng))
  const countries = [...new Set(parks.map(({ country_code }) => countryIds[country_code as CountryCode]))]
  const rows = await tx
    .selectFrom('places')
    .select(['kind', 'lat', 'lng', 'weight', 'country_id'])
    .select(sql<string>`case when country_id = ${countryIds.SN} then coalesce(name_fr, name) else name end`.as('name'))
    .where('country_id', 'in', countries)
    .where('kind', 'in', [...buildingKinds, ...areaKinds])
    .where((where) => where.or([where('approximate', '=', false), where('kind', 'in', areaKinds)]))
    .where('lat', '>=', south - margin_deg)
    .where('lat', '<=', north + margin_deg)
    .where('lng', '>=', west - margin_deg)
    .where('lng', '<=', east + margin_deg)
    .execute()
  const others = await tx
    .selectFrom('parks')
    .select(['city', 'near', 'source', 'source_id'])
    .where('near', 'is not', null)
    .where('city', 'in', [...new Set(parks.map(({ city }) => city ?? ''))])
    .execute()
  const own = new Set(parks.map(({ key }) => key))
  const taken = new Set(
    others
      .filter(({ source, source_id }) => !own.has(`${source}\0${source_id}`))
      .map((park) => toLabelKey(park, park.near as ParkNear)),
  )
  const places = rows
    .map(({ kind, ...place }) => ({ ...place, is_area: areaKinds.includes(kind) }))
    .filter(({ name, is_area }) => (is_area ? /^\p{Lu}/u.test(name) : isSignable(name)))
    .filter(({ name, country_id }) => isUnderstood(name, country_id))
  return chooseSurroundings(parks, { streets: await readStreetsAround(parks), places }, taken)
}

const minMax = (values: readonly number[]): [number, number] =>
  values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
