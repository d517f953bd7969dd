import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '#contract/notifications/desk.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk()
  await desk.renewCustomer()
})
afterAll(() => desk.world.close())

test('an order that was brought back three times goes out again only by a manager, who is asked', async () => {
  const { world, manager, employee } = desk
  const order = await desk.place({ order_type: 'delivery' })
  await desk.act(contract.acceptOrder, order, {})
  await desk.act(contract.markOrderReady, order)
  const noticed = async ({ token }: { token: string }) =>
    (await world.call(listNotices, { token })).body.items.map(({ title }) => title)
  for (let n = 0; n < 3; n += 1) {
    expect(await noticed(manager)).toEqual([])
    expect(await desk.act(contract.sendOrder, order)).toBe(200)
    expect(await desk.act(contract.returnOrderToBranch, order, { reason: 'customer_away' })).toBe(200)
  }
  expect(await noticed(manager)).toEqual([`Brought back 3 times: ${order.order_number}`])
  expect(await noticed(employee)).toEqual([])
  expect(await desk.act(contract.sendOrder, order)).toBe('409 manager_needed')
  expect(await desk.act(contract.sendOrder, order, undefined, manager)).toBe(200)
})
