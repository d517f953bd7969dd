import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuote } from '#contract/bookings/bookings.ts'
import { listEventParks, listEvents } from '#contract/events/events.ts'
import { getPark } from '#contract/parks/parks.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { writeExampleEvents } from './events.ts'
import { exampleEvents } from './venues.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DEMO_DATA: 'on' } })
})
afterAll(() => world.close())

const getVenue = (example: string) => exampleEvents.find((candidate) => candidate.example === example)!

/** Creates twelve example parks around a venue, with source ids that fix their random draws. */
async function createParksAt({ lat, lng, country_code, timezone }: ReturnType<typeof getVenue>) {
  const parks = []
  for (const n of Array(12).keys()) {
    const park = await world.buildPark({ lat: lat + n / 2_000, lng, country_code, timezone })
    await sql`update parks set source_id = ${`near ${lat} ${n}`}, examples = '{partner,tariff}' where id = ${park.id}`.execute(
      world.db,
    )
    await sql`update tariffs set is_example = true where park_id = ${park.id}`.execute(world.db)
    parks.push(park)
  }
  return parks
}
const listVersions = async () =>
  (
    await sql<{
      park_id: string
      version: number
    }>`select park_id, version from tariffs order by park_id, version`.execute(world.db)
  ).rows

test('some example parks near an example event have an event price, and quotes use it', async () => {
  const venue = getVenue('fenway-park')
  const parks = await createParksAt(venue)
  const real = await world.buildPark({ ...venue, partner: 'A real one' })
  await writeExampleEvents(world.db, world.clock.now)
  const { body } = await world.call(listEvents, { query: { text: 'fenway' } })
  const event = body.items[0]!
  const { items, start_time, end_time } = (await world.call(listEventParks, { params: event, query: { size: 20 } }))
    .body
  expect(items).toHaveLength(13)
  const terms = await Promise.all(
    parks.map(async (park) => (await world.call(getPark, { params: { parkId: park.id } })).body.rates[0]!.events),
  )
  const priced = parks.filter((_, n) => terms[n]!.length > 0)
  expect(priced.length).toBeGreaterThan(4)
  expect(priced.length).toBeLessThan(12)
  expect(terms.flat().every((price) => price.starts_at === start_time && price.ends_at === end_time)).toBe(true)
  for (const [n, park] of parks.entries()) {
    const { body: quote } = await world.call(createQuote, { body: { park_id: park.id, start_time, end_time } })
    expect(items.find(({ id }) => id === park.id)?.price?.amount).toBe(quote.total)
    if (terms[n]!.length > 0) expect(quote.lines[0]!.amount).toBe(terms[n]![0]!.amount)
  }
  const stored = (await listVersions()).filter(({ park_id }) => park_id === real.id)
  expect(stored.map(({ version }) => version)).toEqual([1])
})

test('does not repeat versions and removes prices of past events', async () => {
  const before = await listVersions()
  await writeExampleEvents(world.db, world.clock.now)
  expect(await listVersions()).toEqual(before)
  world.clock.advance(60 * 24 * 60)
  await writeExampleEvents(world.db, world.clock.now)
  const { rows } = await sql<{ past: number; coming: number }>`
    select count(*) filter (where (e ->> 'ends_at')::timestamptz <= ${world.clock.now})::int as past, count(*)::int as coming
    from (select distinct on (park_id, vehicle_type_id) * from tariffs order by park_id, vehicle_type_id, version desc) t,
      jsonb_array_elements(coalesce(t.terms -> 'events', '[]')) e`.execute(world.db)
  expect(rows[0]!.past).toBe(0)
  expect(rows[0]!.coming).toBeGreaterThan(4)
})

test('writes no prices for a private event', async () => {
  const parks = await createParksAt(getVenue('casa-loma'))
  world.clock.advance(60 * 24 * 60)
  await writeExampleEvents(world.db, world.clock.now)
  const ids = parks.map(({ id }) => id)
  expect(
    (await listVersions()).filter(({ park_id }) => ids.includes(park_id)).every(({ version }) => version === 1),
  ).toBe(true)
})
