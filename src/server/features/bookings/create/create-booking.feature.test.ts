import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import {
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  outcomeOf,
  callQuote,
  bookingRequestFor,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const createScene = async (parkOptions: Parameters<World['buildPark']>[0] = {}) => {
  const park = await world.buildPark(parkOptions)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}
const save = async (driver: Driver, more: object = {}) => {
  const body = { vehicle_type_id: 1, plate: 'own 42', country_code: 'CA', ...more }
  const saved = await world.call(createVehicle, { body, token: driver.token })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  return saved.body.id
}

describe('a booking for a saved vehicle', () => {
  test('uses its type and plate', async () => {
    const { park, driver, calls } = await createScene()
    const vehicle_id = await save(driver)
    const booked = await calls.book({ park_id: park.id, vehicle_id, ...windowOf(world, 8, 8) })
    expect(booked.body).toMatchObject({ plate: 'OWN 42', vehicle_type_id: 1, total: 4.35 })
  })

  test('rejects another user’s vehicle, and a vehicle together with a plate', async () => {
    const { park, driver, calls } = await createScene()
    const othersVehicle = await save(await world.buildDriver())
    const ownVehicle = await save(driver)
    const requestWindow = { park_id: park.id, ...windowOf(world, 8, 8) }
    const before = await snapshotTables(world)
    expect(outcomeOf(await calls.book({ ...requestWindow, vehicle_id: othersVehicle }))).toBe('404 vehicle_not_found')
    const both = await calls.book({ ...requestWindow, vehicle_id: ownVehicle, plate: 'ABC 123', vehicle_type_id: 1 })
    expect(fieldsOf(both)).toEqual(['plate', 'vehicle_type_id'])
    expect(fieldsOf(await calls.book(requestWindow))).toEqual(['plate'])
    expect(fieldsOf(await calls.book({ ...requestWindow, vehicle_id: 'mine' }))).toEqual(['vehicle_id'])
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('rejects a vehicle above the height limit', async () => {
    const { park, driver, calls } = await createScene()
    await world.db.updateTable('parks').set({ max_height_cm: 200 }).where('id', '=', park.id).execute()
    const requestWindow = { park_id: park.id, ...windowOf(world, 8, 8) }
    const high = await save(driver, { height_cm: 230 })
    expect(outcomeOf(await calls.book({ ...requestWindow, vehicle_id: high }))).toBe('409 vehicle_type_not_served')
    expect(outcomeOf(await calls.book({ ...requestWindow, plate: 'ABC 123' }))).toBe('201')
  })
})

test('rejects unknown fields for price, owner and status', async () => {
  const { park, driver, calls } = await createScene()
  const before = await snapshotTables(world)
  const fields = ['total', 'lines', 'user_id', 'status', 'payment_status', 'due', 'currency', 'booking_code', 'id']
  for (const field of fields) {
    const refused = await calls.book({
      ...bookingRequestFor(world, park),
      [field]: field === 'total' ? 0 : driver.user_id,
    })
    expect([field, outcomeOf(refused), fieldsOf(refused)]).toEqual([field, '422 validation_failed', [field]])
  }
  expect(await snapshotTables(world)).toEqual(before)
})

describe('a time without a zone', () => {
  test('is local to the park', async () => {
    const { park, calls } = await createScene()
    const times = { start_time: '2026-12-01T08:00:00', end_time: '2026-12-01T10:00' }
    const request = { park_id: park.id, plate: 'ABC 123', ...times }
    const booked = await calls.book(request)
    expect(booked.body).toMatchObject({ start_time: '2026-12-01T13:00:00.000Z', end_time: '2026-12-01T15:00:00.000Z' })
    const quote = await callQuote(world, { park_id: park.id, ...times })
    const other = { ...request, plate: 'ABC 124', quote_id: quote.body.quote_id }
    expect(outcomeOf(await calls.book(other))).toBe('201')
  })

  test('is rejected if it is skipped by the clock change', async () => {
    const { park, calls } = await createScene()
    const requestWindow = { park_id: park.id, start_time: '2027-03-14T01:30:00', end_time: '2027-03-14T02:30:00' }
    for (const answer of [
      await callQuote(world, requestWindow),
      await calls.book({ ...requestWindow, plate: 'ABC 123' }),
    ]) {
      expect(outcomeOf(answer)).toBe('422 validation_failed')
      expect(fieldsOf(answer)).toEqual(['end_time'])
    }
    // 01:30 to 03:30 local time is one hour on that day.
    const short = await callQuote(world, { ...requestWindow, end_time: '2027-03-14T03:30:00' })
    expect(short.body).toMatchObject({ total: 2.35, end_time: '2027-03-14T07:30:00.000Z' })
  })

  test('means the first occurrence if it is repeated by the clock change', async () => {
    const { park } = await createScene({ day_cap_minor: null })
    world.clock.now = new Date('2026-10-31T12:00:00Z')
    const requestWindow = { park_id: park.id, start_time: '2026-11-01T00:30:00', end_time: '2026-11-01T03:30:00' }
    const quote = await callQuote(world, requestWindow)
    expect(quote.body).toMatchObject({
      total: 8.35,
      start_time: '2026-11-01T04:30:00.000Z',
      end_time: '2026-11-01T08:30:00.000Z',
    })
    const first = await callQuote(world, { ...requestWindow, end_time: '2026-11-01T01:30:00' })
    expect(first.body.end_time).toBe('2026-11-01T05:30:00.000Z')
  })

  test('keeps its window in a quote after the first quarter hour has passed', async () => {
    const { park, calls } = await createScene()
    world.clock.now = new Date('2026-12-01T13:14:00Z')
    const request = { park_id: park.id, start_time: '2026-12-01T08:00:00', end_time: '2026-12-01T09:00:00' }
    const quote = await callQuote(world, request)
    world.clock.advance(3)
    const booked = await calls.book({ ...request, plate: 'ABC 123', quote_id: quote.body.quote_id })
    expect(booked.body).toMatchObject({ start_time: '2026-12-01T13:00:00.000Z', status: 'active' })
  })
})
