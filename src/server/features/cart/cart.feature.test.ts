import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#i18n/en/errors.ts'
import { newId } from '#server/database/ids.ts'
import { buildAddon, buildExtra, buildBranch, buildItem, setStock, variationOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteOldCarts } from './store.ts'

let world: World
let toronto: Branch
let ottawa: Branch
const ids: Record<string, string> = {}
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  // A Saturday, 4:03 in Toronto; the branches open at 8.
  toronto = await buildBranch(world, token, { name: 'Toronto' })
  ottawa = await buildBranch(world, token, { name: 'Ottawa' })
  ids['blades'] = await buildItem(world, { slug: 'blades', name: 'Blades', name_fr: 'Balais', prices: { CAD: 1_299n } })
  ids['wash'] = await buildItem(world, {
    slug: 'wash',
    name: 'Wash',
    name_fr: 'Lavage',
    kind: 'service',
    tax_class: 'service',
    work_group: 'wash',
    duration_min: 40,
    variations: { car: 2_500n, large: 3_500n },
  })
  ids['wax'] = await buildExtra(world, ids['wash']!, { name: 'Wax', name_fr: 'Cire', price: 500n })
  ids['coffee'] = await buildItem(world, {
    slug: 'coffee',
    kind: 'food',
    order_types: 'takeaway',
    prices: { CAD: 300n },
  })
  await buildAddon(world, ids['wash']!, ids['blades']!)
  ids['car'] = await variationOf(world, ids['wash']!, 'car')
  ids['large'] = await variationOf(world, ids['wash']!, 'large')
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA' })
})

interface Shopper {
  token?: string
  cart_token?: string
  language?: string
}
const ask = async <E extends Endpoint>(endpoint: E, who: Shopper, input: object = {}) => {
  const headers = {
    'accept-language': who.language ?? 'en',
    ...(who.cart_token === undefined ? {} : { 'cart-token': who.cart_token }),
  }
  return world.call(endpoint, { ...input, headers, ...(who.token === undefined ? {} : { token: who.token }) })
}
const add = (who: Shopper, body: object, branch = toronto) =>
  ask(contract.addCartLine, who, { body: { branch: branch.slug, ...body } })
const blades = (quantity = 1) => ({ item_id: ids['blades']!, quantity })
const wash = (changes: object = {}) => ({ item_id: ids['wash']!, variation_id: ids['car']!, ...changes })
const read = async (who: Shopper, query: object = {}) => (await ask(contract.getCart, who, { query })).body
const outcome = ({ status, problem }: { status: number; problem: { code: string; errors?: { field: string }[] } }) =>
  [status, problem.code, ...(problem.errors ?? []).map(({ field }) => field)].join(' ')

describe('the cart of a visitor', () => {
  test('belongs to whoever has its token, and an unknown token is an empty cart', async () => {
    const first = await add({}, blades(2))
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const cart_token = first.body.token!
    expect(cart_token).toMatch(/^[\w-]{32}$/)
    expect(await read({ cart_token })).toMatchObject({ token: cart_token, count: 2, branch: { slug: toronto.slug } })
    for (const other of [undefined, 'x'.repeat(32), `${cart_token}x`, "' or 1=1"])
      expect(await read(other === undefined ? {} : { cart_token: other })).toMatchObject({ token: null, lines: [] })
    // A token is never taken over, and never stored as it is.
    const planted = await add({ cart_token: 'x'.repeat(32) }, blades())
    expect(planted.body.token).not.toBe('x'.repeat(32))
    const { token_hash } = await world.db.selectFrom('carts').select('token_hash').executeTakeFirstOrThrow()
    expect(token_hash).toHaveLength(32)
  })

  test('is deleted, and adding again starts another', async () => {
    const cart_token = (await add({}, blades())).body.token!
    expect((await ask(contract.emptyCart, { cart_token })).status).toBe(204)
    expect(await read({ cart_token })).toMatchObject({ token: null, count: 0 })
    expect((await ask(contract.emptyCart, { cart_token })).status).toBe(204)
  })

  test('is deleted when nobody has touched it for 30 days', async () => {
    const cart_token = (await add({}, blades())).body.token!
    const later = (days: number) => new Date(world.clock.now.getTime() + days * 86_400_000)
    await deleteOldCarts(world.db, later(29))
    expect((await read({ cart_token })).count).toBe(1)
    await deleteOldCarts(world.db, later(31))
    expect((await read({ cart_token })).count).toBe(0)
  })
})

describe('lines', () => {
  test('have prices with all taxes, of extras and variations too, and sum to the total', async () => {
    await add(driver, blades(2))
    const { body } = await add(driver, wash({ extra_ids: [ids['wax']!] }))
    expect(body.lines).toMatchObject([
      { item: { name: 'Blades' }, quantity: 2, unit: { amount: 14.29 }, total: { amount: 28.58 }, problem: null },
      {
        item: { name: 'Wash', order_types: ['delivery', 'takeaway'] },
        variation: { code: 'car', name: 'Car', is_vehicle_class: true },
        extras: [{ name: 'Wax', price: { amount: 5.5 } }],
        unit: { amount: 33 },
        total: { amount: 33 },
      },
    ])
    expect(body).toMatchObject({ token: null, count: 3, can_order: true })
    expect(body.amounts).toMatchObject({
      items: { amount: 61.58 },
      total: { amount: 61.58 },
      subtotal: { amount: 55.98 },
      taxes: [{ code: 'vat', percent: 10, amount: { amount: 5.6 } }],
      includes_tax: false,
    })
    expect((await read({ ...driver, language: 'fr' })).lines.map(({ item }) => item.name)).toEqual(['Balais', 'Lavage'])
  })

  test('of the same choice are one, in whatever order its extras are', async () => {
    const shine = await buildExtra(world, ids['wash']!, { name: `Shine ${newId()}`, name_fr: newId(), price: 100n })
    await add(driver, wash({ extra_ids: [ids['wax']!, shine] }))
    await add(driver, wash({ extra_ids: [shine, ids['wax']!] }))
    await add(driver, wash({ extra_ids: [shine] }))
    const { body } = await add(driver, wash({ extra_ids: [shine], note: 'gently' }))
    expect(body.lines.map(({ quantity, note }) => [quantity, note])).toEqual([
      [2, null],
      [1, null],
      [1, 'gently'],
    ])
    const { body: joined } = await ask(contract.updateCartLine, driver, {
      params: { id: body.lines[2]!.id },
      body: { note: '', quantity: 4 },
    })
    expect(joined.lines.map(({ quantity }) => quantity)).toEqual([2, 5])
  })

  test('change their form and extras, and join an equal one', async () => {
    await add(driver, wash({ quantity: 2 }))
    const { body } = await add(driver, wash({ variation_id: ids['large']!, extra_ids: [ids['wax']!] }))
    expect(body.lines.map(({ item }) => item.has_choices)).toEqual([true, true])
    const params = { id: body.lines[1]!.id }
    const change = (of: object) => ask(contract.updateCartLine, driver, { params, body: of })
    expect(outcome(await change({ extra_ids: [ids['wax']!, ids['wax']!] }))).toBe('422 validation_failed extra_ids')
    expect(outcome(await change({ extra_ids: [newId()] }))).toBe('404 item_not_found')
    const plain = (await change({ extra_ids: [] })).body
    expect(plain.lines[1]).toMatchObject({ extras: [], variation: { code: 'large' }, problem: null })
    const { lines, count } = (await change({ variation_id: ids['car']! })).body
    expect([lines.map(({ quantity, variation }) => [quantity, variation?.code]), count]).toEqual([[[3, 'car']], 3])
  })

  test('added beside another go with it', async () => {
    const { body } = await add(driver, wash({ addons: [{ item_id: ids['blades']! }] }))
    expect(body.lines.map(({ parent_id }) => parent_id)).toEqual([null, body.lines[0]!.id])
    const params = { id: body.lines[0]!.id }
    expect((await ask(contract.removeCartLine, driver, { params })).body.lines).toEqual([])
    expect(outcome(await add(driver, { ...blades(), addons: [{ item_id: ids['wash']! }] }))).toBe('404 item_not_found')
  })

  test('are added once however often a request is repeated', async () => {
    const body = { branch: toronto.slug, ...blades(2) }
    const send = (key: string, sent: object = body) =>
      world.call(contract.addCartLine, { token: driver.token, body: sent, headers: { 'idempotency-key': key } })
    await send('one')
    expect((await send('one')).body.count).toBe(2)
    expect(outcome(await send('one', { ...body, quantity: 3 }))).toBe('409 idempotency_key_reused')
    expect((await send('two')).body.count).toBe(4)
  })

  test.each<[string, () => object, string]>([
    ['no such item', () => ({ item_id: newId() }), '404 item_not_found'],
    ['no item', () => ({}), '422 validation_failed item_id'],
    ['a name instead', () => ({ item_id: 'blades' }), '422 validation_failed item_id'],
    ['quantity 0', () => blades(0), '422 validation_failed quantity'],
    ['quantity −1', () => blades(-1), '422 validation_failed quantity'],
    ['quantity 1.5', () => blades(1.5), '422 validation_failed quantity'],
    ['quantity "2"', () => ({ ...blades(), quantity: '2' }), '422 validation_failed quantity'],
    ['quantity 100', () => blades(100), '422 validation_failed quantity'],
    ['more than an item’s limit', () => blades(21), '422 too_many_of_item quantity'],
    ['a price', () => ({ ...blades(), price: 1 }), '422 validation_failed price'],
    ['a total', () => ({ ...blades(), total_minor: 1 }), '422 validation_failed total_minor'],
    ['another’s account', () => ({ ...blades(), user_id: newId() }), '422 validation_failed user_id'],
    ['no variation', () => ({ item_id: ids['wash']! }), '422 validation_failed variation_id'],
    ['a variation of nothing', () => ({ ...blades(), variation_id: ids['car']! }), '404 item_not_found'],
    ['an unknown variation', () => wash({ variation_id: newId() }), '404 item_not_found'],
    ['an extra of another item', () => ({ ...blades(), extra_ids: [ids['wax']!] }), '404 item_not_found'],
    ['the same extra twice', () => wash({ extra_ids: [ids['wax']!, ids['wax']!] }), '422 validation_failed extra_ids'],
    ['eleven extras', () => wash({ extra_ids: Array.from({ length: 11 }, newId) }), '422 validation_failed extra_ids'],
    ['a note with a line break', () => ({ ...blades(), note: 'a\nb' }), '422 validation_failed note'],
    ['a note that turns text around', () => ({ ...blades(), note: '\u202eevil' }), '422 validation_failed note'],
    ['a note of 201 characters', () => ({ ...blades(), note: 'x'.repeat(201) }), '422 validation_failed note'],
  ])('%s is refused', async (_name, body, expected) => {
    expect(outcome(await add(driver, body()))).toBe(expected)
    expect((await read(driver)).lines).toEqual([])
  })

  test('without a variation, and with a note that is none, are refused with the reason', async () => {
    const reasonOf = async (body: object) => {
      const { problem } = await add(driver, body)
      return problem.errors![0]!.message
    }
    expect(await reasonOf({ item_id: ids['wash']! })).toBe('This field is required!')
    expect(await reasonOf({ ...blades(), note: '\u202eevil' })).toBe(errors.fields.characters)
    expect(await reasonOf({ ...blades(), note: '\u0007' })).toBe(errors.fields.characters)
    expect(await reasonOf({ ...blades(), note: 'x'.repeat(201) })).toBe(errors.fields.too_long)
  })

  test('of what this branch does not sell are refused', async () => {
    const hidden = await buildItem(world, { slug: 'hidden', prices: { CAD: 100n } })
    await world.db
      .insertInto('branch_items')
      .values({ id: newId(), branch_id: toronto.id, item_id: hidden, is_hidden: true })
      .execute()
    const foreign = await buildItem(world, { slug: 'foreign', prices: { XOF: 100n } })
    const inactive = await buildItem(world, { slug: 'inactive', prices: { CAD: 100n } })
    await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', inactive).execute()
    const polish = await buildItem(world, { slug: 'polish', kind: 'service', variations: { car: 900n, large: 1_200n } })
    const [car, large] = [await variationOf(world, polish, 'car'), await variationOf(world, polish, 'large')]
    await world.db.updateTable('item_variations').set({ status: 'inactive' }).where('id', '=', large).execute()
    const gloss = await buildExtra(world, polish, { name: 'Gloss', name_fr: 'Brillant', price: 100n })
    await world.db.updateTable('item_extras').set({ status: 'inactive' }).where('id', '=', gloss).execute()
    for (const body of [
      { item_id: hidden },
      { item_id: foreign },
      { item_id: inactive },
      wash({ variation_id: car }),
      { item_id: polish, variation_id: large },
      { item_id: polish, variation_id: car, extra_ids: [gloss] },
      { item_id: polish, variation_id: car, extra_ids: [ids['wax']!] },
    ])
      expect([body, outcome(await add(driver, body))]).toEqual([body, '404 item_not_found'])
    expect((await read(driver)).lines).toEqual([])
    // The other branch sells what this one hides.
    expect((await add(driver, { item_id: hidden }, ottawa)).status).toBe(200)
  })

  test('keep HTML as text', async () => {
    const { body } = await add(driver, { ...blades(), note: '<img src=x onerror=alert(1)>' })
    expect(body.lines[0]!.note).toBe('<img src=x onerror=alert(1)>')
  })

  test('are 50 at most, and of others’ carts nobody’s', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => ({ ...blades(), note: `a${n}` }))
    const more = Array.from({ length: 30 }, (_, n) => wash({ note: `b${n}` }))
    await world.db.updateTable('items').set({ max_per_order: 99 }).execute()
    const body = { branch: toronto.slug, lines: [...lines, ...more] }
    expect((await ask(contract.replaceCart, driver, { body })).body.lines).toHaveLength(50)
    expect(outcome(await add(driver, { item_id: ids['coffee']! }))).toBe('422 validation_failed item_id')
    const full = { ...body, lines: [...body.lines, blades()] }
    expect(outcome(await ask(contract.replaceCart, driver, { body: full }))).toBe('422 validation_failed lines')
    const params = { id: (await read(driver)).lines[0]!.id }
    const stranger = await world.buildDriver()
    for (const who of [stranger, {}]) {
      const changed = await ask(contract.updateCartLine, who, { params, body: { quantity: 2 } })
      expect(outcome(changed)).toBe('404 cart_line_not_found')
      await ask(contract.removeCartLine, who, { params })
    }
    expect((await read(driver)).count).toBe(50)
    await world.db.updateTable('items').set({ max_per_order: 20 }).execute()
  })

  test('of two tabs at once are all there', async () => {
    const tabs = await Promise.all(
      Array.from({ length: 8 }, (_, n) => add(driver, { ...blades(), note: `tab ${n % 4}` })),
    )
    expect(tabs.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await read(driver)).lines.map(({ quantity }) => quantity)).toEqual([2, 2, 2, 2])
  })
})

describe('another branch', () => {
  test('is asked about first, and replaces the cart if so', async () => {
    await add(driver, blades())
    const refused = await add(driver, blades(), ottawa)
    expect([outcome(refused), refused.problem['branch']]).toEqual(['409 cart_other_branch', 'Toronto'])
    expect((await read(driver)).branch!.slug).toBe(toronto.slug)
    const { body } = await add(driver, { ...blades(3), replace: true }, ottawa)
    expect([body.branch!.slug, body.count]).toEqual([ottawa.slug, 3])
    expect(outcome(await add(driver, blades(), { ...toronto, slug: 'nowhere' }))).toBe('404 branch_not_found')
  })
})

describe('what changed since', () => {
  const change = (id: string, body: object) => ask(contract.updateCartLine, driver, { params: { id }, body })
  const setPrice = (amount_minor: bigint) =>
    world.db.updateTable('prices').set({ amount_minor }).where('item_id', '=', ids['blades']!).execute()

  test('is shown on its line with the old price until it is accepted', async () => {
    await add(driver, blades(2))
    await setPrice(1_500n)
    const cart = await read(driver)
    expect(cart).toMatchObject({
      lines: [{ problem: 'price_changed', seen_unit: { amount: 14.29 }, unit: { amount: 16.5 } }],
      can_order: false,
      amounts: { total: { amount: 33 } },
    })
    const { id } = cart.lines[0]!
    expect((await change(id, { quantity: 1 })).body.lines[0]).toMatchObject({ problem: 'price_changed', quantity: 1 })
    expect((await change(id, { accepts_price: true })).body).toMatchObject({
      lines: [{ problem: null, seen_unit: null, unit: { amount: 16.5 } }],
      can_order: true,
    })
    await setPrice(1_299n)
  })

  test('is never dropped: paused, hidden, inactive and sold out', async () => {
    await add(driver, blades(2))
    const place = { branch_id: toronto.id, item_id: ids['blades']! }
    const paused_until = new Date(world.clock.now.getTime() + 60_000)
    await world.db
      .insertInto('branch_items')
      .values({ id: newId(), ...place, paused_until })
      .execute()
    expect((await read(driver)).lines).toMatchObject([{ problem: 'paused', paused_until: paused_until.toISOString() }])
    expect(outcome(await add(driver, { ...blades(), note: 'x' }))).toBe('409 item_unavailable')
    await world.db.updateTable('branch_items').set({ is_hidden: true }).execute()
    expect(await read(driver)).toMatchObject({
      lines: [{ problem: 'withdrawn', unit: null, total: { amount: 0 }, item: { name: 'Blades' }, quantity: 2 }],
      can_order: false,
      amounts: null,
    })
    await world.db.deleteFrom('branch_items').execute()
    await setStock(world, toronto.id, ids['blades']!, 1)
    expect((await read(driver)).lines).toMatchObject([{ problem: 'out_of_stock', left: 1 }])
    const refused = await add(driver, blades())
    expect([outcome(refused), refused.problem['left']]).toEqual(['409 out_of_stock quantity', 1])
    await setStock(world, toronto.id, ids['blades']!, 0)
    expect((await read(driver)).lines).toMatchObject([{ problem: 'sold_out' }])
    await world.db.updateTable('items').set({ tracks_stock: false }).execute()
    await world.db.updateTable('branches').set({ status: 'inactive' }).where('id', '=', toronto.id).execute()
    expect(await read(driver)).toMatchObject({ lines: [{ problem: 'withdrawn' }], can_order: false })
    await world.db.updateTable('branches').set({ status: 'active' }).execute()
    await world.db.updateTable('items').set({ max_per_order: 1 }).where('id', '=', ids['blades']!).execute()
    expect((await read(driver)).lines).toMatchObject([{ problem: 'too_many', item: { max_per_order: 1 } }])
    await world.db.updateTable('items').set({ max_per_order: 20 }).execute()
  })

  test('withdrawn variations and extras keep their names', async () => {
    await add(driver, wash({ extra_ids: [ids['wax']!] }))
    await world.db.updateTable('item_extras').set({ status: 'inactive' }).where('id', '=', ids['wax']!).execute()
    expect((await read(driver)).lines).toMatchObject([
      { problem: 'withdrawn', variation: { name: 'Car' }, extras: [{ name: 'Wax', price: null }] },
    ])
    await world.db.updateTable('item_extras').set({ status: 'active' }).execute()
  })
})

describe('at login', () => {
  const merge = (who: Shopper, restore = false) => ask(contract.mergeCart, who, { body: { restore } })

  test('an empty account takes the visitor’s cart over, once', async () => {
    const cart_token = (await add({}, blades(2))).body.token!
    expect((await merge({ ...driver, cart_token })).body).toMatchObject({
      cart: { count: 2, token: null },
      left_out: [],
    })
    expect((await merge({ ...driver, cart_token })).body.cart.count).toBe(2)
    expect((await read({ cart_token })).count).toBe(0)
    expect((await merge(driver)).body.cart.count).toBe(2)
    expect((await merge({})).status).toBe(401)
  })

  test('two of one branch become one, and what does not fit is named', async () => {
    await add(driver, blades(15))
    const cart_token = (await add({}, blades(8))).body.token!
    const { body } = await merge({ ...driver, cart_token, language: 'fr' })
    expect(body).toMatchObject({ cart: { count: 20 }, left_out: ['Balais'] })
  })

  test('one of another branch takes its place, and the old one can be restored', async () => {
    await add(driver, blades(2))
    const cart_token = (await add({}, blades(3), ottawa)).body.token!
    const { body } = await merge({ ...driver, cart_token })
    expect(body.cart).toMatchObject({
      branch: { slug: ottawa.slug },
      count: 3,
      set_aside: { branch: 'Toronto', count: 2 },
    })
    expect((await merge(driver, true)).body.cart).toMatchObject({
      branch: { slug: toronto.slug },
      count: 2,
      set_aside: { branch: 'Ottawa', count: 3 },
    })
  })
})
