import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as courierCalls from '#contract/deliveries/courier.ts'
import * as board from '#contract/deliveries/delivery-board.ts'
import { getPushKey } from '#contract/notifications/push.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { newId } from '#server/database/ids.ts'
import { sendPushMessages } from '#server/features/notifications/push/send-messages.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import type { TestOrder } from '#test/kits/order-kit.ts'
import { startPushService } from '#test/kits/push-service.ts'
import type { Driver } from '#test/kits/world.ts'
import { announceOffers } from './announce.ts'

let desk: OrderDesk
let courier: Driver
let other: Driver
beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.world.close())
beforeEach(async () => {
  await desk.renewCustomer()
  await desk.world.db.deleteFrom('push_messages').execute()
  // Those of the test before are off duty.
  await desk.world.db.updateTable('couriers').set({ on_duty_since: null }).execute()
  courier = await buildCourier()
  other = await buildCourier()
})

async function buildCourier({ branch_id = desk.branch.id, hasDevice = true } = {}): Promise<Driver> {
  const { world } = desk
  const person = await world.buildDriver()
  const { user_id, token } = person
  await giveRole(world.db, { user_id, role: 'delivery_boy', branch_id })
  await world.call(courierCalls.setDuty, { token, body: { on_duty: true } })
  if (hasDevice) await addDevice(user_id, 'https://fcm.googleapis.com/fcm/send')
  return person
}

async function addDevice(user_id: string, origin: string, keys = { p256dh: 'x', auth: 'x' }): Promise<void> {
  const { db, clock } = desk.world
  const { id: session_id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const device = { id: newId(), user_id, session_id, endpoint: `${origin}/${newId()}`, ...keys }
  await db
    .insertInto('push_subscriptions')
    .values({ ...device, language: 'en', created_at: clock.now })
    .execute()
}

/** Who is to be notified of what, and nothing of it twice. */
async function takeMessages(): Promise<[user_id: string, topic: string][]> {
  const rows = await desk.world.db
    .deleteFrom('push_messages')
    .where('topic', 'like', 'delivery_%')
    .returning(['user_id', 'topic'])
    .execute()
  return rows.map(({ user_id, topic }): [string, string] => [user_id, topic]).toSorted()
}
const everyone = (topic: string, couriers: Driver[]) =>
  couriers.map(({ user_id }): [string, string] => [user_id, topic]).toSorted()

async function placeReady(): Promise<TestOrder> {
  const order = await desk.place({ order_type: 'delivery' })
  await desk.act(orders.acceptOrder, order, {})
  await desk.act(orders.markOrderReady, order)
  return order
}
const deliveryOf = ({ id }: TestOrder) =>
  desk.world.db.selectFrom('deliveries').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
const announce = () => announceOffers(desk.world.deps)

describe('a delivery that is offered', () => {
  test('is announced once, to the devices of those who may have it', async () => {
    const { world } = desk
    await buildCourier({ branch_id: desk.elsewhere.id })
    await buildCourier({ hasDevice: false })
    const off = await buildCourier()
    await world.call(courierCalls.setDuty, { token: off.token, body: { on_duty: false } })
    await placeReady()
    expect(await announce()).toBe(1)
    expect(await takeMessages()).toEqual(everyone('delivery_offered', [courier, other]))
    expect([await announce(), await takeMessages()]).toEqual([0, []])
  })

  test('is announced again once it was given back, but not to who declined it', async () => {
    const { world } = desk
    const { id } = await deliveryOf(await placeReady())
    await announce()
    await takeMessages()
    const { token } = courier
    await world.call(courierCalls.acceptDelivery, { token, params: { id } })
    world.clock.advance(1)
    await world.call(courierCalls.declineDelivery, { token, params: { id }, body: { reason: 'too_far' } })
    expect(await announce()).toBe(1)
    expect(await takeMessages()).toEqual(everyone('delivery_offered', [other]))
  })

  test('later waits for its time', async () => {
    const { world } = desk
    const { id } = await deliveryOf(await placeReady())
    await announce()
    await takeMessages()
    const at = new Date(world.clock.now.getTime() + 600_000).toISOString()
    await world.call(board.offerDelivery, { token: desk.employee.token, params: { id }, body: { at } })
    expect(await announce()).toBe(0)
    world.clock.advance(11)
    expect([await announce(), await takeMessages()]).toEqual([1, everyone('delivery_offered', [courier, other])])
  })
})

describe('a courier', () => {
  test('is notified of what the branch assigns, withdraws and cancels', async () => {
    const { world } = desk
    const { token } = desk.employee
    const order = await placeReady()
    const { id } = await deliveryOf(order)
    const assign = ({ user_id }: Driver) =>
      world.call(board.assignDelivery, { token, params: { id }, body: { courier_id: user_id } })
    await assign(courier)
    expect(await takeMessages()).toEqual(everyone('delivery_assigned', [courier]))
    await assign(courier)
    expect(await takeMessages()).toEqual([])
    await assign(other)
    expect(await takeMessages()).toEqual(
      [...everyone('delivery_assigned', [other]), ...everyone('delivery_withdrawn', [courier])].toSorted(),
    )
    await world.call(board.unassignDelivery, { token, params: { id } })
    expect(await takeMessages()).toEqual(everyone('delivery_withdrawn', [other]))
    await assign(courier)
    await takeMessages()
    await desk.act(orders.cancelOrderByBranch, order, { reason: 'closed' }, desk.manager)
    expect(await takeMessages()).toEqual(everyone('delivery_withdrawn', [courier]))
  })

  test('reads the branch and the time on the device, and a press opens the deliveries', async () => {
    const { world } = desk
    const service = await startPushService()
    try {
      world.deps.config.PUSH_ORIGINS = [service.origin]
      const { endpoint, keys, received } = service.subscribe((await world.call(getPushKey, {})).body.key)
      const { user_id } = await buildCourier({ hasDevice: false })
      await addDevice(user_id, new URL(endpoint).origin, keys)
      await world.db.updateTable('push_subscriptions').set({ endpoint }).where('user_id', '=', user_id).execute()
      await world.db.deleteFrom('push_subscriptions').where('user_id', '!=', user_id).execute()
      const order = await placeReady()
      const branch = await world.db
        .selectFrom('branches')
        .select('name')
        .where('id', '=', desk.branch.id)
        .executeTakeFirstOrThrow()
      await announce()
      await world.db.deleteFrom('push_messages').where('topic', 'not like', 'delivery_%').execute()
      expect(await sendPushMessages(world.deps)).toBe(1)
      expect(received.map(({ message }) => message)).toMatchObject([
        {
          title: 'Delivery offered',
          body: expect.stringContaining(`Order ${order.order_number} from ${branch.name}`) as unknown,
          url: '/courier',
          tag: `delivery-${order.order_number}`,
        },
      ])
    } finally {
      await service.close()
    }
  })
})
