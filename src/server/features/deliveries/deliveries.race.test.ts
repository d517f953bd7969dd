import { afterAll, beforeAll, expect, test } from 'vitest'
import * as courierCalls from '#contract/deliveries/courier.ts'
import { changeOrderStatus } from '#server/features/orders/lifecycle/change-status.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

test('of ten couriers who accept one delivery at once, one has it', async () => {
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin)
  const item_id = await buildItem(world, { slug: 'raced', prices: { CAD: 1_000n } })
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const order = await buildOrder(world, customer, branch, { lines: [{ item_id }], order_type: 'delivery' })
  for (const [to, cause] of [
    ['accepted', 'accepted'],
    ['ready', 'ready'],
  ] as const)
    await world.db
      .transaction()
      .execute((tx) =>
        changeOrderStatus(tx, { order_id: order.id, to, cause, actor: 'manager', actor_id: null, at: world.clock.now }),
      )
  const couriers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const person = await world.buildDriver()
      await giveRole(world.db, { user_id: person.user_id, role: 'delivery_boy', branch_id: branch.id })
      await world.call(courierCalls.setDuty, { token: person.token, body: { on_duty: true } })
      return person
    }),
  )
  const { id } = await world.db
    .selectFrom('deliveries')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const answers = await Promise.all(
    couriers.map(({ token }) => world.call(courierCalls.acceptDelivery, { token, params: { id } })),
  )
  const taken = answers.filter(({ status }) => status !== 200).map(outcomeOf)
  expect(taken).toEqual(Array.from({ length: 9 }, () => '409 delivery_taken'))
  const winner = couriers[answers.findIndex(({ status }) => status === 200)]!
  const step = {
    id: crypto.randomUUID(),
    delivery_id: id,
    at: world.clock.now.toISOString(),
    kind: 'picked_up' as const,
  }
  const body = { sent_at: step.at, steps: [step] }
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => world.call(courierCalls.sendSteps, { token: winner.token, body })),
  )
  expect(sent.map(({ body: { results } }) => results[0]!.refusal)).toEqual(Array.from({ length: 5 }, () => null))
  const picked = await world.db
    .selectFrom('order_history')
    .select('cause')
    .where('order_id', '=', order.id)
    .where('cause', '=', 'picked_up')
    .execute()
  expect(picked).toHaveLength(1)
})
