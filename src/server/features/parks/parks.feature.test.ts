import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encode } from 'zod/mini'
import { createBooking } from '#contract/bookings/bookings.ts'
import { getPark, getRate, listFees, listParks, listVehicleTypes, type Park } from '#contract/parks/parks.ts'
import { findFees } from '#server/features/pricing/fees-and-taxes.ts'
import { calculateLines, sumLines } from '#server/features/pricing/lines.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { findParks } from '#server/features/search/list.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { getParkPage } from '#server/features/search/routes.ts'
import { distanceM } from '#server/geo.ts'
import { buildOffer, updatePark } from '#test/kits/parks-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
const centre = { lat: 43.65, lng: -79.38 }
const window = { start_time: '2026-11-23T15:00:00Z', end_time: '2026-11-23T18:00:00Z' }
const parks: Record<string, TestPark> = {}
const names = (items: { name: string | null }[]) => items.map(({ name }) => name)

beforeAll(async () => {
  world = await createWorld()
  parks['near'] = await world.buildPark({ name: 'near', ...centre, increment_minor: 500n, day_cap_minor: null })
  parks['cheap'] = await world.buildPark({ name: 'cheap', lat: 43.66, lng: -79.38, increment_minor: 100n, capacity: 1 })
  parks['closed'] = await world.buildPark({
    name: 'closed',
    lat: 43.652,
    lng: -79.38,
    opening_hours: 'Mo-Fr 08:00-12:00',
  })
  parks['low'] = await world.buildPark({ name: 'low', lat: 43.653, lng: -79.38, increment_minor: 300n })
  parks['open data'] = await world.buildPark({
    name: 'open data',
    lat: 43.651,
    lng: -79.38,
    partner: null,
    opening_hours: null,
  })
  parks['mixed'] = await world.buildPark({ name: 'mixed', lat: 43.7, lng: -79.4, increment_minor: 400n })
  parks['dakar'] = await world.buildPark({
    name: 'dakar',
    country_code: 'SN',
    lat: 14.69,
    lng: -17.44,
    city: 'Dakar',
    timezone: 'Africa/Dakar',
  })
  await updatePark(world, parks['low']!, { max_height_cm: 150, amenities: ['covered', 'ev'], kind: 'underground' })
  await updatePark(world, parks['near']!, { max_height_cm: 210, amenities: ['covered', 'cctv', 'ev', 'guard'] })
  await buildOffer(world, parks['mixed']!, {
    vehicle_type_id: 3,
    vehicle_class: 'motorcycle',
    increment_minor: 50n,
    spaces: 5,
  })
  await buildOffer(world, parks['mixed']!, {
    vehicle_type_id: 5,
    vehicle_class: 'large',
    increment_minor: 900n,
    spaces: 2,
  })
  await buildOffer(world, parks['mixed']!, { vehicle_type_id: 2, vehicle_class: 'car', increment_minor: 450n })
})
afterAll(() => world.close())

const list = async (query: object = {}, language = 'en') => {
  const answer = await world.call(listParks, { query, headers: { 'accept-language': language } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('the list', () => {
  test.each(['CA', 'ca', 'Canada', 'CANADA'])('accepts the country as "%s"', async (country) => {
    const { items, total } = await list({ country })
    expect([total, items.length, items.every(({ country_code }) => country_code === 'CA')]).toEqual([6, 6, true])
  })

  test('finds Senegal by its French name, with its currency and the state in the reader’s language', async () => {
    const [park] = (await list({ country: 'Sénégal' }, 'fr')).items
    expect(park).toMatchObject({ name: 'dakar', price: { currency: 'XOF', unit: 'hour' } })
  })

  test('lists bookable parks first, then those not bookable now, then the rest', async () => {
    const order = names((await list({ country: 'CA', ...window })).items)
    expect(order.slice(0, 3).toSorted()).toEqual(['cheap', 'mixed', 'near'])
    expect(order.slice(3, 5).toSorted()).toEqual(['closed', 'low'])
    expect(order[5]).toBe('open data')
  })

  test('sorts by exact distance with coordinates', async () => {
    const { items } = await list({ country: 'CA', ...centre })
    expect(names(items)).toEqual(['near', 'open data', 'closed', 'low', 'cheap', 'mixed'])
    for (const park of items) expect(park.distance_m).toBeCloseTo(distanceM(centre, park), 0)
    const { items: inside, total } = await list({ ...centre, radius: 400 })
    expect([names(inside), total]).toEqual([['near', 'open data', 'closed', 'low'], 4])
  })

  test('has the order and pages of a brute-force scan for random places', async () => {
    const all = (await list({ size: 100 })).items
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -89, max: 89, noNaN: true }).map((n) => Math.round(n * 1e6) / 1e6),
        fc.double({ min: -180, max: 180, noNaN: true }).map((n) => Math.round(n * 1e6) / 1e6),
        fc.constantFrom('distance', 'price', 'best'),
        async (lat, lng, sort) => {
          const paged = []
          for (let page = 1; page <= 3; page += 1)
            paged.push(...(await list({ lat: lat.toFixed(6), lng: lng.toFixed(6), sort, page, size: 3 })).items)
          expect(new Set(paged.map(({ id }) => id)).size).toBe(all.length)
          if (sort !== 'distance') return
          const nearest = all.toSorted((a, b) => distanceM({ lat, lng }, a) - distanceM({ lat, lng }, b))
          expect(names(paged)).toEqual(names(nearest))
        },
      ),
      { numRuns: 15 },
    )
  })

  test('returns price, availability and fit for a window', async () => {
    const { items } = await list({ country: 'CA', ...window })
    const of = (name: string) => items.find((park) => park.name === name)!
    expect(of('near')).toMatchObject({
      price: { amount: 15.35, currency: 'CAD', unit: 'stay' },
      available: 10,
      fits: true,
      open: true,
      bookable: true,
    })
    expect(of('closed')).toMatchObject({ open: false, price: { amount: 6.35 } })
    expect(of('low')).toMatchObject({ fits: false })
    // Nothing is sold there: the posted tariff, with no fee of ours.
    expect(of('open data')).toMatchObject({ bookable: false, available: null, open: null, price: { amount: 6 } })
    expect(of('mixed')).toMatchObject({ fits: null, open: true })
  })

  test('returns prices for another vehicle type', async () => {
    const bikes = (await list({ country: 'CA', vehicle_type_id: 3, ...window })).items
    expect(bikes[0]).toMatchObject({ name: 'mixed', available: 5, price: { amount: 1.85 } })
    expect(bikes.slice(1).every((park) => park.price === null && park.available === null)).toBe(true)
    expect(bikes.find(({ name }) => name === 'near')!.fits).toBe(false)
  })

  test('sorts by price and limits it', async () => {
    const prices = (await list({ country: 'CA', sort: 'price' })).items.map(({ price }) => price!.amount)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const { items, total } = await list({ country: 'CA', max_price: 3.35, ...window })
    expect([names(items), total]).toEqual([['cheap'], 1])
    expect((await list({ country: 'CA', max_price: 3.34, ...window })).total).toBe(0)
    expect(names((await list({ max_price: 4.35, ...centre })).items).slice(0, 3)).toEqual([
      'open data',
      'closed',
      'low',
    ])
  })

  test('filters by kinds and by all given amenities', async () => {
    expect(names((await list({ kind: 'underground' })).items)).toEqual(['low'])
    expect((await list({ amenities: 'covered' })).total).toBe(2)
    expect(names((await list({ amenities: 'covered, cctv' })).items)).toEqual(['near'])
    expect((await list({ amenities: 'covered,wash' })).total).toBe(0)
  })

  test('shows taken spaces and sorts the full park after others', async () => {
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const body = { park_id: parks['cheap']!.id, plate: 'FULL 1', ...window }
    expect((await world.call(createBooking, { token: driver.token, body })).status).toBe(201)
    const { items } = await list({ country: 'CA', ...window })
    expect(items.find(({ name }) => name === 'cheap')!.available).toBe(0)
    expect(names(items).indexOf('cheap')).toBeGreaterThan(names(items).indexOf('mixed'))
    const later = await list({ country: 'CA', start_time: window.end_time, end_time: '2026-11-23T19:00:00Z' })
    expect(later.items.find(({ name }) => name === 'cheap')!.available).toBe(1)
  })

  test('hides a duplicate only while its original is listed', async () => {
    const duplicate = await world.buildPark({ name: 'duplicate', lat: 0, lng: 0 })
    const lone = await world.buildPark({ name: 'lone', lat: 0, lng: 0 })
    await updatePark(world, duplicate, { possible_duplicate_of: `test:${parks['near']!.id}` })
    await updatePark(world, lone, { possible_duplicate_of: 'test:nobody:knows' })
    const found = names((await list({ lat: 0, lng: 0, radius: 10 })).items)
    expect(found).toEqual(['lone'])
    expect((await world.call(getPark, { params: { parkId: duplicate.slug } })).status).toBe(200)
    await world.db.deleteFrom('parks').where('id', 'in', [duplicate.id, lone.id]).execute()
  })

  test('needs as many queries for a hundred parks as for one', async () => {
    const counted = async (size: number) => {
      let queries = 0
      const db = world.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const shared = { page: 1, vehicle_type_id: 1, country: 'CA', sort: 'best' as const, ...window }
      const { items } = await findParks({ ...world.deps, db }, { ...shared, size }, 'en')
      expect(items).toHaveLength(Math.min(size, 6))
      return queries
    }
    expect(await counted(1)).toBe(await counted(100))
    expect(await counted(100)).toBeLessThanOrEqual(8)
  })

  test('returns pages', async () => {
    expect(await list({ page: 2, size: 5 })).toMatchObject({ total: 7, page: 2, size: 5, pages: 2, items: [{}, {}] })
    expect(await list({ page: 1_000_000 })).toMatchObject({ total: 7, items: [] })
    expect(await list({ page: 3, size: 3, ...centre })).toMatchObject({ total: 7, items: [{ name: 'dakar' }] })
  })

  test.each([
    [{ country: 'France' }, 'country'],
    [{ lat: 3 }, 'lng'],
    [{ lng: 3 }, 'lat'],
    [{ lat: 91, lng: 0 }, 'lat'],
    [{ lat: 'north', lng: 0 }, 'lat'],
    [{ start_time: window.start_time }, 'end_time'],
    [{ end_time: window.end_time }, 'start_time'],
    [{ start_time: window.end_time, end_time: window.start_time }, 'end_time'],
    [{ start_time: '2026-11-20T10:00:00Z', end_time: '2026-11-20T11:00:00Z' }, 'start_time'],
    [{ start_time: '0000-01-01T00:00:00Z', end_time: '0000-01-01T01:00:00Z' }, 'start_time'],
    [{ start_time: '9999-01-01T00:00:00Z', end_time: '9999-01-01T01:00:00Z' }, 'start_time'],
    [{ vehicle_type_id: 99 }, 'vehicle_type_id'],
    [{ kind: 'castle' }, 'kind'],
    [{ amenities: 'covered,castle' }, 'amenities'],
    [{ amenities: ',' }, 'amenities'],
    [{ radius: 500 }, 'lat'],
    [{ sort: 'distance' }, 'lat'],
    [{ sort: 'beauty' }, 'sort'],
    [{ page: 0 }, 'page'],
    [{ size: 101 }, 'size'],
    [{ size: '1e9' }, 'size'],
    [{ max_price: -1 }, 'max_price'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ colour: 'red' } as object, 'colour'],
  ])('refuses %j', async (query, field) => {
    const answer = await world.call(listParks, { query })
    expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, field])
  })
})

describe('a park', () => {
  const get = (parkId: string, query: object = {}) => world.call(getPark, { params: { parkId }, query })

  test('is found by its slug, code and id in any case', async () => {
    const { id, slug, park_code } = parks['near']!
    const bySlug = await get(slug)
    expect(bySlug.status).toBe(200)
    for (const handle of [id, id.toUpperCase(), park_code, park_code.toLowerCase(), slug.toUpperCase()])
      expect((await get(handle)).body).toEqual(bySlug.body)
  })

  test('includes limits, rates by vehicle type, spaces by class, policy and parks nearby', async () => {
    const { body } = await get(parks['mixed']!.slug, window)
    expect(body).toMatchObject({
      name: 'mixed',
      price: { amount: 10.35, unit: 'stay' },
      policies: { cancellation: 'flexible', grace_arrival_min: 5, grace_end_min: 10 },
      partner: 'Test partner',
      accessible: { bays: null, bay_width_cm: null, step_free: null, lift: null },
    })
    expect(body.rates.map(({ vehicle_type_id, hour_total }) => [vehicle_type_id, hour_total])).toEqual([
      [1, 4.35],
      [2, 4.85],
      [3, 0.85],
      [5, 9.35],
    ])
    expect(body.pools).toEqual([
      { vehicle_class: 'car', capacity: 10, vehicle_type_ids: [1, 2, 4] },
      { vehicle_class: 'motorcycle', capacity: 5, vehicle_type_ids: [3] },
      { vehicle_class: 'large', capacity: 2, vehicle_type_ids: [5, 6, 7] },
    ])
    expect(names(body.nearby)).toEqual(['cheap'])
    expect(body.nearby[0]!.price!.unit).toBe('stay')
    expect(names((await get(parks['near']!.slug)).body.nearby)).toEqual(['closed', 'low', 'cheap'])
  })

  test('lists the nearest bookable parks within five kilometres as the list does', async () => {
    for (const { slug } of Object.values(parks)) {
      const { body: park } = await get(slug, window)
      const around = { lat: park.lat, lng: park.lng, radius: 5_000, sort: 'distance', country: park.country_code }
      const { body } = await world.call(listParks, { query: { ...around, ...window } })
      const others = body.items.filter(({ id, bookable }) => bookable && id !== park.id)
      expect(park.nearby).toEqual(others.slice(0, 4))
    }
  })

  test('is read in one statement with others that are asked for at the same time', async () => {
    let statements = 0
    const db = world.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    // Does not refresh at each use, which would spread the calls over time.
    const search = new LiveIndex()
    await search.refresh(world.db, world.clock.now)
    const read = (handle: string) => getParkPage({ ...world.deps, db, search }, handle, { vehicle_type_id: 1 }, 'en')
    const handles = Object.values(parks).flatMap(({ slug, park_code }) => [slug, park_code])
    const answers = await Promise.allSettled([...handles, 'nowhere'].map(read))
    expect(statements).toBe(1)
    expect(answers.pop()).toMatchObject({ status: 'rejected', reason: { code: 'park_not_found' } })
    for (const [n, answer] of answers.entries()) {
      const park: unknown = JSON.parse(String((answer as PromiseFulfilledResult<Buffer>).value))
      expect(park).toEqual((await get(handles[n]!)).body)
      // As the contract's schema writes it, with no other field.
      expect(encode(getPark.answer!, park as Park)).toEqual(park)
    }
  })

  test.each(['nowhere', '%', '01890000-0000-7000-8000-000000000000', "'; drop table parks", '🙂'])(
    'returns 404 for "%s"',
    async (handle) => {
      const answer = await get(handle)
      expect([answer.status, answer.problem.code]).toEqual([404, 'park_not_found'])
      expect((await world.call(getRate, { params: { parkId: handle } })).problem.code).toBe('park_not_found')
    },
  )
})

describe('the rate', () => {
  const rate = (parkId: string, vehicle_type_id?: number) =>
    world.call(getRate, { params: { parkId }, query: { vehicle_type_id } })

  test.each(['', '%20'])('needs a park id (%o)', async (parkId) => {
    const answer = await world.app.inject(`/api/v1/front/parks/${parkId}/rate`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'validation_failed', message: 'Park ID is required' })
  })

  test('is the ordinary car’s by default', async () => {
    const { body } = await rate(parks['mixed']!.park_code)
    expect(body).toMatchObject({
      vehicle_type_id: 1,
      currency: 'CAD',
      version: 1,
      free_minutes: 0,
      increment_minutes: 60,
      increment_amount: 4,
      day_cap_amount: 10,
      day_cap_reset_hour: 0,
      hour_total: 4.35,
    })
    expect((await rate(parks['mixed']!.id, 3)).body).toMatchObject({
      vehicle_type_id: 3,
      increment_amount: 0.5,
      day_cap_amount: null,
    })
  })

  test('has all its terms, which price the list and the page', async () => {
    const park = await world.buildPark({ name: 'terms', lat: -40, lng: 2, increment_minor: 200n, day_cap_minor: null })
    const everyDay = [1, 2, 3, 4, 5, 6, 7]
    const terms = toStoredTerms({
      tiers: [{ up_to_min: 60, amount_minor: 300n }],
      windows: [{ code: 'overnight', days: everyDay, from_min: 1_080, to_min: 420, amount_minor: 500n }],
      early_bird: { days: [1], enter_from_min: 300, enter_until_min: 540, leave_by_min: 1_080, amount_minor: 900n },
      month_minor: 9_000n,
      events: [{ starts_at: new Date('2026-12-01Z'), ends_at: new Date('2026-12-02Z'), amount_minor: 2_500n }],
    })
    await world.db.updateTable('tariffs').set({ terms }).where('park_id', '=', park.id).execute()
    expect((await rate(park.id)).body).toMatchObject({
      tiers: [{ up_to_min: 60, amount: 3 }],
      windows: [{ code: 'overnight', days: everyDay, from: '18:00', to: '07:00', amount: 5 }],
      early_bird: { days: [1], enter_from: '05:00', enter_until: '09:00', leave_by: '18:00', amount: 9 },
      month_amount: 90,
      events: [{ starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2026-12-02T00:00:00.000Z', amount: 25 }],
    })
    // Monday 2026-11-23, 09:00 to 17:00 in Toronto; the night after it; three hours and a bit at noon.
    const prices: [string, string, bigint][] = [
      ['2026-11-23T14:00:00Z', '2026-11-23T22:00:00Z', 900n],
      ['2026-11-23T23:00:00Z', '2026-11-24T12:00:00Z', 500n],
      ['2026-11-24T17:00:00Z', '2026-11-24T20:15:00Z', 900n],
    ]
    const fees = (await findFees(world.db, 2)).filter(({ state_id }) => state_id === null)
    for (const [start_time, end_time, parking] of prices) {
      const query = { start_time, end_time }
      const page = (await world.call(getPark, { params: { parkId: park.id }, query })).body.price
      const list = await world.call(listParks, { query: { country: 'CA', search: 'terms', ...query } })
      expect(page).toEqual({
        amount: Number(sumLines(calculateLines(parking, fees, 'CAD'))) / 100,
        currency: 'CAD',
        unit: 'stay',
      })
      expect(list.body.items.find(({ id }) => id === park.id)!.price).toEqual(page)
    }
  })

  test('stores its terms as a JSON object', async () => {
    const park = await world.buildPark({ lat: -40, lng: 3 })
    const write = world.db.updateTable('tariffs').set({ terms: '[]' }).where('park_id', '=', park.id)
    await expect(write.execute()).rejects.toThrow('tariffs_terms_object')
  })

  test('returns the newest version', async () => {
    const park = await world.buildPark({ lat: -40, lng: 0 })
    await world.db
      .insertInto('tariffs')
      .columns([
        'id',
        'park_id',
        'vehicle_type_id',
        'version',
        'currency',
        'increment_minutes',
        'increment_minor',
        'is_example',
        'source',
        'created_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('tariffs')
          .select([
            eb.fn<string>('gen_random_uuid').as('id'),
            'park_id',
            'vehicle_type_id',
            eb.val(2).as('version'),
            'currency',
            eb.val(30).as('increment_minutes'),
            'increment_minor',
            'is_example',
            'source',
            'created_at',
          ])
          .where('park_id', '=', park.id),
      )
      .execute()
    expect((await rate(park.id)).body).toMatchObject({ version: 2, increment_minutes: 30, hour_total: 4.35 })
  })

  test('returns 404 for missing tariffs', async () => {
    const bare = await world.buildPark({ lat: -40, lng: 1 })
    await world.db.deleteFrom('tariffs').where('park_id', '=', bare.id).execute()
    const answers = [await rate(bare.id), await rate(parks['near']!.id, 3), await rate(parks['near']!.id, 99)]
    expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual([
      [404, 'tariff_not_found'],
      [409, 'vehicle_type_not_served'],
      [422, 'validation_failed'],
    ])
  })
})

test('returns a country’s fees and taxes in calculation order', async () => {
  const fees = async (country_id?: number, language = 'en') =>
    (await world.call(listFees, { query: { country_id }, headers: { 'accept-language': language } })).body
  const canada = await fees(2, 'fr')
  expect(canada[0]).toMatchObject({
    code: 'service_fee',
    name: 'Frais de service',
    kind: 'fixed',
    value: 0.35,
    currency: 'CAD',
    state_code: null,
  })
  expect(canada.find(({ state_code }) => state_code === 'CA-ON')).toMatchObject({
    kind: 'percentage',
    value: 13,
    currency: null,
  })
  expect((await fees()).map(({ code }) => code)).toEqual((await fees(1)).map(({ code }) => code))
  expect(await fees(9)).toEqual([])
})

test('returns the vehicle types, with the ordinary car as 1', async () => {
  const types = async (language: string) =>
    (await world.call(listVehicleTypes, { headers: { 'accept-language': language } })).body
  expect((await types('en'))[0]).toMatchObject({ id: 1, name: 'Car', vehicle_class: 'car' })
  expect((await types('fr'))[0]).toMatchObject({ id: 1, name: 'Voiture' })
})
