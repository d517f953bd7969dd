import * as z from 'zod'
import { parseCount, roundDegrees, parseText } from '#server/features/park-import/values.ts'
import type { Candidate, Origin, ParkRowInput } from '#server/features/park-import/row.ts'

/** Positions may have a third coordinate (height). */
const Point = z.array(z.number()).min(2)
const Ring = z.array(Point).min(1)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Point }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)).min(1) }),
])
const Feature = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  properties: z.record(z.string(), z.unknown()),
  geometry: z.unknown(),
})

/** At the equator (WGS 84). */
const metres_per_degree = 111_319.49
type Shape = { lat: number; lng: number; area_m2: number | null }

/** Returns the area in m² and the centroid of a ring, on a local plane. */
function calculateRingShape(ring: number[][]): { lat: number; lng: number; area_m2: number } {
  const [lng0, lat0] = ring[0] as [number, number]
  const lngScale = Math.cos((lat0 * Math.PI) / 180)
  const points = ring.map(([lng, lat]) => [(lng! - lng0) * lngScale, lat! - lat0] as const)
  let [doubleArea, x, y] = [0, 0, 0]
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(index + 1) % points.length]!
    const cross = ax * by - bx * ay
    doubleArea += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (Math.abs(doubleArea) < 1e-14) return { lat: lat0, lng: lng0, area_m2: 0 }
  return {
    lat: lat0 + y / (3 * doubleArea),
    lng: lng0 + x / (3 * doubleArea) / lngScale,
    area_m2: (Math.abs(doubleArea) / 2) * metres_per_degree ** 2,
  }
}

/** Returns the centroid of the largest part and the total area without holes. */
function calculateShape(geometry: z.infer<typeof Geometry>): Shape {
  if (geometry.type === 'Point') return { lng: geometry.coordinates[0]!, lat: geometry.coordinates[1]!, area_m2: null }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const parts = polygons.map(([outer, ...holes]) => {
    const shape = calculateRingShape(outer!)
    return { ...shape, area_m2: shape.area_m2 - holes.reduce((sum, hole) => sum + calculateRingShape(hole).area_m2, 0) }
  })
  const largest = parts.reduce((a, b) => (b.area_m2 > a.area_m2 ? b : a))
  return { ...largest, area_m2: Math.round(parts.reduce((sum, part) => sum + part.area_m2, 0)) }
}

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

const feetAndInches =
  /^(\d{1,2}(?:\.\d+)?)\s*(?:'|′|’|ft|feet|foot)\.?(?:[\s-]*(\d{1,2}(?:\.\d+)?)\s*(?:"|″|”|''|in|inch|inches)?\.?)?$/i
const metres = /^(\d{1,2}(?:[.,]\d+)?)\s*(?:m|metres?|meters?)?\.?$/i
const centimetres = /^(\d{3})\s*cm$/i

/**
 * Parses a height ("2.1", "2,1 m", "210 cm", "6'10\"", "6 ft 10 in") to metres; null for words ("default", "none",
 * "below_default", "no_sign") and for what is no height.
 */
function parseHeight(value: unknown): number | null {
  const text = parseText(value) ?? ''
  const [, feet, inches = '0'] = feetAndInches.exec(text) ?? []
  if (feet !== undefined)
    return Number(inches) >= 12 ? null : Math.round(Number(feet) * 30.48 + Number(inches) * 2.54) / 100
  const [, whole] = centimetres.exec(text) ?? []
  if (whole !== undefined) return Number(whole) / 100
  const [, written] = metres.exec(text) ?? []
  return written === undefined ? null : Number(written.replace(',', '.'))
}

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
    const geometry = Geometry.safeParse(parsed.data.geometry)
    if (!geometry.success) return { source_id, refusal: 'missing_position' }
    const { lat, lng, area_m2 } = calculateShape(geometry.data)
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
