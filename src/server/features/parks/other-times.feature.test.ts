import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOtherTimes, type OtherTime } from '#contract/parks/availability.ts'
import { buildPaidBooking, fieldsOf, outcomeOf, putInOntario, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  // 04:03 in Toronto: the running quarter begins at 09:00 UTC, the day ends at 05:00 UTC.
  world.clock.now = new Date('2026-11-21T09:03:20.000Z')
})
afterAll(() => world.close())

const ask = async (park: TestPark, from: number, length: number, more: object = {}) =>
  world.call(getOtherTimes, { params: { parkId: park.slug }, query: { ...windowOf(world, from, length), ...more } })
const timesOf = async (park: TestPark, from: number, length: number) => (await ask(park, from, length)).body

/** As a quote of it says. */
const expectQuoted = async (park: TestPark, time: OtherTime | null) => {
  const { start_time, end_time, total, currency, available } = time!
  const { body } = await callQuote(world, { park_id: park.id, start_time, end_time })
  expect({ total, currency, available }).toEqual({
    total: body.total,
    currency: body.currency,
    available: body.available,
  })
}

test('returns the nearest windows of the same length with the price and spaces of their quotes', async () => {
  const park = await world.buildPark({ capacity: 2 })
  await putInOntario(world, park)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  await buildPaidBooking(world, driver, park, 20, 8)
  await buildPaidBooking(world, driver, park, 20, 8)
  await buildPaidBooking(world, driver, park, 10, 6)
  const { before, after } = await timesOf(park, 22, 4)
  expect(before).toMatchObject({ ...windowOf(world, 16, 4), available: 2 })
  expect(after).toMatchObject({ ...windowOf(world, 28, 4), available: 2 })
  await expectQuoted(park, before)
  await expectQuoted(park, after)
  const longer = await timesOf(park, 22, 6)
  expect(longer.before).toMatchObject({ ...windowOf(world, 14, 6), available: 1 })
  await expectQuoted(park, longer.before)
})

describe('limits to the park’s day and to the future', () => {
  test('returns none before the current quarter hour or on the next day', async () => {
    const park = await world.buildPark({ capacity: 1 })
    const driver = await world.buildDriver({ balance_minor: 1_000_000n })
    await buildPaidBooking(world, driver, park, 3, 77)
    expect(await timesOf(park, 30, 3)).toEqual({ before: null, after: null })
    expect(await timesOf(park, 30, 2)).toMatchObject({ before: windowOf(world, 1, 2), after: null })
    // One that has begun may be asked about until it ends; what is left of it counts.
    expect(await timesOf(park, -3, 5)).toMatchObject({ before: null, after: windowOf(world, 0, 2) })
    expect(await timesOf(park, -3, 4)).toEqual({ before: null, after: null })
  })

  test('returns the last and first windows within the opening hours', async () => {
    const park = await world.buildPark({ opening_hours: 'Mo-Su 06:00-10:00,18:00-22:00' })
    // Noon in Toronto is 17:00 UTC, 32 quarters from now.
    const { before, after } = await timesOf(park, 32, 8)
    expect(before).toMatchObject({ start_time: '2026-11-21T13:00:00.000Z', end_time: '2026-11-21T15:00:00.000Z' })
    expect(after).toMatchObject({ start_time: '2026-11-21T23:00:00.000Z', end_time: '2026-11-22T01:00:00.000Z' })
    await expectQuoted(park, after)
  })
})

test('returns nothing for parks that can’t be booked', async () => {
  const park = await world.buildPark({ partner: null })
  expect(await timesOf(park, 4, 4)).toEqual({ before: null, after: null })
  const low = await world.buildPark()
  await world.db.updateTable('parks').set({ max_height_cm: 100 }).where('id', '=', low.id).execute()
  expect(await timesOf(low, 4, 4)).toEqual({ before: null, after: null })
})

test('rejects invalid requests with the field', async () => {
  const park = await world.buildPark()
  expect(outcomeOf(await ask({ ...park, slug: 'nowhere' }, 4, 4))).toBe('404 park_not_found')
  expect(fieldsOf(await ask(park, 4, 0))).toEqual(['end_time'])
  expect(fieldsOf(await ask(park, 4, 4, { vehicle_type_id: 999 }))).toEqual(['vehicle_type_id'])
  const call = (query: object) => world.call(getOtherTimes, { params: { parkId: park.slug }, query })
  expect(fieldsOf(await call({ start_time: 'noon' }))).toEqual(['end_time', 'start_time'])
})
