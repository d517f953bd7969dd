import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculatePercent, roundCount } from './rules.ts'

test.each([
  [0, null],
  [99, null],
  [100, 100],
  [109, 100],
  [1_299, 1_200],
  [1_000_000, 1_000_000],
  [987_654, 980_000],
])('rounds %i to %s', (count, rounded) => expect(roundCount(count, 100)).toBe(rounded))

test('rounds down by less than a tenth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 2 ** 31 }), (count) => {
      const rounded = roundCount(count, 10)!
      expect(rounded).toBeLessThanOrEqual(count)
      expect(rounded * 10).toBeGreaterThan(count * 9)
      expect(String(rounded)).toMatch(/^\d{2}0*$/)
    }),
  )
})

test('rounds percentages down', () => {
  expect(calculatePercent(199, 200, 50)).toBe(99)
  expect(calculatePercent(200, 200, 50)).toBe(100)
  expect(calculatePercent(49, 49, 50)).toBeNull()
})
