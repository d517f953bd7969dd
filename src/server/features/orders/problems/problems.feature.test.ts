import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount, exportPersonalData } from '#contract/accounts/account.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { listNotifications } from '#contract/notifications/notifications.ts'
import { getProblem, problemList, refundProblem, refuseProblem } from '#contract/orders/desk/order-problems.ts'
import { acceptOrder, getOrderRecord, handOverOrder, markOrderReady } from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { reportProblem } from '#contract/orders/order-problems.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { mailsOf, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { goodPassword } from '#test/kits/mailbox.ts'
import { buildPhoto, registerPayingUser, callAddPhoto, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { refundUnansweredProblems } from './decide-problem.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let manager: Driver
let employee: Driver
let stranger: Driver
let photo: Buffer
let customer: { token: string; user_id: string; email: string }
let order: TestOrder
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  const elsewhere = await buildBranch(world, token, { name: 'Elsewhere' })
  item_id = await buildItem(world, { slug: 'wash', prices: { CAD: 1_000n } })
  const at = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  manager = await at('branch_manager', branch.id)
  employee = await at('employee', branch.id)
  stranger = await at('branch_manager', elsewhere.id)
  photo = await buildPhoto()
})
afterAll(() => world.close())
afterEach(() => world.expectBalancedLedger())

/** A wash of 11.00 and wipers of 22.00, handed over. */
const place = async (): Promise<TestOrder> => {
  const lines = [
    { item_id, kind: 'service', work_group: 'wash', name: 'Wash' } as const,
    { item_id, quantity: 2, goods_minor: 2_000n, name: 'Wipers' },
  ]
  const placed = await buildOrder(world, customer, branch, { lines })
  const as = { token: manager.token, params: { id: placed.id } }
  await world.call(acceptOrder, { ...as, body: {} })
  await world.call(markOrderReady, as)
  await world.call(handOverOrder, { ...as, body: { code: placed.order_number } })
  return placed
}
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 10_000n })
  order = await place()
})

const send = async (of = order) => (await callAddPhoto(world, `/api/v1/orders/${of.id}/photos`, customer, photo)).id
const text = 'The wheels are still dirty'
const report = async (changes: { photo_id?: string; line_id?: string; text?: string; key?: string } = {}) => {
  const { key, ...body } = changes
  return world.call(reportProblem, {
    token: customer.token,
    params: { id: order.id },
    body: { line_id: order.line_ids[0]!, text, photo_id: body.photo_id ?? (await send()), ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}
const see = async () => (await world.call(getOrder, { token: customer.token, params: { id: order.id } })).body
const balance = () => sumLedgerEntries(world, 'customer', customer.user_id)
const find = async () => {
  const query = { order: order.order_number }
  const { items } = (await world.call(problemList.endpoint, { token: manager.token, query })).body
  return items[0]!.id
}
const refund = (id: string, { token } = manager) => world.call(refundProblem, { token, params: { id } })
const refuse = (id: string, { token } = manager) =>
  world.call(refuseProblem, { token, params: { id }, body: { answer: 'We washed them twice' } })

describe('a report', () => {
  test('is made within 48 hours of the handover, with text and photo', async () => {
    expect((await see()).can.report).toBe(true)
    expect(outcomeOf(await report({ text: 'Bad' }))).toBe('422 validation_failed text')
    expect(outcomeOf(await report({ photo_id: crypto.randomUUID() }))).toBe('422 validation_failed photo_id')
    expect(outcomeOf(await report({ line_id: order.line_ids[1]! }))).toBe('422 validation_failed line_id')
    expect(outcomeOf(await report())).toBe(201)
    const { problems, can } = await see()
    expect(problems).toMatchObject([{ status: 'open', text, answer_by: '2026-11-23T17:00:00.000Z', refunded: null }])
    expect(can.report).toBe(false)
    expect(outcomeOf(await report())).toBe('409 problem_reported')
  })

  test('comes too late after 48 hours', async () => {
    world.clock.advance(48 * 60)
    expect((await see()).can.report).toBe(true)
    world.clock.advance(1)
    expect((await see()).can.report).toBe(false)
    expect(outcomeOf(await report())).toBe('409 problem_over')
  })

  test('that is sent twice is made once', async () => {
    const photo_id = await send()
    const key = crypto.randomUUID()
    const [first, second] = [await report({ photo_id, key }), await report({ photo_id, key })]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect((await see()).problems).toHaveLength(1)
  })

  test('is seen by people of the branch alone, who have it at their bell until it is decided', async () => {
    await report()
    const id = await find()
    const path = `order-problems/${id}`
    const bell = async () =>
      (await world.call(listNotices, { token: manager.token })).body.items.find((notice) => notice.path === path)
    expect(await bell()).toMatchObject({ kind: 'problem_reported', is_read: false })
    expect(await mailsOf(world, manager)).toContainEqual(expect.stringContaining(order.order_number))
    expect(outcomeOf(await world.call(getProblem, { token: stranger.token, params: { id } }))).toBe('404 not_found')
    expect(outcomeOf(await refund(id, stranger))).toBe('404 not_found')
    expect(outcomeOf(await refund(id, employee))).toBe('403 forbidden')
    expect((await world.call(getProblem, { token: employee.token, params: { id } })).body).toMatchObject({
      status: 'open',
      text,
      refundable: { amount: 11, currency: 'CAD' },
    })
    await refund(id)
    expect(await bell()).toMatchObject({ is_read: true })
  })
})

describe('the branch', () => {
  test('refunds the whole line, once', async () => {
    const before = await balance()
    await report()
    const id = await find()
    const outcomes = await Promise.all([refund(id), refund(id), refuse(id)])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(2)
    const { status } = (await world.call(getProblem, { token: manager.token, params: { id } })).body
    expect(await balance()).toBe(before + (status === 'refunded' ? 1_100n : 0n))
  })

  test('pays back what is left of the line, and the customer hears of it', async () => {
    const before = await balance()
    await report()
    await world.call(refundOrderByStaff, {
      token: (await world.buildDriver({ role: 'admin' })).token,
      params: { id: order.id },
      body: { amount: 3, cause: 'late', reason: 'A little late' },
    })
    expect(outcomeOf(await refund(await find()))).toBe(200)
    const { problems, lines } = await see()
    expect(problems).toMatchObject([{ status: 'refunded', refunded: { amount: 10 } }])
    expect(lines[0]).toMatchObject({ refunded: { amount: 11 } })
    expect(await balance()).toBe(before + 1_300n)
    expect(await mailsOf(world, customer)).toContainEqual(expect.stringContaining('Service refunded'))
    const { items } = (await world.call(listNotifications, { token: customer.token })).body
    expect(items.map(({ title }) => title)).toContain('Service refunded')
  })

  test('answers with a reason that the customer reads', async () => {
    const before = await balance()
    await report()
    expect(outcomeOf(await refuse(await find()))).toBe(200)
    expect((await see()).problems).toMatchObject([
      { status: 'refused', answer: 'We washed them twice', refunded: null },
    ])
    expect(await balance()).toBe(before)
    const { history } = (await world.call(getOrderRecord, { token: manager.token, params: { id: order.id } })).body
    expect(history.slice(-2).map(({ cause }) => cause)).toEqual(['problem_reported', 'problem_refused'])
  })
})

describe('the clock', () => {
  test('refunds the whole line when nobody answered for 48 hours, once', async () => {
    const before = await balance()
    await report()
    const id = await find()
    world.clock.advance(48 * 60 - 1)
    await refundUnansweredProblems(world.deps)
    expect(await balance()).toBe(before)
    world.clock.advance(61)
    const run = () => refundUnansweredProblems(world.deps)
    const [late] = await Promise.all([refuse(id), run(), run()])
    expect(outcomeOf(late)).toBe('409 order_state')
    await run()
    expect(await balance()).toBe(before + 1_100n)
    expect((await see()).problems).toMatchObject([{ status: 'not_answered', refunded: { amount: 11 } }])
    const { history } = (await world.call(getOrderRecord, { token: manager.token, params: { id: order.id } })).body
    expect(history.at(-1)).toMatchObject({ actor: 'clock', due_at: '2026-11-23T17:00:00.000Z' })
    expect(await mailsOf(world, customer)).toContainEqual(expect.stringContaining('Service refunded'))
  })

  test('has nothing left to refund where staff refunded the line', async () => {
    await report()
    await world.call(refundOrderByStaff, {
      token: (await world.buildDriver({ role: 'admin' })).token,
      params: { id: order.id },
      body: { lines: [{ id: order.line_ids[0]!, quantity: 1 }], cause: 'by_request', reason: 'Our mistake' },
    })
    const after = await balance()
    world.clock.advance(48 * 60)
    await refundUnansweredProblems(world.deps)
    expect(await balance()).toBe(after)
    expect((await see()).problems).toMatchObject([{ status: 'not_answered', refunded: null }])
  })
})

test('is exported with the account and erased with it', async () => {
  customer = await registerPayingUser(world, 3_300n)
  order = await place()
  await report()
  const { held } = (await world.call(exportPersonalData, { token: customer.token })).body
  expect(held['order_problems']).toMatchObject([{ order_number: order.order_number, text }])
  await refuse(await find())
  const erased = await world.call(eraseAccount, { token: customer.token, body: { password: goodPassword } })
  expect(outcomeOf(erased)).toBe(204)
  expect(await world.db.selectFrom('order_problems').select('id').where('order_id', '=', order.id).execute()).toEqual(
    [],
  )
})
