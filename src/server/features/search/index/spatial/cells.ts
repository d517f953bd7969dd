import type { Box } from '#server/features/search/index/types.ts'

/** Bits of a side: cells of 0.6 m at the equator. Two sides of it are still exact in a double. */
export const deepest = 26
const side = 2 ** deepest
const top = side - 1

const clamped = (fraction: number) => Math.min(top, Math.max(0, Math.floor(fraction * side)))
const xOf = (lng: number) => clamped((lng + 180) / 360)

/** Web Mercator from the north; what it does not reach stands in its first or last row. */
function yOf(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180)
  return clamped(0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI))
}

/** The place of a point along a Hilbert curve: near along it is near on the map, and each square of a map is one piece. */
export const cellOf = (lat: number, lng: number): number => alongCurve(deepest, xOf(lng), yOf(lat))

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

export type Tile = { z: number; x: number; y: number }

/** The piece of the curve in a tile: from the first cell to the one after the last. */
export function cellsOf({ z, x, y }: Tile): [number, number] {
  const length = 4 ** (deepest - z)
  const first = alongCurve(z, x, y) * length
  return [first, first + length]
}

export const quartersOf = ({ z, x, y }: Tile): Tile[] =>
  [0, 1, 2, 3].map((quarter) => ({ z: z + 1, x: x * 2 + (quarter & 1), y: y * 2 + (quarter >> 1) }))

const latOf = (row: number, tiles: number) =>
  row === 0 ? 90 : row === tiles ? -90 : (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI

/** The edges of tiles of one zoom in degrees; the first and last rows reach the poles. */
export class Edges {
  readonly #tiles: number
  /** Of the rows that were asked for: working them out takes longer than looking them up. */
  readonly #lats = new Map<number, number>()

  constructor(z: number) {
    this.#tiles = 2 ** z
  }

  of({ x, y }: Tile): Box {
    const tiles = this.#tiles
    return {
      west: (x / tiles) * 360 - 180,
      east: ((x + 1) / tiles) * 360 - 180,
      north: this.#lat(y),
      south: this.#lat(y + 1),
    }
  }

  #lat(row: number): number {
    const known = this.#lats.get(row)
    if (known !== undefined) return known
    const lat = latOf(row, this.#tiles)
    this.#lats.set(row, lat)
    return lat
  }
}

export const boxOf = (tile: Tile): Box => new Edges(tile.z).of(tile)

/** The columns and rows of cells of a box, edges included; where it reaches an edge of the Earth, beyond all cells. */
export type CellRange = Box

export const rangeOf = ({ west, south, east, north }: Box): CellRange => ({
  west: west === -180 ? -side : xOf(west),
  east: east === 180 ? 2 * side : xOf(east),
  north: north === 90 ? -side : yOf(north),
  south: south === -90 ? 2 * side : yOf(south),
})

/** How many tiles of a zoom a box (west before east) touches. */
export function tilesIn({ west, south, east, north }: CellRange, z: number): number {
  const scale = 2 ** (deepest - z)
  const across = (from: number, to: number) =>
    Math.floor(Math.min(top, to) / scale) - Math.floor(Math.max(0, from) / scale) + 1
  return across(west, east) * across(north, south)
}
