import { beforeAll, describe, expect, test } from 'vitest'
import { removeAccents } from '#contract/accents.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { boxAround, distanceToStreetM, middleOf, StreetIndex, type StreetLine } from './street-index.ts'
import {
  hasHouseNumber,
  otherKind,
  readNamesake,
  readStreetNames,
  readTypedStreets,
  streetWordsOf,
} from './street-names.ts'

let shipped: StreetIndex

beforeAll(async () => {
  shipped = await StreetIndex.load()
}, 120_000)

test.each([
  ['350 5th ave', ['5th', 'av'], true],
  ['350 Fifth Avenue', ['5th', 'av'], true],
  ['12-14 Queen St. W', ['queen', 'st', 'w'], true],
  ['1500 Broadway', ['broadway'], true],
  ['Broadway 1500', ['broadway'], true],
  ['Rue Peel, n° 1200, Montréal', ['rue', 'peel', 'montreal'], true],
  ['12 bis rue Carnot', ['rue', 'carnot'], true],
  ['Plot 5, Adeola Odeku', ['adeola', 'odeku'], true],
  ['parking near 221b Baker Street', ['baker', 'st'], true],
  ['5th avenue', ['5th', 'av'], false],
  ['42 st', ['42', 'st'], false],
  ['geary blvd', ['geary', 'bd'], false],
  ['Toronto', ['toronto'], false],
  ['90210', ['90210'], false],
  ['street', undefined, false],
] as const)('"%s" is read as the street %j', (text, words, hasNumber) => {
  expect(readTypedStreets(text)[0]?.words).toEqual(words)
  expect(hasHouseNumber(text)).toBe(hasNumber)
})

test('what has the kind of a street or a house number can hardly be anything else', () => {
  const isSure = (text: string) => readTypedStreets(text)[0]?.isSure
  expect(['queen st', 'rue Peel', 'boul. Saint-Laurent', '12 king', 'Broadway 9'].map(isSure)).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect(['queen', 'St. Catharines', 'High Park', 'Dakar'].map(isSure)).toEqual(Array.from({ length: 4 }, () => false))
  expect(readNamesake('12 avenue Cheikh Anta Diop')).toBe('cheikh anta diop')
  expect(['23 allen avenue', 'Cheikh Anta Diop', 'Dakar'].map(readNamesake)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['N Clark Street', 'clark', 'st', ['north']],
  ['Rue Sherbrooke O.', 'sherbrooke', 'st', ['west']],
  ['K Street NW', 'k', 'st', ['northwest']],
  ['E Street', 'east', 'st', []],
  ['Avenue N', 'north', 'av', []],
  ['West Street', 'west', 'st', []],
  ['Avenue Road', 'av', 'rd', []],
  ['Boulevard de Maisonneuve Ouest', 'maisonneuve', 'bd', ['west']],
  ['Rue du Parc', 'park', 'st', []],
  ['5e avenue', '5th', 'av', []],
  ['Forty-second St', '42nd', 'st', []],
  ['Hundred Eleventh', 'hundred 11th', undefined, []],
])('"%s" is %s', (name, core, kind, directions) => {
  expect(readStreetNames(streetWordsOf(name))[0]).toMatchObject({ core, kind, directions })
})

test.each([
  ['Toronto', '100 Queen St W', 'Queen Street West', { lat: 43.6524, lng: -79.3839 }],
  ['Toronto', 'av. Spadina 340', 'Spadina Avenue', { lat: 43.6533, lng: -79.3981 }],
  ['Vancouver', '800 Granville Street', 'Granville Street', { lat: 49.2803, lng: -123.1207 }],
  ['Ottawa', '80 rue Elgin', 'Elgin Street', { lat: 45.4225, lng: -75.694 }],
  ['New York', '350 5th ave', '5th Avenue', { lat: 40.7484, lng: -73.9857 }],
  ['New York', '1114 Ave. of the Americas', '6th Avenue', { lat: 40.7549, lng: -73.9843 }],
  ['New York', '234 W 42nd St', '42nd Street', { lat: 40.7565, lng: -73.9882 }],
  ['Chicago', '233 S State St', 'S State Street', { lat: 41.879, lng: -87.6276 }],
  ['Chicago', 'N Michigan Ave', 'N Michigan Avenue', { lat: 41.8948, lng: -87.6242 }],
  ['San Francisco', '1 Market St', 'Market Street', { lat: 37.7937, lng: -122.395 }],
  ['San Francisco', 'embarcadero', 'The Embarcadero', { lat: 37.7955, lng: -122.3937 }],
  ['Seattle', '400 Mercer St', 'Mercer Street', { lat: 47.6245, lng: -122.3485 }],
  ['Boston', '700 Boylston St', 'Boylston Street', { lat: 42.3496, lng: -71.0787 }],
  ['Boston', '360 mass ave', 'Massachusetts Avenue', { lat: 42.3422, lng: -71.0842 }],
  ['Washington', '1500 K Street NW', 'K Street NW', { lat: 38.9024, lng: -77.0345 }],
])('in %s, "%s" is on %s, which passes its door', (city, text, name, door) => {
  const found = shipped.find(readTypedStreets(text)[0]!.words).filter(({ street }) => street.city === city)
  const street = found.map((entry) => entry.street).find((candidate) => distanceToStreetM(candidate, door) < 150)
  expect(street?.name).toBe(name)
  const { west, south, east, north } = boxAround(street!.box, 200)
  expect([door.lat > south, door.lat < north, door.lng > west, door.lng < east]).toEqual([true, true, true, true])
  expect(distanceToStreetM(street!, middleOf(street!))).toBe(0)
})

describe('each street of the ten cities', () => {
  const abbreviations = Object.entries({
    Street: 'St',
    Avenue: 'Ave.',
    Boulevard: 'Blvd',
    Road: 'Rd',
    Drive: 'Dr.',
    Crescent: 'Cres',
    Court: 'Ct',
    Place: 'Pl',
    Lane: 'Ln',
    Terrace: 'Terr',
    Parkway: 'Pkwy',
    Square: 'Sq',
    Trail: 'Trl',
    Circle: 'Cir',
    Gardens: 'Gdns',
    Heights: 'Hts',
    Saint: 'St.',
    North: 'N',
    South: 'S',
    East: 'E',
    West: 'W',
  })
  const abbreviate = (name: string) =>
    abbreviations.reduce((text, [word, short]) => text.replaceAll(new RegExp(`\\b${word}\\b(?!')`, 'g'), short), name)
  /** A kind, before the end or a direction. */
  const kind =
    / (?:Street|Avenue|Boulevard|Road|Drive|Crescent|Court|Place|Lane|Terrace|Parkway|Square|Trail|Circle|Gardens|Way)(?= (?:North|South|East|West|[NS][EW])$|$)/
  const isPlain = (name: string) => kind.test(name) && readTypedStreets(name.replace(kind, ''))[0]?.isSure === false
  const inFrench = (name: string) =>
    name
      .replace(/^(.+) Street(?= |$)/, 'rue $1')
      .replace(/^(.+) Avenue(?= |$)/, 'av. $1')
      .replace(/ North$/, ' Nord')
      .replace(/ South$/, ' Sud')
      .replace(/ East$/, ' Est')
      .replace(/ West$/, ' Ouest')
  const coreOf = (text: string) => readStreetNames(streetWordsOf(text))[0]?.core ?? ''
  const saysMuch = (core: string) =>
    core.length > 2 && readTypedStreets(core).length > 0 && !/^(?:north|south|east|west)$/.test(core)
  /** As people type a name. */
  const spellings: [string, (name: string) => string, (name: string) => boolean][] = [
    ['in small letters and without accents', (name) => removeAccents(name.toLowerCase()), () => true],
    ['abbreviated', abbreviate, () => true],
    ['after a house number', (name) => `1200 ${name.toLowerCase()}`, () => true],
    ['before a house number', (name) => `${abbreviate(name)}, 87`, () => true],
    ['before its city', (name) => `${abbreviate(name)} elsewhere`, () => true],
    ['in French', inFrench, (name) => isPlain(name) && !/^[NSEW] /.test(name)],
    // Names of one letter, a direction or a kind say nothing without it.
    ['without its kind', (name) => name.replace(kind, ''), (name) => isPlain(name) && saysMuch(coreOf(name))],
  ]

  test.each(spellings)('is found %s', (_how, spell, isTyped) => {
    const missing = inTurn(shipped.list(), 1_000)()
      .filter(({ name }) => isTyped(name))
      .filter(
        (street) =>
          !readTypedStreets(spell(street.name)).some(({ words }) =>
            shipped.find(words).some((match) => match.street === street && match.fit > otherKind),
          ),
      )
    expect(missing.map(({ name, city }) => `${spell(name)}, ${city}`)).toEqual([])
  })
})

test('parts of one name that are far apart are streets of their own, and what follows the name is left', async () => {
  const line = (lng: number, name: string): StreetLine => ({
    properties: { kind: 'road', class: 'residential', name },
    geometry: {
      type: 'LineString',
      coordinates: [
        [lng, 40],
        [lng + 0.003, 40],
      ],
    },
  })
  const index = new StreetIndex()
  // The second continues the first after 250 m in another spelling, the third is 8 km away and has two names.
  await index.add('Town', [line(-74, 'Elm St'), line(-73.994, 'Elm Street'), line(-73.9, 'Elm Street,w Oak Ave Ne')])
  const found = index.find(['elm', 'st', 'new', 'york']).filter(({ rest }) => rest.length === 2)
  expect(found.map(({ street: { name, box } }) => [name, box.west, box.east])).toEqual([
    ['Elm Street', -74, -73.991],
    ['Elm Street', -73.9, -73.897],
  ])
  expect(found[0]!.rest).toEqual(['new', 'york'])
  expect(index.find(['oak'])[0]!.street.name).toBe('W Oak Ave NE')
  expect(index.find(['pine', 'st'])).toEqual([])
})
