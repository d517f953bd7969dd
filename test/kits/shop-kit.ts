import { sql, type Insertable } from 'kysely'
import { createTimeSlots, createBranch, getDeskBranch, type Branch } from '#contract/branches/desk/branches.ts'
import { weekdays } from '#contract/branches/desk/time-slots.ts'
import { addCartLine, type Cart } from '#contract/cart/cart.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { newId } from '#server/database/ids.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import { toFolded } from '#server/features/catalogue/search-text.ts'
import type { World } from './world.ts'

export const places = {
  NG: { city: 'Lagos', lat: 6.43, lng: 3.42, timezone: 'Africa/Lagos' },
  CA: { city: 'Toronto', lat: 43.65, lng: -79.38, timezone: 'America/Toronto' },
  SN: { city: 'Dakar', lat: 14.69, lng: -17.44, timezone: 'Africa/Dakar' },
  US: { city: 'New York', lat: 40.75, lng: -73.98, timezone: 'America/New_York' },
} as const

/** The facts of a branch, as the desk's form sends them. */
export const branchFacts = (country_code: CountryCode, changes: object = {}) => ({
  name: 'Front Street',
  country_code,
  state: null,
  address: '1 Front Street',
  phone: null,
  opening_hours: 'Mo-Su 08:00-20:00',
  ...places[country_code],
  ...changes,
})

/** One rate for each class in a country, from the beginning of the year. */
export async function buildTaxes(world: World, country_code: CountryCode, percent: number): Promise<void> {
  for (const name of ['standard', 'food', 'service'])
    await sql`
      insert into tax_rates (id, code, name, name_fr, class, country_id, kind, value, valid_from, source, source_date, created_at)
      select ${newId()}, 'vat', 'VAT', 'TVA', ${name}, id, 'percentage', ${percent * 1_000}, '2026-01-01', 'Test', '2026-01-01', now()
      from countries where code = ${country_code} on conflict do nothing`.execute(world.db)
}

/** Creates an active branch, open every day from 8 to 20 with `capacity` units of every work in each half hour. */
export async function buildBranch(
  world: World,
  token: string,
  {
    country_code = 'CA',
    capacity = 4,
    ...facts
  }: { country_code?: CountryCode; capacity?: number; name?: string; opening_hours?: string } = {},
): Promise<Branch> {
  await buildTaxes(world, country_code, 10)
  const created = await world.call(createBranch, { token, body: branchFacts(country_code, facts) })
  const params = { id: created.body.id }
  for (const work_group of ['counter', 'wash', 'workshop', 'kitchen', 'delivery'] as const) {
    const hours = { opening_time: '08:00', closing_time: '20:00', closes_next_day: false }
    const terms = { order_type: 'both' as const, interval: '30', capacity }
    const body = { weekdays: [...weekdays], work_group, ...hours, ...terms }
    const added = await world.call(createTimeSlots, { token, params, body })
    if (added.status !== 200) throw new Error(JSON.stringify(added.problem))
  }
  // Items and people come later: the world opens it itself.
  await world.db.updateTable('branches').set({ status: 'active' }).where('id', '=', params.id).execute()
  return (await world.call(getDeskBranch, { token, params })).body
}

interface NewItem {
  slug: string
  name?: string
  name_fr?: string
  kind?: 'good' | 'service' | 'food'
  work_group?: 'counter' | 'wash' | 'workshop' | 'kitchen'
  /** Minor units by currency; those of its variations where it has some. */
  prices?: Partial<Record<'NGN' | 'CAD' | 'XOF' | 'USD', bigint>>
  variations?: Record<string, bigint>
  order_types?: 'both' | 'delivery' | 'takeaway'
  tax_class?: 'standard' | 'food' | 'service' | 'exempt'
  duration_min?: number
  work_units?: number
}

/** Creates an active item in a category of its work group; variations are by vehicle class, in Canadian dollars. */
export async function buildItem(world: World, item: NewItem): Promise<string> {
  const { slug, work_group = 'counter', kind = 'good', variations = {}, prices = {} } = item
  const { name = slug, name_fr = name, order_types = 'both', tax_class = 'standard' } = item
  const now = new Date()
  const category = { slug: `all-${work_group}`, name: work_group, name_fr: work_group, work_group, created_at: now }
  const old = await world.db
    .selectFrom('item_categories')
    .select('id')
    .where('slug', '=', category.slug)
    .executeTakeFirst()
  const category_id = old?.id ?? newId()
  if (old === undefined)
    await world.db
      .insertInto('item_categories')
      .values({ id: category_id, ...category })
      .execute()
  const attribute = await world.db
    .selectFrom('item_attributes')
    .select('id')
    .where('is_vehicle_class', '=', true)
    .executeTakeFirstOrThrow()
  const id = newId()
  const facts = { slug, kind, order_types, tax_class, category_id, name, name_fr, folded: toFolded([name, name_fr]) }
  await world.db
    .insertInto('items')
    .values({
      id,
      ...facts,
      description: 'For tests',
      description_fr: 'Pour les tests',
      duration_min: item.duration_min ?? null,
      work_units: item.work_units ?? 1,
      attribute_id: Object.keys(variations).length > 0 ? attribute.id : null,
      status: 'active',
      created_at: now,
    })
    .execute()
  for (const [currency, amount_minor] of Object.entries(prices))
    await world.db.insertInto('prices').values({ id: newId(), item_id: id, currency, amount_minor }).execute()
  for (const [value_code, amount_minor] of Object.entries(variations)) {
    const variation_id = newId()
    await world.db.insertInto('item_variations').values({ id: variation_id, item_id: id, value_code }).execute()
    await world.db.insertInto('prices').values({ id: newId(), variation_id, currency: 'CAD', amount_minor }).execute()
  }
  return id
}

/** The status of a successful call; otherwise the status, the code and the fields that were refused. */
export const outcomeOf = ({
  status,
  problem,
}: {
  status: number
  problem: { code: string; errors?: { field: string }[] }
}): number | string =>
  status < 300 ? status : [status, problem.code, ...(problem.errors ?? []).map(({ field }) => field)].join(' ')

/** Adds an extra to an item, with a price in Canadian dollars. */
export async function buildExtra(
  world: World,
  item_id: string,
  { price: amount_minor, ...names }: { name: string; name_fr: string; price: bigint },
): Promise<string> {
  const extra_id = newId()
  await world.db
    .insertInto('item_extras')
    .values({ id: extra_id, item_id, ...names })
    .execute()
  await world.db.insertInto('prices').values({ id: newId(), extra_id, currency: 'CAD', amount_minor }).execute()
  return extra_id
}

/** Offers an item beside another. */
export async function buildAddon(world: World, item_id: string, addon_id: string): Promise<void> {
  await world.db.insertInto('item_addons').values({ id: newId(), item_id, addon_id }).execute()
}

/** The variation of an item by its code. */
export async function variationOf(world: World, item_id: string, value_code: string): Promise<string> {
  const { id } = await world.db
    .selectFrom('item_variations')
    .select('id')
    .where('item_id', '=', item_id)
    .where('value_code', '=', value_code)
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the stock of an item or a variation at a branch from now on, and has so many there. Returns the row's id. */
export async function setStock(
  world: World,
  branch_id: string,
  item_id: string,
  on_hand: number,
  variation_id: string | null = null,
): Promise<string> {
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  const { id } = await world.db
    .insertInto('stock_levels')
    .values({ id: newId(), branch_id, item_id, variation_id, on_hand })
    .onConflict((conflict) => conflict.constraint('stock_levels_once').doUpdateSet({ on_hand, reserved: 0 }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a coupon of the shop, 10 % off in November unless it says otherwise. */
export async function buildShopCoupon(
  world: World,
  terms: Partial<Insertable<PromoCodesTable>> & { code: string },
): Promise<{ id: string; code: string }> {
  return world.db
    .insertInto('promo_codes')
    .values({
      id: newId(),
      kind: 'percentage',
      value: 10_000n,
      currency: null,
      scope: 'shop',
      starts_at: new Date('2026-11-01T00:00:00Z'),
      ends_at: new Date('2026-12-01T00:00:00Z'),
      is_active: true,
      created_at: world.clock.now,
      ...terms,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Puts items into an account's cart. */
export async function buildCart(
  world: World,
  { token }: { token: string },
  branch: { slug: string },
  ...lines: readonly object[]
): Promise<Cart> {
  let cart: Cart | undefined
  for (const line of lines) {
    const added = await world.call(addCartLine, { token, body: { branch: branch.slug, ...line } })
    if (added.status !== 200) throw new Error(JSON.stringify(added.problem))
    cart = added.body
  }
  return cart!
}

/** A shop's first slot of the day that worlds begin on, in Toronto. */
export const firstSlot = '2026-11-21T13:00:00.000Z'

/** Asks for an order of everything in the account's cart, collected at the first slot unless `changes` say otherwise. */
export const order = (
  world: World,
  { token }: { token: string },
  changes: object,
  headers: Record<string, string> = {},
) =>
  world.call(placeOrder, {
    token,
    body: { order_type: 'takeaway', slot: firstSlot, accept_terms: true, ...changes },
    headers,
  })
