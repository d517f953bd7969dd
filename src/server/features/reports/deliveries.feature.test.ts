import { afterAll, beforeAll, expect, test } from 'vitest'
import * as courierCalls from '#contract/deliveries/courier.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { deliveriesReport } from '#contract/reports/desk/deliveries.ts'
import { minute_ms } from '#contract/time.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk()
  await desk.renewCustomer()
})
afterAll(() => desk.world.close())

test('the report of deliveries counts what each courier did, and nothing of other branches', async () => {
  const { world, branch, manager, stranger } = desk
  const { token, user_id } = await world.buildDriver()
  await giveRole(world.db, { user_id, role: 'delivery_boy', branch_id: branch.id })
  await world.call(courierCalls.setDuty, { token, body: { on_duty: true } })
  const send = async (delivery_id: string, ...steps: object[]) => {
    const at = world.clock.now.toISOString()
    const sent = steps.map(
      (step) => ({ id: crypto.randomUUID(), at, delivery_id, ...step }) as courierCalls.CourierStep,
    )
    await world.call(courierCalls.sendSteps, { token, body: { sent_at: at, steps: sent } })
  }
  const ends: object[] = [
    { kind: 'handed_over', code: '4711' },
    { kind: 'brought_back', reason: 'customer_away' },
  ]
  for (const end of ends) {
    const order = await desk.place({ order_type: 'delivery' })
    await desk.act(orders.acceptOrder, order, {})
    await desk.act(orders.markOrderReady, order)
    const { id } = await world.db
      .selectFrom('deliveries')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    await world.call(courierCalls.acceptDelivery, { token, params: { id } })
    await send(id, { kind: 'picked_up' })
    world.clock.now = new Date(world.clock.now.getTime() + 12 * minute_ms)
    await send(id, end)
  }
  const rows = await world.call(deliveriesReport.endpoint, { token: manager.token })
  const own = rows.body.items.filter(({ courier_id }) => courier_id === user_id)
  expect(own).toMatchObject([
    {
      offered: 2,
      accepted: 2,
      delivered: 1,
      brought_back: 1,
      on_time: 1,
      on_time_percent: 100,
      median_minutes: 12,
      open: 0,
    },
  ])
  // What was brought back waits for its next attempt, which nobody has.
  expect(rows.body.items.find(({ courier_id }) => courier_id === null)).toMatchObject({ offered: 1, open: 1 })
  const totals = await world.call(deliveriesReport.totals, { token: manager.token, query: { by: 'courier' } as never })
  expect(totals.body.totals).toMatchObject([{ values: { offered: 3, delivered: 1, brought_back: 1, open: 1 } }])
  const elsewhere = await world.call(deliveriesReport.endpoint, { token: stranger.token })
  expect(elsewhere.body.items).toEqual([])
})
