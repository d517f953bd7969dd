import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cancelBookingByPark } from '#contract/bookings/desk/booking-record.ts'
import { acceptParkReport } from '#contract/bookings/desk/park-reports.ts'
import { cancelDocuments } from '#contract/documents/desk/document-requests.ts'
import { cancelOrderByBranch, rejectOrder } from '#contract/orders/desk/order-record.ts'
import { closePark } from '#contract/parks/desk/capacity.ts'
import { deactivatePartner, removePartnerPark } from '#contract/partners/desk/partners.ts'
import { advanceOrders } from '#server/features/orders/lifecycle/advance-orders.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { scheduleNextStep } from '#server/features/orders/lifecycle/next-step.ts'
import { balanceOf, bookingCallsOf, buildPaidBooking, putInOntario } from '#test/kits/bookings-kit.ts'
import { insurance, buildPaidRequest } from '#test/kits/desk/staff-documents-kit.ts'
import { buildFees } from '#test/kits/document-kit.ts'
import { readOrder, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

/** Who cancels what, and the share of what was paid that goes back: everything, unless the driver cancels. */

let world: World
let admin: string
let branch: { id: string; currency: string }
let item_id: string
beforeAll(async () => {
  world = await createWorld()
  // Saturday noon in Toronto, while the branch is open.
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  admin = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, admin)
  item_id = await buildItem(world, { slug: 'blades', prices: { CAD: 1_000n } })
  await buildFees(world)
})
afterEach(() => world.expectBalancedLedger())
afterAll(() => world.close())

const paid_minor = 1_000_000n
const as = (id: string, body?: object) => ({ token: admin, params: { id }, ...(body && { body }) }) as never
const reason = { reason: 'closed' }

/** An hour before a strict booking with fees, tax and an extension, long after it was made. */
async function book(driver: Driver, partner = 'Test partner'): Promise<{ id: string; park: TestPark }> {
  const park = await world.buildPark({ cancellation: 'strict', partner })
  await putInOntario(world, park)
  const booking = await buildPaidBooking(world, driver, park, 8, 4)
  const calls = bookingCallsOf(world, driver)
  await calls.extend(booking.id, new Date(Date.parse(booking.end_time) + 3_600_000).toISOString())
  world.clock.advance(60)
  return { id: booking.id, park }
}
let operators = 0
/** Books like `book`; then staff close the car park for the time of the booking, which stays. */
async function bookAndClose(driver: Driver): Promise<{ id: string; park: TestPark }> {
  const booked = await book(driver)
  const { see } = bookingCallsOf(world, driver)
  const { start_time: starts_at, end_time: ends_at } = await see(booked.id)
  const body = { vehicle_class: null, starts_at, ends_at, reason: 'Flooded' }
  expect(await world.call(closePark, as(booked.park.id, body))).toMatchObject({ status: 200 })
  expect(await see(booked.id)).toMatchObject({ status: 'active', refund_status: 'none' })
  return booked
}
const place = async (driver: Driver, status: string) => {
  const { id } = await buildOrder(world, driver, branch, {
    lines: [{ item_id, quantity: 3, goods_minor: 3_000n }],
    order_type: 'delivery',
    delivery_minor: 400n,
    slot_starts_at: new Date(world.clock.now.getTime() + (1 + (slots += 1)) * 1_800_000),
  })
  await world.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
  return id
}
let slots = 0

const cancellations: Record<string, { share: 50 | 100; run: (driver: Driver) => Promise<unknown> }> = {
  'the driver, of a strict booking, within a day of its start': {
    share: 50,
    run: async (driver) => bookingCallsOf(world, driver).cancel((await book(driver)).id),
  },
  'the car park, of a strict booking with an extension': {
    share: 100,
    run: async (driver) => world.call(cancelBookingByPark, as((await book(driver)).id, { reason: 'Flooded' })),
  },
  'staff, who accept that a driver could not park': {
    share: 100,
    run: async (driver) => {
      const { id, park } = await book(driver)
      const calls = bookingCallsOf(world, driver)
      for (let n = 0; n < 2; n += 1) await calls.cannotPark((await buildPaidBooking(world, driver, park, 0, 4)).id)
      world.clock.advance(65)
      const reported = await calls.cannotPark(id)
      expect(reported.body.waits).toBe(true)
      return world.call(acceptParkReport, as(id))
    },
  },
  'the branch, which rejects an order': {
    share: 100,
    run: async (driver) => world.call(rejectOrder, as(await place(driver, 'pending'), reason)),
  },
  ...Object.fromEntries(
    ['accepted', 'processing', 'preparing', 'ready'].map((status) => [
      `the branch, of an order that is ${status}`,
      {
        share: 100 as const,
        run: async (driver: Driver) => world.call(cancelOrderByBranch, as(await place(driver, status), reason)),
      },
    ]),
  ),
  'the clock, of an order that the branch does not answer': {
    share: 100,
    run: async (driver) => {
      const id = await place(driver, 'pending')
      await world.db.transaction().execute(async (tx) => scheduleNextStep(tx, await lockOrder(tx, id), world.clock.now))
      world.clock.advance(30)
      await advanceOrders(world.deps)
      expect(await readOrder(world, id)).toMatchObject({ status: 'rejected' })
      return { status: 200 }
    },
  },
  'the car park, of a booking with an order that its branch has begun': {
    share: 100,
    run: async (driver) => {
      const { id } = await book(driver)
      for (const status of ['accepted', 'processing', 'ready'])
        await world.db
          .updateTable('orders')
          .set({ booking_id: id })
          .where('id', '=', await place(driver, status))
          .execute()
      return world.call(cancelBookingByPark, as(id, { reason: 'Flooded' }))
    },
  },
  'the driver, who could not use a car park that staff had closed': {
    share: 100,
    run: async (driver) => {
      const { id } = await bookAndClose(driver)
      world.clock.advance(65)
      return bookingCallsOf(world, driver).cannotPark(id, { reason: 'closed' })
    },
  },
  'the car park, of a booking in the time for which staff closed it': {
    share: 100,
    run: async (driver) => {
      const { id } = await bookAndClose(driver)
      return world.call(cancelBookingByPark, as(id, { reason: 'Closed' }))
    },
  },
  'the car park, of a booking that its operator must end before it is suspended': {
    share: 100,
    run: async (driver) => {
      const { id, park } = await book(driver, `Operator ${(operators += 1)}`)
      const { partner_id } = await world.db
        .selectFrom('parks')
        .select('partner_id')
        .where('id', '=', park.id)
        .executeTakeFirstOrThrow()
      const suspend = async () => world.call(deactivatePartner, as(partner_id!))
      const remove = async () => world.call(removePartnerPark, as(partner_id!, { park: park.park_code }))
      // Neither leaves a driver with a booking that nobody answers for.
      expect((await suspend()).problem).toMatchObject({ code: 'in_use', count: 1 })
      expect((await remove()).problem).toMatchObject({ code: 'park_booked', count: 1 })
      expect(await bookingCallsOf(world, driver).see(id)).toMatchObject({ status: 'active', refund_status: 'none' })
      const cancelled = await world.call(cancelBookingByPark, as(id, { reason: 'Suspended' }))
      expect([(await remove()).status, (await suspend()).status]).toEqual([200, 200])
      return cancelled
    },
  },
}

test.each(Object.entries(cancellations))('%s', async (_who, { share, run }) => {
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: paid_minor })
  expect(await run(driver)).toMatchObject({ status: 200 })
  const rows = await world.db
    .selectFrom('bookings')
    .select(['total_minor', 'refunded_minor'])
    .where('user_id', '=', driver.user_id)
    .unionAll(
      world.db.selectFrom('orders').select(['total_minor', 'refunded_minor']).where('user_id', '=', driver.user_id),
    )
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { total_minor, refunded_minor } of rows)
    expect(Number(refunded_minor)).toBe(Math.ceil((Number(total_minor) * share) / 100))
  const retained_minor = rows.reduce((sum, { total_minor, refunded_minor }) => sum + total_minor - refunded_minor, 0n)
  expect(await balanceOf(world, driver)).toBe(paid_minor - retained_minor)
})

test('staff, of a paid request for documents, our service included', async () => {
  const customer = await world.buildDriver({ country_code: 'NG', balance_minor: 100_000_000n })
  const id = await buildPaidRequest(world, customer, [insurance], 'delivery')
  expect((await world.call(cancelDocuments, as(id, { reason: 'Not possible' }))).status).toBe(200)
  const row = await world.db
    .selectFrom('document_requests')
    .select(['total_minor', 'refunded_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.refunded_minor).toBe(row.total_minor)
})
