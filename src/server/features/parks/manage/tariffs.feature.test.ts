import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBooking, listBookings, previewBooking } from '#contract/bookings/bookings.ts'
import {
  deletePlannedTariff,
  getTariffs,
  previewTariff,
  saveTariff,
  type TariffRequest,
} from '#contract/parks/desk/tariffs.ts'
import { getPark, getRate, listParks } from '#contract/parks/parks.ts'
import { buildPaidBooking, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { startPlannedTariffs } from './tariff-commands.ts'

let world: World
let staff: Driver
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  driver = await world.buildDriver({ balance_minor: 10_000_000n })
})
afterAll(() => world.close())

const plain: TariffRequest = {
  free_minutes: 0,
  tiers: [],
  increment_minutes: 60,
  increment_amount: 3,
  day_cap_amount: 30,
  day_cap_reset_hour: 0,
  windows: [],
  early_bird: null,
  month_amount: null,
  events: [],
}
const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const read = (park: TestPark, token = staff.token) =>
  world.call(getTariffs, { token, params: { id: park.id }, query: { vehicle_type_id: 1 } })
const save = async (park: TestPark, change: object = {}, token = staff.token) =>
  world.call(saveTariff, {
    token,
    params: { id: park.id },
    body: {
      vehicle_type_ids: [1],
      tariff: plain,
      from: '2026-11-21',
      version: (await read(park)).body.version ?? 1,
      ...change,
    },
  })
const preview = (park: TestPark, change: object = {}, token = staff.token) =>
  world.call(previewTariff, {
    token,
    params: { id: park.id },
    body: { vehicle_type_id: 1, tariff: plain, ...change },
  })
const quotedLines = async (park: TestPark) =>
  (await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })).body.lines[0]!.amount

describe('a tariff', () => {
  test('prices the next quote, list and page by its new version, and leaves bookings at theirs', async () => {
    const park = await world.buildPark()
    const booking = await buildPaidBooking(world, driver, park)
    expect(await quotedLines(park)).toBe(4)
    const saved = await save(park)
    expect(saved.body.versions).toMatchObject([
      { version: 2, source: 'operator', is_example: false, bookings: 0, tariff: plain },
      { version: 1, bookings: 1, tariff: { increment_amount: 2, day_cap_amount: 10 } },
    ])
    expect(await quotedLines(park)).toBe(6)
    const rate = await world.call(getRate, { params: { parkId: park.id } })
    expect(rate.body).toMatchObject({ version: 2, increment_amount: 3 })
    const times = windowOf(world, 8, 8)
    const quoted = (await callQuote(world, { park_id: park.id, ...times })).body.total
    const page = await world.call(getPark, { params: { parkId: park.id }, query: times })
    const list = await world.call(listParks, { query: { ...times, country: 'CA', lat: 43.65, lng: -79.38, size: 100 } })
    expect([page.body.price?.amount, list.body.items.find(({ id }) => id === park.id)?.price?.amount]).toEqual([
      quoted,
      quoted,
    ])
    const params = { bookingCode: booking.booking_code }
    const stored = (await world.call(getBooking, { token: driver.token, params })).body
    expect([stored.total, stored.lines]).toEqual([booking.total, booking.lines])
    // An hour more costs what an hour did when it was booked.
    const extended = await world.call(previewBooking, {
      token: driver.token,
      params: { id: booking.id },
      query: { action: 'extend', new_end_time: windowOf(world, 20, 1).start_time },
    })
    expect(JSON.stringify(extended.body)).toContain('"amount":2')
    expect((await world.call(listBookings, { token: driver.token })).body.items[0]!.total).toBe(booking.total)
  })

  test('that is planned starts with its day in the time zone of the car park', async () => {
    const park = await world.buildPark()
    const planned = await save(park, { from: '2026-11-23', vehicle_type_ids: [1, 2] })
    expect(planned.body).toMatchObject({ versions: [{ version: 1 }], planned: [{ from: '2026-11-23', tariff: plain }] })
    const again = await save(park, { from: '2026-11-23', tariff: { ...plain, increment_amount: 5 } })
    expect(again.body.planned).toMatchObject([{ tariff: { increment_amount: 5 } }])
    await startPlannedTariffs(world.deps)
    expect(await quotedLines(park)).toBe(4)
    const now = world.clock.now
    // Midnight in Toronto.
    world.clock.now = new Date('2026-11-23T04:59:00Z')
    await startPlannedTariffs(world.deps)
    expect(await quotedLines(park)).toBe(4)
    world.clock.now = new Date('2026-11-23T05:00:00Z')
    await Promise.all([startPlannedTariffs(world.deps), startPlannedTariffs(world.deps)])
    expect(await quotedLines(park)).toBe(10)
    expect((await read(park)).body).toMatchObject({ planned: [], versions: [{ version: 2 }, { version: 1 }] })
    world.clock.now = now
  })

  test('that is planned can be dropped', async () => {
    const park = await world.buildPark()
    const [planned] = (await save(park, { from: '2026-12-01' })).body.planned
    const drop = () =>
      world.call(deletePlannedTariff, { token: staff.token, params: { id: park.id, tariff_id: planned!.id } })
    expect((await drop()).body.planned).toEqual([])
    expect(outcomeOf(await drop())).toBe('404 not_found')
  })

  test('of two people who save it, the second is told', async () => {
    const park = await world.buildPark()
    const { version } = (await read(park)).body
    expect(outcomeOf(await save(park, { version }))).toBe(200)
    expect(outcomeOf(await save(park, { version }))).toBe('409 changed_meanwhile')
  })

  test.each([
    [{ tariff: { ...plain, increment_amount: 0 } }, 'tariff.increment_amount'],
    [{ tariff: { ...plain, day_cap_amount: 1 } }, 'tariff.day_cap_amount'],
    [{ tariff: { ...plain, tiers: [{ up_to_min: 0, amount: 1 }] } }, 'tariff.tiers.0.up_to_min'],
    [{ tariff: { ...plain, discount: 1 } }, 'tariff.discount'],
    [{ from: '2026-11-20' }, 'from'],
    [{ vehicle_type_ids: [] }, 'vehicle_type_ids'],
    [{ vehicle_type_ids: [999] }, 'vehicle_type_ids'],
  ])('%o is refused with its field', async (change, field) => {
    const park = await world.buildPark()
    const refused = await save(park, change)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
    expect(await quotedLines(park)).toBe(4)
  })
})

describe('the preview', () => {
  test('compares samples, windows and hours as quotes price them, and stores nothing', async () => {
    const park = await world.buildPark()
    await buildPaidBooking(world, driver, park)
    const times = windowOf(world, 8, 8)
    const before = (await callQuote(world, { park_id: park.id, ...times })).body.total
    const { status, body } = await preview(park, { windows: [times], stay_min: 120 })
    expect(status).toBe(200)
    expect(body.samples.map(({ code }) => code)).toHaveLength(9)
    expect(body.keeping).toBe(1)
    expect(body.chart).toHaveLength(24)
    expect(body.windows).toMatchObject([{ before }])
    expect((await read(park)).body.versions).toHaveLength(1)
    await save(park)
    const after = (await callQuote(world, { park_id: park.id, ...times })).body.total
    expect(body.windows[0]!.after).toBe(after)
    expect(body.chart[10]!.stay).toEqual({ before, after })
    const later = await preview(park, { from: '2027-03-01' })
    expect(later.body.samples.every(({ start_time }) => start_time > '2027-03-01')).toBe(true)
  })

  test('names the window that is wrong', async () => {
    const park = await world.buildPark()
    const refused = await preview(park, { windows: [windowOf(world, 8, 8), windowOf(world, 8, 0)] })
    expect(refused.problem.errors?.[0]?.field).toBe('windows.1.end_time')
  })
})

test('a partner sets the tariffs of their own car parks; those of others do not exist for them', async () => {
  const { token } = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  const [own, foreign] = [await world.buildPark({ partner: 'Eko Gate' }), await world.buildPark()]
  const outcomes = async (park: TestPark) => [
    outcomeOf(await read(park, token)),
    outcomeOf(await preview(park, {}, token)),
    outcomeOf(await save(park, {}, token)),
  ]
  expect(await outcomes(own)).toEqual([200, 200, 200])
  expect(await outcomes(foreign)).toEqual(['404 not_found', '404 not_found', '404 not_found'])
})
