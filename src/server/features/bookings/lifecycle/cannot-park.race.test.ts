import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acceptParkReport, refuseParkReport } from '#contract/bookings/desk/park-reports.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  expectConsistentData,
  buildPaidBooking,
  callSaveReportPhoto,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { releaseOldAlternatives } from './alternative-holds.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 16 })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

let places = 0
/** Drivers who cannot park, each in a full car park of their own, beside one with a single space. */
async function createScene(count: number) {
  const place = { lat: 20 + (places += 1), lng: -79.38 }
  const last = await world.buildPark({ ...place, capacity: 1, increment_minor: 900n })
  const park = await world.buildPark({ ...place, lat: place.lat + 0.002 })
  const drivers = await Promise.all(
    Array.from({ length: count }, async () => {
      const driver = await world.buildDriver({ balance_minor: 100_000n })
      return {
        driver,
        calls: bookingCallsOf(world, driver),
        booking: await buildPaidBooking(world, driver, park, 0, 8),
      }
    }),
  )
  return { last, drivers }
}
const doneOf = (answers: { status: number }[]) => answers.filter(({ status }) => status < 300).length

test('holds the last space nearby for one of eight drivers, who alone can move to it', async () => {
  const { last, drivers } = await createScene(8)
  const held = await Promise.all(drivers.map(({ calls, booking }) => calls.holdNearby(booking.id, last.id)))
  expect(doneOf(held)).toBe(1)
  const buyer = bookingCallsOf(world, await world.buildDriver({ balance_minor: 100_000n }))
  const [bought, ...moved] = await Promise.all([
    buyer.book(bookingRequestFor(world, last, 0, 8)),
    ...drivers.map(({ calls, booking }) => calls.cannotPark(booking.id, { park_id: last.id })),
  ])
  expect(bought.status).toBe(409)
  expect(moved.map(({ status }) => status < 300)).toEqual(held.map(({ status }) => status < 300))
  for (const [n, { driver, booking }] of drivers.entries())
    expect(await balanceOf(world, driver)).toBe(
      100_000n - BigInt(Math.round((moved[n]!.body.moved_to ?? booking).total * 100)),
    )
})

test('presses at the same time move or refund once', async () => {
  const { last, drivers } = await createScene(1)
  const [{ driver, calls, booking }] = drivers as [(typeof drivers)[number]]
  await calls.holdNearby(booking.id, last.id)
  world.clock.advance(10)
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => calls.cannotPark(booking.id, { park_id: last.id })),
    ...Array.from({ length: 4 }, () => calls.cannotPark(booking.id)),
    calls.holdNearby(booking.id, last.id),
  ])
  // The job comes in between: what is held is given back once.
  await releaseOldAlternatives(world.deps)
  expect(doneOf(answers.slice(0, 8))).toBe(1)
  const { followed_by } = await calls.see(booking.id)
  const spent =
    followed_by.length === 0 ? 0n : BigInt(Math.round((await calls.see(followed_by[0]!.booking_code)).total * 100))
  expect(await balanceOf(world, driver)).toBe(100_000n - spent)
})

test('staff accept and refuse a third report while its photo arrives: it is decided once', async () => {
  const park = await world.buildPark({ lat: 20 + (places += 1), lng: -79.38 })
  const token = (await world.buildDriver({ role: 'staff' })).token
  for (let round = 0; round < 4; round += 1) {
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    for (let n = 0; n < 2; n += 1) await calls.cannotPark((await buildPaidBooking(world, driver, park, 0, 4)).id)
    const { id, total } = await buildPaidBooking(world, driver, park, 4, 8)
    world.clock.advance(61)
    expect((await calls.cannotPark(id)).body.waits).toBe(true)
    const params = { id }
    const [accepted, refused, photo] = await Promise.all([
      world.call(acceptParkReport, { token, params }),
      world.call(refuseParkReport, { token, params, body: { answer: 'No' } }),
      callSaveReportPhoto(world, driver, id),
    ])
    expect(photo).toBe(204)
    const statuses = [accepted.status, refused.status]
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const paid = BigInt(Math.round(total * 100))
    expect(await balanceOf(world, driver)).toBe(refused.status === 200 ? 100_000n - paid : 100_000n)
  }
})
