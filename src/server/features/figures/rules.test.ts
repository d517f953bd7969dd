import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf, roundCount } from './rules.ts'

test.each([
  [0, null],
  [99, null],
  [100, 100],
  [109, 100],
  [1_299, 1_200],
  [1_000_000, 1_000_000],
  [987_654, 980_000],
])('%i is shown as %s', (counted, told) => expect(roundCount(counted, 100)).toBe(told))

test('never more than there is, never less than nine tenths of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 2 ** 31 }), (counted) => {
      const told = roundCount(counted, 10)!
      expect(told).toBeLessThanOrEqual(counted)
      expect(told * 10).toBeGreaterThan(counted * 9)
      expect(String(told)).toMatch(/^\d{2}0*$/)
    }),
  )
})

test('a share is not rounded up', () => {
  expect(percentOf(199, 200, 50)).toBe(99)
  expect(percentOf(200, 200, 50)).toBe(100)
  expect(percentOf(49, 49, 50)).toBeNull()
})
