import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/catalogue/marketplace.ts'
import { constraintOf } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { buildBranch, buildItem, buildTaxes } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let toronto: Branch
let lagos: Branch
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  // 10:03 in Lagos on a Saturday; in Toronto 4:03.
  toronto = await buildBranch(world, token, { name: 'Toronto', country_code: 'CA' })
  lagos = await buildBranch(world, token, { name: 'Lagos', country_code: 'NG', capacity: 1 })
  ids['blades'] = await buildItem(world, {
    slug: 'blades',
    name: 'Wiper blades',
    name_fr: 'Balais d’essuie-glace',
    prices: { CAD: 1_299n, NGN: 500_000n },
  })
  ids['wash'] = await buildItem(world, {
    slug: 'wash',
    name: 'Hand wash',
    name_fr: 'Lavage à la main',
    kind: 'service',
    tax_class: 'service',
    work_group: 'wash',
    duration_min: 40,
    variations: { car: 2_500n, large: 3_500n },
  })
  ids['coffee'] = await buildItem(world, {
    slug: 'coffee',
    kind: 'food',
    tax_class: 'food',
    work_group: 'kitchen',
    order_types: 'takeaway',
    prices: { CAD: 300n },
  })
})
afterAll(() => world.close())

const items = async (query: object = {}, language = 'en') => {
  const headers = { 'accept-language': language }
  const { status, body, problem } = await world.call(contract.listItems, {
    query: { branch: toronto.slug, ...query },
    headers,
  })
  if (status !== 200) throw new Error(`${status} ${problem.code}`)
  return body.items
}
const slugs = async (query: object = {}) => (await items(query)).map(({ slug }) => slug)
const read = (id: string, branch = toronto) =>
  world.call(contract.getItem, { params: { id }, query: { branch: branch.slug } })
const refusal = async (change: Promise<unknown>) => {
  try {
    await change
  } catch (error) {
    return constraintOf(error)
  }
  return undefined
}

describe('the items of a branch', () => {
  test('have prices with all taxes in its currency, and are not shown without one', async () => {
    expect(await items()).toMatchObject([
      { slug: 'blades', price: { amount: 14.29, currency: 'CAD' }, is_from: false, old_price: null, sold_out: false },
      { slug: 'coffee', price: { amount: 3.3, currency: 'CAD' }, order_types: ['takeaway'] },
      { slug: 'wash', price: { amount: 27.5, currency: 'CAD' }, is_from: true, order_types: ['delivery', 'takeaway'] },
    ])
    // In Nigeria prices contain the tax.
    expect(await items({ branch: lagos.slug })).toMatchObject([
      { slug: 'blades', price: { amount: 5_000, currency: 'NGN' } },
    ])
  })

  test('take the branch’s own price where it has one', async () => {
    const price = { id: newId(), item_id: ids['blades']!, currency: 'CAD', branch_id: toronto.id, amount_minor: 1_000n }
    await world.db.insertInto('prices').values(price).execute()
    expect((await items())[0]!.price.amount).toBe(11)
    await world.db.deleteFrom('prices').where('id', '=', price.id).execute()
    // A price in another currency than the branch's cannot be stored.
    expect(
      await refusal(
        world.db
          .insertInto('prices')
          .values({ ...price, id: newId(), currency: 'USD' })
          .execute(),
      ),
    ).toBe('prices_branch')
    expect(
      await refusal(
        sql`insert into prices (id, item_id, currency, amount_minor) values (${newId()}, ${ids['coffee']!}, 'NGN', 150)`.execute(
          world.db,
        ),
      ),
    ).toBe('prices_chargeable')
  })

  test('are filtered, sorted and found in both languages with a typing error', async () => {
    expect(await slugs({ category: 'all-wash' })).toEqual(['wash'])
    expect(await slugs({ kind: 'food' })).toEqual(['coffee'])
    expect(await slugs({ order_type: 'delivery' })).toEqual(['blades', 'wash'])
    expect(await slugs({ sort: 'price' })).toEqual(['coffee', 'blades', 'wash'])
    expect(await slugs({ sort: '-price' })).toEqual(['wash', 'blades', 'coffee'])
    expect(await slugs({ sort: 'name' })).toEqual(['coffee', 'wash', 'blades'])
    expect(await slugs({ search: 'LAVAGE a la mian' })).toEqual(['wash'])
    expect(await slugs({ search: 'blaeds' })).toEqual(['blades'])
    expect(await slugs({ search: '%' })).toEqual([])
    expect((await items({ category: 'all-wash' }, 'fr'))[0]!.name).toBe('Lavage à la main')
    expect(await slugs({ size: 2, page: 2 })).toEqual(['wash'])
  })

  test.each([
    [{ sort: 'id' }, '422 validation_failed'],
    [{ page: 0 }, '422 validation_failed'],
    [{ size: 101 }, '422 validation_failed'],
    [{ price: 1 }, '422 validation_failed'],
    [{ branch: 'nowhere' }, '404 branch_not_found'],
  ])('asked for with %o are refused', async (query, outcome) => {
    await expect(items(query)).rejects.toThrow(outcome)
  })

  test('of a class without a known rate are not sold, rather than sold without tax', async () => {
    await world.db.updateTable('tax_rates').set({ valid_to: '2026-11-20' }).where('class', '=', 'food').execute()
    expect(await slugs()).toEqual(['blades', 'wash'])
    expect((await read('coffee')).problem.code).toBe('item_not_found')
    await world.db.updateTable('tax_rates').set({ valid_to: null }).where('class', '=', 'food').execute()
    expect(await slugs()).toContain('coffee')
  })

  test('can be hidden or paused at one branch; the pause ends by itself', async () => {
    const place = { branch_id: toronto.id, item_id: ids['blades']! }
    const paused_until = new Date(world.clock.now.getTime() + 60 * 60_000)
    await world.db
      .insertInto('branch_items')
      .values({ id: newId(), ...place, paused_until })
      .execute()
    expect((await items())[0]).toMatchObject({
      sold_out: true,
      paused_until: paused_until.toISOString(),
      next_slot: null,
    })
    expect((await items({ branch: lagos.slug }))[0]!.sold_out).toBe(false)
    world.clock.advance(61)
    expect((await items())[0]).toMatchObject({ sold_out: false, paused_until: null })
    world.clock.advance(-61)
    await world.db.updateTable('branch_items').set({ is_hidden: true }).execute()
    expect(await slugs()).toEqual(['coffee', 'wash'])
    await world.db.deleteFrom('branch_items').execute()
  })

  test('are sold out with their stock, which can never be less than what is reserved', async () => {
    await world.db.updateTable('items').set({ tracks_stock: true }).where('slug', '=', 'blades').execute()
    expect((await items())[0]!.sold_out).toBe(true)
    const level = { id: newId(), branch_id: toronto.id, item_id: ids['blades']!, on_hand: 2, reserved: 1 }
    await world.db.insertInto('stock_levels').values(level).execute()
    expect((await items())[0]!.sold_out).toBe(false)
    const set = (changes: object) =>
      world.db.updateTable('stock_levels').set(changes).where('id', '=', level.id).execute()
    await set({ reserved: 2 })
    expect((await items())[0]!.sold_out).toBe(true)
    for (const wrong of [{ reserved: 3 }, { reserved: -1 }, { on_hand: 1 }])
      expect(await refusal(set(wrong))).toBe('stock_levels_enough')
    const movement = { id: newId(), stock_level_id: level.id, at: new Date(), kind: 'received', on_hand: 2 }
    await world.db.insertInto('stock_movements').values(movement).execute()
    expect(await refusal(world.db.updateTable('stock_movements').set({ on_hand: 5 }).execute())).toBe(
      'stock_movements_append_only',
    )
    expect(await refusal(world.db.deleteFrom('stock_movements').execute())).toBe('stock_movements_append_only')
    await world.db.updateTable('items').set({ tracks_stock: false }).execute()
  })
})

describe('an offer', () => {
  const terms = {
    name: 'Autumn',
    name_fr: 'Automne',
    created_at: new Date(),
    starts_at: '2026-11-01T00:00:00Z',
    ends_at: '2026-12-01T00:00:00Z',
  }
  const add = async (slug: string, discount: object, item = 'blades') => {
    const id = newId()
    await world.db
      .insertInto('offers')
      .values({ id, slug, ...terms, discount_type: 'percentage', value: 10_000n, ...discount })
      .execute()
    await world.db.insertInto('offer_items').values({ offer_id: id, item_id: ids[item]! }).execute()
    return id
  }

  test('reduces the price, with the old one beside it; of several the largest counts', async () => {
    await add('ten-percent', {})
    await add('three-off', { discount_type: 'fixed', value: 300n, currency: 'CAD' })
    await add('thousand-off', { discount_type: 'fixed', value: 100_000n, currency: 'NGN' })
    await add('over', { value: 90_000n, ends_at: '2026-11-20T00:00:00Z' })
    // 12.99 less 3.00 is 9.99, with 10 % tax 10.99.
    expect((await items())[0]).toMatchObject({
      price: { amount: 10.99 },
      old_price: { amount: 14.29 },
      offer: { slug: 'three-off' },
    })
    expect((await items({ branch: lagos.slug }))[0]).toMatchObject({
      price: { amount: 4_000 },
      old_price: { amount: 5_000 },
    })
    expect(await slugs({ offer: 'ten-percent' })).toEqual(['blades'])
    const offers = await world.call(contract.listOffers, { query: { branch: toronto.slug } })
    expect(offers.body.items.map(({ slug, percent, amount }) => [slug, percent, amount?.amount ?? null])).toEqual([
      ['ten-percent', 10, null],
      ['three-off', null, 3],
    ])
  })

  test('never takes a price below zero, and holds at its branches alone', async () => {
    const id = await add('all-of-it', { discount_type: 'fixed', value: 99_900n, currency: 'CAD' }, 'coffee')
    expect((await items({ kind: 'food' }))[0]!.price.amount).toBe(0)
    await world.db.insertInto('offer_branches').values({ offer_id: id, branch_id: lagos.id }).execute()
    expect((await items({ kind: 'food' }))[0]).toMatchObject({ price: { amount: 3.3 }, offer: null })
  })
})

describe('an item', () => {
  test('has its variations, extras and addons with their prices', async () => {
    const extra_id = newId()
    await world.db
      .insertInto('item_extras')
      .values({ id: extra_id, item_id: ids['wash']!, name: 'Wax', name_fr: 'Cire' })
      .execute()
    await world.db.insertInto('prices').values({ id: newId(), extra_id, currency: 'CAD', amount_minor: 500n }).execute()
    await world.db
      .insertInto('item_addons')
      .values({ id: newId(), item_id: ids['wash']!, addon_id: ids['blades']! })
      .execute()
    for (const handle of ['wash', ids['wash']!])
      expect((await read(handle)).body).toMatchObject({
        attribute: { name: 'Vehicle class', is_vehicle_class: true },
        variations: [
          { code: 'car', name: 'Car', price: { amount: 27.5 } },
          { code: 'large', name: 'Large vehicle', price: { amount: 38.5 } },
        ],
        extras: [{ name: 'Wax', price: { amount: 5.5 } }],
        addons: [{ slug: 'blades' }],
      })
    expect((await read('wash', lagos)).problem.code).toBe('item_not_found')
    expect((await read('wash', { ...toronto, slug: 'nowhere' })).problem.code).toBe('branch_not_found')
  })

  test('that is inactive, or of an inactive category, does not exist for customers', async () => {
    await world.db.updateTable('item_categories').set({ status: 'inactive' }).where('slug', '=', 'all-wash').execute()
    expect((await read('wash')).problem.code).toBe('item_not_found')
    const categories = () => world.call(contract.listCategories, { query: { branch: toronto.slug } })
    expect((await categories()).body.items.map(({ slug, items: count }) => [slug, count])).toEqual([
      ['all-counter', 1],
      ['all-kitchen', 1],
    ])
    await world.db.updateTable('item_categories').set({ status: 'active' }).execute()
  })

  test('shares no address with another item or a category, and needs both languages to be active', async () => {
    expect(await refusal(buildItem(world, { slug: 'all-wash' }))).toBe('catalogue_slugs_pkey')
    expect(await refusal(buildItem(world, { slug: 'blades' }))).toBe('catalogue_slugs_pkey')
    expect(
      await refusal(world.db.updateTable('items').set({ name_fr: null }).where('slug', '=', 'wash').execute()),
    ).toBe('items_both_languages')
  })
})

describe('a branch for customers', () => {
  test('is found by its country and its car parks, and not at all while inactive', async () => {
    const list = async (query: object) =>
      (await world.call(contract.listBranches, { query })).body.items.map(({ name }) => name)
    expect(await list({ country: 'CA' })).toEqual(['Toronto'])
    expect(await list({ country: 'Nigeria' })).toEqual(['Lagos'])
    expect(await list({ country: 'SN' })).toEqual([])
    expect((await world.call(contract.listBranches, { query: { country: 'Atlantis' } })).status).toBe(422)
    const park = await world.buildPark({ country_code: 'CA' })
    await world.db.insertInto('branch_parks').values({ branch_id: toronto.id, park_id: park.id }).execute()
    expect(await list({ park: park.park_code })).toEqual(['Toronto'])
    const shown = await world.call(contract.getBranch, { params: { slug: lagos.slug } })
    expect(shown.body).toMatchObject({ currency: 'NGN', includes_tax: true, takeaway: true, open: true, closures: [] })
    await world.db.updateTable('branches').set({ status: 'inactive' }).where('id', '=', lagos.id).execute()
    expect((await world.call(contract.getBranch, { params: { slug: lagos.slug } })).problem.code).toBe(
      'branch_not_found',
    )
    await world.db.updateTable('branches').set({ status: 'active' }).execute()
  })

  test('offers its free slots, the nearest first, without those that are full', async () => {
    const slots = async (query: object) =>
      (
        await world.call(contract.listSlots, {
          params: { slug: lagos.slug },
          query: { order_type: 'takeaway', ...query },
        })
      ).body
    const today = await slots({})
    expect([today.day, today.timezone, today.next?.starts_at]).toEqual([
      '2026-11-21',
      'Africa/Lagos',
      '2026-11-21T09:30:00.000Z',
    ])
    expect(today.items.at(-1)!.ends_at).toBe('2026-11-21T19:00:00.000Z')
    const starts_at = new Date('2026-11-21T09:30:00Z')
    await world.db
      .insertInto('slot_days')
      .values({ branch_id: lagos.id, work_group: 'counter', starts_at, cap: 1, used: 1 })
      .execute()
    expect((await slots({})).next!.starts_at).toBe('2026-11-21T10:00:00.000Z')
    expect((await items({ branch: lagos.slug }))[0]!.next_slot).toBe('2026-11-21T10:00:00.000Z')
    expect(await refusal(world.db.updateTable('slot_days').set({ used: 2 }).execute())).toBe('slot_days_not_full')
    expect((await slots({ day: '2026-11-28' })).items).toHaveLength(24)
    expect((await slots({ day: '2026-11-29' })).items).toEqual([])
    expect((await slots({ units: 2 })).next).toBeNull()
    await world.db
      .updateTable('branch_setup')
      .set({ takeaway_on: false, delivery_on: false })
      .where('branch_id', '=', lagos.id)
      .execute()
    expect(await slots({})).toMatchObject({ items: [], next: null })
  })

  test('says what is still to be had today', async () => {
    expect(await slugs({ available_today: 'true' })).toEqual(['blades', 'coffee', 'wash'])
    // 19:20 in Toronto: with the time to prepare, nothing begins before 19:35, and the last slot did at 19:30.
    const before = world.clock.now.getTime()
    world.clock.advance((Date.parse('2026-11-22T00:20:00Z') - before) / 60_000)
    expect(await slugs({ available_today: 'true' })).toEqual([])
    world.clock.advance((before - world.clock.now.getTime()) / 60_000)
    await buildTaxes(world, 'CA', 10)
  })
})
