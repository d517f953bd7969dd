import { cellsOf, deepest, Edges, quartersOf, rangeOf, tilesIn, type CellRange, type Tile } from './cells.ts'
import { lowerBound } from '#server/features/search/index/storage/tombstones.ts'
import type { Ranked } from '#server/features/search/index/ranking/ranked-heap.ts'
import { findCentroid, type RowRange } from './centroid.ts'
import type { Part } from '#server/features/search/index/storage/layout.ts'
import type { Box, Cluster } from '#server/features/search/index/types.ts'
import { boxRegion, intersectRegions, splitBox } from './region.ts'
import { countRows, eachRow, type PartQuery } from '#server/features/search/index/selection/select.ts'

/** Squares have an eighth of the side of a tile of 512 pixels. */
const finer = 3
/** No more squares than this in a box, whatever its zoom. */
const mostSquares = 4096
/** So few in a box are all shown alone; so few in a square are. */
const fewInBox = 200
const fewInSquare = 2

type Found = { total: number; clusters: Cluster[]; rows: Omit<Ranked, 'figure'>[] }

/** `asked` without the box; `box` is what the map shows. */
export function clustersIn(asked: readonly PartQuery[], box: Box, zoom: number): Found {
  const area = boxRegion(box)
  const inBox = asked.map((one) => ({ ...one, region: intersectRegions(area, one.region) }))
  const few = inBox.reduce((sum, one) => (sum > fewInBox ? sum : sum + countRows(one, 0, one.part.size, fewInBox)), 0)
  if (few <= fewInBox) {
    const found: Found = { total: few, clusters: [], rows: [] }
    for (const one of inBox) showAlone({ asked: one, from: 0, to: one.part.size }, found)
    return found
  }
  const found: Found = { total: 0, clusters: [], rows: [] }
  const ranges = splitBox(box).map(rangeOf)
  const z = levelFor(ranges, zoom)
  new Descent(asked, inBox, ranges, z, found).from({ z: 0, x: 0, y: 0 })
  return found
}

function levelFor(ranges: readonly CellRange[], zoom: number): number {
  let z = Math.min(deepest, Math.max(0, Math.floor(zoom) + finer))
  while (z > 0 && ranges.reduce((sum, range) => sum + tilesIn(range, z), 0) > mostSquares) z -= 1
  return z
}

/** From square to quarter, with the rows of each: a square is one piece of the curve, its rows between two places. */
class Descent {
  readonly #asked: readonly PartQuery[]
  readonly #inBox: readonly PartQuery[]
  readonly #ranges: readonly CellRange[]
  readonly #z: number
  readonly #found: Found
  readonly #edges: Edges
  /** For each level and part the five places between which the rows of the four pieces of a square stand. */
  readonly #places: Uint32Array

  constructor(
    asked: readonly PartQuery[],
    inBox: readonly PartQuery[],
    ranges: readonly CellRange[],
    z: number,
    found: Found,
  ) {
    this.#asked = asked
    this.#inBox = inBox
    this.#ranges = ranges
    this.#z = z
    this.#found = found
    this.#edges = new Edges(z)
    this.#places = new Uint32Array((z + 1) * asked.length * 5)
  }

  from(tile: Tile): void {
    const rows = this.#asked.flatMap(({ part }) => [0, part.size])
    this.#into(tile, rows)
  }

  /** `rows` from where to where, for each part. */
  #into(tile: Tile, rows: ArrayLike<number>): void {
    if (reachOf(tile, this.#ranges) === 'apart') return
    if (tile.z === this.#z) this.#show(tile, rows)
    else this.#part(tile, rows)
  }

  #part(tile: Tile, rows: ArrayLike<number>): void {
    const [first, last] = cellsOf(tile)
    const piece = (last - first) / 4
    const places = this.#places.subarray(tile.z * this.#asked.length * 5, (tile.z + 1) * this.#asked.length * 5)
    for (let part = 0; part < this.#asked.length; part += 1) {
      const own = this.#asked[part]!.part
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
    const asked = reachOf(tile, this.#ranges) === 'within' ? this.#asked : this.#inBox
    let count = 0
    for (let part = 0; part < asked.length; part += 1)
      count += countRows(asked[part]!, rows[part * 2]!, rows[part * 2 + 1]!)
    if (count === 0) return
    this.#found.total += count
    const pieces: RowRange[] = []
    for (let part = 0; part < asked.length; part += 1)
      if (rows[part * 2]! < rows[part * 2 + 1]!)
        pieces.push({ asked: asked[part]!, from: rows[part * 2]!, to: rows[part * 2 + 1]! })
    if (count <= fewInSquare) {
      for (const piece of pieces) showAlone(piece, this.#found)
      return
    }
    const { lat, lng } = findCentroid(pieces, count)
    const { z, x, y } = tile
    this.#found.clusters.push({ cell: `${z}/${x}/${y}`, box: this.#edges.of(tile), count, lat, lng })
  }
}

/** Rows of which every one has its cell also kept apart: in a column this small a search stays in the processor's memory. */
const step = 64

/** The first of the rows `from` to `to` whose cell is not before `cell`. */
function firstOfCell(part: Part, cell: number, from: number, to: number): number {
  if (to - from < 2 * step) return lowerBound(part.cell, cell, from, to)
  const steps = stepsOf(part)
  const first = Math.ceil(from / step)
  const above = lowerBound(steps, cell, first, Math.floor((to - 1) / step) + 1)
  return lowerBound(part.cell, cell, Math.max(from, (above - 1) * step), Math.min(to, above * step))
}

const stepsOf = (part: Part): Float64Array =>
  (part.steps ??= Float64Array.from({ length: Math.ceil(part.size / step) }, (_, n) => part.cell[n * step]!))

/** By cells, which order as degrees do; what is this near to an edge is looked at park by park. */
const slack = 1

function reachOf({ z, x, y }: Tile, ranges: readonly CellRange[]): 'apart' | 'within' | 'edge' {
  const side = 2 ** (deepest - z)
  const [west, east, north, south] = [x * side, (x + 1) * side - 1, y * side, (y + 1) * side - 1]
  let isTouched = false
  for (const range of ranges) {
    if (west > range.east + slack || east < range.west - slack) continue
    if (north > range.south + slack || south < range.north - slack) continue
    isTouched = true
    const isAcross = west > range.west + slack && east < range.east - slack
    if (isAcross && north > range.north + slack && south < range.south - slack) return 'within'
  }
  return isTouched ? 'edge' : 'apart'
}

function showAlone({ asked, from, to }: RowRange, { rows }: Found): void {
  eachRow(
    asked,
    (row) => {
      rows.push({ part: asked.part, row })
    },
    from,
    to,
  )
}
