import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as courierCalls from '#contract/deliveries/courier.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { getOrderTracking } from '#contract/orders/order-tracking.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import type { TestOrder } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { deleteOldPositions } from './positions.ts'

let desk: OrderDesk
let courier: Driver
let other: Driver
beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.world.close())
beforeEach(async () => {
  await desk.renewCustomer()
  await desk.world.db
    .updateTable('users')
    .set({ first_name: 'Awa', phone: '+14165550100' })
    .where('id', '=', desk.customer.user_id)
    .execute()
  courier = await buildCourier()
  other = await buildCourier()
})

async function buildCourier(branch_id = desk.branch.id): Promise<Driver> {
  const person = await desk.world.buildDriver()
  await giveRole(desk.world.db, { user_id: person.user_id, role: 'delivery_boy', branch_id })
  await desk.world.call(courierCalls.setDuty, { token: person.token, body: { on_duty: true } })
  return person
}

const dayOf = async ({ token } = courier) => (await desk.world.call(courierCalls.getCourierDay, { token })).body
const accept = (id: string, { token } = courier) =>
  desk.world.call(courierCalls.acceptDelivery, { token, params: { id } })
const decline = (id: string, { token } = courier) =>
  desk.world.call(courierCalls.declineDelivery, { token, params: { id }, body: { reason: 'too_far' } })
type Step = Omit<Extract<courierCalls.CourierStep, { kind: 'handed_over' }>, 'id' | 'at' | 'kind'> & {
  kind: courierCalls.StepKind
  id?: string
  at?: string
}
const send = (steps: Step[], { token } = courier) => {
  const at = desk.world.clock.now.toISOString()
  return desk.world.call(courierCalls.sendSteps, {
    token,
    body: {
      sent_at: at,
      steps: steps.map((step) => ({ id: crypto.randomUUID(), at, ...step }) as courierCalls.CourierStep),
    },
  })
}
/** What became of each step: `ok` or the code of its error. */
const outcomes = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.results.map(({ refusal }) => refusal?.code ?? 'ok')

async function placeReady(options: Parameters<OrderDesk['place']>[0] = {}): Promise<TestOrder> {
  const order = await desk.place({ order_type: 'delivery', ...options })
  await desk.act(orders.acceptOrder, order, {})
  await desk.act(orders.markOrderReady, order)
  return order
}
const deliveryOf = async ({ id }: TestOrder) =>
  desk.world.db
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('attempt', 'desc')
    .executeTakeFirstOrThrow()

describe('an offer', () => {
  test('reaches couriers of the branch who are on duty, without the customer', async () => {
    const stranger = await buildCourier(desk.elsewhere.id)
    const order = await placeReady({ delivery_minor: 500n })
    const { offered, branches } = await dayOf()
    const offer = offered.find(({ order_number }) => order_number === order.order_number)!
    expect(offer).toMatchObject({ units: 3, attempt: 1, to_collect: null, area: expect.any(String) })
    expect(Object.keys(offer)).not.toContain('customer')
    expect(branches).toMatchObject([{ id: desk.branch.id }])
    expect((await dayOf(stranger)).offered).toEqual([])
    expect(outcomeOf(await accept(offer.id, stranger))).toBe('404 not_found')
    await desk.world.call(courierCalls.setDuty, { token: courier.token, body: { on_duty: false } })
    expect((await dayOf()).offered).toEqual([])
    expect(outcomeOf(await accept(offer.id))).toBe('409 off_duty')
  })

  test('goes to whoever accepts it first, also when the answer was lost', async () => {
    const { id } = await deliveryOf(await placeReady())
    expect((await accept(id)).status).toBe(200)
    expect((await accept(id)).status).toBe(200)
    expect(outcomeOf(await accept(id, other))).toBe('409 delivery_taken')
    expect((await dayOf(other)).offered.map((offer) => offer.id)).not.toContain(id)
    const off = await desk.world.call(courierCalls.setDuty, { token: courier.token, body: { on_duty: false } })
    expect(outcomeOf(off)).toBe('409 delivery_open')
  })

  test('that is declined or given back is for others', async () => {
    const { id } = await deliveryOf(await placeReady())
    await decline(id)
    expect((await dayOf()).offered.map((offer) => offer.id)).not.toContain(id)
    await accept(id, other)
    expect((await decline(id, other)).status).toBe(200)
    expect(
      await desk.world.db
        .selectFrom('deliveries')
        .select(['state', 'courier_id'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({
      state: 'offered',
      courier_id: null,
    })
    expect((await dayOf(other)).offered.map((offer) => offer.id)).not.toContain(id)
  })
})

describe('a delivery', () => {
  test('goes from the branch to the customer, who says the code, and then leaves nothing of them', async () => {
    const order = await placeReady()
    const { id } = await deliveryOf(order)
    await accept(id)
    const [task] = (await dayOf()).mine
    expect(task).toMatchObject({
      state: 'accepted',
      customer: { name: 'Awa', phone: '+14165550100' },
      takes_photos: true,
    })
    expect(JSON.stringify(task)).not.toContain('4711')
    expect(outcomes(await send([{ kind: 'arrived', delivery_id: id }]))).toEqual(['delivery_over'])
    expect(
      outcomes(
        await send([
          { kind: 'at_branch', delivery_id: id },
          { kind: 'picked_up', delivery_id: id },
        ]),
      ),
    ).toEqual(['ok', 'ok'])
    expect((await desk.see(order)).status).toBe('out_for_delivery')
    expect(
      outcomes(
        await send([
          { kind: 'arrived', delivery_id: id },
          { kind: 'handed_over', delivery_id: id, code: '4711' },
        ]),
      ),
    ).toEqual(['ok', 'ok'])
    expect((await desk.see(order)).history.map(({ cause }) => cause).slice(-2)).toEqual(['picked_up', 'handed_over'])
    const { mine, done } = await dayOf()
    expect([mine, done]).toMatchObject([[], [{ id, state: 'handed_over' }]])
    expect(JSON.stringify(done)).not.toMatch(/Awa|\+1416/)
    expect(await deliveryOf(order)).toMatchObject({ state: 'handed_over', proof: 'code', courier_id: courier.user_id })
    await desk.world.expectBalancedLedger()
  })

  test('takes each step once, however often it is sent, and repeats the refusal of another', async () => {
    const order = await placeReady()
    const { id } = await deliveryOf(order)
    await accept(id)
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    const steps: Step[] = [
      { kind: 'picked_up', delivery_id: id, id: first },
      { kind: 'handed_over', delivery_id: id, id: second, code: '0000' },
    ]
    const answers = [await send(steps), await send(steps)]
    expect(answers.map(outcomes)).toEqual([
      ['ok', 'handover_code'],
      ['ok', 'handover_code'],
    ])
    expect(answers[1]!.body.results[1]).toEqual(answers[0]!.body.results[1])
    expect((await desk.see(order)).history.filter(({ cause }) => cause === 'picked_up')).toHaveLength(1)
    const row = await desk.world.db
      .selectFrom('orders')
      .select('wrong_codes')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(row.wrong_codes).toBe(1)
    expect(outcomes(await send([{ kind: 'arrived', delivery_id: id, id: first }], other))).toEqual(['not_found'])
  })

  test('locks the code after five wrong ones', async () => {
    const { id } = await deliveryOf(await placeReady())
    await accept(id)
    await send([{ kind: 'picked_up', delivery_id: id }])
    const wrong = Array.from({ length: 5 }, (): Step => ({ kind: 'handed_over', delivery_id: id, code: '1234' }))
    expect(outcomes(await send([...wrong, { kind: 'handed_over', delivery_id: id, code: '4711' }]))).toEqual([
      ...Array.from({ length: 4 }, () => 'handover_code'),
      'handover_locked',
      'handover_locked',
    ])
  })

  test('without the code needs a photo of its own and a reason', async () => {
    const order = await placeReady()
    const { id } = await deliveryOf(order)
    await accept(id)
    await send([{ kind: 'picked_up', delivery_id: id }])
    const photo_id = crypto.randomUUID()
    expect(
      outcomes(
        await send([
          { kind: 'handed_over', delivery_id: id },
          { kind: 'handed_over', delivery_id: id, photo_id, reason: 'left_there' },
        ]),
      ),
    ).toEqual(['validation_failed', 'validation_failed'])
    await desk.world.db
      .insertInto('order_photos')
      .values({
        id: photo_id,
        order_id: order.id,
        user_id: courier.user_id,
        content: Buffer.from('x'),
        created_at: desk.world.clock.now,
      })
      .execute()
    expect(
      outcomes(
        await send([
          { kind: 'handed_over', delivery_id: id, photo_id },
          { kind: 'handed_over', delivery_id: id, photo_id, reason: 'left_there' },
        ]),
      ),
    ).toEqual(['validation_failed', 'ok'])
    expect(await deliveryOf(order)).toMatchObject({ state: 'handed_over', proof: 'photo' })
  })

  test('that is brought back is offered again after the branch’s time, and after the third a manager decides', async () => {
    const order = await placeReady()
    for (const attempt of [1, 2, 3]) {
      const { id, offered_from } = await deliveryOf(order)
      desk.world.clock.now = new Date(offered_from!)
      await accept(id)
      expect(
        outcomes(
          await send([
            { kind: 'picked_up', delivery_id: id },
            { kind: 'brought_back', delivery_id: id, reason: 'customer_away' },
          ]),
        ),
      ).toEqual(['ok', 'ok'])
      const next = await deliveryOf(order)
      expect([next.attempt, next.state]).toEqual([attempt + 1, 'offered'])
      const wait = next.offered_from === null ? null : next.offered_from.getTime() - desk.world.clock.now.getTime()
      expect(wait).toBe(attempt === 3 ? null : 30 * 60_000)
      expect((await dayOf()).offered).not.toContainEqual(expect.objectContaining({ id: next.id }))
    }
    expect((await desk.see(order)).status).toBe('ready')
  })

  test('ends with its order', async () => {
    const order = await placeReady()
    const { id } = await deliveryOf(order)
    await accept(id)
    await desk.act(orders.cancelOrderByBranch, order, { reason: 'closed' }, desk.manager)
    expect(await deliveryOf(order)).toMatchObject({ id, state: 'canceled' })
    expect(outcomes(await send([{ kind: 'picked_up', delivery_id: id }]))).toEqual(['delivery_over'])
  })

  test('that the branch brings itself has no courier', async () => {
    const order = await placeReady()
    await desk.act(orders.sendOrder, order)
    expect(await deliveryOf(order)).toMatchObject({ state: 'picked_up', courier_id: null })
    await desk.act(orders.handOverOrder, order, { code: '4711' })
    expect(await deliveryOf(order)).toMatchObject({ state: 'handed_over' })
  })
})

test('a position is kept while an order is out, for 15 minutes at most', async () => {
  const put = () =>
    desk.world.call(courierCalls.sendPosition, {
      token: courier.token,
      body: { lat: 43.6, lng: -79.4, accuracy_m: 12 },
    })
  const countStored = async () =>
    (
      await desk.world.db
        .selectFrom('courier_positions')
        .selectAll()
        .where('courier_id', '=', courier.user_id)
        .execute()
    ).length
  const order = await placeReady()
  const { id } = await deliveryOf(order)
  await accept(id)
  expect(outcomeOf(await put())).toBe('409 delivery_over')
  await send([{ kind: 'picked_up', delivery_id: id }])
  expect((await put()).status).toBe(204)
  const deps = { db: desk.world.db, clock: () => new Date(desk.world.clock.now) } as never
  await deleteOldPositions(deps)
  expect(await countStored()).toBe(1)
  desk.world.clock.now = new Date(desk.world.clock.now.getTime() + 15 * 60_000)
  await deleteOldPositions(deps)
  expect(await countStored()).toBe(0)
  const seen = await desk.world.call(getOrderTracking, { token: desk.customer.token, params: { id: order.id } })
  expect(seen.status).toBe(200)
})
