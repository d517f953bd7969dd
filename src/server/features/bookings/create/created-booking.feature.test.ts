import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking, getBooking, holdSpace, createQuote } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import { expectConsistentData, buildPromo, putInOntario, bookingRequestFor, windowOf } from '#test/kits/bookings-kit.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await expectConsistentData(world)
  await world.close()
})

const inFrench = { 'accept-language': 'fr' }

async function readBack({ token }: Driver, bookingCode: string, language: Language) {
  const headers = { 'accept-language': language }
  const { status, body } = await world.call(getBooking, { token, params: { bookingCode }, headers })
  expect(status).toBe(200)
  return body
}

test('the response to a booking equals a later read in both languages, with promo code, fees and event', async () => {
  const park = await world.buildPark()
  await putInOntario(world, park)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const { token } = driver
  const { code: promo_code } = await buildPromo(world)
  const withoutEvent = await world.call(createBooking, {
    token,
    body: { ...bookingRequestFor(world, park), promo_code },
  })
  expect(withoutEvent.status).toBe(201)
  expect(await readBack(driver, withoutEvent.body.booking_code, 'en')).toMatchObject(withoutEvent.body)
  expect(withoutEvent.body.lines.length).toBeGreaterThan(2)

  const french = {
    token,
    body: { ...bookingRequestFor(world, park, 20), notes: 'près de la porte' },
    headers: inFrench,
  }
  const booked = await world.call(createBooking, french)
  expect(booked.status).toBe(201)
  expect(await readBack(driver, booked.body.booking_code, 'fr')).toMatchObject(booked.body)

  const { event_code } = await buildEvent(world)
  const times = { start_time: '2026-12-05T22:30:00Z', end_time: '2026-12-06T04:15:00Z' }
  const evening = { park_id: park.id, plate: 'E 1', ...times, event_code }
  const atEvent = await world.call(createBooking, { token, body: evening, headers: inFrench })
  expect(atEvent.status).toBe(201)
  expect(atEvent.body.event?.name).toBe('Concert de printemps')
  expect(await readBack(driver, atEvent.body.booking_code, 'fr')).toMatchObject(atEvent.body)
})

test('the response to a hold equals a later read', async () => {
  const park = await world.buildPark()
  const driver = await world.buildDriver()
  const quoted = await world.call(createQuote, { body: { park_id: park.id, ...windowOf(world, 8, 8) } })
  const body = { quote_id: quoted.body.quote_id, plate: 'H 1' }
  const held = await world.call(holdSpace, { token: driver.token, body })
  expect(held.status).toBe(201)
  expect(await readBack(driver, held.body.booking_code, 'en')).toMatchObject(held.body)
})

test('batched quotes and bookings each get their own response', async () => {
  const parks = [await world.buildPark(), await world.buildPark({ increment_minor: 300n })]
  const drivers = [
    await world.buildDriver({ balance_minor: 100_000n }),
    await world.buildDriver({ balance_minor: 100_000n }),
  ]
  const calls = Array.from({ length: 24 }, (_, n) => ({ park: parks[n % 2]!, driver: drivers[(n >> 1) % 2]!, n }))
  await Promise.all(
    calls.map(async ({ park, driver: { token, user_id }, n }) => {
      const window = windowOf(world, 8 + n, 4)
      const quoted = await world.call(createQuote, { token, body: { park_id: park.id, ...window } })
      expect(quoted.body).toMatchObject({ park_id: park.id, ...window })
      const body = { park_id: park.id, plate: `T ${n}`, ...window, quote_id: quoted.body.quote_id }
      const booked = await world.call(createBooking, { token, body })
      expect(booked.body).toMatchObject({ plate: `T ${n}`, total: quoted.body.total, ...window })
      const row = await world.db
        .selectFrom('bookings')
        .select(['user_id', 'park_id'])
        .where('id', '=', booked.body.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ user_id, park_id: park.id })
    }),
  )
  const unknown = await world.call(createQuote, { body: { park_id: 'nowhere', ...windowOf(world, 8, 4) } })
  expect(unknown.status).toBe(404)
})
