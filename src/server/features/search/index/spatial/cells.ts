import type { Tile } from '#contract/parks/map-square.ts'
import type { Box } from '../types.ts'

/** Bits per axis: cells of 0.6 m at the equator. Cell numbers (twice as many bits) are exact in a double. */
export const maxZoom = 26
const side = 2 ** maxZoom
const top = side - 1

const clamped = (fraction: number) => Math.min(top, Math.max(0, Math.floor(fraction * side)))
const xOf = (lng: number) => clamped((lng + 180) / 360)

/** Web Mercator row from the north; latitudes beyond its range fall into the first or last row. */
function yOf(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180)
  return clamped(0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI))
}

/**
 * Returns a point's position on a Hilbert curve: close on the curve is close on the map, and each tile is one interval.
 */
export const cellOf = (lat: number, lng: number): number => alongCurve(maxZoom, xOf(lng), yOf(lat))

function alongCurve(bits: number, x: number, y: number): number {
  let high = 0
  let low = 0
  for (let bit = bits - 1; bit >= 0; bit -= 1) {
    const right = (x >> bit) & 1
    const down = (y >> bit) & 1
    const quarter = (3 * right) ^ down
    if (bit >= 13) high = (high << 2) | quarter
    else low = (low << 2) | quarter
    if (down === 0) {
      if (right === 1) {
        x = ~x
        y = ~y
      }
      const swapped = x
      x = y
      y = swapped
    }
  }
  return high * 4 ** Math.min(bits, 13) + low
}

/** Returns a tile's interval on the curve: its first cell and the one after its last. */
export function cellsOf({ z, x, y }: Tile): [number, number] {
  const length = 4 ** (maxZoom - z)
  const first = alongCurve(z, x, y) * length
  return [first, first + length]
}

export const quartersOf = ({ z, x, y }: Tile): Tile[] =>
  [0, 1, 2, 3].map((quarter) => ({ z: z + 1, x: x * 2 + (quarter & 1), y: y * 2 + (quarter >> 1) }))

/** Cell columns and rows of a box, edges included; beyond all cells where the box reaches the edge of the map. */
export type CellRange = Box

export const rangeOf = ({ west, south, east, north }: Box): CellRange => ({
  west: west === -180 ? -side : xOf(west),
  east: east === 180 ? 2 * side : xOf(east),
  north: north === 90 ? -side : yOf(north),
  south: south === -90 ? 2 * side : yOf(south),
})

/** Returns the number of tiles of a zoom that a box (west before east) touches. */
export function tilesIn({ west, south, east, north }: CellRange, z: number): number {
  const scale = 2 ** (maxZoom - z)
  const across = (from: number, to: number) =>
    Math.floor(Math.min(top, to) / scale) - Math.floor(Math.max(0, from) / scale) + 1
  return across(west, east) * across(north, south)
}
