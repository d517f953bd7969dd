import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { cancelBookingByPark, checkInByStaff } from '#contract/bookings/desk/booking-record.ts'
import { transact } from '#server/database/transact.ts'
import {
  balanceOf,
  bookingCallsOf,
  expectConsistentData,
  buildPaidBooking,
  buildScanPark,
  outcomeOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { cancelByPark } from './cancel-by-park.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 16 })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

test('gives all money back once, whatever driver, gate and another clerk do at the same time', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const { token } = staff
  const park = await buildScanPark(world, { capacity: 24 })
  const cars = []
  for (let n = 0; n < 24; n += 1) {
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    cars.push({ driver, booking: await buildPaidBooking(world, driver, park, 4, 4) })
  }
  world.clock.now = new Date(Date.parse(cars[0]!.booking.start_time) - 5 * 60_000)
  const answers = await Promise.all(
    cars.map(async ({ driver, booking }, n) => {
      const calls = bookingCallsOf(world, driver)
      const cancel = () =>
        world.call(cancelBookingByPark, { params: { id: booking.id }, token, body: { reason: 'Flooded' } })
      const others = [
        () => world.call(checkInByStaff, { params: { id: booking.id }, token }),
        () => calls.cancel(booking.id),
        () => calls.extend(booking.id, new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()),
        () => calls.cannotPark(booking.id),
      ]
      const rival = others[n % others.length]!
      const calls_in_order = n % 8 < 4 ? [cancel, rival, cancel] : [rival, cancel, cancel]
      return (await Promise.all(calls_in_order.map((call) => call()))).map(outcomeOf)
    }),
  )
  for (const [n, { driver, booking }] of cars.entries()) {
    const { status, history } = await bookingCallsOf(world, driver).see(booking.id)
    const ended = history.filter(({ to }) => to === 'cancelled')
    expect(ended.length, String(answers[n])).toBeLessThanOrEqual(1)
    expect(status, String(answers[n])).toBe(n % 4 === 0 && ended.length === 0 ? 'checked_in' : 'cancelled')
    expect(await balanceOf(world, driver)).toBe(status === 'cancelled' ? 10_000n : 10_000n - 235n)
    expect(
      answers[n]!.every((answer) => answer === '200' || answer.startsWith('409')),
      String(answers[n]),
    ).toBe(true)
  }
})

test('cancels all bookings of a day in one transaction while drivers cancel theirs', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const park = await buildScanPark(world, { capacity: 12 })
  const cars: { driver: Driver; booking: Booking }[] = []
  for (let n = 0; n < 12; n += 1) {
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    cars.push({ driver, booking: await buildPaidBooking(world, driver, park, 4 + n, 4) })
  }
  await Promise.all([
    transact(world.db, async (tx) => {
      for (const { booking } of cars.slice(0, 6))
        await cancelByPark(tx, world.deps, booking.id, staff, world.deps.clock())
    }),
    ...cars.slice(6).map(({ driver, booking }) => bookingCallsOf(world, driver).cancel(booking.id)),
  ])
  for (const { driver } of cars) expect(await balanceOf(world, driver)).toBe(10_000n)
})
