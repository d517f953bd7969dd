import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Booking, Line } from '#contract/bookings/bookings.ts'
import { quarter_ms } from '#contract/time.ts'
import {
  balanceOf,
  buildPaidBooking,
  changeTariff,
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  sumLedgerEntries,
  mailsOf,
  buildPromo,
  outcomeOf,
  putInOntario,
  callQuote,
  setBalance,
  summarizeHistory,
  bookingRequestFor,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { advanceBookings } from './advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const later = (at: string, quarters: number) => new Date(Date.parse(at) + quarters * quarter_ms).toISOString()
const minor = (amount: number) => BigInt(Math.round(amount * 100))
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + minor(amount), 0n)

const driverAndPark = async (request: Parameters<World['buildPark']>[0] = {}) => {
  const park = await world.buildPark(request)
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

const priceOf = async (park: TestPark, { start_time }: Booking, end_time: string) =>
  (await callQuote(world, { park_id: park.id, start_time, end_time })).body

describe('an extension', () => {
  test('costs the difference of the total price and takes the space over the added time', async () => {
    const { park, driver, calls } = await driverAndPark({ capacity: 1 })
    await putInOntario(world, park)
    const booking = await buildPaidBooking(world, driver, park, 8, 6)
    const end = later(booking.end_time, 3)
    const newPrice = await priceOf(park, booking, end)
    const preview = (await calls.previewExtend(booking.id, end)).body
    expect(preview).toMatchObject({ allowed: true, end_time: booking.end_time, new_end_time: end, available: 1 })
    const extended = await calls.extend(booking.booking_code, end)
    expect(extended.body).toMatchObject({ id: booking.id, status: 'active', end_time: end, total: preview.total })
    expect(minor(extended.body.total)).toBe(sumOf(extended.body.lines))
    expect(minor(preview.amount)).toBe(minor(extended.body.total) - minor(booking.total))
    // 1.5 hours cost two hours, 2.25 cost three: one more hour and no second fee.
    expect(extended.body.lines.map(({ code, amount }) => [code, amount])).toEqual(
      newPrice.lines.map(({ code, amount }) => [code, amount]),
    )
    expect(await balanceOf(world, driver)).toBe(1_000_000n - minor(extended.body.total))
    const seen = await calls.see(booking.id)
    expect(seen.entries.map(({ kind, amount }) => [kind, minor(amount)])).toEqual([
      ['booking', -minor(booking.total)],
      ['extension', -minor(preview.amount)],
    ])
    expect(seen.history.at(-1)).toMatchObject({
      from: 'active',
      to: 'active',
      cause: 'extended',
      actor: 'driver',
      detail: { until: end, amount: preview.amount },
    })
    expect(await mailsOf(world, driver)).toHaveLength(2)
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 14, 3) })).body.available).toBe(0)
  })

  test('uses the booked tariff version and costs nothing above the daily cap', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park, 16, 4)
    await changeTariff(world, park, 999n)
    const first = await calls.extend(booking.id, later(booking.end_time, 4))
    expect(first.body.total).toBe(4.35)
    const capped = await calls.extend(booking.id, later(booking.end_time, 20))
    expect(capped.body.total).toBe(10.35)
    const free = await calls.previewExtend(booking.id, later(booking.end_time, 24))
    expect(free.body).toMatchObject({ amount: 0, lines: [], total: 10.35, allowed: true })
    const before = await balanceOf(world, driver)
    const secondExtension = await calls.extend(booking.id, later(booking.end_time, 24))
    expect(secondExtension.body).toMatchObject({ total: 10.35, end_time: later(booking.end_time, 24) })
    expect(await balanceOf(world, driver)).toBe(before)
    expect(summarizeHistory(await calls.see(booking.id))).toHaveLength(4)
  })

  test('keeps the discount of a promo code that is used up', async () => {
    const { park, driver, calls } = await driverAndPark()
    await putInOntario(world, park)
    const promo = await buildPromo(world, { value: 50_000n, limit_per_person: 1 })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 8, 8), promo_code: promo.code })
    const extended = await calls.extend(booked.body.id, later(booked.body.end_time, 4))
    const amountOf = (code: string) => extended.body.lines.find((line) => line.code === code)?.amount
    expect([amountOf('parking'), amountOf('discount')]).toEqual([6, -2])
    expect(sumOf(extended.body.lines)).toBe(minor(extended.body.total))
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(600n)
    await calls.cancel(booked.body.id)
    expect(await balanceOf(world, driver)).toBe(1_000_000n)
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
    expect(await sumLedgerEntries(world, 'promotion', 'discount')).toBe(0n)
  })

  test('charges the fee for added time after a fully discounted booking', async () => {
    const { park, driver, calls } = await driverAndPark()
    const promo = await buildPromo(world, { value: 100_000n })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 8, 4), promo_code: promo.code })
    expect(booked.body).toMatchObject({ total: 0, status: 'active' })
    const extended = await calls.extend(booked.body.id, later(booked.body.end_time, 4))
    expect(extended.body.total).toBe(2.35)
    await calls.cancel(booked.body.id)
    expect(await balanceOf(world, driver)).toBe(1_000_000n)
    expect(await sumLedgerEntries(world, 'promotion', 'discount')).toBe(0n)
  })

  test('is refunded in full by a later cancellation', async () => {
    const { park, driver, calls } = await driverAndPark()
    await putInOntario(world, park)
    const booking = await buildPaidBooking(world, driver, park, 8, 3)
    for (const quarters of [1, 2, 9]) await calls.extend(booking.id, later(booking.end_time, quarters))
    const cancelled = await calls.cancel(booking.id)
    expect(cancelled.body).toMatchObject({ refund_status: 'full', refunded: cancelled.body.total })
    expect(await balanceOf(world, driver)).toBe(1_000_000n)
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
  })

  test('is refunded by half with the strict policy, in proportion from each account', async () => {
    const { park, driver, calls } = await driverAndPark({ cancellation: 'strict', increment_minor: 101n })
    const promo = await buildPromo(world, { value: 33_000n })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 40, 4), promo_code: promo.code })
    const extended = await calls.extend(booked.body.id, later(booked.body.end_time, 5))
    world.clock.advance(60)
    const cancelled = await calls.cancel(booked.body.id)
    const total = minor(extended.body.total)
    expect(minor(cancelled.body.refunded)).toBe((total + 1n) / 2n)
    expect(await balanceOf(world, driver)).toBe(1_000_000n - total + (total + 1n) / 2n)
  })

  test('is made once for a repeated key', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park)
    const key = { 'idempotency-key': 'more' }
    const first = await calls.extend(booking.id, later(booking.end_time, 8), key)
    expect((await calls.extend(booking.id, later(booking.end_time, 8), key)).body).toEqual(first.body)
    expect(outcomeOf(await calls.extend(booking.id, later(booking.end_time, 9), key))).toBe(
      '409 idempotency_key_reused',
    )
    expect(outcomeOf(await calls.extend(booking.id, later(booking.end_time, 8)))).toBe('422 validation_failed')
    expect((await calls.see(booking.id)).entries).toHaveLength(2)
  })
})

describe('an extension is refused', () => {
  test('without a space over the added time', async () => {
    const { park, driver, calls } = await driverAndPark({ capacity: 1 })
    const booking = await buildPaidBooking(world, driver, park, 8, 4)
    await buildPaidBooking(world, await world.buildDriver({ balance_minor: 10_000n }), park, 14, 4)
    const before = await snapshotTables(world)
    expect((await calls.previewExtend(booking.id, later(booking.end_time, 3))).body.available).toBe(0)
    expect(outcomeOf(await calls.extend(booking.id, later(booking.end_time, 3)))).toBe('409 no_space')
    expect(await snapshotTables(world)).toEqual(before)
    expect(outcomeOf(await calls.extend(booking.id, later(booking.end_time, 2)))).toBe('200')
  })

  test('with the missing amount if the balance is too low', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park, 8, 4)
    await setBalance(world, driver, 50n)
    const before = await snapshotTables(world)
    const refusedForMoney = await calls.extend(booking.id, later(booking.end_time, 4), { 'idempotency-key': 'poor' })
    expect(outcomeOf(refusedForMoney)).toBe('402 insufficient_balance')
    expect(refusedForMoney.problem).toMatchObject({ missing: { amount: 1.5, currency: 'CAD' } })
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('for an invalid end', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park)
    const before = await snapshotTables(world)
    const ends = [
      booking.end_time,
      later(booking.end_time, -1),
      booking.start_time,
      new Date(Date.parse(booking.end_time) + 5 * 60_000).toISOString(),
      later(booking.start_time, 31 * 96),
      // An hour that the clock change skips.
      '2027-03-14T02:30:00',
      'later',
    ]
    for (const end of ends) {
      for (const answer of [await calls.extend(booking.id, end), await calls.previewExtend(booking.id, end)]) {
        expect(outcomeOf(answer)).toBe('422 validation_failed')
        expect(fieldsOf(answer)).toContain('new_end_time')
      }
    }
    expect(fieldsOf(await calls.previewExtend(booking.id))).toEqual(['new_end_time'])
    expect(outcomeOf(await calls.extend(booking.id, later(booking.start_time, 30 * 96 + 1)))).toMatch(/^422/)
    expect(await snapshotTables(world)).toEqual(before)
    expect(outcomeOf(await calls.extend(booking.id, later(booking.start_time, 30 * 96)))).toBe('200')
  })

  test('reads a local time in the park’s zone', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park)
    const end = later(booking.end_time, 4)
    const local = new Date(Date.parse(end) - 5 * 60 * 60_000).toISOString().slice(0, 19)
    expect((await calls.extend(booking.id, local)).body.end_time).toBe(end)
  })

  test('if the park is closed then', async () => {
    const { park, driver, calls } = await driverAndPark()
    const booking = await buildPaidBooking(world, driver, park, 24, 4)
    const local = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const end_hour = new Date(Date.parse(booking.end_time) - 5 * 60 * 60_000).getUTCHours() + 1
    await world.db
      .updateTable('parks')
      .set({ opening_hours: `Mo-Su 00:00-${local(end_hour)}` })
      .where('id', '=', park.id)
      .execute()
    expect(outcomeOf(await calls.extend(booking.id, later(booking.end_time, 24)))).toBe('409 park_closed')
    expect(outcomeOf(await calls.previewExtend(booking.id, later(booking.end_time, 24)))).toBe('409 park_closed')
  })

  test('for a cancelled, past, held or another driver’s booking', async () => {
    const { park, driver, calls } = await driverAndPark()
    const cancelled = await buildPaidBooking(world, driver, park, 8, 4)
    await calls.cancel(cancelled.id)
    const past = await buildPaidBooking(world, driver, park, 0, 2)
    const ownBooking = await buildPaidBooking(world, driver, park, 8, 4)
    const other = bookingCallsOf(world, await world.buildDriver({ balance_minor: 10_000n }))
    expect(outcomeOf(await other.extend(ownBooking.id, later(ownBooking.end_time, 1)))).toBe('404 booking_not_found')
    expect(outcomeOf(await other.previewExtend(ownBooking.id, later(ownBooking.end_time, 1)))).toBe(
      '404 booking_not_found',
    )
    expect(outcomeOf(await calls.extend(cancelled.id, later(cancelled.end_time, 1)))).toBe('409 invalid_transition')
    expect((await calls.previewExtend(cancelled.id, later(cancelled.end_time, 1))).body.allowed).toBe(false)
    world.clock.now = new Date(past.end_time)
    // Before and after the job has run.
    expect(outcomeOf(await calls.extend(past.id, later(past.end_time, 4)))).toBe('409 invalid_transition')
    await advanceBookings(world.deps)
    expect(outcomeOf(await calls.extend(past.id, later(past.end_time, 4)))).toBe('409 invalid_transition')
    expect(await calls.see(past.id)).toMatchObject({ status: 'completed' })
  })
})

describe('the preview of an extension', () => {
  test('matches the charge to the minor unit for random windows and tariffs', async () => {
    const driver: Driver = await world.buildDriver({ balance_minor: 100_000_000n })
    const calls = bookingCallsOf(world, driver)
    const parks: TestPark[] = []
    for (const increment_minor of [1n, 33n, 299n]) {
      const park = await world.buildPark({ increment_minor, day_cap_minor: increment_minor * 5n, capacity: 100 })
      await putInOntario(world, park)
      parks.push(park)
    }
    const promo = await buildPromo(world, { value: 12_500n })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parks),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (park, from, length, steps, discounted) => {
          const request = bookingRequestFor(world, park, from, length)
          const booked = await calls.book(discounted ? { ...request, promo_code: promo.code } : request)
          let { total, end_time } = booked.body
          for (const step of steps) {
            const end = later(end_time, step)
            const { body: preview } = await calls.previewExtend(booked.body.id, end)
            const before = await balanceOf(world, driver)
            const { body: after } = await calls.extend(booked.body.id, end)
            expect(before - (await balanceOf(world, driver))).toBe(minor(preview.amount))
            expect(sumOf(preview.lines)).toBe(minor(preview.amount))
            expect(minor(after.total)).toBe(minor(total) + minor(preview.amount))
            expect(after.total).toBe(preview.total)
            expect(sumOf(after.lines)).toBe(minor(after.total))
            ;({ total, end_time } = after)
          }
          // The total is the same in one or several steps.
          if (!discounted) expect(total).toBe((await priceOf(park, booked.body, end_time)).total)
          const cancelled = await calls.cancel(booked.body.id)
          expect(cancelled.body.refunded).toBe(total)
        },
      ),
      { numRuns: 8 * rounds },
    )
    expect(await balanceOf(world, driver)).toBe(100_000_000n)
  })

  test('matches in XOF, which has no minor unit', async () => {
    const park = await world.buildPark({ country_code: 'SN', timezone: 'Africa/Dakar', increment_minor: 333n })
    const driver = await world.buildDriver({ country_code: 'SN', balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 8, 4)
    const end = later(booking.end_time, 4)
    const { body: preview } = await calls.previewExtend(booking.id, end)
    const { body: after } = await calls.extend(booking.id, end)
    expect([preview.amount, after.total].every(Number.isInteger)).toBe(true)
    expect(await balanceOf(world, driver, 'XOF')).toBe(100_000n - BigInt(after.total))
    await calls.cancel(booking.id)
    expect(await balanceOf(world, driver, 'XOF')).toBe(100_000n)
  })
})
