import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptOrder, handOverOrder, startOrder } from '#contract/orders/desk/order-record.ts'
import { changeOrderStatus, previewOrder } from '#contract/orders/order-changes.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { readOrder, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let token: string
let customer: Driver
let park_id: string
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token)
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  customer = await world.buildDriver({ balance_minor: 1_000_000n })
  park_id = (await world.buildPark()).id
})
afterAll(() => world.close())

const place = (options: object = {}) =>
  buildOrder(world, customer, branch, { lines: [{ item_id, goods_minor: 2_000n }], ...options })
const outcomeOf = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status < 300 ? String(status) : `${status} ${problem.code}`
const accept = ({ id }: TestOrder) => world.call(acceptOrder, { token, params: { id }, body: {} })
const change = ({ order_number: id }: TestOrder, status: string, by = customer) =>
  world.call(changeOrderStatus, { token: by.token, params: { id }, query: { status } })
const preview = ({ id }: TestOrder, by = customer) =>
  world.call(previewOrder, { token: by.token, params: { id }, query: { action: 'cancel' } })
const balance = () => sumLedgerEntries(world, 'customer', customer.user_id)

test('pays back exactly what the preview says', async () => {
  const before = await balance()
  const order = await place()
  expect((await preview(order)).body).toEqual({
    action: 'cancel',
    refund: { amount: 22, currency: 'CAD' },
    currency: 'CAD',
  })
  const { body } = await change(order, 'canceled')
  expect(body).toMatchObject({ status: 'canceled', refund_status: 'full', refunded: { amount: 22 } })
  expect(await balance()).toBe(before)
  expect(outcomeOf(await change(order, 'canceled'))).toBe('409 order_state')
  expect(outcomeOf(await preview(order))).toBe('409 order_state')
})

test('after the branch has accepted it, can be cancelled until the cut-off before the slot', async () => {
  const [early, late] = [await place(), await place()]
  for (const order of [early, late]) await accept(order)
  // The slot begins in three hours, and the cut-off is an hour before.
  world.clock.advance(120)
  expect(outcomeOf(await change(early, 'canceled'))).toBe('200')
  world.clock.advance(1)
  expect(outcomeOf(await preview(late))).toBe('409 order_state')
  expect(outcomeOf(await change(late, 'canceled'))).toBe('409 order_state')
  expect((await readOrder(world, late.id)).status).toBe('accepted')
})

test('a hold costs nothing and pays nothing back', async () => {
  const before = await balance()
  const order = await place({ held_until: new Date(world.clock.now.getTime() + 600_000) })
  expect((await preview(order)).body.refund.amount).toBe(0)
  expect((await change(order, 'canceled')).body).toMatchObject({ status: 'canceled', payment_status: 'unpaid' })
  expect(await balance()).toBe(before)
})

test('a delivered order is completed by whoever received it', async () => {
  const order = await place({ order_type: 'delivery', park_id })
  expect(outcomeOf(await change(order, 'completed'))).toBe('422 validation_failed')
  await accept(order)
  const refused = await change(order, 'completed')
  expect(refused.problem.errors).toEqual([
    { field: 'status', message: 'You can only cancel an order or confirm that you received it.' },
  ])
  expect((await readOrder(world, order.id)).status).toBe('accepted')
  await world.call(startOrder, { token, params: { id: order.id } })
  await world.call(handOverOrder, { token, params: { id: order.id }, body: { code: '4711' } })
  expect((await change(order, 'completed')).body.status).toBe('completed')
  expect(outcomeOf(await change(order, 'completed'))).toBe('409 order_state')
  expect((await readOrder(world, order.id)).released_at).toEqual(world.clock.now)
  await world.expectBalancedLedger()
})

test('any other state is refused, and the order of somebody else is not found', async () => {
  const order = await place()
  for (const status of ['accepted', 'returned', 'paid', ''])
    expect([status, outcomeOf(await change(order, status))]).toEqual([status, '422 validation_failed'])
  const stranger = await world.buildDriver()
  expect(outcomeOf(await change(order, 'canceled', stranger))).toBe('404 order_not_found')
  expect(outcomeOf(await preview(order, stranger))).toBe('404 order_not_found')
  expect((await readOrder(world, order.id)).status).toBe('pending')
})
