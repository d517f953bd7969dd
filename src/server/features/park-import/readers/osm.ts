import * as z from 'zod'
import { numberIn, roundDegrees, textIn } from '#server/features/park-import/values.ts'
import type { Candidate, Origin, ParkRowInput } from '#server/features/park-import/row.ts'

/** A third coordinate, the height, is let pass. */
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

/** On the equator of WGS 84. */
const metres_per_degree = 111_319.49
type Shape = { lat: number; lng: number; area_m2: number | null }

/** Area in square metres and centroid of a ring, on a plane that touches the earth there. */
function ringShape(ring: number[][]): { lat: number; lng: number; area_m2: number } {
  const [lng0, lat0] = ring[0] as [number, number]
  const narrowing = Math.cos((lat0 * Math.PI) / 180)
  const points = ring.map(([lng, lat]) => [(lng! - lng0) * narrowing, lat! - lat0] as const)
  let [twice, x, y] = [0, 0, 0]
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(index + 1) % points.length]!
    const cross = ax * by - bx * ay
    twice += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (Math.abs(twice) < 1e-14) return { lat: lat0, lng: lng0, area_m2: 0 }
  return {
    lat: lat0 + y / (3 * twice),
    lng: lng0 + x / (3 * twice) / narrowing,
    area_m2: (Math.abs(twice) / 2) * metres_per_degree ** 2,
  }
}

/** The position of the largest part, and the area of all parts without their holes. */
function shapeOf(geometry: z.infer<typeof Geometry>): Shape {
  if (geometry.type === 'Point') return { lng: geometry.coordinates[0]!, lat: geometry.coordinates[1]!, area_m2: null }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const parts = polygons.map(([outer, ...holes]) => {
    const shape = ringShape(outer!)
    return { ...shape, area_m2: shape.area_m2 - holes.reduce((sum, hole) => sum + ringShape(hole).area_m2, 0) }
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
const yesOrNo = (value: unknown) => (value === 'yes' ? true : value === 'no' ? false : null)

/** Heights in metres ("2.1", "2.1 m") or feet and inches ("6'10\""), as OSM has them; null in other words. */
function metresIn(value: unknown): number | null {
  const text = textIn(value)?.replace(/\s*m$/, '') ?? ''
  const feet = /^(\d+)'(?:(\d+)")?$/.exec(text)
  if (feet !== null) return Math.round(Number(feet[1]) * 30.48 + Number(feet[2] ?? 0) * 2.54) / 100
  return numberIn(text) ?? null
}

/** GeoJSON of OpenStreetMap: nodes, ways and relations with their tags, whose values are now text, now numbers. */
export function readOsm(features: readonly unknown[], { source, source_date }: Origin): Candidate[] {
  return features.map((given, index): Candidate => {
    const parsed = Feature.safeParse(given)
    if (!parsed.success) return { source_id: `feature ${index + 1}`, refusal: 'bad_row' }
    const tags = parsed.data.properties
    const source_id = textIn(parsed.data.id ?? tags['@id'] ?? tags['id']) ?? `feature ${index + 1}`
    if (tags['leisure'] === 'park') return { source_id, refusal: 'leisure_park' }
    if (tags['amenity'] === 'bus_station') return { source_id, refusal: 'bus_terminal' }
    if (tags['shop'] === 'car') return { source_id, refusal: 'car_dealer' }
    if (tags['amenity'] === 'charging_station') return { source_id, refusal: 'charging_station_only' }
    if (tags['amenity'] !== 'parking') return { source_id, refusal: 'not_a_car_park' }
    const geometry = Geometry.safeParse(parsed.data.geometry)
    if (!geometry.success) return { source_id, refusal: 'missing_position' }
    const { lat, lng, area_m2 } = shapeOf(geometry.data)
    const kind = kinds[String(tags['parking'])] ?? 'unknown'
    const street = [textIn(tags['addr:housenumber']), textIn(tags['addr:street'])].filter((part) => part !== null)
    const row: ParkRowInput = {
      source,
      source_id,
      name: textIn(tags['name']),
      kind,
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address: street.length === 0 ? null : street.join(' '),
      city: textIn(tags['addr:city']),
      // "approx. 110" is no count.
      capacity: numberIn(tags['capacity']) || null,
      opening_hours: textIn(tags['opening_hours']),
      access: textIn(tags['access']),
      fee: yesOrNo(tags['fee']),
      covered:
        kind === 'garage' || kind === 'underground' ? true : kind === 'surface' ? false : yesOrNo(tags['covered']),
      accessible_spaces: numberIn(tags['capacity:disabled']) ?? null,
      max_height: metresIn(tags['maxheight']),
      operator: textIn(tags['operator']),
      area_m2,
      source_date,
    }
    return { source_id, row }
  })
}
