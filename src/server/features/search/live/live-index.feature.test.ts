import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Page } from '#contract/fields.ts'
import { listParks, mapParks, type ParkSummary } from '#contract/parks/parks.ts'
import { suggest } from '#contract/places/places.ts'
import { createApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { startJobs } from '#server/run-jobs.ts'
import { buildPlaces, updatePark } from '#test/kits/parks-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'
import { searchJobs } from '../jobs.ts'
import { LiveIndex } from './live-index.ts'

/** Two servers on one database. */
let world: World
let other: { app: FastifyInstance; deps: Deps; stop: () => Promise<void> }
let park: TestPark

beforeAll(async () => {
  world = await createWorld()
  park = await world.buildPark({ name: 'Corner', lat: 43.65, lng: -79.38 })
  const deps: Deps = { ...world.deps, search: new LiveIndex() }
  const app = await createApp(deps)
  await deps.search.refresh(world.db, world.clock.now)
  await app.ready()
  other = { app, deps, stop: startJobs(deps, searchJobs) }
})
afterAll(async () => {
  await other.stop()
  await other.app.close()
  await world.close()
})

type Listed = Page<ParkSummary>
const ask = async (query: string) => (await other.app.inject(`/api/v1/parks/front/parks/?${query}`)).json<Listed>()

/** Repeats the request to the other server until its answer is right. */
async function soon(query: string, isRight: (listed: Listed) => boolean): Promise<void> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const listed = await ask(query)
    if (isRight(listed)) return
    // Answers from memory alone would keep the timers from running.
    await new Promise((resolve) => setImmediate(resolve))
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(listed)}`)
  }
}

test('cannot be searched before it is loaded', async () => {
  await expect(new LiveIndex().current()).rejects.toThrow('not loaded')
})

test('applies database changes on every server', async () => {
  const { db } = world
  await sql`update parks set name = 'Renamed', amenities = '{ev}' where id = ${park.id}`.execute(db)
  await soon('amenities=ev', ({ items }) => items[0]?.name === 'Renamed')
  await sql`update tariffs set increment_minor = 900 where park_id = ${park.id}`.execute(db)
  await soon('country=CA', ({ items }) => items[0]?.price?.amount === 9.35)
  await sql`update pools set capacity = 3 where park_id = ${park.id}`.execute(db)
  const window = 'start_time=2026-11-23T15:00:00Z&end_time=2026-11-23T16:00:00Z'
  await soon(`country=CA&${window}`, ({ items }) => items[0]?.available === 3)
  await sql`update sources set title = 'Elsewhere' where code = 'test'`.execute(db)
  await soon('country=CA', ({ items }) => items[0]?.source.title === 'Elsewhere')
  await sql`update fees set value = 0`.execute(db)
  await soon('country=CA', ({ items }) => items[0]?.price?.amount === 9)
  await sql`update parks set partner_id = null where id = ${park.id}`.execute(db)
  await soon('country=CA', ({ items }) => items[0]?.bookable === false)
  await sql`delete from pools where park_id = ${park.id}`.execute(db)
  await sql`delete from parks where id = ${park.id}`.execute(db)
  await soon('country=CA', ({ total }) => total === 0)
})

test('hides a duplicate while the park it duplicates exists', async () => {
  const first = await world.buildPark({ name: 'First', lat: 1, lng: 1 })
  const record = await world.buildPark({ name: 'Record', lat: 1, lng: 1 })
  await updatePark(world, record, { possible_duplicate_of: `test:${first.id}` })
  await soon('lat=1&lng=1', ({ items }) => items.map(({ name }) => name).join() === 'First')
  await world.db.deleteFrom('parks').where('id', '=', first.id).execute()
  await soon('lat=1&lng=1', ({ items }) => items.map(({ name }) => name).join() === 'Record')
})

test('applies many additions at once and their removal', async () => {
  await sql`
    insert into parks (id, source, source_id, park_code, slug, kind, country_id, lat, lng, timezone, imported_at, fingerprint, folded)
    select gen_random_uuid(), 'test', 'many-' || n, translate('MANY' || n, '01', 'YX'), 'many-' || n, 'surface', 1, 6 + n / 1000.0, 3, 'Africa/Lagos', now(), '', 'many'
    from generate_series(1, 700) n`.execute(world.db)
  await soon('country=NG', ({ total }) => total === 700)
  await sql`truncate parks cascade`.execute(world.db)
  await soon('country=NG', ({ total }) => total === 0)
})

test('suggests and finds a new place', async () => {
  await buildPlaces(world, [
    { name: 'Newville', country_code: 'CA', lat: 50, lng: -100, weight: 0.9, population: 900_000 },
  ])
  expect((await world.call(suggest, { query: { q: 'newv' } })).body.map(({ name }) => name)).toEqual(['Newville'])
  const near = await world.buildPark({ name: 'There', lat: 50.01, lng: -100 })
  const { body } = await world.call(listParks, { query: { search: 'newville' } })
  expect([body.items[0]?.id, Math.round(body.items[0]!.distance_m!)]).toEqual([near.id, 1_112])
})

test('deletes old changes, and reloads an index that has not refreshed for long', async () => {
  await soon('country=CA', ({ total }) => total === 1)
  const mine = new LiveIndex()
  const count = async () =>
    Number(
      (await sql<{ n: bigint }>`select count(distinct batch) as n from index_changes`.execute(world.db)).rows[0]!.n,
    )
  const at = (minutes: number) => new Date(world.clock.now.getTime() + minutes * 60_000)
  await mine.refresh(world.db, at(0))
  expect(await count()).toBeGreaterThan(1)
  for (const minutes of [15, 30, 45]) await mine.refresh(world.db, at(minutes))
  expect(await count()).toBeGreaterThan(1)
  const before = mine.loaded
  let minutes = 60
  // The last one stays as the proof that none after it is missing. Other transactions on a shared server delay the rest.
  await expect
    .poll(async () => {
      await mine.refresh(world.db, at((minutes += 15)))
      return count()
    })
    .toBe(1)
  expect(mine.loaded).toBe(before)
  await mine.refresh(world.db, at(minutes + 200))
  expect(mine.loaded).not.toBe(before)
})

test('writes the list as its schema encodes it', async () => {
  const url = '/api/v1/parks/front/parks/?lat=50&lng=-100&start_time=2026-11-23T15:00:00Z&end_time=2026-11-23T16:00:00Z'
  await soon('country=CA', ({ total }) => total > 0)
  const { body, headers } = await other.app.inject(url)
  expect(JSON.stringify(z.encode(listParks.answer!, JSON.parse(body) as Listed))).toBe(body)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})

test('takes the sizes of the vehicle, and lists only what fits', async () => {
  const low = await world.buildPark({ name: 'low', lat: -10, lng: 10 })
  await updatePark(world, low, { max_height_cm: 190 })
  const fits = async (query: object) =>
    (await world.call(listParks, { query: { lat: -10, lng: 10, radius: 10, ...query } })).body.items.map(
      (item) => item.fits,
    )
  expect(await fits({})).toEqual([true])
  expect(await fits({ height_cm: 191 })).toEqual([false])
  expect(await fits({ height_cm: 191, fits: 'true' })).toEqual([])
  expect(await fits({ height_cm: 190, fits: 'true' })).toEqual([true])
})

test('sorts by rating, then by number of reviews, unrated parks last', async () => {
  for (const [name, sum, count] of [
    ['good', 9, 2],
    ['better', 5, 1],
    ['as good', 45, 10],
    ['unrated', 0, 0],
  ] as const) {
    const { id } = await world.buildPark({ name, lat: -40, lng: 10 })
    await world.db.updateTable('parks').set({ rating_sum: sum, rating_count: count }).where('id', '=', id).execute()
  }
  const { body } = await world.call(listParks, { query: { lat: -40, lng: 10, radius: 10, sort: 'rating' } })
  expect(body.items.map(({ name }) => name)).toEqual(['better', 'as good', 'good', 'unrated'])
})

test('lists and maps a box across ±180°', async () => {
  for (const [name, lng] of [
    ['west', 179.9],
    ['east', -179.9],
    ['away', 170],
  ] as const)
    await world.buildPark({ name, lat: -60, lng })
  const bbox = '179,-61,-179,-59'
  const { body } = await world.call(listParks, { query: { bbox } })
  expect(body.items.map(({ name }) => name).toSorted()).toEqual(['east', 'west'])
  const map = await world.call(mapParks, { query: { bbox, zoom: 9.5 } })
  expect(map.body).toMatchObject({ type: 'FeatureCollection', total: 2 })
  expect(map.body.features.map(({ properties }) => (properties.cluster ? '' : properties.name)).toSorted()).toEqual([
    'east',
    'west',
  ])
  const feature = map.body.features[0]!
  expect(feature).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point' },
    properties: { bookable: true, open: true, fits: null, currency: 'CAD', price: 2 },
  })
})

test.each([
  ['/map?zoom=3', 'bbox'],
  ['/map?bbox=1,1,2,2', 'zoom'],
  ['/map?bbox=1,1,2,2&zoom=25', 'zoom'],
  ['/map?bbox=1,1,2,2&zoom=3&page=1', 'page'],
  ['/map?bbox=2,2,1,1&zoom=3', 'bbox'],
  ['/parks/?bbox=0,2,1,1', 'bbox'],
  ['/parks/?bbox=0,1,1,1', 'bbox'],
  ['/parks/?bbox=1,0,1,1', 'bbox'],
  ['/parks/?bbox=180,0,-180,1', 'bbox'],
  ['/parks/?bbox=', 'bbox'],
  ['/parks/?bbox=1,2,3', 'bbox'],
  ['/parks/?bbox=1,2,3,NaN', 'bbox'],
  ['/parks/?bbox=-181,0,1,1', 'bbox'],
  ['/parks/?bbox=0,0,1,91', 'bbox'],
  ['/parks/?bbox=0,0,1,1&bbox=0,0,1,1', 'bbox'],
  ['/parks/?lat=NaN&lng=1', 'lat'],
  ['/parks/?lat=91&lng=1', 'lat'],
  ['/parks/?lng=1', 'lat'],
  ['/parks/?page=-1', 'page'],
  ['/parks/?size=1000000000', 'size'],
  ['/parks/?size=1e9', 'size'],
  ['/parks/?vehicle_type_id=99', 'vehicle_type_id'],
  ['/parks/?height_cm=0', 'height_cm'],
  ['/parks/?fits=yes', 'fits'],
  ['/parks/?start_time=2026-11-23T15:00:00Z&end_time=2026-11-23T14:00:00Z', 'end_time'],
  [`/parks/?search=${'x'.repeat(10_000)}`, 'search'],
  [`/suggest?q=${'x'.repeat(10_000)}`, 'q'],
  ['/suggest?q=a%00', 'q'],
  ['/suggest?q=a&lat=1', 'lng'],
])('refuses %s', async (path, field) => {
  const answer = await other.app.inject(`/api/v1/parks/front${path}`)
  expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors[0]!.field]).toEqual([422, field])
})

test.each([
  '🚗🅿️',
  '\u202Etxet',
  "' or 1=1 --",
  '%',
  '%%%%',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'a '.repeat(90),
  '\uD800',
])('"%s" is nowhere, and no failure', async (text) => {
  const q = encodeURIComponent(text.toWellFormed())
  for (const path of [
    `/parks/?search=${q}`,
    `/parks/?search=${q}&lat=1&lng=1`,
    `/suggest?q=${q}`,
    `/map?search=${q}&bbox=0,0,1,1&zoom=3`,
  ]) {
    const answer = await other.app.inject(`/api/v1/parks/front${path}`)
    expect([path, answer.statusCode]).toEqual([path, 200])
  }
})
