import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM, roundDistanceM } from './geo.ts'

const points = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('calculates known distances', () => {
  // A degree of the meridian on the sphere of 6,371,008.8 m.
  expect(distanceM({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195.08, 1)
  expect(distanceM({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111_195.08, 1)
  expect(distanceM({ lat: 90, lng: 0 }, { lat: -90, lng: 77 })).toBeCloseTo(Math.PI * 6_371_008.8, 3)
  expect(roundDistanceM(12.3456)).toBe(12.3)
})

test('is symmetric, zero to itself and satisfies the triangle inequality', () => {
  fc.assert(
    fc.property(points, points, points, (a, b, c) => {
      expect(distanceM(a, b)).toBeCloseTo(distanceM(b, a), 3)
      expect(distanceM(a, a)).toBe(0)
      expect(distanceM(a, b) + distanceM(b, c)).toBeGreaterThanOrEqual(distanceM(a, c) - 0.5)
    }),
  )
})
