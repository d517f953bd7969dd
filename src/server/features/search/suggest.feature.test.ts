import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listParks } from '#contract/parks/parks.ts'
import { listKnownPlaces, suggest } from '#contract/places/places.ts'
import { buildPlaces, updatePark } from '#test/kits/parks-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

/** Typing errors of every kind, at every place of a word, in both languages. */
let world: World

beforeAll(async () => {
  world = await createWorld()
  const inQuebec = { country_code: 'CA', state: 'CA-QC' } as const
  await buildPlaces(world, [
    { name: 'Toronto', country_code: 'CA', state: 'CA-ON', lat: 43.7, lng: -79.42, weight: 0.92 },
    { name: 'Torrance', country_code: 'US', state: 'US-CA', lat: 33.84, lng: -118.34, weight: 0.7 },
    { name: 'Montréal', ...inQuebec, lat: 45.51, lng: -73.59, weight: 0.89 },
    { name: 'Trois-Rivières', ...inQuebec, lat: 46.35, lng: -72.55, weight: 0.7 },
    { name: 'Saint-Jérôme', ...inQuebec, lat: 45.78, lng: -74, weight: 0.66 },
    { name: 'Port Harcourt', country_code: 'NG', state: 'NG-RI', lat: 4.78, lng: 7.01, weight: 0.86 },
    { name: 'Ziguinchor', country_code: 'SN', state: 'SN-ZG', lat: 12.57, lng: -16.27, weight: 0.72 },
    {
      kind: 'airport',
      name: 'Montréal-Pierre Elliott Trudeau International Airport',
      ...inQuebec,
      city: 'Montréal',
      lat: 45.46,
      lng: -73.75,
      weight: 0.84,
      iata: 'YUL',
      icao: 'CYUL',
      also: 'aéroport',
    },
  ])
  const park = await world.buildPark({ name: 'Harbourfront', lat: 43.64, lng: -79.38 })
  await updatePark(world, park, { address: '40 Chestnut Street', name: 'Harbourfront' })
})
afterAll(() => world.close())

const ask = async (q: string, country: string, language: string) => {
  const { body } = await world.call(suggest, { query: { q, country }, headers: { 'accept-language': language } })
  return body.map(({ name }) => name)
}

test.each([
  ['a letter too much', 'torronto', 'CA', 'en', 'Toronto'],
  ['a letter too few', 'tornto', 'CA', 'en', 'Toronto'],
  ['a wrong letter', 'toranto', 'CA', 'en', 'Toronto'],
  ['two letters swapped', 'tornoto', 'CA', 'en', 'Toronto'],
  ['another letter first', 'goronto', 'CA', 'en', 'Toronto'],
  ['a letter before the first', 'ttoronto', 'CA', 'en', 'Toronto'],
  ['the first letter left out', 'ontreal', 'CA', 'fr', 'Montréal'],
  ['the first two swapped', 'omntreal', 'CA', 'fr', 'Montréal'],
  ['one in its beginning', 'monrt', 'CA', 'fr', 'Montréal'],
  ['two in one long word', 'ziginchior', 'SN', 'fr', 'Ziguinchor'],
  ['an accent and an error', 'Trois-Rivièrse', 'CA', 'fr', 'Trois-Rivières'],
  ['one in each of two words', 'prot harcuort', 'NG', 'en', 'Port Harcourt'],
  ['words the other way round', 'harcourtt potr', 'NG', 'en', 'Port Harcourt'],
  ['an abbreviation and an error', 'St-Jéromr', 'CA', 'fr', 'Saint-Jérôme'],
  ['a park', 'harbuorfront', 'CA', 'en', 'Harbourfront'],
  ['a park’s street', '40 chesntut', 'CA', 'en', 'Harbourfront'],
  [
    'an airport in French',
    'aeroport trudaeu',
    'CA',
    'fr',
    'Montréal-Pierre Elliott Trudeau International Airport (YUL)',
  ],
  [
    'an airport in English',
    'airprot trudeau',
    'CA',
    'en',
    'Montréal-Pierre Elliott Trudeau International Airport (YUL)',
  ],
] as const)('%s: %s', async (_case, q, country, language, name) => {
  expect((await ask(q, country, language))[0]).toBe(name)
})

test.each([
  ['Sa', 'CA', 'Saint-Jérôme'],
  ['Sai', 'CA', 'Saint-Jérôme'],
  ['Sain', 'CA', 'Saint-Jérôme'],
  ['Saint', 'CA', 'Saint-Jérôme'],
  ['saint-j', 'CA', 'Saint-Jérôme'],
  ['mont', 'CA', 'Montréal'],
  ['aerop', 'CA', 'Montréal-Pierre Elliott Trudeau International Airport (YUL)'],
])('on the way to a word that has an abbreviation: %s', async (q, country, name) => {
  expect(await ask(q, country, 'fr')).toContain(name)
})

test.each(['trz', 'xyzzyq', 'qqqqqqqqqq', 'tor0nt0 xx'])('suggests nothing for %s', async (q) => {
  expect(await ask(q, 'CA', 'en')).toEqual([])
})

test.each([
  ['aéroport de Montréal', 'fr', 'Montréal-Pierre Elliott Trudeau International Airport (YUL)'],
  ['airport of Montréal', 'en', 'Montréal-Pierre Elliott Trudeau International Airport (YUL)'],
] as const)('by words that the name does not join in that way: %s', async (q, language, name) => {
  expect((await ask(q, 'CA', language))[0]).toBe(name)
})

const search = async (text: string, country: string) =>
  (await world.call(listParks, { query: { search: text, country } })).body

describe('a street that has no name on our maps', () => {
  test('is found by the addresses of car parks, in the order of their numbers', async () => {
    const doors = [
      ['1424, rue Peel', 45.500919, -73.572996],
      ['100 rue Peel', 45.49271, -73.557101],
      ['1199, RUE PEEL (Dominion)', 45.499628, -73.571707],
    ] as const
    for (const [address, lat, lng] of doors) {
      const door = await world.buildPark({ name: `Lot ${address}`, country_code: 'CA', city: 'Montréal', lat, lng })
      await updatePark(world, door, { address })
    }
    const around = { country_code: 'CA', city: 'Montréal', lat: 45.4969, lng: -73.5655 } as const
    await world.buildPark({ ...around, name: 'Between the doors' })
    for (const typed of ['1200 rue peel', 'Rue Peel 1200, Montréal', '1200 peel st']) {
      const { street, total, items } = await search(typed, 'CA')
      expect([typed, street?.name, total]).toEqual([typed, 'Rue Peel', 4])
      expect(items.map(({ name }) => name)).toContain('Between the doors')
      const { body } = await world.call(suggest, { query: { q: typed, country: 'CA' } })
      expect(body[0]).toMatchObject({ kind: 'street', name: 'Rue Peel', context: 'Montréal, Quebec, Canada' })
    }
    expect((await search('1200 rue peel, Ottawa', 'CA')).street).toBe(undefined)
    expect((await search('1200 rue peel', 'US')).street).toBe(undefined)
  })

  test('is nowhere if no car park has it in its address, and what is called like it is suggested', async () => {
    await buildPlaces(world, [
      {
        kind: 'area',
        name: 'Université Cheikh-Anta-Diop',
        country_code: 'SN',
        lat: 14.69,
        lng: -17.46,
        weight: 0.6,
      },
    ])
    expect(await ask('12 avenue Cheikh Anta Diop', 'SN', 'fr')).toEqual(['Université Cheikh-Anta-Diop'])
    expect(await ask('12 avenue Cheikh Anta Diop', 'NG', 'fr')).toEqual([])
    expect(await search('avenue Cheikh Anta Diop', 'SN')).toMatchObject({ total: 0, items: [] })
  })
})

test('returns a country’s large places and states for a page, most important first', async () => {
  const known = async (country: string, language: string) =>
    (await world.call(listKnownPlaces, { query: { country }, headers: { 'accept-language': language } })).body
  const canada = await known('CA', 'fr')
  expect(canada.map(({ name }) => name)).toEqual([
    'Toronto',
    'Montréal',
    'Trois-Rivières',
    'Saint-Jérôme',
    'Montréal-Pierre Elliott Trudeau International Airport (YUL)',
    'Ontario',
    'Québec',
  ])
  expect(canada[4]).toEqual({
    kind: 'airport',
    name: 'Montréal-Pierre Elliott Trudeau International Airport (YUL)',
    context: 'Montréal, Québec, Canada',
    lat: 45.46,
    lng: -73.75,
    weight: expect.closeTo(0.63),
  })
  expect((await known('NG', 'en')).map(({ name, context }) => [name, context])).toContainEqual(['Rivers', 'Nigeria'])
  expect((await world.call(listKnownPlaces, { query: { country: 'France' } })).status).toBe(422)
})

test('a shopping street is the street with its car parks', async () => {
  // Its shops are listed as a mall of that name, and so is a square's, which is none.
  const mall = { kind: 'mall', country_code: 'CA', weight: 0.2 } as const
  await buildPlaces(world, [
    { ...mall, name: 'Rue Peel', city: 'Montréal', lat: 45.500079, lng: -73.573054 },
    { ...mall, name: 'Place Peel', city: 'Montréal', lat: 45.5, lng: -73.57 },
  ])
  for (const typed of ['rue peel', 'Rue Peel, Montréal']) {
    const { street, total } = await search(typed, 'CA')
    expect([typed, street?.name, total]).toEqual([typed, 'Rue Peel', 4])
    const { body } = await world.call(suggest, { query: { q: typed, country: 'CA' } })
    expect(body[0]).toMatchObject({ kind: 'street', name: 'Rue Peel', context: 'Montréal, Quebec, Canada' })
    expect(body.filter(({ name }) => name === 'Rue Peel')).toHaveLength(1)
  }
  expect((await search('place peel', 'CA')).street).toBe(undefined)
  // One of a street that we do not know is not the street of that name in Toronto.
  await buildPlaces(world, [{ ...mall, name: 'L’Avenue du Mont-Royal', city: 'Montréal', lat: 45.526, lng: -73.581 }])
  expect((await search('avenue du mont-royal', 'CA')).street).toBe(undefined)
  expect((await ask('avenue du mont-royal', 'CA', 'fr'))[0]).toBe('L’Avenue du Mont-Royal')
})

test('a large city abroad comes before what only has its words at home', async () => {
  await buildPlaces(world, [
    { name: 'New York City', country_code: 'US', state: 'US-NY', lat: 40.71, lng: -74, weight: 0.99, also: 'New York' },
    { kind: 'area', name: 'Newtonbrook', city: 'North York', country_code: 'CA', lat: 43.79, lng: -79.42, weight: 0.2 },
    { kind: 'area', name: 'New Yorkshire', country_code: 'CA', lat: 43.1, lng: -79.1, weight: 0.2 },
  ])
  for (const typed of ['new york', 'New Yor'])
    expect([typed, ...(await ask(typed, 'CA', 'en')).filter((name) => name !== 'New York')]).toEqual([
      typed,
      'New Yorkshire',
      'New York City',
      'Newtonbrook',
    ])
  // One word may be any at home.
  const york = await ask('york', 'CA', 'en')
  expect(york.indexOf('Newtonbrook')).toBeLessThan(york.indexOf('New York City'))
})

test('lists what is around the airport that a word begins the name of', async () => {
  const lagos = { country_code: 'NG', state: 'NG-LA', city: 'Lagos' } as const
  await buildPlaces(world, [
    { kind: 'airport', name: 'Murtala Muhammed International Airport', ...lagos, lat: 6.58, lng: 3.32, weight: 0.84 },
    { kind: 'area', name: 'Murtala Mohammed Specialist Hospital', country_code: 'NG', lat: 12, lng: 8.5, weight: 0.2 },
  ])
  for (const name of ['Murtala arrivals', 'Computer Village'])
    await world.buildPark({ name, country_code: 'NG', city: 'Ikeja', lat: 6.59, lng: 3.34 })
  expect((await search('murtala', 'NG')).items.map(({ name }) => name).toSorted()).toEqual([
    'Computer Village',
    'Murtala arrivals',
  ])
  expect((await ask('murtala', 'NG', 'en'))[0]).toBe('Murtala Muhammed International Airport')
  // Of a hospital, nobody looks for what is around by one word.
  expect((await search('specialist', 'NG')).items).toEqual([])
})
