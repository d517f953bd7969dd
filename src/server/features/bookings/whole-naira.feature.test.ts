import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Line } from '#contract/bookings/bookings.ts'
import { hour_ms } from '#contract/time.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  expectConsistentData,
  buildPromo,
  callQuote,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const amountsOf = (lines: readonly Line[]) => lines.map(({ amount }) => amount)
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the ledger entries that have kobo. */
const findKobo = async () => {
  const entries = await world.db.selectFrom('ledger_entries').select('amount_minor').execute()
  return entries.filter(({ amount_minor }) => amount_minor % 100n !== 0n)
}

/** A driver in Lagos, and a car park whose hour costs ₦333.33. */
async function newNigerian(cancellation: 'flexible' | 'strict' = 'flexible') {
  const park = await world.buildPark({
    country_code: 'NG',
    timezone: 'Africa/Lagos',
    increment_minor: 33_333n,
    day_cap_minor: null,
    cancellation,
  })
  const driver = await world.buildDriver({ country_code: 'NG', balance_minor: 1_000_000n })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

test('every line, tax and total in naira is whole, from the quote to the ledger', async () => {
  const { park, driver, calls } = await newNigerian()
  const request = bookingRequestFor(world, park, 8, 12)
  const quote = (await callQuote(world, request)).body
  // Three hours: ₦999.99, a service fee of 5 %, VAT of 7.5 % on both.
  expect(amountsOf(quote.lines)).toEqual([1_000, 50, 79])
  const booked = (await calls.book(request)).body
  expect([amountsOf(booked.lines), booked.total]).toEqual([[1_000, 50, 79], 1_129])
  const end = new Date(Date.parse(booked.end_time) + hour_ms).toISOString()
  const { amount } = (await calls.previewExtend(booked.id, end)).body
  const extended = (await calls.extend(booked.id, end)).body
  // Four hours: ₦1,333.32.
  expect([amountsOf(extended.lines), extended.total, amount]).toEqual([[1_333, 67, 105], 1_505, 376])
  expect(sumOf(extended.lines)).toBe(extended.total)
  expect(await balanceOf(world, driver, 'NGN')).toBe(1_000_000n - 150_500n)
  expect(await findKobo()).toEqual([])
})

test('a promo code takes off whole naira, and half a refund is whole in the driver’s favour', async () => {
  const { park, driver, calls } = await newNigerian('strict')
  const { code } = await buildPromo(world, { value: 12_550n })
  const booked = (await calls.book({ ...bookingRequestFor(world, park, 8, 12), promo_code: code })).body
  // 12.55 % of ₦1,000 is ₦125.50.
  expect([amountsOf(booked.lines), booked.total]).toEqual([[1_000, -125, 44, 69], 988])
  world.clock.advance(20)
  const half = (await calls.cancel(booked.id)).body
  expect([half.refund_status, half.refunded]).toEqual(['partial', 494])
  const odd = (await calls.book(bookingRequestFor(world, park, 8, 12))).body
  world.clock.advance(20)
  expect([odd.total, (await calls.cancel(odd.id)).body.refunded]).toEqual([1_129, 565])
  expect(await balanceOf(world, driver, 'NGN')).toBe(1_000_000n - 49_400n - 56_400n)
  expect(await findKobo()).toEqual([])
})

test('a booking with kobo keeps its lines, is extended by whole naira, and refunds exactly what was paid', async () => {
  const { park, driver, calls } = await newNigerian()
  const request = bookingRequestFor(world, park, 8, 12)
  const { quote_id } = (await callQuote(world, request)).body
  // Terms as they were calculated before whole naira: ₦999.99, ₦50.00 and ₦78.75.
  const { lines } = await world.db
    .selectFrom('quotes')
    .select('lines')
    .where('id', '=', quote_id)
    .executeTakeFirstOrThrow()
  const old = (lines as { amount_minor: string }[]).map((line, n) => ({
    ...line,
    amount_minor: ['99999', '5000', '7875'][n],
  }))
  await world.db
    .updateTable('quotes')
    .set({ lines: JSON.stringify(old), total_minor: 112_874n })
    .where('id', '=', quote_id)
    .execute()
  const booked = (await calls.book({ ...request, quote_id })).body
  expect([amountsOf(booked.lines), booked.total]).toEqual([[999.99, 50, 78.75], 1_128.74])
  const end = new Date(Date.parse(booked.end_time) + hour_ms).toISOString()
  const extended = (await calls.extend(booked.id, end)).body
  // From ₦1,000, ₦50 and ₦79 to ₦1,333, ₦67 and ₦105.
  expect(extended.total).toBe(1_128.74 + 376)
  expect(amountsOf(extended.lines)).toEqual([1_332.99, 67, 104.75])
  expect((await calls.cancel(booked.id)).body).toMatchObject({ refund_status: 'full', refunded: extended.total })
  expect(await balanceOf(world, driver, 'NGN')).toBe(1_000_000n)
})
