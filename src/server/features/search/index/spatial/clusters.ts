import { toSquareId, type Tile } from '#contract/parks/map-square.ts'
import type { Ranked } from '../ranking/ranked-heap.ts'
import { countRows, eachRow, type PartQuery } from '../selection/select.ts'
import type { Part } from '../storage/layout.ts'
import { lowerBound } from '../storage/tombstones.ts'
import type { Box, Cluster } from '../types.ts'
import { cellsOf, maxZoom, quartersOf, rangeOf, tilesIn, type CellRange } from './cells.ts'
import { findCentroid, type RowRange } from './centroid.ts'
import { boxRegion, intersectRegions, splitBox } from './region.ts'

/** How many zoom levels squares are finer than the map's 512-pixel tiles: their side is an eighth of a tile's. */
const finerZooms = 3
/** Maximum number of squares in a box at any zoom. */
const maxSquares = 4096
/** Up to this number of parks in a box, or in a square, are returned without clustering. */
const maxSinglesInBox = 200
const maxSinglesInSquare = 2
/** With more marks than this, squares are twice as wide: a map that full of numbers is hard to read and hard to tap. */
const maxMarks = 120

interface ClusterResult {
  total: number
  clusters: Cluster[]
  rows: Omit<Ranked, 'figure'>[]
}

/** Returns clusters and single parks of `box`. `queries` don't include the box. */
export function clustersIn(queries: readonly PartQuery[], box: Box, zoom: number): ClusterResult {
  const area = boxRegion(box)
  const inBox = queries.map((query) => ({ ...query, region: intersectRegions(area, query.region) }))
  const countInBox = inBox.reduce(
    (sum, entry) => (sum > maxSinglesInBox ? sum : sum + countRows(entry, 0, entry.part.size, maxSinglesInBox)),
    0,
  )
  if (countInBox <= maxSinglesInBox) {
    const result: ClusterResult = { total: countInBox, clusters: [], rows: [] }
    for (const entry of inBox) addSingles({ query: entry, from: 0, to: entry.part.size }, result)
    return result
  }
  const ranges = splitBox(box).map(rangeOf)
  const z = levelFor(ranges, zoom)
  const fine = new Descent(queries, inBox, ranges, z, maxMarks).run()
  return fine ?? new Descent(queries, inBox, ranges, Math.max(0, z - 1), Infinity).run()!
}

function levelFor(ranges: readonly CellRange[], zoom: number): number {
  let z = Math.min(maxZoom, Math.max(0, Math.floor(zoom) + finerZooms))
  while (z > 0 && ranges.reduce((sum, range) => sum + tilesIn(range, z), 0) > maxSquares) z -= 1
  return z
}

/** Descends from a square to its quarters with their row ranges: a square is one interval of the curve. */
class Descent {
  readonly #queries: readonly PartQuery[]
  readonly #inBox: readonly PartQuery[]
  readonly #ranges: readonly CellRange[]
  readonly #z: number
  readonly #maxMarks: number
  readonly #result: ClusterResult = { total: 0, clusters: [], rows: [] }
  /** For each level and part: the five row numbers that bound the four quarters of a square. */
  readonly #places: Uint32Array

  constructor(
    queries: readonly PartQuery[],
    inBox: readonly PartQuery[],
    ranges: readonly CellRange[],
    z: number,
    maxMarks: number,
  ) {
    this.#queries = queries
    this.#inBox = inBox
    this.#ranges = ranges
    this.#z = z
    this.#maxMarks = maxMarks
    this.#places = new Uint32Array((z + 1) * queries.length * 5)
  }

  /** Returns the clusters and single parks of zoom `z`, or undefined if they are more than `maxMarks`. */
  run(): ClusterResult | undefined {
    this.#into(
      { z: 0, x: 0, y: 0 },
      this.#queries.flatMap(({ part }) => [0, part.size]),
    )
    return this.#isFull() ? undefined : this.#result
  }

  #isFull(): boolean {
    return this.#result.clusters.length + this.#result.rows.length > this.#maxMarks
  }

  /** `rows`: start and end row for each part. */
  #into(tile: Tile, rows: ArrayLike<number>): void {
    if (this.#isFull() || reachOf(tile, this.#ranges) === 'apart') return
    if (tile.z === this.#z) this.#show(tile, rows)
    else this.#part(tile, rows)
  }

  #part(tile: Tile, rows: ArrayLike<number>): void {
    const [first, last] = cellsOf(tile)
    const piece = (last - first) / 4
    const places = this.#places.subarray(tile.z * this.#queries.length * 5, (tile.z + 1) * this.#queries.length * 5)
    for (let part = 0; part < this.#queries.length; part += 1) {
      const own = this.#queries[part]!.part
      const at = part * 5
      const to = rows[part * 2 + 1]!
      places[at] = rows[part * 2]!
      for (let n = 1; n < 4; n += 1) places[at + n] = firstOfCell(own, first + piece * n, places[at + n - 1]!, to)
      places[at + 4] = to
    }
    for (const quarter of quartersOf(tile)) {
      const n = (cellsOf(quarter)[0] - first) / piece
      let count = 0
      for (let at = n; at < places.length; at += 5) count += places[at + 1]! - places[at]!
      if (count > 0) this.#into(quarter, this.#rowsIn(places, n))
    }
  }

  #rowsIn(places: Uint32Array, n: number): ArrayLike<number> {
    if (places.length === 5) return [places[n]!, places[n + 1]!]
    const rows: number[] = []
    for (let at = n; at < places.length; at += 5) rows.push(places[at]!, places[at + 1]!)
    return rows
  }

  #show(tile: Tile, rows: ArrayLike<number>): void {
    const queries = reachOf(tile, this.#ranges) === 'within' ? this.#queries : this.#inBox
    let count = 0
    for (let part = 0; part < queries.length; part += 1)
      count += countRows(queries[part]!, rows[part * 2]!, rows[part * 2 + 1]!)
    if (count === 0) return
    this.#result.total += count
    const pieces: RowRange[] = []
    for (let part = 0; part < queries.length; part += 1)
      if (rows[part * 2]! < rows[part * 2 + 1]!)
        pieces.push({ query: queries[part]!, from: rows[part * 2]!, to: rows[part * 2 + 1]! })
    if (count <= maxSinglesInSquare) {
      for (const piece of pieces) addSingles(piece, this.#result)
      return
    }
    const { lat, lng } = findCentroid(pieces, count)
    this.#result.clusters.push({ square: toSquareId(tile), count, lat, lng })
  }
}

/** Interval of rows whose cells are copied to a separate column, small enough to stay in the CPU cache. */
const step = 64

/** Returns the first row in [`from`, `to`) whose cell is not before `cell`. */
function firstOfCell(part: Part, cell: number, from: number, to: number): number {
  if (to - from < 2 * step) return lowerBound(part.cell, cell, from, to)
  const steps = sampledCells(part)
  const first = Math.ceil(from / step)
  const above = lowerBound(steps, cell, first, Math.floor((to - 1) / step) + 1)
  return lowerBound(part.cell, cell, Math.max(from, (above - 1) * step), Math.min(to, above * step))
}

const sampledCells = (part: Part): Float64Array =>
  (part.steps ??= Float64Array.from({ length: Math.ceil(part.size / step) }, (_, n) => part.cell[n * step]!))

/** In cells. Squares closer than this to an edge are tested park by park, because cells are rounded degrees. */
const edgeTolerance = 1

function reachOf({ z, x, y }: Tile, ranges: readonly CellRange[]): 'apart' | 'within' | 'edge' {
  const side = 2 ** (maxZoom - z)
  const [west, east, north, south] = [x * side, (x + 1) * side - 1, y * side, (y + 1) * side - 1]
  let isTouched = false
  for (const range of ranges) {
    if (west > range.east + edgeTolerance || east < range.west - edgeTolerance) continue
    if (north > range.south + edgeTolerance || south < range.north - edgeTolerance) continue
    isTouched = true
    const isAcross = west > range.west + edgeTolerance && east < range.east - edgeTolerance
    if (isAcross && north > range.north + edgeTolerance && south < range.south - edgeTolerance) return 'within'
  }
  return isTouched ? 'edge' : 'apart'
}

function addSingles({ query, from, to }: RowRange, { rows }: ClusterResult): void {
  eachRow(
    query,
    (row) => {
      rows.push({ part: query.part, row })
    },
    from,
    to,
  )
}
