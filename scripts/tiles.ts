/** West, south, east and north, in degrees. */
export type Bounds = readonly [number, number, number, number]

/** The northernmost latitude of the Web Mercator projection. */
const maxLatitude = 85.0511

/** Column and row of each tile that covers one of these areas, once. An area may reach across ±180°. */
export function tilesOf(areas: readonly Bounds[], zoom: number): [number, number][] {
  const count = 2 ** zoom
  const tiles = new Map<string, [number, number]>()
  for (const [west, south, east, north] of areas)
    for (let column = columnOf(west, zoom); column <= columnOf(east, zoom); column += 1)
      for (let y = rowOf(north, zoom); y <= rowOf(south, zoom); y += 1) {
        const x = ((column % count) + count) % count
        tiles.set(`${x}/${y}`, [x, y])
      }
  return [...tiles.values()]
}

const columnOf = (lng: number, zoom: number): number => Math.floor(((lng + 180) / 360) * 2 ** zoom)

/** Row of a latitude in the Web Mercator projection; the rows at the edges continue to the poles. */
function rowOf(lat: number, zoom: number): number {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180)
  const row = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom)
  return Math.max(0, Math.min(2 ** zoom - 1, row))
}

/** Where a PMTiles archive (version 3) has its bounds, which s2-pmtiles leaves empty and readers go by. */
export const boundsOffset = 102

/** The bounds as a PMTiles header has them. */
export function encodeBounds(bounds: Bounds): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(16))
  for (const [n, degrees] of bounds.entries()) bytes.setInt32(4 * n, Math.round(degrees * 1e7), true)
  return new Uint8Array(bytes.buffer)
}
