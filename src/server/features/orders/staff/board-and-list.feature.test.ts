import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOrderBoard } from '#contract/orders/desk/order-board.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('the board', () => {
  const board = (headers: Record<string, string> = {}) =>
    desk.world.call(getOrderBoard, { token: desk.employee.token, query: { branch: desk.branch.id }, headers })

  test('shows late orders first, what comes next, and what was handed over today', async () => {
    const later = await desk.place({ slot_starts_at: new Date(desk.world.clock.now.getTime() + 3 * 3_600_000) })
    const late = await desk.place({ slot_starts_at: new Date(desk.world.clock.now.getTime() - 60_000) })
    const held = await desk.place({ held_until: new Date(desk.world.clock.now.getTime() + 600_000) })
    await desk.act(contract.acceptOrder, later, {})
    const { cards } = (await board()).body
    const ids = cards.map(({ id }) => id)
    expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(later.id))
    expect(ids).not.toContain(held.id)
    expect(cards.find(({ id }) => id === late.id)).toMatchObject({ column: 'pending', next: 'accept' })
    expect(cards.find(({ id }) => id === later.id)).toMatchObject({ column: 'accepted', next: 'prepare' })
    await desk.act(contract.markOrderReady, later)
    await desk.act(contract.handOverOrder, later, { code: later.order_number })
    expect((await board()).body.cards.find(({ id }) => id === later.id)).toMatchObject({ column: 'done', next: null })
    desk.world.clock.advance(24 * 60)
    expect((await board()).body.cards.map(({ id }) => id)).not.toContain(later.id)
  })

  test('is not sent again while nothing has changed', async () => {
    const order = await desk.place()
    const etag = String((await board()).headers['etag'])
    expect((await board({ 'if-none-match': etag })).status).toBe(304)
    await desk.act(contract.acceptOrder, order, {})
    expect((await board({ 'if-none-match': etag })).status).toBe(200)
  })
})

test('the list finds an order by its number, its plate and its customer', async () => {
  const order = await desk.place()
  await desk.world.db.updateTable('orders').set({ plate: 'ABC 123' }).where('id', '=', order.id).execute()
  for (const search of [order.order_number.toLowerCase(), 'abc 123', desk.customer.email]) {
    const { body } = await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { search } })
    expect([search, body.items.map(({ id }) => id)]).toEqual([search, [order.id]])
  }
  const other = await desk.place()
  const beside = await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { beside: order.id } })
  expect(beside.body.items.map(({ id }) => id)).toEqual([other.id])
})

test('the list has the columns of an order, and the filters that find it and not others', async () => {
  const first = await desk.place()
  const second = await desk.place({ lines: [{ item_id: desk.item_id, quantity: 2, goods_minor: 2_000n }] })
  await desk.act(contract.rejectOrder, second, { reason: 'closed' })
  const read = async (query: object) =>
    (await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { size: 100, ...query } as never }))
      .body.items
  const [row] = (await read({ search: first.order_number })) as Record<string, unknown>[]
  expect(Object.keys(row!)).toEqual(
    expect.arrayContaining([
      'order_number',
      'token',
      'created_at',
      'branch',
      'order_type',
      'source',
      'slot',
      'total',
      'payment_status',
      'customer',
      'phone',
      'status',
    ]),
  )
  const slotDay = String(row!['slot']).slice(0, 10)
  const placedDay = String(row!['created_at']).slice(0, 10)
  const both = { created_from: placedDay, created_to: placedDay, slot_from: slotDay, slot_to: slotDay, timezone: 'UTC' }
  const numbers = async (query: object) => (await read(query)).map(({ order_number }) => order_number)
  const cases: [object, boolean, boolean][] = [
    [{ state: 'pending' }, true, false],
    [{ state: 'rejected' }, false, true],
    [{ refund: 'full' }, false, true],
    [{ payment: 'unpaid' }, false, false],
    [{ order_type: 'delivery' }, false, false],
    [{ source: 'phone' }, false, false],
    [{ branch: desk.branch.id, source: 'web', payment: 'paid', order_type: 'takeaway' }, true, true],
    [both, true, true],
    [{ ...both, slot_from: '2030-01-01', slot_to: '2030-01-02' }, false, false],
    [{ ...both, created_from: '2020-01-01', created_to: '2020-01-02' }, false, false],
    [{ coupon: 'NOBODY' }, false, false],
    [{ example: 'true' }, false, false],
  ]
  for (const [query, hasFirst, hasSecond] of cases) {
    const found = await numbers(query)
    expect([found.includes(first.order_number), found.includes(second.order_number)], JSON.stringify(query)).toEqual([
      hasFirst,
      hasSecond,
    ])
  }
})

test('the list says of an order that was refunded that it was, not that it is paid', async () => {
  const paid = await desk.place()
  const rejected = await desk.place()
  await desk.act(contract.rejectOrder, rejected, { reason: 'closed' })
  const unpaid = await desk.place({ held_until: new Date(desk.world.clock.now.getTime() + 600_000) })
  const { body } = await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { size: 100 } })
  const shown = [paid, rejected, unpaid].map(({ id }) => body.items.find((row) => row.id === id)?.payment_status)
  expect(shown).toEqual(['paid', 'full', 'unpaid'])
})

test('the list is filtered by amount in the currency of each order', async () => {
  const small = await desk.place()
  const large = await desk.place({ lines: [{ item_id: desk.item_id, quantity: 1, goods_minor: 77_700n }] })
  const found = async (query: object) =>
    (
      await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { size: 100, ...query } as never })
    ).body.items.map(({ order_number }) => order_number)
  expect(await found({ least: '700', most: '900' })).toContain(large.order_number)
  expect(await found({ least: '700' })).not.toContain(small.order_number)
  expect(await found({ most: '40.5' })).toContain(small.order_number)
  for (const least of ['-1', 'abc', '1.234'])
    expect(
      (await desk.world.call(orderList.endpoint, { token: desk.employee.token, query: { least } as never })).status,
    ).toBe(422)
})
