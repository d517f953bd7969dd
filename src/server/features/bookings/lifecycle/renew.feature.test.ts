import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import {
  balanceOf,
  buildPaidBooking,
  changeTariff,
  snapshotTables,
  expectConsistentData,
  buildHold,
  buildScanPark,
  outcomeOf,
  callQuote,
  setBalance,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { advanceBookings } from './advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const lengthOf = ({ priced_from, end_time }: { priced_from: string; end_time: string }) =>
  Date.parse(end_time) - Date.parse(priced_from)

const createScene = async (parkOptions: Parameters<World['buildPark']>[0] = {}, from = 8, length = 8) => {
  const park = await world.buildPark(parkOptions)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, from, length)
  return { park, driver, booking, calls: bookingCallsOf(world, driver) }
}

const isNew = (renewed: Booking, old: Booking) => {
  expect(renewed).toMatchObject({ status: 'active', payment_status: 'paid', renewed_from: old.id, plate: old.plate })
  expect(renewed.booking_code).not.toBe(old.booking_code)
}

describe('a renewal', () => {
  test('of a cancelled booking with a future window uses the same window', async () => {
    const { driver, booking, calls } = await createScene()
    await calls.cancel(booking.id)
    const key = { 'idempotency-key': 'renew' }
    const renewed = await calls.renew(booking.booking_code, undefined, key)
    expect(outcomeOf(renewed)).toBe('200')
    isNew(renewed.body, booking)
    expect(renewed.body).toMatchObject({ start_time: booking.start_time, end_time: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(100_000n - 435n)
    expect(await calls.see(booking.id)).toMatchObject({
      status: 'cancelled',
      can: { renew: false },
      followed_by: [{ booking_code: renewed.body.booking_code, status: 'active' }],
    })
    // No second renewal while it exists; a repeated key gets the same response.
    expect((await calls.renew(booking.booking_code, undefined, key)).body).toEqual(renewed.body)
    expect(outcomeOf(await calls.renew(booking.id))).toBe('409 invalid_transition')
    expect(await calls.previewRenew(booking.id)).toEqual({ action: 'renew', allowed: false, quote: null })
    await calls.cancel(renewed.body.id)
    expect(await calls.see(booking.id)).toMatchObject({ can: { renew: true } })
    expect(outcomeOf(await calls.renew(booking.id))).toBe('200')
    expect(await balanceOf(world, driver)).toBe(100_000n - 435n)
  })

  test('of a past booking uses the next window of that charged length from the current quarter hour', async () => {
    const { booking, calls } = await createScene({}, 4, 5)
    at(booking.end_time, 3)
    // The command advances the booking before the job does.
    const renewed = await calls.renew(booking.id)
    isNew(renewed.body, booking)
    expect(renewed.body.start_time).toBe(booking.end_time)
    expect(lengthOf(renewed.body)).toBe(lengthOf(booking))
    expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', checked_out_at: booking.end_time })
  })

  test('is possible for a no-show, an expired hold and a booking cancelled after its start', async () => {
    const park = await buildScanPark(world)
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    const missed = await buildPaidBooking(world, driver, park, 0, 2)
    const started = await buildPaidBooking(world, driver, park, 0, 8)
    const held = await buildHold(world, driver, park, { from: 40, length: 4 })
    world.clock.advance(32)
    await calls.cancel(started.id)
    await advanceBookings(world.deps)
    for (const old of [missed, started, held]) {
      const renewed = await calls.renew(old.id, undefined, {}, 'true')
      isNew(renewed.body, old)
      expect(lengthOf(renewed.body)).toBe(lengthOf(old))
      if (old === held) expect(renewed.body.start_time).toBe(held.start_time)
      else expect(renewed.body.start_time).toBe(windowOf(world, 0, 1).start_time)
    }
  })

  test('costs the previewed price after a tariff change and the end of the quarter hour', async () => {
    const { park, driver, booking, calls } = await createScene({}, 0, 2)
    world.clock.now = new Date(Date.parse(booking.end_time) + 13 * 60_000)
    await advanceBookings(world.deps)
    const { allowed, quote } = await calls.previewRenew(booking.id)
    expect(allowed).toBe(true)
    expect(quote).toMatchObject({ total: booking.total, start_time: booking.end_time, available: 10 })
    await changeTariff(world, park, 999n)
    world.clock.advance(1)
    const before = await balanceOf(world, driver)
    const renewed = await calls.renew(booking.id, quote!.quote_id)
    expect(renewed.body).toMatchObject({ total: quote!.total, start_time: quote!.start_time, lines: quote!.lines })
    expect(before - (await balanceOf(world, driver))).toBe(235n)
    await calls.cancel(renewed.body.id)
    const secondPreview = await calls.previewRenew(booking.id)
    world.clock.advance(10)
    expect(outcomeOf(await calls.renew(booking.id, secondPreview.quote!.quote_id))).toMatch(/^(409 quote_expired|422)/)
    expect((await calls.renew(booking.id)).body.total).toBe(10.34)
  })
})

describe('a renewal is refused', () => {
  test('for a quote of another window or park', async () => {
    const { park, driver, booking, calls } = await createScene()
    await calls.cancel(booking.id)
    const other = await world.buildPark()
    const quotes = [
      { park_id: park.id, ...windowOf(world, 8, 4) },
      { park_id: park.id, ...windowOf(world, 12, 8) },
      { park_id: other.id, ...windowOf(world, 8, 8) },
    ]
    for (const request of quotes) {
      const { quote_id } = (await callQuote(world, request)).body
      expect(outcomeOf(await calls.renew(booking.id, quote_id))).toBe('409 quote_mismatch')
    }
    expect(outcomeOf(await calls.renew(booking.id, '01890000-0000-7000-8000-000000000000'))).toBe('409 quote_mismatch')
    expect(await balanceOf(world, driver)).toBe(100_000n)
  })

  test('without money, space, an open park or a bookable park', async () => {
    const { park, driver, booking, calls } = await createScene({ capacity: 1 })
    await calls.cancel(booking.id)
    await setBalance(world, driver, 400n)
    const before = await snapshotTables(world)
    const refusedForMoney = await calls.renew(booking.id)
    expect(outcomeOf(refusedForMoney)).toBe('402 insufficient_balance')
    expect(refusedForMoney.problem).toMatchObject({ missing: { amount: 0.35, currency: 'CAD' } })
    expect(await snapshotTables(world)).toEqual(before)
    await setBalance(world, driver, 10_000n)
    const other = await world.buildDriver({ balance_minor: 10_000n })
    const taken = await buildPaidBooking(world, other, park, 8, 8)
    expect(outcomeOf(await calls.renew(booking.id))).toBe('409 no_space')
    await bookingCallsOf(world, other).cancel(taken.id)
    const { partner_id } = await world.db
      .selectFrom('parks')
      .select('partner_id')
      .where('id', '=', park.id)
      .executeTakeFirstOrThrow()
    const change = (facts: object) => world.db.updateTable('parks').set(facts).where('id', '=', park.id).execute()
    await change({ opening_hours: 'Mo-Su 20:00-21:00' })
    expect(outcomeOf(await calls.renew(booking.id))).toBe('409 park_closed')
    await change({ opening_hours: '24/7', partner_id: null })
    expect(outcomeOf(await calls.renew(booking.id))).toBe('409 park_not_bookable')
    await change({ partner_id })
    expect(outcomeOf(await calls.renew(booking.id))).toBe('200')
  })

  test('for another driver’s booking', async () => {
    const { booking, calls } = await createScene()
    await calls.cancel(booking.id)
    const other = bookingCallsOf(world, await world.buildDriver({ balance_minor: 10_000n }))
    expect(outcomeOf(await other.renew(booking.id))).toBe('404 booking_not_found')
    expect((await other.previewRenew(booking.id)) as unknown).toMatchObject({ code: 'booking_not_found' })
  })
})
