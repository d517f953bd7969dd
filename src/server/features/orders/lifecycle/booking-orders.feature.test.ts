import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewBooking, type CancelPreview } from '#contract/bookings/bookings.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { balanceOf, bookingCallsOf, mailsOf } from '#test/kits/bookings-kit.ts'
import { buildCart, buildBranch, buildItem, order } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('cancelling a booking cancels the orders that can still be, and names the others before', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token)
  const park = await world.buildPark({ country_code: 'CA', timezone: 'America/Toronto' })
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  const item_id = await buildItem(world, { slug: 'blades', prices: { CAD: 1_000n } })
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 20_000n })
  const times = { start_time: '2026-11-21T13:00:00Z', end_time: '2026-11-21T18:00:00Z' }
  const booking = (await bookingCallsOf(world, driver).book({ park_id: park.id, plate: 'ABC 1', ...times })).body
  const bay = { order_type: 'delivery', park: park.park_code, booking_code: booking.booking_code }
  const place = async () => {
    await buildCart(world, driver, branch, { item_id })
    return (await order(world, driver, { total: 11, ...bay })).body
  }
  const first = await place()
  // Orders are listed in the order in which they were placed.
  world.clock.advance(1)
  const second = await place()
  await world.db.updateTable('orders').set({ status: 'processing' }).where('id', '=', second.id).execute()
  const paid = await balanceOf(world, driver)
  const preview = await world.call(previewBooking, {
    token: driver.token,
    params: { id: booking.id },
    query: { action: 'cancel' },
  })
  const { refund, orders } = preview.body as CancelPreview
  const total = { amount: 11, currency: 'CAD' }
  expect(orders).toEqual([
    { order_number: first.order_number, total, is_cancelled: true },
    { order_number: second.order_number, total, is_cancelled: false },
  ])
  expect((await bookingCallsOf(world, driver).cancel(booking.id)).status).toBe(200)
  expect(await balanceOf(world, driver)).toBe(paid + BigInt(Math.round(refund * 100)) + 1_100n)
  const read = async (id: string) => (await world.call(getOrder, { token: driver.token, params: { id } })).body
  expect(await read(first.id)).toMatchObject({ status: 'canceled', refund_status: 'full' })
  expect(await read(second.id)).toMatchObject({ status: 'processing', refund_status: 'none' })
  expect(await mailsOf(world, driver)).toContain(`Order cancelled: ${first.order_number}`)
  await world.expectBalancedLedger()
})
