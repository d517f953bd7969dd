import type { CountryCode } from '#contract/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { distanceKm, type Position } from '#server/features/places/seed-nearest.ts'
import { randomOf } from './random.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import type { ParkRowInput } from '#server/features/park-import/row.ts'

/** A place of Nigeria or Senegal that an example park can stand at. */
export type Anchor = Position & {
  id: string
  kind: string
  name: string
  country_code: CountryCode
  state_code: string | null
  city: string | null
  population: number | null
  weight: number
}

/** Cities with fewer people get parks only at their airports, stadiums and stations. */
export const bigCity = 200_000
/** The two where most visitors of the demonstration look. */
const capitals = new Set(['gn:2332459', 'gn:2253354'])
const parksIn = ({ id, population }: Anchor) => (capitals.has(id) ? 38 : (population ?? 0) >= 1_000_000 ? 16 : 11)

const around_km = 6
const apart_km = 0.25

/** Names fit for a sign: some words in Latin letters, not a shout, a shop's number or a bank's initials. */
const isSignable = (name: string) =>
  name.length <= 48 &&
  /^\p{Lu}[\p{Script=Latin}\s'’.,&-]*$/u.test(name) &&
  /\p{Ll}/u.test(name) &&
  /\S\s\S/.test(name) &&
  !/\b(bank|banque|atm|gab|clinic|pharmac|poulailler|ceramic|matériel|ets|siege|workshop|alimentation|magasin|health post|poste de sant|case de sant|dispensa)/i.test(
    name,
  )

type Direction = { name: Record<'NG' | 'SN', string>; id: string; degrees: number }
const directions: readonly Direction[] = [
  { id: 'n', name: { NG: 'north', SN: 'nord' }, degrees: 0 },
  { id: 'e', name: { NG: 'east', SN: 'est' }, degrees: 90 },
  { id: 's', name: { NG: 'south', SN: 'sud' }, degrees: 180 },
  { id: 'w', name: { NG: 'west', SN: 'ouest' }, degrees: 270 },
  { id: 'ne', name: { NG: 'north-east', SN: 'nord-est' }, degrees: 45 },
  { id: 'se', name: { NG: 'south-east', SN: 'sud-est' }, degrees: 135 },
  { id: 'sw', name: { NG: 'south-west', SN: 'sud-ouest' }, degrees: 225 },
  { id: 'nw', name: { NG: 'north-west', SN: 'nord-ouest' }, degrees: 315 },
]

/** Where an example park stands: at a place, or on one side of it, so many kilometres away. */
type Site = { anchor: Anchor; direction?: Direction; least_km: number; most_km: number }

const atPlace = (anchor: Anchor): Site => ({ anchor, least_km: 0.05, most_km: anchor.kind === 'airport' ? 0.4 : 0.15 })
const sidesOf = (anchor: Anchor, reach_km: number): Site[] =>
  directions.map((direction) => ({ anchor, direction, least_km: reach_km * 0.35, most_km: reach_km }))

/** A city's sites, the best first: places of interest, its quarters and their sides, its middle and its own sides. */
function sitesOf(city: Anchor, anchors: readonly Anchor[]): Site[] {
  const near = anchors
    .filter((place) => place.id !== city.id && distanceKm(city, place) <= around_km)
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  const names = new Set<string>()
  const taken: Anchor[] = []
  for (const place of near.filter(({ kind, weight, name }) => kind === 'poi' && weight >= 0.22 && isSignable(name))) {
    const folded = normalizeText(place.name)
    if (names.has(folded) || taken.some((other) => distanceKm(other, place) < apart_km)) continue
    names.add(folded)
    taken.push(place)
  }
  const quarters = near.filter(({ kind, name }) => (kind === 'area' || kind === 'city') && /^\p{Lu}/u.test(name))
  const reach_km = Math.min(2.4, Math.max(0.7, 0.5 * Math.sqrt((city.population ?? 0) / 100_000)))
  const half = Math.ceil(parksIn(city) * 0.5)
  return [
    ...taken.slice(0, half).map(atPlace),
    ...quarters.map((quarter): Site => ({ anchor: quarter, least_km: 0.05, most_km: 0.35 })),
    ...taken.slice(half).map(atPlace),
    ...quarters.flatMap((quarter) => sidesOf(quarter, 0.7).slice(0, 2)),
    { ...atPlace(city), most_km: 0.3 },
    ...sidesOf(city, reach_km),
  ]
}

function rowOf(site: Site, city: Anchor | undefined, isLand: (at: Position) => boolean): ParkRowInput | undefined {
  const { anchor, direction } = site
  const key = direction === undefined ? anchor.id : `${anchor.id}/${direction.id}`
  const random = randomOf(`site ${key}`)
  const country = anchor.country_code as 'NG' | 'SN'
  for (let draws = 0; draws < 12; draws += 1) {
    const bearing =
      ((direction === undefined ? random.next() * 360 : direction.degrees + random.next() * 30 - 15) * Math.PI) / 180
    // Farther with each draw that fell on water, so that a town on a river keeps all its sides.
    const km = (site.least_km + (site.most_km - site.least_km) * random.next()) * (1 + draws / 4)
    const lat = anchor.lat + (km * Math.cos(bearing)) / 111.2
    const lng = anchor.lng + (km * Math.sin(bearing)) / (111.2 * Math.cos((anchor.lat * Math.PI) / 180))
    if (!isLand({ lat, lng })) continue
    const where = direction === undefined ? anchor.name : `${anchor.name} (${direction.name[country]})`
    return {
      source: exampleSource,
      source_id: key,
      name: `${country === 'SN' ? 'Parking' : 'Car park'} – ${where}`,
      kind: random.chance(anchor.weight >= 0.4 && anchor.kind !== 'city' ? 0.35 : 0.15) ? 'garage' : 'surface',
      lat: Math.round(lat * 1e6) / 1e6,
      lng: Math.round(lng * 1e6) / 1e6,
      city: city?.name ?? anchor.city ?? anchor.name,
      state_code: anchor.state_code,
      country_code: country,
      access: 'public',
      fee: true,
    }
  }
  return undefined
}

/**
 * The example parks of Nigeria and Senegal: at airports, stadiums and stations, and a number in every big city; on
 * dry land, each told by its place's id, so that one more place moves none of the others.
 */
export function exampleParks(anchors: readonly Anchor[], isLand: (at: Position) => boolean): ParkRowInput[] {
  const rows = new Map<string, ParkRowInput>()
  /** Whether there is a park at this site now: a quarter that two cities share counts for both. */
  const add = (site: Site, city: Anchor | undefined) => {
    const row = rowOf(site, city, isLand)
    if (row !== undefined && !rows.has(row.source_id)) rows.set(row.source_id, row)
    return row !== undefined
  }
  for (const city of anchors.filter(({ kind, population }) => kind === 'city' && (population ?? 0) >= bigCity)) {
    let left = parksIn(city)
    for (const site of sitesOf(city, anchors)) {
      if (left === 0) break
      if (add(site, city)) left -= 1
    }
  }
  const hubs = anchors.filter(
    ({ kind, weight, name }) =>
      (kind === 'airport' && weight >= 0.5) || kind === 'stadium' || (kind === 'station' && isSignable(name)),
  )
  for (const hub of hubs) add(atPlace(hub), undefined)
  return [...rows.values()]
}
