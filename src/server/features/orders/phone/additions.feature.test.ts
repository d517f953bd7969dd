import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelAdditions, getOrderRecord, rejectOrder } from '#contract/orders/desk/order-record.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import { downloadOrderReceipt, getOrder } from '#contract/orders/orders.ts'
import { balanceOf } from '#test/kits/bookings-kit.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { firstSlot, outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: PhoneDesk
beforeAll(async () => {
  desk = await openPhoneDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('items added to an order', () => {
  test('are a second order for the same customer, destination and time, which both name', async () => {
    const first = await desk.paidOrder({ order_type: 'delivery', park: desk.park.park_code, level: '3', bay: '7' })
    const before = (await desk.world.call(getOrderRecord, { token: desk.employee.token, params: { id: first.id } }))
      .body
    const { status, body } = await desk.add(first.id)
    expect([status, body.amends, body.total.amount, body.delivery?.amount]).toEqual([200, first.order_number, 3.3, 0])
    expect(body).toMatchObject({
      source: 'phone',
      customer_id: desk.customer.user_id,
      destination: first.destination,
      slot_starts_at: first.slot_starts_at,
      payment_status: 'unpaid',
    })
    const after = (await desk.world.call(getOrderRecord, { token: desk.employee.token, params: { id: first.id } })).body
    expect(after).toEqual({ ...before, amended_by: [body.order_number], additions: body.order_number })
    expect(outcomeOf(await desk.pay(body.id))).toBe(200)
    const own = async (id: string) =>
      (await desk.world.call(getOrder, { token: desk.customer.token, params: { id } })).body
    expect((await own(first.id)).amended_by).toEqual([body.order_number])
    expect((await own(body.id)).amends).toBe(first.order_number)
    const receipt = async (id: string) =>
      readPdf(
        (await desk.world.call(downloadOrderReceipt, { token: desk.customer.token, params: { id } })).raw,
      ).lines.join(' ')
    expect(await receipt(first.id)).toContain(body.order_number)
    expect(await receipt(body.id)).toContain(first.order_number)
    const listed = await desk.world.call(orderList.endpoint, {
      token: desk.employee.token,
      query: { amends: first.id } as never,
    })
    expect(listed.body.items.map(({ order_number }) => order_number)).toEqual([body.order_number])
    await desk.world.expectBalancedLedger()
  })

  test('are refused once the order is over, for one that is not paid, and for another branch’s', async () => {
    const held = (await desk.place()).body
    expect(outcomeOf(await desk.add(held.id))).toBe('409 order_state')
    const first = await desk.paidOrder()
    const price = await desk.world.call(contract.priceAddition, {
      token: desk.employee.token,
      params: { id: first.id },
      body: { lines: [{ item_id: desk.coffee, quantity: 1 }] },
    })
    expect(price.body.cart.amounts?.total.amount).toBe(3.3)
    expect(outcomeOf(await desk.add(first.id, {}, desk.stranger))).toBe('404 not_found')
    expect(outcomeOf(await desk.add(first.id, { total: 3 }))).toBe('409 price_changed')
    const second = await desk.add(first.id)
    expect(outcomeOf(await desk.pay(second.body.id))).toBe(200)
    expect(outcomeOf(await desk.add(second.body.id))).toBe('409 order_state')
    desk.world.clock.now = new Date(firstSlot)
    expect(outcomeOf(await desk.add(first.id))).toBe('409 order_state')
  })

  test('can be cancelled once the order is, paid and held ones, each refunded and told why', async () => {
    const first = await desk.paidOrder()
    const before = await balanceOf(desk.world, desk.customer)
    const [paid, held] = [(await desk.add(first.id)).body, (await desk.add(first.id)).body]
    expect(outcomeOf(await desk.pay(paid.id))).toBe(200)
    const { token } = desk.manager
    const cancel = (by: Driver) => desk.world.call(cancelAdditions, { token: by.token, params: { id: first.id } })
    expect(outcomeOf(await cancel(desk.manager))).toBe('409 order_state')
    const read = async () => (await desk.world.call(getOrderRecord, { token, params: { id: first.id } })).body
    expect((await read()).actions).not.toContain('cancel_additions')
    await desk.world.call(rejectOrder, { token, params: { id: first.id }, body: { reason: 'closed' } })
    expect((await read()).actions).toContain('cancel_additions')
    expect((await cancel(desk.employee)).status).toBe(403)
    const done = await cancel(desk.manager)
    expect([done.status, done.body.actions.includes('cancel_additions')]).toEqual([200, false])
    const states = await Promise.all(
      [paid, held].map(
        async ({ id }) => (await desk.world.call(getOrder, { token: desk.customer.token, params: { id } })).body,
      ),
    )
    expect(states.map(({ status, refunded }) => [status, refunded.amount])).toEqual([
      ['rejected', 3.3],
      ['canceled', 0],
    ])
    expect(await balanceOf(desk.world, desk.customer)).toBe(before + 2_200n)
    const { history } = (await desk.world.call(getOrderRecord, { token, params: { id: paid.id } })).body
    expect(history.some(({ reason }) => reason?.includes(first.order_number) === true)).toBe(true)
    await desk.world.expectBalancedLedger()
  })
})
