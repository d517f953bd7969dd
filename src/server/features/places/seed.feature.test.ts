import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listParks, type ParkMap } from '#contract/parks/parks.ts'
import { listPlaces } from '#contract/places/browse.ts'
import { suggest, type CountryCode } from '#contract/places/places.ts'
import { findParks } from '#server/features/search/list.ts'
import { searchMap } from '#server/features/search/map.ts'
import { suggestPlacesAndAddresses } from '#server/features/search/suggestions.ts'
import { createGeocoder } from '#server/providers/geo/geocoder.ts'
import { startGeocoder } from '#simulators/geocoder.ts'
import { updatePark } from '#test/kits/parks-kit.ts'
import { createPlacesWorld } from '#test/kits/shipped-world.ts'
import type { World } from '#test/kits/world.ts'
import { findPlaces } from './listing.ts'
import { seedReference } from './seed.ts'

let world: World
beforeAll(async () => {
  world = await createPlacesWorld()
})
afterAll(() => world.close())

const count = async (table: 'places' | 'states' | 'fees' | 'sources') => {
  const { rows } = await world.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

test('loads places of every kind and country with their states', async () => {
  const rows = await world.db
    .selectFrom('places')
    .select(({ fn }) => ['kind', 'country_id', fn.countAll<bigint>().as('rows')])
    .groupBy(['kind', 'country_id'])
    .execute()
  const of = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + Number(row.rows), 0)
  expect(of('city')).toBeGreaterThan(21_000)
  expect(of('area')).toBeGreaterThan(700)
  expect(of('airport')).toBeGreaterThan(1_880)
  expect(of('poi')).toBeGreaterThan(4_000)
  expect(of('neighbourhood')).toBeGreaterThan(6_000)
  expect(of('arena') + of('theatre') + of('convention_centre')).toBeGreaterThan(550)
  expect(await count('states')).toBe(121)
  expect(await world.db.selectFrom('places').select('id').where('state_id', 'is', null).execute()).toEqual([])
})

test('finds Lagos airport by its city and Dakar’s new airport in the region of Thiès', async () => {
  const found = await world.db
    .selectFrom('places')
    .leftJoin('states', 'states.id', 'places.state_id')
    .select(['iata', 'states.code as state'])
    .where('kind', '=', 'airport')
    .where((where) =>
      where.or([where('folded', 'like', '%lagos airport%'), where('folded', 'like', '%dakar airport%')]),
    )
    .orderBy('weight', 'desc')
    .orderBy('iata')
    .execute()
  expect(found.slice(0, 2)).toEqual([
    { iata: 'DSS', state: 'SN-TH' },
    { iata: 'LOS', state: 'NG-LA' },
  ])
})

const search = async (q: string, country: CountryCode, language: string) =>
  (await world.call(suggest, { query: { q, country }, headers: { 'accept-language': language } })).body

test.each([
  ['CN Tower', 'CA', 'en', 'landmark CN Tower · Toronto, Ontario, Canada'],
  ['tour cn', 'CA', 'fr', 'landmark Tour CN · Toronto, Ontario, Canada'],
  ['Scotiabank Arena', 'CA', 'en', 'arena Scotiabank Arena · Toronto, Ontario, Canada'],
  ['raptors', 'CA', 'en', 'arena Scotiabank Arena · Toronto, Ontario, Canada'],
  ['Eaton Centre', 'CA', 'en', 'mall CF Toronto Eaton Centre · Toronto, Ontario, Canada'],
  ['eaton c', 'CA', 'en', 'mall CF Toronto Eaton Centre · Toronto, Ontario, Canada'],
  ['Madison Square Garden', 'US', 'en', 'arena Madison Square Garden · New York City, New York, United States'],
  ['msg', 'US', 'en', 'arena Madison Square Garden · New York City, New York, United States'],
  ['M5V 2T6', 'CA', 'en', 'postcode M5V · Toronto, Ontario, Canada'],
  ['m5v2t6', 'CA', 'fr', 'postcode M5V · Toronto, Ontario, Canada'],
  ['10001', 'US', 'en', 'postcode 10001 · New York, United States'],
  ['1 Nowhere Crescent, Toronto M5V 3L9', 'CA', 'en', 'postcode M5V · Toronto, Ontario, Canada'],
  ['National Theatre', 'NG', 'en', 'theatre National Theatre · Lagos, Nigeria'],
  ['Balogun market', 'NG', 'en', 'market Balogun Market · Lagos, Nigeria'],
  ['Victoria Island', 'NG', 'en', /^\w+ Victoria Island · Lagos, Nigeria$/],
  ['almadies', 'SN', 'fr', /^\w+ (Les )?Almadies · (Dakar, )?/],
  ['Toronto', 'CA', 'en', 'city Toronto · Ontario, Canada'],
  ['Tor', 'CA', 'en', 'city Toronto · Ontario, Canada'],
  ['union station', 'CA', 'en', 'station Union Station · Toronto, Ontario, Canada'],
  ['pearson', 'CA', 'en', /^airport Toronto Pearson International Airport \(YYZ\)/],
  ['AIBD', 'SN', 'fr', /^airport .*\(DSS\)/],
  ["o'hare", 'US', 'en', /^airport .*\(ORD\)/],
] as const)('suggests for "%s" in %s (%s) first %s', async (q, country, language, expected) => {
  const [first] = await search(q, country, language)
  const shown = `${first?.kind} ${first?.name} · ${first?.context}`
  if (typeof expected === 'string') expect(shown).toBe(expected)
  else expect(shown).toMatch(expected)
})

/** Sixty typical searches, fifteen in each country, with the kind and the beginning of the wanted answer. */
const typicalSearches: [country: CountryCode, language: 'en' | 'fr', typed: string, wanted: string][] = [
  ['US', 'en', 'times square', 'landmark Times Square'],
  ['US', 'en', 'jfk', 'airport John F. Kennedy'],
  ['US', 'en', 'new york', 'city New York City'],
  ['US', 'en', 'chicago', 'city Chicago'],
  ['US', 'en', 'wrigley', 'stadium Wrigley Field'],
  ['US', 'en', 'lakers', 'arena Crypto.com Arena'],
  ['US', 'en', 'grand central', 'station Grand Central'],
  ['US', 'en', 'brooklyn', 'city Brooklyn'],
  ['US', 'en', '60611', 'postcode 60611'],
  ['US', 'en', 'fenway', 'stadium Fenway Park'],
  ['US', 'en', 'lax', 'airport Los Angeles'],
  ['US', 'en', 'space needle', 'landmark Space Needle'],
  ['US', 'en', 'metropolitan museum', 'museum Metropolitan Museum'],
  ['US', 'en', 'union station washington', 'station Washington Union Station'],
  ['US', 'en', 'logan airport', 'airport Boston Logan'],
  ['CA', 'en', 'cn tower', 'landmark CN Tower'],
  ['CA', 'en', 'rogers centre', 'stadium Rogers Centre'],
  ['CA', 'en', 'scotiabank arena', 'arena Scotiabank Arena'],
  ['CA', 'en', 'eaton centre', 'mall CF Toronto Eaton Centre'],
  ['CA', 'en', 'toronto', 'city Toronto'],
  ['CA', 'en', 'yyz', 'airport Toronto Pearson'],
  ['CA', 'en', 'union station', 'station Union Station'],
  ['CA', 'en', 'm5v 2t6', 'postcode M5V'],
  ['CA', 'en', 'bc place', 'arena BC Place'],
  ['CA', 'en', 'vancouver', 'city Vancouver'],
  ['CA', 'fr', 'centre bell', 'arena Centre Bell'],
  ['CA', 'fr', 'vieux-montreal', 'neighbourhood Vieux-Montréal'],
  ['CA', 'fr', 'quebec', 'city Québec'],
  ['CA', 'fr', 'aeroport montreal', 'airport Aéroport international Montréal-Trudeau'],
  ['CA', 'en', 'royal ontario museum', 'museum Royal Ontario Museum'],
  ['NG', 'en', 'lagos', 'city Lagos'],
  ['NG', 'en', 'abuja', 'city Abuja'],
  ['NG', 'en', 'lagos airport', 'airport Murtala Muhammed'],
  ['NG', 'en', 'victoria island', 'Victoria Island'],
  ['NG', 'en', 'balogun', 'market Balogun Market'],
  ['NG', 'en', 'national theatre', 'theatre National Theatre'],
  ['NG', 'en', 'ikeja city mall', 'mall Ikeja City Mall'],
  ['NG', 'en', 'lekki', 'Lekki'],
  ['NG', 'en', 'port harcourt', 'city Port Harcourt'],
  ['NG', 'en', 'ibadan', 'city Ibadan'],
  ['NG', 'en', 'kano', 'city Kano'],
  ['NG', 'en', 'abuja airport', 'airport Nnamdi Azikiwe'],
  ['NG', 'en', 'university of lagos', 'university University of Lagos'],
  ['NG', 'en', 'ikoyi', 'Ikoyi'],
  ['NG', 'en', 'moshood abiola', 'arena Moshood Abiola'],
  ['SN', 'fr', 'dakar', 'city Dakar'],
  ['SN', 'fr', 'plateau', 'Plateau'],
  ['SN', 'fr', 'almadies', 'Almadies'],
  ['SN', 'fr', 'aibd', 'airport Aéroport international Blaise-Diagne'],
  ['SN', 'fr', 'sandaga', 'market Marché Sandaga'],
  ['SN', 'fr', 'gare de dakar', 'station Gare de Dakar'],
  ['SN', 'fr', 'thies', 'city Thiès'],
  ['SN', 'fr', 'saint-louis', 'city Saint-Louis'],
  ['SN', 'fr', "place de l'indépendance", "Place de l'Indépendance"],
  ['SN', 'fr', 'sea plaza', 'mall Sea Plaza'],
  ['SN', 'fr', 'stade abdoulaye wade', 'arena Stade Abdoulaye-Wade'],
  ['SN', 'fr', 'musée des civilisations noires', 'museum Musée des civilisations noires'],
  ['SN', 'fr', 'monument de la renaissance', 'landmark Monument de la Renaissance'],
  ['SN', 'fr', 'ouakam', 'Ouakam'],
  ['SN', 'fr', 'mbour', 'city Mbour'],
]

test('finds the wanted answer first in at least 55 of sixty typical searches', async () => {
  const fold = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{M}|['’]/gu, '')
      .toLowerCase()
  const ranks = await Promise.all(
    typicalSearches.map(async ([country, language, typed, wanted]) => {
      const found = await search(typed, country, language)
      const rank = found.findIndex(({ kind, name }) =>
        [`${kind} ${name}`, name].some((shown) => fold(shown).startsWith(fold(wanted))),
      )
      const [first] = found
      return { typed, wanted, rank: rank + 1, first: `${first?.kind} ${first?.name} · ${first?.context}` }
    }),
  )
  expect(typicalSearches).toHaveLength(60)
  const missed = ranks.filter(({ rank }) => rank !== 1)
  expect(ranks.length - missed.length, JSON.stringify(missed, null, 1)).toBeGreaterThanOrEqual(55)
  // Every other one is among the first five.
  expect(missed.filter(({ rank }) => rank === 0 || rank > 5)).toEqual([])
})

test('lists the busiest airports first, the arenas of all leagues, and each station once', async () => {
  const names = async (kind: 'airport' | 'stadium' | 'station', country: CountryCode, size = 50) => {
    // As if each had car parks.
    const { rows } = await sql<{ id: string }>`select id from places where slug is not null`.execute(world.db)
    const ids = rows.map(({ id }) => id)
    const body = await findPlaces(world.db, kind, { country, page: 1, size }, ids, 'en')
    expect(body.items.every((item) => item.kind === kind)).toBe(true)
    return body.items.map(({ name, iata }) => iata ?? name)
  }
  const airports = await names('airport', 'US')
  expect(airports[0]).toBe('JFK')
  expect(airports.indexOf('MDW')).toBeGreaterThan(airports.indexOf('ORD'))
  const venues = await names('stadium', 'CA')
  expect(venues).toEqual(expect.arrayContaining(['Scotiabank Arena', 'Rogers Centre', 'BC Place', 'BMO Field']))
  expect(await names('stadium', 'SN')).toContain('Stade Abdoulaye Wade')
  const stations = await names('station', 'CA')
  expect(stations).not.toContain('Toronto Union Station')
  expect(await names('station', 'NG')).not.toContain('Edegbe Line')
  const { body } = await world.call(listPlaces, { params: { kind: 'station' }, query: { country: 'NG' } })
  expect(body.total).toBe(0)
})

test('leads to downtown for a city’s name, and says which positions are not exact', async () => {
  expect((await search('Toronto', 'CA', 'en'))[0]).toMatchObject({ lat: 43.6534, lng: -79.3841 })
  expect((await search('cn tower', 'CA', 'en'))[0]).not.toHaveProperty('approximate')
  for (const [q, country] of [
    ['balogun market', 'NG'],
    ['yorkville', 'CA'],
    ['10001', 'US'],
  ] as const)
    expect((await search(q, country, 'en'))[0]).toMatchObject({ approximate: true })
})

test('shows a place that several sources have once', async () => {
  const found = await search('victoria island', 'NG', 'en')
  expect(found.filter(({ name }) => name === 'Victoria Island')).toHaveLength(1)
})

test('searches around a place that a text names, not its whole country', async () => {
  await world.buildPark({ name: 'Loop garage', country_code: 'US', lat: 41.88, lng: -87.63 })
  await world.buildPark({ name: 'Embarcadero lot', country_code: 'US', lat: 37.79, lng: -122.4 })
  const found = async (text: string, query: object = {}) => {
    const { body } = await world.call(listParks, { query: { search: text, country: 'US', ...query } })
    return [body.total, body.items[0]?.name]
  }
  expect(await found('Chicago')).toEqual([1, 'Loop garage'])
  expect(await found('94105')).toEqual([1, 'Embarcadero lot'])
  // 44 km away: what is nearest instead of nothing.
  expect(await found('Naperville')).toEqual([1, 'Loop garage'])
  expect(await found('Miami')).toEqual([0, undefined])
  expect(await found('Chicago', { bbox: '-179,-85,179,85' })).toEqual([2, 'Loop garage'])
})

describe('an address without a geocoder', () => {
  test('is its street: the car parks along it, and the box around it', async () => {
    const along = await world.buildPark({ name: 'Empire lot', country_code: 'US', lat: 40.7487, lng: -73.9852 })
    await world.buildPark({ name: 'Penn lot', country_code: 'US', lat: 40.7506, lng: -73.9935 })
    const { body } = await world.call(listParks, { query: { search: '350 5th ave', country: 'US' } })
    expect(body.items.map(({ id }) => id)).toEqual([along.id])
    expect(body.items[0]).not.toHaveProperty('distance_m')
    expect(body.street?.name).toBe('5th Avenue')
    const { west, south, east, north } = body.street!.box
    expect([north - south > 0.05, west < -73.98, east > -73.97]).toEqual([true, true, true])
    const [first] = (await world.call(suggest, { query: { q: '350 5th ave', country: 'US' } })).body
    expect(first).toMatchObject({ kind: 'street', name: '5th Avenue' })
    // The suggestion's own words name the same street again.
    const again = await world.call(listParks, {
      query: { search: `5th Avenue, ${first!.context.split(', ')[0]}`, country: 'US' },
    })
    expect(again.body.items.map(({ id }) => id)).toEqual([along.id])
    expect((await world.call(listParks, { query: { search: '5th Avenue, Denver', country: 'US' } })).body.street).toBe(
      undefined,
    )
  })

  test('with a car park’s number is that car park', async () => {
    const park = await world.buildPark({
      name: 'Numbered lot',
      country_code: 'US',
      city: 'New York',
      lat: 40.7601,
      lng: -73.9752,
    })
    await updatePark(world, park, { address: '645 5th Avenue' })
    const { body } = await world.call(listParks, { query: { search: '645 5th ave', country: 'US' } })
    expect(body.items.map(({ name }) => name)).toEqual(['Numbered lot'])
    expect(body.street).toBeUndefined()
    const [first] = (await world.call(suggest, { query: { q: '645 5th ave', country: 'US' } })).body
    expect(first).toMatchObject({ kind: 'park', name: 'Numbered lot' })
  })

  test('on a street without car parks says how far the nearest is', async () => {
    const { body } = await world.call(listParks, { query: { search: '400 Mercer St', country: 'US' } })
    expect(body).toMatchObject({ total: 0, street: { name: 'Mercer Street' } })
    await world.buildPark({ name: 'Lake Union lot', country_code: 'US', lat: 47.6145, lng: -122.34 })
    const near = await world.call(listParks, { query: { search: '400 Mercer St', country: 'US' } })
    expect(near.body.items.map(({ name }) => name)).toEqual(['Lake Union lot'])
    expect(near.body.beyond).toMatchObject({ radius_m: 250, within_m: 5_000 })
    expect(near.body.beyond!.nearest_m).toBeGreaterThan(800)
  })
})

describe('airports', () => {
  const names = async (q: string, country: CountryCode, language: 'en' | 'fr') =>
    (await search(q, country, language)).filter(({ kind }) => kind !== 'park').map(({ name }) => name)

  test.each([
    ['las vegas airport', 'US', 'en', 'Harry Reid International Airport (LAS)'],
    ['mccarran', 'US', 'en', 'Harry Reid International Airport (LAS)'],
    ['harry reid', 'US', 'fr', 'Aéroport international Harry-Reid de Las Vegas (LAS)'],
    ['pearson', 'CA', 'en', 'Toronto Pearson International Airport (YYZ)'],
    ['yul', 'CA', 'fr', 'Aéroport international Montréal-Trudeau (YUL)'],
    ['yyc', 'CA', 'fr', 'Aéroport international de Calgary (YYC)'],
    ['aibd', 'SN', 'fr', 'Aéroport international Blaise-Diagne (DSS)'],
    ['ziguinchor aeroport', 'SN', 'fr', 'Aéroport de Ziguinchor (ZIG)'],
  ] as const)('"%s" in %s, %s, is %s', async (q, country, language, name) => {
    expect((await names(q, country, language))[0]).toBe(name)
  })

  test('have one entry each: no landmark, district or city code repeats one', async () => {
    expect((await names('pearson', 'CA', 'en')).filter((name) => name.includes('Airport'))).toHaveLength(1)
    expect((await names('toronto airport', 'CA', 'en')).filter((name) => name.includes('All Airports'))).toEqual([])
    const { rows } = await sql<{ name: string; other: string }>`
      select a.name, b.name as other from places a join places b on a.id < b.id and a.country_id = b.country_id
        and abs(a.lat - b.lat) < 0.01 and abs(a.lng - b.lng) < 0.01
      where a.kind = 'airport' and b.kind in ('airport', 'landmark', 'neighbourhood')
        and lower(a.name) = lower(b.name)`.execute(world.db)
    expect(rows).toEqual([])
  })
})

test('changes nothing when repeated, and restores rows when the files change', async () => {
  const before = [await count('places'), await count('fees'), await count('sources')]
  await world.db.updateTable('states').set({ name_fr: 'Nouveau Brunswick' }).where('code', '=', 'CA-NB').execute()
  await seedReference(world.db)
  expect([await count('places'), await count('fees'), await count('sources')]).toEqual(before)
  const name = () =>
    world.db.selectFrom('states').select('name_fr').where('code', '=', 'CA-NB').executeTakeFirstOrThrow()
  expect(await name()).toEqual({ name_fr: 'Nouveau Brunswick' })
  await world.db.updateTable('settings').set({ value: '"old"' }).where('key', '=', 'seed_reference').execute()
  await Promise.all([seedReference(world.db), seedReference(world.db)])
  expect(await name()).toEqual({ name_fr: 'Nouveau-Brunswick' })
  expect([await count('places'), await count('fees'), await count('sources')]).toEqual(before)
})

test('a list and a map of a typed address are those around it, where a geocoder knows it', async () => {
  const standIn = await startGeocoder()
  const config = { GEOCODER_URL: standIn.photon, GEOCODER_PER_SECOND: 1_000, PUBLIC_URL: undefined }
  const geocoder = createGeocoder(config, { warn: () => undefined })
  const { db, clock, search } = world.deps
  const near = await world.buildPark({ lat: 43.643, lng: -79.388, name: 'Beside the Tower' })
  await world.buildPark({ lat: 45.5, lng: -73.57, name: 'Far in Montréal' })
  const list = async (text: string, deps = { db, clock, search, geocoder }) => {
    const query = { country: 'CA', search: text, vehicle_type_id: 1, page: 1, size: 10 }
    return (await findParks(deps, query, 'en')).items.map(({ id, distance_m }) => [id, distance_m !== undefined])
  }
  try {
    // Our own data answers these: a place, a park's name.
    await list('CN Tower')
    await list('Beside the Tower')
    await list('abc')
    expect(standIn.requests).toEqual([])
    expect(await list('290 Bremner Boulevard')).toEqual([[near.id, true]])
    const bbox = { south: 40, west: -80, north: 50, east: -70 }
    const query = { country: 'CA', search: '290 Bremner Boulevard', vehicle_type_id: 1, bbox, zoom: 14 }
    const map = JSON.parse((await searchMap({ db, clock, search, geocoder }, query, 'en')).toString()) as ParkMap
    // As for a named place, the map shows what lies within its box.
    expect(map.total).toBe(2)
    // Once for list and map, and for the second reader.
    await list('290 bremner boulevard')
    expect(standIn.requests).toHaveLength(1)
    // An address of another country, one that nobody knows, a geocoder that fails, and none.
    expect(await list('20 West 34th Street')).toEqual([])
    expect(await list('1 Nowhere Crescent')).toEqual([])
    standIn.answerWith(503)
    // Then the address is its street.
    expect(await list('291 Bremner Boulevard')).toEqual([[near.id, false]])
    expect(await list('290 Bremner Boulevard', { db, clock, search, geocoder: undefined })).toEqual([[near.id, false]])
  } finally {
    await standIn.close()
  }
})

test('asks the geocoder only for what our own places do not have', async () => {
  const standIn = await startGeocoder()
  const config = { GEOCODER_URL: standIn.nominatim, GEOCODER_PER_SECOND: 1_000, PUBLIC_URL: undefined }
  const deps = { search: world.deps.search, geocoder: createGeocoder(config, { warn: () => undefined }) }
  const find = async (q: string) =>
    (await suggestPlacesAndAddresses(deps, { q, country: 'CA' }, 'en')).map(
      ({ kind, name, context }) => `${kind} ${name} · ${context}`,
    )
  try {
    expect((await find('CN Tower'))[0]).toBe('landmark CN Tower · Toronto, Ontario, Canada')
    expect(standIn.requests).toEqual([])
    expect(await find('290 bremner')).toEqual([
      'address 290 Bremner Boulevard · Toronto, Ontario, Canada',
      'street Bremner Boulevard · Toronto, Ontario, Canada',
    ])
    // Only the postcode is ours; the geocoder does not know it.
    expect((await find('1 Nowhere Crescent, Toronto M5V 3L9'))[0]).toBe('postcode M5V · Toronto, Ontario, Canada')
    expect(standIn.requests).toHaveLength(2)
    standIn.answerWith(503)
    expect(await find('23 allen avenue')).toEqual([])
  } finally {
    await standIn.close()
  }
})
