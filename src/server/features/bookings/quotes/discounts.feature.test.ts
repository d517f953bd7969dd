import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  sumLedgerEntries,
  buildHold,
  buildPromo,
  outcomeOf,
  putInOntario,
  callQuote,
  bookingRequestFor,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const minor = (amount: number) => BigInt(Math.round(amount * 100))
const createScene = async (parkOptions: Parameters<World['buildPark']>[0] = {}) => {
  const park = await world.buildPark(parkOptions)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

describe('a promo code', () => {
  test('is a separate line in quote, booking and ledger, deducted before taxes', async () => {
    const { park, driver, calls } = await createScene()
    await putInOntario(world, park)
    const discountsBefore = await sumLedgerEntries(world, 'promotion', 'discount')
    const { code } = await buildPromo(world)
    const quote = await callQuote(world, {
      park_id: park.id,
      ...windowOf(world, 8, 8),
      promo_code: code.toLowerCase(),
    })
    expect(quote.body).toMatchObject({ promo_code: code })
    expect(quote.body.lines.slice(0, 2)).toEqual([
      { code: 'parking', label: 'Parking', amount: 4 },
      expect.objectContaining({ code: 'discount', amount: -0.8 }),
    ])
    // 3.20, the fee of 0.35 and 13% tax on both.
    expect(quote.body.total).toBe(4.01)
    const booked = await calls.book({ ...bookingRequestFor(world, park), quote_id: quote.body.quote_id })
    expect(booked.body).toMatchObject({ promo_code: code, total: 4.01, lines: quote.body.lines })
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(400n)
    expect((await sumLedgerEntries(world, 'promotion', 'discount')) - discountsBefore).toBe(-80n)
    await calls.cancel(booked.body.id)
    expect(await sumLedgerEntries(world, 'promotion', 'discount')).toBe(discountsBefore)
    expect(await balanceOf(world, driver)).toBe(100_000n)
  })

  test('can be used up to its limit, and again after a full refund', async () => {
    const { park, calls } = await createScene()
    const { code } = await buildPromo(world, { limit_per_person: 1 })
    const request = { ...bookingRequestFor(world, park), promo_code: code }
    const first = await calls.book(request)
    const before = await snapshotTables(world)
    const repeated = await calls.book(request)
    expect(outcomeOf(repeated)).toBe('422 validation_failed')
    expect(fieldsOf(repeated)).toEqual(['promo_code'])
    expect(await snapshotTables(world)).toEqual(before)
    await calls.cancel(first.body.id)
    expect(outcomeOf(await calls.book(request))).toBe('201')
  })

  test('is not counted for a failed booking', async () => {
    const park = await world.buildPark({ capacity: 1 })
    const driverWithoutMoney = await world.buildDriver({ balance_minor: 10n })
    const { code } = await buildPromo(world, { limit_per_person: 1 })
    const before = await snapshotTables(world)
    expect(
      outcomeOf(
        await bookingCallsOf(world, driverWithoutMoney).book({ ...bookingRequestFor(world, park), promo_code: code }),
      ),
    ).toBe('402 insufficient_balance')
    expect(await snapshotTables(world)).toEqual(before)
    expect(
      await world.db.selectFrom('promo_uses').selectAll().where('user_id', '=', driverWithoutMoney.user_id).execute(),
    ).toEqual([])
  })

  test('of 100% makes the booking free; a cancellation returns the discount to us', async () => {
    const { park, driver, calls } = await createScene()
    const discountsBefore = await sumLedgerEntries(world, 'promotion', 'discount')
    const { code } = await buildPromo(world, { value: 100_000n })
    const booked = await calls.book({ ...bookingRequestFor(world, park), promo_code: code })
    expect(booked.body).toMatchObject({ total: 0, status: 'active', payment_status: 'paid' })
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(400n)
    const cancelled = await calls.cancel(booked.body.id)
    expect(cancelled.body).toMatchObject({ refunded: 0, refund_status: 'none' })
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
    expect(await sumLedgerEntries(world, 'promotion', 'discount')).toBe(discountsBefore)
    expect(await balanceOf(world, driver)).toBe(100_000n)
  })

  test('is refunded by half with the strict policy', async () => {
    const { park, driver, calls } = await createScene({ cancellation: 'strict', increment_minor: 303n })
    await putInOntario(world, park)
    const { code } = await buildPromo(world, { value: 45_000n })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 40, 4), promo_code: code })
    world.clock.advance(30)
    const cancelled = await calls.cancel(booked.body.id)
    const total = minor(booked.body.total)
    expect(minor(cancelled.body.refunded)).toBe((total + 1n) / 2n)
    expect(await balanceOf(world, driver)).toBe(100_000n - total + (total + 1n) / 2n)
    const parkShare = await sumLedgerEntries(world, 'park_payable', park.id)
    expect([151n, 152n]).toContain(parkShare)
  })

  test('has no minor units in XOF', async () => {
    const park = await world.buildPark({ country_code: 'SN', timezone: 'Africa/Dakar', increment_minor: 333n })
    const driver = await world.buildDriver({ country_code: 'SN', balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const { code } = await buildPromo(world, { value: 12_500n })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 8, 5), promo_code: code })
    expect([booked.body.total, ...booked.body.lines.map(({ amount }) => amount)].every(Number.isInteger)).toBe(true)
    expect(await balanceOf(world, driver, 'XOF')).toBe(10_000n - BigInt(booked.body.total))
    await calls.cancel(booked.body.id)
    expect(await balanceOf(world, driver, 'XOF')).toBe(10_000n)
  })
})

describe('free minutes', () => {
  const setFreeMinutes = (park: TestPark, free_minutes: number) =>
    world.db.updateTable('tariffs').set({ free_minutes }).where('park_id', '=', park.id).execute()

  test('count once per plate, park and day', async () => {
    const { park, driver, calls } = await createScene()
    await setFreeMinutes(park, 60)
    const first = await buildPaidBooking(world, driver, park, 4, 4)
    expect(first.total).toBe(0)
    const repeated = await calls.book({ ...bookingRequestFor(world, park, 12, 4), plate: 'abc-123' })
    expect(repeated.body.total).toBe(2.35)
    const other = await calls.book({ ...bookingRequestFor(world, park, 12, 4), plate: 'XYZ 9' })
    expect(other.body.total).toBe(0)
    const tomorrow = await calls.book(bookingRequestFor(world, park, 12 + 96, 4))
    expect(tomorrow.body.total).toBe(0)
    const known = await callQuote(world, { park_id: park.id, ...windowOf(world, 20, 4), plate: 'ABC123' })
    const unknown = await callQuote(world, { park_id: park.id, ...windowOf(world, 20, 4) })
    expect([known.body.total, unknown.body.total]).toEqual([2.35, 0])
  })

  test('are refused with the current price if another booking used them after the quote', async () => {
    const { park, driver, calls } = await createScene()
    await setFreeMinutes(park, 60)
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 12, 4) })
    await buildPaidBooking(world, driver, park, 4, 4)
    const before = await snapshotTables(world)
    const refused = await calls.book({ ...bookingRequestFor(world, park, 12, 4), quote_id: quote.body.quote_id })
    expect(outcomeOf(refused)).toBe('409 price_changed')
    expect(refused.problem).toMatchObject({ price: { amount: 2.35, currency: 'CAD' } })
    expect(outcomeOf(await calls.hold({ quote_id: quote.body.quote_id, plate: 'ABC 123' }))).toBe('409 price_changed')
    expect(await snapshotTables(world)).toEqual(before)
    expect(outcomeOf(await calls.hold({ quote_id: quote.body.quote_id, plate: 'XYZ 9' }))).toBe('201')
  })

  test('are available again after a cancelled booking or an expired hold', async () => {
    const { park, driver, calls } = await createScene()
    await setFreeMinutes(park, 60)
    const first = await buildPaidBooking(world, driver, park, 4, 4)
    await calls.cancel(first.id)
    const held = await buildHold(world, driver, park, { from: 12, length: 4 })
    expect(held.total).toBe(0)
    expect((await callQuote(world, { ...windowOf(world, 20, 4), park_id: park.id, plate: 'ABC 123' })).body.total).toBe(
      2.35,
    )
    await calls.release(held.id)
    expect((await buildPaidBooking(world, driver, park, 12, 4)).total).toBe(0)
  })

  test('stay with the first booking when it is extended after a second one', async () => {
    const { park, driver, calls } = await createScene()
    await setFreeMinutes(park, 60)
    const first = await buildPaidBooking(world, driver, park, 4, 4)
    world.clock.advance(1)
    const second = await buildPaidBooking(world, driver, park, 16, 4)
    expect([first.total, second.total]).toEqual([0, 2.35])
    const hourLater = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString()
    // One hour after the free one.
    expect((await calls.extend(first.id, hourLater(first.end_time))).body.total).toBe(2.35)
    expect((await calls.extend(second.id, hourLater(second.end_time))).body.total).toBe(4.35)
  })
})
