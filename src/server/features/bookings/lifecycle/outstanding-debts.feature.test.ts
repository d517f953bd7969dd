import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { payOrder } from '#contract/orders/orders.ts'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  sumLedgerEntries,
  buildHold,
  buildScanPark,
  outcomeOf,
  setBalance,
  bookingRequestFor,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { buildCart, buildBranch, buildItem, order } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}

/** Creates a debt of 2.00 by a check-out twenty minutes after the end. */
const owing = async () => {
  const park = await buildScanPark(world, { capacity: 1 })
  const driver = await world.buildDriver({ balance_minor: 235n })
  const calls = bookingCallsOf(world, driver)
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  at(booking.start_time)
  await calls.checkIn(booking.id)
  at(booking.end_time, 20)
  expect((await calls.checkOut(booking.id)).body).toMatchObject({ total: 4.35, due: 2 })
  world.clock.advance(1)
  return { park, driver, calls, booking }
}

describe('a debt', () => {
  test('is required and paid first at the next booking', async () => {
    const { driver, calls, booking, park } = await owing()
    await setBalance(world, driver, 300n)
    const before = await snapshotTables(world)
    const refusedForMoney = await calls.book(bookingRequestFor(world, park, 4, 4))
    expect(outcomeOf(refusedForMoney)).toBe('402 insufficient_balance')
    expect(refusedForMoney.problem).toMatchObject({
      missing: { amount: 1.35, currency: 'CAD' },
      due: { amount: 2, currency: 'CAD' },
    })
    expect(await snapshotTables(world)).toEqual(before)
    await setBalance(world, driver, 435n)
    const key = { 'idempotency-key': 'again' }
    const booked = await calls.book(bookingRequestFor(world, park, 4, 4), key)
    expect(outcomeOf(booked)).toBe('201')
    expect((await calls.book(bookingRequestFor(world, park, 4, 4), key)).body).toEqual(booked.body)
    expect(await balanceOf(world, driver)).toBe(0n)
    expect(await sumLedgerEntries(world, 'customer_debt', driver.user_id)).toBe(0n)
    const paid = await calls.see(booking.id)
    expect(paid).toMatchObject({ due: 0, can: { pay_due: false } })
    expect(paid.history.at(-1)).toMatchObject({ cause: 'due_paid', detail: { amount: 2 } })
    expect(paid.entries.map(({ amount }) => amount)).toEqual([-2.35, -2])
  })

  test.each(['extension', 'renewal', 'hold'] as const)('is paid first at the next %s', async (what) => {
    const { driver, calls, booking, park } = await owing()
    const act = {
      extension: async () => {
        const now = await bookingBefore(driver, park.id)
        return () => calls.extend(now.id, new Date(Date.parse(now.end_time) + 3_600_000).toISOString())
      },
      renewal: async () => {
        // The quarter hour of the exit is still taken until then.
        world.clock.advance(15)
        return () => calls.renew(booking.id)
      },
      hold: async () => {
        const held = await buildHold(world, driver, park, { from: 8, length: 4 })
        return () => calls.pay(held.id)
      },
    }
    const perform = await act[what]()
    const price_minor = what === 'extension' ? 200n : 235n
    await setBalance(world, driver, price_minor + 199n)
    const refusedForMoney = await perform()
    expect(outcomeOf(refusedForMoney)).toBe('402 insufficient_balance')
    expect(refusedForMoney.problem).toMatchObject({ missing: { amount: 0.01 }, due: { amount: 2 } })
    expect(await calls.see(booking.id)).toMatchObject({ due: 2 })
    await setBalance(world, driver, price_minor + 200n)
    expect(outcomeOf(await perform())).toMatch(/^20/)
    expect(await balanceOf(world, driver)).toBe(0n)
    expect(await calls.see(booking.id)).toMatchObject({ due: 0 })
  })

  test.each(['placed', 'held and then paid'] as const)('is paid first with an order that is %s', async (way) => {
    const { driver, calls, booking } = await owing()
    const { token } = await world.buildDriver({ role: 'admin' })
    const branch = await buildBranch(world, token)
    const item_id = await buildItem(world, { slug: `blades-${branch.slug}`, prices: { CAD: 1_000n } })
    await buildCart(world, driver, branch, { item_id })
    const slot = new Date(Math.ceil(world.clock.now.getTime() / 86_400_000) * 86_400_000 + 15 * 3_600_000).toISOString()
    // Enough for the order, but not for the debt as well.
    await setBalance(world, driver, 1_299n)
    const refused = await order(world, driver, { total: 11, slot })
    expect(outcomeOf(refused)).toBe('402 insufficient_balance')
    expect(refused.problem).toMatchObject({
      missing: { amount: 0.01, currency: 'CAD' },
      due: { amount: 2, currency: 'CAD' },
    })
    expect(await calls.see(booking.id)).toMatchObject({ due: 2 })
    const held = way === 'placed' ? undefined : await order(world, driver, { total: 11, slot, hold: true })
    expect(held?.body.payment_status).toBe(held && 'unpaid')
    await setBalance(world, driver, 1_300n)
    const paid =
      held === undefined
        ? await order(world, driver, { total: 11, slot })
        : await world.call(payOrder, { token: driver.token, params: { id: held.body.id } })
    expect([paid.body.payment_status, await balanceOf(world, driver)]).toEqual(['paid', 0n])
    expect((await calls.see(booking.id)).history.at(-1)).toMatchObject({ cause: 'due_paid', detail: { amount: 2 } })
  })

  test('is shown in the preview of an extension until it is paid', async () => {
    const { driver, calls, park } = await owing()
    const { id, end_time } = await bookingBefore(driver, park.id)
    const later = (hours: number) => new Date(Date.parse(end_time) + hours * 3_600_000).toISOString()
    expect((await calls.previewExtend(id, later(1))).body).toMatchObject({ amount: 2, due: 2 })
    await setBalance(world, driver, 400n)
    expect(outcomeOf(await calls.extend(id, later(1)))).toBe('200')
    expect((await calls.previewExtend(id, later(2))).body).toMatchObject({ amount: 2, due: 0 })
  })

  /** Creates a booking of a driver who has debts, by way of a hold. */
  const bookingBefore = async (driver: Driver, park_id: string) => {
    const calls = bookingCallsOf(world, driver)
    const owed = await world.db
      .selectFrom('bookings')
      .select(['id', 'due_minor'])
      .where('user_id', '=', driver.user_id)
      .where('due_minor', '>', 0n)
      .executeTakeFirstOrThrow()
    await world.db.updateTable('bookings').set({ due_minor: 0n }).where('id', '=', owed.id).execute()
    await setBalance(world, driver, 235n)
    const booked = await calls.book({ park_id, plate: 'ABC 123', ...windowOf(world, 4, 4) })
    await world.db.updateTable('bookings').set({ due_minor: owed.due_minor }).where('id', '=', owed.id).execute()
    return booked.body
  }

  test('only affects payments in its currency', async () => {
    const { driver, calls, booking } = await owing()
    const foreignPark = await world.buildPark({ country_code: 'US', timezone: 'America/New_York' })
    await setBalance(world, driver, 10_000n, 'USD')
    expect(outcomeOf(await calls.book(bookingRequestFor(world, foreignPark, 4, 4)))).toBe('201')
    expect(await calls.see(booking.id)).toMatchObject({ due: 2 })
  })

  test('can be paid separately, once', async () => {
    const { driver, calls, booking } = await owing()
    expect(outcomeOf(await calls.payDue(booking.id))).toBe('402 insufficient_balance')
    await setBalance(world, driver, 1_000n)
    const other = bookingCallsOf(world, await world.buildDriver({ balance_minor: 1_000n }))
    expect(outcomeOf(await other.payDue(booking.id))).toBe('404 booking_not_found')
    const key = { 'idempotency-key': 'due' }
    const paid = await calls.payDue(booking.id, key)
    expect(paid.body).toMatchObject({ due: 0, total: 4.35 })
    expect((await calls.payDue(booking.id, key)).body).toEqual(paid.body)
    expect(outcomeOf(await calls.payDue(booking.id))).toBe('409 invalid_transition')
    expect(await balanceOf(world, driver)).toBe(800n)
  })
})
