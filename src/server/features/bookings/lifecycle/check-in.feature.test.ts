import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listBookings } from '#contract/bookings/bookings.ts'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  sumLedgerEntries,
  buildHold,
  mailsOf,
  buildScanPark,
  outcomeOf,
  callQuote,
  summarizeHistory,
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

const runJob = () => advanceBookings(world.deps)
const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const left = async (park_id: string, stay: { start_time: string; end_time: string }) =>
  (await callQuote(world, { park_id, ...stay })).body.available
const nextDayNoon = () => {
  const day = new Date(Math.floor(world.clock.now.getTime() / 86_400_000) * 86_400_000 + 86_400_000)
  at(day.toISOString(), 12 * 60)
}

const scanned = async (balance_minor = 10_000n, capacity = 1) => {
  nextDayNoon()
  const park = await buildScanPark(world, { capacity })
  const driver = await world.buildDriver({ balance_minor })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

/** Books an hour at 2.00, checks in on time and checks out `minutes` after the end. */
const overstayOf = async (balance_minor: bigint, minutes: number) => {
  const { park, driver, calls } = await scanned(balance_minor)
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  at(booking.end_time, minutes)
  const checkedOut = await calls.checkOut(booking.id)
  expect(outcomeOf(checkedOut)).toBe('200')
  return { park, driver, calls, booking, checkedOut: checkedOut.body }
}

describe('a park without check-in', () => {
  test('checks in at the start and out at the end', async () => {
    const park = await world.buildPark({ capacity: 1 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time, 10)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'active', can: { check_out: true } })
    at(booking.end_time)
    await runJob()
    const overstayed = await calls.see(booking.id)
    expect(overstayed).toMatchObject({
      status: 'completed',
      checked_in_at: booking.start_time,
      checked_out_at: booking.end_time,
      due: 0,
      can: { cancel: false, extend: false, renew: true, review: true, check_out: false },
    })
    expect(overstayed.history.map(({ cause, actor, at: when }) => [cause, actor, when])).toEqual([
      ['booked', 'driver', booking.created_at],
      ['arrived', 'clock', booking.start_time],
      ['left', 'clock', booking.end_time],
    ])
    expect(await mailsOf(world, driver)).toHaveLength(1)
  })

  test('does not check in before the payment', async () => {
    nextDayNoon()
    world.clock.advance(2)
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const held = await buildHold(world, driver, park, { from: 0, length: 4 })
    world.clock.advance(6)
    await calls.pay(held.id)
    at(held.end_time, 1)
    await runJob()
    expect(summarizeHistory(await calls.see(held.id))).toEqual([
      'held 12:02',
      'paid 12:08',
      'arrived 12:08',
      'left 13:00',
    ])
  })

  test('releases the rest of the space when the driver checks out', async () => {
    nextDayNoon()
    const park = await world.buildPark({ capacity: 1 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 0, 12)
    world.clock.advance(40)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('200')
    expect(summarizeHistory(await calls.see(booking.id))).toEqual(['booked 12:00', 'arrived 12:00', 'left 12:40'])
    expect(await left(park.id, windowOf(world, 0, 2))).toBe(0)
    expect(await left(park.id, windowOf(world, 1, 9))).toBe(1)
    expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('409 invalid_transition')
  })
})

describe('a park with check-in', () => {
  test('refuses early check-in and the wrong park, and frees the rest of the space after the exit', async () => {
    const { park, driver, calls } = await scanned()
    const other = await buildScanPark(world)
    const booking = await buildPaidBooking(world, driver, park, 4, 12)
    const before = await snapshotTables(world)
    at(booking.start_time, -6)
    const early = await calls.checkIn(booking.id, park.park_code)
    expect(outcomeOf(early)).toBe('409 too_early')
    expect(early.problem.message).toMatch(/7:55\sAM/)
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
    const checkedOut = await calls.checkOut(booking.id)
    expect(checkedOut.body).toMatchObject({ status: 'completed', checked_out_at: world.clock.now.toISOString() })
    await buildPaidBooking(world, driver, park, 1, 7)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', total: booking.total, due: 0 })
  })

  test('keeps the first quarter hour after entry and exit before the start', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time, -3)
    await calls.checkIn(booking.id)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('200')
    expect(summarizeHistory(await calls.see(booking.id)).map((entry) => entry.split(' ')[0])).toEqual([
      'booked',
      'arrived',
      'left',
    ])
    expect(await left(park.id, windowOf(world, 1, 1))).toBe(0)
    expect(await left(park.id, windowOf(world, 2, 3))).toBe(1)
  })

  test('marks a driver who never arrives as a no-show without refund', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.end_time, -1)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'active' })
    at(booking.end_time)
    // The command runs before the job.
    expect(outcomeOf(await calls.checkIn(booking.id))).toBe('409 invalid_transition')
    await runJob()
    const details = await calls.see(booking.id)
    expect(details).toMatchObject({ status: 'no_show', refunded: 0, checked_in_at: null, can: { renew: true } })
    expect(details.history.at(-1)).toMatchObject({ cause: 'never_came', actor: 'clock', at: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n)
  })

  test('charges nothing for leaving within the grace period', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 9)
    await runJob()
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

  test('allows an extension within the grace period', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 8)
    const end = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
    expect((await calls.extend(booking.id, end)).body).toMatchObject({ status: 'checked_in', end_time: end })
    at(end, -1)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'checked_in', total: 4.35 })
    await calls.checkOut(booking.id)
  })
})

describe('an overstay', () => {
  test('starts ten minutes after the end, keeps the space and costs the ordinary price until the exit’s quarter hour', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 10)
    await runJob()
    const overstayed = await calls.see(booking.id)
    expect(overstayed).toMatchObject({
      status: 'overstayed',
      can: { check_out: true, extend: false, cancel: false, plate: true, cannot_park: false, renew: false },
    })
    expect(overstayed.history.at(-1)).toMatchObject({
      cause: 'stayed_over',
      actor: 'clock',
      at: world.clock.now.toISOString(),
    })
    // The current quarter hour is taken, the next one is not.
    expect(await left(park.id, windowOf(world, 0, 2))).toBe(0)
    expect(await left(park.id, windowOf(world, 1, 1))).toBe(1)
    at(booking.end_time, 65)
    await runJob()
    expect(await left(park.id, windowOf(world, 0, 2))).toBe(0)
    const checkedOut = await calls.checkOut(booking.id)
    // Until 75 minutes after the end: 2 h 15 min cost three hours.
    expect(checkedOut.body).toMatchObject({ status: 'completed', total: 6.35, due: 0, end_time: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
    const details = await calls.see(booking.id)
    expect(details.history.slice(-2).map(({ cause, detail }) => [cause, detail])).toEqual([
      ['left', null],
      [
        'overstay_charged',
        { until: new Date(Date.parse(booking.end_time) + 75 * 60_000).toISOString(), amount: 4, owed: 0 },
      ],
    ])
    expect(details.entries.map(({ amount }) => amount)).toEqual([-2.35, -4])
    expect(await mailsOf(world, driver)).toHaveLength(2)
  })

  test('is applied by a command that runs before the job', async () => {
    const { checkedOut, driver } = await overstayOf(10_000n, 20)
    // Within the second hour.
    expect(checkedOut).toMatchObject({ status: 'completed', total: 4.35, due: 0 })
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  })

  test('is paid from the balance; the rest becomes a debt', async () => {
    const { checkedOut, driver, calls, booking } = await overstayOf(235n + 150n, 20)
    expect(checkedOut).toMatchObject({ total: 4.35, due: 0.5 })
    expect(await balanceOf(world, driver)).toBe(0n)
    expect(await sumLedgerEntries(world, 'customer_debt', driver.user_id)).toBe(-50n)
    expect(await calls.see(booking.id)).toMatchObject({ can: { pay_due: true, renew: true } })
  })

  test('takes no sold space and ends after a day', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    const other = await world.buildDriver({ balance_minor: 10_000n })
    const next = await buildPaidBooking(world, other, park, 8, 8)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 10)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'overstayed' })
    expect(await runJob()).toBe(0)
    await bookingCallsOf(world, other).cancel(next.id)
    at(booking.end_time, 24 * 60)
    await runJob()
    const overstayed = await calls.see(booking.id)
    expect(overstayed).toMatchObject({ status: 'completed', checked_out_at: world.clock.now.toISOString() })
    expect(await runJob()).toBe(0)
  })

  test('ends after a day if the space was sold throughout', async () => {
    const { park, driver, calls } = await scanned(100_000n)
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    const other = await world.buildDriver({ balance_minor: 100_000n })
    await buildPaidBooking(world, other, park, 8, 96 * 2)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 30 * 60)
    expect(await runJob()).toBeGreaterThan(0)
    const overstayed = await calls.see(booking.id)
    expect(overstayed).toMatchObject({
      status: 'completed',
      checked_out_at: new Date(Date.parse(booking.end_time) + 86_400_000).toISOString(),
    })
    expect(await runJob()).toBe(0)
    expect(outcomeOf(await calls.checkOut(booking.id))).toBe('409 invalid_transition')
  })

  test('is charged correctly after a week of downtime', async () => {
    const { park, driver, calls } = await scanned(1_000n, 3)
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 7 * 24 * 60)
    await runJob()
    const details = await calls.see(booking.id)
    const after = (minutes: number) => new Date(Date.parse(booking.end_time) + minutes * 60_000).toISOString()
    expect(details.history.map(({ cause, actor, at: when }) => [cause, actor, when])).toEqual([
      ['booked', 'driver', booking.created_at],
      ['arrived', 'driver', booking.start_time],
      ['stayed_over', 'clock', after(10)],
      ['left', 'clock', after(24 * 60)],
      ['overstay_charged', 'clock', after(24 * 60)],
    ])
    // 08:00 to 09:00 the next day in Toronto: the daily caps of both days.
    expect(details).toMatchObject({ status: 'completed', total: 20.35, due: 10.35 })
    expect(await runJob()).toBe(0)
  })
})

describe('the plate', () => {
  test('can be corrected until the exit, and each change is recorded', async () => {
    const { park, driver, calls } = await scanned()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    expect((await calls.plate(booking.id, ' new-1 ')).body.plate).toBe('NEW-1')
    await calls.plate(booking.id, 'NEW-1')
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(booking.end_time, 30)
    expect(outcomeOf(await calls.plate(booking.id, 'NEW 2'))).toBe('200')
    const other = bookingCallsOf(world, await world.buildDriver())
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
