import { expect, test } from 'vitest'
import type { FrontBranch, ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { Park } from '#contract/parks/parks.ts'
import { parkData, productData } from './linkedData.ts'

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

const item = {
  name: 'Outside wash',
  description: '',
  category: { name: 'Wash' },
  price: { amount: 20, currency: 'CAD' },
  offer: null,
  sold_out: false,
  pictures: [],
  variations: [],
  is_example: false,
  rating: { average: 4.5, count: 2 },
} as unknown as ItemDetails

test.each([
  ['its ratings', item, { ratingValue: 4.5, reviewCount: 2 }],
  ['no rating before there is one', { ...item, rating: null }, undefined],
  ['no rating of an example', { ...item, is_example: true }, undefined],
])('an item tells search engines %s', (_what, shown, rating) => {
  const branch = { name: 'Front Street', slug: 'front-street' } as FrontBranch
  const context = { t: (key: string) => key, publicUrl: 'https://example.com', urlOf: (path: string) => path }
  const data = productData(shown, branch, '/marketplace/wash', context as never) as { aggregateRating?: object }
  if (rating === undefined) expect(data).not.toHaveProperty('aggregateRating')
  else expect(data.aggregateRating).toMatchObject(rating)
})
