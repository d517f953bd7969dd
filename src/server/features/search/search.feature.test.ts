import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listParks, mapParks, type MapPark } from '#contract/parks/parks.ts'
import { suggest } from '#contract/places/places.ts'
import { buildPlaces, updatePark } from '#test/kits/parks-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'
import { findPlaceByText } from './places/place-by-text.ts'

let world: World
const parks: Record<string, TestPark> = {}

beforeAll(async () => {
  world = await createWorld()
  await buildPlaces(world, [
    {
      name: 'Toronto',
      country_code: 'CA',
      state: 'CA-ON',
      lat: 43.7,
      lng: -79.42,
      population: 2_600_000,
      weight: 0.92,
    },
    { name: 'Toronto', country_code: 'US', state: 'US-OH', lat: 40.46, lng: -80.6, population: 4_900, weight: 0.53 },
    { name: 'Tottenham', country_code: 'CA', state: 'CA-ON', lat: 44.02, lng: -79.8, population: 9_800, weight: 0.57 },
    {
      name: 'Montréal',
      country_code: 'CA',
      state: 'CA-QC',
      lat: 45.51,
      lng: -73.59,
      population: 1_600_000,
      weight: 0.89,
    },
    { name: 'Québec', country_code: 'CA', state: 'CA-QC', lat: 46.81, lng: -71.21, population: 528_000, weight: 0.82 },
    {
      name: 'Ontario',
      country_code: 'US',
      state: 'US-CA',
      lat: 34.06,
      lng: -117.65,
      population: 171_000,
      weight: 0.75,
    },
    {
      name: 'New York City',
      country_code: 'US',
      state: 'US-NY',
      lat: 40.71,
      lng: -74.01,
      population: 8_175_000,
      weight: 0.99,
    },
    { name: 'Lagos', country_code: 'NG', state: 'NG-LA', lat: 6.45, lng: 3.39, population: 9_000_000, weight: 0.99 },
    { name: 'Dakar', country_code: 'SN', state: 'SN-DK', lat: 14.69, lng: -17.44, population: 2_476_000, weight: 0.93 },
    {
      kind: 'airport',
      name: 'Lester B. Pearson International Airport',
      country_code: 'CA',
      state: 'CA-ON',
      city: 'Toronto',
      lat: 43.68,
      lng: -79.63,
      weight: 0.9,
      iata: 'YYZ',
      icao: 'CYYZ',
      also: 'airport',
    },
    {
      kind: 'airport',
      name: 'Murtala Muhammed International Airport',
      country_code: 'NG',
      state: 'NG-LA',
      city: 'Lagos',
      lat: 6.58,
      lng: 3.32,
      weight: 0.9,
      iata: 'LOS',
      icao: 'DNMM',
      also: 'airport',
    },
    {
      kind: 'station',
      name: 'Union Station',
      country_code: 'CA',
      state: 'CA-ON',
      city: 'Toronto',
      lat: 43.645,
      lng: -79.381,
      weight: 0.35,
      also: 'station',
    },
    { kind: 'area', name: 'Downtown', country_code: 'CA', state: 'CA-SK', lat: 52.12, lng: -106.66, weight: 0.2 },
    { kind: 'area', name: 'Downtown', country_code: 'CA', state: 'CA-ON', lat: 43.65, lng: -79.38, weight: 0.2 },
  ])
  const ontario = await world.db.selectFrom('states').select('id').where('code', '=', 'CA-ON').executeTakeFirstOrThrow()
  parks['king'] = await world.buildPark({ name: 'King garage', lat: 43.65, lng: -79.38 })
  parks['front'] = await world.buildPark({ name: 'Front garage', lat: 43.7, lng: -79.42 })
  parks['pearson'] = await world.buildPark({ name: 'Terminal 1', lat: 43.681, lng: -79.629 })
  parks['unnamed'] = await world.buildPark({ lat: 43.66, lng: -79.39, partner: null })
  parks['lagos'] = await world.buildPark({
    name: 'Marina',
    country_code: 'NG',
    city: 'Lagos',
    lat: 6.45,
    lng: 3.4,
    timezone: 'Africa/Lagos',
  })
  await updatePark(world, parks['king']!, { address: '100 King Street West', state_id: ontario.id })
  await updatePark(world, parks['front']!, { address: '20 Front Street East', state_id: ontario.id })
  await updatePark(world, parks['pearson']!, { state_id: ontario.id })
  await updatePark(world, parks['unnamed']!, { name: null, address: '5 Côté Lane' })
  await updatePark(world, parks['lagos']!, {})
})
afterAll(() => world.close())

const suggested = async (q: string, query: object = {}, language = 'en') => {
  const answer = await world.call(suggest, { query: { q, ...query }, headers: { 'accept-language': language } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.length).toBeLessThanOrEqual(10)
  return answer.body
}
const first = async (q: string, query: object = {}) => {
  const [best] = await suggested(q, query)
  return best === undefined ? undefined : `${best.kind} ${best.name}`
}

describe('suggestions', () => {
  test.each([
    ['to', 'CA', 'city Toronto'],
    ['TORON', 'Canada', 'city Toronto'],
    ['tóronto', 'NG', 'city Toronto'],
    ['torotno', 'CA', 'city Toronto'],
    ['toornto', 'NG', 'city Toronto'],
    ['montraal', 'CA', 'city Montréal'],
    ['yyz', 'NG', 'airport Lester B. Pearson International Airport (YYZ)'],
    ['CYYZ', 'CA', 'airport Lester B. Pearson International Airport (YYZ)'],
    ['airport lagos', 'NG', 'airport Murtala Muhammed International Airport (LOS)'],
    ['aeroport int. lag', 'NG', 'airport Murtala Muhammed International Airport (LOS)'],
    ['new york', 'CA', 'city New York City'],
    ['king st', 'CA', 'street King Street West'],
    ['front gar', 'CA', 'park Front garage'],
    ['cote lane', 'CA', 'park Car park near 5 Côté Lane, Toronto'],
  ])('"%s" in %s: %s', async (q, country, expected) => {
    expect(await first(q, { country })).toBe(expected)
  })

  test('lists the chosen country first', async () => {
    expect((await suggested('toronto', { country: 'us' }))[0]!.context).toBe('Ohio, United States')
    expect((await suggested('toronto', { country: 'ca' }))[0]!.context).toBe('Ontario, Canada')
    expect((await suggested('ont', { country: 'CA' }))[0]).toMatchObject({
      kind: 'state',
      name: 'Ontario',
      lat: 43.7,
      lng: -79.42,
    })
    expect((await suggested('ont', { country: 'US' }))[0]).toMatchObject({
      kind: 'city',
      name: 'Ontario',
      context: 'California, United States',
    })
  })

  test('lists the nearer of two equal matches first', async () => {
    expect((await suggested('garage', { lat: 43.65, lng: -79.38 }))[0]!.name).toBe('King garage')
    expect((await suggested('garage', { lat: 43.7, lng: -79.42 }))[0]!.name).toBe('Front garage')
  })

  test('finds states by both names, in the reader’s language', async () => {
    expect(
      (await suggested('quebec', { country: 'CA' }, 'fr')).map(({ kind, name, context }) => [kind, name, context]),
    ).toContainEqual(['state', 'Québec', 'Canada'])
    expect((await suggested('new york', { country: 'US' })).map(({ kind }) => kind)).toEqual(['city', 'state'])
  })

  test('finds a park by its code, with its name and address', async () => {
    const { park_code, slug, id } = parks['king']!
    expect((await suggested(` ${park_code.toLowerCase()} `))[0]).toMatchObject({
      kind: 'park',
      name: 'King garage',
      id,
      slug,
      context: '100 King Street West, Toronto, Ontario',
    })
    expect((await suggested('cote', {}, 'fr'))[0]!.name).toBe('Parking près du 5 Côté Lane, Toronto')
  })

  const hostile = [
    '%',
    '_',
    "'",
    '%%%%%%',
    "' or 1=1 --",
    '\\',
    '🙂🚗',
    'مرحبا',
    '漢字',
    '‮txet',
    'ﬃ',
    'a '.repeat(100),
    'x'.repeat(200),
    'é'.repeat(200),
    '0',
    '--',
    '((',
    '\uFFFD',
    'null',
    '__proto__',
    'İstanbul',
  ]
  test.each(hostile.map((q) => [[...q].slice(0, 12).join(''), q]))('returns a list for "%s"', async (_shown, q) => {
    await suggested(q)
    const list = await world.call(listParks, { query: { search: q } })
    expect(list.status).toBe(200)
  })

  test('rejects invalid queries', async () => {
    for (const [query, field] of [
      [{ q: '' }, 'q'],
      [{ q: 'x'.repeat(201) }, 'q'],
      [{ q: 'a\u0000b' }, 'q'],
      [{ q: 'a', country: 'France' }, 'country'],
      [{ q: 'a', lat: 3 }, 'lng'],
      [{ q: 'a', lat: 91, lng: 3 }, 'lat'],
      [{ q: 'a', limit: 3 } as object, 'limit'],
    ] as const) {
      const answer = await world.call(suggest, { query })
      expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, field])
    }
  })
})

describe('a search text', () => {
  const names = async (search: string, query: object = {}) => {
    const { body } = await world.call(listParks, { query: { search, ...query } })
    return body.items.map(({ name, distance_m }) => `${name}${distance_m === undefined ? '' : ' …'}`)
  }

  test('is a place if it clearly names one, with the nearest parks and their distance', async () => {
    expect((await names('Toronto', { country: 'CA' }))[0]).toBe('Front garage …')
    expect((await names('parking à toronto'))[0]).toBe('Front garage …')
    expect((await names('toronto airport', { country: 'Canada' }))[0]).toBe('Terminal 1 …')
    expect((await names('lagos airport'))[0]).toBe('Marina …')
    expect((await names('gare union', { country: 'CA' }))[0]).toBe('King garage …')
    expect((await names('Torotno', { country: 'CA' }))[0]).toBe('Front garage …')
    expect(await names('Dakar', { country: 'SN' })).toEqual([])
  })

  test('is a state or a country by its name', async () => {
    expect((await names('Ontario')).toSorted()).toEqual(['Front garage', 'King garage', 'Terminal 1'])
    expect(await names('nigéria')).toEqual(['Marina'])
  })

  test('is otherwise words of names, addresses, cities and the source', async () => {
    expect(await names('king')).toEqual(['King garage'])
    expect(await names('street garage toronto')).toHaveLength(2)
    expect(await names('west king st')).toEqual(['King garage'])
    expect(await names('cote')).toEqual(['null'])
    expect(await names('test marina')).toEqual(['Marina'])
    expect(await names('downtown')).toEqual([])
    expect(await names('king', { lat: 43.7, lng: -79.42 })).toEqual(['King garage …'])
    expect(await names('  ')).toHaveLength(5)
  })

  test.each(['king', 'test marina', 'downtown', 'Toronto', 'nigéria'])(
    '%s on a map is what it is in the list',
    async (search) => {
      const query = { search, bbox: '-179,-85,179,85' }
      const { body: map } = await world.call(mapParks, { query: { ...query, zoom: 20 } })
      const { body: list } = await world.call(listParks, { query: { ...query, size: 100 } })
      expect(map.total).toBe(list.total)
      const alone = map.features.flatMap(({ properties }) =>
        properties.cluster ? [] : [(properties as MapPark['properties']).id],
      )
      expect(alone.toSorted()).toEqual(list.items.map(({ id }) => id).toSorted())
    },
  )

  test.each([
    ['Toronto', undefined, 'place Toronto'],
    ['toronto', 4, 'place Toronto'],
    ['yyz', undefined, 'place Lester B. Pearson International Airport'],
    ['pearson toronto', undefined, 'place Lester B. Pearson International Airport'],
    ['New York', undefined, 'place New York City'],
    ['Québec', undefined, 'place Québec'],
    ['Ontario', undefined, 'state Ontario'],
    ['Ontario', 4, 'place Ontario'],
    ['Dakar', 2, undefined],
    ['Downtown', undefined, undefined],
    ['airport', undefined, undefined],
    ['toro', undefined, undefined],
    ['', undefined, undefined],
  ])('"%s" of country %s means %s', async (text, country_id, expected) => {
    const { places, reference } = await world.deps.search.current()
    const meant = findPlaceByText(places, reference, text, country_id)
    expect(meant === undefined ? undefined : `${meant.kind} ${meant.name}`).toBe(expected)
  })
})
