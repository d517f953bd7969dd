import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBookingStatus, createBooking, getBooking, holdSpace, createQuote } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { listEventParks } from '#contract/events/events.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { bookingCallsOf } from '#test/kits/bookings-kit.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let park: TestPark
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  park = await world.buildPark()
  driver = await world.buildDriver({ balance_minor: 1_000_000n })
})
afterAll(async () => {
  await world.expectBalancedLedger()
  await world.close()
})

/** The parking window of the event that `addEvent` creates. */
const times = { start_time: '2026-12-05T22:30:00Z', end_time: '2026-12-06T04:15:00Z' }
const book = (body: object) =>
  world.call(createBooking, {
    token: driver.token,
    body: { park_id: park.id, plate: 'EVENT 1', again: true, ...times, ...body } as BodyOf<typeof createBooking>,
  })
const quote = (body: object) =>
  world.call(createQuote, { body: { park_id: park.id, ...times, ...body } as BodyOf<typeof createQuote> })

describe('a booking for an event', () => {
  test('stores the event and returns it in the requested language', async () => {
    const { event_code } = await buildEvent(world)
    const made = await book({ event_code: event_code.toLowerCase() })
    expect(made.status).toBe(201)
    expect(made.body.event).toEqual({ event_code, name: 'Spring concert', starts_at: '2026-12-06T00:30:00.000Z' })
    const read = await world.call(getBooking, {
      token: driver.token,
      params: { bookingCode: made.body.booking_code },
      headers: { 'accept-language': 'fr' },
    })
    expect(read.body.event?.name).toBe('Concert de printemps')
    expect((await book({})).body.event).toBeNull()
  })

  test('requires a quote for the event, also for a hold', async () => {
    const { event_code } = await buildEvent(world)
    const other = await buildEvent(world)
    const quoted = (await quote({ event_code })).body
    expect(quoted.event?.event_code).toBe(event_code)
    const held = await world.call(holdSpace, {
      token: driver.token,
      body: { quote_id: quoted.quote_id, plate: 'EVENT 2' },
    })
    expect(held.body.event?.event_code).toBe(event_code)
    const paid = await world.call(createBooking, { token: driver.token, body: { hold_id: held.body.id } })
    expect([paid.status, paid.body.event?.event_code]).toEqual([201, event_code])
    expect((await book({ quote_id: quoted.quote_id })).body.event?.event_code).toBe(event_code)
    const quoteWithoutEvent = (await quote({})).body
    for (const wrong of [
      { quote_id: quoteWithoutEvent.quote_id, event_code },
      { quote_id: quoted.quote_id, event_code: other.event_code },
    ])
      expect((await book(wrong)).problem.code).toBe('quote_mismatch')
  })

  test.each([
    ['the day before', '2026-12-04T22:30:00Z', '2026-12-05T04:15:00Z'],
    ['until the doors open', '2026-12-05T20:00:00Z', '2026-12-05T23:30:00Z'],
    ['after its end', '2026-12-06T03:15:00Z', '2026-12-06T05:00:00Z'],
  ])('rejects a window outside the event: %s', async (_name, start_time, end_time) => {
    const { event_code } = await buildEvent(world)
    for (const answer of [
      await quote({ event_code, start_time, end_time }),
      await book({ event_code, start_time, end_time }),
    ])
      expect([answer.status, answer.problem.errors?.map(({ field }) => field)]).toEqual([422, ['start_time']])
  })

  test('can be shorter than the event', async () => {
    const { event_code } = await buildEvent(world)
    const shorterWindow = { event_code, start_time: '2026-12-06T01:00:00Z', end_time: '2026-12-06T03:00:00Z' }
    expect((await book(shorterWindow)).status).toBe(201)
  })

  test('rejects an unknown, draft or cancelled event', async () => {
    const draft = await buildEvent(world, { state: 'draft' })
    const cancelled = await buildEvent(world, { state: 'cancelled' })
    const answers = [
      await book({ event_code: 'E22222222' }),
      await book({ event_code: draft.event_code }),
      await book({ event_code: cancelled.event_code }),
      await quote({ event_code: cancelled.event_code }),
    ]
    expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual([
      [404, 'event_not_found'],
      [404, 'event_not_found'],
      [409, 'event_not_bookable'],
      [409, 'event_not_bookable'],
    ])
  })

  test('uses the event’s strict policy, as quoted', async () => {
    const strict = await buildEvent(world, { cancellation: 'strict' })
    const quoted = (await quote({ event_code: strict.event_code })).body
    expect(quoted.cancellation).toMatchObject({
      policy: 'strict',
      free_until: '2026-12-04T22:30:00.000Z',
      refund_rules: [{ percent: 100 }, { percent: 50 }],
    })
    expect((await quote({})).body.cancellation.policy).toBe('flexible')
    const { id, total } = (await book({ quote_id: quoted.quote_id })).body
    const now = world.clock.now
    world.clock.now = new Date('2026-12-05T12:00:00Z')
    const cancelled = await world.call(changeBookingStatus, {
      token: driver.token,
      params: { id },
      query: { status: 'cancelled' },
    })
    world.clock.now = now
    expect(cancelled.status).toBe(200)
    expect(cancelled.body.refunded).toBeCloseTo(total / 2, 1)
  })

  test('is renewed for the event until it is over, with and without a preview', async () => {
    const strict = await buildEvent(world, { cancellation: 'strict' })
    const calls = bookingCallsOf(world, driver)
    const first = (await book({ event_code: strict.event_code, plate: 'EVENT 3' })).body
    await calls.cancel(first.id)
    const { quote: shown } = await calls.previewRenew(first.id)
    expect(shown).toMatchObject({ event: { event_code: strict.event_code }, cancellation: { policy: 'strict' } })
    const second = await calls.renew(first.id, shown!.quote_id)
    expect(second.body.event?.event_code).toBe(strict.event_code)
    await calls.cancel(second.body.id)
    expect((await calls.renew(second.body.id)).body.event?.event_code).toBe(strict.event_code)
  })

  test('keeps the event when moved to another park', async () => {
    const at = { lat: 53, lng: -110 }
    const event = await buildEvent(world, at)
    const [full, near] = [await world.buildPark(at), await world.buildPark(at)]
    const { id } = (await book({ park_id: full.id, event_code: event.event_code })).body
    const now = world.clock.now
    world.clock.now = new Date('2026-12-05T22:40:00Z')
    const answer = await bookingCallsOf(world, driver).cannotPark(id, { reason: 'full', park_id: near.id })
    world.clock.now = now
    expect(answer.body.moved_to).toMatchObject({ park: { id: near.id }, event: { event_code: event.event_code } })
  })

  test('keeps the strict policy of a park at a flexible event', async () => {
    const { event_code } = await buildEvent(world)
    const strict = await world.buildPark({ cancellation: 'strict' })
    expect((await quote({ park_id: strict.id, event_code })).body.cancellation.policy).toBe('strict')
  })

  test('uses the tariff’s event price in list, quote and booking', async () => {
    const at = { lat: 52, lng: -110 }
    const event = await buildEvent(world, at)
    const priced = await world.buildPark(at)
    const terms = toStoredTerms({
      tiers: [],
      windows: [],
      early_bird: null,
      month_minor: null,
      events: [
        {
          starts_at: new Date('2026-12-05T22:00:00Z'),
          ends_at: new Date('2026-12-06T05:00:00Z'),
          amount_minor: 4_000n,
        },
      ],
    })
    await world.db.updateTable('tariffs').set({ terms }).where('park_id', '=', priced.id).execute()
    const { body: around } = await world.call(listEventParks, { params: event, query: {} })
    const { body: quoted } = await quote({ park_id: priced.id, event_code: event.event_code })
    expect(quoted.lines[0]).toMatchObject({ code: 'parking', amount: 40 })
    expect(around.items[0]).toMatchObject({ id: priced.id, price: { amount: quoted.total, unit: 'stay' } })
    const made = await book({ park_id: priced.id, event_code: event.event_code })
    expect(made.body.total).toBe(quoted.total)
  })
})
