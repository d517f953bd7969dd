import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendBooking as extend } from '#contract/bookings/booking-changes.ts'
import { changeBookingStatus, createBooking } from '#contract/bookings/bookings.ts'
import { getAvailability } from '#contract/parks/availability.ts'
import {
  changeCapacity,
  closePark,
  getCapacity,
  listAffectedBookings,
  reopenPark,
} from '#contract/parks/desk/capacity.ts'
import { getParkRecord } from '#contract/parks/desk/park-record.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { getPark, listParks } from '#contract/parks/parks.ts'
import {
  bookingRequestFor,
  expectConsistentData,
  buildPaidBooking,
  callQuote,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { startPlannedCapacities } from './capacity-steps.ts'

let world: World
let staff: Driver
let ofPartner: Driver
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  ofPartner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  driver = await world.buildDriver({ balance_minor: 10_000_000n })
})
afterAll(() => world.close())

const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const read = (park: TestPark, query = {}, token = staff.token) =>
  world.call(getCapacity, { token, params: { id: park.id }, query })
const change = async (park: TestPark, body: object, token = staff.token) => {
  const { version } = (await read(park)).body
  return world.call(changeCapacity, {
    token,
    params: { id: park.id },
    body: { vehicle_class: 'car', version, ...body },
  })
}
const close = (park: TestPark, body: object, token = staff.token) =>
  world.call(closePark, {
    token,
    params: { id: park.id },
    body: { vehicle_class: null, reason: 'Resurfacing', ...body },
  })
const book = (park: TestPark, from: number, length = 8) =>
  world.call(createBooking, {
    token: driver.token,
    body: { ...bookingRequestFor(world, park, from, length), again: true },
  })
/** How many spaces list, page, quote and chart say are left in a window. */
const leftIn = async (park: TestPark, from: number, length = 4) => {
  const times = windowOf(world, from, length)
  const list = await world.call(listParks, { query: { ...times, country: 'CA', lat: 43.65, lng: -79.38, size: 100 } })
  const page = await world.call(getPark, { params: { parkId: park.id }, query: times })
  const quote = await callQuote(world, { park_id: park.id, ...times })
  const chart = await world.call(getAvailability, {
    params: { parkId: park.id },
    query: { from: times.start_time, to: times.end_time, step: 15 },
  })
  return {
    list: list.body.items.find(({ id }) => id === park.id)?.available,
    page: page.body.available,
    quote: quote.status === 409 ? quote.problem.code : quote.body.available,
    chart: Math.min(...chart.body.steps.map(({ available }) => available ?? -1)),
    open: page.body.open,
  }
}
const all = (count: number) => ({ list: count, page: count, quote: count, chart: count, open: true })
const closed = { list: 0, page: 0, quote: 'park_out_of_use', chart: -1, open: false }

describe('capacity', () => {
  test('changes from a day of the car park on, everywhere it is shown', async () => {
    const park = await world.buildPark({ capacity: 3 })
    // Midnight in Toronto is 05:00 UTC: 80 quarter hours after 09:00.
    const changed = await change(park, { capacity: 8, from: '2026-11-22' })
    expect(outcomeOf(changed)).toBe(200)
    expect(changed.body.pools).toMatchObject([
      { vehicle_class: 'car', capacity: 3, changes: [{ from: '2026-11-22', capacity: 8 }] },
    ])
    expect(await leftIn(park, 76)).toEqual(all(3))
    expect(await leftIn(park, 80)).toEqual(all(8))
    expect(await leftIn(park, 78, 4)).toEqual(all(3))
    expect(await leftIn(park, 16_000)).toEqual(all(8))
    const chartOf = async (from: number) => {
      const { start_time, end_time } = windowOf(world, from, 4)
      const query = { from: start_time, to: end_time, step: 60 }
      return (await world.call(getAvailability, { params: { parkId: park.id }, query })).body.capacity
    }
    expect([await chartOf(70), await chartOf(90)]).toEqual([3, 8])
  })

  test('never falls below what is sold, and says when and how much', async () => {
    const park = await world.buildPark({ capacity: 5 })
    for (let n = 0; n < 3; n += 1) await buildPaidBooking(world, driver, park, 40 + n * 2, 4)
    const refused = await change(park, { capacity: 1, from: '2026-11-21' })
    expect(outcomeOf(refused)).toBe('409 capacity_sold')
    expect(refused.problem).toMatchObject({ sold: 2, at: windowOf(world, 42, 1).start_time })
    expect(refused.problem.message).toMatch(/^2 spaces are already sold at Nov 21, 2026/)
    expect((await read(park)).body.pools[0]!.capacity).toBe(5)
    expect(outcomeOf(await change(park, { capacity: 2, from: '2026-11-21' }))).toBe(200)
    expect(outcomeOf(await book(park, 42, 2))).toBe('409 no_space')
    expect(outcomeOf(await book(park, 30, 4))).toBe(201)
    expect(outcomeOf(await change(park, { capacity: 1, from: '2026-11-22' }))).toBe(200)
    await expectConsistentData(world)
  })

  test('that is sold is what customers and staff are shown, from the day on that it is planned for', async () => {
    const park = await world.buildPark({ capacity: 3 })
    const shown = async () => {
      const page = (await world.call(getPark, { params: { parkId: park.id } })).body
      const near = { country: 'CA', lat: 43.65, lng: -79.38, size: 100 }
      const list = (await world.call(listParks, { query: near })).body.items.find(({ id }) => id === park.id)!
      const desk = await world.call(parkList.endpoint, { token: staff.token, query: { search: park.park_code } })
      const numbers = [page.capacity, page.pools[0]?.capacity, list.capacity, desk.body.items[0]?.capacity]
      return { numbers, estimates: [page.capacity_is_estimate, list.capacity_is_estimate], examples: page.examples }
    }
    const all = (count: number) => [count, count, count, count]
    await world.db
      .updateTable('parks')
      .set({ capacity_is_estimate: true, examples: ['capacity', 'hours'] })
      .where('id', '=', park.id)
      .execute()
    await world.db.updateTable('pools').set({ is_example: true }).where('park_id', '=', park.id).execute()
    const before = { numbers: all(3), estimates: [true, true], examples: ['capacity', 'hours'] }
    expect(await shown()).toEqual(before)
    await change(park, { capacity: 5, from: '2026-11-21' })
    const set = { estimates: [false, false], examples: ['hours'] }
    expect(await shown()).toEqual({ ...set, numbers: all(5) })
    await change(park, { vehicle_class: 'motorcycle', capacity: 30, from: '2026-11-21' })
    await change(park, { capacity: 8, from: '2026-11-22' })
    await startPlannedCapacities(world.deps)
    expect(await shown()).toEqual({ ...set, numbers: all(5) })
    const { now } = world.clock
    // Midnight in Toronto.
    world.clock.now = new Date('2026-11-22T05:00:00Z')
    await Promise.all([startPlannedCapacities(world.deps), startPlannedCapacities(world.deps)])
    expect(await shown()).toEqual({ ...set, numbers: all(8) })
    world.clock.now = now
  })

  test('a class without spaces gets some', async () => {
    const park = await world.buildPark()
    const made = await change(park, { vehicle_class: 'motorcycle', capacity: 12, from: '2026-11-25' })
    expect(made.body.pools).toMatchObject([
      { vehicle_class: 'car', capacity: 10 },
      { vehicle_class: 'motorcycle', capacity: 0, changes: [{ from: '2026-11-25', capacity: 12 }] },
    ])
  })

  test.each([
    [{ from: '2026-11-20' }, 'from'],
    [{ from: '2027-11-20' }, 'from'],
    [{ from: 'tomorrow' }, 'from'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 1.5 }, 'capacity'],
    [{ capacity: 32_001 }, 'capacity'],
    [{ vehicle_class: 'ship' }, 'vehicle_class'],
  ])('%o is refused with its field', async (body, field) => {
    const park = await world.buildPark()
    const refused = await change(park, { capacity: 4, from: '2026-11-22', ...body })
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })

  test('of two people who change it, the second is told', async () => {
    const park = await world.buildPark()
    const { version } = (await read(park)).body
    const save = (capacity: number) =>
      world.call(changeCapacity, {
        token: staff.token,
        params: { id: park.id },
        body: { vehicle_class: 'car', capacity, from: '2026-11-22', version },
      })
    expect(outcomeOf(await save(4))).toBe(200)
    expect(outcomeOf(await save(5))).toBe('409 changed_meanwhile')
  })

  test('the calendar has every quarter hour of the local days, also of those with a clock change', async () => {
    const park = await world.buildPark({ capacity: 4 })
    await buildPaidBooking(world, driver, park, 8, 4)
    const { days } = (await read(park)).body.pools[0]!
    expect(days.map(({ day }) => day)).toEqual([21, 22, 23, 24, 25, 26, 27].map((day) => `2026-11-${day}`))
    const start = (Date.parse('2026-11-21T11:00:00Z') - Date.parse(days[0]!.starts_at)) / 900_000
    expect(days[0]!.used.slice(start - 1, start + 5)).toEqual([0, 1, 1, 1, 1, 0])
    const lengths = async (from: string) =>
      (await read(park, { from, days: 2 })).body.pools[0]!.days.map(({ used }) => used.length)
    expect(await lengths('2026-03-08')).toEqual([92, 96])
    expect(await lengths('2026-11-01')).toEqual([100, 96])
  })
})

describe('a closure', () => {
  test('sells nothing, keeps what is booked and lists it, and can be ended', async () => {
    const park = await world.buildPark({ capacity: 4 })
    const stored = await buildPaidBooking(world, driver, park, 40, 8)
    const before = await buildPaidBooking(world, driver, park, 36, 4)
    const answer = await close(park, { starts_at: windowOf(world, 40, 1).start_time, ends_at: '2026-11-22T00:00' })
    expect(outcomeOf(answer)).toBe(200)
    const [closure] = answer.body.closures
    expect(closure).toMatchObject({
      vehicle_class: null,
      reason: 'Resurfacing',
      bookings: 1,
      ends_at: '2026-11-22T05:00:00.000Z',
    })
    expect(await leftIn(park, 42)).toEqual(closed)
    // Only the first half of these hours.
    expect(await leftIn(park, 78, 4)).toEqual(closed)
    expect(await leftIn(park, 80, 4)).toEqual(all(4))
    expect(await leftIn(park, 36, 4)).toEqual(all(3))
    expect(outcomeOf(await book(park, 41, 1))).toBe('409 park_out_of_use')
    expect(outcomeOf(await book(park, 32, 9))).toBe('409 park_out_of_use')
    // A booking that ends before it cannot be extended into it.
    const extended = await world.call(extend, {
      token: driver.token,
      body: { booking_id: before.id, new_end_time: windowOf(world, 41, 1).start_time },
    })
    expect(outcomeOf(extended)).toBe('409 park_out_of_use')
    const affected = await world.call(listAffectedBookings, {
      token: staff.token,
      params: { id: park.id, closure_id: closure!.id },
    })
    expect(affected.body.items).toMatchObject([{ booking_code: stored.booking_code, status: 'active' }])
    // What becomes free in a closed time stays closed.
    await world.call(changeBookingStatus, {
      token: driver.token,
      params: { id: stored.id },
      query: { status: 'cancelled' },
    })
    expect(await leftIn(park, 42)).toEqual(closed)
    expect(outcomeOf(await book(park, 41, 1))).toBe('409 park_out_of_use')
    const opened = await world.call(reopenPark, {
      token: staff.token,
      params: { id: park.id, closure_id: closure!.id },
    })
    expect(opened.body.closures).toEqual([])
    expect(await leftIn(park, 42)).toEqual(all(4))
    await expectConsistentData(world)
  })

  test('of the whole car park is said on its page, in lists, by the quote and to staff', async () => {
    const park = await world.buildPark()
    const times = { starts_at: windowOf(world, 40, 1).start_time, ends_at: '2026-11-22T00:00' }
    const notice = { notice_en: 'We are laying new asphalt.', notice_fr: 'Nous refaisons le revêtement.' }
    await close(park, { ...times, ...notice })
    // It goes on without a break.
    await close(park, { starts_at: '2026-11-22T00:00', ends_at: '2026-11-22T06:00' })
    const closure = { starts_at: times.starts_at, ends_at: '2026-11-22T11:00:00.000Z' }
    const shown = async (query: object, language = 'en') => {
      const near = { country: 'CA', lat: 43.65, lng: -79.38, size: 100 }
      const list = await world.call(listParks, { query: { ...near, ...query } })
      const headers = { 'accept-language': language }
      const page = await world.call(getPark, { params: { parkId: park.id }, query, headers })
      const item = list.body.items.find(({ id }) => id === park.id)!
      return { page: page.body.closure, list: item.closure, open: [page.body.open, item.open] }
    }
    const openThen = { page: undefined, list: undefined, open: [true, true] }
    expect(await shown(windowOf(world, 36, 4))).toEqual(openThen)
    expect(await shown({})).toEqual(openThen)
    const during = { list: closure, open: [false, false] }
    expect(await shown(windowOf(world, 38, 4))).toEqual({ ...during, page: { ...closure, notice: notice.notice_en } })
    expect(await shown(windowOf(world, 38, 4), 'fr')).toEqual({
      ...during,
      page: { ...closure, notice: notice.notice_fr },
    })
    const later = { starts_at: '2026-11-22T05:00:00.000Z', ends_at: '2026-11-22T11:00:00.000Z' }
    expect(await shown(windowOf(world, 84, 2))).toMatchObject({ list: later, page: { ...later, notice: null } })
    const refused = async (language: string) =>
      (await callQuote(world, { park_id: park.id, vehicle_type_id: 1, ...windowOf(world, 42, 4) }, language)).problem
    expect(await refused('en')).toMatchObject({
      code: 'park_out_of_use',
      message: 'This car park is closed from 21 November 2026 at 14:00 to 22 November 2026 at 06:00.',
      from: { at: closure.starts_at, timezone: 'America/Toronto' },
    })
    expect((await refused('fr')).message).toBe(
      'Ce parking est fermé du 21 novembre 2026 à 14:00 au 22 novembre 2026 à 06:00.',
    )
    const record = async () =>
      (await world.call(getParkRecord, { token: staff.token, params: { id: park.id } })).body.closed_until
    expect(await record()).toBeNull()
    const { now } = world.clock
    world.clock.now = new Date(times.starts_at)
    expect(await record()).toBe(closure.ends_at)
    expect(await shown({})).toMatchObject(during)
    world.clock.now = now
    const half = await close(park, { ...times, notice_fr: 'Fermé.' })
    expect(half.problem.errors).toEqual([
      { field: 'notice_en', message: 'Write the message in both languages, or leave both fields empty.' },
    ])
    // In the closures of the desk, with what is for staff only.
    const [first] = (await read(park)).body.closures
    expect(first).toMatchObject({ reason: 'Resurfacing', ...notice })
    const params = { id: park.id, closure_id: first!.id }
    await world.call(reopenPark, { token: staff.token, params })
    expect(await shown(windowOf(world, 42, 4))).toEqual(openThen)
  })

  test('of one class leaves the others', async () => {
    const park = await world.buildPark({ capacity: 4 })
    const times = { starts_at: '2026-11-24T08:00', ends_at: '2026-11-24T18:00' }
    await close(park, { vehicle_class: 'large', ...times })
    expect(await leftIn(park, 4 * 72 + 24)).toEqual(all(4))
  })

  test.each([
    [{ starts_at: '2026-11-24T08:05', ends_at: '2026-11-24T18:00' }, 'starts_at'],
    [{ starts_at: '2026-11-24T08:00', ends_at: '2026-11-24T08:00' }, 'ends_at'],
    [{ starts_at: '2026-11-20T08:00', ends_at: '2026-11-20T18:00' }, 'ends_at'],
    [{ starts_at: '2026-11-24T08:00', ends_at: '2028-11-20T18:00' }, 'ends_at'],
    [{ starts_at: '2026-11-24T08:00', ends_at: '2026-11-24T18:00', reason: ' ' }, 'reason'],
  ])('%o is refused with its field', async (body, field) => {
    const park = await world.buildPark()
    const refused = await close(park, body)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })
})

test('a partner runs the spaces of their own car parks; those of others do not exist for them', async () => {
  const [own, foreign] = [await world.buildPark({ partner: 'Eko Gate' }), await world.buildPark()]
  const times = { starts_at: '2026-11-24T08:00', ends_at: '2026-11-24T18:00' }
  const outcomes = async (park: TestPark) => [
    outcomeOf(await read(park, {}, ofPartner.token)),
    outcomeOf(await change(park, { capacity: 5, from: '2026-11-22' }, ofPartner.token)),
    outcomeOf(await close(park, times, ofPartner.token)),
  ]
  expect(await outcomes(own)).toEqual([200, 200, 200])
  expect(await outcomes(foreign)).toEqual(['404 not_found', '404 not_found', '404 not_found'])
  const log = await world.db.selectFrom('audit_log').selectAll().where('record_id', '=', own.id).execute()
  expect(log.map(({ action, partner_id }) => [action, partner_id === null])).toEqual([
    ['changeCapacity', false],
    ['closePark', false],
  ])
})
