import tzLookup from '@photostructure/tz-lookup'
import type { Amenity } from '#contract/parks.ts'
import { countryZones, type CountryCode } from '#contract/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { shownNames } from './names.ts'
import type { ParkRow } from './row.ts'

/** The columns of a park that its source alone decides. */
type ParkFacts = {
  name: string | null
  kind: string
  uses: string[]
  city: string | null
  address: string | null
  lat: number
  lng: number
  timezone: string
  opening_hours: string | null
  access: string | null
  fee: boolean | null
  operator: string | null
  amenities: Amenity[]
  accessible_bays: number | null
  max_height_cm: number | null
  capacity: number | null
  capacity_is_estimate: boolean
  area_m2: number | null
  rates_text: string | null
  rates_parsed: unknown
  rates_currency: string | null
  derived: string[]
  possible_duplicate_of: string | null
  observed_at: string | null
  folded: string
}

/** Median of 77 lots whose spaces were counted; floors of a garage are not known, so it holds on the ground alone. */
const m2_per_space = 31.4
const onTheGround = new Set(['surface', 'unknown', 'street'])

function capacityOf({ capacity, area_m2, kind }: ParkRow): Pick<ParkFacts, 'capacity' | 'capacity_is_estimate'> {
  if (capacity !== null) return { capacity, capacity_is_estimate: false }
  if (area_m2 === null || !onTheGround.has(kind)) return { capacity: null, capacity_is_estimate: false }
  return { capacity: Math.max(1, Math.round(area_m2 / m2_per_space)), capacity_is_estimate: true }
}

/** Countries that lie in one zone, where a lookup near a border or a shore may give the neighbour's. */
const singleZoneCountries: readonly CountryCode[] = ['NG', 'SN']

/** The IANA zone of a position on land; on the water, that of the land nearby. */
export function zoneOf(country: CountryCode, lat: number, lng: number): string {
  if (singleZoneCountries.includes(country)) return countryZones[country]
  for (const step of [0, 0.05, 0.1, 0.2, 0.5]) {
    for (const [north, east] of [
      [0, 0],
      [step, 0],
      [-step, 0],
      [0, step],
      [0, -step],
    ] as const) {
      const zone = tzLookup(Math.max(-90, Math.min(90, lat + north)), Math.max(-180, Math.min(180, lng + east)))
      if (!zone.startsWith('Etc/')) return zone
    }
  }
  return tzLookup(lat, lng)
}

/** One spelling for a city that sources and the nearest place spell differently; taxes go by it. */
const citySpellings: Record<string, Record<string, string>> = {
  'US-NY': {
    'New York City': 'New York',
    Manhattan: 'New York',
    'Washington Heights': 'New York',
    'The Bronx': 'Bronx',
  },
}

function cityOf({ city, state_code }: ParkRow): string | null {
  if (city === null) return null
  const isLower = city === city.toLowerCase()
  const spelled = isLower ? city.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()) : city
  return citySpellings[state_code ?? '']?.[spelled] ?? spelled
}

const usePatterns: [use: string, pattern: RegExp][] = [
  ['airport', /\b(airport|aerodrome)\b/],
  ['station', /\b(station|amtrak|mbta|park and ride|park ride|metro)\b/],
  ['stadium', /\b(stadium|ballpark|arena)\b/],
]

/** What a checked row says of its park, in the form of the columns. */
export function factsOf(row: ParkRow): ParkFacts {
  const { name, address } = shownNames(row)
  const city = cityOf(row)
  const words = normalizeText(name ?? '')
  const has = (amenity: Amenity, there: boolean): Amenity[] => (there ? [amenity] : [])
  // Below 1.5 m no car drives in; above 6 m it is no limit.
  const height = row.max_height !== null && row.max_height >= 1.5 && row.max_height <= 6 ? row.max_height : null
  return {
    name,
    kind: row.kind,
    uses: usePatterns.filter(([, pattern]) => pattern.test(words)).map(([use]) => use),
    city,
    address,
    lat: row.lat,
    lng: row.lng,
    timezone: zoneOf(row.country_code as CountryCode, row.lat, row.lng),
    opening_hours: row.opening_hours,
    access: row.access,
    fee: row.fee,
    operator: row.operator,
    amenities: [
      ...has('covered', row.covered === true),
      ...has('ev', row.ev === true),
      ...has('accessible', (row.accessible_spaces ?? 0) > 0),
      ...has('open_24h', row.opening_hours === '24/7'),
    ],
    accessible_bays: row.accessible_spaces,
    max_height_cm: height === null ? null : Math.round(height * 100),
    ...capacityOf(row),
    area_m2: row.area_m2 === null ? null : Math.round(row.area_m2),
    rates_text: row.rates?.raw ?? null,
    rates_parsed: row.rates?.parsed ?? null,
    rates_currency: row.rates?.currency ?? null,
    derived: row.derived,
    possible_duplicate_of: row.possible_duplicate_of,
    observed_at: row.source_date,
    folded: normalizeText([name, address, city].filter((part) => part !== null).join(' ')),
  }
}
