import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { importParks, importShippedParks } from './import.ts'
import { readParks } from './readers/read-parks.ts'
import type { ParkRowInput } from './row.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const fixture = (name: string) => fileURLToPath(new URL(`./readers/fixtures/${name}`, import.meta.url))
const always = 'Mo,Tu,We,Th,Fr,Sa,Su 00:00-24:00'
const quebec = (source_id: string, more: Partial<ParkRowInput> = {}): ParkRowInput => ({
  source: 'prkng_quebec',
  source_id,
  name: `Parc ${source_id}`,
  kind: 'surface',
  lat: 46.81,
  lng: -71.21,
  address: '1 rue Exemple',
  city: 'Québec',
  state_code: 'CA-QC',
  country_code: 'CA',
  source_date: '2018',
  ...more,
})
const importRows = (...rows: ParkRowInput[]) =>
  importParks(
    world.db,
    rows.map((row) => ({ source_id: row.source_id, row })),
  )
const findPark = (source_id: string, source = 'prkng_quebec') =>
  world.db
    .selectFrom('parks')
    .selectAll()
    .where('source', '=', source)
    .where('source_id', '=', source_id)
    .executeTakeFirst()
const listTariffs = (park_id: string) =>
  world.db
    .selectFrom('tariffs')
    .select(['vehicle_type_id', 'version', 'increment_minor', 'day_cap_minor', 'is_example', 'source', 'observed_at'])
    .where('park_id', '=', park_id)
    .orderBy('version')
    .orderBy('vehicle_type_id')
    .execute()

test('adds a park with its facts, slug and code, and changes nothing when repeated', async () => {
  const row = quebec('first', { capacity: 40, opening_hours: '24/7', derived: ['city'] })
  expect(await importRows(row)).toEqual({ added: 1, changed: 0, unchanged: 0, merged: 0, refused: [], cut: [] })
  const park = (await findPark('first'))!
  expect(park).toMatchObject({
    slug: 'parc-first-quebec',
    timezone: 'America/Toronto',
    capacity: 40,
    derived: ['city'],
    amenities: ['open_24h'],
    observed_at: '2018',
    partner_id: null,
    examples: [],
  })
  const handles = await world.db.selectFrom('park_handles').select('handle').where('park_id', '=', park.id).execute()
  expect(handles.map(({ handle }) => handle).toSorted()).toEqual([park.slug, park.park_code.toLowerCase()].toSorted())
  expect(await importRows(row)).toMatchObject({ added: 0, unchanged: 1 })
  expect(await findPark('first')).toEqual(park)
})

test('updates the facts of a changed row and keeps id, slug and code', async () => {
  await importRows(quebec('moving'))
  const before = (await findPark('moving'))!
  expect(await importRows(quebec('moving', { name: 'Renamed', capacity: 12 }))).toMatchObject({ changed: 1 })
  const after = (await findPark('moving'))!
  expect(after).toMatchObject({
    id: before.id,
    slug: before.slug,
    park_code: before.park_code,
    name: 'Renamed',
    capacity: 12,
  })
})

test('gives parks with the same name in a city different slugs', async () => {
  await importRows(quebec('twin-1', { name: 'Jumeau' }), quebec('twin-2', { name: 'Jumeau' }))
  const [first, second] = [(await findPark('twin-1'))!, (await findPark('twin-2'))!]
  expect(first.slug).toBe('jumeau-quebec')
  expect(second.slug).toBe(`jumeau-quebec-${second.park_code.toLowerCase()}`)
})

test('writes posted rates as tariffs for cars and a new version when they change', async () => {
  const rates = (amount: number) => ({
    currency: 'CAD' as const,
    raw: `hourly=${amount}`,
    parsed: [{ type: 'per_interval', amount, minutes: 60, window: always }],
  })
  await importRows(quebec('priced', { rates: rates(4) }))
  const { id } = (await findPark('priced'))!
  const first = await listTariffs(id)
  expect(first.map(({ vehicle_type_id }) => vehicle_type_id)).toEqual([1, 2, 4])
  expect(first[0]).toEqual({
    vehicle_type_id: 1,
    version: 1,
    increment_minor: 400n,
    day_cap_minor: null,
    is_example: false,
    source: 'prkng_quebec',
    observed_at: '2018',
  })
  await importRows(quebec('priced', { rates: rates(4), name: 'Other' }))
  expect(await listTariffs(id)).toEqual(first)
  await importRows(quebec('priced', { rates: rates(5) }))
  expect((await listTariffs(id)).slice(3)).toEqual(
    first.map((tariff) => ({ ...tariff, version: 2, increment_minor: 500n })),
  )
})

test('stores further terms with the tariff and a new version when they change', async () => {
  const all = 'Monday - Sunday & Holidays'
  const rates = (night: number) => ({
    currency: 'CAD' as const,
    raw: `$2.00 / Half Hour | ${all}: Day Maximum (7am - 6pm) NO MAXIMUM | ${all}: Night Maximum (6pm - 7am) $${night}`,
    parsed: [],
  })
  const listTerms = async (park_id: string) =>
    world.db
      .selectFrom('tariffs')
      .select(['version', 'terms'])
      .where('park_id', '=', park_id)
      .where('vehicle_type_id', '=', 1)
      .orderBy('version')
      .execute()
  await importRows(quebec('nightly', { rates: rates(6) }))
  const { id } = (await findPark('nightly'))!
  const night = { code: 'overnight', days: [1, 2, 3, 4, 5, 6, 7], from_min: 1_080, to_min: 420 }
  const first = { version: 1, terms: { windows: [{ ...night, amount_minor: '600' }] } }
  expect(await listTerms(id)).toEqual([first])
  await importRows(quebec('nightly', { rates: rates(6), name: 'Other' }))
  expect(await listTerms(id)).toEqual([first])
  await importRows(quebec('nightly', { rates: rates(7) }))
  expect(await listTerms(id)).toEqual([first, { version: 2, terms: { windows: [{ ...night, amount_minor: '700' }] } }])
})

test('merges a marked duplicate with its source and amenities, and keeps it merged', async () => {
  const charger = (more: Partial<ParkRowInput> = {}): ParkRowInput =>
    quebec('77', { source: 'nrel_afdc', possible_duplicate_of: 'prkng_quebec:garage', ev: true, ...more })
  const chained = quebec('78', { source: 'nrel_afdc', possible_duplicate_of: 'nrel_afdc:77' })
  const report = await importRows(chained, charger({ opening_hours: '24/7' }), quebec('garage'))
  expect(report).toMatchObject({ added: 1, merged: 2 })
  const garage = (await findPark('garage'))!
  expect(garage.amenities).toEqual(['ev'])
  const mergedSources = await world.db
    .selectFrom('park_sources')
    .select(['source', 'source_id', 'park_id'])
    .orderBy('source_id')
    .execute()
  expect(mergedSources).toEqual([
    { source: 'nrel_afdc', source_id: '77', park_id: garage.id },
    { source: 'nrel_afdc', source_id: '78', park_id: garage.id },
  ])
  expect(await importRows(charger({ opening_hours: '24/7' }), chained)).toMatchObject({ added: 0, unchanged: 2 })
  expect(await importRows(charger({ possible_duplicate_of: null }))).toMatchObject({ added: 0, changed: 1 })
  await importRows(quebec('garage', { name: 'Garage' }))
  expect((await findPark('garage'))!.amenities).toEqual(['ev'])
})

test('adds a duplicate of an unknown park as a park and keeps it', async () => {
  const orphan = quebec('orphan', { possible_duplicate_of: 'prkng_quebec:late' })
  expect(await importRows(orphan)).toMatchObject({ added: 1, merged: 0 })
  await importRows(quebec('late'))
  expect(await importRows(orphan)).toMatchObject({ unchanged: 1, merged: 0 })
  expect(await findPark('orphan')).toBeDefined()
})

test('merges charging stations at the same address into one park', async () => {
  const post = (source_id: string, lat: number): ParkRowInput =>
    quebec(source_id, { source: 'nrel_afdc', name: `POST ${source_id}`, address: '9 Rue Longue', lat })
  expect(await importRows(post('p1', 46.82), post('p2', 46.8203), post('p3', 46.9))).toMatchObject({
    added: 2,
    merged: 1,
  })
})

test('reports the reason for each refused row and imports the rest', async () => {
  const report = await importParks(world.db, [
    { source_id: 'a', refusal: 'closed' },
    { source_id: 'b', row: quebec('b', { lat: 10 }) },
    { source_id: 'c', row: { ...quebec('c'), source: 'nobody' } },
    { source_id: 'd', row: quebec('d') },
    { source_id: 'd', row: quebec('d', { name: 'Again' }) },
    { source_id: 'e', row: 'text' },
  ])
  expect(report.added).toBe(1)
  expect(report.refused).toEqual([
    { source_id: 'a', reason: 'closed' },
    { source_id: 'b', reason: 'outside_country' },
    { source_id: 'c', reason: 'unknown_source' },
    { source_id: 'd', reason: 'repeated' },
    { source_id: 'e', reason: 'bad_row' },
  ])
})

test('rolls back an import that fails', async () => {
  function* failingRows() {
    yield { source_id: 'half', row: quebec('half') }
    throw new Error('the disk is gone')
  }
  await expect(importParks(world.db, failingRows())).rejects.toThrow('the disk is gone')
  expect(await findPark('half')).toBeUndefined()
})

test('keeps example facts in an import unless the source has the fact', async () => {
  await importRows(quebec('claimed'))
  const { id } = (await findPark('claimed'))!
  const partner_id = await findOrCreatePartner(world.db, 'CA', 'Example partner')
  await world.db
    .updateTable('parks')
    .set({
      partner_id,
      opening_hours: '24/7',
      capacity: 90,
      max_height_cm: 200,
      amenities: ['cctv', 'open_24h'],
      examples: ['capacity', 'partner', 'hours', 'amenities', 'limits'],
    })
    .where('id', '=', id)
    .execute()
  await importRows(quebec('claimed', { name: 'New name', covered: true }))
  expect(await findPark('claimed')).toMatchObject({
    name: 'New name',
    partner_id,
    opening_hours: '24/7',
    capacity: 90,
    max_height_cm: 200,
    amenities: ['cctv', 'covered', 'open_24h'],
  })
  await importRows(quebec('claimed', { capacity: 55, max_height: 1.9, opening_hours: 'Mo-Fr 07:00-19:00' }))
  expect(await findPark('claimed')).toMatchObject({
    capacity: 55,
    max_height_cm: 190,
    opening_hours: 'Mo-Fr 07:00-19:00',
  })
})

test('fills in a missing city from the nearest one and marks it as derived', async () => {
  const state = await world.db.selectFrom('states').select('id').where('code', '=', 'US-DE').executeTakeFirstOrThrow()
  await world.db
    .insertInto('places')
    .values({
      id: 'test:wilmington',
      kind: 'city',
      name: 'Wilmington',
      folded: 'wilmington',
      country_id: 4,
      state_id: state.id,
      lat: 39.74595,
      lng: -75.54659,
      population: 71_000,
      source: 'test',
      licence: 'CC0',
    })
    .execute()
  const path = fixture('wilmington-example.geojson')
  const importFile = async () => importParks(world.db, await readParks(readFileSync(path), path))
  const report = await importFile()
  expect(report).toMatchObject({ added: 3 })
  expect(report.refused).toContainEqual({ source_id: 'way/903', reason: 'too_small' })
  expect(await findPark('relation/902', 'osm_wilmington')).toMatchObject({
    name: 'Example Garage',
    city: 'Wilmington',
    state_id: state.id,
    derived: ['city', 'state_code', 'country_code'],
    timezone: 'America/New_York',
    max_height_cm: 208,
    accessible_bays: 4,
  })
  expect(await importFile()).toMatchObject({ added: 0, unchanged: 3 })
})

test('closes at midnight where a source says 23:59, and reports hours that the next day cuts', async () => {
  const cut = 'Fr 18:00-02:00; Sa 10:00-20:00'
  const report = await importRows(
    quebec('midnight', { opening_hours: 'Mo-Fr 08:00-23:59; Sa-Su off' }),
    quebec('always', { lat: 46.9, opening_hours: 'Mo-Su 00:00-23:59' }),
    quebec('cut', { lat: 47, opening_hours: cut }),
  )
  expect((await findPark('midnight'))!.opening_hours).toBe('Mo-Fr 08:00-24:00; Sa-Su off')
  expect(await findPark('always')).toMatchObject({ opening_hours: '24/7', amenities: ['open_24h'] })
  // As its source has it: only somebody who knows can say what is meant.
  expect((await findPark('cut'))!.opening_hours).toBe(cut)
  expect(report.cut).toEqual([
    { source_id: 'cut', hours: cut, meant: 'Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00,10:00-20:00; Su off' },
  ])
})

test('imports the shipped files once, refuses fewer than ten rows and merges duplicates', async () => {
  const folder = fileURLToPath(new URL('../../../../data/parks/', import.meta.url))
  const report = (await importShippedParks(world.db, folder))!
  expect(report.refused.length).toBeLessThan(10)
  expect(report.added).toBeGreaterThan(2_900)
  expect(report.merged).toBeGreaterThan(100)
  expect(await importShippedParks(world.db, folder)).toBeUndefined()
  const lines = ['CA', 'NG', 'SN', 'US'].flatMap((country) =>
    readFileSync(new URL(`../../../../data/parks/${country}.ndjson`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
  expect(report.added + report.merged + report.refused.length).toBe(lines.length)
  const owners = await world.db
    .selectFrom('parks')
    .select('name')
    .where('source', '=', 'boston_gensler')
    .where((where) => where.or([where('name', 'is not', null), where('address', 'is not', null)]))
    .execute()
  expect(owners).toEqual([])
})

test('calls an unnamed park after what is near, finds it by that, and keeps it when it is imported again', async () => {
  const row = (source_id: string, more: Partial<ParkRowInput> = {}): ParkRowInput => ({
    ...quebec(source_id),
    source: 'boston_gensler',
    name: null,
    address: null,
    city: 'Boston',
    state_code: 'US-MA',
    country_code: 'US',
    lat: 42.3503,
    lng: -71.0758,
    ...more,
  })
  await importRows(row('unnamed 1'), row('unnamed 2'))
  const parks = [
    (await findPark('unnamed 1', 'boston_gensler'))!,
    (await findPark('unnamed 2', 'boston_gensler'))!,
  ] as const
  expect(parks[0].name).toBeNull()
  expect(parks[0].near).toEqual({ name: expect.stringMatching(/^[\p{L}. ]+ & [\p{L}. ]+$/u) as string })
  expect(parks[1].near).not.toEqual(parks[0].near)
  expect(parks[0].folded).toContain((parks[0].near as { name: string }).name.split(' ')[0]!.toLowerCase())
  expect(await importRows(row('unnamed 2', { capacity: 20 }), row('unnamed 1', { capacity: 9 }))).toMatchObject({
    changed: 2,
  })
  expect((await findPark('unnamed 1', 'boston_gensler'))!.near).toEqual(parks[0].near)
  expect((await findPark('unnamed 2', 'boston_gensler'))!.near).toEqual(parks[1].near)
})
