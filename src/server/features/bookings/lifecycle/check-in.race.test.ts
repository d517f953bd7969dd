import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import {
  balanceOf,
  buildPaidBooking,
  expectConsistentData,
  sumLedgerEntries,
  buildHold,
  buildScanPark,
  outcomeOf,
  setBalance,
  bookingRequestFor,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { advanceBookings } from './advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 16 })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const clocks = (count: number) => Array.from({ length: count }, () => advanceBookings(world.deps))
const causesOf = ({ history }: BookingDetails) => history.map(({ cause }) => cause)

/** Fills all spaces with checked-in cars for an hour, and books every second space afterwards. */
const garage = async (spaces: number) => {
  const park = await buildScanPark(world, { capacity: spaces })
  const drivers = await Promise.all(Array.from({ length: spaces }, () => world.buildDriver({ balance_minor: 800n })))
  const cars = []
  for (const driver of drivers) cars.push({ driver, booking: await buildPaidBooking(world, driver, park, 4, 4) })
  at(cars[0]!.booking.start_time)
  for (const { driver, booking } of cars) await bookingCallsOf(world, driver).checkIn(booking.id)
  return { park, cars }
}

test('concurrent jobs apply every step once: holds, overstays, extensions and exits', async () => {
  const { park, cars } = await garage(6)
  const { end_time } = cars[0]!.booking
  for (const { driver, booking } of cars.slice(0, 3))
    await bookingCallsOf(world, driver).autoExtend(booking.id, new Date(Date.parse(end_time) + 3_600_000).toISOString())
  const nextDriver: Driver = await world.buildDriver({ balance_minor: 10_000n })
  const held = await buildHold(world, nextDriver, park, { from: 12, length: 4 })
  for (const minutes of [-5, 12, 70, 26 * 60]) {
    at(end_time, minutes)
    await Promise.all(clocks(4))
    await expectConsistentData(world)
  }
  expect(causesOf(await bookingCallsOf(world, nextDriver).see(held.id))).toEqual(['held', 'hold_over'])
  for (const [n, { driver, booking }] of cars.entries()) {
    const details = await bookingCallsOf(world, driver).see(booking.id)
    const steps = Array.from({ length: n < 3 ? 4 : 0 }, () => 'auto_extended')
    expect(causesOf(details)).toEqual(['booked', 'arrived', ...steps, 'stayed_over', 'left', 'overstay_charged'])
    expect(details).toMatchObject({ status: 'completed' })
    const debt = await sumLedgerEntries(world, 'customer_debt', driver.user_id)
    expect(-debt).toBe(BigInt(Math.round(details.due * 100)))
    expect(await balanceOf(world, driver)).toBe(0n)
  }
  expect(await advanceBookings(world.deps)).toBe(0)
})

test('checks out once during concurrent jobs and bookings, never refused for money or space', async () => {
  const spaces = Math.min(6, 2 * rounds)
  const { park, cars } = await garage(spaces)
  at(cars[0]!.booking.end_time, 40)
  const others = await Promise.all(Array.from({ length: spaces }, () => world.buildDriver({ balance_minor: 1_000n })))
  const [exits] = await Promise.all([
    Promise.all(
      cars.flatMap(({ driver, booking }) => [1, 2].map(() => bookingCallsOf(world, driver).checkOut(booking.id))),
    ),
    ...clocks(3),
    ...others.map((driver) => bookingCallsOf(world, driver).book(bookingRequestFor(world, park, 0, 4))),
    // The wallet that pays the overstay is spent concurrently.
    ...cars.map(({ driver }) => bookingCallsOf(world, driver).book(bookingRequestFor(world, park, 40, 4))),
  ])
  for (let n = 0; n < exits.length; n += 2)
    expect([outcomeOf(exits[n]!), outcomeOf(exits[n + 1]!)].toSorted()).toEqual(['200', '409 invalid_transition'])
  for (const { driver, booking } of cars) {
    const causes = causesOf(await bookingCallsOf(world, driver).see(booking.id))
    expect(causes.filter((cause) => cause === 'left' || cause === 'overstay_charged')).toHaveLength(2)
  }
})

test('pays a debt once under concurrent requests', async () => {
  const { park, cars } = await garage(1)
  const { driver, booking } = cars[0]!
  const calls = bookingCallsOf(world, driver)
  await setBalance(world, driver, 0n)
  at(booking.end_time, 20)
  expect((await calls.checkOut(booking.id)).body.due).toBe(2)
  await setBalance(world, driver, 5_000n)
  world.clock.advance(15)
  const larger = await world.buildPark({ capacity: 20 })
  const answers = await Promise.all([
    calls.payDue(booking.id),
    calls.payDue(booking.id),
    ...Array.from({ length: 6 }, () => calls.book({ ...bookingRequestFor(world, larger, 4, 4), again: true })),
    calls.renew(booking.id),
  ])
  expect(answers.slice(2).map(outcomeOf)).toEqual([...Array.from({ length: 6 }, () => '201'), '200'])
  expect(park.id).toBe(booking.park.id)
  const details = await calls.see(booking.id)
  expect(details.due).toBe(0)
  expect(causesOf(details).filter((cause) => cause === 'due_paid')).toHaveLength(1)
  expect(await balanceOf(world, driver)).toBe(5_000n - 200n - 7n * 235n)
  expect(await sumLedgerEntries(world, 'customer_debt', driver.user_id)).toBe(0n)
})
