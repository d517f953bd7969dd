import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { takeOrderPayment } from '#contract/orders/desk/pos.ts'
import { orderStatuses } from '#contract/orders/order-states.ts'
import { transact } from '#server/database/transact.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock, readOrder, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { checkStock } from '../stock-check.ts'
import { isOrderTransitionAllowed, type OrderActor } from '../transitions.ts'
import { advanceOrder, advanceOrders } from './advance-orders.ts'
import { lockOrder } from './change-status.ts'
import { endOrder } from './end-order.ts'
import { scheduleNextStep } from './next-step.ts'

let world: World
let branch: { id: string; currency: string }
let good: string
let food: string
let goods: string
let foods: string
let customer: Driver
const staff: Driver[] = []
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  good = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  food = await buildItem(world, { slug: 'soup', kind: 'food', work_group: 'kitchen', prices: { CAD: 500n } })
  goods = await buildStock(world, branch.id, good, 1_000)
  foods = await buildStock(world, branch.id, food, 1_000)
  customer = await world.buildDriver({ balance_minor: 100_000_000n })
  for (const role of ['employee', 'branch_manager'] as const) {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id: branch.id })
    staff.push(person)
  }
  const { token: manager } = staff[1]!
  const facts = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager, body: facts })
  const shift = await world.call(openShift, { token: manager, body: { register_id: register.body.id, count: {} } })
  expect(shift.status).toBe(201)
})
afterAll(() => world.close())

const place = (n: number): Promise<TestOrder> =>
  buildOrder(world, customer, branch, {
    order_type: n % 2 === 0 ? 'takeaway' : 'delivery',
    ...(n % 2 === 1 && { delivery_minor: 333n }),
    ...(n % 5 === 4 && { held_until: new Date(world.clock.now.getTime() + 600_000) }),
    in_cash: n % 5 === 2,
    lines: [
      { item_id: good, quantity: 3, goods_minor: 1_000n, stock_level_id: goods },
      { item_id: food, quantity: 2, goods_minor: 777n, stock_level_id: foods, kind: 'food' },
    ],
  })

const plain: Endpoint[] = [contract.startOrder, contract.prepareOrder, contract.markOrderReady, contract.sendOrder]
/** Every call of staff, with bodies that are sometimes wrong. */
const calls = (order: TestOrder): [Endpoint, object?][] => [
  ...plain.map((endpoint): [Endpoint] => [endpoint]),
  [contract.acceptOrder, { delay: '10' }],
  [contract.delayOrder, { delay: '30' }],
  [contract.rejectOrder, { reason: 'sold_out' }],
  [contract.handOverOrder, { code: '4711' }],
  [contract.handOverOrder, { code: order.order_number }],
  [contract.handOverOrder, { code: '0000' }],
  [takeOrderPayment, {}],
  [takeOrderPayment, { terminal: { amount: 5, slip: order.order_number }, again: true }],
  [contract.returnOrderToBranch, { reason: 'refused' }],
  [contract.cancelOrderByBranch, { reason: 'closed' }],
  [contract.markOrderUndeliverable, { reason: 'customer_away' }],
  [contract.returnOrder, { stock: 'waste', reason: 'Broken' }],
  [refundOrderByStaff, { lines: [{ id: order.line_ids[0]!, quantity: 1 }], cause: 'damaged', reason: 'Damaged' }],
  [
    refundOrderByStaff,
    { lines: [{ id: order.line_ids[1]!, quantity: 2 }], stock: 'waste', cause: 'not_as_sold', reason: 'Cold' },
  ],
  [refundOrderByStaff, { delivery: true, cause: 'late', reason: 'Late' }],
  [refundOrderByStaff, { amount: 3.33, cause: 'goodwill', reason: 'Sorry' }],
]

/** The call that moves an order on from its state. */
async function findStepForward(order: TestOrder): Promise<[Endpoint, object?]> {
  const { status, order_type, payment_status, payment_method } = await readOrder(world, order.id)
  if (status === 'pending') return [contract.acceptOrder, {}]
  if (status === 'accepted') return [contract.prepareOrder]
  if (payment_status === 'unpaid' && payment_method === 'cash') return [takeOrderPayment, {}]
  if (status === 'processing' || status === 'preparing') return [contract.markOrderReady]
  if (status === 'ready' && order_type === 'delivery') return [contract.sendOrder]
  if (status === 'completed') return [contract.returnOrder, { stock: 'return', reason: 'Wrong size' }]
  return [contract.handOverOrder, { code: order_type === 'delivery' ? '4711' : order.order_number }]
}

async function cancelAsCustomer({ id }: TestOrder): Promise<void> {
  const { now: at } = world.clock
  const author = { actor: 'customer', actor_id: customer.user_id, at } as const
  await transact(world.db, async (tx) => {
    const order = await advanceOrder(tx, world.deps, await lockOrder(tx, id), at)
    await endOrder(tx, world.deps, order, { to: 'canceled', cause: 'customer' }, author)
  }).catch(() => undefined)
}

const anyStep = fc.record({
  order: fc.nat({ max: 2 }),
  who: fc.constantFrom('employee', 'manager', 'manager', 'manager', 'customer', 'clock'),
  // Above the number of calls: the one that moves the order on.
  call: fc.nat({ max: 30 }),
  minutes: fc.constantFrom(0, 1, 5, 30, 130, 2_000),
})

const forward = { order: 0, who: 'manager', call: 30, minutes: 0 } as const

/** What the history says happened is what the table allows. */
async function findForbiddenChanges(): Promise<string[]> {
  const rows = await world.db
    .selectFrom('order_history as h')
    .innerJoin('orders as o', 'o.id', 'h.order_id')
    .select(['h.order_id', 'h.from_status', 'h.to_status', 'h.cause', 'h.actor', 'o.order_type'])
    .whereRef('h.from_status', '<>', 'h.to_status')
    .execute()
  return rows
    .filter(({ from_status, to_status, order_type, cause, actor }) => {
      const change = { from: from_status, to: to_status, type: order_type } as never
      return !isOrderTransitionAllowed(change, cause as never, actor as OrderActor)
    })
    .map(({ order_id, from_status, to_status, cause }) => `${order_id}: ${from_status} → ${to_status} ${cause}`)
}

test(
  'whatever is called by whom and when, states, stock, slots and ledger agree after each call',
  async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 24 }), async (steps) => {
        world.clock.now = new Date('2026-11-21T17:00:00.000Z')
        const orders: TestOrder[] = []
        for (let n = 0; n < 3; n += 1) {
          const order = await place(count++)
          await transact(world.db, async (tx) => scheduleNextStep(tx, await lockOrder(tx, order.id), world.clock.now))
          orders.push(order)
        }
        for (const { order: index, who, call, minutes } of steps) {
          const order = orders[index]!
          if (who === 'clock') {
            world.clock.advance(minutes)
            await advanceOrders(world.deps)
          } else if (who === 'customer') await cancelAsCustomer(order)
          else {
            const [endpoint, body] = calls(order)[call] ?? (await findStepForward(order))
            const { token } = staff[who === 'employee' ? 0 : 1]!
            const input = { token, params: { id: order.id }, ...(body && { body }) }
            const { status } = await world.call(endpoint as unknown as typeof contract.rejectOrder, input as never)
            expect(status).toBeLessThan(500)
          }
          expect([...(await checkLedger(world.db)), ...(await checkStock(world.db))]).toEqual([])
        }
      }),
      // The first is an order that is delivered and taken back, and another that its customer cancels.
      {
        numRuns: 5 * rounds,
        examples: [[[...Array.from({ length: 8 }, () => forward), { ...forward, order: 1, who: 'customer' }]]],
      },
    )
    expect(await findForbiddenChanges()).toEqual([])
    // Otherwise the test would prove little.
    const reached = await world.db.selectFrom('order_history').select('to_status').distinct().execute()
    expect(reached.length).toBeGreaterThanOrEqual(orderStatuses.length - 5)
  },
  120_000 * rounds,
)
