import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { hideItem, showItem } from '#contract/catalogue/desk/item-branches.ts'
import { listItems } from '#contract/catalogue/marketplace.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let branch: Branch
beforeAll(async () => {
  world = await createWorld({ settings: { CATALOGUE_CACHE_SECONDS: '2' } })
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Cached' })
})
afterAll(() => world.close())

const list = async (query: object = {}, language = 'en') =>
  (
    await world.call(listItems, {
      query: { branch: branch.slug, ...query } as never,
      headers: { 'accept-language': language },
    })
  ).body.items.map(({ name, sold_out }) => (sold_out ? `${name} sold out` : name))

test('the list shows what the desk changes at once, and what others change within two seconds', async () => {
  const item = await buildItem(world, { slug: 'hose', name: 'Hose', name_fr: 'Tuyau', prices: { CAD: 900n } })
  const params = { id: `${branch.id}_${item}` }
  expect(await list()).toEqual(['Hose'])
  expect(await list({}, 'fr')).toEqual(['Tuyau'])
  await world.call(hideItem, { token, params })
  expect(await list()).toEqual([])
  await world.call(showItem, { token, params })
  expect(await list()).toEqual(['Hose'])
  // Another process, or an order.
  await sql`update items set tracks_stock = true where id = ${item}`.execute(world.db)
  expect(await list()).toEqual(['Hose'])
  expect(await list({ kind: 'good' })).toEqual(['Hose sold out'])
  world.clock.now = new Date(world.clock.now.getTime() + 2_000)
  expect(await list()).toEqual(['Hose sold out'])
  expect(await list({ kind: 'good' })).toEqual(['Hose sold out'])
})

test('a branch that does not exist is not remembered', async () => {
  const query = { branch: 'nowhere' }
  expect((await world.call(listItems, { query })).status).toBe(404)
  await sql`update branches set slug = 'nowhere' where id = ${branch.id}`.execute(world.db)
  expect((await world.call(listItems, { query })).status).toBe(200)
})
