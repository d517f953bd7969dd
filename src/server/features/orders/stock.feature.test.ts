import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import { buildStock, readStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { releaseStock, reserveStock, returnStock, sellStock, wasteStock, writeOffStock } from './stock.ts'

let world: World
let branch_id: string
let count = 0
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch_id = (await buildBranch(world, token)).id
})
afterAll(() => world.close())

let level: string
let other: string
let order: { id: string; actor_id: null }
beforeEach(async () => {
  const add = () => buildItem(world, { slug: `good-${count++}`, prices: { CAD: 100n } })
  level = await buildStock(world, branch_id, await add(), 5)
  other = await buildStock(world, branch_id, await add(), 1)
  order = { id: newId(), actor_id: null }
})

const lineOf = (id: string, stock_level_id: string | null, quantity: number) => ({ id, stock_level_id, quantity })
const run = (work: typeof reserveStock, lines: ReturnType<typeof lineOf>[]) =>
  world.db.transaction().execute((tx) => work(tx, order, lines, world.clock.now))
const movementsOf = async (id: string) =>
  (
    await world.db
      .selectFrom('stock_movements')
      .select(['kind', 'on_hand', 'reserved', 'order_id'])
      .where('stock_level_id', '=', id)
      .where('kind', '<>', 'received')
      .orderBy('at')
      .execute()
  ).map((entry) => `${entry.kind} ${entry.on_hand} ${entry.reserved} ${entry.order_id === order.id}`)

test('is reserved, sold, and comes back or is written off, with a movement each', async () => {
  await run(reserveStock, [lineOf('a', level, 3), lineOf('b', null, 9)])
  expect(await readStock(world, level)).toBe('5/3')
  await run(releaseStock, [lineOf('a', level, 1)])
  await run(sellStock, [lineOf('a', level, 2)])
  expect(await readStock(world, level)).toBe('3/0')
  await run(returnStock, [lineOf('a', level, 1)])
  await run(writeOffStock, [lineOf('a', level, 1)])
  expect(await readStock(world, level)).toBe('4/0')
  expect((await movementsOf(level)).toSorted()).toEqual([
    'released 0 -1 true',
    'reserved 0 3 true',
    'returned 1 0 true',
    'sold -2 -2 true',
    'waste 0 0 true',
  ])
})

test('of prepared food is gone with the order', async () => {
  await run(reserveStock, [lineOf('a', level, 2)])
  await run(wasteStock, [lineOf('a', level, 2)])
  expect(await readStock(world, level)).toBe('3/0')
})

test('lines of one level are summed before they are compared with what is left', async () => {
  const lines = [lineOf('a', level, 3), lineOf('b', level, 3), lineOf('c', other, 1)]
  const error = await run(reserveStock, lines).catch((value: unknown) => value)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'out_of_stock',
    fields: [
      { field: 'lines.a', key: 'out_of_stock', params: { left: 5 } },
      { field: 'lines.b', key: 'out_of_stock', params: { left: 5 } },
    ],
  })
  expect(await Promise.all([readStock(world, level), readStock(world, other)])).toEqual(['5/0', '1/0'])
})

test('says so when nothing is left', async () => {
  await run(reserveStock, [lineOf('a', other, 1)])
  const error = await run(reserveStock, [lineOf('b', other, 1)]).catch((value: unknown) => value)
  expect(error).toMatchObject({ fields: [{ field: 'lines.b', key: 'sold_out', params: { left: 0 } }] })
})

test('never falls below what is reserved, nor the reserved part below zero', async () => {
  for (const work of [releaseStock, sellStock, wasteStock])
    await expect(run(work, [lineOf('a', level, 1)])).rejects.toMatchObject({ constraint: 'stock_levels_enough' })
})
