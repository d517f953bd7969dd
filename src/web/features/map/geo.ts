import type { Box } from '#contract/fields.ts'
import type { CountryCode } from '#contract/places/places.ts'

export interface Point {
  lat: number
  lng: number
}

const earth_m = 6_371_008.8
const radians = Math.PI / 180

/** Great-circle distance in metres. */
export function distanceBetween(a: Point, b: Point): number {
  const dLat = (b.lat - a.lat) * radians
  const dLng = (b.lng - a.lng) * radians
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLng / 2) ** 2
  return 2 * earth_m * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A circle as a closed ring of [lng, lat], clockwise from north. */
export function circleAround({ lat, lng }: Point, radius_m: number, corners = 96): [number, number][] {
  const dLat = radius_m / earth_m / radians
  const dLng = dLat / Math.max(0.01, Math.cos(lat * radians))
  return Array.from({ length: corners + 1 }, (_, n) => {
    const angle = (2 * Math.PI * (n % corners)) / corners
    return [lng + dLng * Math.sin(angle), lat + dLat * Math.cos(angle)]
  })
}

/** Where most of a country's people live: what a map of it shows. */
export const countryBoxes: Record<CountryCode, Box> = {
  NG: { west: 2.6, south: 4.1, east: 14.7, north: 13.9 },
  CA: { west: -125, south: 42, east: -60, north: 54 },
  SN: { west: -17.7, south: 12.2, east: -11.3, north: 16.8 },
  US: { west: -125, south: 24.5, east: -66.9, north: 49.4 },
}

/** The visible area of a map. */
export interface MapView {
  box: Box
  zoom: number
}

/** Normalises a box whose edges may exceed ±180°; a box wider than the earth becomes the whole earth. */
export function onEarth({ west, south, east, north }: Box): Box {
  const whole = east - west >= 360
  return {
    west: whole ? -180 : wrap(west),
    south: Math.max(-90, south),
    east: whole ? 180 : wrap(east),
    north: Math.min(90, north),
  }
}

/** The box to request for a view: slightly larger, on a grid, so that small moves repeat the request. */
export function snapBox({ box, zoom }: MapView): Box {
  const step = 180 / 2 ** Math.floor(zoom)
  const east = box.east < box.west ? box.east + 360 : box.east
  const down = (degrees: number) => Math.floor(degrees / step) * step
  const up = (degrees: number) => Math.ceil(degrees / step) * step
  return onEarth({ west: down(box.west), south: down(box.south), east: up(east), north: up(box.north) })
}

export function isInside({ west, south, east, north }: Box, { lat, lng }: Point): boolean {
  const between = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return between && lat >= south && lat <= north
}

/** The box with the same centre and twice the width and height. */
export function widened({ west, south, east, north }: Box): Box {
  const width = (east < west ? east + 360 : east) - west
  const height = north - south
  return onEarth({
    west: west - width / 2,
    south: south - height / 2,
    east: west + width * 1.5,
    north: north + height / 2,
  })
}

const wrap = (lng: number): number => (lng > 180 || lng < -180 ? ((((lng + 180) % 360) + 360) % 360) - 180 : lng)
