import { expect, test } from 'vitest'
import type { Place } from '#contract/places/browse.ts'
import { byLetter, contextOf, placePath } from './placeKind.ts'

const place = (name: string, more: Partial<Place> = {}): Place => ({
  kind: 'city',
  slug: name.toLowerCase(),
  name,
  city: null,
  state: 'Ontario',
  state_code: 'CA-ON',
  country_code: 'CA',
  lat: 43.7,
  lng: -79.4,
  iata: null,
  icao: null,
  ...more,
})

test('groups places by first letter, ignoring accents and quotation marks', () => {
  const names = ['Élora', '‘Elmira', 'Toronto', '100 Mile House']
  expect(byLetter(names.map((name) => place(name))).map(([letter, found]) => [letter, found.length])).toEqual([
    ['E', 2],
    ['T', 1],
    ['#', 1],
  ])
})

test('omits the name from the address of a place', () => {
  expect(contextOf(place('Toronto'))).toBe('Ontario')
  expect(contextOf(place('Ontario'))).toBe('')
  expect(contextOf(place('Pearson', { city: 'Toronto' }))).toBe('Toronto, Ontario')
  expect(contextOf(place('Dakar', { city: 'Dakar', state: 'Dakar' }))).toBe('')
})

test('builds the address of a place by its type', () => {
  expect(placePath({ kind: 'airport', slug: 'a/b' })).toBe('/airport-parking/a%2Fb')
})
