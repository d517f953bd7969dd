import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrderRecord, rejectOrder } from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { buildStock } from '#test/kits/order-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { checkStock } from '../stock-check.ts'

let desk: PhoneDesk
let dear: string
let last: string
beforeAll(async () => {
  desk = await openPhoneDesk()
  // All orders of a night are for one time slot.
  await desk.world.db.updateTable('time_slots').set({ capacity: 10_000 }).execute()
  dear = await buildItem(desk.world, { slug: 'dear', prices: { CAD: 2_000n } })
  last = await buildItem(desk.world, { slug: 'last', prices: { CAD: 1_000n } })
  await desk.world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', last).execute()
  await buildStock(desk.world, desk.branch.id, last, 2)
})
afterAll(() => desk.world.close())

const read = async (id: string) =>
  (await desk.world.call(getOrderRecord, { token: desk.manager.token, params: { id } })).body
async function replace(id: string, item_id: string, total: number) {
  const { lines, version } = await read(id)
  const body = { lines: [{ item_id, quantity: 2 }], quantity: 2, version, total }
  const params = { id, line_id: lines[0]!.id }
  return desk.world.call(contract.substituteLine, { token: desk.manager.token, params, body: body as never })
}
async function settle() {
  await desk.world.expectBalancedLedger()
  expect(await checkStock(desk.world.db)).toEqual([])
}

test('whatever happens to an order while its customer confirms a replacement, the line is replaced whole or not at all', async () => {
  const staff = { token: desk.manager.token }
  const others = [
    (id: string) =>
      desk.world.call(changeOrderStatus, {
        token: desk.customer.token,
        params: { id },
        query: { status: 'canceled' },
      }),
    (id: string) => desk.world.call(rejectOrder, { ...staff, params: { id }, body: { reason: 'closed' } }),
    (id: string) =>
      desk.world.call(refundOrderByStaff, {
        ...staff,
        params: { id },
        body: { amount: 1, cause: 'goodwill', reason: 'Sorry' },
      }),
    (id: string) => replace(id, dear, 44),
  ]
  for (let n = 0; n < others.length * 2 * rounds; n += 1) {
    await desk.renewCustomer()
    const first = await desk.paidOrder()
    const { body } = await replace(first.id, dear, 44)
    const offered = body.substitutions[0]!.order_number
    const pay = () => desk.world.call(payOrder, { token: desk.customer.token, params: { id: offered } }).then(outcomeOf)
    const other = () => others[n % others.length]!(first.id).then(outcomeOf)
    const [paid] =
      n % 2 === 0 ? await Promise.all([pay(), other()]) : await Promise.all([other(), pay()]).then(([, p]) => [p])
    const after = await read(first.id)
    const done = after.substitutions.filter(({ is_done }) => is_done)
    expect(done.length).toBe(paid === 200 ? 1 : 0)
    const left = after.lines.reduce((all, line) => all + line.quantity - line.refunded_quantity, 0)
    if (after.status === 'pending') expect(left).toBe(paid === 200 ? 0 : 2)
    expect((await read(offered)).payment_status).toBe(paid === 200 ? 'paid' : 'unpaid')
    await settle()
  }
})

test('two colleagues replace one line, and two orders want the last units: one of each does', async () => {
  await desk.renewCustomer()
  const [first, second] = [await desk.paidOrder(), await desk.paidOrder()]
  const same = await Promise.all([replace(first.id, desk.blades, 22), replace(first.id, desk.blades, 22)])
  expect(same.map(outcomeOf).filter((outcome) => outcome === 200)).toHaveLength(1)
  const third = await desk.paidOrder()
  const rare = await Promise.all([replace(second.id, last, 22), replace(third.id, last, 22)])
  expect(rare.map(({ status, problem }) => (status === 200 ? 'done' : problem.code)).toSorted()).toEqual([
    'done',
    'out_of_stock',
  ])
  await settle()
})
