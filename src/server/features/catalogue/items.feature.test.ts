import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as atBranches from '#contract/catalogue/desk/item-branches.ts'
import * as parts from '#contract/catalogue/desk/item-parts.ts'
import { addonList } from '#contract/catalogue/desk/item-record.ts'
import * as items from '#contract/catalogue/desk/items.ts'
import { getItem, listItems } from '#contract/catalogue/marketplace.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let branch: Branch
let category_id: string
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Front Street' })
  await buildItem(world, { slug: 'soap', prices: { CAD: 300n } })
  const row = await world.db.selectFrom('item_categories').select('id').executeTakeFirstOrThrow()
  category_id = row.id
})
afterAll(() => world.close())

const facts = {
  kind: 'service' as const,
  tax_class: 'service' as const,
  order_types: 'both' as const,
  sku: null,
  name: 'Full wash',
  name_fr: 'Lavage complet',
  description: 'Inside and out',
  description_fr: 'Intérieur et extérieur',
  caution: null,
  caution_fr: null,
  needs_vehicle: true,
  needs_key: false,
  duration_min: 40,
  work_units: 1,
  max_per_order: 20,
  tracks_stock: false,
  low_stock: 0,
  is_featured: false,
}
let made = 0
const create = (changes: object = {}) =>
  world.call(items.createItem, {
    token,
    body: { ...facts, category_id, slug: `wash-${(made += 1)}`, ...changes } as never,
  })
const activate = (id: string) => world.call(items.activateItem, { token, params: { id } })
const price = (id: string, prices: { id: string; currency: string; amount: number | null }[], changes: object = {}) =>
  current(id).then(({ version }) =>
    world.call(parts.setPrices, {
      token,
      params: { id },
      body: { branch_id: null, prices, version, ...changes } as never,
    }),
  )
const current = async (id: string) => (await world.call(items.getDeskItem, { token, params: { id } })).body
const shown = async (slug: string) => {
  const { body } = await world.call(getItem, { params: { id: slug }, query: { branch: branch.slug } })
  return body
}

describe('an item', () => {
  test('is drafted in one language and activated in both, naming the one that is missing', async () => {
    const { body: item } = await create({ name_fr: null, description: null })
    expect(item).toMatchObject({ status: 'inactive', missing: ['english', 'french', 'prices'] })
    const change = async (changes: object) => {
      const { version } = await current(item.id)
      const body = { ...facts, category_id, ...changes, version }
      return world.call(items.updateItem, { token, params: { id: item.id }, body })
    }
    expect(outcomeOf(await activate(item.id))).toBe('409 english_missing')
    await change({ name_fr: null })
    expect(outcomeOf(await activate(item.id))).toBe('409 french_missing')
    await change({ caution: 'Remove bicycles', caution_fr: null })
    expect(outcomeOf(await activate(item.id))).toBe('409 french_missing')
    await change({})
    expect((await activate(item.id)).body).toMatchObject({ status: 'active', missing: ['prices'] })
    expect(outcomeOf(await change({ description_fr: '' }))).toBe('409 french_missing')
    await price(item.id, [{ id: item.id, currency: 'CAD', amount: 25 }])
    expect(await shown(item.slug)).toMatchObject({ name: 'Full wash', price: { amount: 27.5, currency: 'CAD' } })
  })

  test.each([
    [{ category_id: crypto.randomUUID() }, '422 validation_failed category_id'],
    [{ slug: 'soap' }, '422 validation_failed slug'],
    [{ max_per_order: 100 }, '422 validation_failed max_per_order'],
    [{ duration_min: 0 }, '422 validation_failed duration_min'],
    [{ name: 'x\u202e' }, '422 validation_failed name'],
    [{ status: 'active' }, '422 validation_failed status'],
  ])('with %o is refused', async (changes, outcome) => {
    expect(outcomeOf(await create(changes))).toBe(outcome)
  })

  test('has an SKU of its own, is ordered within its category, and deleted until something was sold', async () => {
    const [first, second] = [(await create({ sku: 'W-1' })).body, (await create()).body]
    expect(outcomeOf(await create({ sku: 'W-1' }))).toBe('422 validation_failed sku')
    expect(second.position).toBe(first.position + 1)
    expect((await world.call(items.raiseItem, { token, params: { id: second.id } })).body.position).toBe(first.position)
    const found = await world.call(items.itemList.endpoint, { token, query: { search: 'W-1' } })
    expect(found.body.items.map(({ id }) => id)).toEqual([first.id])
    const { version } = await current(first.id)
    const removed = await world.call(items.deleteItem, { token, params: { id: first.id }, query: { version } })
    expect(outcomeOf(removed)).toBe(204)
  })

  test('offers others alongside in their order, but not itself', async () => {
    const [item, a, b] = [(await create()).body, (await create()).body, (await create({ name: 'Wax' })).body]
    const set = (addon_ids: string[]) =>
      world.call(items.setAddons, { token, params: { id: item.id }, body: { addon_ids } })
    expect((await set([b.id, a.id])).body.addons).toEqual(['Wax', 'Full wash'])
    const listed = await world.call(addonList.endpoint, { token, query: { item: item.id } })
    expect(listed.body.items.map(({ addon }) => addon)).toEqual(['Wax', 'Full wash'])
    for (const wrong of [[item.id], [a.id, a.id], [crypto.randomUUID()]])
      expect(outcomeOf(await set(wrong))).toBe('422 validation_failed addon_ids')
    await set([b.id])
    const headers = { 'accept-language': 'fr' }
    const french = await world.call(items.getDeskItem, { token, params: { id: item.id }, headers })
    expect(french.body.addons).toEqual(['Lavage complet'])
    expect((await set([])).body.addons).toEqual([])
  })

  test('has extras, each with its price, in their order', async () => {
    const { id, slug } = (await create()).body
    await activate(id)
    await price(id, [{ id, currency: 'CAD', amount: 20 }])
    const add = (extra_name: string) =>
      world.call(items.createExtra, { token, params: { id }, body: { extra_name, extra_name_fr: extra_name } })
    for (const name of ['Wax', 'Scent', 'Polish']) await add(name)
    expect(outcomeOf(await add('Wax'))).toBe('422 validation_failed extra_name')
    const list = async () => (await world.call(parts.extraList.endpoint, { token, query: { item: id } })).body.items
    const [wax, scent, polish] = await list()
    await price(id, [
      { id: wax!.id, currency: 'CAD', amount: 5 },
      { id: scent!.id, currency: 'CAD', amount: 2.5 },
    ])
    await world.call(parts.raiseExtra, { token, params: { id: scent!.id } })
    expect((await list()).map(({ name, prices }) => [name, prices])).toEqual([
      ['Scent', '2.5 CAD'],
      ['Wax', '5 CAD'],
      ['Polish', null],
    ])
    // Without a price it is not offered.
    expect((await shown(slug)).extras.map(({ name, price: { amount } }) => [name, amount])).toEqual([
      ['Scent', 2.75],
      ['Wax', 5.5],
    ])
    const read = (await world.call(parts.getExtra, { token, params: { id: polish!.id } })).body
    const removed = await world.call(parts.deleteExtra, {
      token,
      params: { id: polish!.id },
      query: { version: read.version },
    })
    expect(outcomeOf(removed)).toBe(204)
  })

  test('shows up to eight pictures, which are moved and removed', async () => {
    const { body: item } = await create()
    const picture = await uploadPicture()
    const add = (alt: string) =>
      world.call(items.addItemPicture, { token, params: { id: item.id }, body: { picture, alt, alt_fr: alt } })
    for (let n = 1; n <= 8; n += 1) expect((await add(`Picture ${n}`)).status).toBe(200)
    expect(outcomeOf(await add('The ninth'))).toBe('422 validation_failed picture')
    const list = async () =>
      (await world.call(parts.pictureList.endpoint, { token, query: { item: item.id } })).body.items
    const [first, second] = await list()
    await world.call(parts.raiseItemPicture, { token, params: { id: second!.id } })
    expect((await list()).slice(0, 2).map(({ alt }) => alt)).toEqual(['Picture 2', 'Picture 1'])
    const { version } = (await world.call(parts.getItemPicture, { token, params: { id: first!.id } })).body
    await world.call(parts.removeItemPicture, { token, params: { id: first!.id }, query: { version } })
    expect((await list()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

async function uploadPicture(): Promise<string> {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#339966' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('photo', new Blob([Uint8Array.from(photo)]), 'photo.png')
  const body = new Response(form)
  const { body: text } = await world.app.inject({
    method: 'POST',
    url: '/api/v1/admin/pictures',
    headers: { authorization: `Bearer ${token}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return (JSON.parse(text) as { url: string }).url
}

describe('variations', () => {
  const set = async (id: string, attribute_id: string | null, codes: string[], skus: (string | null)[] = []) => {
    const variations = codes.map((value_code, n) => ({ value_code, sku: skus[n] ?? null }))
    const { version } = await current(id)
    return world.call(parts.setVariations, { token, params: { id }, body: { attribute_id, variations, version } })
  }
  const classes = async (id: string) => {
    const { attributes } = (await world.call(parts.listVariations, { token, params: { id } })).body
    return attributes.find(({ is_vehicle_class }) => is_vehicle_class)!.id
  }

  test('are none or at least two of one attribute, each with its own price', async () => {
    const { body: item } = await create()
    const attribute = await classes(item.id)
    for (const [of, codes, field] of [
      [attribute, ['car'], 'variations'],
      [attribute, [], 'variations'],
      [attribute, ['car', 'car'], 'variations'],
      [attribute, ['car', 'tank'], 'variations.1.value_code'],
      [null, ['car', 'large'], 'attribute_id'],
      [crypto.randomUUID(), ['car', 'large'], 'attribute_id'],
    ] as const)
      expect(outcomeOf(await set(item.id, of, [...codes]))).toBe(`422 validation_failed ${field}`)
    expect(outcomeOf(await set(item.id, attribute, ['car', 'large'], ['S', 'S']))).toBe(
      '422 validation_failed variations.1.sku',
    )
    const { body } = await set(item.id, attribute, ['large', 'car'], [null, 'W-CAR'])
    expect(body.variations).toMatchObject([{ name: 'Large vehicle' }, { name: 'Car', sku: 'W-CAR' }])
    const [large, car] = body.variations
    expect(outcomeOf(await price(item.id, [{ id: item.id, currency: 'CAD', amount: 10 }]))).toBe(
      '422 validation_failed prices.0.id',
    )
    await price(item.id, [
      { id: large!.id, currency: 'CAD', amount: 40 },
      { id: car!.id, currency: 'CAD', amount: 30 },
    ])
    await activate(item.id)
    expect(await shown(item.slug)).toMatchObject({ price: { amount: 33 }, is_from: true })
  })

  test('that stock refers to are made inactive, and come back with it', async () => {
    const { body: item } = await create({ kind: 'good', tracks_stock: true })
    const attribute = await classes(item.id)
    const { body } = await set(item.id, attribute, ['car', 'large', 'motorcycle'])
    await world.db
      .insertInto('stock_levels')
      .values({
        id: crypto.randomUUID(),
        branch_id: branch.id,
        item_id: item.id,
        variation_id: body.variations[0]!.id,
        on_hand: 3,
      })
      .execute()
    const less = (await set(item.id, attribute, ['large', 'motorcycle'])).body.variations
    expect(less.map(({ value_code, status }) => `${value_code} ${status}`)).toEqual([
      'large active',
      'motorcycle active',
      'car inactive',
    ])
    expect(outcomeOf(await set(item.id, null, []))).toBe('409 variations_sold')
    const more = (await set(item.id, attribute, ['car', 'large'])).body.variations
    expect(more[0]).toMatchObject({ id: body.variations[0]!.id, status: 'active' })
  })
})

describe('prices', () => {
  test('are by currency, and a branch has its own in place of them', async () => {
    const { body: item } = await create()
    const { id } = item
    await activate(id)
    await price(id, [
      { id, currency: 'CAD', amount: 20 },
      { id, currency: 'NGN', amount: 9_000 },
    ])
    expect(outcomeOf(await price(id, [{ id, currency: 'NGN', amount: 9_000.5 }]))).toBe(
      '422 validation_failed prices.0.amount',
    )
    expect(outcomeOf(await price(id, [{ id, currency: 'USD', amount: 1 }], { branch_id: branch.id }))).toBe(
      '422 validation_failed prices.0.currency',
    )
    const own = await price(id, [{ id, currency: 'CAD', amount: 18 }], { branch_id: branch.id })
    expect(own.body.rows[0]!.prices).toEqual([{ currency: 'CAD', amount: 18, usual: { amount: 20, currency: 'CAD' } }])
    expect((await shown(item.slug)).price.amount).toBe(19.8)
    await price(id, [{ id, currency: 'CAD', amount: null }], { branch_id: branch.id })
    expect((await shown(item.slug)).price.amount).toBe(22)
    expect(outcomeOf(await price(id, [{ id, currency: 'CAD', amount: 1 }], { version: 1 }))).toBe(
      '409 changed_meanwhile',
    )
  })

  test('of a branch are set by its manager, and those for everywhere and of other branches are not', async () => {
    const other = await buildBranch(world, token, { name: 'Other' })
    const manager = await world.buildDriver()
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
    const { id } = (await create()).body
    const set = (branch_id: string | null) =>
      current(id).then(({ version }) =>
        world.call(parts.setPrices, {
          token: manager.token,
          params: { id },
          body: { branch_id, prices: [{ id, currency: 'CAD', amount: 12 }], version },
        }),
      )
    expect(outcomeOf(await set(branch.id))).toBe(200)
    expect(outcomeOf(await set(other.id))).toBe('404 branch_not_found')
    expect(outcomeOf(await set(null))).toBe('403 forbidden')
    const read = await world.call(parts.listPrices, { token: manager.token, params: { id } })
    expect(read.body).toMatchObject({ may_set: false, branches: [{ id: branch.id, own: 1 }] })
    const update = { ...facts, category_id, version: 1 }
    expect((await world.call(items.updateItem, { token: manager.token, params: { id }, body: update })).status).toBe(
      403,
    )
  })
})

describe('barcodes', () => {
  test('belong to one item or variation, whatever length they are typed in, and find it', async () => {
    const made = await create({ barcodes: '4006381333931, 036000291452' })
    expect(made.body.barcodes).toBe('036000291452 4006381333931')
    expect(outcomeOf(await create({ barcodes: '4006381333932' }))).toBe('422 validation_failed barcodes')
    const taken = await create({ barcodes: '0036000291452' })
    expect(outcomeOf(taken)).toBe('422 validation_failed barcodes')
    expect(taken.problem.message).toBe('Full wash already has the barcode 036000291452.')
    const found = await world.call(items.itemList.endpoint, { token, query: { search: '0036000291452' } })
    expect(found.body.items.map(({ id }) => id)).toEqual([made.body.id])
    const params = { id: made.body.id }
    const update = (changes: object) =>
      world.call(items.updateItem, { token, params, body: { ...facts, category_id, ...changes } as never })
    expect((await update({ version: 1 })).body.barcodes).toBe('036000291452 4006381333931')
    const changed = await update({ version: 2, barcodes: '40170725' })
    expect(changed.body.barcodes).toBe('40170725')
    const entries = await world.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'updateItem')
      .where('record_id', '=', params.id)
      .execute()
    expect(entries).toContainEqual({
      before: expect.objectContaining({ barcodes: '036000291452 4006381333931' }),
      after: expect.objectContaining({ barcodes: '40170725' }),
    })
    expect((await update({ version: 3, barcodes: null })).body.barcodes).toBeNull()
    expect((await create({ barcodes: '40170725' })).status).toBe(201)
  })

  test('of variations are their own, and free once a variation is sold no more', async () => {
    const { body: item } = await create()
    const { attributes, version } = (await world.call(parts.listVariations, { token, params: { id: item.id } })).body
    const attribute = attributes.find(({ values }) => values.length > 2)!
    const [small, middle, large] = attribute.values.map(({ code }) => code)
    const set = (variations: object[], at: number) =>
      world.call(parts.setVariations, {
        token,
        params: { id: item.id },
        body: { attribute_id: attribute.id, variations, version: at } as never,
      })
    const first = { value_code: small, sku: null, barcodes: '96385074' }
    const same = await set([first, { value_code: middle, sku: null, barcodes: '96385074' }], version)
    expect(outcomeOf(same)).toBe('422 validation_failed variations.1.barcodes')
    const stored = await set([first, { value_code: middle, sku: null }], version)
    expect(stored.body.variations.map(({ barcodes }) => barcodes)).toEqual(['96385074', null])
    await set(
      [
        { value_code: middle, sku: null },
        { value_code: large, sku: null },
      ],
      stored.body.version,
    )
    expect((await create({ barcodes: '96385074' })).status).toBe(201)
  })
})

describe('at a branch', () => {
  test('an item is paused until a time, at which the pause ends by itself, and hidden', async () => {
    const slug = 'soap'
    const { id: item } = (await world.call(items.itemList.endpoint, { token, query: { search: slug } })).body.items[0]!
    const params = { id: `${branch.id}_${item}` }
    const pause = (minutes: number) =>
      world.call(atBranches.pauseItem, {
        token,
        params,
        body: { paused_until: new Date(world.clock.now.getTime() + minutes * 60_000).toISOString() },
      })
    expect(outcomeOf(await pause(-1))).toBe('422 validation_failed paused_until')
    expect(outcomeOf(await pause(32 * 24 * 60))).toBe('422 validation_failed paused_until')
    expect((await pause(60)).body).toMatchObject({ status: 'paused', actions: ['hide', 'pause', 'end_pause'] })
    expect(await shown(slug)).toMatchObject({ sold_out: true })
    world.clock.advance(61)
    expect(await shown(slug)).toMatchObject({ sold_out: false, paused_until: null })
    await pause(60)
    const ended = await world.call(atBranches.endItemPause, { token, params })
    expect(ended.body.status).toBe('sold')
    expect((await world.call(atBranches.hideItem, { token, params })).body.status).toBe('hidden')
    const listed = await world.call(listItems, { query: { branch: branch.slug, search: slug } })
    expect(listed.body.total).toBe(0)
    expect((await world.call(atBranches.showItem, { token, params })).body.status).toBe('sold')
  })

  test('people of another branch neither see nor change it', async () => {
    const other = await buildBranch(world, token, { name: 'Elsewhere' })
    const manager = await world.buildDriver()
    const employee = await world.buildDriver()
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: other.id })
    await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: branch.id })
    const { id: item } = (await create()).body
    const params = { id: `${branch.id}_${item}` }
    for (const endpoint of [atBranches.getItemBranch, atBranches.hideItem])
      expect((await world.call(endpoint, { token: manager.token, params })).status).toBe(404)
    const listed = await world.call(atBranches.itemBranchList.endpoint, { token: manager.token, query: { item } })
    expect(listed.body.items.map(({ branch: name }) => name)).toEqual(['Elsewhere'])
    expect((await world.call(atBranches.getItemBranch, { token: employee.token, params })).status).toBe(200)
    expect((await world.call(atBranches.hideItem, { token: employee.token, params })).status).toBe(403)
  })
})
