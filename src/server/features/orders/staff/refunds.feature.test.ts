import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNotices } from '#contract/notifications/desk.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import {
  approveOrderRefund,
  previewOrderRefund,
  refundOrderByStaff,
  refuseOrderRefund,
} from '#contract/orders/desk/order-refunds.ts'
import { mailsOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { readOrder, readStock, type TestOrder } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('a refund by staff', () => {
  const refund = async (
    { id }: TestOrder,
    body: object,
    { token } = desk.manager,
    headers: Record<string, string> = {},
  ) =>
    desk.world.call(refundOrderByStaff, {
      token,
      params: { id },
      body: { cause: 'damaged', reason: 'Damaged', ...body },
      headers,
    })
  const handedOver = async () => {
    const order = await desk.place()
    await desk.act(contract.acceptOrder, order, {})
    await desk.act(contract.markOrderReady, order)
    await desk.act(contract.handOverOrder, order, { code: order.order_number })
    return order
  }

  test('pays units of a line once for a repeated request, and puts the goods back', async () => {
    const order = await handedOver()
    const before = await readStock(desk.world, desk.stock)
    const lines = [{ id: order.line_ids[0]!, quantity: 2 }]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const query = { lines: `${lines[0]!.id}:2` } as never
    const shown = await desk.world.call(previewOrderRefund, {
      token: desk.manager.token,
      params: { id: order.id },
      query,
    })
    expect(shown.body).toMatchObject({ amount: { amount: 22 }, left: { amount: 11 }, needs_approval: false })
    const first = await refund(order, { lines }, desk.manager, headers)
    expect([first.status, first.body.refunded.amount]).toEqual([200, 22])
    expect((await refund(order, { lines }, desk.manager, headers)).body).toEqual(first.body)
    expect(await desk.balance()).toBe(1_000_000n - 3_300n + 2_200n)
    expect(await readStock(desk.world, desk.stock)).toBe(before.replace(/^\d+/, (n) => String(Number(n) + 2)))
    expect(outcomeOf(await refund(order, { lines }))).toBe('409 refund_too_much lines')
    expect(outcomeOf(await refund(order, { amount: 11.01 }))).toBe('409 refund_too_much amount')
    expect(outcomeOf(await refund(order, { amount: 11 }))).toBe(200)
    expect(outcomeOf(await refund(order, { amount: 1 }))).toBe('409 order_state')
    await desk.world.expectBalancedLedger()
  })

  test('of a line before it is handed over gives its stock back', async () => {
    const order = await desk.place()
    await desk.act(contract.acceptOrder, order, {})
    const before = await readStock(desk.world, desk.stock)
    await refund(order, { lines: [{ id: order.line_ids[0]!, quantity: 1 }] })
    const [onHand, reserved] = before.split('/').map(Number)
    expect(await readStock(desk.world, desk.stock)).toBe(`${onHand}/${reserved! - 1}`)
    await refund(order, { lines: [{ id: order.line_ids[0]!, quantity: 1 }], stock: 'waste' })
    expect(await readStock(desk.world, desk.stock)).toBe(`${onHand! - 1}/${reserved! - 2}`)
    await desk.act(contract.markOrderReady, order)
    await desk.act(contract.handOverOrder, order, { code: order.order_number })
    expect(await readStock(desk.world, desk.stock)).toBe(`${onHand! - 2}/${reserved! - 3}`)
    await desk.world.expectBalancedLedger()
  })

  test.each([
    [{ lines: [], amount: undefined }, 'amount'],
    [{ amount: 1, delivery: true }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1, reason: 'x' }, 'reason'],
    [{ amount: 1, cause: 'staff' }, 'cause'],
    [{ amount: 1, cause: undefined }, 'cause'],
    [{ lines: [{ id: crypto.randomUUID(), quantity: 1 }] }, 'lines'],
    [{ lines: [{ id: crypto.randomUUID(), quantity: 0 }] }, 'lines.0.quantity'],
    [{ delivery: true }, 'amount'],
  ])('with %o is refused', async (body, field) => {
    const order = await desk.place()
    const { status, problem } = await refund(order, body)
    expect([status, problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })

  test('above the limit waits for another person, who is not the one that requested', async () => {
    const second = await desk.world.buildDriver()
    await giveRole(desk.world.db, { user_id: second.user_id, role: 'branch_manager', branch_id: desk.branch.id })
    const order = await desk.place({ lines: [{ item_id: desk.item_id, quantity: 1, goods_minor: 20_000n }] })
    expect(outcomeOf(await refund(order, { amount: 150 }))).toBe('403 reauth_required')
    const now = desk.world.clock.now
    for (const { user_id } of [desk.manager, second])
      await desk.world.db.updateTable('sessions').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()
    const requested = await refund(order, { amount: 150 })
    expect(requested.body.refunds).toMatchObject([{ status: 'waiting', amount: { amount: 150 }, can_decide: false }])
    const noticesOf = async ({ token }: Driver) => (await desk.world.call(listNotices, { token })).body
    const notice = { kind: 'refund_waiting', path: `online-orders/${order.order_number}?tab=money`, is_read: false }
    expect(await noticesOf(second)).toMatchObject({ unread: 1, items: [notice] })
    expect((await noticesOf(second)).items[0]!.text).toContain('$150.00')
    expect(await mailsOf(desk.world, second)).toEqual([`Refund to decide: ${order.order_number}`])
    for (const nobody of [desk.manager, desk.employee, desk.stranger]) expect((await noticesOf(nobody)).total).toBe(0)
    expect(await desk.balance()).toBe(1_000_000n - 22_000n)
    const params = { id: order.id, refund_id: requested.body.refunds[0]!.id }
    const approve = ({ token }: Driver) => desk.world.call(approveOrderRefund, { token, params })
    expect(outcomeOf(await approve(desk.manager))).toBe('403 own_request')
    expect(outcomeOf(await approve(desk.employee))).toBe('403 forbidden')
    expect(outcomeOf(await approve(desk.stranger))).toBe('404 not_found')
    expect((await desk.see(order, second)).refunds[0]!.can_decide).toBe(true)
    expect((await approve(second)).body.refunds).toMatchObject([{ status: 'done', decided_by: 'Ada' }])
    expect(outcomeOf(await approve(second))).toBe('409 already_decided')
    expect((await noticesOf(second)).unread).toBe(0)
    expect(await desk.balance()).toBe(1_000_000n - 7_000n)
    await desk.world.expectBalancedLedger()
  })

  test('that waited is refused, and pays nothing', async () => {
    const order = await desk.place({ lines: [{ item_id: desk.item_id, quantity: 1, goods_minor: 20_000n }] })
    await desk.world.db
      .updateTable('sessions')
      .set({ confirmed_at: desk.world.clock.now })
      .where('user_id', '=', desk.manager.user_id)
      .execute()
    const requested = await refund(order, { amount: 150 })
    const params = { id: order.id, refund_id: requested.body.refunds[0]!.id }
    const refused = await desk.world.call(refuseOrderRefund, { token: desk.manager.token, params })
    expect(refused.body.refunds).toMatchObject([{ status: 'refused' }])
    expect(await desk.balance()).toBe(1_000_000n - 22_000n)
  })
})

test('a whole order that was handed over is taken back', async () => {
  const order = await desk.place()
  await desk.act(contract.acceptOrder, order, {})
  await desk.act(contract.markOrderReady, order)
  await desk.act(contract.handOverOrder, order, { code: order.order_number })
  const before = Number((await readStock(desk.world, desk.stock)).split('/')[0])
  const body = { stock: 'return', reason: 'Wrong size' }
  expect(await desk.act(contract.returnOrder, order, body, desk.manager)).toBe(200)
  expect(await readOrder(desk.world, order.id)).toMatchObject({ status: 'returned', refund_status: 'full' })
  expect(Number((await readStock(desk.world, desk.stock)).split('/')[0])).toBe(before + 3)
  expect(await desk.balance()).toBe(1_000_000n)
  await desk.world.expectBalancedLedger()
})
