import * as z from 'zod'
import type { Candidate, Origin, ParkRowInput } from '../row.ts'
import { parseCount, roundDegrees, parseText } from '../values.ts'
import { parseShape } from './geometry.ts'
import { parseHeight } from './heights.ts'

const Feature = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  properties: z.record(z.string(), z.unknown()),
  geometry: z.unknown(),
})

const kinds: Record<string, ParkRowInput['kind']> = {
  'multi-storey': 'garage',
  garage: 'garage',
  garages: 'garage',
  underground: 'underground',
  surface: 'surface',
  street_side: 'street',
  lane: 'street',
}
/** As a key of their own or before another: the car park is no more, or not yet. */
const goneWords = ['abandoned', 'construction', 'demolished', 'disused', 'proposed', 'razed', 'removed', 'was']
type Tags = Record<string, unknown>

function isGone(tags: Tags): boolean {
  if (/^(off|closed)$/i.test(parseText(tags['opening_hours']) ?? '')) return true
  // What else is gone (disused:shop=…, demolished:building=…) stood where the car park is now.
  return goneWords.some((word) => (tags[word] ?? 'no') !== 'no' || tags[`${word}:amenity`] === 'parking')
}

/** Who may drive in: what is said of cars goes before what is said of all. */
function findAccess(tags: Tags): string | null {
  for (const key of ['motorcar', 'motor_vehicle', 'vehicle', 'access']) {
    const [access, conditional] = [parseText(tags[key]), parseText(tags[`${key}:conditional`])]
    // At times somebody may: who and when is not told here.
    if (conditional !== null && (access === 'no' || access === null) && !/^(?:no|private)\s*@/.test(conditional))
      return null
    if (access !== null) return access
  }
  return null
}

/** Whether parking must be paid for, at least at times: "no" by day and "yes @ (Mo-Fr 08:00-18:00)" is not free. */
function parseFee(tags: Tags): boolean | null {
  const [fee, conditional] = [parseText(tags['fee']), parseText(tags['fee:conditional'])]
  if (fee === 'yes' || /^(?!no\b)[^@;]+@/i.test(conditional ?? '')) return true
  // An amount, or the hours in which it must be paid.
  if (fee !== null && /^\D{0,3}\d|^(?:mo|tu|we|th|fr|sa|su|ph)\b/i.test(fee))
    return !/^\D{0,3}0+(?:[.,]0+)?(?:\D|$)/.test(fee)
  return fee === 'no' ? false : null
}

const parseYesNo = (value: unknown) => (value === 'yes' ? true : value === 'no' ? false : null)

/** Reads GeoJSON of OpenStreetMap nodes, ways and relations. Tag values may be strings or numbers. */
export function readOsm(features: readonly unknown[], { source, source_date }: Origin): Candidate[] {
  return features.map((feature, index): Candidate => {
    const parsed = Feature.safeParse(feature)
    if (!parsed.success) return { source_id: `feature ${index + 1}`, refusal: 'bad_row' }
    const tags = parsed.data.properties
    const source_id = parseText(parsed.data.id ?? tags['@id'] ?? tags['id']) ?? `feature ${index + 1}`
    if (tags['leisure'] === 'park') return { source_id, refusal: 'leisure_park' }
    if (tags['amenity'] === 'bus_station') return { source_id, refusal: 'bus_terminal' }
    if (tags['shop'] === 'car') return { source_id, refusal: 'car_dealer' }
    if (tags['amenity'] === 'charging_station') return { source_id, refusal: 'charging_station_only' }
    if (isGone(tags)) return { source_id, refusal: 'closed' }
    if (tags['amenity'] !== 'parking') return { source_id, refusal: 'not_a_car_park' }
    const access = findAccess(tags)
    if (access === 'no') return { source_id, refusal: 'no_access' }
    const shape = parseShape(parsed.data.geometry)
    if (shape === undefined) return { source_id, refusal: 'missing_position' }
    const { lat, lng, area_m2 } = shape
    if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return { source_id, refusal: 'not_degrees' }
    const accessible = tags['capacity:disabled']
    const kind = kinds[String(tags['parking'])] ?? 'unknown'
    const street = [parseText(tags['addr:housenumber']), parseText(tags['addr:street'])].filter((part) => part !== null)
    const row: ParkRowInput = {
      source,
      source_id,
      name: parseText(tags['name']),
      kind,
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address: street.length === 0 ? null : street.join(' '),
      city: parseText(tags['addr:city']),
      capacity: parseCount(tags['capacity']) || null,
      opening_hours: parseText(tags['opening_hours']),
      access,
      fee: parseFee(tags),
      covered:
        kind === 'garage' || kind === 'underground' ? true : kind === 'surface' ? false : parseYesNo(tags['covered']),
      accessible_spaces: accessible === 'no' ? 0 : (parseCount(accessible) ?? null),
      accessible: parseYesNo(accessible),
      max_height: parseHeight(tags['maxheight']) ?? parseHeight(tags['maxheight:physical']),
      operator: parseText(tags['operator']),
      area_m2,
      source_date,
    }
    return { source_id, row }
  })
}
