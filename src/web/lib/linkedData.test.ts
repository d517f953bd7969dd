import { expect, test } from 'vitest'
import type { Park } from '#contract/parks.ts'
import { parkData } from './linkedData.ts'

const park = {
  timezone: 'America/Toronto',
  examples: [],
  rates: [],
  amenities: [],
  address: null,
  city: null,
  state: null,
  country_code: 'CA',
  lat: 43.65,
  lng: -79.38,
  opening_hours: null,
  capacity: null,
  rating: null,
} as unknown as Park

// Midnight in Toronto is 05:00 UTC.
test.each([
  ['2026-11-21T05:00:00Z', '2026-11-23T05:00:00Z', ['2026-11-21', '2026-11-22']],
  ['2026-11-21T05:15:00Z', '2026-11-23T04:45:00Z', undefined],
  ['2026-11-20T19:00:00Z', '2026-11-22T17:00:00Z', ['2026-11-21', '2026-11-21']],
  ['2026-11-21T14:00:00Z', '2026-11-21T18:00:00Z', undefined],
])('a closure from %s to %s closes the whole days %o', (starts_at, ends_at, days) => {
  const closed = { ...park, closure: { starts_at, ends_at, notice: null } }
  const data = parkData(closed, 'Garage', 'https://example.com/park/garage', (key) => key)
  expect(data).toMatchObject(
    days === undefined
      ? { '@type': 'ParkingFacility' }
      : { specialOpeningHoursSpecification: { validFrom: days[0], validThrough: days[1], opens: '00:00' } },
  )
  expect('specialOpeningHoursSpecification' in data).toBe(days !== undefined)
})
