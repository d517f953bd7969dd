import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFit, isOfType, measuresOf, sizedType } from './fit.ts'

const car = { height_cm: 150, length_cm: 450, width_cm: 180 }
const limits = (height: number | null, length: number | null, width: number | null) => ({
  max_height_cm: height,
  max_length_cm: length,
  max_width_cm: width,
})

test.each([
  [limits(null, null, null), 'unknown', []],
  [limits(150, null, null), 'partly', []],
  [limits(150, 450, 180), 'fits', []],
  [limits(149, null, 200), 'over', [{ side: 'height', by_cm: 1 }]],
  [
    limits(200, 400, 170),
    'over',
    [
      { side: 'length', by_cm: 50 },
      { side: 'width', by_cm: 10 },
    ],
  ],
])('within %j a car: %s', (max, verdict, over) => {
  expect(checkFit(max, car)).toEqual({ verdict, over })
})

test('a vehicle that fits also fits higher limits', () => {
  const limit = fc.option(fc.integer({ min: 100, max: 600 }))
  fc.assert(
    fc.property(limit, limit, limit, fc.integer({ min: 0, max: 300 }), (height, length, width, more) => {
      const before = checkFit(limits(height, length, width), car)
      const after = checkFit(limits(height === null ? null : height + more, length, width), car)
      expect(after.over.length).toBeLessThanOrEqual(before.over.length)
    }),
  )
})

test('a vehicle’s own measurements take precedence over those of its type', () => {
  const own = { height_cm: 198, length_cm: null, width_cm: null }
  expect(measuresOf(own, car)).toEqual({ height_cm: 198, length_cm: 450, width_cm: 180 })
  expect([isOfType(own), isOfType(car)]).toEqual([true, false])
})

test('measurements in the search take precedence over those of the type', () => {
  const type = { id: 1, name: 'Car', vehicle_class: 'car', ...car }
  expect(sizedType(type, { height_cm: 171, length_cm: undefined })).toEqual({ ...type, height_cm: 171 })
  expect(sizedType(undefined, { height_cm: 171 })).toBeUndefined()
})
