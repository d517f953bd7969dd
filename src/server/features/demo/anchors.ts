import type { CountryCode, Language } from '#contract/places/places.ts'
import { type TextLanguage, textLanguageOf } from '#contract/text-languages.ts'
import type { ParkRowInput } from '#server/features/park-import/row.ts'
import { isSignable } from '#server/features/park-import/surroundings.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { distanceKm, type Position } from '#server/features/places/seed-nearest.ts'
import { createRandom } from './random.ts'

/** A place near which an example park can be placed. */
export type Anchor = Position & {
  id: string
  kind: string
  name: string
  name_fr: string | null
  country_code: CountryCode
  state_code: string | null
  city: string | null
  population: number | null
  weight: number
}

/** Smaller cities only get example parks at airports, stadiums and stations. */
export const bigCityPopulation = 200_000
/** Lagos and Dakar, which get the most example parks. */
const mainCities = new Set(['gn:2332459', 'gn:2253354'])
const countParksFor = ({ id, population }: Anchor) =>
  mainCities.has(id) ? 38 : (population ?? 0) >= 1_000_000 ? 16 : 11

const city_radius_km = 6
const min_distance_km = 0.25

interface Direction {
  name: Record<TextLanguage, string>
  id: string
  degrees: number
}
const directions: readonly Direction[] = [
  { id: 'n', name: { en: 'north', fr: 'nord' }, degrees: 0 },
  { id: 'e', name: { en: 'east', fr: 'est' }, degrees: 90 },
  { id: 's', name: { en: 'south', fr: 'sud' }, degrees: 180 },
  { id: 'w', name: { en: 'west', fr: 'ouest' }, degrees: 270 },
  { id: 'ne', name: { en: 'north-east', fr: 'nord-est' }, degrees: 45 },
  { id: 'se', name: { en: 'south-east', fr: 'sud-est' }, degrees: 135 },
  { id: 'sw', name: { en: 'south-west', fr: 'sud-ouest' }, degrees: 225 },
  { id: 'nw', name: { en: 'north-west', fr: 'nord-ouest' }, degrees: 315 },
]

/** What an example park is called before its place, in the words of its country, and the language of the rest. */
function wordsOf({ country_code, state_code }: Anchor): { park: string; language: Language } {
  if (country_code === 'SN') return { park: 'Parking', language: 'fr' }
  if (state_code === 'CA-QC') return { park: 'Stationnement', language: 'fr' }
  return { park: country_code === 'NG' ? 'Car park' : 'Parking', language: 'en' }
}

/** A location for an example park: near a place, or in one direction from it. */
interface Site {
  anchor: Anchor
  direction?: Direction
  min_km: number
  max_km: number
}

const atPlace = (anchor: Anchor): Site => ({ anchor, min_km: 0.05, max_km: anchor.kind === 'airport' ? 0.4 : 0.15 })
const listSides = (anchor: Anchor, radius_km: number): Site[] =>
  directions.map((direction) => ({ anchor, direction, min_km: radius_km * 0.35, max_km: radius_km }))

/** Lists a city's sites, best first: places of interest, quarters and their sides, the centre and its sides. */
function listSites(city: Anchor, anchors: readonly Anchor[]): Site[] {
  const near = anchors
    .filter((place) => place.id !== city.id && distanceKm(city, place) <= city_radius_km)
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  const names = new Set<string>()
  const chosen: Anchor[] = []
  for (const place of near.filter(({ kind, weight, name }) => kind === 'poi' && weight >= 0.22 && isSignable(name))) {
    const normalized = normalizeText(place.name)
    if (names.has(normalized) || chosen.some((other) => distanceKm(other, place) < min_distance_km)) continue
    names.add(normalized)
    chosen.push(place)
  }
  const quarters = near.filter(({ kind, name }) => (kind === 'area' || kind === 'city') && /^\p{Lu}/u.test(name))
  const radius_km = Math.min(2.4, Math.max(0.7, 0.5 * Math.sqrt((city.population ?? 0) / 100_000)))
  const half = Math.ceil(countParksFor(city) * 0.5)
  return [
    ...chosen.slice(0, half).map(atPlace),
    ...quarters.map((quarter): Site => ({ anchor: quarter, min_km: 0.05, max_km: 0.35 })),
    ...chosen.slice(half).map(atPlace),
    ...quarters.flatMap((quarter) => listSides(quarter, 0.7).slice(0, 2)),
    { ...atPlace(city), max_km: 0.3 },
    ...listSides(city, radius_km),
  ]
}

function placePark(site: Site, city: Anchor | undefined, isLand: (at: Position) => boolean): ParkRowInput | undefined {
  const { anchor, direction } = site
  const key = direction === undefined ? anchor.id : `${anchor.id}/${direction.id}`
  const random = createRandom(`site ${key}`)
  const { park, language } = wordsOf(anchor)
  for (let draws = 0; draws < 12; draws += 1) {
    const bearing =
      ((direction === undefined ? random.next() * 360 : direction.degrees + random.next() * 30 - 15) * Math.PI) / 180
    // Each draw that falls on water extends the distance, so that towns on rivers keep parks on all sides.
    const km = (site.min_km + (site.max_km - site.min_km) * random.next()) * (1 + draws / 4)
    const lat = anchor.lat + (km * Math.cos(bearing)) / 111.2
    const lng = anchor.lng + (km * Math.sin(bearing)) / (111.2 * Math.cos((anchor.lat * Math.PI) / 180))
    if (!isLand({ lat, lng })) continue
    const name = language === 'fr' ? (anchor.name_fr ?? anchor.name) : anchor.name
    const where = direction === undefined ? name : `${name} (${direction.name[textLanguageOf(language)]})`
    return {
      source: exampleSource,
      source_id: key,
      name: `${park} – ${where}`,
      kind: random.chance(anchor.weight >= 0.4 && anchor.kind !== 'city' ? 0.35 : 0.15) ? 'garage' : 'surface',
      lat: Math.round(lat * 1e6) / 1e6,
      lng: Math.round(lng * 1e6) / 1e6,
      city: city?.name ?? anchor.city ?? anchor.name,
      state_code: anchor.state_code,
      country_code: anchor.country_code,
      access: 'public',
      fee: true,
    }
  }
  return undefined
}

/**
 * Plans the example parks of Nigeria and Senegal: at airports, stadiums and stations, and several in every big city,
 * all on land. Source ids derive from the place's id, so that a new place does not move the others.
 */
export function planExampleParks(anchors: readonly Anchor[], isLand: (at: Position) => boolean): ParkRowInput[] {
  const rows = new Map<string, ParkRowInput>()
  /** Returns whether the site has a park; a quarter that two cities share counts for both. */
  const add = (site: Site, city: Anchor | undefined) => {
    const row = placePark(site, city, isLand)
    if (row !== undefined && !rows.has(row.source_id)) rows.set(row.source_id, row)
    return row !== undefined
  }
  for (const city of anchors.filter(
    ({ kind, population }) => kind === 'city' && (population ?? 0) >= bigCityPopulation,
  )) {
    let remaining = countParksFor(city)
    for (const site of listSites(city, anchors)) {
      if (remaining === 0) break
      if (add(site, city)) remaining -= 1
    }
  }
  const hubs = anchors.filter(
    ({ kind, weight, name }) =>
      (kind === 'airport' && weight >= 0.5) || kind === 'stadium' || (kind === 'station' && isSignable(name)),
  )
  for (const hub of hubs) add(atPlace(hub), undefined)
  return [...rows.values()]
}

/** Kinds of places that people drive to, near which example parks are put first. */
const goals = new Set([
  'airport',
  'arena',
  'convention_centre',
  'mall',
  'market',
  'museum',
  'stadium',
  'station',
  'theatre',
])
const hub_sides_km = { airport: 1.6, other: 1 }

interface AroundOptions {
  count: number
  radius_km: number
  taken: readonly Position[]
  /** Source ids of example parks. */
  used: ReadonlySet<string>
  isLand: (at: Position) => boolean
}

/**
 * Plans up to `count` example parks within `radius_km` of a place: at other places around it, at the place, then on its
 * sides, each at least 250 m from the parks at `taken` positions. Sites that have an example park already are left out.
 */
export function planParksAround(
  hub: Anchor,
  around: readonly Anchor[],
  { count, radius_km, taken, used, isLand }: AroundOptions,
): ParkRowInput[] {
  const near = around
    .filter((place) => place.id !== hub.id && place.country_code === hub.country_code && isSignable(place.name))
    .toSorted(
      (a, b) => Number(goals.has(b.kind)) - Number(goals.has(a.kind)) || b.weight - a.weight || (a.id < b.id ? -1 : 1),
    )
  const sites = [
    ...near.map(atPlace),
    atPlace(hub),
    ...listSides(hub, hub.kind === 'airport' ? hub_sides_km.airport : hub_sides_km.other),
  ]
  const rows: ParkRowInput[] = []
  for (const site of sites) {
    if (rows.length === count) break
    const row = placePark(site, hub.kind === 'city' ? hub : undefined, isLand)
    const isFree =
      row !== undefined &&
      !used.has(row.source_id) &&
      [...taken, ...rows].every((other) => distanceKm(other, row) >= min_distance_km)
    if (isFree && distanceKm(hub, row) <= radius_km) rows.push(row)
  }
  return rows
}
