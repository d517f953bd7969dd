import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  getOrderRecord,
  handOverOrder,
  acceptOrder,
  markOrderReady,
  rejectOrder,
} from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { downloadOrderReceipt, getOrder } from '#contract/orders/orders.ts'
import { balanceOf, setBalance } from '#test/kits/bookings-kit.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { buildStock, readStock } from '#test/kits/order-kit.ts'
import { buildItem, outcomeOf, variationOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'
import { checkStock } from '../stock-check.ts'

let desk: PhoneDesk
/** 5.50 and 22.00 with tax; blades cost 11.00. */
let cheap: string
let dear: string
beforeAll(async () => {
  desk = await openPhoneDesk()
  cheap = await buildItem(desk.world, { slug: 'cheap', name: 'Cloth', name_fr: 'Chiffon', prices: { CAD: 500n } })
  dear = await buildItem(desk.world, { slug: 'dear', name: 'Polish', name_fr: 'Lustreur', prices: { CAD: 2_000n } })
  for (const id of [desk.blades, cheap, dear]) await countStock(id, 100)
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

async function countStock(item_id: string, on_hand: number): Promise<string> {
  await desk.world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  return buildStock(desk.world, desk.branch.id, item_id, on_hand)
}

type Caller = Pick<Driver, 'token'>
const record = async (id: string, { token }: Caller = desk.manager) =>
  (await desk.world.call(getOrderRecord, { token, params: { id } })).body
const own = async (id: string) => (await desk.world.call(getOrder, { token: desk.customer.token, params: { id } })).body
const replace = async (id: string, body: object, { token }: Caller = desk.manager) => {
  const { lines, version } = await record(id)
  const chosen = { quantity: 2, version, ...body }
  const params = { id, line_id: lines[0]!.id }
  return desk.world.call(contract.substituteLine, { token, params, body: chosen as never })
}
const sell = (item_id: string, quantity: number) => [{ item_id, quantity }]
const settle = async () => {
  await desk.world.expectBalancedLedger()
  expect(await checkStock(desk.world.db)).toEqual([])
}

describe('a line that is replaced by something cheaper', () => {
  test('is refunded and the new order paid of it at once, and the difference stays in the wallet', async () => {
    const first = await desk.paidOrder()
    const before = await balanceOf(desk.world, desk.customer)
    const { status, body } = await replace(first.id, { lines: sell(cheap, 2), total: 11, stock: 'waste' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ refunded: { amount: 22 }, refund_status: 'full', total: { amount: 22 } })
    const [substitution] = body.substitutions
    expect(substitution).toMatchObject({ quantity: 2, name: '2 × Cloth', is_done: true, due: { amount: 0 } })
    expect(await balanceOf(desk.world, desk.customer)).toBe(before + 1_100n)
    const second = await own(substitution!.order_number)
    expect(second).toMatchObject({
      amends: first.order_number,
      payment_status: 'paid',
      total: { amount: 11 },
      replaces: { order_number: first.order_number, name: '2 × Blades', refund: { amount: 22 }, due: { amount: 0 } },
    })
    expect(body.history.at(-2)).toMatchObject({ cause: 'substituted', actor: 'manager' })
    expect(body.history.at(-2)!.reason).toContain('2 × Blades')
    // Nothing of it is left, so that it does not stay open beside the second.
    expect(body).toMatchObject({ status: 'canceled', history: expect.any(Array) })
    expect(body.history.at(-1)).toMatchObject({ cause: 'replaced', actor: 'manager' })
    expect(outcomeOf(await replace(first.id, { lines: sell(cheap, 1), total: 5.5, quantity: 1 }))).toBe(
      '409 order_state',
    )
    const receipt = async (id: string) => {
      const { raw } = await desk.world.call(downloadOrderReceipt, { token: desk.customer.token, params: { id } })
      return readPdf(raw).lines.join(' ')
    }
    expect(await receipt(first.id)).toContain(`Order ${second.order_number} replaces 2 × Blades`)
    expect(await receipt(second.id)).toContain(`Replaces 2 × Blades in order ${first.order_number}`)
    await settle()
  })

  test('takes the permission to refund, within its limit, and the version that was read', async () => {
    const first = await desk.paidOrder()
    const chosen = { lines: sell(cheap, 2), total: 11 }
    const price = async ({ token }: Caller) => {
      const line_id = (await record(first.id)).lines[0]!.id
      const input = { token, params: { id: first.id, line_id }, body: { lines: sell(cheap, 2), quantity: 2 } }
      return (await desk.world.call(contract.priceSubstitute, input)).body
    }
    expect(await price(desk.employee)).toMatchObject({ back: { amount: 11 }, limit: { amount: 0 } })
    expect(await price(desk.manager)).toMatchObject({ refund: { amount: 22 }, back: { amount: 11 }, limit: null })
    expect(outcomeOf(await replace(first.id, chosen, desk.employee))).toBe('403 substitute_back')
    expect(outcomeOf(await replace(first.id, chosen, desk.stranger))).toBe('404 not_found')
    expect(outcomeOf(await replace(first.id, { ...chosen, version: 1_000 }))).toBe('409 changed_meanwhile')
    expect(outcomeOf(await replace(first.id, { ...chosen, total: 10 }))).toBe('409 price_changed')
    expect(outcomeOf(await replace(first.id, { ...chosen, quantity: 3 }))).toBe('409 refund_too_much lines')
    // The same price needs no refund.
    expect((await replace(first.id, { lines: sell(cheap, 4), total: 22 }, desk.employee)).status).toBe(200)
    await settle()
  })

  test('needs no second place in the work of its time', async () => {
    await setBalance(desk.world, desk.customer, 10_000n)
    const variation_id = await variationOf(desk.world, desk.wash, 'car')
    const vehicle = { plate: 'SWAP 1', vehicle_type_id: 1 }
    const placed = await desk.place({ lines: [{ item_id: desk.wash, variation_id }], ...vehicle, total: 22 })
    expect(outcomeOf(await desk.pay(placed.body.id))).toBe(200)
    const slots = () => desk.world.db.selectFrom('order_slots').selectAll().where('work_group', '=', 'wash').execute()
    const taken = (await slots()).length
    const lines = [{ item_id: desk.wash, variation_id }]
    expect((await replace(placed.body.id, { lines, quantity: 1, total: 22 })).status).toBe(200)
    expect((await slots()).length).toBe(taken)
    await settle()
  })

  test('is accepted where its order is, and can be replaced again', async () => {
    const first = await desk.paidOrder()
    await desk.world.call(acceptOrder, { token: desk.manager.token, params: { id: first.id }, body: { delay: '10' } })
    const { body } = await replace(first.id, { lines: sell(cheap, 4), total: 22 })
    const second = await record(body.substitutions[0]!.order_number)
    expect([second.status, second.delay_minutes]).toEqual(['accepted', 10])
    const { body: again } = await replace(second.id, { lines: sell(dear, 1), quantity: 4, total: 22 })
    expect(again.substitutions[0]).toMatchObject({ is_done: true, name: '1 × Polish' })
    expect((await record(again.substitutions[0]!.order_number)).amends).toBe(first.order_number)
    await settle()
  })
})

describe('a line for which something dearer is offered', () => {
  const offer = async (id: string, by: Caller = desk.employee) => {
    const { status, body } = await replace(id, { lines: sell(dear, 2), total: 44 }, by)
    expect(status).toBe(200)
    return own(body.substitutions.at(-1)!.order_number)
  }

  test('stays as it is until its customer has paid the difference', async () => {
    const first = await desk.paidOrder()
    await setBalance(desk.world, desk.customer, 2_200n)
    const offered = await offer(first.id)
    expect(offered).toMatchObject({ can: { pay: true }, replaces: { due: { amount: 22 } }, total: { amount: 44 } })
    const before = await own(first.id)
    expect(before).toMatchObject({ refunded: { amount: 0 }, substitutions: [{ is_done: false, due: { amount: 22 } }] })
    const mails = await desk.world.db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .orderBy('queue_number', 'desc')
      .execute()
    expect(mails[0]).toMatchObject({ subject: `Confirm a replacement: order ${offered.order_number}` })
    for (const part of ['2 × Blades', '2 × Polish', '$22.00', `/order/${offered.order_number}/pay`])
      expect(mails[0]!.text).toContain(part)
    expect(outcomeOf(await desk.pay(offered.id))).toBe(200)
    expect(await balanceOf(desk.world, desk.customer)).toBe(0n)
    expect(await own(first.id)).toMatchObject({ refunded: { amount: 22 }, substitutions: [{ is_done: true }] })
    await settle()
  })

  test('is refused to a wallet that does not hold the difference, and nothing is changed', async () => {
    const first = await desk.paidOrder()
    await setBalance(desk.world, desk.customer, 2_199n)
    const offered = await offer(first.id)
    const refused = await desk.pay(offered.id)
    expect(outcomeOf(refused)).toBe('402 insufficient_balance')
    expect(refused.problem).toMatchObject({ missing: { amount: 0.01 } })
    expect((await own(first.id)).refunded.amount).toBe(0)
    await settle()
  })

  test('stays after an hour without an answer, and when its customer declines', async () => {
    const first = await desk.paidOrder()
    const declined = await offer(first.id)
    const { token } = desk.customer
    const input = { token, params: { id: declined.id }, query: { status: 'canceled' as const } }
    expect((await desk.world.call(changeOrderStatus, input)).status).toBe(200)
    await desk.world.call(acceptOrder, { token: desk.manager.token, params: { id: first.id }, body: {} })
    const offered = await offer(first.id)
    desk.world.clock.advance(60)
    await advanceOrders(desk.world.deps)
    for (const { id } of [offered, declined]) {
      expect(await own(id)).toMatchObject({ status: 'canceled', replaces: null, is_substitute: true })
      expect(outcomeOf(await desk.pay(id))).toBe('409 order_hold_over')
    }
    expect(await own(first.id)).toMatchObject({ refunded: { amount: 0 }, substitutions: [] })
    await settle()
  })

  test.each([
    ['another offer for the line', (id: string) => replace(id, { lines: sell(dear, 1), total: 22 })],
    [
      'a refund of its order',
      (id: string) =>
        desk.world.call(refundOrderByStaff, {
          token: desk.manager.token,
          params: { id },
          body: { amount: 1, cause: 'goodwill', reason: 'Sorry' },
        }),
    ],
    [
      'the end of its order',
      (id: string) =>
        desk.world.call(rejectOrder, { token: desk.manager.token, params: { id }, body: { reason: 'closed' } }),
    ],
    [
      'its handover',
      async (id: string) => {
        const { token } = desk.manager
        await desk.world.call(acceptOrder, { token, params: { id }, body: {} })
        await desk.world.call(markOrderReady, { token, params: { id } })
        const { order_number: code } = await record(id)
        return desk.world.call(handOverOrder, { token, params: { id }, body: { code } })
      },
    ],
  ])('is withdrawn by %s', async (_cause, change) => {
    const first = await desk.paidOrder()
    const offered = await offer(first.id)
    expect((await change(first.id)).status).toBe(200)
    expect(await own(offered.id)).toMatchObject({ status: 'canceled', can: { pay: false } })
    expect(outcomeOf(await desk.pay(offered.id))).toBe('409 order_hold_over')
    await settle()
  })
})

test('takes what is replaced back into stock, or writes it off', async () => {
  const kits = await buildItem(desk.world, { slug: 'kits', prices: { CAD: 1_000n } })
  const level = await countStock(kits, 5)
  for (const [stock, on_hand] of [
    ['return', 5],
    ['waste', 3],
  ] as const) {
    const first = await desk.paidOrder({ lines: sell(kits, 2) })
    expect((await replace(first.id, { lines: sell(cheap, 4), total: 22, stock })).status).toBe(200)
    expect(await readStock(desk.world, level)).toBe(`${on_hand}/0`)
  }
  expect(outcomeOf(await replace((await desk.paidOrder()).id, { lines: sell(kits, 4), total: 44 }))).toBe(
    '409 out_of_stock quantity',
  )
  await settle()
})
