import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { checkStock } from './stock-check.ts'

let world: World
let order_number: string
beforeAll(async () => {
  world = await createWorld()
  const branch = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const stock_level_id = await buildStock(world, branch.id, item_id, 50)
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const lines = [{ item_id, quantity: 2, goods_minor: 2_000n, stock_level_id }]
  order_number = (await buildOrder(world, customer, branch, { lines })).order_number
})
afterAll(() => world.close())

test('finds nothing wrong with an order that took its stock and its slot', async () => {
  expect(await checkStock(world.db)).toEqual([])
})

test.each([
  [
    'units that no movement brought',
    'update stock_levels set on_hand = on_hand + 1',
    'on_hand - 1',
    /51 on hand and 2 reserved, its movements sum to 50 and 2/,
  ],
  [
    'units reserved for no order',
    'update stock_levels set reserved = reserved + 1',
    'reserved - 1',
    /has 3 reserved, and open orders take 2/,
  ],
  [
    'a slot that counts more than its orders',
    'update slot_days set used = used + 1',
    'used - 1',
    /counts 2, and orders take 1/,
  ],
])('names %s', async (_name, tamper, undo, sentence) => {
  await sql.raw(tamper).execute(world.db)
  expect(await checkStock(world.db)).toContainEqual(expect.stringMatching(sentence))
  await sql.raw(tamper.replace(/= .*$/, `= ${undo}`)).execute(world.db)
  expect(await checkStock(world.db)).toEqual([])
})

test('names an order that has ended and still takes its slot and its stock', async () => {
  await sql`update orders set status = 'canceled' where order_number = ${order_number}`.execute(world.db)
  const found = await checkStock(world.db)
  expect(found).toContainEqual(`order ${order_number} is canceled and still takes a slot`)
  expect(found).toContainEqual(expect.stringMatching(/has 2 reserved, and open orders take 0/))
})
