import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { readFrom, readSearch, writeSearch, writeParkQuery } from './parkSearch.ts'
test.each([
  ['43.65,-79.38,City Hall', { lat: 43.65, lng: -79.38, name: 'City Hall' }],
  ['14.69,-17.44,Plateau, Dakar', { lat: 14.69, lng: -17.44, name: 'Plateau, Dakar' }],
  ['0,180', { lat: 0, lng: 180, name: undefined }],
  ['43.65,-79.38,  ', { lat: 43.65, lng: -79.38, name: undefined }],
  ['91,0,North', undefined],
  ['0,181', undefined],
  ['NaN,1', undefined],
  ['City Hall', undefined],
  ['', undefined],
  [null, undefined],
])('%j is read as %j', (text, place) => {
  expect(readFrom(text)).toEqual(place)
})

test('the page of a park is told the stay and the place that was searched, and leads back to them', () => {
  const now = new Date('2026-11-21T12:07:30Z')
  const parkQueryText = 'lat=43.64257&lng=-79.38711&place=CN+Tower%2C+Toronto&vehicle=3&height_cm=260&sort=price'
  const search = readSearch(new URLSearchParams(parkQueryText), now)
  const address = new URL(paths.park('yonge', writeParkQuery(search)), 'http://parkwell.test')
  expect(address.searchParams.get('from')).toBe('43.64257,-79.38711,CN Tower, Toronto')
  const there = readSearch(address.searchParams, now)
  expect(there).toEqual({ ...search, sort: undefined })
  expect(writeSearch(there)).toMatchObject({
    lat: 43.64257,
    lng: -79.38711,
    place: 'CN Tower, Toronto',
    height_cm: 260,
  })
})
