import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amenities, parkKinds } from '#contract/parks/park-lists.ts'
import { alternativeRadius_m, isEqualOrBetter, type SpaceFacts } from './equal-space.ts'

const facts: fc.Arbitrary<SpaceFacts> = fc.record({
  kind: fc.constantFrom(...parkKinds),
  amenities: fc.uniqueArray(fc.constantFrom(...amenities)),
})
const plain: SpaceFacts = { kind: 'surface', amenities: [] }

describe('a space nearby', () => {
  test.each<[string, Partial<SpaceFacts>, Partial<SpaceFacts>, number, boolean]>([
    ['as near as allowed', {}, {}, alternativeRadius_m, true],
    ['a metre too far', {}, {}, alternativeRadius_m + 1, false],
    ['open to the sky for a covered one', { amenities: ['covered'] }, {}, 100, false],
    ['in a garage for a covered one', { amenities: ['covered'] }, { kind: 'garage' }, 100, true],
    ['without a charger for one with', { amenities: ['ev'] }, { amenities: ['covered'] }, 100, false],
    ['not accessible for one that is', { amenities: ['accessible'] }, {}, 100, false],
  ])('%s', (_, booked, offered, distance_m, expected) => {
    expect(isEqualOrBetter({ ...plain, ...booked }, { ...plain, ...offered }, distance_m)).toBe(expected)
  })

  test('is as good as itself, and stays good with more amenities and less distance', () => {
    fc.assert(
      fc.property(
        facts,
        facts,
        fc.integer({ min: 0, max: 2_000 }),
        fc.nat(500),
        (booked, offered, distance_m, nearer) => {
          expect(isEqualOrBetter(booked, booked, 0)).toBe(true)
          if (!isEqualOrBetter(booked, offered, distance_m)) return
          const better = { ...offered, amenities: [...amenities] }
          expect(isEqualOrBetter(booked, better, Math.max(0, distance_m - nearer))).toBe(true)
          expect(isEqualOrBetter({ ...booked, amenities: [], kind: 'surface' }, offered, distance_m)).toBe(true)
        },
      ),
    )
  })

  test('is good for whatever a space is good for that is at least as good', () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        if (isEqualOrBetter(a, b, 0) && isEqualOrBetter(b, c, 0)) expect(isEqualOrBetter(a, c, 0)).toBe(true)
      }),
    )
  })
})
