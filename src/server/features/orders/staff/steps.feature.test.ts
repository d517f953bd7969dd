import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditList } from '#contract/accounts/desk/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listNotifications } from '#contract/notifications/notifications.ts'
import { getOrderBoard } from '#contract/orders/desk/order-board.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { mailsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { readOrder } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('an order at the counter', () => {
  test('goes from pending to completed, and the customer hears of it', async () => {
    const order = await desk.place()
    expect((await desk.see(order, desk.employee)).actions).toEqual(['accept', 'reject', 'refund'])
    expect(await desk.act(contract.acceptOrder, order, { delay: '20' })).toBe(200)
    expect(await desk.see(order)).toMatchObject({ status: 'accepted', delay_minutes: 20 })
    expect(await desk.act(contract.prepareOrder, order)).toBe(200)
    expect(await desk.act(contract.markOrderReady, order)).toBe(200)
    expect(
      await desk.act(contract.handOverOrder, order, { code: `https://x.example/order/${order.order_number}` }),
    ).toBe(200)
    const { status, history, promised_at, slot_starts_at } = await desk.see(order)
    expect([status, history.map(({ cause }) => cause)]).toEqual([
      'completed',
      ['placed', 'accepted', 'prepared', 'ready', 'collected'],
    ])
    expect(Date.parse(promised_at) - Date.parse(slot_starts_at)).toBe(20 * 60_000)
    expect((await mailsOf(desk.world, desk.customer)).toSorted()).toEqual([
      expect.stringContaining('Order confirmed'),
      expect.stringContaining('is ready'),
    ])
    await desk.world.expectBalancedLedger()
  })

  test('is handed over by its number of the day as well', async () => {
    const order = await desk.place()
    await desk.act(contract.acceptOrder, order, {})
    await desk.act(contract.markOrderReady, order)
    const { token } = await desk.see(order)
    expect(await desk.act(contract.handOverOrder, order, { code: String(token) })).toBe(200)
  })

  test('leaves the table of transitions to nobody', async () => {
    const order = await desk.place()
    expect(await desk.act(contract.markOrderReady, order)).toBe('409 order_state')
    expect(await desk.act(contract.handOverOrder, order, { code: '4711' })).toBe('409 order_state')
    expect(await desk.act(contract.cancelOrderByBranch, order, { reason: 'closed' }, desk.manager)).toBe(
      '409 order_state',
    )
    expect((await readOrder(desk.world, order.id)).status).toBe('pending')
  })

  test('that is held and unpaid can be neither accepted nor rejected', async () => {
    const order = await desk.place({ held_until: new Date(desk.world.clock.now.getTime() + 600_000) })
    expect((await desk.see(order)).actions).toEqual([])
    expect(await desk.act(contract.acceptOrder, order, {})).toBe('409 order_state')
    expect(await desk.act(contract.rejectOrder, order, { reason: 'closed' })).toBe('409 order_state')
  })
})

describe('who may do what', () => {
  test('an order of another branch is not found', async () => {
    const order = await desk.place()
    for (const endpoint of [contract.acceptOrder, contract.markOrderReady] as Endpoint[])
      expect(await desk.act(endpoint, order, endpoint === contract.acceptOrder ? {} : undefined, desk.stranger)).toBe(
        '404 not_found',
      )
    const seen = await desk.world.call(contract.getOrderRecord, {
      token: desk.stranger.token,
      params: { id: order.id },
    })
    expect(seen.status).toBe(404)
    const listed = await desk.world.call(orderList.endpoint, { token: desk.stranger.token, query: {} })
    expect(listed.body.items).toEqual([])
    const board = await desk.world.call(getOrderBoard, { token: desk.stranger.token })
    expect([board.body.cards, board.body.branches.map(({ id }) => id)]).toEqual([[], [desk.elsewhere.id]])
  })

  test('an employee neither cancels nor refunds', async () => {
    const order = await desk.place()
    await desk.act(contract.acceptOrder, order, {})
    expect(await desk.act(contract.cancelOrderByBranch, order, { reason: 'closed' })).toBe('403 forbidden')
    expect(await desk.act(refundOrderByStaff, order, { amount: 1, cause: 'goodwill', reason: 'Sorry' })).toBe(
      '403 forbidden',
    )
    const reason = { reason: 'other', note: 'A pipe burst' }
    expect(await desk.act(contract.cancelOrderByBranch, order, reason, desk.manager)).toBe(200)
    const { history, refund_status } = await desk.see(order)
    expect([refund_status, history.at(-1)]).toMatchObject(['full', { cause: 'branch', reason: 'A pipe burst' }])
    expect(await desk.balance()).toBe(1_000_000n)
  })

  test('every change is in the audit log of the branch, and a refused one is not', async () => {
    const order = await desk.place()
    await desk.act(contract.acceptOrder, order, {})
    await desk.act(contract.acceptOrder, order, {})
    const { body } = await desk.world.call(auditList.endpoint, {
      token: desk.manager.token,
      query: { record: order.id },
    })
    expect(body.items).toHaveLength(1)
  })
})

test('a reason is required, and words for “other”', async () => {
  const order = await desk.place()
  const reject = (body: object) =>
    desk.world.call(contract.rejectOrder, { token: desk.employee.token, params: { id: order.id }, body })
  expect((await reject({})).problem.errors?.map(({ field }) => field)).toEqual(['reason'])
  expect((await reject({ reason: 'other' })).problem.errors?.map(({ field }) => field)).toEqual(['note'])
  expect((await reject({ reason: 'weather' })).status).toBe(422)
  expect((await reject({ reason: 'sold_out' })).body).toMatchObject({ status: 'rejected', refund_status: 'full' })
  const french = await desk.world.call(contract.getOrderRecord, {
    token: desk.manager.token,
    params: { id: order.id },
    headers: { 'accept-language': 'fr' },
  })
  expect(french.body.history.at(-1)!.reason).toBe('Rupture de stock')
})

describe('a delivery', () => {
  const brought = async () => {
    const order = await desk.place({ order_type: 'delivery', delivery_minor: 400n })
    await desk.act(contract.acceptOrder, order, {})
    await desk.act(contract.markOrderReady, order)
    await desk.act(contract.sendOrder, order)
    return order
  }

  test('is handed over with the code of its customer only; five wrong ones lock it for 15 minutes', async () => {
    const order = await brought()
    for (let n = 1; n <= 4; n += 1)
      expect(await desk.act(contract.handOverOrder, order, { code: '0000' })).toBe('409 handover_code')
    expect(await desk.act(contract.handOverOrder, order, { code: '1111' })).toBe('409 handover_locked')
    expect(await desk.act(contract.handOverOrder, order, { code: '4711' })).toBe('409 handover_locked')
    desk.world.clock.advance(16)
    expect(await desk.act(contract.handOverOrder, order, { code: ' 4711 ' })).toBe(200)
    const { status, history } = await desk.see(order)
    expect([status, history.filter(({ cause }) => cause === 'wrong_code')]).toEqual(['delivered', expect.any(Array)])
    expect(history.filter(({ cause }) => cause === 'wrong_code')).toHaveLength(5)
  })

  test('tells its customer when it is ready, on its way and handed over', async () => {
    const order = await brought()
    await desk.act(contract.handOverOrder, order, { code: '4711' })
    const { body } = await desk.world.call(listNotifications, { token: desk.customer.token })
    expect(body.items.map(({ title }) => title).toSorted()).toEqual([
      'Order confirmed',
      'Order delivered',
      'Order on its way',
      'Order ready',
    ])
    expect(body.items.find(({ title }) => title === 'Order ready')!.text).toContain('will be on its way soon')
  })

  test('is not handed over with the code of another order', async () => {
    const [order, other] = [await brought(), await brought()]
    await desk.world.db.updateTable('orders').set({ handover_code: '2580' }).where('id', '=', other.id).execute()
    for (const code of ['2580', other.order_number])
      expect(await desk.act(contract.handOverOrder, order, { code })).toBe('409 handover_code')
    expect(await desk.act(contract.handOverOrder, other, { code: '2580' })).toBe(200)
    expect((await desk.see(order)).status).toBe('out_for_delivery')
  })

  test('that comes back can go out again, or be given up without the delivery charge', async () => {
    const order = await brought()
    expect(await desk.act(contract.returnOrderToBranch, order, { reason: 'customer_away' })).toBe(200)
    expect(await desk.act(contract.sendOrder, order)).toBe(200)
    expect(await desk.act(contract.markOrderUndeliverable, order, { reason: 'wrong_address' }, desk.manager)).toBe(200)
    // 4.40 of 37.40 stay with the branch.
    expect(await desk.balance()).toBe(1_000_000n - 440n)
    expect(await readOrder(desk.world, order.id)).toMatchObject({ status: 'canceled', refund_status: 'partial' })
    await desk.world.expectBalancedLedger()
  })

  test('of work done at the bay needs the code too', async () => {
    const order = await desk.place({ order_type: 'delivery', park_id: desk.park_id })
    await desk.act(contract.acceptOrder, order, {})
    await desk.act(contract.startOrder, order)
    expect(await desk.act(contract.handOverOrder, order, { code: '0000' })).toBe('409 handover_code')
    expect(await desk.act(contract.handOverOrder, order, { code: '4711' })).toBe(200)
    expect((await desk.see(order)).history.at(-1)!.cause).toBe('done_at_bay')
  })
})

describe('the branch’s own reasons', () => {
  beforeAll(() =>
    desk.world.db
      .updateTable('branch_setup')
      .set({ reject_reasons: ['Out of foam'], reject_reasons_fr: ['Plus de mousse'] })
      .where('branch_id', '=', desk.branch.id)
      .execute(),
  )

  test('are offered on the board and in the order, and the customer reads them in their language', async () => {
    const order = await desk.place()
    const choice = { value: 'own:Out of foam', label: 'Out of foam' }
    expect(await desk.see(order)).toMatchObject({ reject_reasons: [choice], bring_back_reasons: [] })
    const { body } = await desk.world.call(getOrderBoard, {
      token: desk.employee.token,
      headers: { 'accept-language': 'fr' },
    })
    expect(body.branches[0]!.reject_reasons).toEqual([{ ...choice, label: 'Plus de mousse' }])
    expect(await desk.act(contract.rejectOrder, order, { reason: choice.value, note: 'Back tomorrow' })).toBe(200)
    const seen = async (language: string) =>
      (
        await desk.world.call(getOrder, {
          token: desk.customer.token,
          params: { id: order.id },
          headers: { 'accept-language': language },
        })
      ).body.stages.at(-1)!.reason
    expect([await seen('en'), await seen('fr')]).toEqual([
      'Out of foam. Back tomorrow',
      'Plus de mousse. Back tomorrow',
    ])
  })

  test.each(['own:', 'own:Made up', 'own:Plus de mousse', 'unknown', ''])('%j is no reason', async (reason) => {
    expect(await desk.act(contract.rejectOrder, await desk.place(), { reason })).toBe('422 validation_failed reason')
  })
})

test('its receipt has a QR code that leads to it, its taxes with their rates, and is for its branch alone', async () => {
  const order = await desk.place()
  const ask = (by: { token: string }) =>
    desk.world.call(contract.getOrderCode, { token: by.token, params: { id: order.id } })
  expect((await ask(desk.employee)).body).toEqual(createQrPath(`http://127.0.0.1:3000/order/${order.order_number}`))
  expect(outcomeOf(await ask(desk.stranger))).toBe('404 not_found')
  expect((await desk.see(order)).taxes).toMatchObject([{ name: 'VAT', percent: 10 }])
})

test('what its customer owes for parking is shown with it', async () => {
  const order = await desk.place()
  expect((await desk.see(order)).outstanding).toBeNull()
  const { id } = await buildPaidBooking(desk.world, desk.customer, await desk.world.buildPark(), 4, 4)
  await desk.world.db.updateTable('bookings').set({ due_minor: 250n }).where('id', '=', id).execute()
  expect((await desk.see(order)).outstanding).toEqual({ amount: 2.5, currency: 'CAD' })
})
