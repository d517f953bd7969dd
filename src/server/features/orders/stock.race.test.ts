import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { AppError } from '#server/http/errors.ts'
import { buildStock, readStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { reserveStock } from './stock.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 20 })
})
afterAll(() => world.close())

const actor = { actor_id: null }

test('of 20 orders for the last unit one gets it', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const { id: branch_id } = await buildBranch(world, token)
  const add = (slug: string) => buildItem(world, { slug, prices: { CAD: 1n } })
  const last = await buildStock(world, branch_id, await add('last-a'), 1)
  const plenty = await buildStock(world, branch_id, await add('last-b'), 100)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      // Half of them name the levels the other way round, which must not deadlock.
      const lines = [last, plenty].map((stock_level_id, index) => ({ id: `${index}`, stock_level_id, quantity: 1 }))
      const order = { id: newId(), ...actor }
      const ordered = n % 2 === 0 ? lines : lines.toReversed()
      return transact(world.db, (tx) => reserveStock(tx, order, ordered, world.clock.now)).then(
        () => 'reserved',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      )
    }),
  )
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'out_of_stock'), 'reserved'])
  expect(await Promise.all([readStock(world, last), readStock(world, plenty)])).toEqual(['1/1', '100/1'])
})
