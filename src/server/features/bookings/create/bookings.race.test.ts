import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBookingStatus, createBooking, type Booking } from '#contract/bookings/bookings.ts'
import { listPassKeys } from '#contract/bookings/passes.ts'
import { createApp } from '#server/app.ts'
import { balanceOf, buildPaidBooking, expectConsistentData, bookingRequestFor } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 16 })
})
afterAll(() => world.close())

const drivers = (count: number, balance_minor: bigint) =>
  Promise.all(Array.from({ length: count }, () => world.buildDriver({ balance_minor })))
const book = (driver: Driver, park: TestPark, from = 8, length = 8, headers: Record<string, string> = {}) =>
  world.call(createBooking, {
    token: driver.token,
    body: { ...bookingRequestFor(world, park, from, length), again: true },
    headers,
  })
const cancel = (driver: Driver, id: string) =>
  world.call(changeBookingStatus, { token: driver.token, params: { id }, query: { status: 'cancelled' } })
const tally = (answers: { status: number; problem: { code?: string } }[]) => {
  const counts: Record<string, number> = {}
  for (const { status, problem } of answers) {
    const key = status < 300 ? 'done' : `${status} ${problem.code}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test.each([20, 50])('sells the last space to one of %i concurrent drivers and charges only that one', async (count) => {
  const park = await world.buildPark({ capacity: 1 })
  const competingDrivers = await drivers(count, 1_000n)
  const answers = await Promise.all(competingDrivers.map((driver) => book(driver, park)))
  expect(tally(answers)).toEqual({ done: 1, '409 no_space': count - 1 })
  const balances = await Promise.all(competingDrivers.map((driver) => balanceOf(world, driver)))
  for (const [n, { status }] of answers.entries()) expect(balances[n]).toBe(status === 201 ? 565n : 1_000n)
  await expectConsistentData(world)
})

test('never sells more spaces than the capacity in any quarter hour for overlapping windows', async () => {
  const park = await world.buildPark({ capacity: 3, increment_minor: 1n })
  const competingDrivers = await drivers(30, 100_000n)
  const answers = await Promise.all(
    competingDrivers.map((driver, n) => book(driver, park, 8 + (n % 7) * 40, 96 * (1 + (n % 4)))),
  )
  const counts = tally(answers)
  expect(Object.keys(counts).toSorted()).toEqual(['409 no_space', 'done'])
  expect(counts['done']).toBeGreaterThanOrEqual(3)
  await expectConsistentData(world)
})

test('refunds once for twenty concurrent cancellations', async () => {
  const park = await world.buildPark({ capacity: 1 })
  const driver = await world.buildDriver({ balance_minor: 9_000n })
  const booking = await buildPaidBooking(world, driver, park, 8, 96 * 3)
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(driver, booking.id)))
  expect(tally(answers)).toEqual({ done: 1, '409 invalid_transition': 19 })
  expect(await balanceOf(world, driver)).toBe(9_000n)
  await expectConsistentData(world)
})

test('stays consistent when the same spaces are booked and cancelled concurrently', async () => {
  const park = await world.buildPark({ capacity: 4, increment_minor: 10n })
  const competingDrivers = await drivers(12, 1_000_000n)
  let done = 0
  await Promise.all(
    competingDrivers.map(async (driver, n) => {
      for (let round = 0; round < 6; round += 1) {
        const answer = await book(driver, park, 8 + ((n * 5 + round * 11) % 90), 30 + n * 17)
        if (answer.status !== 201) {
          expect(answer.problem.code).toBe('no_space')
          continue
        }
        done += 1
        if ((n + round) % 3 !== 0) expect((await cancel(driver, answer.body.id)).status).toBe(200)
      }
    }),
  )
  expect(done).toBeGreaterThan(4)
  await expectConsistentData(world)
})

test('pays one booking from a wallet that covers only one', async () => {
  const driver = await world.buildDriver({ balance_minor: 500n })
  const parks = await Promise.all(Array.from({ length: 8 }, () => world.buildPark({ capacity: 5 })))
  const answers = await Promise.all(parks.map((park) => book(driver, park)))
  expect(tally(answers)).toEqual({ done: 1, '402 insufficient_balance': 7 })
  for (const { status, problem } of answers)
    if (status === 402) expect(problem['missing']).toEqual({ amount: 3.7, currency: 'CAD' })
  expect(await balanceOf(world, driver)).toBe(65n)
  await expectConsistentData(world)
})

test('books once for twenty concurrent requests with one key and returns the same response', async () => {
  const park = await world.buildPark()
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => book(driver, park, 8, 8, { 'idempotency-key': 'one' })),
  )
  expect(tally(answers)).toEqual({ done: 20 })
  expect(new Set(answers.map(({ body }) => (body as Booking).id)).size).toBe(1)
  expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  await expectConsistentData(world)
})

test('several processes share one signing key for passes', async () => {
  const apps = await Promise.all(Array.from({ length: 4 }, () => createApp(world.deps)))
  const answers = await Promise.all(
    [...apps, ...apps, ...apps].map((app) => app.inject({ method: 'GET', url: listPassKeys.path })),
  )
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]!.json()).toMatchObject({ keys: [{ kty: 'OKP', crv: 'Ed25519', accepted_until: null }] })
  await Promise.all(apps.map((app) => app.close()))
})
