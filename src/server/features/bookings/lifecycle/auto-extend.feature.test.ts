import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import {
  balanceOf,
  buildPaidBooking,
  expectConsistentData,
  fieldsOf,
  mailsOf,
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

const runJob = () => advanceBookings(world.deps)
const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const later = (instant: string, quarters: number) => new Date(Date.parse(instant) + quarters * 900_000).toISOString()

/** Books one hour (2.00 per hour or part thereof) with automatic extension by up to `quarters` quarter hours. */
const stayOf = async (quarters: number, want: { scan?: boolean; capacity?: number; language?: 'en' | 'fr' } = {}) => {
  const { scan = true, capacity = 1, language = 'en' } = want
  const park = await (scan ? buildScanPark(world, { capacity }) : world.buildPark({ capacity }))
  const driver = await world.buildDriver({ balance_minor: 10_000n, language })
  const calls = bookingCallsOf(world, driver)
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const until = later(booking.end_time, quarters)
  const set = await calls.autoExtend(booking.id, until)
  expect(set.body).toMatchObject({ id: booking.id, auto_extend_until: until, end_time: booking.end_time })
  return { park, driver, calls, booking, until }
}

test('extends by quarter hours, five minutes before each end, up to the driver’s limit', async () => {
  const { driver, calls, booking, until } = await stayOf(6)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  at(booking.end_time, -6)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ end_time: booking.end_time })
  at(booking.end_time, -5)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ end_time: later(booking.end_time, 1), total: 4.35 })
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ end_time: later(booking.end_time, 1) })
  at(until, -5)
  await runJob()
  const last = await calls.see(booking.id)
  // 2.5 hours cost three hours.
  expect(last).toMatchObject({ status: 'checked_in', end_time: until, total: 6.35 })
  expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
  const steps = last.history.filter(({ cause }) => cause === 'auto_extended')
  expect(steps.map(({ actor, at: when }) => [actor, when])).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => ['clock', new Date(Date.parse(later(booking.end_time, n)) - 300_000).toISOString()]),
  )
  at(until, 10)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ status: 'overstayed', end_time: until })
  await calls.checkOut(booking.id)
})

test.each([true, false])(
  'keeps the order of a history that begins in the running quarter (check-in: %s)',
  async (scan) => {
    const park = await (scan ? buildScanPark(world, { capacity: 1 }) : world.buildPark({ capacity: 1 }))
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const quarter = Math.ceil(world.clock.now.getTime() / 900_000) * 900_000
    // A quote that is held late and paid later: the extension was due two minutes before the payment.
    world.clock.now = new Date(quarter + 14 * 60_000)
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 2) })
    world.clock.advance(9)
    const held = await calls.hold({ quote_id: quote.body.quote_id, plate: 'ABC 123' })
    world.clock.advance(4)
    const booking = (await calls.pay(held.body.id)).body
    await calls.autoExtend(booking.id, later(booking.end_time, 2))
    if (scan) await calls.checkIn(booking.id)
    await runJob()
    const { history, end_time } = await calls.see(booking.id)
    expect(end_time).toBe(later(booking.end_time, 1))
    expect(history.map(({ cause }) => cause)).toEqual(['held', 'paid', 'arrived', 'auto_extended'])
    const times = history.map(({ at: when }) => when)
    expect(times).toEqual(times.toSorted())
    expect(times[1]).toBe(world.clock.now.toISOString())
    const entry = {
      id: newId(0),
      booking_id: booking.id,
      from_status: 'active',
      to_status: 'active',
      cause: 'x',
      actor: 'clock',
    }
    await expect(
      world.db
        .insertInto('booking_history')
        .values({ ...entry, at: new Date(Date.parse(times[1]!) - 1) })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'booking_history_order' })
  },
)

test('catches up on all steps after downtime', async () => {
  const { driver, calls, booking, until } = await stayOf(6, { scan: false })
  at(booking.end_time, 5 * 24 * 60)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', end_time: until, checked_out_at: until })
  expect(await balanceOf(world, driver)).toBe(10_000n - 635n)
  expect(await runJob()).toBe(0)
})

test('ends with the exit', async () => {
  const { park, driver, calls, booking } = await stayOf(20)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  at(booking.end_time, 3)
  // The command applies the due step first.
  const checkedOut = await calls.checkOut(booking.id)
  expect(checkedOut.body).toMatchObject({
    status: 'completed',
    end_time: later(booking.end_time, 1),
    auto_extend_until: null,
  })
  at(booking.end_time, 24 * 60)
  expect(await runJob()).toBe(0)
  expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 4) })).body.available).toBe(1)
})

test.each([
  ['no space', 'en', /couldn’t extend/],
  ['no space', 'fr', /n’a pas pu être prolongée|pas pu/],
  ['no money', 'en', /couldn’t extend/],
] as const)('stops if there is %s and mails the driver in %s', async (why, language, subject) => {
  const { park, driver, calls, booking } = await stayOf(8, { language })
  at(booking.start_time)
  if (why === 'no space') {
    const other = await world.buildDriver({ balance_minor: 10_000n })
    await buildPaidBooking(world, other, park, 4, 4)
  } else await setBalance(world, driver, 199n)
  await calls.checkIn(booking.id)
  const before = await balanceOf(world, driver)
  at(booking.end_time, -4)
  await runJob()
  const stopped = await calls.see(booking.id)
  expect(stopped).toMatchObject({ status: 'checked_in', end_time: booking.end_time, auto_extend_until: null })
  expect(stopped.history.at(-1)).toMatchObject({
    cause: 'auto_extend_failed',
    actor: 'clock',
    at: new Date(Date.parse(booking.end_time) - 300_000).toISOString(),
  })
  expect(await balanceOf(world, driver)).toBe(before)
  expect((await mailsOf(world, driver)).at(-1)).toMatch(subject)
  await calls.checkOut(booking.id)
})

test('does not extend a no-show at a park with check-in', async () => {
  const { driver, calls, booking } = await stayOf(8)
  at(booking.end_time, 1)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({
    status: 'no_show',
    end_time: booking.end_time,
    auto_extend_until: null,
  })
  expect(await balanceOf(world, driver)).toBe(10_000n - 235n)
})

test('extends at a park that requires no check-in, and assumes that the driver has come', async () => {
  const { calls, booking } = await stayOf(1, { scan: false })
  at(booking.end_time, -5)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ status: 'checked_in', end_time: later(booking.end_time, 1) })
  at(booking.end_time, 15)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', checked_in_at: booking.start_time })
})

test('can be turned off, and turned on in the last minutes', async () => {
  const { driver, calls, booking } = await stayOf(8)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  expect((await calls.autoExtend(booking.id, null)).body.auto_extend_until).toBeNull()
  at(booking.end_time, -2)
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ end_time: booking.end_time })
  await calls.autoExtend(booking.id, later(booking.end_time, 1))
  await runJob()
  expect(await calls.see(booking.id)).toMatchObject({ end_time: later(booking.end_time, 1) })
  expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  await calls.checkOut(booking.id)
})

describe('is refused', () => {
  test('for an invalid limit', async () => {
    const { calls, booking } = await stayOf(8)
    for (const until of [booking.end_time, later(booking.start_time, 30 * 96 + 1), '2026-11-21T12:05:00Z', 'soon']) {
      const refused = await calls.autoExtend(booking.id, until)
      expect(outcomeOf(refused)).toBe('422 validation_failed')
      expect(fieldsOf(refused)).toEqual(['until'])
    }
    const tooFar = await calls.autoExtend(booking.id, later(booking.start_time, 30 * 96 + 1))
    expect(tooFar.problem.errors![0]!.message).toContain('30 days')
    expect(outcomeOf(await calls.autoExtend(booking.id, later(booking.start_time, 30 * 96)))).toBe('200')
    await calls.cancel(booking.id)
  })

  test('for another driver’s, a cancelled or a past booking', async () => {
    const { calls, booking } = await stayOf(8)
    const other = bookingCallsOf(world, await world.buildDriver())
    expect(outcomeOf(await other.autoExtend(booking.id, null))).toBe('404 booking_not_found')
    expect((await calls.cancel(booking.id)).body.auto_extend_until).toBeNull()
    expect(outcomeOf(await calls.autoExtend(booking.id, later(booking.end_time, 1)))).toBe('409 invalid_transition')
    at(booking.end_time, 60)
    expect(await runJob()).toBe(0)
  })
})

test('continues after a manual extension', async () => {
  const { calls, booking, until } = await stayOf(8)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  await calls.extend(booking.id, later(booking.end_time, 7))
  at(later(booking.end_time, 7), -5)
  await runJob()
  const seen = await calls.see(booking.id)
  expect(seen).toMatchObject({ end_time: until })
  expect(seen.history.filter(({ cause }) => cause === 'auto_extended')).toHaveLength(1)
  await calls.checkOut(booking.id)
})

describe('a later booking of the same vehicle, made after the extension was chosen', () => {
  // A minute passes within the quarter hour between what is booked and what is chosen.
  beforeEach(() => {
    world.clock.now = new Date((Math.floor(world.clock.now.getTime() / 900_000) + 1) * 900_000 + 60_000)
  })
  /** The same driver and plate again, from `after` quarter hours behind the end of the first booking. */
  const bookLater = async ({ park, driver }: Awaited<ReturnType<typeof stayOf>>, after: number) => {
    world.clock.advance(1)
    return buildPaidBooking(world, driver, park, 8 + after, 4)
  }

  test.each([true, false])('is extended to its beginning at most, and goes on (check-in: %s)', async (scan) => {
    const stay = await stayOf(8, { scan, capacity: 2 })
    const { calls, driver, booking } = stay
    const next = await bookLater(stay, 1)
    if (scan) {
      at(booking.start_time)
      await calls.checkIn(booking.id)
    }
    at(next.end_time, -30)
    await runJob()
    const first = await calls.see(booking.id)
    expect(first).toMatchObject({ status: 'completed', end_time: next.start_time, auto_extend_until: null })
    expect(first.history.map(({ cause }) => cause).slice(-3)).toEqual(['auto_extended', 'auto_extend_met', 'left'])
    expect(await calls.see(next.id)).toMatchObject({ status: scan ? 'checked_in' : 'active' })
    // 1 hour, then 1.25 hours at the price of two, and the later hour: nothing is charged twice.
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n - 235n)
    expect((await mailsOf(world, driver)).some((subject) => /couldn’t extend|Overstay/i.test(subject))).toBe(false)
    at(next.end_time, -1)
    await calls.checkOut(next.id)
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n - 235n)
  })

  test('takes over at once where it begins at the end', async () => {
    const stay = await stayOf(8, { capacity: 2 })
    const { calls, driver, booking } = stay
    const next = await bookLater(stay, 0)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(next.start_time, 20)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ status: 'completed', end_time: booking.end_time })
    expect(await calls.see(next.id)).toMatchObject({ status: 'checked_in', checked_in_at: next.start_time })
    await calls.checkOut(next.id)
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n - 235n)
  })

  test('does not end one that was chosen although the driver had it', async () => {
    const park = await buildScanPark(world, { capacity: 2 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    const next = await buildPaidBooking(world, driver, park, 9, 4)
    world.clock.advance(1)
    const until = later(booking.end_time, 2)
    expect(outcomeOf(await calls.autoExtend(booking.id, until))).toBe('409 already_booked')
    expect((await calls.autoExtend(booking.id, until, true)).status).toBe(200)
    at(booking.start_time)
    await calls.checkIn(booking.id)
    at(until, -3)
    await runJob()
    expect(await calls.see(booking.id)).toMatchObject({ end_time: until })
    await calls.checkOut(booking.id)
    await calls.cancel(next.id)
  })
})
