import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countryCodes, countryIds, placeKinds } from '#contract/geography.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import { listParks } from '#contract/parks/parks.ts'
import { listDestinations } from '#contract/places/places.ts'
import { transact } from '#server/database/transact.ts'
import { importParks, importShippedParks } from '#server/features/park-import/import.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { findPlaces } from '#server/features/places/listing.ts'
import { distanceKm } from '#server/features/places/seed-nearest.ts'
import { findParks } from '#server/features/search/list.ts'
import { aroundPlace_m, findOfferedIds } from '#server/features/search/offered-places.ts'
import { createPlacesWorld } from '#test/kits/shipped-world.ts'
import type { World } from '#test/kits/world.ts'
import { findHubs } from './hubs.ts'
import { applyDemoOverlay, readLandMask } from './overlay.ts'

type Park = Awaited<ReturnType<typeof allParks>>[number]
let world: World
let before: Park[]
let after: Park[]

const allParks = () => world.db.selectFrom('parks').selectAll().orderBy('source').orderBy('source_id').execute()
/** Of all rows: to compare tens of thousands here would take seconds. */
const hashOf = async (table: 'parks' | 'pools' | 'tariffs') =>
  (
    await sql`select count(*), md5(string_agg(t::text, chr(10) order by id)) from ${sql.table(table)} t`.execute(
      world.db,
    )
  ).rows

beforeAll(async () => {
  world = await createPlacesWorld()
  await importShippedParks(world.db)
  before = await allParks()
  await applyDemoOverlay(world.db, new Date('2026-11-21T00:00:00Z'))
  await sql`analyze parks, park_handles, tariffs, pools`.execute(world.db)
  after = await allParks()
}, 180_000)
afterAll(() => world.close())

/** Returns the `count` parks nearest to a place and those of them that can be booked for a car. */
async function findNearest(id: string, count: number): Promise<{ parks: Park[]; bookable: Park[] }> {
  const centre = await world.db
    .selectFrom('places')
    .select(['lat', 'lng'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sellable = new Set(
    (
      await world.db
        .selectFrom('pools')
        .innerJoin('tariffs', 'tariffs.park_id', 'pools.park_id')
        .select('pools.park_id')
        .where('vehicle_class', '=', 'car')
        .where('vehicle_type_id', '=', 1)
        .execute()
    ).map(({ park_id }) => park_id),
  )
  const parks = after
    .map((park) => ({ park, km: distanceKm(centre, park) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, count)
    .map(({ park }) => park)
  return { parks, bookable: parks.filter((park) => park.partner_id !== null && sellable.has(park.id)) }
}

test.each([
  ['Toronto', 'gn:6167865'],
  ['New York', 'gn:5128581'],
  ['Lagos', 'gn:2332459'],
  ['Dakar', 'gn:2253354'],
  ['Montréal', 'gn:6077243'],
  ['Québec', 'gn:6325494'],
  ['Boston', 'gn:4930956'],
  ['Seattle', 'gn:5809844'],
  ['Honolulu', 'gn:5856195'],
  ['Cleveland', 'gn:5150529'],
  ['Baltimore', 'gn:4347778'],
])('makes at least ten of the 30 parks nearest to the centre of %s bookable around the clock', async (_city, id) => {
  const { bookable } = await findNearest(id, 30)
  expect(bookable.filter(({ opening_hours }) => opening_hours === '24/7').length).toBeGreaterThanOrEqual(10)
})

test('charges airport prices at the terminals of JFK, and tells all unnamed parks of a city apart', async () => {
  const { rows } = await sql<{ day_cap_minor: bigint }>`
    select t.day_cap_minor from tariffs t join parks p on p.id = t.park_id join places a on a.iata = 'JFK'
    where t.vehicle_type_id = 1 and t.is_example and abs(p.lat - a.lat) < 0.015 and abs(p.lng - a.lng) < 0.015`.execute(
    world.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { day_cap_minor } of rows) expect(Number(day_cap_minor)).toBeGreaterThanOrEqual(3_500)
  const unnamed = after.filter(({ name, address }) => name === null && address === null)
  expect(unnamed.length).toBeGreaterThan(500)
  const labels = unnamed.map(({ near, ...park }) => labelPark({ ...park, near: near as ParkNear | null }, 'fr'))
  const repeated = labels.filter((label, index) => labels.indexOf(label) !== index)
  expect(repeated).toEqual([])
})

test('creates 30 bookable example parks within 6 km in Lagos and Dakar and 8 within 8 km in every big city', async () => {
  const cities = await world.db
    .selectFrom('places')
    .select(['id', 'name', 'lat', 'lng'])
    .where('kind', '=', 'city')
    .where('country_id', 'in', [1, 3])
    .where('population', '>=', 200_000)
    .execute()
  expect(cities.length).toBeGreaterThan(50)
  const examples = after.filter(({ source }) => source === exampleSource)
  for (const city of cities) {
    const near = (km: number) =>
      examples.filter((park) => park.partner_id !== null && distanceKm(city, park) <= km).length
    expect(near(8), city.name).toBeGreaterThanOrEqual(8)
    if (['Lagos', 'Dakar'].includes(city.name)) expect(near(6), city.name).toBeGreaterThanOrEqual(30)
  }
})

describe('around every place that is offered', () => {
  const isNear = (at: { lat: number; lng: number }, park: Park) =>
    Math.abs(park.lat - at.lat) < 0.05 && distanceKm(at, park) <= 5

  test.each(countryCodes)('of the home page in %s, the search finds at least eight car parks to book', async (code) => {
    const destinations = await world.call(listDestinations, { query: { country: code } })
    expect(destinations.body).toHaveLength(8)
    for (const { name, lat, lng, bookable } of destinations.body) {
      const found = await world.call(listParks, { query: { lat, lng, radius: 5_000, sort: 'best', size: 8 } })
      const near = found.body.items.filter(
        (park) => park.bookable && park.country_code === code && park.distance_m! <= 5_000,
      )
      expect(near, name).toHaveLength(8)
      expect(bookable, name).toBeGreaterThanOrEqual(8)
    }
  })

  test.each(countryCodes.flatMap((code) => placeKinds.map((kind) => [kind, code] as const)))(
    'each %s listed in %s has car parks of its country around it, those to book first',
    async (kind, code) => {
      const query = { country: code, page: 1, size: 24 }
      const listed = await findPlaces(world.db, kind, query, await findOfferedIds(world.deps, code), 'en')
      expect(listed.items.length).toBeGreaterThan(3)
      for (const { name, lat, lng } of listed.items) {
        const around = { lat, lng, radius: aroundPlace_m[kind], nearest: 'true', sort: 'best' } as const
        const found = await findParks(world.deps, { ...around, vehicle_type_id: 1, page: 1, size: 50 }, 'en')
        expect([found.total > 0, found.beyond], name).toEqual([true, undefined])
        expect(new Set(found.items.map(({ country_code }) => country_code)), name).toEqual(new Set([code]))
        const order = found.items.map(({ bookable }) => Number(bookable))
        expect(order, name).toEqual(order.toSorted((a, b) => b - a))
      }
    },
  )

  test('and at the most important airports, cities, stadiums, stations and the venues of events, there are eight too', async () => {
    const hubs = await transact(world.db, findHubs)
    expect(hubs.length).toBeGreaterThan(150)
    const sellable = after.filter(({ partner_id }) => partner_id !== null)
    const few = hubs.flatMap((hub) => {
      const count = sellable.filter(
        (park) => park.country_id === countryIds[hub.country_code] && isNear(hub, park),
      ).length
      return count < 8 ? [`${hub.name}: ${count}`] : []
    })
    expect(few).toEqual([])
  })

  test('real car parks come first: where an example was added, no real one that could be claimed is left', () => {
    const added = after.filter(({ source, country_id }) => source === exampleSource && [2, 4].includes(country_id))
    expect(added.length).toBeGreaterThan(50)
    const left = after.filter(
      ({ partner_id, kind, fee, access, capacity }) =>
        partner_id === null && kind !== 'street' && fee !== false && access === 'public' && (capacity ?? 8) >= 8,
    )
    // An example may serve another place 5 km away from it.
    for (const park of added)
      expect(left.filter((real) => distanceKm(real, park) < 0.1).map(({ slug }) => slug)).toEqual([])
  })
})

describe('recorded facts', () => {
  test('are never overwritten, and example facts are marked', () => {
    const now = new Map(after.map((park) => [park.id, park]))
    for (const real of before) {
      const { partner_id, cancellation, check_in, examples, amenities, ...overlaid } = now.get(real.id)!
      const changed = Object.entries(real).filter(
        ([field, value]) =>
          value !== null && field in overlaid && !isDeepStrictEqual(overlaid[field as keyof typeof overlaid], value),
      )
      expect(changed, real.slug).toEqual([])
      expect(amenities).toEqual(expect.arrayContaining(real.amenities))
      expect(examples.includes('park')).toBe(false)
      if (partner_id === null) {
        expect({ ...overlaid, examples, amenities, cancellation, check_in, partner_id }).toEqual(real)
        continue
      }
      const isFilled = (field: 'opening_hours' | 'capacity' | 'max_height_cm') =>
        real[field] === null && overlaid[field] !== null
      expect(examples).toContain('partner')
      if (isFilled('capacity')) expect(examples).toContain('capacity')
      if (isFilled('opening_hours')) expect(examples).toContain('hours')
      if (amenities.length > real.amenities.length) expect(examples).toContain('amenities')
      if (isFilled('max_height_cm')) expect(examples).toContain('limits')
    }
  })

  test('stay the newest tariffs of their type, and example tariffs are marked on tariff and park', async () => {
    const tariffs = await world.db
      .selectFrom('tariffs')
      .innerJoin('parks', 'parks.id', 'tariffs.park_id')
      .select(['park_id', 'vehicle_type_id', 'tariffs.version', 'is_example', 'tariffs.source', 'examples'])
      .execute()
    const real = tariffs.filter(({ is_example }) => !is_example)
    expect(real.length).toBeGreaterThan(100)
    const versions = Map.groupBy(tariffs, ({ park_id, vehicle_type_id }) => `${park_id} ${vehicle_type_id}`)
    for (const { park_id, vehicle_type_id, version } of real)
      expect(versions.get(`${park_id} ${vehicle_type_id}`)).toHaveLength(version)
    for (const example of tariffs.filter(({ is_example }) => is_example)) {
      expect(example.source).toBe(exampleSource)
      expect(example.examples).toContain('tariff')
    }
    const terms = await world.db.selectFrom('tariffs').select(['terms', 'is_example']).execute()
    for (const isExample of [true, false]) {
      const kinds = new Set(
        terms.filter((term) => term.is_example === isExample).flatMap((term) => Object.keys(term.terms!)),
      )
      expect([...kinds].toSorted()).toEqual(['early_bird', 'month_minor', 'tiers', 'windows'])
    }
  })
})

test('marks example parks, names them in the words of their country and places them on land', async () => {
  const isLand = { wa: await readLandMask('wa'), na: await readLandMask('na') }
  const quebec = await world.db.selectFrom('states').select('id').where('code', '=', 'CA-QC').executeTakeFirstOrThrow()
  const examples = after.filter(({ source }) => source === exampleSource)
  expect(examples.length).toBeGreaterThan(500)
  for (const park of examples) {
    expect(park.examples).toEqual(expect.arrayContaining(['park', 'tariff', 'capacity', 'partner']))
    const words = park.country_id === 1 ? 'Car park' : park.state_id === quebec.id ? 'Stationnement' : 'Parking'
    expect(park.name).toMatch(new RegExp(`^${words} – `))
    expect(park.address).toBeNull()
    expect([1, 3].includes(park.country_id) ? isLand.wa(park) : isLand.na(park), park.slug).toBe(true)
  }
  expect(new Set(after.map(({ slug }) => slug)).size).toBe(after.length)
  const partners = await world.db.selectFrom('partners').select('name').where('is_example', '=', true).execute()
  expect(partners.length).toBeGreaterThan(10)
  expect(partners.filter(({ name }) => /ex[ae]mple/i.test(name))).toEqual([])
})

test('uses every kind of fact, both cancellation policies and both kinds of check-in', () => {
  const claimed = after.filter(({ partner_id }) => partner_id !== null)
  const share = claimed.filter(({ cancellation }) => cancellation === 'strict').length / claimed.length
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.2)
  expect(new Set(claimed.map(({ check_in }) => check_in))).toEqual(new Set(['clock', 'scan']))
  const marks = new Set(claimed.flatMap(({ examples }) => examples))
  expect([...marks].toSorted()).toEqual(['amenities', 'capacity', 'hours', 'limits', 'park', 'partner', 'tariff'])
})

test('changes nothing when repeated, and after an import only processes new parks', async () => {
  const hashAll = () => Promise.all([hashOf('parks'), hashOf('pools'), hashOf('tariffs')])
  const hashes = await hashAll()
  await applyDemoOverlay(world.db)
  await world.db.updateTable('settings').set({ value: '"old"' }).where('key', '=', 'demo_overlay').execute()
  await applyDemoOverlay(world.db)
  expect(await hashAll()).toEqual(hashes)

  const claimed = after.find(({ source, partner_id }) => source === 'osm_sn' && partner_id !== null)!
  const row = {
    source: 'osm_sn',
    kind: 'unknown',
    lat: claimed.lat,
    lng: claimed.lng,
    city: claimed.city,
    state_code: 'SN-DK',
    country_code: 'SN',
  }
  const fresh = Array.from({ length: 12 }, (_none, n) => ({
    ...row,
    source_id: `node/fresh-${n}`,
    lng: row.lng + n / 5_000,
  }))
  const report = await importParks(
    world.db,
    [{ ...row, source_id: claimed.source_id, name: 'Parking Indépendance' }, ...fresh].map((parkRow) => ({
      source_id: parkRow.source_id,
      row: parkRow,
    })),
  )
  expect(report).toMatchObject({ changed: 1, added: 12 })
  await applyDemoOverlay(world.db)
  const now = new Map((await allParks()).map((park) => [park.source_id, park]))
  const { name, partner_id, opening_hours, capacity, amenities, examples } = now.get(claimed.source_id)!
  expect(name).toBe('Parking Indépendance')
  expect({ partner_id, opening_hours, capacity, amenities, examples }).toEqual({
    partner_id: claimed.partner_id,
    opening_hours: claimed.opening_hours,
    capacity: claimed.capacity,
    amenities: claimed.amenities,
    examples: claimed.examples,
  })
  expect(fresh.filter(({ source_id }) => now.get(source_id)!.partner_id !== null).length).toBeGreaterThan(5)
  for (const park of after.filter(({ id }) => id !== claimed.id)) expect(now.get(park.source_id)).toBeDefined()
})
