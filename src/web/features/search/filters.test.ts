import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amenities, parkKinds } from '#contract/parks/park-lists.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { toVehicleChoice, isSameVehicle, withoutSizes } from '#web/features/booking-window/vehicleChoice.ts'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { countFilters, noFilters, filterAmenities } from './filters.ts'

test('offers every amenity once', () => {
  expect(filterAmenities.toSorted()).toEqual(amenities.toSorted())
})

test('counts each filter', () => {
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  fc.assert(
    fc.property(
      fc.subarray([...amenities]),
      optional(fc.constantFrom(...parkKinds)),
      optional(fc.constant(true)),
      optional(fc.integer({ min: 1 })),
      (amenities, kind, fits, max_price) => {
        const measured = { step_free: fits, lift: fits, bay_width_cm: fits && (330 as const) }
        const others = [kind, fits, max_price, ...Object.values(measured)].filter((value) => value !== undefined).length
        expect(countFilters({ amenities, kind, fits, max_price, ...measured })).toBe(amenities.length + others)
      },
    ),
  )
  expect(countFilters(noFilters)).toBe(0)
})

const van = { vehicle_type_id: 3, height_cm: 240, length_cm: null, width_cm: null, plate: 'AB 12' } as Vehicle

test('searches with a vehicle’s type and its own measurements', () => {
  const choice = toVehicleChoice(van)
  expect(choice).toEqual({ vehicle: 3, height_cm: 240, length_cm: undefined, width_cm: undefined })
  expect(isSameVehicle(choice, choice)).toBe(true)
  expect(isSameVehicle(withoutSizes(3), choice)).toBe(false)
  expect(isSameVehicle({ vehicle: 3, height_cm: 230 }, choice)).toBe(false)
})

test.each([
  [{ nickname: 'Big one', make: 'Ford', model: 'Transit' }, 'Big one'],
  [{ nickname: null, make: 'Ford', model: 'Transit' }, 'Ford Transit'],
  [{ nickname: null, make: null, model: null }, 'AB 12'],
])('%j is called %s', (names, name) => {
  expect(vehicleName({ ...van, ...names } as Vehicle)).toBe(name)
})
