import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/events/desk.ts'
import { getEvent, listEvents, openPrivateEvent } from '#contract/events/events.ts'
import { balanceOf, bookingCallsOf, expectConsistentData } from '#test/kits/bookings-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const event = {
  name: 'Harbour lights',
  name_fr: 'Lumières du port',
  description: 'Lanterns on the water.',
  description_fr: 'Des lanternes sur l’eau.',
  kind: 'festival',
  venue: 'Queens Quay',
  city: 'Toronto',
  country_code: 'CA',
  lat: 43.65,
  lng: -79.38,
  timezone: 'America/Toronto',
  doors_at: '2026-12-05T23:30:00Z',
  starts_at: '2026-12-06T00:30:00Z',
  ends_at: '2026-12-06T03:10:00Z',
  tickets_url: null,
  cancellation: 'flexible',
}
const create = (change: object = {}) =>
  world.call(contract.createDeskEvent, { token: staff.token, body: { ...event, ...change } })
const on = (id: string) => ({ token: staff.token, params: { id } })
async function publish(change: object = {}) {
  const { body } = await create(change)
  const published = await world.call(contract.publishEvent, on(body.id))
  expect(published.status).toBe(200)
  return published.body
}
const isListed = async (event_code: string) =>
  (await world.call(listEvents, { query: { size: 100 } })).body.items.some((item) => item.event_code === event_code)

describe('an event', () => {
  test('is a draft in both languages until it is published, and a draft again until somebody books', async () => {
    const draft = (await create()).body
    expect(draft).toMatchObject({
      title: 'Harbour lights',
      state: 'draft',
      slug: 'harbour-lights-2026-12-05',
      parking_from: '2026-12-05T22:30:00.000Z',
      parking_until: '2026-12-06T04:15:00.000Z',
      actions: ['update', 'publish', 'reset_code', 'remove'],
    })
    const seen = () => world.call(getEvent, { params: { event_code: draft.event_code } })
    expect((await seen()).status).toBe(404)
    const body = { ...event, name_fr: 'Les lumières du port', version: 1 }
    expect((await world.call(contract.updateDeskEvent, { ...on(draft.id), body })).body.version).toBe(2)
    const late = await world.call(contract.updateDeskEvent, { ...on(draft.id), body })
    expect([late.status, late.problem.code]).toEqual([409, 'changed_meanwhile'])
    await world.call(contract.publishEvent, on(draft.id))
    const french = await world.call(getEvent, {
      params: { event_code: draft.event_code },
      headers: { 'accept-language': 'fr' },
    })
    expect(french.body.name).toBe('Les lumières du port')
    expect(await isListed(draft.event_code)).toBe(true)
    const edited = await world.call(contract.updateDeskEvent, { ...on(draft.id), body: { ...body, version: 3 } })
    expect([edited.status, edited.problem.code]).toEqual([409, 'invalid_transition'])
    expect((await world.call(contract.unpublishEvent, on(draft.id))).body.state).toBe('draft')
    expect((await seen()).status).toBe(404)
  })

  test('gets an address of its own when another has its name and day', async () => {
    const [first, second] = [(await create({ name: 'Twice' })).body, (await create({ name: 'Twice' })).body]
    expect(first.slug).toBe('twice-2026-12-05')
    expect(second.slug).toMatch(/^twice-2026-12-05-[a-z\d]{4}$/)
  })

  test.each([
    [{ starts_at: '2026-12-05T23:00:00Z' }, 'starts_at'],
    [{ ends_at: '2026-12-06T00:30:00Z' }, 'ends_at'],
    [{ timezone: 'Moon/Base' }, 'timezone'],
    [{ lat: 91 }, 'lat'],
    [{ tickets_url: 'javascript:alert(1)' }, 'tickets_url'],
    [{ name_fr: ' ' }, 'name_fr'],
    [{ state: 'published' }, 'state'],
  ])('is refused with %o', async (change, field) => {
    const refused = await create(change)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })

  test('has a private code that is shown once, replaced and taken away', async () => {
    const published = await publish({ name: 'Secret garden' })
    const first = (await world.call(contract.resetEventCode, on(published.id))).body
    expect(first.private_code).toMatch(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/)
    expect(await isListed(published.event_code)).toBe(false)
    const open = async (code: string) => (await world.call(openPrivateEvent, { body: { code } })).status
    expect(await open(first.private_code!)).toBe(200)
    const second = (await world.call(contract.resetEventCode, on(published.id))).body
    expect([await open(first.private_code!), await open(second.private_code!)]).toEqual([404, 200])
    expect(JSON.stringify((await world.call(contract.getDeskEvent, on(published.id))).body)).not.toContain(
      second.private_code,
    )
    const log = await world.db.selectFrom('audit_log').selectAll().where('record_id', '=', published.id).execute()
    expect(JSON.stringify(log)).not.toContain(second.private_code)
    await world.call(contract.openEventToAll, on(published.id))
    expect(await isListed(published.event_code)).toBe(true)
  })

  test('is deleted by staff as a draft only', async () => {
    const draft = (await create({ name: 'Never' })).body
    const remove = (version: number) =>
      world.call(contract.deleteDeskEvent, { ...on(draft.id), query: { version: String(version) } as never })
    expect((await remove(1)).status).toBe(204)
    expect((await remove(1)).problem.code).toBe('event_not_found')
  })
})

describe('cancelling an event', () => {
  const times = { start_time: '2026-12-05T22:30:00Z', end_time: '2026-12-06T04:15:00Z' }
  async function book(event_code: string) {
    const [driver, park] = [
      await world.buildDriver({ balance_minor: 100_000n, language: 'fr' }),
      await world.buildPark(),
    ]
    const body = { park_id: park.id, plate: 'EVENT 1', ...times, event_code }
    const booked = await world.call(createBooking, { token: driver.token, body: body as never })
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    return { driver, booking: booked.body, calls: bookingCallsOf(world, driver) }
  }

  test('cancels its bookings with a full refund under any policy, and mails the drivers in their language', async () => {
    const flexible = await publish({ name: 'Flexible night' })
    const strict = await publish({ name: 'Strict night', cancellation: 'strict' })
    const [first, second] = [await book(flexible.event_code), await book(strict.event_code)]
    const start = world.clock.now
    world.clock.now = new Date(Date.parse(times.start_time) - 3_600_000)
    const cancelled = await world.call(contract.cancelEvent, on(flexible.id))
    expect(cancelled.body).toMatchObject({ state: 'cancelled', open_bookings: 0, bookings: 1, actions: [] })
    expect(await balanceOf(world, first.driver)).toBe(100_000n)
    expect(await first.calls.see(first.booking.id)).toMatchObject({ status: 'cancelled', refund_status: 'full' })
    // An hour before the start, a driver who cancelled a strict booking would get half.
    await world.call(contract.cancelEvent, on(strict.id))
    const seen = await second.calls.see(second.booking.id)
    expect(seen).toMatchObject({ status: 'cancelled', refund_status: 'full', refunded: second.booking.total })
    expect(await balanceOf(world, second.driver)).toBe(100_000n)
    expect(seen.history.at(-1)).toMatchObject({ cause: 'event_cancelled', actor: 'staff' })
    expect((await mailsTo(world, second.driver.email)).map(({ subject }) => subject)[0]).toBe(
      `L’événement est annulé, votre stationnement aussi\u00a0: ${second.booking.booking_code}`,
    )
    const again = await world.call(contract.cancelEvent, on(strict.id))
    expect([again.status, again.problem.code]).toEqual([409, 'invalid_transition'])
    const log = await world.db
      .selectFrom('audit_log')
      .select('kind')
      .where('action', '=', 'cancelEvent')
      .where('record_id', 'in', [strict.id, second.booking.id])
      .execute()
    expect(log.map(({ kind }) => kind).toSorted()).toEqual(['booking', 'event'])
    world.clock.now = start
  })

  test('leaves cars that are there, and other bookings, alone', async () => {
    const published = await publish({ name: 'Running late' })
    const { calls, booking } = await book(published.event_code)
    const start = world.clock.now
    world.clock.now = new Date(Date.parse(times.start_time) + 60_000)
    await world.call(contract.cancelEvent, on(published.id))
    expect((await calls.see(booking.id)).status).not.toBe('cancelled')
    world.clock.now = start
  })
})

test('shows the event prices of car parks nearby', async () => {
  const published = await publish({ name: 'Priced night', lat: 44, lng: -80 })
  const priced = await world.buildPark({ lat: 44.005, lng: -80, name: 'Priced deck' })
  await world.buildPark({ lat: 44.01, lng: -80, name: 'Plain deck' })
  await world.buildPark({ lat: 44.1, lng: -80, name: 'Far deck' })
  const price = { starts_at: published.parking_from, ends_at: published.parking_until, amount_minor: '2500' }
  const terms = JSON.stringify({ events: [price] })
  await world.db.updateTable('tariffs').set({ terms }).where('park_id', '=', priced.id).execute()
  const query = { event: published.id }
  const { items } = (await world.call(contract.eventParkList.endpoint, { token: staff.token, query })).body
  expect(items).toMatchObject([
    { park: 'Priced deck', event_price: { amount: 25, currency: 'CAD' }, distance_m: 556 },
    { park: 'Plain deck', event_price: null },
  ])
})

test('events are run by staff alone', async () => {
  const { id } = (await create({ name: 'Ours' })).body
  for (const role of ['partner', 'employee', 'guard'] as const) {
    const { token } = await world.buildDriver({ role })
    expect((await world.call(contract.eventList.endpoint, { token })).status).toBe(403)
    expect((await world.call(contract.cancelEvent, { token, params: { id } })).status).toBe(403)
  }
})
