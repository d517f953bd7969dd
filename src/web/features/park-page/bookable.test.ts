import { expect, test } from 'vitest'
import { findObstacle } from './bookable.ts'

const park = {
  bookable: true,
  available: 3,
  open: true,
  fits: true,
  price: { amount: 1, currency: 'USD', unit: 'stay' },
  rates: [{ vehicle_type_id: 1 }],
} as unknown as Parameters<typeof findObstacle>[0]

test.each([
  [{}, undefined],
  [{ open: null, fits: null }, undefined],
  [{ bookable: false, fits: false, partner: null }, 'partner'],
  [{ bookable: false, fits: false, partner: 'Eko' }, 'off_sale'],
  [{ bookable: false, partner: 'Eko', lapsed: true }, 'lapsed'],
  [{ rates: [], fits: false }, 'not_served'],
  [{ fits: false }, 'too_large'],
  [{ price: null }, 'no_price'],
  [{ open: false, available: 0 }, 'closed'],
  [{ available: 0 }, 'full'],
])('%j cannot be booked because of %s', (change, obstacle) => {
  expect(findObstacle({ ...park, ...change }, 1)).toBe(obstacle)
})
