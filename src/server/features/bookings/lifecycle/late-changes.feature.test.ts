import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlate, saveSpot } from '#contract/bookings/booking-changes.ts'
import { bookingCallsOf, fieldsOf, mailsOf, buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function createScene() {
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, await world.buildPark(), 4, 4)
  const { see } = bookingCallsOf(world, driver)
  const of = (key: string) => ({
    token: driver.token,
    params: { id: booking.id },
    headers: { 'idempotency-key': key },
  })
  return {
    driver,
    see: () => see(booking.id),
    plate: (body: { plate: string; from?: string }, key: string = randomUUID()) =>
      world.call(changePlate, { ...of(key), body }),
    spot: (body: object, key: string = randomUUID()) => world.call(saveSpot, { ...of(key), body }),
  }
}

test('a plate that was changed offline is changed once, and not over a change that the driver has not seen', async () => {
  const { driver, see, plate } = await createScene()
  const key = randomUUID()
  const mine = { plate: 'NEW 1', from: 'ABC 123' }
  expect(outcomeOf(await plate(mine, key))).toBe('200')
  await plate({ plate: 'LATER 2' })
  const mails = await mailsOf(world, driver)
  // The answer was lost: the phone sends it again.
  expect((await plate(mine, key)).body.plate).toBe('NEW 1')
  expect((await see()).plate).toBe('LATER 2')
  expect(await mailsOf(world, driver)).toEqual(mails)
  expect(outcomeOf(await plate({ plate: 'OTHER 3', from: 'NEW 1' }))).toBe('409 changed_elsewhere')
  expect(outcomeOf(await plate({ plate: 'LATER 2', from: 'NEW 1' }))).toBe('200')
  expect(outcomeOf(await plate({ plate: 'OTHER 4' }, key))).toBe('409 idempotency_key_reused')
})

test('a parking spot has a position, and is not saved over one that the driver has not seen', async () => {
  const { see, spot } = await createScene()
  const position = { lat: 43.65321, lng: -79.38321, accuracy_m: 12 }
  const first = { level: '2', bay: null, note: null, position }
  expect((await spot({ ...first, from: null })).body).toEqual(first)
  expect((await see()).spot).toEqual(first)
  expect(outcomeOf(await spot({ ...first, level: '3', from: null }))).toBe('409 changed_elsewhere')
  expect(outcomeOf(await spot({ ...first, level: '3', from: first }))).toBe('200')
  expect(outcomeOf(await spot({ level: null, bay: null, note: null }))).toBe('200')
  expect((await see()).spot).toBeNull()
  for (const wrong of [
    { lat: 91, lng: 0 },
    { lat: 0, lng: 181 },
    { lat: '1', lng: 0 },
  ])
    expect(fieldsOf(await spot({ ...first, position: { accuracy_m: 1, ...wrong } }))?.[0]).toMatch(/^position\./)
})
