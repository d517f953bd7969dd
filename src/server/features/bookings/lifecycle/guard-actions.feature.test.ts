import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromBase45, toBase45 } from '#contract/bookings/base45.ts'
import { guardCheckIn, guardCheckOut, getPassBooking } from '#contract/bookings/booking-changes.ts'
import { passPrefix } from '#contract/bookings/pass-text.ts'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  buildScanPark,
  outcomeOf,
  summarizeHistory,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
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
const fetchBooking = (guard: Driver, pass: string) => world.call(getPassBooking, { body: { pass }, token: guard.token })
const checkIn = (guard: Driver, booking_code: string) =>
  world.call(guardCheckIn, { body: { booking_code }, token: guard.token })
const checkOut = (guard: Driver, booking_code: string) =>
  world.call(guardCheckOut, { body: { booking_code }, token: guard.token })

const createScene = async () => {
  const park = await buildScanPark(world)
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const guard = await world.buildDriver()
  await giveRole(world.db, { user_id: guard.user_id, role: 'guard', park_id: park.id })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  return { park, driver, guard, booking, calls: bookingCallsOf(world, driver) }
}

describe('a guard', () => {
  test('sees a booking by pass or code without the driver’s personal data', async () => {
    const { park, guard, booking, driver, calls } = await createScene()
    const { pass: earlier } = await calls.see(booking.id)
    await calls.plate(booking.id, 'NEW 1')
    const { pass } = await calls.see(booking.id)
    expect(outcomeOf(await fetchBooking(guard, earlier!.payload))).toBe('409 pass_revoked')
    for (const text of [pass!.payload, booking.booking_code, booking.booking_code.toLowerCase()]) {
      const seen = await fetchBooking(guard, text)
      expect(seen.body).toEqual({
        booking_code: booking.booking_code,
        park: { park_code: park.park_code, name: 'Test garage', timezone: 'America/Toronto' },
        plate: 'NEW 1',
        vehicle_type_id: 1,
        start_time: booking.start_time,
        end_time: booking.end_time,
        status: 'active',
        can: { check_in: false, check_out: false },
      })
      expect(JSON.stringify(seen.body)).not.toContain(driver.email)
    }
    at(booking.start_time)
    expect((await fetchBooking(guard, pass!.payload)).body.can).toEqual({ check_in: true, check_out: false })
  })

  test('checks cars in and out; an overstay is charged to the driver', async () => {
    const { guard, booking, driver, calls } = await createScene()
    const early = await checkIn(guard, booking.booking_code)
    expect(outcomeOf(early)).toBe('409 too_early')
    expect(outcomeOf(await checkOut(guard, booking.booking_code))).toBe('409 invalid_transition')
    at(booking.start_time, -5)
    expect((await checkIn(guard, booking.booking_code)).body).toMatchObject({
      status: 'checked_in',
      can: { check_in: false, check_out: true },
    })
    expect(outcomeOf(await checkIn(guard, booking.booking_code))).toBe('409 invalid_transition')
    at(booking.end_time, 30)
    expect((await checkOut(guard, booking.booking_code)).body).toMatchObject({
      status: 'completed',
      can: { check_in: false, check_out: false },
    })
    const details = await calls.see(booking.id)
    expect(summarizeHistory(details).map((entry) => entry.split(' ')[0])).toEqual([
      'booked',
      'arrived',
      'stayed_over',
      'left',
      'overstay_charged',
    ])
    expect(details.history.map(({ actor }) => actor)).toEqual(['driver', 'guard', 'clock', 'guard', 'clock'])
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
    await advanceBookings(world.deps)
    expect(await calls.see(booking.id)).toEqual(details)
  })

  test('of another park is refused; staff have access to every park', async () => {
    const { booking, calls } = await createScene()
    const { guard: stranger } = await createScene()
    const staff = await world.buildDriver({ role: 'staff' })
    const { pass } = await calls.see(booking.id)
    at(booking.start_time)
    const before = await snapshotTables(world)
    for (const text of [pass!.payload, booking.booking_code])
      expect(outcomeOf(await fetchBooking(stranger, text))).toBe('403 not_your_park')
    expect(outcomeOf(await checkIn(stranger, booking.booking_code))).toBe('403 not_your_park')
    expect(outcomeOf(await checkOut(stranger, booking.booking_code))).toBe('403 not_your_park')
    expect(await snapshotTables(world)).toEqual(before)
    expect((await fetchBooking(staff, booking.booking_code)).body.status).toBe('active')
  })

  test('gets `pass_invalid` for a forged pass', async () => {
    const { guard, booking, calls } = await createScene()
    const { payload } = (await calls.see(booking.id)).pass!
    const forge = (change: (bytes: Uint8Array) => void) => {
      const bytes = fromBase45(payload.slice(passPrefix.length))!
      change(bytes)
      return passPrefix + toBase45(bytes)
    }
    const garbage = [
      forge((bytes) => (bytes[18]! ^= 4)),
      forge((bytes) => (bytes[4]! ^= 1)),
      forge((bytes) => (bytes[98]! ^= 1)),
      forge((bytes) => (bytes[11]! += 1)),
      forge((bytes) => bytes.fill(0, 35)),
      payload.toLowerCase(),
      payload.slice(0, -3),
      `${payload}000`,
      `${payload}=`,
      'PW2:',
      'PW1...',
      'PW1.',
      'NOSUCH23',
      'https://example.org',
      '01890000-0000-7000-8000-000000000000',
      '🚗',
    ]
    for (const pass of garbage)
      expect([pass, outcomeOf(await fetchBooking(guard, pass))]).toEqual([pass, '404 pass_invalid'])
    expect(outcomeOf(await checkIn(guard, 'NOSUCH23'))).toBe('404 pass_invalid')
    expect((await fetchBooking(guard, '')).status).toBe(422)
  })

  test('is required: drivers and anonymous requests are refused', async () => {
    const { booking, driver } = await createScene()
    for (const ask of [fetchBooking, checkIn, checkOut])
      expect((await ask(driver, booking.booking_code)).status).toBe(403)
    expect((await world.call(getPassBooking, { body: { pass: booking.booking_code } })).status).toBe(401)
  })
})
