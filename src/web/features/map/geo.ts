export interface Point {
  lat: number
  lng: number
}

const earth_m = 6_371_008.8
const radians = Math.PI / 180

/** Metres between two points, along the sphere. */
export function distanceBetween(a: Point, b: Point): number {
  const dLat = (b.lat - a.lat) * radians
  const dLng = (b.lng - a.lng) * radians
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLng / 2) ** 2
  return 2 * earth_m * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A circle around a point as a closed ring of [lng, lat], from the north on clockwise. */
export function circleAround({ lat, lng }: Point, radius_m: number, corners = 96): [number, number][] {
  const dLat = radius_m / earth_m / radians
  const dLng = dLat / Math.max(0.01, Math.cos(lat * radians))
  return Array.from({ length: corners + 1 }, (_, n) => {
    const angle = (2 * Math.PI * (n % corners)) / corners
    return [lng + dLng * Math.sin(angle), lat + dLat * Math.cos(angle)]
  })
}
