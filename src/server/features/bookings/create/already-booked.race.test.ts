import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { createApp } from '#server/app.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  expectConsistentData,
  outcomeOf,
  callQuote,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 16 })
})
afterAll(() => world.close())

const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([key, all]) => [key, all!.length]),
  )

const newStay = async () => {
  const park = await world.buildPark({ capacity: 50 })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

test('books once for twenty requests of one driver at the same instant, and charges once', async () => {
  const { park, driver, calls } = await newStay()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      calls.book({ ...bookingRequestFor(world, park), plate: n % 2 === 0 ? 'ABC 123' : 'abc-123' }),
    ),
  )
  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 1, '409 already_booked': 19 })
  expect(await balanceOf(world, driver)).toBe(100_000n - 435n)
  await expectConsistentData(world)
})

test('books once for requests that reach several processes at the same instant', async () => {
  const { park, driver } = await newStay()
  const apps = await Promise.all(Array.from({ length: 4 }, () => createApp({ ...world.deps })))
  const answers = await Promise.all(
    [...apps, ...apps, ...apps].map((app) =>
      app.inject({
        method: 'POST',
        url: createBooking.path,
        headers: { authorization: `Bearer ${driver.token}` },
        payload: bookingRequestFor(world, park),
      }),
    ),
  )
  expect(tally(answers.map(({ statusCode }) => String(statusCode)))).toEqual({ 201: 1, 409: 11 })
  expect(await balanceOf(world, driver)).toBe(100_000n - 435n)
  await Promise.all(apps.map((app) => app.close()))
  await expectConsistentData(world)
})

test('lets one through of reservations and bookings at the same instant', async () => {
  const { park, calls } = await newStay()
  const quotes = await Promise.all(
    Array.from({ length: 4 }, () => callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })),
  )
  const answers = await Promise.all([
    ...quotes.map(({ body: { quote_id } }) => calls.hold({ quote_id, plate: 'ABC 123' })),
    ...Array.from({ length: 4 }, () => calls.book(bookingRequestFor(world, park))),
  ])
  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 1, '409 already_booked': 7 })
  await expectConsistentData(world)
})

test('books as many as are wanted, and each driver of a shared plate once', async () => {
  const { park, driver, calls } = await newStay()
  const others = await Promise.all(Array.from({ length: 6 }, () => world.buildDriver({ balance_minor: 435n })))
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => calls.book({ ...bookingRequestFor(world, park), again: true })),
    ...others.map((other) => bookingCallsOf(world, other).book(bookingRequestFor(world, park))),
  ])
  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 12 })
  expect(await balanceOf(world, driver)).toBe(100_000n - 6n * 435n)
  await expectConsistentData(world)
})

test('gives each of two stays of one driver its own answer', async () => {
  const { park, calls } = await newStay()
  const answers = await Promise.all(
    [8, 8, 12, 16, 16, 20].map((from) => calls.book(bookingRequestFor(world, park, from, 4))),
  )
  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 4, '409 already_booked': 2 })
  await expectConsistentData(world)
})
