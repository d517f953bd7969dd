import { boxOf, cellsOf, deepest, quartersOf, tilesIn, type Tile } from './cells.ts'
import { firstAtLeast } from './dead.ts'
import type { Ranked } from './best.ts'
import type { Box, Cluster, Point } from './park-index.ts'
import type { Part } from './layout.ts'
import { areaOf, both, partedBox } from './region.ts'
import { countRows, eachRow, holdsRow, type Asked } from './select.ts'

/** Squares have an eighth of the side of a tile of 512 pixels. */
const finer = 3
/** No more squares than this in a box, whatever its zoom. */
const mostSquares = 4096
/** So few in a box are all shown alone; so few in a square are. */
const fewInBox = 200
const fewInSquare = 2
/** From so many rows of a square its middle is taken. */
const sample = 16

type Found = { total: number; clusters: Cluster[]; rows: Omit<Ranked, 'figure'>[] }
/** A question to a part, with the rows of it that stand in the square in hand. */
type Piece = { asked: Asked; from: number; to: number }

/** `asked` without the box; `box` is what the map shows. */
export function clustersIn(asked: readonly Asked[], box: Box, zoom: number): Found {
  const area = areaOf(box)
  const inBox = asked.map((one) => ({ ...one, region: both(area, one.region) }))
  const total = inBox.reduce((sum, one) => sum + countRows(one), 0)
  const found: Found = { total, clusters: [], rows: [] }
  if (total <= fewInBox) {
    showAlone(
      inBox.map((one) => ({ asked: one, from: 0, to: one.part.size })),
      found,
    )
    return found
  }
  const boxes = partedBox(box)
  const z = levelFor(boxes, zoom)
  const pieces = asked.map((one) => ({ asked: one, from: 0, to: one.part.size }))
  const edged = new Map(asked.map((one, index) => [one, inBox[index]!]))
  goInto({ z: 0, x: 0, y: 0 }, pieces, { boxes, z, edged, found })
  return found
}

function levelFor(boxes: readonly Box[], zoom: number): number {
  let z = Math.min(deepest, Math.max(0, Math.floor(zoom) + finer))
  while (z > 0 && boxes.reduce((sum, box) => sum + tilesIn(box, z), 0) > mostSquares) z -= 1
  return z
}

type Task = { boxes: readonly Box[]; z: number; edged: Map<Asked, Asked>; found: Found }

/** From square to quarter, with the rows of each: a square is one piece of the curve, its rows between two places. */
function goInto(tile: Tile, pieces: readonly Piece[], task: Task): void {
  const edges = boxOf(tile)
  const reach = task.boxes.map((box) => reachOf(edges, box))
  if (reach.every((one) => one === 'apart')) return
  if (tile.z < task.z) {
    for (const quarter of quartersOf(tile)) {
      const own = pieces.flatMap((piece) => narrowed(piece, quarter))
      if (own.length > 0) goInto(quarter, own, task)
    }
    return
  }
  const exact = reach.includes('within')
    ? pieces
    : pieces.map(({ asked, from, to }) => ({ asked: task.edged.get(asked)!, from, to }))
  const count = exact.reduce((sum, { asked, from, to }) => sum + countRows(asked, from, to), 0)
  if (count === 0) return
  if (count <= fewInSquare) showAlone(exact, task.found)
  else task.found.clusters.push({ cell: `${tile.z}/${tile.x}/${tile.y}`, box: edges, count, ...middleOf(exact, count) })
}

function narrowed({ asked, from, to }: Piece, tile: Tile): Piece[] {
  const [first, last] = cellsOf(tile)
  const begin = firstAtLeast(asked.part.cell, first, from, to)
  const end = firstAtLeast(asked.part.cell, last, begin, to)
  return begin === end ? [] : [{ asked, from: begin, to: end }]
}

/** Edges of squares are only as exact as rounding: what is this near to them is looked at park by park. */
const slack = 1e-9

function reachOf(square: Box, box: Box): 'apart' | 'within' | 'edge' {
  const isApart =
    square.west > box.east + slack ||
    square.east < box.west - slack ||
    square.south > box.north + slack ||
    square.north < box.south - slack
  if (isApart) return 'apart'
  // The Earth's own edges are exact.
  const isWithin =
    (square.west > box.west + slack || box.west === -180) &&
    (square.east < box.east - slack || box.east === 180) &&
    (square.south > box.south + slack || box.south === -90) &&
    (square.north < box.north - slack || box.north === 90)
  return isWithin ? 'within' : 'edge'
}

function showAlone(pieces: readonly Piece[], { rows }: Found): void {
  for (const { asked, from, to } of pieces) {
    eachRow(
      asked,
      (row) => {
        rows.push({ part: asked.part, row })
      },
      from,
      to,
    )
  }
}

/** The mean place of the rows; of many, of some that are taken evenly along the curve. */
function middleOf(pieces: readonly Piece[], count: number): Point {
  const rows = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  const step = count <= sample * 2 ? rows : Math.ceil(rows / sample)
  let lat = 0
  let lng = 0
  let taken = 0
  const add = (part: Part, row: number): void => {
    lat += part.lat[row]!
    lng += part.lng[row]!
    taken += 1
  }
  for (const { asked, from, to } of pieces) {
    for (let at = from; at < to; at += step) {
      // One of each step: the first that answers.
      if (step < rows && holdsRow(asked, at)) add(asked.part, at)
      else
        eachRow(
          asked,
          (row) => {
            add(asked.part, row)
            return step < rows
          },
          at,
          Math.min(to, at + step),
        )
    }
  }
  return { lat: lat / taken, lng: lng / taken }
}
