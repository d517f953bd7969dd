import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAvailability, getOtherTimes } from '#contract/parks/availability.ts'
import { listParks, mapParks } from '#contract/parks/parks.ts'
import { bookingCallsOf, expectConsistentData, callQuote } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { advanceBookings } from './lifecycle/advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const at = (time: string) => `2026-11-21T${time}:00.000Z`
/** Two hours at 2.00 an hour, and the fee of 0.35. */
const twoHours = 4.35

const place = { lat: 51.5, lng: -79.5 }

async function createScene() {
  world.clock.now = new Date(at('03:54'))
  const park = await world.buildPark({ ...place, increment_minor: 50n })
  await world.db.updateTable('tariffs').set({ increment_minutes: 15 }).where('park_id', '=', park.id).execute()
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const window = { start_time: at('03:45'), end_time: at('06:00') }
  return { park, driver, calls: bookingCallsOf(world, driver), window }
}

test('two hours bought at 03:54 run from 03:45 until 06:00 and cost two hours, wherever a price is shown', async () => {
  const { park, calls, window } = await createScene()
  const quote = await callQuote(world, { park_id: park.id, ...window })
  expect(quote.body).toMatchObject({ ...window, priced_from: at('04:00'), total: twoHours })
  const list = await world.call(listParks, { query: { ...place, ...window } })
  expect(list.body.items.find(({ id }) => id === park.id)?.price).toMatchObject({ amount: twoHours })
  const map = await world.call(mapParks, { query: { bbox: '-79.6,51.4,-79.4,51.6', zoom: '16', ...window } })
  expect(JSON.stringify(map.body.features)).toContain(`"price":${twoHours}`)
  const chart = await world.call(getAvailability, {
    params: { parkId: park.id },
    query: { from: at('03:45'), to: at('06:00'), step: 240 },
  })
  expect(chart.body.steps.map(({ price }) => price)).toEqual([twoHours])
  const booked = await calls.book({ park_id: park.id, plate: 'ABC 123', ...window, quote_id: quote.body.quote_id })
  expect(booked.body).toMatchObject({ ...window, priced_from: at('04:00'), total: twoHours })
  expect((await calls.see(booked.body.booking_code)).total).toBe(twoHours)
  await expectConsistentData(world)
})

test('the same window costs less once its free quarter hour is another one, and a quote keeps its own', async () => {
  const { park, calls, window } = await createScene()
  const quote = await callQuote(world, { park_id: park.id, ...window })
  world.clock.advance(8)
  const booked = await calls.book({ park_id: park.id, plate: 'ABC 123', ...window, quote_id: quote.body.quote_id })
  expect(booked.body).toMatchObject({ priced_from: at('04:00'), total: twoHours })
  const later = await callQuote(world, { park_id: park.id, start_time: at('04:00'), end_time: at('06:00') })
  expect(later.body).toMatchObject({ priced_from: at('04:15'), total: 3.85 })
})

test('an extension and an automatic one cost the added time alone', async () => {
  const { park, calls, window } = await createScene()
  const booked = await calls.book({ park_id: park.id, plate: 'ABC 123', ...window })
  const preview = await calls.previewExtend(booked.body.id, at('07:00'))
  expect(preview.body).toMatchObject({ amount: 2, total: twoHours + 2 })
  expect((await calls.extend(booked.body.id, at('07:00'))).body.total).toBe(twoHours + 2)
  await calls.autoExtend(booked.body.id, at('07:15'))
  world.clock.now = new Date(at('06:59'))
  await advanceBookings(world.deps)
  expect(await calls.see(booked.body.booking_code)).toMatchObject({ end_time: at('07:15'), total: twoHours + 2.5 })
  await expectConsistentData(world)
})

test('a renewal lasts and costs as long as the booking was charged for', async () => {
  const { park, calls, window } = await createScene()
  const booked = await calls.book({ park_id: park.id, plate: 'ABC 123', ...window })
  world.clock.now = new Date(at('08:07'))
  await advanceBookings(world.deps)
  const { quote } = await calls.previewRenew(booked.body.id)
  expect(quote).toMatchObject({
    start_time: at('08:00'),
    priced_from: at('08:15'),
    end_time: at('10:15'),
    total: twoHours,
  })
  const renewed = await calls.renew(booked.body.id, quote!.quote_id)
  expect(renewed.body).toMatchObject({ priced_from: at('08:15'), total: twoHours })
})

test('other times have the same charged length', async () => {
  const { park, window } = await createScene()
  const later = { start_time: at('04:15'), end_time: at('06:15') }
  const query = (times: typeof window) => ({ params: { parkId: park.id }, query: times })
  expect((await world.call(getOtherTimes, query(window))).body.after).toMatchObject({
    start_time: at('04:00'),
    end_time: at('06:00'),
    total: twoHours,
  })
  expect((await world.call(getOtherTimes, query(later))).body.before).toMatchObject({
    start_time: at('04:00'),
    end_time: at('06:00'),
    total: twoHours,
  })
})

test('a stay of thirty days can start now, and the running quarter hour alone cannot be booked', async () => {
  const { park } = await createScene()
  const month = { start_time: at('03:45'), end_time: '2026-12-21T04:00:00.000Z' }
  expect((await callQuote(world, { park_id: park.id, ...month })).status).toBe(200)
  const short = await callQuote(world, { park_id: park.id, start_time: at('03:45'), end_time: at('04:00') })
  expect(short.body).toMatchObject({ code: 'validation_failed' })
})
