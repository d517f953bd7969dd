import { beforeAll, expect, test } from 'vitest'
import { boxAround, distanceToStreetM, middleOf, StreetIndex, type StreetLine } from './street-index.ts'
import { readTypedStreet, streetKeys } from './street-names.ts'

let shipped: StreetIndex

beforeAll(async () => {
  shipped = await StreetIndex.load()
}, 120_000)

test.each([
  ['350 5th ave', ['5th', 'av'], true],
  ['350 Fifth Avenue', ['5th', 'av'], true],
  ['12-14 Queen St. W', ['queen', 'st', 'west'], true],
  ['1500 Broadway', ['broadway'], true],
  ['5th avenue', ['5th', 'av'], false],
  ['221b Baker Street', ['baker', 'st'], true],
  ['geary blvd', ['geary', 'bd'], false],
  ['Toronto', undefined, undefined],
  ['90210', undefined, undefined],
  ['King', undefined, undefined],
] as const)('"%s" is read as the street %j', (text, words, hasNumber) => {
  expect(readTypedStreet(text)).toEqual(words === undefined ? undefined : { words, hasNumber })
})

test('a street is found with and without its direction', () => {
  expect(streetKeys('N Clark Street')).toEqual(['north clark st', 'clark st'])
  expect(streetKeys('Queen Street West')).toEqual(['queen st west', 'queen st'])
  expect(streetKeys('K Street NW')).toEqual(['k st northwest', 'k st'])
  expect(streetKeys('West Street')).toEqual(['west st'])
})

test.each([
  ['TORONTO', '100 Queen St W', 'Queen Street West', { lat: 43.6524, lng: -79.3839 }],
  ['VANCOUVER', '800 Granville Street', 'Granville Street', { lat: 49.2803, lng: -123.1207 }],
  ['OTTAWA', '80 Elgin St', 'Elgin Street', { lat: 45.4225, lng: -75.694 }],
  ['NEW_YORK', '350 5th ave', '5th Avenue', { lat: 40.7484, lng: -73.9857 }],
  ['CHICAGO', '233 S State St', 'S State Street', { lat: 41.879, lng: -87.6276 }],
  ['SAN_FRANCISCO', '1 Market St', 'Market Street', { lat: 37.7937, lng: -122.395 }],
  ['SEATTLE', '400 Mercer St', 'Mercer Street', { lat: 47.6245, lng: -122.3485 }],
  ['BOSTON', '700 Boylston St', 'Boylston Street', { lat: 42.3496, lng: -71.0787 }],
  ['WASHINGTON', '1500 K Street NW', 'K Street NW', { lat: 38.9024, lng: -77.0345 }],
])('in %s, "%s" is on %s, which passes its door', (city, text, name, door) => {
  const found = shipped.find(readTypedStreet(text)!.words).filter(({ street }) => street.city === city)
  const street = found.map((entry) => entry.street).find((candidate) => distanceToStreetM(candidate, door) < 150)
  expect(street?.name).toBe(name)
  const { west, south, east, north } = boxAround(street!.box, 200)
  expect([door.lat > south, door.lat < north, door.lng > west, door.lng < east]).toEqual([true, true, true, true])
  expect(distanceToStreetM(street!, middleOf(street!))).toBe(0)
})

test('parts of one name that are far apart are streets of their own, and what follows the name is left', () => {
  const line = (lng: number): StreetLine => ({
    properties: { kind: 'road', class: 'residential', name: 'Elm Street' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [lng, 40],
        [lng + 0.003, 40],
      ],
    },
  })
  const index = new StreetIndex()
  // The second continues the first after 250 m, the third is 8 km away.
  index.add('TOWN', [line(-74), line(-73.994), line(-73.9)])
  const found = index.find(['elm', 'st', 'new', 'york'])
  expect(found.map(({ street: { box } }) => [box.west, box.east])).toEqual([
    [-74, -73.991],
    [-73.9, -73.897],
  ])
  expect(found[0]!.rest).toEqual(['new', 'york'])
  expect(index.find(['oak', 'st'])).toEqual([])
})
