import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { approveReturn, receiveReturn, refundReturn, returnList } from '#contract/orders/desk/order-returns.ts'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { requestReturn } from '#contract/orders/order-returns.ts'
import { transact } from '#server/database/transact.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock, readOrder, readStock, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { checkStock } from '../stock-check.ts'
import { advanceOrders } from './advance-orders.ts'
import { lockOrder } from './change-status.ts'
import { scheduleNextStep } from './next-step.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let stock: string
let token: string
let managers: Driver[]
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 16 })
  // Saturday noon in Toronto, while the branch is open.
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token)
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  stock = await buildStock(world, branch.id, item_id, 1_000)
  managers = [await world.buildDriver(), await world.buildDriver()]
  for (const { user_id } of managers)
    await giveRole(world.db, { user_id, role: 'branch_manager', branch_id: branch.id })
})
afterEach(async () => {
  await world.expectBalancedLedger()
  expect(await checkStock(world.db)).toEqual([])
})
afterAll(() => world.close())

interface Placed {
  order: TestOrder
  customer: Driver
}
/** In each test, both at once. */
const count = Math.min(16, 4 * rounds)
const placeMany = (): Promise<Placed[]> =>
  Array.from({ length: count }).reduce<Promise<Placed[]>>(async (before) => {
    const placed = await before
    const customer = await world.buildDriver({ balance_minor: 10_000n })
    const lines = [{ item_id, quantity: 2, goods_minor: 2_000n, stock_level_id: stock }]
    return [...placed, { order: await buildOrder(world, customer, branch, { lines }), customer }]
  }, Promise.resolve([]))

const outcomeOf = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status < 300 ? 'done' : `${status} ${problem.code}`
const accept = (id: string, of = token) =>
  world.call(contract.acceptOrder, { token: of, params: { id }, body: {} }).then(outcomeOf)
const reject = (id: string, of = token) =>
  world.call(contract.rejectOrder, { token: of, params: { id }, body: { reason: 'closed' } }).then(outcomeOf)
const cancel = ({ order, customer }: Placed) =>
  world
    .call(changeOrderStatus, { token: customer.token, params: { id: order.id }, query: { status: 'canceled' } })
    .then(outcomeOf)
const balance = ({ customer }: Placed) => sumLedgerEntries(world, 'customer', customer.user_id)
/** Both at once, each of them first in half of the cases. */
const race = <T>(n: number, a: () => Promise<T>, b: () => Promise<T>): Promise<T[]> =>
  n % 2 === 0 ? Promise.all([a(), b()]) : Promise.all([b(), a()]).then(([second, first]) => [first!, second!])

test('two employees accept and reject at once: one wins, and the money is right', async () => {
  const placed = await placeMany()
  const outcomes = await Promise.all(
    placed.map(({ order }, n) =>
      race(
        n,
        () => accept(order.id, managers[0]!.token),
        () => reject(order.id, managers[1]!.token),
      ),
    ),
  )
  for (const [n, value] of placed.entries()) {
    expect(outcomes[n]!.toSorted()).toEqual(['409 order_state', 'done'])
    const { status } = await readOrder(world, value.order.id)
    expect(status).toBe(outcomes[n]![0] === 'done' ? 'accepted' : 'rejected')
    expect(await balance(value)).toBe(status === 'accepted' ? 7_800n : 10_000n)
  }
})

test('a customer cancels while the branch rejects: everything is paid back once', async () => {
  const placed = await placeMany()
  const outcomes = await Promise.all(
    placed.map((entry, n) =>
      race(
        n,
        () => cancel(entry),
        () => reject(entry.order.id),
      ),
    ),
  )
  for (const [n, value] of placed.entries()) {
    expect(outcomes[n]!.toSorted()).toEqual(['409 order_state', 'done'])
    expect(await balance(value)).toBe(10_000n)
  }
})

test('a customer cancels while the branch accepts and goes on: one wins', async () => {
  const placed = await placeMany()
  const outcomes = await Promise.all(
    placed.map((entry, n) =>
      race(
        n,
        () => cancel(entry),
        async () => {
          const accepted = await accept(entry.order.id)
          const ready = world.call(contract.markOrderReady, { token, params: { id: entry.order.id } })
          return `${accepted}, ${outcomeOf(await ready)}`
        },
      ),
    ),
  )
  for (const [n, value] of placed.entries()) {
    const { status } = await readOrder(world, value.order.id)
    // An accepted order can still be cancelled, one that is ready cannot.
    if (status === 'ready') expect(outcomes[n]).toEqual(['409 order_state', 'done, done'])
    else expect(outcomes[n]).toEqual(['done', expect.stringMatching(/, 409 order_state$/)])
    expect([status, await balance(value)]).toEqual(status === 'ready' ? ['ready', 7_800n] : ['canceled', 10_000n])
  }
})

test('the clock rejects, in several processes, while the branch accepts: one wins', async () => {
  const placed = await placeMany()
  for (const { order } of placed)
    await transact(world.db, async (tx) => scheduleNextStep(tx, await lockOrder(tx, order.id), world.clock.now))
  world.clock.advance(10)
  const accepts = placed.map(({ order }) => accept(order.id))
  const [outcomes] = await Promise.all([
    Promise.all(accepts),
    ...Array.from({ length: 3 }, () => advanceOrders(world.deps)),
  ])
  expect(new Set(outcomes)).toEqual(new Set(['409 order_state']))
  // An order that was locked by a call is left to the job's next run.
  await advanceOrders(world.deps)
  for (const entry of placed) {
    const { status } = await readOrder(world, entry.order.id)
    // What was due is due, whoever comes first.
    expect(status).toBe('rejected')
    expect(await balance(entry)).toBe(10_000n)
  }
})

test('two refunds of one line at once pay at most what was paid', async () => {
  const placed = await placeMany()
  const outcomes = await Promise.all(
    placed.map(({ order }) => {
      const lines = [{ id: order.line_ids[0]!, quantity: 2 }]
      const refund = ({ token: of }: Driver) =>
        world.call(refundOrderByStaff, {
          token: of,
          params: { id: order.id },
          body: { lines, cause: 'missing', reason: 'Gone' },
        })
      return Promise.all(managers.map((manager) => refund(manager).then(outcomeOf)))
    }),
  )
  for (const [n, value] of placed.entries()) {
    expect(outcomes[n]!.toSorted()).toEqual(['409 order_state', 'done'])
    expect(await balance(value)).toBe(10_000n)
  }
})

test('two refunds of most of a line that was handed over: the second is told what is left', async () => {
  // Another slot: that of the tests before is full.
  world.clock.advance(30)
  const placed = await placeMany()
  for (const { order } of placed) {
    await accept(order.id)
    await world.call(contract.markOrderReady, { token, params: { id: order.id } })
    await world.call(contract.handOverOrder, { token, params: { id: order.id }, body: { code: order.order_number } })
  }
  const outcomes = await Promise.all(
    placed.map(({ order }) => {
      const body = { amount: 12, cause: 'late', reason: 'Too late' } as const
      const refund = ({ token: of }: Driver) =>
        world.call(refundOrderByStaff, { token: of, params: { id: order.id }, body })
      return Promise.all(managers.map((manager) => refund(manager).then(outcomeOf)))
    }),
  )
  for (const [n, value] of placed.entries()) {
    expect(outcomes[n]!.toSorted()).toEqual(['409 refund_too_much', 'done'])
    expect(await balance(value)).toBe(9_000n)
  }
})

test('a refund and a handover of the rest at once leave stock and money right', async () => {
  const placed = await placeMany()
  for (const { order } of placed) {
    await accept(order.id)
    await world.call(contract.markOrderReady, { token, params: { id: order.id } })
  }
  await Promise.all(
    placed.map(({ order }, n) => {
      const lines = [{ id: order.line_ids[0]!, quantity: 1 }]
      const body = { lines, cause: 'damaged', reason: 'One is broken', stock: n % 4 < 2 ? 'return' : 'waste' }
      return race(
        n,
        () => world.call(refundOrderByStaff, { token, params: { id: order.id }, body: body as never }).then(outcomeOf),
        () =>
          world
            .call(contract.handOverOrder, { token, params: { id: order.id }, body: { code: order.order_number } })
            .then(outcomeOf),
      ).then((outcomes) => expect(outcomes).toEqual(['done', 'done']))
    }),
  )
  for (const entry of placed) expect(await balance(entry)).toBe(8_900n)
})

test('a return is received while its lines are refunded or taken back: each unit is paid and counted once', async () => {
  // A slot of its own.
  world.clock.advance(60)
  const placed = await placeMany()
  const [before] = (await readStock(world, stock)).split('/').map(Number)
  const outcomes = await Promise.all(
    placed.map(async ({ order, customer }, n) => {
      const of = { token, params: { id: order.id } }
      await world.call(contract.acceptOrder, { ...of, body: {} })
      await world.call(contract.markOrderReady, of)
      await world.call(contract.handOverOrder, { ...of, body: { code: order.order_number } })
      const lines = [{ id: order.line_ids[0]!, quantity: 2 }]
      const body = { lines, reason: 'damaged' as const }
      await world.call(requestReturn, { token: customer.token, params: { id: order.id }, body })
      const query = { order: order.order_number }
      const params = { id: (await world.call(returnList.endpoint, { token, query })).body.items[0]!.id }
      await world.call(approveReturn, { token, params })
      await world.call(receiveReturn, { token, params, body: { stock: 'return' } })
      const receive = () => world.call(refundReturn, { token, params }).then(outcomeOf)
      const refund = () =>
        world
          .call(refundOrderByStaff, { ...of, body: { lines, stock: 'return', cause: 'damaged', reason: 'Damaged' } })
          .then(outcomeOf)
      const takeBack = () =>
        world.call(contract.returnOrder, { ...of, body: { stock: 'return', reason: 'Damaged' } }).then(outcomeOf)
      const other = n % 4 < 2 ? refund : takeBack
      const [received, again, others] = await (n % 2 === 0
        ? Promise.all([receive(), receive(), other()])
        : Promise.all([other(), receive(), receive()]).then(([last, ...both]) => [...both, last]))
      return { received: [received, again].toSorted(), others }
    }),
  )
  for (const [n, value] of placed.entries()) {
    expect(outcomes[n]!.received).toEqual(['409 order_state', 'done'])
    expect(['done', '409 order_state', '409 refund_too_much']).toContain(outcomes[n]!.others)
    expect(await balance(value)).toBe(10_000n)
    expect(await readOrder(world, value.order.id)).toMatchObject({ refund_status: 'full' })
  }
  const [after] = (await readStock(world, stock)).split('/').map(Number)
  expect(after! - before!).toBe(0)
})
