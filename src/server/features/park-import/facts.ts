import { closeAtMidnight } from '#contract/parks/closing-times.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { findTimeZone } from '#server/features/places/time-zones.ts'
import { cleanNames } from './names.ts'
import type { ParkRow } from './row.ts'

/** The columns of a park that are set by its source only. */
export interface ParkFacts {
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

/** Median of 77 lots with a known capacity. Not applicable to garages, whose number of floors is unknown. */
const m2_per_space = 31.4
const singleLevelKinds = new Set(['surface', 'unknown', 'street'])
/** No car park on one level has more spaces on its area: a space alone takes 12 m². */
const least_m2_per_space = 12
/** The most that an area plausibly says; larger sites have trees, buildings and roads on them. */
const most_estimated = 1_500

/** Returns the recorded capacity or an estimate from the area, to two digits; neither where they can't be true. */
export function deriveCapacity({
  capacity,
  area_m2,
  kind,
}: Pick<ParkRow, 'capacity' | 'area_m2' | 'kind'>): Pick<ParkFacts, 'capacity' | 'capacity_is_estimate'> {
  const isMeasured = area_m2 !== null && singleLevelKinds.has(kind)
  if (capacity !== null && (!isMeasured || capacity <= area_m2 / least_m2_per_space))
    return { capacity, capacity_is_estimate: false }
  if (!isMeasured) return { capacity: null, capacity_is_estimate: false }
  const spaces = Math.min(most_estimated, Math.max(1, area_m2 / m2_per_space))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(spaces)) - 1)
  return { capacity: Math.floor(spaces / unit) * unit, capacity_is_estimate: true }
}

/** Canonical names of cities that sources spell differently; city taxes depend on them. */
const citySpellings: Record<string, Record<string, string>> = {
  'US-NY': {
    'New York City': 'New York',
    Manhattan: 'New York',
    'Washington Heights': 'New York',
    'The Bronx': 'Bronx',
  },
}

function normalizeCity({ city, state_code }: ParkRow): string | null {
  if (city === null) return null
  const isLower = city === city.toLowerCase()
  const capitalized = isLower ? city.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()) : city
  return citySpellings[state_code ?? '']?.[capitalized] ?? capitalized
}

const usePatterns: [use: string, pattern: RegExp][] = [
  ['airport', /\b(airport|aerodrome)\b/],
  ['station', /\b(station|amtrak|mbta|park and ride|park ride|metro)\b/],
  ['stadium', /\b(stadium|ballpark|arena)\b/],
]

/** Closing times at midnight, and hours that never end by their name. */
const simplifyHours = (text: string): string => {
  const hours = closeAtMidnight(text)
  return /^(?:Mo-Su )?(?:00:00|0:00)-24:00$/.test(hours) ? '24/7' : hours
}

/** Converts a checked row to the columns of `parks`. */
export function toFacts(row: ParkRow): ParkFacts {
  const { name, address } = cleanNames(row)
  const city = normalizeCity(row)
  const words = normalizeText(name ?? '')
  const opening_hours = row.opening_hours === null ? null : simplifyHours(row.opening_hours)
  const listIf = (amenity: Amenity, isPresent: boolean): Amenity[] => (isPresent ? [amenity] : [])
  // Values below 1.5 m are errors; values above 6 m limit no vehicle.
  const height = row.max_height !== null && row.max_height >= 1.5 && row.max_height <= 6 ? row.max_height : null
  return {
    name,
    kind: row.kind,
    uses: usePatterns.filter(([, pattern]) => pattern.test(words)).map(([use]) => use),
    city,
    address,
    lat: row.lat,
    lng: row.lng,
    timezone: findTimeZone(row.country_code as CountryCode, row.lat, row.lng, row.state_code),
    opening_hours,
    access: row.access,
    fee: row.fee,
    operator: row.operator,
    amenities: [
      ...listIf('covered', row.covered === true),
      ...listIf('ev', row.ev === true),
      ...listIf('accessible', row.accessible_spaces === null ? row.accessible === true : row.accessible_spaces > 0),
      ...listIf('open_24h', opening_hours === '24/7'),
    ],
    accessible_bays: row.accessible_spaces,
    max_height_cm: height === null ? null : Math.round(height * 100),
    ...deriveCapacity(row),
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
