import type { Box } from '#contract/fields.ts'

/** A tile of the web's Mercator maps: zoom, column from the west, row from the north. */
export interface Tile {
  z: number
  x: number
  y: number
}

const latOfRow = (row: number, tiles: number) =>
  row === 0 ? 90 : row === tiles ? -90 : (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI

/** Returns a tile's edges in degrees. The first and last rows reach the poles. */
export function edgesOfTile({ z, x, y }: Tile): Box {
  const tiles = 2 ** z
  return {
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
    north: latOfRow(y, tiles),
    south: latOfRow(y + 1, tiles),
  }
}

/** Returns the ID of a cluster's square: `zoom/column/row`. */
export const toSquareId = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`

/** Returns the edges of a cluster's square in degrees. */
export function edgesOfSquare(id: string): Box {
  const [z, x, y] = id.split('/').map(Number) as [number, number, number]
  return edgesOfTile({ z, x, y })
}
