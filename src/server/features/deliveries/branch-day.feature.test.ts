import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { getShift } from '#contract/cash/desk/shifts.ts'
import { getZReport } from '#contract/cash/desk/z-report.ts'
import * as courierCalls from '#contract/deliveries/courier.ts'
import * as board from '#contract/deliveries/delivery-board.ts'
import { payCounterSale } from '#contract/orders/counter-sale.ts'
import { sendOfflineSale } from '#contract/orders/desk/offline-sales.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { shiftsReport } from '#contract/reports/desk/shifts.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let operator: Driver
let courier: Driver
/** 11.03 with its tax of 10 %, which is 11.05 in cash. */
let odd: string
beforeAll(async () => {
  desk = await openOrderDesk()
  await desk.renewCustomer()
  const { world, branch } = desk
  const staffAt = async (role: 'pos_operator' | 'delivery_boy') => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id: branch.id })
    return person
  }
  operator = await staffAt('pos_operator')
  courier = await staffAt('delivery_boy')
  odd = await buildItem(world, { slug: 'odd', prices: { CAD: 1_003n } })
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const sell = async (payment: object, quantity = 1) => {
  const lines = [{ item_id: odd, quantity }]
  const body = { id: crypto.randomUUID(), lines, total: Math.round(quantity * 1_103) / 100, ...payment }
  const sold = await desk.world.call(pos.createSale, { token: operator.token, body })
  expect([sold.status, sold.problem]).toMatchObject([201, {}])
  return sold.body
}

test('a day at a branch closes to the cent, and all that is said of it agrees', async () => {
  const { world, branch, manager, customer } = desk
  const facts = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager.token, body: facts })
  const opening = { 2_000: 5 }
  const shift = await world.call(own.openShift, {
    token: operator.token,
    body: { register_id: register.body.id, count: opening },
  })
  const shift_id = shift.body.id

  // Twenty sales: in cash, three of them offline, by card terminal, and from a wallet by its owner.
  const inCash = []
  for (let n = 0; n < 6; n += 1) inCash.push(await sell({ tendered: 20 }))
  for (let n = 0; n < 6; n += 1) await sell({ terminal: { amount: 11.03, slip: `T-${n}` } })
  for (let n = 0; n < 5; n += 1) {
    const { order_number } = await sell({ wallet: 11.03 })
    const paid = await world.call(payCounterSale, { token: customer.token, params: { id: order_number } })
    expect(outcomeOf(paid)).toBe(200)
  }

  // An hour without a network, whose sales are sent afterwards, each twice.
  world.clock.advance(60)
  for (let n = 0; n < 3; n += 1) {
    const sold_at = new Date(world.clock.now.getTime() - (10 + n) * 60_000).toISOString()
    const lines = [{ item_id: odd, quantity: 1 }]
    const body = { id: crypto.randomUUID(), lines, sold_at, total: 11.03, tendered: 20 }
    const send = () => world.call(sendOfflineSale, { token: operator.token, params: { id: shift_id }, body })
    const [first, again] = [await send(), await send()]
    expect([first.status, first.body.difference, again.body.order_number]).toEqual([201, null, first.body.order_number])
  }

  // A refund out of the drawer.
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  await giveRole(world.db, { user_id: operator.user_id, role: 'branch_manager', branch_id: branch.id })
  const refund = await world.call(refundOrderByStaff, {
    token: operator.token,
    params: { id: inCash[0]!.id },
    body: { amount: 11.03, cause: 'damaged', reason: 'Broken' } as never,
  })
  expect([refund.status, refund.problem]).toMatchObject([200, {}])

  // A delivery that is paid in cash at the door with the customer’s code, and whose cash comes to the drawer.
  await world.call(courierCalls.setDuty, { token: courier.token, body: { on_duty: true } })
  const order = await desk.place({
    order_type: 'delivery',
    in_cash: true,
    lines: [{ item_id: desk.item_id, quantity: 3, goods_minor: 3_003n, stock_level_id: desk.stock }],
  })
  expect(await desk.act(orders.acceptOrder, order, {})).toBe(200)
  expect(await desk.act(orders.markOrderReady, order)).toBe(200)
  const day = async () => (await world.call(courierCalls.getCourierDay, { token: courier.token })).body
  const delivery_id = (await day()).offered[0]!.id
  await world.call(courierCalls.acceptDelivery, { token: courier.token, params: { id: delivery_id } })
  const at = world.clock.now.toISOString()
  const steps = [{ kind: 'picked_up' }, { kind: 'handed_over', code: '4711', collected: 33.05 }].map(
    (step) => ({ id: crypto.randomUUID(), at, delivery_id, ...step }) as courierCalls.CourierStep,
  )
  await world.call(courierCalls.sendSteps, { token: courier.token, body: { sent_at: at, steps } })
  expect(await desk.see(order)).toMatchObject({ status: 'delivered', payment_status: 'paid' })
  const announced = { branch_id: branch.id, amount: 33.05 }
  await world.call(courierCalls.announceHandIn, { token: courier.token, body: announced })
  const { hand_ins } = (await world.call(board.getDeliveryBoard, { token: operator.token, query: {} })).body
  const taken = await world.call(board.takeHandIn, {
    token: operator.token,
    params: { id: hand_ins[0]!.id },
    body: { counted: 33.05 },
  })
  expect(outcomeOf(taken)).toBe(204)
  expect(await sumLedgerEntries(world, 'cash_courier', courier.user_id)).toBe(0n)

  // 100.00, nine sales of 11.05 less one that was given back, and what the courier brought.
  const expected = 10_000 + 8 * 1_105 + 3_305
  expect(await sumLedgerEntries(world, 'cash_drawer', shift_id)).toBe(-BigInt(expected - 10_000))
  const count = { 10_000: Math.floor(expected / 10_000), 5: (expected % 10_000) / 5 }
  const closed = await world.call(own.closeShift, { token: operator.token, body: { count } })
  expect([closed.status, closed.problem]).toMatchObject([200, {}])
  expect(await sumLedgerEntries(world, 'cash_drawer', shift_id)).toBe(0n)
  const record = await world.call(getShift, { token: manager.token, params: { id: shift_id } })
  expect(record.body).toMatchObject({
    sales: 20,
    cash_sales: { amount: (9 * 1_105) / 100 },
    terminal_sales: { amount: (6 * 1_103) / 100 },
    wallet_sales: { amount: (5 * 1_103) / 100 },
    refunds: { amount: 11.05 },
    expected: { amount: expected / 100 },
    counted: { amount: expected / 100 },
    discrepancy: { amount: 0 },
  })

  // The Z report, the reports and the ledger say the same.
  const z = await world.call(getZReport, { token: manager.token, params: { id: shift_id } })
  expect(readPdf(z.raw).lines.join(' ')).toContain((expected / 100).toFixed(2))
  const shifts = await world.call(shiftsReport.totals, { token: manager.token })
  expect(shifts.body.totals).toMatchObject([{ values: { expected: expected / 100, counted: expected / 100 } }])
  const sales = await world.call(salesReport.totals, { token: manager.token })
  const { rows } = await sql<{ paid: bigint; refunded: bigint }>`
    select (select sum(amount_minor) from order_payments)::bigint as paid,
      (select sum(amount_minor) from order_refunds where status = 'done')::bigint as refunded`.execute(world.db)
  const { paid, refunded } = rows[0]!
  expect(sales.body.totals).toMatchObject([
    { values: { total: Number(paid) / 100, refunded: Number(refunded) / 100, net: Number(paid - refunded) / 100 } },
  ])
  expect(paid).toBe(20n * 1_103n + order.total_minor)
})
