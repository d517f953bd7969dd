import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBandProblem, moveNeighbours } from './bands.ts'

const band = (from_distance: number, to_distance: number) => ({ from_distance, to_distance })

test('bands that follow each other from 0 have no problem, in any order', () => {
  const ends = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(ends, fc.infiniteStream(fc.nat()), (tenths, order) => {
      const sorted = tenths.toSorted((a, b) => a - b).map((tenth) => tenth / 10)
      const bands = sorted.map((to_distance, index) => ({
        ...band(sorted[index - 1] ?? 0, to_distance),
        key: order.next().value,
      }))
      expect(findBandProblem(bands.toSorted((a, b) => a.key - b.key))).toBeUndefined()
      // Without one of them, except the last, there is a gap.
      const [removed] = bands.splice(0, 1)
      if (bands.length > 0) expect(findBandProblem(bands)).toEqual({ kind: 'gap', before: null, after: bands[0] })
      expect(findBandProblem([...bands, removed!, removed!])?.kind).toBe('overlap')
    }),
  )
})

test('a gap and an overlap name the two bands', () => {
  const [first, second, far] = [band(0, 2), band(2, 5), band(5.1, 9)]
  expect(findBandProblem([far, first, second])).toEqual({ kind: 'gap', before: second, after: far })
  expect(findBandProblem([first, band(1.9, 5)])).toEqual({ kind: 'overlap', before: first, after: band(1.9, 5) })
})

test('what begins or ends where a band did moves with it', () => {
  const bands = [band(0, 2), band(2, 5), band(5, 9)]
  expect(moveNeighbours(bands, bands[1]!, band(3, 6))).toEqual([band(0, 3), band(3, 6), band(6, 9)])
})
