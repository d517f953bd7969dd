import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderCauses, orderStatuses, orderTypes } from '#contract/orders/order-states.ts'
import { AppError } from '#server/http/errors.ts'
import { readOrder, buildOrder } from '#test/kits/order-kit.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { isOrderTransitionAllowed } from '../transitions.ts'
import { changeOrderStatus } from './change-status.ts'

let world: World
let customer: Driver
let branch: { id: string; currency: string }
let item_id: string
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  customer = await world.buildDriver({ balance_minor: 1_000_000n })
})
afterAll(() => world.close())

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))

describe.each(orderTypes)('an order for %s', (order_type) => {
  test('changes as the table says, and nothing else changes it', async () => {
    const { id } = await buildOrder(world, customer, branch, { order_type, lines: [{ item_id }] })
    const at = world.clock.now
    const actor = { order_id: id, actor_id: null, at }
    const hasTurn = takeTurns(4)
    // In one transaction: what is refused has written nothing.
    await world.db.transaction().execute(async (tx) => {
      let status: string | undefined
      for (const from of orderStatuses)
        for (const to of orderStatuses)
          for (const cause of orderCauses) {
            const isAllowed = isOrderTransitionAllowed({ from, to, type: order_type }, cause, 'manager')
            // All changes of the table in each run, and a quarter of the others.
            if (!hasTurn() && !isAllowed) continue
            if (status !== from) await tx.updateTable('orders').set({ status: from }).where('id', '=', id).execute()
            const change = { ...actor, to, cause, actor: 'manager' as const }
            const outcome = await changeOrderStatus(tx, change).then(({ status }) => status, codeOf)
            expect([from, to, cause, outcome]).toEqual([from, to, cause, isAllowed ? to : 'order_state'])
            status = isAllowed ? to : from
          }
    })
  })

  test('keeps what changed it, when and by whom', async () => {
    const { id } = await buildOrder(world, customer, branch, { order_type, lines: [{ item_id }] })
    const due_at = new Date(world.clock.now.getTime() - 60_000)
    const change = { order_id: id, actor: 'clock' as const, actor_id: null, at: world.clock.now, due_at }
    const after = await world.db
      .transaction()
      .execute((tx) => changeOrderStatus(tx, { ...change, to: 'rejected', cause: 'not_answered', detail: { left: 1 } }))
    expect(after).toMatchObject({ id, status: 'rejected', version: 2 })
    expect((await readOrder(world, id)).status).toBe('rejected')
    const history = await world.db
      .selectFrom('order_history')
      .select(['from_status', 'to_status', 'cause', 'actor', 'due_at', 'detail'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    expect(history).toEqual([
      { from_status: null, to_status: 'pending', cause: 'placed', actor: 'customer', due_at: null, detail: null },
      {
        from_status: 'pending',
        to_status: 'rejected',
        cause: 'not_answered',
        actor: 'clock',
        due_at,
        detail: { left: 1 },
      },
    ])
  })
})

test('an order that does not exist is not found', async () => {
  const change = { order_id: '00000000-0000-7000-8000-000000000000', to: 'accepted', cause: 'accepted' } as const
  const run = world.db
    .transaction()
    .execute((tx) => changeOrderStatus(tx, { ...change, actor: 'employee', actor_id: null, at: world.clock.now }))
  await expect(run.catch(codeOf)).resolves.toBe('order_not_found')
})
