import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptOrder, handOverOrder, markOrderReady, returnOrder } from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import {
  approveReturn,
  getReturn,
  receiveReturn,
  refundReturn,
  refuseReturn,
  returnList,
} from '#contract/orders/desk/order-returns.ts'
import { listReturns, requestReturn } from '#contract/orders/order-returns.ts'
import { mailsOf, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock, readOrder, readStock, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { checkStock } from './stock-check.ts'

let world: World
let branch: { id: string; currency: string }
let elsewhere: { id: string; currency: string }
let good: string
let food: string
let stock: string
let token: string
let employee: Driver
let stranger: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token)
  elsewhere = await buildBranch(world, token, { name: 'Elsewhere' })
  good = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  food = await buildItem(world, { slug: 'soup', kind: 'food', prices: { CAD: 500n } })
  stock = await buildStock(world, branch.id, good, 100)
  const at = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  employee = await at('employee', branch.id)
  stranger = await at('branch_manager', elsewhere.id)
})
afterAll(() => world.close())

let order: TestOrder
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 10_000n })
  order = await buildOrder(world, customer, branch, {
    lines: [
      { item_id: good, quantity: 3, goods_minor: 3_000n, stock_level_id: stock, name: 'Wipers' },
      { item_id: food, quantity: 1, goods_minor: 500n, kind: 'food' },
    ],
  })
  const params = { id: order.id }
  await world.call(acceptOrder, { token, params, body: {} })
  await world.call(markOrderReady, { token, params })
  await world.call(handOverOrder, { token, params, body: { code: order.order_number } })
})

const outcomeOf = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status < 300 ? String(status) : `${status} ${problem.code}`
const ask = (quantity: number, line = 0, by = customer) =>
  world.call(requestReturn, {
    token: by.token,
    params: { id: order.order_number },
    body: { lines: [{ id: order.line_ids[line]!, quantity }], reason: 'damaged', note: 'One is bent' },
  })
const findId = async () =>
  (await world.call(returnList.endpoint, { token, query: { order: order.order_number } })).body.items[0]!.id
const balance = () => sumLedgerEntries(world, 'customer', customer.user_id)

test('is requested, approved, received and refunded, and the goods are back', async () => {
  const before = Number((await readStock(world, stock)).split('/')[0])
  expect((await ask(2)).body.items).toMatchObject([
    { number: 1, status: 'requested', lines: [{ name: 'Wipers', quantity: 2 }], refunded: null },
  ])
  const id = await findId()
  const params = { id }
  const record = (await world.call(getReturn, { token: employee.token, params })).body
  expect(record).toMatchObject({ items: '2 × Wipers', refundable: { amount: 22 }, actions: ['approve', 'refuse'] })
  expect(outcomeOf(await world.call(approveReturn, { token: employee.token, params }))).toBe('403 forbidden')
  expect(outcomeOf(await world.call(approveReturn, { token: stranger.token, params }))).toBe('404 not_found')
  const receive = () => world.call(receiveReturn, { token, params, body: { stock: 'return' } })
  const refund = () => world.call(refundReturn, { token, params })
  expect(outcomeOf(await receive())).toBe('409 order_state')
  expect((await world.call(approveReturn, { token, params })).body.status).toBe('approved')
  expect(outcomeOf(await refund())).toBe('409 order_state')
  expect((await receive()).body).toMatchObject({
    status: 'received',
    refundable: { amount: 22 },
    refunded: null,
    actions: ['refund'],
  })
  expect(outcomeOf(await receive())).toBe('409 order_state')
  expect(await balance()).toBe(10_000n - 3_850n)
  expect((await refund()).body).toMatchObject({ status: 'refunded', refunded: { amount: 22 }, actions: [] })
  expect(outcomeOf(await refund())).toBe('409 order_state')
  expect(await balance()).toBe(10_000n - 3_850n + 2_200n)
  expect(Number((await readStock(world, stock)).split('/')[0])).toBe(before + 2)
  expect(await readOrder(world, order.id)).toMatchObject({ status: 'completed', refund_status: 'partial' })
  expect((await mailsOf(world, customer)).join(' | ')).toContain('Return approved')
  await world.expectBalancedLedger()
  expect(await checkStock(world.db)).toEqual([])
})

test('is refused with a reason, and can be asked for again', async () => {
  await ask(3)
  const params = { id: await findId() }
  expect((await world.call(refuseReturn, { token, params, body: { answer: '' } })).status).toBe(422)
  await world.call(refuseReturn, { token, params, body: { answer: 'They were used' } })
  const { body } = await world.call(listReturns, { token: customer.token, params: { id: order.id } })
  expect(body.items).toMatchObject([{ status: 'refused', answer: 'They were used' }])
  expect(outcomeOf(await ask(3))).toBe('201')
})

test('takes no more than was sold and is not on its way back already', async () => {
  expect(outcomeOf(await ask(2))).toBe('201')
  const again = await ask(2)
  expect([outcomeOf(again), again.problem.errors?.[0]?.field]).toEqual(['422 validation_failed', 'lines'])
  expect(outcomeOf(await ask(1))).toBe('201')
})

test('is over after the branch’s period, which food does not have', async () => {
  expect(outcomeOf(await ask(1, 1))).toBe('409 return_over')
  world.clock.advance(14 * 24 * 60)
  expect(outcomeOf(await ask(1))).toBe('201')
  world.clock.advance(1)
  expect(outcomeOf(await ask(1))).toBe('409 return_over')
})

test('of somebody else’s order, or of another order’s line, is refused', async () => {
  expect(outcomeOf(await ask(1, 0, await world.buildDriver()))).toBe('404 order_not_found')
  const lines = [{ id: crypto.randomUUID(), quantity: 1 }]
  const body = { lines, reason: 'other' as const }
  const wrong = await world.call(requestReturn, { token: customer.token, params: { id: order.id }, body })
  expect(wrong.status).toBe(422)
})

test('of everything makes the order a returned one', async () => {
  await world.db.updateTable('branch_setup').set({ food_return_days: 14 }).execute()
  const lines = order.line_ids.map((id, n) => ({ id, quantity: n === 0 ? 3 : 1 }))
  const body = { lines, reason: 'not_needed' as const }
  await world.call(requestReturn, { token: customer.token, params: { id: order.id }, body })
  const params = { id: await findId() }
  await world.call(approveReturn, { token, params })
  await world.call(receiveReturn, { token, params, body: { stock: 'waste' } })
  await world.call(refundReturn, { token, params })
  expect(await readOrder(world, order.id)).toMatchObject({ status: 'returned', refund_status: 'full' })
  expect(await balance()).toBe(10_000n)
  await world.expectBalancedLedger()
  expect(await checkStock(world.db)).toEqual([])
  await world.db.updateTable('branch_setup').set({ food_return_days: 0 }).execute()
})

/** What may happen to an order while a return of two of its three wipers is on its way, and what is left of the return. */
const meanwhile = {
  'one of its units refunded': { change: { lines: [1], stock: 'return' }, left: 22, paid: 33, returned: 3 },
  'two of its units refunded': { change: { lines: [2], stock: 'return' }, left: 11, paid: 33, returned: 3 },
  'all of its units refunded': { change: { lines: [3], stock: 'return' }, left: 0, paid: 33, returned: 3 },
  'its units written off': { change: { lines: [3], stock: 'waste' }, left: 0, paid: 33, returned: 0 },
  'an amount refunded': { change: { amount: 11 }, left: 22, paid: 33, returned: 2 },
  'all of its money refunded': { change: { amount: 38.5 }, left: 0, paid: 38.5, returned: 2 },
  'the whole order taken back': { change: 'take_back', left: 0, paid: 38.5, returned: 3, status: 'returned' },
} as const

// Two of them in a run.
test.each(inTurn(Object.entries(meanwhile), 2)())(
  'with %s meanwhile is received for what is left',
  async (_name, expected) => {
    const { change, left, paid, returned } = expected
    const onHand = async () => Number((await readStock(world, stock)).split('/')[0])
    const before = await onHand()
    await ask(2)
    const params = { id: await findId() }
    await world.call(approveReturn, { token, params })
    const of = { token, params: { id: order.id } }
    if (change === 'take_back') {
      const body = { stock: 'return' as const, reason: 'All of it came back' }
      expect(outcomeOf(await world.call(returnOrder, { ...of, body }))).toBe('200')
    } else {
      const parts = 'lines' in change ? { lines: [{ id: order.line_ids[0]!, quantity: change.lines[0] }] } : change
      const how = {
        stock: 'stock' in change ? change.stock : ('return' as const),
        cause: 'not_as_sold',
        reason: 'A complaint',
      } as const
      const refunded = await world.call(refundOrderByStaff, { ...of, body: { ...parts, ...how } })
      expect(outcomeOf(refunded)).toBe('200')
    }
    const record = (await world.call(getReturn, { token, params })).body
    expect([record.refundable?.amount, record.actions]).toEqual([left, ['receive', 'refuse']])
    const mails = (await mailsOf(world, customer)).length
    await world.call(receiveReturn, { token, params, body: { stock: 'return' } })
    const refunded = await world.call(refundReturn, { token, params })
    expect(refunded.body).toMatchObject({
      status: 'refunded',
      refunded: left === 0 ? null : { amount: left },
      actions: [],
    })
    expect((await mailsOf(world, customer)).length - mails).toBe(left === 0 ? 0 : 1)
    expect(outcomeOf(await world.call(refundReturn, { token, params }))).toBe('409 order_state')
    expect(await balance()).toBe(10_000n - 3_850n + BigInt(paid * 100))
    expect((await onHand()) - before).toBe(returned)
    expect(await readOrder(world, order.id)).toMatchObject({
      status: 'status' in expected ? expected.status : 'completed',
      refund_status: paid === 38.5 ? 'full' : 'partial',
    })
    // What is back cannot be sent back again.
    const again = await ask(3)
    expect(outcomeOf(again)).toBe(change === 'take_back' ? '409 order_state' : '422 validation_failed')
    await world.expectBalancedLedger()
    expect(await checkStock(world.db)).toEqual([])
  },
)

test('before it was decided, can still be refused or approved once its lines are refunded', async () => {
  await ask(3)
  const params = { id: await findId() }
  const body = { lines: [{ id: order.line_ids[0]!, quantity: 3 }], stock: 'return' as const }
  await world.call(refundOrderByStaff, {
    token,
    params: { id: order.id },
    body: { ...body, cause: 'not_as_sold', reason: 'A complaint' },
  })
  expect((await world.call(getReturn, { token, params })).body).toMatchObject({ refundable: { amount: 0 } })
  const refused = await world.call(refuseReturn, { token, params, body: { answer: 'It was refunded already' } })
  expect(outcomeOf(refused)).toBe('200')
  expect(await balance()).toBe(10_000n - 550n)
})

test('without lines is read, listed and decided like others', async () => {
  await ask(1)
  const id = await findId()
  await world.db.deleteFrom('order_return_lines').where('return_id', '=', id).execute()
  expect((await world.call(getReturn, { token, params: { id } })).body).toMatchObject({
    items: '',
    status: 'requested',
  })
  const own = await world.call(listReturns, { token: customer.token, params: { id: order.id } })
  expect(own.body.items).toMatchObject([{ lines: [] }])
  const list = await world.call(returnList.endpoint, { token, query: { order: order.id } as never })
  expect(list.body.items).toMatchObject([{ id, items: '' }])
  for (const call of [approveReturn, receiveReturn, refundReturn] as const)
    expect(
      outcomeOf(
        await world.call(call as typeof receiveReturn, {
          token,
          params: { id },
          ...(call === receiveReturn && { body: { stock: 'return' } }),
        }),
      ),
    ).toBe('200')
  expect(await balance()).toBe(10_000n - 3_850n)
})
