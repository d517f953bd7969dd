import { describe, expect, test } from 'vitest'
import type { Park } from '#contract/parks/parks.ts'
import { findVehicle, isTooLarge, otherVehicle, servedTypes } from './choice.ts'

test('serves vehicle types with spaces and a tariff', () => {
  const rates = [1, 3].map((vehicle_type_id) => ({ vehicle_type_id }) as Park['rates'][number])
  const pools = [{ vehicle_class: 'car', capacity: 9, vehicle_type_ids: [1, 2] }]
  expect([...servedTypes({ rates, pools })]).toEqual([1])
})

test.each([
  [{ height_cm: 220, length_cm: null, width_cm: null }, true],
  [{ height_cm: 210, length_cm: 900, width_cm: null }, false],
  [{ height_cm: null, length_cm: null, width_cm: null }, false],
])('a vehicle of %j at a limit of 2.1 m is too large: %s', (vehicle, large) => {
  expect(isTooLarge(vehicle, { max_height_cm: 210, max_length_cm: null, max_width_cm: 200 })).toBe(large)
})

describe('findVehicle', () => {
  const vehicles = [
    { id: 'van', plate: 'VAN 1', vehicle_type_id: 3, is_default: false },
    { id: 'car', plate: 'CAR 1', vehicle_type_id: 1, is_default: false },
    { id: 'bike', plate: 'BIKE 1', vehicle_type_id: 4, is_default: true },
  ]
  const preference = { chosen: '', plate: '', type: 1, named: false }
  test.each([
    ['one of the searched type', preference, 'car'],
    ['the default one if none is of that type', { ...preference, type: 2 }, 'bike'],
    ['none if the address names another type', { ...preference, type: 2, named: true }, undefined],
    ['the one with the plate typed before the login', { ...preference, plate: 'van-1' }, 'van'],
    ['none if another plate was typed', { ...preference, plate: 'XYZ 9' }, undefined],
    ['the chosen one', { ...preference, chosen: 'van', plate: 'XYZ 9' }, 'van'],
    ['none if another vehicle was chosen', { ...preference, chosen: otherVehicle }, undefined],
    ['the first of the type if the chosen one was removed', { ...preference, chosen: 'sold' }, 'car'],
  ])('%s', (_what, preferred, id) => {
    expect(findVehicle(vehicles, preferred)?.id).toBe(id)
  })
})
