import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStock, moveStock, receiveStock, recountStock } from '#contract/catalogue/desk/stock.ts'
import { newId } from '#server/database/ids.ts'
import { reserveStock } from '#server/features/orders/stock.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 10 })
})
afterAll(() => world.close())

test('counts, moves and orders at once never leave less than is reserved, and no unit is lost', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const [here, there] = [
    await buildBranch(world, token, { name: 'Here' }),
    await buildBranch(world, token, { name: 'There' }),
  ]
  const item = await buildItem(world, { slug: 'raced', prices: { CAD: 100n } })
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item).execute()
  const [from, to] = [`${here.id}_${item}`, `${there.id}_${item}`]
  const note = null
  for (const id of [from, to]) await world.call(receiveStock, { token, params: { id }, body: { quantity: 20, note } })
  const level = await world.db
    .selectFrom('stock_levels')
    .select('id')
    .where('branch_id', '=', here.id)
    .executeTakeFirstOrThrow()
  const order = () =>
    world.db
      .transaction()
      .execute((tx) =>
        reserveStock(
          tx,
          { id: newId(), actor_id: null },
          [{ id: newId(), stock_level_id: level.id, quantity: 1 }],
          new Date(),
        ),
      )
      .then(
        () => 1,
        () => 0,
      )
  const move = (id: string, to_branch_id: string) =>
    world.call(moveStock, { token, params: { id }, body: { to_branch_id, quantity: 3, note } })
  const [orders, moves] = await Promise.all([
    Promise.all(Array.from({ length: 15 }, order)),
    Promise.all([move(from, there.id), move(to, here.id), move(from, there.id), move(to, here.id)]),
    Promise.all([
      world.call(recountStock, { token, params: { id: from }, body: { counted: 20, note } }),
      world.call(recountStock, { token, params: { id: from }, body: { counted: 2, note } }),
    ]),
  ])
  for (const { status } of moves) expect([200, 409, 422]).toContain(status)
  const read = async (id: string) => (await world.call(getStock, { token, params: { id } })).body
  const stock = await read(from)
  expect(stock.reserved).toBe(orders.reduce<number>((sum, order) => sum + order, 0))
  expect(stock.on_hand).toBeGreaterThanOrEqual(stock.reserved)
  for (const [branch_id, on_hand] of [
    [here.id, stock.on_hand],
    [there.id, (await read(to)).on_hand],
  ] as const) {
    const { moved } = await world.db
      .selectFrom('stock_movements as m')
      .innerJoin('stock_levels as l', 'l.id', 'm.stock_level_id')
      .select(({ fn }) => fn.sum<bigint>('m.on_hand').as('moved'))
      .where('l.branch_id', '=', branch_id)
      .executeTakeFirstOrThrow()
    expect(Number(moved)).toBe(on_hand)
  }
})
