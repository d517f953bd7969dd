import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostOccurrences } from '#contract/bookings/booking-rules.ts'
import { getBooking, type Booking } from '#contract/bookings/bookings.ts'
import { bookSeries, cancelSeries, listSeries, previewSeries } from '#contract/bookings/series.ts'
import { balanceOf, expectConsistentData, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  park = await world.buildPark({ capacity: 1 })
})
afterAll(async () => {
  await expectConsistentData(world)
  await world.close()
})

const buildDriver = () => world.buildDriver({ balance_minor: 100_000n })
const preview = (driver: Driver, id: string, body: object = { weekdays: [6], until: '2026-12-19' }) =>
  world.call(previewSeries, { token: driver.token, params: { id }, body })
const book = (driver: Driver, id: string, body: object, headers: Record<string, string> = {}) =>
  world.call(bookSeries, { token: driver.token, params: { id }, body, headers })
const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string; errors?: { field: string }[] } }) =>
  [status, problem.code, ...(problem.errors ?? []).map(({ field }) => field)].join(' ')

/** What several of one price cost, in major and in minor units. */
const times = (total: number, n: number) => Number(minor(total, n)) / 100
const minor = (total: number, n: number) => BigInt(Math.round(total * 100) * n)

/** A booking of Saturday with the next four Saturdays; another driver has taken the last space on the second of them. */
async function newSeries() {
  const own = await world.buildPark({ capacity: 1 })
  const driver = await buildDriver()
  const first = await buildPaidBooking(world, driver, own)
  const week = 7 * 24 * 4
  await buildPaidBooking(world, await buildDriver(), own, 8 + 2 * week)
  const { body } = await preview(driver, first.id)
  return { driver, first, items: body.items, currency: body.currency, own }
}

test('a preview prices each day, and says which are full', async () => {
  const { items, currency, first } = await newSeries()
  const days = ['2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19']
  expect(items.map(({ start_time }) => start_time.slice(0, 10))).toEqual(days)
  expect(items.map(({ problem }) => problem)).toEqual([null, 'no_space', null, null])
  expect(items.map(({ total }) => total)).toEqual([first.total, null, first.total, first.total])
  expect(currency).toBe('CAD')
})

test('the chosen days are booked as separate bookings, once however often the request is repeated', async () => {
  const { driver, first, items } = await newSeries()
  const chosen = items.filter(({ problem }) => problem === null).slice(0, 2)
  const body = { starts: chosen.map(({ start_time }) => start_time), total: times(first.total, 2) }
  const before = await balanceOf(world, driver)
  const key = { 'idempotency-key': 'weekly' }
  const [value, again] = await Promise.all([book(driver, first.id, body, key), book(driver, first.id, body, key)])
  expect([value.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(value.body)
  expect(value.body.items.map(({ start_time, status, plate }: Booking) => [start_time, status, plate])).toEqual(
    chosen.map(({ start_time }) => [start_time, 'active', first.plate]),
  )
  expect(new Set(value.body.items.map(({ booking_code }) => booking_code)).size).toBe(2)
  expect(before - (await balanceOf(world, driver))).toBe(minor(first.total, 2))
  expect((await preview(driver, first.id)).body.items.map(({ problem }) => problem)).toEqual([
    'already_booked',
    'no_space',
    'already_booked',
    null,
  ])
  expect(outcomeOf(await book(driver, first.id, body))).toBe('409 series_booked')
})

test('nothing is booked if one day is full, costs more than shown, or is not paid for', async () => {
  const { driver, first, items } = await newSeries()
  const starts = items.map(({ start_time }) => start_time)
  const before = await balanceOf(world, driver)
  expect(outcomeOf(await book(driver, first.id, { starts, total: times(first.total, 4) }))).toBe('409 no_space')
  expect(outcomeOf(await book(driver, first.id, { starts: [starts[0]], total: times(first.total - 0.01, 1) }))).toBe(
    '409 price_changed',
  )
  const poor = await world.buildDriver({ balance_minor: minor(first.total, 1) })
  const only = await buildPaidBooking(world, poor, park)
  const { body } = await preview(poor, only.id, { weekdays: [6], until: '2026-11-28' })
  const unpaid = await book(poor, only.id, { starts: [body.items[0]!.start_time], total: only.total })
  expect(outcomeOf(unpaid)).toBe('402 insufficient_balance')
  expect([await balanceOf(world, driver), await balanceOf(world, poor)]).toEqual([before, 0n])
})

test('one booking is cancelled alone, or with all later ones, each with its refund', async () => {
  const { driver, first, items } = await newSeries()
  const free = items.filter(({ problem }) => problem === null)
  const made = await book(driver, first.id, {
    starts: free.map(({ start_time }) => start_time),
    total: times(first.total, free.length),
  })
  const second = made.body.items[1]!
  const params = { id: second.id }
  const later = await world.call(listSeries, { token: driver.token, params })
  expect(later.body.items.map(({ booking_code, refund }) => [booking_code, refund])).toEqual(
    made.body.items.slice(1).map(({ booking_code, total }) => [booking_code, total]),
  )
  const before = await balanceOf(world, driver)
  const cancelled = await world.call(cancelSeries, { token: driver.token, params })
  expect(cancelled.body.items.map(({ booking_code, status }) => [booking_code, status])).toEqual(
    made.body.items.slice(1).map(({ booking_code }) => [booking_code, 'cancelled']),
  )
  expect((await balanceOf(world, driver)) - before).toBe(minor(first.total, 2))
  const remaining = await world.call(getBooking, {
    token: driver.token,
    params: { bookingCode: made.body.items[0]!.booking_code },
  })
  expect(remaining.body.status).toBe('active')
  expect(outcomeOf(await world.call(cancelSeries, { token: driver.token, params }))).toBe('409 invalid_transition')
})

test('bookings made or cancelled together have one mail with each code, a single one its own', async () => {
  const { driver, first, items } = await newSeries()
  const mailsOf = async () => {
    const mails = await world.db
      .selectFrom('mails')
      .select(['subject', 'text', 'html'])
      .where('to_address', '=', driver.email)
      .orderBy('id')
      .execute()
    await world.db.deleteFrom('mails').where('to_address', '=', driver.email).execute()
    return mails
  }
  await mailsOf()
  const free = items.filter(({ problem }) => problem === null).map(({ start_time }) => start_time)
  const made = await book(driver, first.id, { starts: free.slice(0, 2), total: times(first.total, 2) })
  const codes = made.body.items.map(({ booking_code }) => booking_code)
  const booked = await mailsOf()
  expect(booked.map(({ subject }) => subject)).toEqual(['Weekly bookings confirmed: Test garage'])
  for (const text of [...codes, first.plate, (first.total * 2).toFixed(2)]) {
    expect(booked[0]!.text).toContain(text)
    expect(booked[0]!.html).toContain(text)
  }
  const last = await book(driver, first.id, { starts: free.slice(2), total: times(first.total, 1) })
  const single = (booking: Booking, word: string) => [`Booking ${word}: ${booking.booking_code}`]
  expect((await mailsOf()).map(({ subject }) => subject)).toEqual(single(last.body.items[0]!, 'confirmed'))
  const cancel = (id: string) => world.call(cancelSeries, { token: driver.token, params: { id } })
  await cancel(last.body.items[0]!.id)
  expect((await mailsOf()).map(({ subject }) => subject)).toEqual(single(last.body.items[0]!, 'cancelled'))
  await cancel(made.body.items[0]!.id)
  const cancelled = await mailsOf()
  expect(cancelled.map(({ subject }) => subject)).toEqual(['Weekly bookings cancelled: Test garage'])
  for (const code of codes) expect(cancelled[0]!.text).toContain(code)
})

test('others cannot use a booking, and unusable requests are refused', async () => {
  const { driver, first, items } = await newSeries()
  const other = await buildDriver()
  expect(outcomeOf(await preview(other, first.id))).toBe('404 booking_not_found')
  expect(outcomeOf(await book(other, first.id, { starts: [items[0]!.start_time], total: 9 }))).toBe(
    '404 booking_not_found',
  )
  expect(outcomeOf(await preview(driver, first.id, { weekdays: [], until: '2026-12-19' }))).toBe(
    '422 validation_failed weekdays',
  )
  expect(outcomeOf(await preview(driver, first.id, { weekdays: [8], until: '2026-12-19' }))).toBe(
    '422 validation_failed weekdays.0',
  )
  expect(outcomeOf(await preview(driver, first.id, { weekdays: [6], until: '2026-11-21' }))).toBe(
    '422 validation_failed until',
  )
  expect(outcomeOf(await preview(driver, first.id, { weekdays: [6], until: '2027-06-21' }))).toBe(
    '422 validation_failed until',
  )
  expect(outcomeOf(await book(driver, first.id, { starts: [first.start_time], total: 9 }))).toBe(
    '422 validation_failed starts',
  )
  const many = Array.from({ length: mostOccurrences + 1 }, () => items[0]!.start_time)
  const tooMany = await book(driver, first.id, { starts: many, total: 9 })
  expect(outcomeOf(tooMany)).toBe('422 validation_failed starts')
  expect(tooMany.problem.errors?.[0]?.message).toContain(String(mostOccurrences))
})
