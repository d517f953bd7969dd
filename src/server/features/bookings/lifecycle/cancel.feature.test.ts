import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPassImage } from '#contract/bookings/booking-changes.ts'
import { changeBookingStatus, getBooking, listBookings, previewBooking } from '#contract/bookings/bookings.ts'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  callQuote,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteExpiredQuotes } from '../quotes/quote-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const cancel = (driver: Driver, id: string, status = 'cancelled') =>
  world.call(changeBookingStatus, { params: { id }, query: { status }, token: driver.token })
const preview = async (driver: Driver, id: string) =>
  (await world.call(previewBooking, { params: { id }, query: { action: 'cancel' }, token: driver.token })).body
const details = async (driver: Driver, id: string) =>
  (await world.call(getBooking, { params: { bookingCode: id }, token: driver.token })).body

describe('cancelling', () => {
  test('refunds in full, frees the space, records history and invalidates the pass', async () => {
    const park = await world.buildPark({ capacity: 1 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, park, 8, 200)
    world.clock.advance(60)
    expect(await preview(driver, booking.id)).toEqual({
      action: 'cancel',
      allowed: true,
      refund: booking.total,
      total: booking.total,
      currency: 'CAD',
      until: booking.start_time,
      orders: [],
    })
    const cancelled = await cancel(driver, booking.booking_code)
    expect(cancelled.status).toBe(200)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', refund_status: 'full', refunded: booking.total })
    expect(await balanceOf(world, driver)).toBe(10_000n)
    const cancelledDetails = await details(driver, booking.id)
    expect(cancelledDetails.history.map(({ from, to, cause, actor }) => [from, to, cause, actor])).toEqual([
      [null, 'active', 'booked', 'driver'],
      ['active', 'cancelled', 'cancelled', 'driver'],
    ])
    expect(cancelledDetails.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['booking', -booking.total],
      ['refund', booking.total],
    ])
    expect(cancelledDetails).toMatchObject({ can: { cancel: false }, pass: null })
    expect((await world.call(getPassImage, { params: { bookingCode: booking.id }, token: driver.token })).status).toBe(
      404,
    )
    const mails = await world.db
      .selectFrom('mails')
      .select('subject')
      .where('to_address', '=', driver.email)
      .orderBy('created_at')
      .execute()
    expect(mails.at(-1)!.subject).toBe(`Booking cancelled: ${booking.booking_code}`)
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 4, 200) })).body.available).toBe(1)
  })

  test('is refused the second time', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, park)
    await cancel(driver, booking.id)
    const before = await snapshotTables(world)
    const repeated = await cancel(driver, booking.id)
    expect([repeated.status, repeated.problem.code]).toEqual([409, 'invalid_transition'])
    expect(await preview(driver, booking.id)).toMatchObject({ allowed: false, refund: 0, until: null })
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('refunds by the strict policy: in full until a day before, then half, nothing after the start', async () => {
    const park = await world.buildPark({ cancellation: 'strict', increment_minor: 101n, day_cap_minor: null })
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const soon = await buildPaidBooking(world, driver, park, 40, 4)
    expect(await preview(driver, soon.id)).toMatchObject({ refund: 1.36, until: '2026-11-21T10:13:20.000Z' })
    world.clock.advance(10)
    expect(await preview(driver, soon.id)).toMatchObject({ refund: 0.68, until: soon.start_time })
    const half = await cancel(driver, soon.id)
    expect(half.body).toMatchObject({ refund_status: 'partial', refunded: 0.68, total: 1.36 })
    const later = await buildPaidBooking(world, driver, park, 4 * 30, 4)
    world.clock.advance(60)
    expect(await preview(driver, later.id)).toMatchObject({ refund: later.total, allowed: true })
    world.clock.now = new Date(later.start_time)
    expect(await preview(driver, later.id)).toMatchObject({ refund: 0, allowed: true, until: null })
    const nothing = await cancel(driver, later.id)
    expect(nothing.body).toMatchObject({ status: 'cancelled', refund_status: 'none', refunded: 0 })
  })

  test('keeps the policy of the booking after the park changes its policy', async () => {
    const park = await world.buildPark({ cancellation: 'flexible' })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, park, 8, 4)
    await world.db.updateTable('parks').set({ cancellation: 'strict' }).where('id', '=', park.id).execute()
    world.clock.advance(30)
    expect((await cancel(driver, booking.id)).body.refunded).toBe(booking.total)
  })

  test('is refused after the end', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, park, 0, 4)
    expect((await cancel(driver, booking.id, 'active')).status).toBe(409)
    expect((await cancel(driver, booking.id, 'completed')).status).toBe(422)
    world.clock.now = new Date(booking.end_time)
    expect((await cancel(driver, booking.id)).problem.code).toBe('invalid_transition')
    expect(await preview(driver, booking.id)).toMatchObject({ allowed: false, refund: 0 })
  })
})

describe('the list', () => {
  test('sorts upcoming bookings soonest first and others newest first, by time and status', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const past = await buildPaidBooking(world, driver, park, 0, 2)
    const current = await buildPaidBooking(world, driver, park, 0, 40)
    const soon = await buildPaidBooking(world, driver, park, 20, 4)
    const later = await buildPaidBooking(world, driver, park, 60, 4)
    const gone = await buildPaidBooking(world, driver, park, 30, 4)
    await cancel(driver, gone.id)
    world.clock.advance(30)
    const list = async (status_filter?: string, more: object = {}) => {
      const answer = await world.call(listBookings, { query: { status_filter, ...more }, token: driver.token })
      return answer.body.items.map(({ id }) => id)
    }
    expect(await list('upcoming')).toEqual([soon.id, later.id])
    expect(await list('current')).toEqual([current.id])
    expect(await list('past')).toEqual([past.id])
    expect(await list('cancelled')).toEqual([gone.id])
    expect(await list('active')).toHaveLength(4)
    expect((await list()).slice(0, 3)).toEqual([later.id, gone.id, soon.id])
    expect(await list(undefined, { page: 2, size: 3 })).toHaveLength(2)
    expect(await list(undefined, { page: 9 })).toEqual([])
    for (const query of [{ page: 0 }, { size: 101 }, { status_filter: 'everything' }, { user_id: 'x' }])
      expect((await world.call(listBookings, { query, token: driver.token })).status).toBe(422)
  })
})

test('deletes old quotes and keeps today’s', async () => {
  const park = await world.buildPark()
  const first = await callQuote(world, { park_id: park.id, ...windowOf(world, 4, 4) })
  world.clock.advance(23 * 60)
  const second = await callQuote(world, { park_id: park.id, ...windowOf(world, 4, 4) })
  const countQuotes = async () => {
    await deleteExpiredQuotes(world.deps)
    const rows = await world.db.selectFrom('quotes').select('id').where('park_id', '=', park.id).execute()
    return rows.map(({ id }) => id).toSorted()
  }
  expect(await countQuotes()).toEqual([first.body.quote_id, second.body.quote_id].toSorted())
  world.clock.advance(75)
  expect(await countQuotes()).toEqual([second.body.quote_id])
})
