import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clipLine,
  clipRing,
  frameAround,
  joinLines,
  lengthOf,
  simplifyLine,
  type Vector,
  writePath,
} from './geometry.ts'

const frame = frameAround(100, 50)
const coordinate = fc.integer({ min: -300, max: 300 })
const vector = fc.tuple(coordinate, coordinate)

test('a line that leaves a frame and returns is cut into its parts within', () => {
  const line: Vector[] = [
    [-150, 0],
    [0, 0],
    [0, 80],
    [50, 80],
    [50, 0],
  ]
  expect(clipLine(line, frame)).toEqual([
    [
      [-100, 0],
      [0, 0],
      [0, 50],
    ],
    [
      [50, 50],
      [50, 0],
    ],
  ])
})

test('nothing that is clipped lies outside of its frame', () => {
  const isInside = ([x, y]: Vector) => Math.abs(x) <= 100 + 1e-9 && Math.abs(y) <= 50 + 1e-9
  fc.assert(
    fc.property(fc.array(vector, { minLength: 3, maxLength: 12 }), (points) => {
      expect(clipLine(points, frame).flat().every(isInside)).toBe(true)
      expect(clipRing(points, frame).every(isInside)).toBe(true)
    }),
  )
})

test('lines that meet at their ends become one, whatever their direction', () => {
  const joined = joinLines([
    [
      [0, 0],
      [10, 0],
    ],
    [
      [30, 0],
      [20, 0],
    ],
    [
      [10, 0],
      [20, 0],
    ],
  ])
  expect(joined).toHaveLength(1)
  expect(lengthOf(joined[0]!)).toBe(30)
})

test('a simplified line keeps its ends, and no point is farther away than the tolerance', () => {
  const line: Vector[] = [
    [0, 0],
    [10, 0.4],
    [20, -0.4],
    [30, 9],
    [40, 0],
  ]
  expect(simplifyLine(line, 1)).toEqual([
    [0, 0],
    [20, -0.4],
    [30, 9],
    [40, 0],
  ])
})

test('a path is written in whole units, relative to where the pen is', () => {
  const lines: Vector[][] = [
    [
      [1, 2],
      [4.4, 0],
      [4.4, 6],
    ],
    [
      [10, 10],
      [10, 10.2],
    ],
    [
      [0, 0],
      [5, 5],
    ],
  ]
  expect(writePath(lines, (at) => at)).toBe('m1 2l3-2 0 6m-4-6l5 5')
})
