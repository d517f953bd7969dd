import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listBookings } from '#contract/bookings.ts'
import { createWorld, type World } from '#test/world.ts'
import {
  balanceOf,
  makeBooking,
  snapshotTables,
  expectConsistentData,
  sumLedgerEntries,
  makeHold,
  mailsOf,
  newScanPark,
  outcomeOf,
  requestQuote,
  summarizeHistory,
  windowOf,
  bookingCallsOf,
} from '#test/bookings-kit.ts'
import { advanceBookings } from './advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const tick = () => advanceBookings(world.deps)
const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const left = async (park_id: string, stay: { start_time: string; end_time: string }) =>
  (await requestQuote(world, { park_id, ...stay })).body.available
const nextDayNoon = () => {
  const day = new Date(Math.floor(world.clock.now.getTime() / 86_400_000) * 86_400_000 + 86_400_000)
  at(day.toISOString(), 12 * 60)
}

const scanned = async (balance_minor = 10_000n, capacity = 1) => {
  nextDayNoon()
  const park = await newScanPark(world, { capacity })
  const driver = await world.newDriver({ balance_minor })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

/** A car that came on time, stays `minutes` beyond its end, and leaves. Booked for an hour at 2.00 each. */
const overstayOf = async (balance_minor: bigint, minutes: number) => {
  const { park, driver, calls } = await scanned(balance_minor)
  const booking = await makeBooking(world, driver, park, 4, 4)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  at(booking.end_time, minutes)
  const gone = await calls.checkOut(booking.id)
  expect(outcomeOf(gone)).toBe('200')
  return { park, driver, calls, booking, gone: gone.body }
}

describe('where nobody looks', () => {
  test('who booked has come at the start and gone at the end', async () => {
    const park = await world.newPark({ capacity: 1 })
    const driver = await world.newDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time, 10)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'active', can: { check_out: true } })
    at(booking.end_time)
    await tick()
    const over = await calls.see(booking.id)
    expect(over).toMatchObject({
      status: 'completed',
      checked_in_at: booking.start_time,
      checked_out_at: booking.end_time,
      due: 0,
      can: { cancel: false, extend: false, renew: true, review: true, check_out: false },
    })
    expect(over.history.map(({ cause, actor, at: when }) => [cause, actor, when])).toEqual([
      ['booked', 'driver', booking.created_at],
      ['arrived', 'clock', booking.start_time],
      ['left', 'clock', booking.end_time],
    ])
    expect(await mailsOf(world, driver)).toHaveLength(1)
  })

  test('nobody has come before the stay was paid', async () => {
    nextDayNoon()
    world.clock.advance(2)
    const park = await world.newPark()
    const driver = await world.newDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const held = await makeHold(world, driver, park, 0, 4)
    world.clock.advance(6)
    await calls.pay(held.id)
    at(held.end_time, 1)
    await tick()
    expect(summarizeHistory(await calls.see(held.id))).toEqual([
      'held 12:02',
      'paid 12:08',
      'arrived 12:08',
      'left 13:00',
    ])
  })

  test('a driver who says that the car has left gives the rest of the space back', async () => {
    nextDayNoon()
    const park = await world.newPark({ capacity: 1 })
    const driver = await world.newDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await makeBooking(world, driver, park, 0, 12)
    world.clock.advance(40)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('200')
    expect(summarizeHistory(await calls.see(booking.id))).toEqual(['booked 12:00', 'arrived 12:00', 'left 12:40'])
    expect(await left(park.id, windowOf(world, 0, 1))).toBe(0)
    expect(await left(park.id, windowOf(world, 1, 9))).toBe(1)
    expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('409 invalid_transition')
  })
})

describe('where every car is scanned', () => {
  test('too early, the wrong park, in, out: the rest of the space can be booked', async () => {
    const { park, driver, calls } = await scanned()
    const other = await newScanPark(world)
    const booking = await makeBooking(world, driver, park, 4, 12)
    const before = await snapshotTables(world)
    at(booking.start_time, -6)
    const early = await calls.checkIn(booking.id, park.park_code)
    expect(outcomeOf(early)).toBe('409 too_early')
    expect(early.problem.message).toContain('07:55')
    const wrong = await calls.checkIn(booking.id, other.park_code)
    expect(outcomeOf(wrong)).toBe('409 wrong_park')
    expect(wrong.problem.message).toContain('Test garage')
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('409 invalid_transition')
    expect(await snapshotTables(world)).toEqual(before)
    at(booking.start_time, -5)
    const arrived = await calls.checkIn(booking.id, park.park_code.toLowerCase())
    expect(arrived.body).toMatchObject({ status: 'checked_in', checked_in_at: world.clock.now.toISOString() })
    expect(outcomeOf(await calls.checkIn(booking.id))).toBe('409 invalid_transition')
    expect(outcomeOf(await calls.cancel(booking.id))).toBe('409 invalid_transition')
    const current = await world.call(listBookings, { query: { status_filter: 'current' }, token: driver.token })
    expect(current.body.items.map(({ id }) => id)).toEqual([booking.id])
    at(booking.start_time, 61)
    const gone = await calls.checkOut(booking.id)
    expect(gone.body).toMatchObject({ status: 'completed', checked_out_at: world.clock.now.toISOString() })
    await makeBooking(world, driver, park, 1, 7)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', total: booking.total, due: 0 })
  })

  test('in and out before the start keeps the first quarter hour', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time, -3)
    await calls.checkIn(booking.id)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('200')
    expect(summarizeHistory(await calls.see(booking.id)).map((told) => told.split(' ')[0])).toEqual([
      'booked',
      'arrived',
      'left',
    ])
    expect(await left(park.id, windowOf(world, 1, 1))).toBe(0)
    expect(await left(park.id, windowOf(world, 2, 3))).toBe(1)
  })

  test('who never comes is a no-show at the end, and nothing comes back', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.end_time, -1)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'active' })
    at(booking.end_time)
    // The command comes before the clock.
    expect(outcomeOf(await calls.checkIn(booking.id))).toBe('409 invalid_transition')
    await tick()
    const whole = await calls.see(booking.id)
    expect(whole).toMatchObject({ status: 'no_show', refunded: 0, checked_in_at: null, can: { renew: true } })
    expect(whole.history.at(-1)).toMatchObject({ cause: 'never_came', actor: 'clock', at: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n)
  })

  test('a guest who is a little late to leave pays nothing, and counts as there', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 9)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({
      status: 'checked_in',
      can: { extend: true, check_out: true, auto_extend: false },
    })
    const current = await world.call(listBookings, { query: { status_filter: 'current' }, token: driver.token })
    expect(current.body.total).toBe(1)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('200')
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n)
    expect(await left(park.id, windowOf(world, 0, 2))).toBe(1)
  })

  test('within the grace the stay may still be extended', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 8)
    const end = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
    expect((await calls.extend(booking.id, end)).body).toMatchObject({ status: 'checked_in', end_time: end })
    at(end, -1)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'checked_in', total: 4.35 })
    await calls.checkOut(booking.id)
  })
})

describe('an overstay', () => {
  test('begins ten minutes after the end, keeps the space, and costs the ordinary price by the quarter of leaving', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 10)
    await tick()
    const over = await calls.see(booking.id)
    expect(over).toMatchObject({
      status: 'overstayed',
      can: { check_out: true, extend: false, cancel: false, plate: true, cannot_park: false, renew: false },
    })
    expect(over.history.at(-1)).toMatchObject({
      cause: 'stayed_over',
      actor: 'clock',
      at: world.clock.now.toISOString(),
    })
    // The quarter hour that runs is taken, the next one is not.
    expect(await left(park.id, windowOf(world, 0, 1))).toBe(0)
    expect(await left(park.id, windowOf(world, 1, 1))).toBe(1)
    at(booking.end_time, 65)
    await tick()
    expect(await left(park.id, windowOf(world, 0, 1))).toBe(0)
    const gone = await calls.checkOut(booking.id)
    // Until 75 minutes after the end: 2 h 15 are three begun hours.
    expect(gone.body).toMatchObject({ status: 'completed', total: 6.35, due: 0, end_time: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
    const whole = await calls.see(booking.id)
    expect(whole.history.slice(-2).map(({ cause, detail }) => [cause, detail])).toEqual([
      ['left', null],
      [
        'overstay_charged',
        { until: new Date(Date.parse(booking.end_time) + 75 * 60_000).toISOString(), amount: 4, owed: 0 },
      ],
    ])
    expect(whole.entries.map(({ amount }) => amount)).toEqual([-2.35, -4])
    expect(await mailsOf(world, driver)).toHaveLength(2)
  })

  test('is seen by the command that comes before the clock', async () => {
    const { gone, driver } = await overstayOf(10_000n, 20)
    // Within the second begun hour.
    expect(gone).toMatchObject({ status: 'completed', total: 4.35, due: 0 })
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  })

  test('is paid as far as the wallet goes; the rest is owed', async () => {
    const { gone, driver, calls, booking } = await overstayOf(235n + 150n, 20)
    expect(gone).toMatchObject({ total: 4.35, due: 0.5 })
    expect(await balanceOf(world, driver)).toBe(0n)
    expect(await sumLedgerEntries(world, 'customer_debt', driver.user_id)).toBe(-50n)
    expect(await calls.see(booking.id)).toMatchObject({ can: { pay_due: true, renew: true } })
  })

  test('takes no space that is sold, and ends after a day all the same', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    const next = await makeBooking(world, driver, park, 8, 8)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 10)
    await tick()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'overstayed' })
    expect(await tick()).toBe(0)
    await calls.cancel(next.id)
    at(booking.end_time, 24 * 60)
    await tick()
    const over = await calls.see(booking.id)
    expect(over).toMatchObject({ status: 'completed', checked_out_at: world.clock.now.toISOString() })
    expect(await tick()).toBe(0)
  })

  test('ends after a day where the space was sold all along', async () => {
    const { park, driver, calls } = await scanned(100_000n)
    const booking = await makeBooking(world, driver, park, 4, 4)
    await makeBooking(world, driver, park, 8, 96 * 2)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 30 * 60)
    expect(await tick()).toBeGreaterThan(0)
    const over = await calls.see(booking.id)
    expect(over).toMatchObject({
      status: 'completed',
      checked_out_at: new Date(Date.parse(booking.end_time) + 86_400_000).toISOString(),
    })
    expect(await tick()).toBe(0)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('409 invalid_transition')
  })

  test('all of it is right when nobody ran for a week', async () => {
    const { park, driver, calls } = await scanned(1_000n, 3)
    const booking = await makeBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 7 * 24 * 60)
    await tick()
    const whole = await calls.see(booking.id)
    const after = (minutes: number) => new Date(Date.parse(booking.end_time) + minutes * 60_000).toISOString()
    expect(whole.history.map(({ cause, actor, at: when }) => [cause, actor, when])).toEqual([
      ['booked', 'driver', booking.created_at],
      ['arrived', 'driver', booking.start_time],
      ['stayed_over', 'clock', after(10)],
      ['left', 'clock', after(24 * 60)],
      ['overstay_charged', 'clock', after(24 * 60)],
    ])
    // From 08:00 in Toronto to 09:00 a day later: the cap of both days.
    expect(whole).toMatchObject({ status: 'completed', total: 20.35, due: 10.35 })
    expect(await tick()).toBe(0)
  })
})

describe('the plate', () => {
  test('is put right until the exit, and each change is written down', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await makeBooking(world, driver, park, 4, 4)
    expect((await calls.plate(booking.id, ' new-1 ')).body.plate).toBe('NEW-1')
    await calls.plate(booking.id, 'NEW-1')
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 30)
    expect(outcomeOf(await calls.plate(booking.id, 'NEW 2'))).toBe('200')
    const other = bookingCallsOf(world, await world.newDriver())
    expect(outcomeOf(await other.plate(booking.id, 'MINE'))).toBe('404 booking_not_found')
    await calls.checkOut(booking.id)
    expect(outcomeOf(await calls.plate(booking.id, 'NEW 3'))).toBe('409 invalid_transition')
    const changes = (await calls.see(booking.id)).history.filter(({ cause }) => cause === 'plate_changed')
    expect(changes.map(({ to, detail }) => [to, detail])).toEqual([
      ['active', { from: 'ABC 123', to: 'NEW-1' }],
      ['overstayed', { from: 'NEW-1', to: 'NEW 2' }],
    ])
  })
})
