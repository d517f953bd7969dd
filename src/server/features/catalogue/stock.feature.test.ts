import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/catalogue/desk/stock.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let branch: Branch
let other: Branch
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Front Street' })
  other = await buildBranch(world, token, { name: 'Back Street' })
})
afterAll(() => world.close())

let made = 0
let id: string
beforeEach(async () => {
  const item = await buildItem(world, { slug: `wipers-${(made += 1)}`, prices: { CAD: 1_299n } })
  await world.db.updateTable('items').set({ tracks_stock: true, low_stock: 3 }).where('id', '=', item).execute()
  id = `${branch.id}_${item}`
})
const note = null
const receive = (quantity: number, headers: Record<string, string> = {}, by = token) =>
  world.call(contract.receiveStock, { token: by, params: { id }, body: { quantity, note }, headers })
const recount = (counted: number, by = token) =>
  world.call(contract.recountStock, { token: by, params: { id }, body: { counted, note } })
const waste = (quantity: number) =>
  world.call(contract.wasteStock, { token, params: { id }, body: { quantity, note: 'Broken' } })
const move = (to_branch_id: string, quantity: number) =>
  world.call(contract.moveStock, { token, params: { id }, body: { to_branch_id, quantity, note } })
/** As an order does it. */
const reserve = async (reserved: number) => {
  const [branch_id, item_id] = id.split('_') as [string, string]
  await world.db
    .updateTable('stock_levels')
    .set({ reserved })
    .where('branch_id', '=', branch_id)
    .where('item_id', '=', item_id)
    .execute()
}

test('stock is received, written off, counted and moved, each as a movement', async () => {
  const empty = (await world.call(contract.getStock, { token, params: { id } })).body
  expect(empty).toMatchObject({ on_hand: 0, status: 'none', actions: ['receive', 'recount'] })
  expect((await receive(10)).body).toMatchObject({ on_hand: 10, free: 10, status: 'enough' })
  expect((await waste(2)).body.on_hand).toBe(8)
  expect((await recount(7)).body.on_hand).toBe(7)
  expect((await move(other.id, 4)).body).toMatchObject({ on_hand: 3, status: 'low' })
  const there = await world.call(contract.getStock, { token, params: { id: id.replace(branch.id, other.id) } })
  expect(there.body.on_hand).toBe(4)
  const listed = await world.call(contract.movementList.endpoint, { token, query: { stock: id } })
  expect(listed.body.items.map(({ kind, on_hand }) => `${kind} ${on_hand}`).toSorted()).toEqual([
    'moved -4',
    'received 10',
    'recount -1',
    'waste -2',
  ])
  const low = await world.call(contract.stockList.endpoint, { token, query: { state: 'low', item: id.split('_')[1]! } })
  expect(low.body.items).toMatchObject([{ branch: 'Front Street', on_hand: 3, low_stock: 3 }])
})

test('what orders have reserved stays, whatever is counted, written off or moved', async () => {
  await receive(5)
  await reserve(3)
  for (const refused of [await recount(2), await waste(3), await move(other.id, 3)])
    expect([outcomeOf(refused), refused.problem['reserved']]).toEqual(['409 stock_reserved', 3])
  expect((await recount(3)).body).toMatchObject({ on_hand: 3, free: 0, status: 'none' })
})

test('more than there is, nothing, fractions and places that are none are refused', async () => {
  await receive(2)
  expect(outcomeOf(await waste(3))).toBe('422 validation_failed quantity')
  for (const quantity of [0, -1, 1.5]) expect(outcomeOf(await receive(quantity))).toBe('422 validation_failed quantity')
  expect(outcomeOf(await recount(-1))).toBe('422 validation_failed counted')
  for (const to of [branch.id, crypto.randomUUID()])
    expect(outcomeOf(await move(to, 1))).toBe('422 validation_failed to_branch_id')
  const uncounted = await buildItem(world, { slug: `air-${made}`, prices: { CAD: 100n } })
  const params = { id: `${branch.id}_${uncounted}` }
  expect(outcomeOf(await world.call(contract.getStock, { token, params }))).toBe('404 not_found')
})

test('a delivery that is sent twice is received once', async () => {
  const key = { 'idempotency-key': `delivery-${made}` }
  await receive(6, key)
  expect((await receive(6, key)).body.on_hand).toBe(6)
  expect((await world.call(contract.getStock, { token, params: { id } })).body.on_hand).toBe(6)
})

test('people change the stock of their branch alone', async () => {
  const employee = await world.buildDriver()
  await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: branch.id })
  const cashier = await world.buildDriver()
  await giveRole(world.db, { user_id: cashier.user_id, role: 'pos_operator', branch_id: branch.id })
  const stranger = await world.buildDriver()
  await giveRole(world.db, { user_id: stranger.user_id, role: 'employee', branch_id: other.id })
  expect((await receive(4, {}, employee.token)).status).toBe(200)
  expect((await receive(4, {}, cashier.token)).status).toBe(403)
  expect((await receive(4, {}, stranger.token)).status).toBe(404)
  const body = { to_branch_id: other.id, quantity: 1, note }
  const moved = await world.call(contract.moveStock, { token: employee.token, params: { id }, body })
  expect(outcomeOf(moved)).toBe('422 validation_failed to_branch_id')
  const seen = await world.call(contract.stockList.endpoint, { token: stranger.token, query: { size: 100 } })
  expect(new Set(seen.body.items.map((row) => row.branch))).toEqual(new Set(['Back Street']))
})
