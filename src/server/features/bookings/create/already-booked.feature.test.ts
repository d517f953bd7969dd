import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { holdSpace, createQuote } from '#contract/bookings/bookings.ts'
import { confirmTopUp } from '#server/features/wallet/top-ups/confirm-top-up.ts'
import { payAs } from '#simulators/test-kit.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  expectConsistentData,
  buildPaidBooking,
  buildHold,
  outcomeOf,
  callQuote,
  setBalance,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { advanceBookings } from '../lifecycle/advance.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await expectConsistentData(world)
})
afterAll(() => world.close())

const newStay = async (balance_minor = 10_000n) => {
  const park = await world.buildPark({ capacity: 9 })
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

const refusal = '409 already_booked'

describe('a second booking of a plate at the same times', () => {
  test('is asked about, in words and with the booking that exists', async () => {
    const { park, driver, calls } = await newStay()
    const booking = await buildPaidBooking(world, driver, park, 8, 4)
    const request = bookingRequestFor(world, park, 10, 4)
    const { status, problem } = await calls.book(request)
    expect(status).toBe(409)
    expect(problem).toMatchObject({
      code: 'already_booked',
      message: 'ABC 123 is already booked here 6:00–7:00\u00a0AM. Book another space?',
      booking: {
        booking_code: booking.booking_code,
        status: 'active',
        start_time: booking.start_time,
        end_time: booking.end_time,
      },
    })
    const french = await calls.book(request, { 'accept-language': 'fr' })
    expect(french.problem.message).toMatch(
      /^ABC 123 a déjà une réservation ici \(6\u00a0h\u00a000–7\u00a0h\u00a000\)\. Réserver une autre place\u00a0\?$/,
    )
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n)
    const again = await calls.book({ ...request, again: true })
    expect(again.status).toBe(201)
    expect(again.body.booking_code).not.toBe(booking.booking_code)
  })

  test.each(['ABC 123', 'abc123', 'A-B C·123', ' abc‑123'])('however it is written: %j', async (plate) => {
    const { park, driver, calls } = await newStay()
    await buildPaidBooking(world, driver, park)
    expect(outcomeOf(await calls.book({ ...bookingRequestFor(world, park), plate }))).toBe(refusal)
  })

  test.each([
    ['right before', 4, 4, '201'],
    ['right after', 16, 4, '201'],
    ['over its start', 7, 2, refusal],
    ['over its end', 15, 2, refusal],
    ['within it', 10, 1, refusal],
    ['around it', 4, 20, refusal],
  ])('%s', async (_where, from, length, outcome) => {
    const { park, driver, calls } = await newStay()
    await buildPaidBooking(world, driver, park)
    expect(outcomeOf(await calls.book(bookingRequestFor(world, park, from, length)))).toBe(outcome)
  })

  test('is not asked about elsewhere, for another plate, or once the first is over', async () => {
    const { park, driver, calls } = await newStay()
    const booking = await buildPaidBooking(world, driver, park)
    expect(outcomeOf(await calls.book(bookingRequestFor(world, await world.buildPark())))).toBe('201')
    expect(outcomeOf(await calls.book({ ...bookingRequestFor(world, park), plate: 'ABC 1234' }))).toBe('201')
    await calls.cancel(booking.id)
    expect(outcomeOf(await calls.book(bookingRequestFor(world, park)))).toBe('201')
  })

  test('tells nobody of another account’s booking', async () => {
    const { park, driver } = await newStay()
    await buildPaidBooking(world, driver, park)
    const other = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
    const query = { park_id: park.id, plate: 'ABC 123', ...windowOf(world, 8, 8) }
    const quoted = await world.call(createQuote, { body: query, token: other.token })
    expect(quoted.body.already_booked).toBeNull()
    expect(outcomeOf(await bookingCallsOf(world, other).book(bookingRequestFor(world, park)))).toBe('201')
  })

  test('is known to the quote of the signed-in driver', async () => {
    const { park, driver } = await newStay()
    const { booking_code, start_time, end_time } = await buildPaidBooking(world, driver, park)
    const body = { park_id: park.id, plate: 'abc-123', ...windowOf(world, 9, 2) }
    const quoted = await world.call(createQuote, { body, token: driver.token })
    expect(quoted.body.already_booked).toEqual({ booking_code, status: 'active', start_time, end_time })
    expect((await callQuote(world, body)).body.already_booked).toBeNull()
  })
})

describe('the same space reserved twice', () => {
  test('is asked about, as is a booking beside a reservation, until it expires', async () => {
    const { park, driver, calls } = await newStay()
    const held = await buildHold(world, driver, park)
    const { body } = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const hold = { quote_id: body.quote_id, plate: 'ABC-123' }
    const refused = await world.call(holdSpace, { body: hold, token: driver.token })
    expect(outcomeOf(refused)).toBe(refusal)
    expect(refused.problem['booking']).toMatchObject({ booking_code: held.booking_code, status: 'pending' })
    expect(outcomeOf(await calls.book(bookingRequestFor(world, park)))).toBe(refusal)
    expect(outcomeOf(await calls.hold({ ...hold, again: true }))).toBe('201')
    world.clock.advance(10)
    expect(outcomeOf(await calls.book(bookingRequestFor(world, park)))).toBe('201')
    await advanceBookings(world.deps)
  })
})

test('a renewal at times that are booked already is asked about, and its preview knows', async () => {
  const { park, driver, calls } = await newStay()
  const first = await buildPaidBooking(world, driver, park)
  await calls.cancel(first.id)
  const second = await buildPaidBooking(world, driver, park, 10, 2)
  const { quote } = await calls.previewRenew(first.id)
  expect(quote?.already_booked?.booking_code).toBe(second.booking_code)
  expect(outcomeOf(await calls.renew(first.id))).toBe(refusal)
  expect(outcomeOf(await calls.renew(first.id, undefined, {}, 'true'))).toBe('200')
})

describe('a change into the driver’s own next booking', () => {
  const newChange = async (from = 16) => {
    const stay = await newStay()
    const booking = await buildPaidBooking(world, stay.driver, stay.park, 8, 4)
    const next = await buildPaidBooking(world, stay.driver, stay.park, from, 4)
    return { ...stay, booking, next }
  }
  const quartersAfter = ({ end_time }: { end_time: string }, quarters: number) =>
    new Date(Date.parse(end_time) + quarters * 15 * 60_000).toISOString()

  test('is asked about in an extension, by hand or automatic, and only as far as the two overlap', async () => {
    const { calls, driver, booking, next } = await newChange()
    const { booking_code, start_time, end_time } = next
    const before = await balanceOf(world, driver)
    const previewed = await calls.previewExtend(booking.id, quartersAfter(booking, 5))
    expect(previewed.body.already_booked).toEqual({ booking_code, status: 'active', start_time, end_time })
    const refused = await calls.extend(booking.id, quartersAfter(booking, 5))
    expect([outcomeOf(refused), refused.problem['booking']]).toEqual([
      refusal,
      { booking_code, status: 'active', start_time, end_time },
    ])
    expect(outcomeOf(await calls.autoExtend(booking.id, quartersAfter(booking, 5)))).toBe(refusal)
    expect(await balanceOf(world, driver)).toBe(before)
    const upTo = quartersAfter(booking, 4)
    expect(Date.parse(upTo)).toBe(Date.parse(start_time))
    expect((await calls.previewExtend(booking.id, upTo)).body.already_booked).toBeNull()
    expect(outcomeOf(await calls.autoExtend(booking.id, upTo))).toBe('200')
    expect(outcomeOf(await calls.autoExtend(booking.id, null))).toBe('200')
    expect(outcomeOf(await calls.extend(booking.id, upTo))).toBe('200')
    expect(outcomeOf(await calls.extend(booking.id, quartersAfter(booking, 5)))).toBe(refusal)
    expect(outcomeOf(await calls.autoExtend(booking.id, quartersAfter(booking, 5), true))).toBe('200')
    expect(outcomeOf(await calls.extend(booking.id, quartersAfter(booking, 5), {}, true))).toBe('200')
  })

  test('is asked about when the plate becomes that of another booking at these times', async () => {
    const { calls, booking, next, park } = await newChange(10)
    expect(outcomeOf(await calls.plate(next.id, 'NEW 1'))).toBe('200')
    // Written in another way it is the same plate, and the booking does not repeat itself.
    expect(outcomeOf(await calls.plate(next.id, 'new-1'))).toBe('200')
    const refused = await calls.plate(booking.id, 'New 1')
    expect([outcomeOf(refused), refused.problem['booking']]).toMatchObject([
      refusal,
      { booking_code: next.booking_code },
    ])
    expect((await calls.see(booking.booking_code)).plate).toBe('ABC 123')
    expect(outcomeOf(await calls.plate(booking.id, 'New 1', true))).toBe('200')
    // Not at other times.
    const later = await calls.book({ ...bookingRequestFor(world, park, 40, 4), plate: 'LATER' })
    expect(outcomeOf(await calls.plate(later.body.id, 'NEW 1'))).toBe('200')
  })
})

describe('a payment that arrives after its reservation has expired', () => {
  const expireWhilePaying = async () => {
    const { park, driver, calls } = await newStay(0n)
    const held = await buildHold(world, driver, park)
    world.simulators.control.set('stripe', { webhooks: 'never' })
    const { reference, page } = await world.startTopUp(driver, 4.35, {}, held.id)
    await payAs(page, 'success')
    world.clock.advance(11)
    await advanceBookings(world.deps)
    return { park, driver, calls, reference }
  }
  const bookingsAt = (park_id: string) =>
    world.db.selectFrom('bookings').select('status').where('park_id', '=', park_id).orderBy('status').execute()

  test('does not book beside what the driver has booked meanwhile', async () => {
    const { park, driver, calls, reference } = await expireWhilePaying()
    await setBalance(world, driver, 435n)
    expect(outcomeOf(await calls.book(bookingRequestFor(world, park)))).toBe('201')
    await confirmTopUp(world.deps, reference)
    expect(await bookingsAt(park.id)).toEqual([{ status: 'active' }, { status: 'expired' }])
    expect(await balanceOf(world, driver)).toBe(435n)
  })

  test('pays for what the driver has reserved meanwhile', async () => {
    const { park, driver, reference } = await expireWhilePaying()
    await buildHold(world, driver, park)
    await confirmTopUp(world.deps, reference)
    expect(await bookingsAt(park.id)).toEqual([{ status: 'active' }, { status: 'expired' }])
    expect(await balanceOf(world, driver)).toBe(0n)
  })
})
