import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { addCartLine, emptyCart, getCart, listCartSlots, mergeCart, replaceCart } from '#contract/cart/cart.ts'
import { countVisit } from '#contract/figures/visits.ts'
import { reorder } from '#contract/orders/orders.ts'
import { storeReadOnly } from '#server/read-only.ts'
import { buildBranch, buildItem, order } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

const browsers = {
  phone: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}

let world: World
let toronto: Branch
let dakar: Branch
let item_id: string
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  toronto = await buildBranch(world, token, { name: 'Toronto' })
  dakar = await buildBranch(world, token, { name: 'Dakar', country_code: 'SN' })
  await world.db.updateTable('branches').set({ is_example: true }).where('id', '=', dakar.id).execute()
  item_id = await buildItem(world, { slug: 'blades', prices: { CAD: 1_000n, XOF: 5_000n } })
  const hidden = await buildItem(world, { slug: 'hidden', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', hidden).execute()
  const example = await buildItem(world, { slug: 'example', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ is_example: true }).where('id', '=', example).execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
})

/** What stands in the table after a flush, and forgets it. */
async function readCounts(): Promise<string[]> {
  await world.deps.visits.flush(world.db, world.deps.search)
  const rows = await world.db
    .selectFrom('shop_figure_days as f')
    .innerJoin('countries as c', 'c.id', 'f.country_id')
    .leftJoin('branches as b', 'b.id', 'f.branch_id')
    .select(['f.kind', 'c.code', 'b.name as branch', 'f.device', 'f.is_example', 'f.count'])
    .orderBy('f.kind')
    .orderBy('c.code')
    .orderBy('f.device')
    .orderBy('f.is_example')
    .execute()
  await world.db.deleteFrom('shop_figure_days').execute()
  return rows.map(({ kind, code, branch, device, is_example, count }) =>
    [kind, code, ...(branch === null ? [] : [branch]), device, ...(is_example ? ['example'] : []), Number(count)].join(
      ' ',
    ),
  )
}

interface Shopper {
  token?: string
  cart_token?: string
  browser?: string
  key?: string
}
const headersOf = ({ cart_token, browser = browsers.phone, key }: Shopper) => ({
  'user-agent': browser,
  ...(cart_token !== undefined && { 'cart-token': cart_token }),
  ...(key !== undefined && { 'idempotency-key': key }),
})
const own = (): Shopper => ({ token: driver.token })
const signedIn = ({ token }: Shopper) => (token === undefined ? {} : { token })
const add = (who: Shopper, changes: object = {}, branch = toronto) =>
  world.call(addCartLine, {
    ...signedIn(who),
    body: { branch: branch.slug, item_id, ...changes },
    headers: headersOf(who),
  })
const readSlots = (who: Shopper) =>
  world.call(listCartSlots, { ...signedIn(who), query: { order_type: 'takeaway' }, headers: headersOf(who) })

describe('the page of an item', () => {
  const visit = (address: string, browser = browsers.phone, country?: 'CA' | 'US') =>
    world.call(countVisit, { body: { address, country }, headers: { 'user-agent': browser } })

  test('counts for the country of its branch, else the named one, else the chosen one, with examples apart', async () => {
    await visit(`/marketplace/blades?branch=${toronto.slug}&country=US`)
    await visit(`/marketplace/blades?branch=${dakar.slug}`, browsers.desktop, 'CA')
    await visit('/marketplace/blades?country=US', browsers.phone, 'CA')
    await visit('/marketplace/blades', browsers.phone, 'CA')
    await visit('/marketplace/example', browsers.phone, 'CA')
    await visit('/marketplace/blades')
    expect(await readCounts()).toEqual([
      'item_page CA phone 2',
      'item_page CA phone example 1',
      'item_page NG phone 1',
      'item_page SN desktop example 1',
      'item_page US phone 1',
    ])
  })

  test('counts when the server sends it, and not when it is fetched in advance', async () => {
    const open = (headers: Record<string, string> = {}) =>
      world.app.inject({
        url: '/marketplace/blades?country=CA',
        headers: { 'user-agent': browsers.desktop, ...headers },
      })
    expect((await open({ 'sec-fetch-dest': 'document' })).statusCode).toBe(200)
    await open({ 'sec-purpose': 'prefetch' })
    await open({ 'sec-fetch-dest': 'empty' })
    await open({ 'user-agent': browsers.crawler })
    expect(await readCounts()).toEqual(['item_page CA desktop 1'])
  })

  test('is none of a category, of an item that is not sold or does not exist, or of a crawler', async () => {
    for (const name of ['all-counter', 'hidden', 'nowhere', '%00', 'x'.repeat(300)]) await visit(`/marketplace/${name}`)
    await visit('/marketplace/blades', browsers.crawler)
    await visit('/marketplace/blades', 'curl/8.5.0')
    expect(await readCounts()).toEqual([])
  })
})

describe('a cart', () => {
  test('counts with its first line, once however often that is sent', async () => {
    const first = { ...own(), key: 'first' }
    expect((await add(first)).status).toBe(200)
    expect((await add(first)).body.count).toBe(1)
    expect((await add(own())).body.count).toBe(2)
    expect(await readCounts()).toEqual(['cart CA Toronto phone 1'])
  })

  test('counts for visitors too, and again once it was emptied or is one of another branch', async () => {
    const { token } = (await add({ browser: browsers.desktop })).body
    const visitor = { cart_token: token!, browser: browsers.desktop }
    await add(visitor)
    expect(await readCounts()).toEqual(['cart CA Toronto desktop 1'])
    await world.call(emptyCart, { headers: headersOf(visitor) })
    const next = { ...visitor, cart_token: (await add(visitor)).body.token! }
    expect((await add(next, {}, dakar)).status).toBe(409)
    await add(next, { replace: true }, dakar)
    expect(await readCounts()).toEqual(['cart CA Toronto desktop 1', 'cart SN Dakar desktop example 1'])
  })

  test('counts where all of it is replaced, and where an order is placed again', async () => {
    const fill = () =>
      world.call(replaceCart, {
        token: driver.token,
        body: { branch: toronto.slug, lines: [{ item_id }] },
        headers: headersOf({}),
      })
    await fill()
    await fill()
    expect(await readCounts()).toEqual(['cart CA Toronto phone 1'])
    const { body } = await order(world, driver, { total: 11 }, headersOf({}))
    const again = () =>
      world.call(reorder, {
        token: driver.token,
        params: { id: body.order_number },
        body: {},
        headers: headersOf({ browser: browsers.desktop }),
      })
    expect((await again()).status).toBe(200)
    await again()
    expect(await readCounts()).toEqual(['cart CA Toronto desktop 1'])
  })

  test('does not count where it is refused, or for programs', async () => {
    expect((await add(own(), { quantity: 99 })).status).toBe(422)
    await add({ ...own(), browser: 'curl/8.5.0' })
    expect(await readCounts()).toEqual([])
  })
})

describe('a checkout', () => {
  test('counts once for a cart, whatever the number of requests', async () => {
    await add(own())
    await readCounts()
    await Promise.all([readSlots(own()), readSlots(own()), readSlots({ ...own(), browser: browsers.desktop })])
    await add(own())
    await readSlots(own())
    expect(await readCounts()).toEqual([expect.stringMatching(/^checkout CA Toronto (phone|desktop) 1$/)])
  })

  test('counts again for a cart of another branch', async () => {
    await add(own())
    await readSlots(own())
    await add(own(), { replace: true }, dakar)
    await readSlots(own())
    expect(await readCounts()).toEqual([
      'cart CA Toronto phone 1',
      'cart SN Dakar phone example 1',
      'checkout CA Toronto phone 1',
      'checkout SN Dakar phone example 1',
    ])
  })

  test('goes on where logging in joins two carts', async () => {
    await add(own())
    const { token } = (await add({})).body
    const visitor = { cart_token: token! }
    await readSlots(visitor)
    await readCounts()
    await world.call(mergeCart, { token: driver.token, body: {}, headers: headersOf(visitor) })
    await readSlots(own())
    expect(await readCounts()).toEqual([])
  })

  test('does not count for crawlers, whose requests leave it for the customer', async () => {
    await add(own())
    await readCounts()
    expect((await readSlots({ ...own(), browser: browsers.crawler })).status).toBe(200)
    expect(await readCounts()).toEqual([])
    await readSlots(own())
    expect(await readCounts()).toEqual(['checkout CA Toronto phone 1'])
  })

  test('is read in read-only mode without counting, also of a cart that nobody has touched for a day', async () => {
    await add(own())
    await readCounts()
    const findTouched = () =>
      world.db.selectFrom('carts').select('touched_at').where('user_id', '=', driver.user_id).executeTakeFirstOrThrow()
    const before = await findTouched()
    world.clock.advance(25 * 60)
    await storeReadOnly(world.db, { reason: 'PostgreSQL 17', since: world.clock.now.toISOString() })
    await world.deps.read_only.look(world.deps)
    const read = await world.call(getCart, { token: driver.token, query: {}, headers: headersOf({}) })
    expect([read.body.count, (await readSlots(own())).status]).toEqual([1, 200])
    await storeReadOnly(world.db, undefined)
    await world.deps.read_only.look(world.deps)
    expect([await readCounts(), await findTouched()]).toEqual([[], before])
    await readSlots(own())
    expect(await readCounts()).toEqual(['checkout CA Toronto phone 1'])
    world.clock.advance(-25 * 60)
  })

  test('does not count without a cart', async () => {
    expect((await readSlots(own())).status).toBe(409)
    expect(await readCounts()).toEqual([])
  })
})

test('what cannot be written is kept for the next time, of both tables', async () => {
  const { visits, search } = world.deps
  const park = await world.buildPark({ country_code: 'CA' })
  await add(own())
  await world.call(countVisit, { body: { address: `/park/${park.slug}` }, headers: headersOf({}) })
  await world.db.schema.alterTable('shop_figure_days').renameTo('shop_figure_days_away').execute()
  await expect(visits.flush(world.db, search)).rejects.toThrow('shop_figure_days')
  await world.db.schema.alterTable('shop_figure_days_away').renameTo('shop_figure_days').execute()
  expect(await readCounts()).toEqual(['cart CA Toronto phone 1'])
  const pages = await world.db.selectFrom('figure_days').select('count').where('kind', '=', 'park_page').execute()
  expect(pages.map(({ count }) => Number(count))).toEqual([1])
})
