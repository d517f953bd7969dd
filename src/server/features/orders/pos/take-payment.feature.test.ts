import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCart } from '#contract/cart/cart.ts'
import { openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOrderBoard } from '#contract/orders/desk/order-board.ts'
import * as steps from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { getOrder, payOrder } from '#contract/orders/orders.ts'
import { balanceOf, mailsOf, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { buildCart, buildItem, order as placeOrder, outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'

const slot = '2026-11-21T18:00:00.000Z'

let desk: OrderDesk
let operator: Driver
let shift_id: string
/** 11.03 with its tax of 10 %, which is 11.05 in cash. */
let odd: string
beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  operator = await world.buildDriver()
  await giveRole(world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: branch.id })
  odd = await buildItem(world, { slug: 'odd', prices: { CAD: 1_003n } })
  await desk.renewCustomer()
  const facts = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager.token, body: facts })
  const shift = await world.call(openShift, {
    token: operator.token,
    body: { register_id: register.body.id, count: {} },
  })
  shift_id = shift.body.id
})
beforeEach(() => desk.renewCustomer())
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const accepts = (terms: { cash_limit_minor?: bigint | null; takeaway_cash?: boolean }) =>
  desk.world.db.updateTable('branch_setup').set(terms).where('branch_id', '=', desk.branch.id).execute()

const place = async (changes: object = {}, quantity = 1) => {
  await buildCart(desk.world, desk.customer, desk.branch as never, { item_id: odd, quantity })
  return placeOrder(desk.world, desk.customer, { slot, total: 11.03 * quantity, pay_with: 'cash', ...changes })
}
const placed = async () => {
  const { status, body, problem } = await place()
  expect([status, problem]).toMatchObject([201, {}])
  return body
}
const act = (endpoint: Endpoint, id: string, body?: object, { token } = desk.employee) =>
  desk.world.call(endpoint as unknown as typeof steps.startOrder, { token, params: { id }, ...(body && { body }) })
const pay = (id: string, body: object = {}, { token } = operator) =>
  desk.world.call(pos.takeOrderPayment, { token, params: { id }, body })
const makeReady = async (id: string) => {
  expect(outcomeOf(await act(steps.acceptOrder, id, { delay: '0' }))).toBe(200)
  expect(outcomeOf(await act(steps.markOrderReady, id))).toBe(200)
}

describe('an order that is paid in cash', () => {
  test('is offered where the branch takes cash for its type, up to its limit', async () => {
    const { world, customer, branch } = desk
    await accepts({ cash_limit_minor: null })
    expect(outcomeOf(await place())).toBe('409 cash_off')
    await accepts({ cash_limit_minor: 2_000n })
    const cart = await world.call(getCart, { token: customer.token, query: { order_type: 'takeaway' } })
    const money = (amount: number) => ({ amount, currency: 'CAD' })
    expect(cart.body.cash).toEqual({ total: money(11.05), limit: money(20), is_offered: true })
    await accepts({ takeaway_cash: false })
    expect(outcomeOf(await place())).toMatch(/^409 (cash_off|price_changed)$/)
    await accepts({ takeaway_cash: true, cash_limit_minor: 1_000n })
    await desk.renewCustomer()
    expect(outcomeOf(await place())).toBe('409 cash_too_much')
    await accepts({ cash_limit_minor: 100_000n })
    await desk.renewCustomer()
    expect(outcomeOf(await place({ hold: true }))).toBe('422 validation_failed pay_with')
    expect(branch.currency).toBe('CAD')
  })

  test('takes nothing from the wallet, is confirmed, and is handed over only once a counter has its money', async () => {
    const { world, customer, employee, manager } = desk
    const before = await balanceOf(world, customer)
    const order = await placed()
    expect(order).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      held_until: null,
      cash_due: { amount: 11.05 },
      can: { pay: false, cancel: true },
      payments: [],
    })
    expect(await balanceOf(world, customer)).toBe(before)
    expect(await mailsOf(world, customer)).toContain(`Order placed: ${order.order_number}`)
    const paying = await world.call(payOrder, { token: customer.token, params: { id: order.id } })
    expect(outcomeOf(paying)).toBe('409 order_state')
    expect(outcomeOf(await pay(order.id))).toBe('409 order_state')
    await makeReady(order.id)
    const code = { code: order.order_number }
    expect(outcomeOf(await act(steps.handOverOrder, order.id, code))).toBe('409 order_unpaid')
    const board = await world.call(getOrderBoard, { token: employee.token })
    const card = board.body.cards.find(({ id }) => id === order.id)
    expect(card).toMatchObject({ next: null, cash_due: { amount: 11.05 } })
    const waiting = await world.call(pos.listPayableOrders, { token: operator.token })
    expect(waiting.body.items).toMatchObject([{ order_number: order.order_number, total: { amount: 11.03 } }])
    expect(outcomeOf(await pay(order.id, {}, manager))).toBe('409 shift_needed')
    expect(outcomeOf(await pay(order.id, {}, desk.customer))).toBe('403 forbidden')
    expect(outcomeOf(await pay(order.id, {}, desk.stranger))).toBe('404 not_found')
    expect(outcomeOf(await pay(order.id, { tendered: 11 }))).toBe('422 cash_short')
    const paid = await pay(order.order_number, { tendered: 20 })
    expect(paid.body).toMatchObject({ status: 'completed', cash: { due: { amount: 11.05 }, change: { amount: 8.95 } } })
    expect(outcomeOf(await pay(order.id))).toBe('409 order_state')
    const after = await world.call(getOrder, { token: customer.token, params: { id: order.id } })
    expect(after.body).toMatchObject({
      payment_status: 'paid',
      cash_due: null,
      payments: [{ method: 'cash', amount: { amount: 11.03 } }],
    })
    expect(await sumLedgerEntries(world, 'cash_drawer', shift_id)).toBe(-1_105n)
  })

  test('paid before it is ready, is handed over as any other, and refunded to its customer’s wallet', async () => {
    const { world, customer, manager } = desk
    const before = await balanceOf(world, customer)
    const order = await placed()
    expect(outcomeOf(await act(steps.acceptOrder, order.id, { delay: '0' }))).toBe(200)
    const paid = await pay(order.id, { terminal: { amount: 11.03, slip: 'A-1' } })
    expect(paid.body).toMatchObject({ status: 'accepted', cash: null, terminal: { amount: 11.03 } })
    expect(outcomeOf(await act(steps.markOrderReady, order.id))).toBe(200)
    const code = { code: order.order_number }
    expect(outcomeOf(await act(steps.handOverOrder, order.id, code))).toBe(200)
    const body = { amount: 11.03, reason: 'Broken', cause: 'goodwill' as const }
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const refund = await world.call(refundOrderByStaff, {
      token: manager.token,
      params: { id: order.id },
      body,
    })
    expect([refund.status, refund.problem]).toMatchObject([200, {}])
    expect((await balanceOf(world, customer)) - before).toBe(1_103n)
  })

  test('is cancelled by its customer without a refund', async () => {
    const { world, customer } = desk
    const before = await balanceOf(world, customer)
    const order = await placed()
    const canceled = await world.call(changeOrderStatus, {
      token: customer.token,
      params: { id: order.id },
      query: { status: 'canceled' },
    } as never)
    expect([canceled.status, await balanceOf(world, customer)]).toEqual([200, before])
    expect(outcomeOf(await pay(order.id))).toBe('409 order_state')
  })

  test('that nobody collects twice ends orders in cash for the account', async () => {
    const { world, customer } = desk
    const start = world.clock.now
    const miss = async () => {
      const order = await placed()
      await makeReady(order.id)
      world.clock.now = new Date('2026-11-25T00:00:00.000Z')
      await advanceOrders(world.deps)
      const seen = await world.call(getOrder, { token: customer.token, params: { id: order.id } })
      expect(seen.body).toMatchObject({ status: 'canceled', payment_status: 'unpaid', cash_due: null })
      world.clock.now = start
    }
    await miss()
    await miss()
    expect(outcomeOf(await place())).toBe('409 cash_unpaid_before')
  })
})
