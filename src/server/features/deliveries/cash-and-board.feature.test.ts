import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShift, getOwnShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import * as courierCalls from '#contract/deliveries/courier.ts'
import * as board from '#contract/deliveries/delivery-board.ts'
import { deliveryBoyList, deliveryList, getDeliveryBoy } from '#contract/deliveries/desk/deliveries.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { getOrderTracking } from '#contract/orders/order-tracking.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import type { TestOrder } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { isDelivering } from './couriers.ts'

let desk: OrderDesk
let operator: Driver
let courier: Driver
beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  operator = await world.buildDriver()
  await giveRole(world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: branch.id })
  const facts = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager.token, body: facts })
  await world.call(openShift, { token: operator.token, body: { register_id: register.body.id, count: {} } })
})
beforeEach(async () => {
  await desk.renewCustomer()
  courier = await buildCourier('Moussa')
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

async function buildCourier(first_name: string): Promise<Driver> {
  const { world, branch } = desk
  const person = await world.buildDriver()
  await world.db
    .updateTable('users')
    .set({ first_name, phone: '+14165550111' })
    .where('id', '=', person.user_id)
    .execute()
  await giveRole(world.db, { user_id: person.user_id, role: 'delivery_boy', branch_id: branch.id })
  await world.call(courierCalls.setDuty, { token: person.token, body: { on_duty: true } })
  return person
}

const dayOf = async ({ token } = courier) => (await desk.world.call(courierCalls.getCourierDay, { token })).body
const boardOf = async ({ token } = desk.employee) =>
  (await desk.world.call(board.getDeliveryBoard, { token, query: {} })).body
const accept = (id: string, { token } = courier) =>
  desk.world.call(courierCalls.acceptDelivery, { token, params: { id } })
const send = async (delivery_id: string, ...steps: object[]) => {
  const at = desk.world.clock.now.toISOString()
  const { body } = await desk.world.call(courierCalls.sendSteps, {
    token: courier.token,
    body: {
      sent_at: at,
      steps: steps.map((step) => ({ id: crypto.randomUUID(), at, delivery_id, ...step }) as courierCalls.CourierStep),
    },
  })
  return body.results.map(({ refusal }) => refusal?.code ?? 'ok')
}

async function placeReady(isCash = false): Promise<TestOrder & { delivery_id: string }> {
  const { world } = desk
  // 33.03 with its tax, which is 33.05 in cash.
  const goods = { item_id: desk.item_id, quantity: 3, goods_minor: 3_003n, stock_level_id: desk.stock }
  const order = await desk.place({
    order_type: 'delivery',
    ...(isCash && { lines: [goods], held_until: new Date(world.clock.now.getTime() + 600_000) }),
  })
  if (isCash)
    await world.db
      .updateTable('orders')
      .set({ payment_method: 'cash', held_until: null })
      .where('id', '=', order.id)
      .execute()
  expect(await desk.act(orders.acceptOrder, order, {})).toBe(200)
  expect(await desk.act(orders.markOrderReady, order)).toBe(200)
  const { id } = await world.db
    .selectFrom('deliveries')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { ...order, delivery_id: id }
}

describe('cash', () => {
  test('is collected at the handover, counted at a register, and leaves the pocket empty', async () => {
    const { world } = desk
    const order = await placeReady(true)
    const id = order.delivery_id
    await accept(id)
    const [task] = (await dayOf()).mine
    expect(task!.to_collect).toEqual({ amount: 33.05, currency: 'CAD' })
    expect(await send(id, { kind: 'picked_up' }, { kind: 'handed_over', code: '4711' })).toEqual([
      'ok',
      'validation_failed',
    ])
    expect(await send(id, { kind: 'handed_over', code: '4711', collected: 33.03 })).toEqual(['cash_short'])
    expect(await send(id, { kind: 'handed_over', code: '4711', collected: 33.05 })).toEqual(['ok'])
    expect(await desk.see(order)).toMatchObject({ status: 'delivered', payment_status: 'paid' })
    expect(await sumLedgerEntries(world, 'cash_courier', courier.user_id)).toBe(-3_305n)
    // Whoever holds cash of a branch cannot erase their account.
    expect(await isDelivering(world.db, courier.user_id)).toBe(true)
    const { cash, is_full } = await dayOf()
    expect([cash, is_full]).toMatchObject([
      [{ held: { amount: 33.05, currency: 'CAD' }, branches: [{ id: desk.branch.id }] }],
      true,
    ])
    const announce = (amount: number, branch_id = desk.branch.id) =>
      world.call(courierCalls.announceHandIn, { token: courier.token, body: { branch_id, amount } })
    expect(outcomeOf(await announce(40))).toBe('422 validation_failed amount')
    expect(outcomeOf(await announce(33.05, desk.elsewhere.id))).toBe('404 not_found')
    expect((await announce(10)).status).toBe(200)
    // The second announcement takes the place of the first.
    expect((await announce(33.05)).body.hand_in).toMatchObject({ amount: { amount: 33.05 } })
    const [handIn, ...others] = (await boardOf(operator)).hand_ins
    expect([handIn!.amount.amount, others]).toEqual([33.05, []])
    const take = (counted: number, { token } = operator) =>
      world.call(board.takeHandIn, { token, params: { id: handIn!.id }, body: { counted } })
    expect(outcomeOf(await take(33.05, desk.manager))).toBe('409 shift_needed')
    expect(outcomeOf(await take(33))).toBe('422 cash_short')
    expect((await take(33.05)).status).toBe(204)
    expect(outcomeOf(await take(33.05))).toBe('409 hand_in_over')
    expect(await sumLedgerEntries(world, 'cash_courier', courier.user_id)).toBe(0n)
    expect((await dayOf()).cash).toEqual([])
    expect(await isDelivering(world.db, courier.user_id)).toBe(false)
    const { body: shift } = await world.call(getOwnShift, { token: operator.token })
    expect(shift.shift?.expected.amount).toBe(33.05)
  })

  test('above the branch’s limit keeps further orders with cash from being offered', async () => {
    const first = await placeReady(true)
    const second = await placeReady(true)
    const paid = await placeReady()
    await accept(first.delivery_id)
    const offered = (await dayOf()).offered.map(({ id }) => id)
    expect(offered).toContain(paid.delivery_id)
    expect(offered).not.toContain(second.delivery_id)
    expect(outcomeOf(await accept(second.delivery_id))).toBe('409 courier_cash_full')
    await desk.world.db
      .updateTable('branch_setup')
      .set({ courier_cash_limit_minor: 10_000n })
      .where('branch_id', '=', desk.branch.id)
      .execute()
    expect((await accept(second.delivery_id)).status).toBe(200)
    await desk.world.db
      .updateTable('branch_setup')
      .set({ courier_cash_limit_minor: 0n })
      .where('branch_id', '=', desk.branch.id)
      .execute()
  })

  test('that was counted otherwise stays with the courier', async () => {
    const { world } = desk
    const order = await placeReady(true)
    await accept(order.delivery_id)
    await send(order.delivery_id, { kind: 'picked_up' }, { kind: 'handed_over', code: '4711', collected: 33.05 })
    const body = { branch_id: desk.branch.id, amount: 33.05 }
    const { body: day } = await world.call(courierCalls.announceHandIn, { token: courier.token, body })
    const params = { id: day.hand_in!.id }
    expect(outcomeOf(await world.call(board.refuseHandIn, { token: desk.stranger.token, params }))).toBe(
      '404 not_found',
    )
    expect((await world.call(board.refuseHandIn, { token: operator.token, params })).status).toBe(204)
    expect(await dayOf()).toMatchObject({ hand_in: null, cash: [{ held: { amount: 33.05 } }] })
    await world.call(courierCalls.announceHandIn, { token: courier.token, body })
    const withdrawn = await world.call(courierCalls.withdrawHandIn, { token: courier.token })
    expect(withdrawn.body.hand_in).toBeNull()
  })
})

describe('the board', () => {
  test('shows who has what, and gives a delivery to a courier until it is picked up', async () => {
    const { world } = desk
    const other = await buildCourier('Fatou')
    const order = await placeReady()
    const id = order.delivery_id
    const cardOf = async () => (await boardOf()).cards.find((card) => card.id === id)
    expect(await cardOf()).toMatchObject({ column: 'unassigned', courier: null, order_number: order.order_number })
    expect((await boardOf(desk.stranger)).cards).toEqual([])
    const assign = (courier_id: string, { token } = desk.employee) =>
      world.call(board.assignDelivery, { token, params: { id }, body: { courier_id } })
    expect(outcomeOf(await assign(courier.user_id, desk.stranger))).toBe('404 not_found')
    expect(outcomeOf(await assign(desk.customer.user_id))).toBe('404 not_found')
    expect((await assign(courier.user_id)).status).toBe(204)
    expect((await assign(other.user_id)).status).toBe(204)
    expect(await cardOf()).toMatchObject({
      column: 'assigned',
      courier: { id: other.user_id, name: expect.stringContaining('Fatou') },
    })
    const unassign = () => world.call(board.unassignDelivery, { token: desk.employee.token, params: { id } })
    expect((await unassign()).status).toBe(204)
    await world.call(courierCalls.setDuty, { token: other.token, body: { on_duty: false } })
    expect(outcomeOf(await assign(other.user_id))).toBe('409 courier_off_duty')
    await accept(id)
    await send(id, { kind: 'picked_up' })
    expect(outcomeOf(await unassign())).toBe('409 delivery_left')
    expect(await cardOf()).toMatchObject({ column: 'out' })
  })

  test('offers a failed attempt at a time of the staff’s, and after the third a manager’s', async () => {
    const { world } = desk
    const order = await placeReady()
    let id = order.delivery_id
    const offer = (at: Date | undefined, { token } = desk.employee) =>
      world.call(board.offerDelivery, { token, params: { id }, body: at === undefined ? {} : { at: at.toISOString() } })
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await offer(undefined)).status).toBe(204)
      await accept(id)
      await send(id, { kind: 'picked_up' }, { kind: 'brought_back', reason: 'refused' })
      const next = await world.db
        .selectFrom('deliveries')
        .select('id')
        .where('order_id', '=', order.id)
        .where('attempt', '=', attempt + 1)
        .executeTakeFirstOrThrow()
      id = next.id
    }
    expect(outcomeOf(await offer(undefined))).toBe('409 manager_needed')
    expect((await boardOf()).cards.find((card) => card.id === id)).toMatchObject({
      offered_from: null,
      attempt: 4,
      last_reason: expect.stringMatching(/./),
    })
    const at = new Date(world.clock.now.getTime() + 3_600_000)
    expect((await offer(at, desk.manager)).status).toBe(204)
    expect((await dayOf()).offered.map((card) => card.id)).not.toContain(id)
    world.clock.now = at
    expect((await dayOf()).offered.map((card) => card.id)).toContain(id)
  })
})

test('the lists of deliveries, couriers and orders name the courier', async () => {
  const { world } = desk
  const order = await placeReady()
  await accept(order.delivery_id)
  await send(order.delivery_id, { kind: 'picked_up' })
  const { token } = desk.manager
  const found = await world.call(deliveryList.endpoint, { token, query: { courier: courier.user_id } })
  expect(found.body.items).toMatchObject([{ order_number: order.order_number, attempt: 1 }])
  const listed = await world.call(orderList.endpoint, { token, query: { courier: courier.user_id } })
  expect(listed.body.items).toMatchObject([
    { order_number: order.order_number, courier: expect.stringContaining('Moussa') },
  ])
  const people = await world.call(deliveryBoyList.endpoint, { token, query: { search: 'Moussa' } })
  expect(people.body.items).toContainEqual(
    expect.objectContaining({ id: courier.user_id, on_duty: true, out_now: 1, done_today: 0 }),
  )
  const person = await world.call(getDeliveryBoy, { token, params: { id: courier.user_id } })
  expect(person.body).toMatchObject({
    out_now: 1,
    on_time_percent: null,
    cash: { amount: 0, currency: expect.any(String) },
  })
  expect(
    outcomeOf(await world.call(getDeliveryBoy, { token: desk.stranger.token, params: { id: courier.user_id } })),
  ).toBe('404 not_found')
})

test('the customer sees the courier and their position while the order is out, and nobody else does', async () => {
  const { world } = desk
  const order = await placeReady()
  const track = async () =>
    (await world.call(getOrderTracking, { token: desk.customer.token, params: { id: order.id } })).body.courier
  await accept(order.delivery_id)
  expect(await track()).toBeNull()
  await send(order.delivery_id, { kind: 'picked_up' })
  expect(await track()).toEqual({ name: 'Moussa', phone: '+14165550111', position: null })
  const body = { lat: 43.65, lng: -79.38, accuracy_m: 10 }
  await world.call(courierCalls.sendPosition, { token: courier.token, body })
  expect(await track()).toMatchObject({ position: { lat: 43.65, lng: -79.38 } })
  world.clock.now = new Date(world.clock.now.getTime() + 15 * 60_000)
  expect(await track()).toMatchObject({ position: null })
  await send(order.delivery_id, { kind: 'handed_over', code: '4711' })
  expect(await track()).toBeNull()
})
