import * as z from 'zod'

/** Positions may have a third coordinate (height). */
const Point = z.array(z.number()).min(2)
const Ring = z.array(Point).min(1)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Point }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)).min(1) }),
])

/** At the equator (WGS 84). */
const metres_per_degree = 111_319.49
export interface Shape {
  lat: number
  lng: number
  area_m2: number | null
}

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

/** The shape of a GeoJSON geometry: a point, or areas; undefined for others. */
export function parseShape(geometry: unknown): Shape | undefined {
  const parsed = Geometry.safeParse(geometry)
  return parsed.success ? calculateShape(parsed.data) : undefined
}
