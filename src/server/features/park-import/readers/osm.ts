import * as z from 'zod'
import { parseNumber, roundDegrees, parseText } from '#server/features/park-import/values.ts'
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
const parseYesNo = (value: unknown) => (value === 'yes' ? true : value === 'no' ? false : null)

/** Parses metres ("2.1", "2.1 m") or feet and inches ("6'10\"") to metres; null for other values. */
function parseMetres(value: unknown): number | null {
  const text = parseText(value)?.replace(/\s*m$/, '') ?? ''
  const feet = /^(\d+)'(?:(\d+)")?$/.exec(text)
  if (feet !== null) return Math.round(Number(feet[1]) * 30.48 + Number(feet[2] ?? 0) * 2.54) / 100
  return parseNumber(text) ?? null
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
    if (tags['amenity'] !== 'parking') return { source_id, refusal: 'not_a_car_park' }
    const geometry = Geometry.safeParse(parsed.data.geometry)
    if (!geometry.success) return { source_id, refusal: 'missing_position' }
    const { lat, lng, area_m2 } = calculateShape(geometry.data)
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
      // Values such as "approx. 110" are ignored.
      capacity: parseNumber(tags['capacity']) || null,
      opening_hours: parseText(tags['opening_hours']),
      access: parseText(tags['access']),
      fee: parseYesNo(tags['fee']),
      covered:
        kind === 'garage' || kind === 'underground' ? true : kind === 'surface' ? false : parseYesNo(tags['covered']),
      accessible_spaces: parseNumber(tags['capacity:disabled']) ?? null,
      max_height: parseMetres(tags['maxheight']),
      operator: parseText(tags['operator']),
      area_m2,
      source_date,
    }
    return { source_id, row }
  })
}
