import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQuote } from '#contract/bookings/bookings.ts'
import { getEvent, listEventParks, listEvents } from '#contract/events/events.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import { exampleEvents } from '#server/features/demo/venues.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DEMO_DATA: 'on' } })
})
afterAll(() => world.close())

const list = async (query: object = {}, language = 'en') =>
  (await world.call(listEvents, { query, headers: { 'accept-language': language } })).body
const codes = async (query: object) => (await list(query)).items.map(({ event_code }) => event_code)

describe('the list', () => {
  test('returns upcoming events soonest first in the requested language, without drafts', async () => {
    const later = await buildEvent(world, {
      venue: 'Listed',
      starts_at: '2027-01-02T01:00:00Z',
      ends_at: '2027-01-02T03:00:00Z',
    })
    const earlierEvent = await buildEvent(world, { venue: 'Listed', state: 'cancelled' })
    await buildEvent(world, { venue: 'Listed', state: 'draft' })
    await buildEvent(world, {
      venue: 'Listed',
      doors_at: '2026-11-20T18:00:00Z',
      starts_at: '2026-11-20T18:00:00Z',
      ends_at: world.clock.now.toISOString(),
    })
    const found = await list({ text: 'listed' }, 'fr')
    expect(found.items).toMatchObject([
      { event_code: earlierEvent.event_code, name: 'Concert de printemps', state: 'cancelled', country_code: 'CA' },
      { event_code: later.event_code, starts_at: '2027-01-02T01:00:00.000Z', is_example: false },
    ])
    expect([found.total, found.pages]).toEqual([2, 1])
    expect(await codes({ text: 'listed', page: 2, size: 1 })).toEqual([later.event_code])
    const short = await world.app.inject('/api/v1/events?text=listed')
    expect(short.json<{ total: number }>().total).toBe(2)
  })

  test('filters by country, kind, text and place', async () => {
    const play = await buildEvent(world, {
      venue: 'Théâtre Sifté',
      kind: 'theatre',
      city: 'Dakar',
      country_code: 'SN',
      lat: 14.67,
      lng: -17.44,
    })
    expect(await codes({ country: 'Sénégal' })).toEqual([play.event_code])
    expect(await codes({ kind: 'theatre' })).toEqual([play.event_code])
    expect(await codes({ text: 'sifte DAKAR' })).toEqual([play.event_code])
    expect(await codes({ text: 'ifte' })).toEqual([])
    expect(await codes({ text: '%' })).toEqual([])
    const nearby = await list({ near: '14.70,-17.44' })
    expect(nearby.items).toMatchObject([{ event_code: play.event_code, distance_m: 3336 }])
    expect(await codes({ near: '15.70,-17.44' })).toEqual([])
  })

  test('filters by the venue’s local days, inclusive, for events of several days', async () => {
    // From 23:30 on the 9th to 01:30 on the 11th in New York.
    const long = await buildEvent(world, {
      venue: 'Days',
      timezone: 'America/New_York',
      doors_at: '2026-12-10T04:30:00Z',
      starts_at: '2026-12-10T04:30:00Z',
      ends_at: '2026-12-11T06:30:00Z',
    })
    const on = async (from: string, to: string) => (await codes({ text: 'days', from, to })).length
    expect(await codes({ text: 'days', from: '2026-12-11' })).toEqual([long.event_code])
    expect(
      await Promise.all([
        on('2026-12-09', '2026-12-09'),
        on('2026-12-10', '2026-12-10'),
        on('2026-12-12', '2026-12-31'),
        on('2026-12-01', '2026-12-08'),
      ]),
    ).toEqual([1, 1, 0, 0])
  })

  test.each([
    [{ near: '91,0' }, 'near'],
    [{ near: 'here' }, 'near'],
    [{ from: '2026-13-01' }, 'from'],
    [{ country: 'Atlantis' }, 'country'],
    [{ kind: 'war' }, 'kind'],
    [{ page: 0 }, 'page'],
    [{ secret: 'yes' }, 'secret'],
  ] as [object, string][])('refuses %j', async (query, field) => {
    const answer = await world.call(listEvents, { query })
    expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, field])
  })
})

describe('one event', () => {
  test('returns parking times and cancellation policy by code in any case', async () => {
    const { event_code } = await buildEvent(world, { cancellation: 'strict', tickets_url: 'https://tickets.example/1' })
    const { status, body } = await world.call(getEvent, { params: { event_code: event_code.toLowerCase() } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      event_code,
      cancellation: 'strict',
      tickets_url: 'https://tickets.example/1',
      is_private: false,
      parking: { start_time: '2026-12-05T22:30:00.000Z', end_time: '2026-12-06T04:15:00.000Z' },
      bookable_from: null,
    })
  })

  test('returns 404 for unknown events and drafts', async () => {
    const draft = await buildEvent(world, { state: 'draft' })
    for (const event_code of ['ENOTHING', draft.event_code, draft.slug]) {
      const answer = await world.call(getEvent, { params: { event_code } })
      expect([answer.status, answer.problem.code]).toEqual([404, 'event_not_found'])
    }
  })
})

describe('parks around an event', () => {
  test('returns total prices and spaces, bookable parks first, then by distance', async () => {
    const at = { lat: 50, lng: -100 }
    const event = await buildEvent(world, { ...at })
    const distantPark = await world.buildPark({ lat: 50.01, lng: -100, day_cap_minor: null, capacity: 7 })
    const nearby = await world.buildPark({ lat: 50.002, lng: -100, day_cap_minor: null })
    const closed = await world.buildPark({ lat: 50.001, lng: -100, opening_hours: 'Mo-Fr 08:00-10:00' })
    await world.buildPark({ lat: 50.05, lng: -100 })
    const { body } = await world.call(listEventParks, { params: event, query: {} })
    expect(body.items.map(({ id }) => id)).toEqual([nearby.id, distantPark.id, closed.id])
    expect(body).toMatchObject({
      start_time: '2026-12-05T22:30:00.000Z',
      end_time: '2026-12-06T04:15:00.000Z',
      radius_m: 2000,
      total: 3,
    })
    expect(body.items[1]).toMatchObject({ available: 7, distance_m: 1112, price: { currency: 'CAD', unit: 'stay' } })
    // 22:30 to 04:15 costs six hours with fees and taxes, as in the quote.
    const { start_time, end_time } = body
    const { body: quote } = await world.call(createQuote, { body: { park_id: nearby.id, start_time, end_time } })
    expect(quote.lines[0]!.amount).toBe(12)
    expect(body.items[0]!.price!.amount).toBe(quote.total)
  })

  test('returns the nearest parks beyond if none is within walking distance', async () => {
    const event = await buildEvent(world, { lat: 60, lng: -100 })
    const farPark = await world.buildPark({ lat: 60.1, lng: -100 })
    const { body } = await world.call(listEventParks, { params: event, query: {} })
    expect([body.radius_m, body.items.map(({ id }) => id)]).toEqual([50_000, [farPark.id]])
    expect(body.beyond?.radius_m).toBe(2_000)
    expect(Math.round(body.beyond!.nearest_m / 1_000)).toBe(11)
  })

  test('is refused for an event that can’t be booked', async () => {
    const cancelled = await buildEvent(world, { state: 'cancelled' })
    const answer = await world.call(listEventParks, { params: cancelled, query: {} })
    expect([answer.status, answer.problem.code]).toEqual([409, 'event_not_bookable'])
  })
})

describe('example events', () => {
  const coming = async () => (await list({ size: 100 })).items.filter(({ is_example }) => is_example)

  test('are written once, marked as examples and renewed when they are over', async () => {
    await writeExampleEvents(world.db, world.clock.now)
    const first = await coming()
    expect(first).toHaveLength(exampleEvents.length - 1)
    expect(first.every(({ name }) => name.startsWith('Example '))).toBe(true)
    await writeExampleEvents(world.db, world.clock.now)
    expect(await coming()).toEqual(first)
    world.clock.advance(10 * 24 * 60)
    await writeExampleEvents(world.db, world.clock.now)
    expect(await coming()).toHaveLength(exampleEvents.length - 1)
    world.clock.advance(100 * 24 * 60)
    expect(await coming()).toEqual([])
    await resetDemo(world.deps)
    const renewed = await coming()
    expect(renewed).toHaveLength(exampleEvents.length - 1)
    expect(renewed.every(({ starts_at }) => new Date(starts_at) > world.clock.now)).toBe(true)
    const { rows } = await world.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<bigint>().as('rows'))
      .where('example', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(exampleEvents.length)
  })
})
