import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedUnit, currencies } from '#contract/money.ts'
import { calculateDelivery, deliveryDistance, type DeliveryTerms } from './delivery.ts'

const terms: DeliveryTerms = {
  radius: 8,
  free_distance: 2,
  basic_delivery_charge_minor: 300n,
  charge_per_unit_minor: 125n,
  free_above_minor: null,
  bay_charge_minor: 100n,
  currency: 'CAD',
  bands: [],
}
const bands = [
  { from_distance: 0, to_distance: 2.5, charge_minor: 200n },
  { from_distance: 2.5, to_distance: 5, charge_minor: 450n },
]
const at = (distance: number, changes: Partial<DeliveryTerms> = {}, subtotal_minor = 1_000n) => {
  const charge = calculateDelivery({ ...terms, ...changes }, { kind: 'address', distance }, subtotal_minor)
  return charge.kind === 'inside' ? charge.charge_minor : 'outside'
}

describe('the distance to an address', () => {
  // A degree of latitude is 111.195 km, 69.0934 mi.
  test.each([
    ['km', 0, 0],
    ['km', 1 / 111.195, 1],
    ['km', 1.01 / 111.195, 1.1],
    ['km', 4.828 / 111.195, 4.9],
    ['mi', 0, 0],
    ['mi', 1 / 69.0934, 1],
    ['mi', 1.01 / 69.0934, 1.1],
    ['mi', 4.828 / 111.195, 3],
  ] as const)('is rounded up to a tenth of its unit: %s, %s degrees: %s', (unit, degrees, distance) => {
    const branch = { lat: 43.65, lng: -79.38 }
    expect(deliveryDistance(branch, { ...branch, lat: 43.65 + degrees }, unit)).toBe(distance)
  })
})

describe('what delivery costs', () => {
  test.each([
    [0, 0n],
    [2, 0n],
    [2.1, 312n],
    [4, 550n],
    [8, 1_050n],
    [8.1, 'outside'],
  ])('%s away by distance: %s', (distance, charge) => expect(at(distance)).toBe(charge))

  test.each([
    [0, 200n],
    [2.5, 200n],
    [2.6, 450n],
    [5, 450n],
    [5.1, 'outside'],
  ])('%s away by bands: %s', (distance, charge) => expect(at(distance, { bands })).toBe(charge))

  test('is nothing from an amount on, wherever it is brought within the zone', () => {
    const free = { free_above_minor: 5_000n }
    expect([at(4, free, 4_999n), at(4, free, 5_000n), at(9, free, 5_000n)]).toEqual([550n, 0n, 'outside'])
    expect(calculateDelivery({ ...terms, ...free }, { kind: 'bay' }, 5_000n)).toEqual({
      kind: 'inside',
      charge_minor: 0n,
    })
    expect(calculateDelivery(terms, { kind: 'bay' }, 5_000n)).toEqual({ kind: 'inside', charge_minor: 100n })
  })

  test('can be charged in its currency, and is no less further away', () => {
    const km = fc.integer({ min: 0, max: 500 }).map((tenth) => tenth / 10)
    fc.assert(
      fc.property(km, km, km, fc.bigInt(0n, 10n ** 9n), fc.constantFrom(...currencies), (a, b, free, per, currency) => {
        const changes = { radius: 50, free_distance: free, charge_per_unit_minor: per, currency }
        const [near, far] = [at(Math.min(a, b), changes), at(Math.max(a, b), changes)] as [bigint, bigint]
        expect(near).toBeLessThanOrEqual(far)
        expect(near % chargedUnit(currency)).toBe(0n)
      }),
    )
  })
})
