import { eachRow, firstRow, type PartQuery } from '../selection/select.ts'
import { AllRows } from '../selection/selection.ts'
import type { Part } from '../storage/layout.ts'
import type { Point } from '../types.ts'
import { leafRows } from './tree-shape.ts'

/** A query of a part, limited to the rows of one map square. */
export interface RowRange {
  query: PartQuery
  from: number
  to: number
}

/** Number of rows sampled for the centroid of a square. */
const sample = 16

/**
 * Returns the mean position of the `count` matching rows. Large filtered squares use a sample sampled evenly along the
 * curve.
 */
export function findCentroid(pieces: readonly RowRange[], count: number): Point {
  const isUnfiltered = pieces.every(({ query }) => query.selection instanceof AllRows && query.region === undefined)
  return isUnfiltered ? meanOf(pieces, count) : sampleMean(pieces, count)
}

function meanOf(pieces: readonly RowRange[], count: number): Point {
  let lat = 0
  let lng = 0
  for (const { query, from, to } of pieces) {
    const { part } = query
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

/** Sums a column (0: latitude, 1: longitude): whole leaves from prefix sums, the rows at both ends one by one. */
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

/** Returns prefix sums of both columns before each leaf, cached on the part. */
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

function sampleMean(pieces: readonly RowRange[], count: number): Point {
  const rows = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  const step = count <= sample * 2 ? rows : Math.ceil(rows / sample)
  let lat = 0
  let lng = 0
  let sampled = 0
  const add = (part: Part, row: number): void => {
    lat += part.lat[row]!
    lng += part.lng[row]!
    sampled += 1
  }
  for (const { query, from, to } of pieces) {
    if (step === rows) eachRow(query, (row) => add(query.part, row), from, to)
    else
      for (let at = from; at < to; at += step) {
        const row = firstRow(query, at, Math.min(to, at + step))
        if (row !== -1) add(query.part, row)
      }
  }
  return { lat: lat / sampled, lng: lng / sampled }
}
