import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  changeTariff,
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  buildHold,
  mailsOf,
  buildPromo,
  outcomeOf,
  callQuote,
  setBalance,
  summarizeHistory,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { advanceBookings } from '../lifecycle/advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const leftAt = async (park_id: string, from = 8, length = 8) =>
  (await callQuote(world, { park_id, ...windowOf(world, from, length) })).body.available

const driverAndPark = async (capacity = 1, balance_minor = 10_000n) => {
  const park = await world.buildPark({ capacity })
  const driver = await world.buildDriver({ balance_minor })
  return { park, driver, calls: bookingCallsOf(world, driver) }
}

describe('a hold', () => {
  test('takes the space without charging and returns its expiry', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    expect(held).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      total: 4.35,
      due: 0,
      held_until: new Date(world.clock.now.getTime() + 10 * 60_000).toISOString(),
    })
    expect(await leftAt(park.id)).toBe(0)
    expect(await balanceOf(world, driver)).toBe(10_000n)
    const details = await calls.see(held.id)
    expect(details).toMatchObject({ pass: null, entries: [], can: { pay: true, cancel: false, extend: false } })
    expect(summarizeHistory(details)).toEqual(['held 09:03'])
    expect(await mailsOf(world, driver)).toEqual([])
    const other = await world.buildDriver({ balance_minor: 10_000n })
    const refused = await bookingCallsOf(world, other).book({
      park_id: park.id,
      plate: 'X 1',
      ...windowOf(world, 8, 8),
    })
    expect(outcomeOf(refused)).toBe('409 no_space')
    expect(outcomeOf(await calls.release(held.id))).toBe('204')
  })

  test('is paid at its price after a tariff change', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    await changeTariff(world, park, 999n)
    world.clock.advance(9)
    const paid = await calls.pay(held.id)
    expect(paid.status).toBe(201)
    expect(paid.body).toMatchObject({ id: held.id, status: 'active', payment_status: 'paid', held_until: null })
    expect(paid.body.lines).toEqual(held.lines)
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
    expect(await mailsOf(world, driver)).toEqual([expect.stringContaining(held.booking_code)])
    expect(await leftAt(park.id, 8, 4)).toBe(0)
    world.clock.advance(30)
    await advanceBookings(world.deps)
    expect(await calls.see(held.id)).toMatchObject({ status: 'active' })
    expect(outcomeOf(await calls.pay(held.id))).toBe('409 invalid_transition')
  })

  test('is paid by its owner only, with no other fields', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    const extraFields = { park_id: park.id, plate: 'ABC 123', ...windowOf(world, 8, 8), promo_code: 'X', notes: 'n' }
    const other = bookingCallsOf(world, await world.buildDriver({ balance_minor: 10_000n }))
    const before = await snapshotTables(world)
    const mixed = await calls.book({ hold_id: held.id, ...extraFields })
    expect(outcomeOf(mixed)).toBe('422 validation_failed')
    expect(fieldsOf(mixed)).toEqual(['end_time', 'notes', 'park_id', 'plate', 'promo_code', 'start_time'])
    expect(outcomeOf(await other.pay(held.id))).toBe('404 booking_not_found')
    expect(outcomeOf(await other.release(held.id))).toBe('404 booking_not_found')
    expect(outcomeOf(await calls.cancel(held.id))).toBe('409 invalid_transition')
    expect(await snapshotTables(world)).toEqual(before)
    await calls.release(held.id)
  })

  test('expires after ten minutes, frees the space and charges nothing', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    world.clock.advance(10)
    expect(outcomeOf(await calls.pay(held.id, { 'idempotency-key': 'late' }))).toBe('409 hold_expired')
    expect(outcomeOf(await calls.pay(held.id, { 'idempotency-key': 'late' }))).toBe('409 hold_expired')
    expect(outcomeOf(await calls.pay(held.id))).toBe('409 hold_expired')
    expect(await calls.see(held.id)).toMatchObject({ status: 'expired', can: { pay: false } })
    expect(await leftAt(park.id)).toBe(1)
    expect(await balanceOf(world, driver)).toBe(10_000n)
    expect(await mailsOf(world, driver)).toEqual([])
  })

  test('stays held if the balance is too low, with the missing amount', async () => {
    const { park, driver, calls } = await driverAndPark(1, 100n)
    const held = await buildHold(world, driver, park)
    const before = await snapshotTables(world)
    const unpaid = await calls.pay(held.id)
    expect(outcomeOf(unpaid)).toBe('402 insufficient_balance')
    expect(unpaid.problem).toMatchObject({ missing: { amount: 3.35, currency: 'CAD' } })
    expect(await snapshotTables(world)).toEqual(before)
    await setBalance(world, driver, 435n)
    expect(outcomeOf(await calls.pay(held.id))).toBe('201')
    expect(await balanceOf(world, driver)).toBe(0n)
  })

  test('holds and pays once for a repeated key', async () => {
    const { park, driver, calls } = await driverAndPark(3)
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const holdRequest = { quote_id: quote.body.quote_id, plate: 'ABC 123' }
    const key = { 'idempotency-key': 'hold-1' }
    const first = await calls.hold(holdRequest, key)
    expect((await calls.hold(holdRequest, key)).body).toEqual(first.body)
    expect(outcomeOf(await calls.hold({ ...holdRequest, plate: 'OTHER' }, key))).toBe('409 idempotency_key_reused')
    expect(await leftAt(park.id)).toBe(2)
    const paid = await calls.pay(first.body.id, { 'idempotency-key': 'pay-1' })
    expect((await calls.pay(first.body.id, { 'idempotency-key': 'pay-1' })).body).toEqual(paid.body)
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
  })

  test('never lasts longer than its booking window', async () => {
    const { park, calls } = await driverAndPark()
    world.clock.now = new Date('2026-11-21T11:12:00Z')
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 2) })
    world.clock.advance(9)
    const held = await calls.hold({ quote_id: quote.body.quote_id, plate: 'ABC 123' })
    expect(held.body.held_until).toBe('2026-11-21T11:30:00.000Z')
    world.clock.advance(9)
    expect(outcomeOf(await calls.pay(held.body.id))).toBe('409 hold_expired')
    // Nor can a quote for a past window be booked.
    world.clock.now = new Date('2026-11-21T11:28:00Z')
    const window = windowOf(world, 0, 2)
    const { quote_id } = (await callQuote(world, { park_id: park.id, ...window })).body
    world.clock.advance(17)
    const expired = await calls.book({ park_id: park.id, plate: 'ABC 123', ...window, quote_id })
    expect(outcomeOf(expired)).toBe('422 validation_failed')
    expect(fieldsOf(expired)).toEqual(['start_time'])
  })
})

describe('the expiry job', () => {
  test.each([1, 2])('expires a hold after days of downtime when run %i times', async (runs) => {
    const { park, driver, calls } = await driverAndPark()
    const promo = await buildPromo(world, { limit_per_person: 1 })
    const held = await buildHold(world, driver, park, {
      from: 96 * 5,
      length: 8,
      quoteFields: { promo_code: promo.code },
    })
    const until = held.held_until!
    world.clock.advance(3 * 24 * 60)
    for (let run = 0; run < runs; run += 1) await advanceBookings(world.deps)
    const details = await calls.see(held.id)
    expect(details).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
    expect(details.history.map(({ cause, actor, at }) => [cause, actor, at])).toEqual([
      ['held', 'driver', held.created_at],
      ['hold_over', 'clock', until],
    ])
    expect(await leftAt(park.id, 96 * 2, 8)).toBe(1)
    // The promo code can be used again.
    await buildHold(world, driver, park, { from: 96 * 2, length: 8, quoteFields: { promo_code: promo.code } })
  })

  test('expires it once when two run concurrently', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    world.clock.advance(11)
    await Promise.all([advanceBookings(world.deps), advanceBookings(world.deps)])
    expect((await calls.see(held.id)).history).toHaveLength(2)
    expect(await advanceBookings(world.deps)).toBe(0)
  })
})

test('a hold can be cancelled for free within ten minutes of its payment, also with the strict policy', async () => {
  const park = await world.buildPark({ cancellation: 'strict' })
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const calls = bookingCallsOf(world, driver)
  const held = await buildHold(world, driver, park, { from: 20, length: 4 })
  world.clock.advance(9)
  await calls.pay(held.id)
  const freeUntil = new Date(world.clock.now.getTime() + 10 * 60_000).toISOString()
  expect(await calls.see(held.id)).toMatchObject({ cancellation: { free_until: freeUntil } })
  world.clock.advance(9)
  expect((await calls.cancel(held.id)).body).toMatchObject({ refund_status: 'full' })
  expect(await balanceOf(world, driver)).toBe(10_000n)
})

describe('releasing a hold', () => {
  test('frees the space immediately, is idempotent and prevents payment', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    expect(outcomeOf(await calls.release(held.booking_code))).toBe('204')
    expect(outcomeOf(await calls.release(held.booking_code))).toBe('204')
    expect(await leftAt(park.id)).toBe(1)
    expect(summarizeHistory(await calls.see(held.id))).toEqual([
      `held ${held.created_at.slice(11, 16)}`,
      `given_up ${held.created_at.slice(11, 16)}`,
    ])
    expect(outcomeOf(await calls.pay(held.id))).toBe('409 hold_expired')
  })

  test('is refused for a paid booking', async () => {
    const { park, driver, calls } = await driverAndPark()
    const held = await buildHold(world, driver, park)
    await calls.pay(held.id)
    expect(outcomeOf(await calls.release(held.id))).toBe('409 invalid_transition')
    expect(await calls.see(held.id)).toMatchObject({ status: 'active' })
  })
})

describe('a hold is refused', () => {
  test('for a sixth concurrent hold', async () => {
    const { park, driver, calls } = await driverAndPark(8)
    const held = []
    for (let n = 0; n < 5; n += 1) held.push(await buildHold(world, driver, park))
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const holdRequest = { quote_id: quote.body.quote_id, plate: 'ABC 123', again: true }
    expect(outcomeOf(await calls.hold(holdRequest))).toBe('409 too_many_holds')
    await calls.release(held[0]!.id)
    expect(outcomeOf(await calls.hold(holdRequest))).toBe('201')
    world.clock.advance(10)
    // Expired holds don't count, even before the job has run.
    await buildHold(world, driver, park)
  })

  test('for a full park, an unknown quote and an expired quote', async () => {
    const { park, driver, calls } = await driverAndPark()
    const window = windowOf(world, 8, 8)
    const quote = await callQuote(world, { park_id: park.id, ...window })
    const holdRequest = { quote_id: quote.body.quote_id, plate: 'ABC 123' }
    expect(outcomeOf(await calls.hold({ ...holdRequest, quote_id: '01890000-0000-7000-8000-000000000000' }))).toBe(
      '409 quote_mismatch',
    )
    expect(fieldsOf(await calls.hold({ ...holdRequest, quote_id: 'x', plate: '', total: 1 }))).toEqual(
      expect.arrayContaining(['plate', 'quote_id']),
    )
    const held = await buildHold(world, driver, park)
    expect(outcomeOf(await calls.hold({ ...holdRequest, again: true }))).toBe('409 no_space')
    await calls.release(held.id)
    world.clock.advance(10)
    const expired = await calls.hold(holdRequest)
    expect(outcomeOf(expired)).toBe('409 quote_expired')
    expect(expired.problem).toMatchObject({ price: { amount: 4.35, currency: 'CAD' } })
  })

  test('with `quote_expired` for a quote whose window has started', async () => {
    const { park, calls } = await driverAndPark()
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 8) })
    world.clock.advance(20)
    expect(outcomeOf(await calls.hold({ quote_id: quote.body.quote_id, plate: 'ABC 123' }))).toBe('409 quote_expired')
  })

  test('for a promo code beyond the limit per person, held or paid', async () => {
    const { park, driver, calls } = await driverAndPark(5)
    const promo = await buildPromo(world, { limit_per_person: 1 })
    const window = { park_id: park.id, ...windowOf(world, 8, 8), promo_code: promo.code }
    const [first, other] = [await callQuote(world, window), await callQuote(world, window)]
    const held = await calls.hold({ quote_id: first.body.quote_id, plate: 'ABC 123' })
    expect(held.body).toMatchObject({ promo_code: promo.code, total: 3.55 })
    const second = { quote_id: other.body.quote_id, plate: 'ABC 123', again: true }
    expect(outcomeOf(await calls.hold(second))).toBe('409 promo_used')
    expect(outcomeOf(await calls.pay(held.body.id))).toBe('201')
    expect(await balanceOf(world, driver)).toBe(10_000n - 355n)
    expect(outcomeOf(await calls.hold(second))).toBe('409 promo_used')
  })
})
