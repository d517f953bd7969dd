import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryIds } from '#contract/geography.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { StreetLine } from '#server/features/search/streets/street-index.ts'
import { translate } from '#server/output/translate.ts'
import { indexStreets } from './streets.ts'
import {
  chooseSurroundings,
  findDirection,
  isUnderstood,
  toLabelKey,
  type NamedPlace,
  type UnnamedPark,
} from './surroundings.ts'

const boston = { lat: 42.35, lng: -71.07 }
const road = (name: string, coordinates: [number, number][], type = 'residential'): StreetLine => ({
  properties: { kind: 'road', class: type, name },
  geometry: { type: 'LineString', coordinates },
})
const streets = [
  indexStreets([
    road('Boylston Street', [
      [-71.08, 42.35],
      [-71.06, 42.35],
    ]),
    road('Arlington Street', [
      [-71.0705, 42.345],
      [-71.0705, 42.355],
    ]),
    road(
      'Massachusetts Turnpike',
      [
        [-71.08, 42.3501],
        [-71.06, 42.3501],
      ],
      'motorway',
    ),
  ]),
]
const place = (name: string, lat: number, lng: number, more: Partial<NamedPlace> = {}): NamedPlace => ({
  name,
  lat,
  lng,
  weight: 0.3,
  is_area: false,
  ...more,
})
const unnamed = (key: string, at: { lat: number; lng: number }): UnnamedPark => ({
  key,
  city: 'Boston',
  country_code: 'US',
  ...at,
})
const choose = (parks: UnnamedPark[], places: NamedPlace[] = []) =>
  chooseSurroundings(parks, { streets: places.length > 0 ? [] : streets, places }, new Set())

test('calls a park after its crossing, and the next one after its street', () => {
  const chosen = choose([unnamed('a', boston), unnamed('b', boston), unnamed('c', boston)])
  expect([...chosen.values()]).toEqual([
    { name: 'Boylston Street & Arlington Street' },
    { name: 'Boylston Street' },
    { name: 'Boylston Street', number: 2 },
  ])
})

test('calls a park after a landmark, and the next one after a side of it', () => {
  const library = place('Public Library', 42.3485, -71.07)
  const chosen = choose([unnamed('a', boston), unnamed('b', boston)], [library])
  expect([...chosen.values()]).toEqual([{ name: 'Public Library' }, { name: 'Public Library', direction: 'n' }])
})

test('tells the parks on one side of a landmark apart by the walk, and numbers those of one walk', () => {
  const library = place('Public Library', 42.3485, -71.07)
  const north = (minutes: number) => ({ lat: library.lat + (minutes * 64) / 111_195, lng: library.lng })
  const parks = [...[10, 10, 10, 15].entries()].map(([index, minutes]) => unnamed(`p${index}`, north(minutes)))
  expect([...choose(parks, [library]).values()]).toEqual([
    { name: 'Public Library', direction: 'n' },
    { name: 'Public Library', direction: 'n', minutes: 10 },
    { name: 'Public Library', direction: 'n', minutes: 10, number: 2 },
    { name: 'Public Library', direction: 'n', minutes: 15 },
  ])
  const near = { name: 'Public Library', direction: 'n' as const, minutes: 10 }
  const label = (language: 'en' | 'fr') =>
    parkLabel({ name: null, address: null, city: 'Boston', near }, (path, params) => translate(language, path, params))
  expect(label('en')).toBe('Car park 10 min walk north of Public Library, Boston')
  expect(label('fr').replaceAll('\u00a0', ' ')).toBe('Parking à 10 min à pied au nord de Public Library, Boston')
})

test.each([
  ['Österreichische Botschaft', 'SN', false],
  ['Embajada de España', 'SN', false],
  ['British Embassy', 'SN', false],
  ['Ambassade du Canada', 'SN', true],
  ['Noviziat der Brüder', 'NG', false],
  ['National Theatre of Nigeria', 'NG', true],
  ['Cañada Boulevard', 'US', true],
] as const)('knows whether drivers understand %s in %s', (name, country, expected) => {
  expect(isUnderstood(name, countryIds[country])).toBe(expected)
})

test('calls a park after a street that is farther than a landmark', () => {
  const park = unnamed('a', { lat: 42.3509, lng: -71.075 })
  const library = place('Public Library', 42.351, -71.075)
  const chosen = chooseSurroundings([park], { streets, places: [library] }, new Set())
  expect(chosen.get('a')).toEqual({ name: 'Boylston Street' })
})

test.each([
  [{ lat: 1, lng: 0 }, 'n'],
  [{ lat: 0, lng: 1 }, 'e'],
  [{ lat: -1, lng: -1 }, 'sw'],
  [{ lat: -1, lng: 0.1 }, 's'],
])('finds the direction of %o', (to, direction) => {
  expect(findDirection({ lat: 0, lng: 0 }, to)).toBe(direction)
})

test('tells all parks of a city apart, whatever the order of the file', () => {
  const position = fc.record({
    lat: fc.double({ min: 42.34, max: 42.36, noNaN: true }),
    lng: fc.double({ min: -71.08, max: -71.06, noNaN: true }),
  })
  const places = [
    place('Public Library', 42.3485, -71.07),
    place('City Hall', 42.35, -71.0702),
    place('Back Bay', 42.351, -71.069, { is_area: true }),
  ]
  fc.assert(
    fc.property(fc.array(position, { maxLength: 40 }), fc.boolean(), (positions, hasStreets) => {
      const parks = positions.map((at, index) => unnamed(`p${index}`, at))
      const surroundings = { streets: hasStreets ? streets : [], places }
      const chosen = chooseSurroundings(parks, surroundings, new Set())
      const labels = parks.map(({ key, city }) =>
        parkLabel({ name: null, address: null, city, near: chosen.get(key) }, (path, params) =>
          translate('fr', path, params),
        ),
      )
      expect(new Set(labels).size).toBe(parks.length)
      expect(chooseSurroundings(parks.toReversed(), surroundings, new Set())).toEqual(chosen)
    }),
  )
})

test('does not use the label of a park that is already stored', () => {
  const taken = new Set([toLabelKey({ city: 'Boston' }, { name: 'Boylston Street & Arlington Street' })])
  const chosen = chooseSurroundings([unnamed('a', boston)], { streets, places: [] }, taken)
  expect(chosen.get('a')).toEqual({ name: 'Boylston Street' })
})
