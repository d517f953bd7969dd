import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { findDeliveryBands, getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { countShopChanges, readShopVersions } from '#server/features/branches/shop-versions.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildAddon, buildBranch, buildExtra, buildItem, setStock } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { loadCatalogue } from './catalogue.ts'
import { findCategories, findItems, getShopItem, openShop } from './queries.ts'

/* What one process remembers of a shop, while another changes it. */

let world: World
let branch: Branch
let item: string
/** What the statements of the other process read. */
const tablesRead = new Set<string>()

const listTables: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const text = JSON.stringify(node, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    for (const [, table] of text.matchAll(
      /"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g,
    ))
      tablesRead.add(table!)
    for (const [, table] of text.matchAll(/\b(?:from|join) (\w+)/g)) tablesRead.add(table!)
    return node
  },
  transformResult: async ({ result }) => result,
}

/** A process with a memory of its own. */
const openProcess = (): Db => world.db.withPlugin(listTables)

beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token, { name: 'Remembered' })
  item = await buildItem(world, { slug: 'mats', variations: { car: 2_500n, large: 3_500n } })
  const addon = await buildItem(world, { slug: 'blades', prices: { CAD: 900n } })
  await buildAddon(world, item, addon)
  await buildExtra(world, item, { name: 'Logo', name_fr: 'Logo', price: 100n })
  await setStock(world, branch.id, addon, 5)
  const [now, branch_id] = [world.clock.now, branch.id]
  const tomorrow = new Date(now.getTime() + day_ms)
  const { db } = world
  const [offer, elsewhere] = [newId(), newId()]
  const terms = {
    name: 'A tenth',
    name_fr: 'Un dixième',
    discount_type: 'percentage',
    value: 10_000n,
    starts_at: new Date(now.getTime() - day_ms),
    ends_at: tomorrow,
    created_at: now,
  }
  await db
    .insertInto('offers')
    .values([
      { ...terms, id: offer, slug: 'tenth', most_uses: 2 },
      { ...terms, id: elsewhere, slug: 'elsewhere', name: 'Elsewhere', most_uses: null },
    ])
    .execute()
  await db
    .insertInto('offer_items')
    .values([offer, elsewhere].map((offer_id) => ({ offer_id, item_id: item })))
    .execute()
  const { id: other } = await buildBranch(world, token, { name: 'Elsewhere' })
  await db
    .insertInto('offer_branches')
    .values([
      { offer_id: offer, branch_id },
      { offer_id: elsewhere, branch_id: other },
    ])
    .execute()
  await db.insertInto('offer_uses').values({ offer_id: offer, used: 1, most: 2 }).execute()
  await db
    .insertInto('branch_closures')
    .values({
      id: newId(),
      branch_id,
      starts_at: tomorrow,
      ends_at: new Date(tomorrow.getTime() + day_ms),
      reason: 'Stock-taking',
      reason_fr: 'Inventaire',
    })
    .execute()
  await db.insertInto('branch_items').values({ id: newId(), branch_id, item_id: item }).execute()
  await db
    .insertInto('slot_days')
    .values({ branch_id, work_group: 'counter', starts_at: tomorrow, cap: 4, used: 1 })
    .execute()
  await db
    .insertInto('delivery_charges')
    .values({ id: newId(), branch_id, from_distance: 0, to_distance: 5, charge_minor: 300n })
    .execute()
  await db
    .insertInto('item_pictures')
    .values({ id: newId(), item_id: item, path: '/pictures/mats.jpg', alt: 'Mats', alt_fr: 'Tapis', position: 0 })
    .execute()
  await sql`update branches set state_id = (select id from states where country_id = 2 order by id limit 1) where id = ${branch_id}`.execute(
    db,
  )
})
afterAll(() => world.close())

/** Everything that customers, carts and orders read of a shop. */
async function readShop(db: Db, now = world.clock.now): Promise<string> {
  const { versions: _versions, ...facts } = await getShopBranchById(db, branch.id)
  const found = await getShopBranchById(db, branch.id)
  const { items, offers, taxes } = await loadCatalogue(db, found, now)
  const plans = await Promise.all((['delivery', 'takeaway'] as const).map((type) => loadSlotPlan(db, found, type, now)))
  const shop = await openShop(db, facts.slug, { language: 'en', now }).catch(() => undefined)
  const shown = shop && {
    list: await findItems(db, shop, { page: 1, size: 50, sort: 'position' }),
    item: await getShopItem(db, item, { branch: facts.slug }, { language: 'en', now }).catch(() => undefined),
    categories: await findCategories(db, facts.slug, { language: 'en', now }),
  }
  const all = {
    facts,
    items: [...items],
    offers,
    taxes: [...taxes],
    plans,
    bands: await findDeliveryBands(db, found),
    shown,
  }
  return JSON.stringify(all, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** By table, a change of a row; those that nothing is seen of are marked. */
const changes: Record<string, { change: string; isUnseen?: true }> = {
  branches: { change: `update branches set name = 'Renamed' where id = $branch` },
  branch_setup: { change: 'update branch_setup set preparation_minutes = 45 where branch_id = $branch' },
  branch_closures: {
    change: `update branch_closures set ends_at = ends_at + interval '1 day' where branch_id = $branch`,
  },
  branch_items: {
    change: `update branch_items set paused_until = now() + interval '90 days' where branch_id = $branch`,
  },
  countries: { change: 'update countries set code = code', isUnseen: true },
  currency_settings: { change: `update currency_settings set cash_step_minor = 10 where code = 'CAD'` },
  delivery_charges: { change: 'update delivery_charges set charge_minor = 400 where branch_id = $branch' },
  item_addons: { change: 'delete from item_addons' },
  item_attributes: {
    change: `update item_attributes set value_names = array_replace(value_names, value_names[1], 'Saloon')`,
  },
  item_categories: { change: `update item_categories set name = 'Counter goods'` },
  item_extras: { change: `update item_extras set name = 'Badge'` },
  item_pictures: { change: `update item_pictures set alt = 'Floor mats'` },
  item_variations: { change: `update item_variations set status = 'inactive' where value_code = 'large'` },
  items: { change: `update items set description = 'Another one'` },
  offer_branches: { change: 'update offer_branches set branch_id = $branch where branch_id <> $branch' },
  offer_items: {
    change: `insert into offer_items (offer_id, item_id) select offers.id, items.id from offers, items where items.slug = 'blades'`,
  },
  offer_uses: { change: 'update offer_uses set used = used + 1' },
  offers: { change: 'update offers set value = 20000' },
  prices: { change: `update prices set amount_minor = amount_minor + 100 where currency = 'CAD'` },
  slot_days: { change: 'update slot_days set used = 2 where branch_id = $branch' },
  states: { change: `update states set name = 'Other ' || name` },
  stock_levels: { change: 'update stock_levels set reserved = 4 where branch_id = $branch' },
  tax_rates: { change: 'update tax_rates set value = 15000' },
  time_slots: { change: `update time_slots set closes_min = closes_min - 60 where branch_id = $branch` },
}

/** Read each time: what customers said of items, and what names a version. */
const readEachTime = ['item_reviews', 'orders', 'shop_changes', 'shop_versions', 'change_feeds']

test('a change of any table that a shop is made of is seen by the next request of another process', async () => {
  const other = openProcess()
  for (const [table, { change, isUnseen = false }] of Object.entries(changes)) {
    const before = await readShop(other)
    const versions = await readShopVersions(other, branch.id)
    await sql.raw(change.replaceAll('$branch', `'${branch.id}'`)).execute(world.db)
    const after = await readShop(other)
    const { catalogue, stock, slots } = await readShopVersions(other, branch.id)
    expect([catalogue, stock, slots], table).not.toEqual([versions.catalogue, versions.stock, versions.slots])
    expect(after === before, table).toBe(isUnseen)
    expect(after, table).toBe(await readShop(openProcess()))
    // The numbers of changes are counted together by a job, which changes none.
    await countShopChanges(world.db)
    expect((await readShopVersions(other, branch.id)).catalogue, table).toBe(catalogue)
  }
  const known = [...Object.keys(changes), ...readEachTime]
  const tables = await world.db.introspection.getTables()
  const unknown = tables.filter(({ name }) => tablesRead.has(name) && !known.includes(name))
  expect(unknown.map(({ name }) => name)).toEqual([])
})

test('rows that are added, removed or cleared away are changes too', async () => {
  const other = openProcess()
  const label = async () => {
    const { catalogue, stock, slots } = await readShopVersions(other, branch.id)
    return [catalogue, stock, slots].join()
  }
  const seen = new Set([await label()])
  for (const table of Object.keys(changes)) {
    await transact(world.db, async (tx) => {
      const before = await readShopVersions(tx, branch.id)
      await sql`savepoint emptied`.execute(tx)
      await sql.raw(`truncate ${table} cascade`).execute(tx)
      const after = await readShopVersions(tx, branch.id)
      expect({ ...after, read_at: 0 }, table).not.toEqual({ ...before, read_at: 0 })
      await sql`rollback to savepoint emptied`.execute(tx)
    })
    // Undone: as it was.
    expect(seen.has(await label()), table).toBe(true)
  }
  await sql`delete from slot_days where branch_id = ${branch.id}`.execute(world.db)
  expect(seen.has(await label())).toBe(false)
})

test('what a transaction has changed is for itself alone until it is committed', async () => {
  const other = openProcess()
  const before = await readShop(other)
  const price = async (db: Parameters<typeof loadCatalogue>[0]) => {
    const found = await getShopBranchById(db, branch.id)
    return (await loadCatalogue(db, found, world.clock.now, [item])).items.get(item)!.variations[0]!.unit_minor
  }
  const old = await price(other)
  await expect(
    transact(other, async (tx) => {
      await sql`update prices set amount_minor = 7700 where currency = 'CAD'`.execute(tx)
      expect(await price(tx)).toBe(7_700n)
      expect(await price(other)).toBe(old)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await price(other)).toBe(old)
  expect(await readShop(other)).toBe(before)
})

test('what time changes is another one from that moment on', async () => {
  const other = openProcess()
  const { db } = world
  const at = (minutes: number) => new Date(world.clock.now.getTime() + minutes * 60_000)
  await db
    .updateTable('offers')
    .set({ starts_at: at(10), ends_at: at(20), most_uses: null })
    .execute()
  await db
    .updateTable('branch_items')
    .set({ paused_until: at(15) })
    .where('branch_id', '=', branch.id)
    .execute()
  const next = {
    id: newId(),
    code: 'levy',
    name: 'Levy',
    name_fr: 'Taxe',
    kind: 'percentage',
    value: 5_000n,
    source: 'Test',
    source_date: '2026-01-01',
    country_id: 2,
    class: 'standard',
    created_at: at(0),
  }
  const day = new Date(at(0).getTime() + 2 * day_ms).toISOString().slice(0, 10)
  await db
    .insertInto('tax_rates')
    .values({ ...next, valid_from: day })
    .execute()
  for (const minutes of [0, 5, 9, 10, 14, 15, 19, 20, 25, 600, 1_200, 1_800, 2_400, 3_000, 3_600, 4_200, 2, 0])
    expect(await readShop(other, at(minutes)), `after ${minutes} minutes`).toBe(
      await readShop(openProcess(), at(minutes)),
    )
})

test('concurrent changes are each seen once they are committed, whatever else is committed meanwhile', async () => {
  const other = openProcess()
  const ids: string[] = []
  for (const slug of Array.from({ length: 6 }, (_, n) => `one-of-many-${n}`))
    ids.push(await buildItem(world, { slug, prices: { CAD: 1n } }))
  let isOver = false
  const counting = (async () => {
    while (!isOver) await countShopChanges(world.db)
  })()
  await Promise.all(
    ids.map(async (id) => {
      for (let amount = 2n; amount < 2n + BigInt(15 * rounds); amount += 1n) {
        await transact(world.db, async (tx) => {
          await tx.updateTable('prices').set({ amount_minor: amount }).where('item_id', '=', id).execute()
          await sql`select pg_sleep(${Math.random() / 100})`.execute(tx)
        })
        const found = await getShopBranchById(other, branch.id)
        const { items } = await loadCatalogue(other, found, world.clock.now)
        expect(items.get(id)!.unit_minor).toBe(amount)
      }
    }),
  )
  isOver = true
  await counting
  expect(await readShop(other)).toBe(await readShop(openProcess()))
})
