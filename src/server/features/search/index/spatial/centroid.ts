import type { Part } from '#server/features/search/index/storage/layout.ts'
import type { Point } from '#server/features/search/index/types.ts'
import { eachRow, firstRow, type PartQuery } from '#server/features/search/index/selection/select.ts'
import { AllRows } from '#server/features/search/index/selection/selection.ts'
import { leafRows } from './tree-shape.ts'

/** A question to a part, with the rows of it that stand in the square in hand. */
export type RowRange = { asked: PartQuery; from: number; to: number }

/** From so many rows of a square its middle is taken, where not all of them count. */
const sample = 16

/** The mean place of the `count` rows that answer; of many in a part of them, of some that are taken evenly along the curve. */
export function findCentroid(pieces: readonly RowRange[], count: number): Point {
  const isWhole = pieces.every(({ asked }) => asked.selection instanceof AllRows && asked.region === undefined)
  return isWhole ? meanOf(pieces, count) : sampledMiddle(pieces, count)
}

function meanOf(pieces: readonly RowRange[], count: number): Point {
  let lat = 0
  let lng = 0
  for (const { asked, from, to } of pieces) {
    const { part } = asked
    lat += sumOf(part, 0, from, to)
    lng += sumOf(part, 1, from, to)
    if (part.tombstones.size === 0) continue
    for (const row of part.tombstones.between(from, to)) {
      lat -= part.lat[row]!
      lng -= part.lng[row]!
    }
  }
  return { lat: lat / count, lng: lng / count }
}

/** Of a column (0 the latitude, 1 the longitude): whole leaves from the sums, what is over at both ends row by row. */
function sumOf(part: Part, column: 0 | 1, from: number, to: number): number {
  const values = column === 0 ? part.lat : part.lng
  const first = Math.ceil(from / leafRows)
  const last = Math.floor(to / leafRows)
  let sum = 0
  if (first >= last) {
    for (let row = from; row < to; row += 1) sum += values[row]!
    return sum
  }
  const sums = sumsOf(part)
  sum = sums[last * 2 + column]! - sums[first * 2 + column]!
  for (let row = from; row < first * leafRows; row += 1) sum += values[row]!
  for (let row = last * leafRows; row < to; row += 1) sum += values[row]!
  return sum
}

/** Of both columns the sums of all rows before each leaf. */
function sumsOf(part: Part): Float64Array {
  if (part.sums !== undefined) return part.sums
  const { lat, lng, size } = part
  const sums = new Float64Array((Math.floor(size / leafRows) + 1) * 2)
  let [north, east] = [0, 0]
  for (let row = 0; row < size; row += 1) {
    if (row % leafRows === 0) sums.set([north, east], (row / leafRows) * 2)
    north += lat[row]!
    east += lng[row]!
  }
  if (size % leafRows === 0) sums.set([north, east], (size / leafRows) * 2)
  return (part.sums = sums)
}

function sampledMiddle(pieces: readonly RowRange[], count: number): Point {
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
    if (step === rows) eachRow(asked, (row) => add(asked.part, row), from, to)
    else
      for (let at = from; at < to; at += step) {
        const row = firstRow(asked, at, Math.min(to, at + step))
        if (row !== -1) add(asked.part, row)
      }
  }
  return { lat: lat / taken, lng: lng / taken }
}
