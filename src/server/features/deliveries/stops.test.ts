import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM } from '#server/geo.ts'
import { orderStops, type Stop } from './stops.ts'

const point = fc.record({
  lat: fc.double({ min: 6.3, max: 6.7, noNaN: true }),
  lng: fc.double({ min: 3.2, max: 3.6, noNaN: true }),
})
const stops = fc.array(
  fc.record({
    id: fc.uuid(),
    due_ms: fc.constantFrom(0, 900_000, 1_800_000),
    point: fc.option(point, { nil: undefined }),
  }),
  { maxLength: 12 },
)

test('every stop comes once, and none before one that is due earlier', () => {
  fc.assert(
    fc.property(point, stops, (start, given) => {
      const ordered = orderStops(start, given)
      expect(ordered.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        given.toSorted((a, b) => a.id.localeCompare(b.id)),
      )
      const due = ordered.map(({ due_ms }) => due_ms)
      expect(due).toEqual(due.toSorted((a, b) => a - b))
    }),
  )
})

test('of those due at the same time, no other one is nearer than the next', () => {
  fc.assert(
    fc.property(point, stops, (start, given) => {
      let at = start
      const left = orderStops(start, given)
      while (left.length > 0) {
        const next = left.shift()!
        const others = left.filter(({ due_ms }) => due_ms === next.due_ms)
        const away = (stop: Stop) => (stop.point === undefined ? Infinity : distanceM(at, stop.point))
        for (const other of others) expect(away(next)).toBeLessThanOrEqual(away(other))
        at = next.point ?? at
      }
    }),
  )
})

test('the order in which stops are given does not matter where distances differ', () => {
  const start = { lat: 6.5, lng: 3.4 }
  const near = { due_ms: 0, point: { lat: 6.51, lng: 3.4 } }
  const far = { due_ms: 0, point: { lat: 6.6, lng: 3.4 } }
  const early = { due_ms: -1, point: { lat: 6.59, lng: 3.4 } }
  expect(orderStops(start, [far, near])).toEqual([near, far])
  expect(orderStops(start, [near, far])).toEqual([near, far])
  // From where the earlier one leads to, the far one is the nearest.
  expect(orderStops(start, [near, far, early])).toEqual([early, far, near])
})
