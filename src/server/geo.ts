import { sql, type RawBuilder } from 'kysely'

export interface Point {
  lat: number
  lng: number
}

/** The mean radius of the Earth in metres (IUGG). */
const radius_m = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance in metres (haversine). */
export function distanceM(a: Point, b: Point): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const lng = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  const h = lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lng
  return 2 * radius_m * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The same distance in SQL: from a point, or from columns of another row, to the row aliased `p`. */
export const distanceTo = ({
  lat,
  lng,
}:
  | Point
  | {
      lat: RawBuilder<number>
      lng: RawBuilder<number>
    }): RawBuilder<number> => sql<number>`(2 * ${radius_m}::float8 * asin(least(1, sqrt(
  power(sin(radians(p.lat - ${lat}::float8) / 2), 2)
  + cos(radians(${lat}::float8)) * cos(radians(p.lat)) * power(sin(radians(p.lng - ${lng}::float8) / 2), 2)))))`

/** Rounds a distance to 0.1 m, the precision of responses. */
export const roundDistanceM = (distance_m: number): number => Math.round(distance_m * 10) / 10
