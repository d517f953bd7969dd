import tzLookup from '@photostructure/tz-lookup'
import { countryZones } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import borders from '../../../../data/places/time-zones.json' with { type: 'json' }

/** Countries with a single time zone: no lookup needed, which can be wrong near borders and shores. */
const singleZoneCountries: readonly CountryCode[] = ['NG', 'SN']

const statesByZone: Record<string, string> = {
  'America/Edmonton': 'CA-AB CA-NT',
  'America/Winnipeg': 'CA-MB',
  'America/Moncton': 'CA-NB',
  'America/Halifax': 'CA-NS CA-PE',
  'America/Whitehorse': 'CA-YT',
  'America/New_York':
    'US-CT US-DC US-DE US-GA US-MA US-MD US-ME US-NC US-NH US-NJ US-NY US-OH US-PA US-RI US-SC US-VA US-VT US-WV',
  'America/Chicago': 'US-AR US-IA US-IL US-LA US-MN US-MO US-MS US-OK US-WI',
  'America/Denver': 'US-CO US-MT US-NM US-UT US-WY',
  'America/Los_Angeles': 'US-CA US-WA',
  'Pacific/Honolulu': 'US-HI',
}
/** States and provinces in which all places have the same time. */
const singleZoneStates = new Map(
  Object.entries(statesByZone).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
)

/**
 * States with several zones, in rows from south to north: the southern edge in degrees, then from west to east the number of
 * a zone, the longitude at which it ends, the next zone, and so on.
 */
interface Borders {
  zones: string[]
  rows: number[][]
}
const bordersByState = new Map(Object.entries(borders as Record<string, Borders>))

/** All of Alaska but the western Aleutian Islands. */
const findAlaskanZone = (lng: number): string => (lng < -169.5 || lng > 0 ? 'America/Adak' : 'America/Anchorage')

/**
 * Returns the IANA time zone of a place: that of its state (ISO 3166-2), and by its position where the state has several.
 * Without a state, that of the position, which is coarse near borders; on water, that of nearby land.
 */
export function findTimeZone(country: CountryCode, lat: number, lng: number, state: string | null = null): string {
  if (singleZoneCountries.includes(country)) return countryZones[country]
  const ofState = singleZoneStates.get(state ?? '')
  if (ofState !== undefined) return ofState
  if (state === 'US-AK') return findAlaskanZone(lng)
  const found = bordersByState.get(state ?? '')
  return found === undefined ? lookUpZone(lat, lng) : findInRows(found, lat, lng)
}

function findInRows({ zones, rows }: Borders, lat: number, lng: number): string {
  const row = rows.findLast(([south]) => south! <= lat) ?? rows[0]!
  let at = 1
  while (at + 1 < row.length && row[at + 1]! <= lng) at += 2
  return zones[row[at]!]!
}

function lookUpZone(lat: number, lng: number): string {
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
