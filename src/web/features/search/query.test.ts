import { expect, test } from 'vitest'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { searchRadius_m, mapAreaKey, mapQuery, parksQuery } from './query.ts'
const now = new Date('2026-11-21T12:07:30Z')
const ask = (query: string) => parksQuery(readSearch(new URLSearchParams(query), now), 'CA')
const toronto = 'lat=43.65&lng=-79.38&place=Toronto'

test('requests the best parks within reach of a place for the window', () => {
  expect(ask(`${toronto}&amenities=ev,covered`)).toEqual({
    country: undefined,
    home: undefined,
    search: undefined,
    lat: 43.65,
    lng: -79.38,
    radius: searchRadius_m,
    nearest: 'true',
    with_amenities: 'true',
    start_time: '2026-11-21T12:00:00Z',
    end_time: '2026-11-21T14:15:00Z',
    vehicle_type_id: 1,
    bbox: undefined,
    kind: undefined,
    amenities: 'covered,ev',
    sort: 'best',
    page: 1,
    size: 20,
  })
})

test.each([
  [`${toronto}&sort=price`, 'price', searchRadius_m],
  [`${toronto}&sort=distance`, 'distance', searchRadius_m],
  // The server interprets a text as a place or as words, which decides the order.
  ['search=Toronto', undefined, undefined],
  ['search=Toronto&sort=price', 'price', searchRadius_m],
  ['', 'best', undefined],
  ['sort=distance', 'best', undefined],
])('%s is ordered by %s within %s', (query, sort, radius) => {
  expect(ask(query)).toMatchObject({ sort, radius })
})

test('limits the search to a country only without a point or map area', () => {
  expect(ask('').country).toBe('CA')
  expect(ask('search=green&country=ng').country).toBe('NG')
  expect(ask('country=XX').country).toBe('CA')
  expect(ask(`${toronto}&country=NG`).country).toBeUndefined()
  expect(ask('box=-79.4,43.6,-79.3,43.7&country=NG').country).toBeUndefined()
})

test('a map area replaces the place, which only serves to measure distances', () => {
  const box = 'box=-79.4,43.6,-79.3,43.7'
  expect(ask(`${box}&search=Toronto`)).toMatchObject({ bbox: '-79.4,43.6,-79.3,43.7', search: undefined, sort: 'best' })
  expect(ask(`${toronto}&${box}`)).toMatchObject({ bbox: '-79.4,43.6,-79.3,43.7', lat: 43.65, radius: undefined })
  expect(ask(`${box}&sort=distance`)).toMatchObject({ sort: 'best' })
})

test('requests the same parks for the map', () => {
  const search = readSearch(
    new URLSearchParams('search=green%20p&fits=true&height_cm=210&max_price=20&amenities=ev&page=3'),
    now,
  )
  const view = { box: { west: -79.4, south: 43.6, east: -79.3, north: 43.7 }, zoom: 13.7 }
  const { page: _page, size: _size, sort: _sort, with_amenities: _with, ...filters } = parksQuery(search, 'CA')
  expect(filters.country).toBe('CA')
  expect(mapQuery(search, { country: 'CA', listed: 'CA' }, view)).toEqual({
    ...filters,
    lat: undefined,
    lng: undefined,
    radius: undefined,
    nearest: undefined,
    bbox: '-79.4,43.6,-79.3,43.7',
    zoom: 13,
  })
  expect(filters).toMatchObject({ search: 'green p', fits: 'true', height_cm: 210, max_price: 20, amenities: 'ev' })
})

test('stays on the side of a border that was searched', () => {
  const view = { box: { west: -83.1, south: 42.2, east: -82.9, north: 42.4 }, zoom: 12 }
  const read = (query: string) => readSearch(new URLSearchParams(query), now)
  const windsor = 'lat=42.32&lng=-83.04&place=Windsor'
  const box = 'box=-83.1,42.2,-82.9,42.4'
  // Around a place the list decides, which has parks of one country.
  expect(mapQuery(read(windsor), { country: 'US', listed: 'CA' }, view)).toMatchObject({ home: 'CA' })
  expect(ask(`${box}&country=US`)).toMatchObject({ home: 'US' })
  expect(ask(box)).toMatchObject({ home: 'CA' })
  expect(mapQuery(read(`${windsor}&${box}&country=US`), { country: 'US', listed: 'CA' }, view)).toMatchObject({
    home: 'US',
  })
  expect(ask('search=Windsor').home).toBeUndefined()
})

test('shows the same area whatever is selected, and with a box whatever is filtered', () => {
  const ground = (query: string) => mapAreaKey(readSearch(new URLSearchParams(query), now), 'CA')
  expect(ground(`${toronto}&chosen=a&sort=price`)).toBe(ground(toronto))
  expect(ground(`${toronto}&page=2`)).not.toBe(ground(toronto))
  expect(ground('box=-79.4,43.6,-79.3,43.7&amenities=ev&page=2')).toBe(ground('box=-79.4,43.6,-79.3,43.7'))
})
