import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQuote } from '#contract/bookings/bookings.ts'
import { countVisit } from '#contract/figures/visits.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

const browsers = {
  phone: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}

let world: World
let park: TestPark
let example: TestPark
beforeAll(async () => {
  world = await createWorld({ settings: { PAGE_CACHE_SECONDS: '60' } })
  park = await world.buildPark({ country_code: 'CA' })
  example = await world.buildPark({ country_code: 'SN', lat: 14.7, lng: -17.4, timezone: 'Africa/Dakar' })
  await world.db
    .updateTable('parks')
    .set({ examples: ['park', 'tariff'] })
    .where('id', '=', example.id)
    .execute()
})
afterAll(() => world.close())

const visit = (address: string, userAgent = browsers.phone, country?: string) =>
  world.call(countVisit, { body: { address, country }, headers: { 'user-agent': userAgent } })

/** What stands in the table after a flush, and forgets it. */
async function readCounts() {
  await world.deps.search.current()
  await world.deps.visits.flush(world.db, world.deps.search)
  const rows = await world.db
    .selectFrom('figure_days')
    .innerJoin('countries', 'countries.id', 'figure_days.country_id')
    .select(['day', 'countries.code', 'device', 'kind', 'is_example', 'count'])
    .orderBy('day')
    .orderBy('kind')
    .orderBy('countries.code')
    .orderBy('device')
    .execute()
  await world.db.deleteFrom('figure_days').execute()
  return rows.map(({ code, device, kind, is_example, count }) =>
    [kind, code, device, ...(is_example ? ['example'] : []), Number(count)].join(' '),
  )
}

describe('what browsers open', () => {
  test('is counted by country and device, with examples apart', async () => {
    for (const address of [`/park/${park.slug}`, `/park/${park.park_code}?start=x`, `/park/${example.slug}`])
      expect((await visit(address)).status).toBe(204)
    await visit(`/park/${park.slug}`, browsers.desktop)
    expect(await readCounts()).toEqual([
      'park_page CA desktop 1',
      'park_page CA phone 2',
      'park_page SN phone example 1',
    ])
  })

  test('a search counts for the country of its place, else the named one, else the chosen one', async () => {
    await visit('/search?lat=43.7&lng=-79.4&place=Toronto&country=SN')
    await visit('/search?search=Plateau&country=SN')
    await visit('/search', browsers.phone, 'US')
    await visit('/search')
    expect(await readCounts()).toEqual([
      'search CA phone 1',
      'search NG phone 1',
      'search SN phone 1',
      'search US phone 1',
    ])
  })

  test('crawlers, programs, unknown car parks and other pages are not counted', async () => {
    await visit(`/park/${park.slug}`, browsers.crawler)
    await visit(`/park/${park.slug}`, 'curl/8.5.0')
    for (const address of ['/park/nowhere-at-all', '/wallet', '/park/%00', `/park/${'x'.repeat(1_900)}`])
      expect((await visit(address)).status).toBe(204)
    expect(await readCounts()).toEqual([])
  })

  test('an address that is none and a field too many are refused', async () => {
    const refused = [
      {},
      { address: '' },
      { address: '/'.repeat(2_001) },
      { address: '/', country: 'XX' },
      { address: '/', x: 1 },
    ]
    for (const body of refused) expect((await world.call(countVisit, { body })).status).toBe(422)
  })
})

describe('what the server answers', () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url, headers: { 'user-agent': browsers.desktop, ...headers } })

  test('a page counts when it is opened, also from the browser’s copy, and not when it is fetched in advance', async () => {
    const page = await open(`/park/${park.slug}`, { 'sec-fetch-dest': 'document' })
    expect(page.statusCode).toBe(200)
    const again = await open(`/park/${park.slug}`, { 'if-none-match': String(page.headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect((await open('/search?lat=43.7&lng=-79.4&place=Toronto')).statusCode).toBe(200)
    await open(`/park/${park.slug}`, { 'sec-purpose': 'prefetch' })
    await open(`/park/${park.slug}`, { 'sec-fetch-dest': 'empty' })
    await open(`/park/${park.slug}`, { 'user-agent': browsers.crawler })
    await world.app.inject({ method: 'HEAD', url: `/park/${park.slug}`, headers: { 'user-agent': browsers.desktop } })
    expect((await open('/park/nowhere-at-all')).statusCode).toBe(404)
    expect(await readCounts()).toEqual(['park_page CA desktop 2', 'search CA desktop 1'])
  })

  test('a quote counts for its car park, a refused one for none', async () => {
    const quote = (park_id: string, end_time = '2026-11-22T12:00:00Z') =>
      world.call(createQuote, {
        body: { park_id, start_time: '2026-11-22T10:00:00Z', end_time },
        headers: { 'user-agent': browsers.phone },
      })
    expect((await quote(park.id)).status).toBe(200)
    expect((await quote(example.slug)).status).toBe(200)
    expect((await quote(park.id, '2026-11-22T09:00:00Z')).status).toBe(422)
    expect(await readCounts()).toEqual(['quote CA phone 1', 'quote SN phone example 1'])
  })
})

test('counts of several processes and times add up, and what cannot be written is kept', async () => {
  const { visits, search } = world.deps
  await visit(`/park/${park.slug}`)
  await expect(visits.flush(undefined as never, search)).rejects.toThrow()
  await visit(`/park/${park.slug}`)
  await visits.flush(world.db, search)
  world.clock.advance(24 * 60)
  await visit(`/park/${park.slug}`)
  await visits.flush(world.db, search)
  world.clock.advance(-24 * 60)
  await visit(`/park/${park.slug}`)
  expect(await readCounts()).toEqual(['park_page CA phone 3', 'park_page CA phone 1'])
})
