import { sql, type RawBuilder } from 'kysely'
import type { ItemSummary } from '#contract/catalogue/marketplace.ts'
import type { ItemKind, TaxClass, WorkGroup } from '#contract/catalogue/shop-rules.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import { priceSale, type Reduction, type SaleLine } from '#contract/pricing/sale.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { recall } from '#server/features/branches/shop-versions.ts'
import { findTaxes, type BranchTax } from '#server/features/branches/tax-rates.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'

/** An offer that applies at a branch now. */
export type ShopOffer = Reduction & {
  id: string
  slug: string
  name: string
  name_fr: string
  picture: string | null
  starts_at: Date
  ends_at: Date
  /** How often it can be used in all; null: without limit. */
  most_uses: number | null
  funded_by: 'us' | 'branch'
  is_example: boolean
}

/** How many there are and the row that counts them; null where stock is not counted. */
interface Stock {
  left: number | null
  stock_level_id: string | null
}

/** A form of an item, of which exactly one is chosen. */
export type ShopVariation = Stock & { id: string; code: string; name: string; name_fr: string; unit_minor: bigint }

export interface ShopExtra {
  id: string
  name: string
  name_fr: string
  unit_minor: bigint
}

/** An item as a branch sells it now: prices in its currency before taxes are split or added, offers, taxes and stock. */
export type ShopItem = ItemRow &
  Stock & {
    /** Undefined where its variations have prices. */
    unit_minor: bigint | undefined
    variations: ShopVariation[]
    extras: ShopExtra[]
    addon_ids: string[]
    offers: ShopOffer[]
    taxes: readonly BranchTax[]
  }

export interface Catalogue {
  branch: ShopBranch
  items: ReadonlyMap<string, ShopItem>
  offers: ShopOffer[]
  /** The rates of the classes that have any. */
  taxes: ReadonlyMap<TaxClass, readonly BranchTax[]>
}

interface ItemRow {
  id: string
  slug: string
  name: string
  name_fr: string
  description: string
  description_fr: string
  caution: string | null
  caution_fr: string | null
  kind: ItemKind
  tax_class: TaxClass
  order_types: OrderType | 'both'
  needs_vehicle: boolean
  needs_key: boolean
  duration_min: number | null
  work_units: number
  max_per_order: number
  tracks_stock: boolean
  is_featured: boolean
  is_example: boolean
  position: number
  folded: string
  picture: string | null
  category_id: string
  category_slug: string
  category_name: string
  category_name_fr: string
  category_position: number
  work_group: WorkGroup
  attribute_name: string | null
  attribute_name_fr: string | null
  is_vehicle_class: boolean | null
  paused_until: Date | null
}

/**
 * Returns what a branch sells at a moment. An item is left out if it has no price in the branch's currency, is hidden
 * there, or is of a class without a known tax rate, which never counts as zero. With `item_ids`, of these alone.
 */
export async function loadCatalogue(
  db: Db | Tx,
  branch: ShopBranch,
  now: Date,
  item_ids?: readonly string[],
): Promise<Catalogue> {
  const offered = await recall(db, branch.versions, {
    name: 'catalogue',
    parts: ['catalogue'],
    now,
    load: () => loadOffered(db, branch, now),
    loadHere: () => loadOffered(db, branch, now, item_ids),
    untilOf: ({ until }) => until,
  })
  const levels = await recall(db, branch.versions, {
    name: 'stock',
    parts: ['stock'],
    load: () => findLevels(db, branch),
    loadHere: () => findLevels(db, branch, item_ids),
  })
  const { offers, taxes } = offered
  return { branch, items: withStock(offered, levels, item_ids), offers, taxes }
}

/** What a branch sells, whatever is there of it. */
interface Offered {
  items: ReadonlyMap<string, OfferedItem>
  offers: ShopOffer[]
  taxes: ReadonlyMap<TaxClass, readonly BranchTax[]>
  /** From this instant on it sells something else or at another price, in milliseconds. */
  until: number
}
type OfferedItem = Omit<ShopItem, keyof Stock | 'variations'> & { variations: Omit<ShopVariation, keyof Stock>[] }

const stocked = new WeakMap<Offered, { levels: Levels; items: ReadonlyMap<string, ShopItem> }>()

/** The items with what is there of each; all of them are the same ones each time. */
function withStock(
  offered: Offered,
  levels: Levels,
  item_ids: readonly string[] | undefined,
): ReadonlyMap<string, ShopItem> {
  const known = stocked.get(offered)
  const whole = known?.levels === levels ? known.items : undefined
  if (item_ids !== undefined) {
    const chosen = [...new Set(item_ids)].flatMap((id) => offered.items.get(id) ?? [])
    return new Map(chosen.map((item) => [item.id, whole?.get(item.id) ?? addStock(item, levels)]))
  }
  const items = whole ?? new Map([...offered.items.values()].map((item) => [item.id, addStock(item, levels)]))
  stocked.set(offered, { levels, items })
  return items
}

function addStock(item: OfferedItem, levels: Levels): ShopItem {
  const none: Stock = { left: null, stock_level_id: null }
  const stockOf = (id: string): Stock => {
    if (!item.tracks_stock) return none
    const level = levels.get(id)
    return { left: level?.left ?? 0, stock_level_id: level?.stock_level_id ?? null }
  }
  const variations = item.variations.map((variation) => ({ ...variation, ...stockOf(variation.id) }))
  return { ...item, ...(item.attribute_name === null ? stockOf(item.id) : none), variations }
}

async function loadOffered(db: Db | Tx, branch: ShopBranch, now: Date, item_ids?: readonly string[]): Promise<Offered> {
  const only = isAmong(item_ids)
  const { rows: found } = await sql<ItemRow>`
    select i.id, i.slug, i.name, i.name_fr, i.description, i.description_fr, i.caution, i.caution_fr, i.kind, i.tax_class,
      i.order_types, i.needs_vehicle, i.needs_key, i.duration_min, i.work_units, i.max_per_order, i.tracks_stock, i.is_featured,
      i.is_example, i.position, i.folded, p.path as picture, i.category_id, c.slug as category_slug, c.name as category_name,
      c.name_fr as category_name_fr, c.position as category_position, c.work_group, a.name as attribute_name,
      a.name_fr as attribute_name_fr, a.is_vehicle_class,
      case when h.paused_until > ${now}::timestamptz then h.paused_until end as paused_until
    from items i join item_categories c on c.id = i.category_id and c.status = 'active'
      left join item_attributes a on a.id = i.attribute_id
      left join item_pictures p on p.item_id = i.id and p.position = 0
      left join branch_items h on h.item_id = i.id and h.branch_id = ${branch.id}
    where i.status = 'active' and h.is_hidden is not true and ${only('i.id')}
    order by c.position, i.position, i.slug`.execute(db)
  const prices = await findPrices(db, branch, item_ids)
  const parts = await findParts(db, item_ids)
  const offers = await findOffers(db, branch, now)
  const taxes = (await findTaxes(db, [branch.id], now)).get(branch.id)!
  const byItem = <T extends { item_id: string }>(rows: readonly T[]) => Map.groupBy(rows, ({ item_id }) => item_id)
  const [variations, extras, addons] = [byItem(parts.variations), byItem(parts.extras), byItem(parts.addons)]
  const ofItem = byItem(offers.items)
  const items = found.flatMap((row): OfferedItem[] => {
    const known = taxes.get(row.tax_class)
    const sold = (variations.get(row.id) ?? []).flatMap(({ id, code, name, name_fr }) => {
      const unit_minor = prices.get(id)
      return unit_minor === undefined ? [] : [{ id, code, name, name_fr, unit_minor }]
    })
    const own = prices.get(row.id)
    if (known === undefined || (row.attribute_name === null ? own === undefined : sold.length === 0)) return []
    const item: OfferedItem = {
      ...row,
      unit_minor: row.attribute_name === null ? own : undefined,
      variations: row.attribute_name === null ? [] : sold,
      extras: (extras.get(row.id) ?? []).flatMap(({ id, name, name_fr }) => {
        const unit_minor = prices.get(id)
        return unit_minor === undefined ? [] : [{ id, name, name_fr, unit_minor }]
      }),
      addon_ids: (addons.get(row.id) ?? []).map(({ id }) => id),
      offers: (ofItem.get(row.id) ?? []).map(({ offer_id }) => offers.all.find(({ id }) => id === offer_id)!),
      taxes: known,
    }
    return [item]
  })
  const pauses = items.flatMap(({ paused_until }) => paused_until?.getTime() ?? [])
  return {
    items: new Map(items.map((item) => [item.id, item])),
    offers: offers.all,
    taxes,
    until: Math.min(offers.until, findNextDay(branch, now), ...pauses),
  }
}

/** The local midnight after `now`, from which on other tax rates may hold. */
function findNextDay({ timezone }: ShopBranch, now: Date): number {
  const days = getZoneDays(timezone)
  return days.instantOf(days.dayOf(now.getTime()) + 1, 0)
}

/** A condition on a column of items: all of them without ids. */
const isAmong =
  (item_ids: readonly string[] | undefined) =>
  (column: string): RawBuilder<boolean> =>
    item_ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${[...item_ids]}::uuid[])`

/** Prices in the branch's currency by item, variation or extra; its own take the place of those for everywhere. */
async function findPrices(
  db: Db | Tx,
  branch: ShopBranch,
  item_ids: readonly string[] | undefined,
): Promise<Map<string, bigint>> {
  const only = isAmong(item_ids)
  const { rows } = await sql<{ id: string; amount_minor: bigint }>`
    select coalesce(p.item_id, p.variation_id, p.extra_id) as id, p.amount_minor
    from prices p left join item_variations v on v.id = p.variation_id left join item_extras e on e.id = p.extra_id
    where p.currency = ${branch.currency} and (p.branch_id is null or p.branch_id = ${branch.id})
      and (${only('p.item_id')} or ${only('v.item_id')} or ${only('e.item_id')})
    order by p.branch_id nulls first`.execute(db)
  return new Map(rows.map(({ id, amount_minor }) => [id, amount_minor]))
}

interface PartRow {
  item_id: string
  id: string
  code: string
  name: string
  name_fr: string
}

/** Variations, extras and addons of items in their order, in one statement. */
async function findParts(db: Db | Tx, item_ids: readonly string[] | undefined) {
  const only = isAmong(item_ids)
  const { rows } = await sql<PartRow & { part: 'variation' | 'extra' | 'addon' }>`
    select 'variation' as part, v.item_id, v.id, v.value_code as code, n.name, n.name_fr, v.position,
      array_position(a.value_codes, v.value_code) as place
    from item_variations v join items i on i.id = v.item_id join item_attributes a on a.id = i.attribute_id
      join unnest(a.value_codes, a.value_names, a.value_names_fr) n (code, name, name_fr) on n.code = v.value_code
    where v.status = 'active' and ${only('v.item_id')}
    union all select 'extra', item_id, id, null, name, name_fr, position, 0
    from item_extras where status = 'active' and ${only('item_id')}
    union all select 'addon', item_id, addon_id, null, null, null, position, 0
    from item_addons where ${only('item_id')}
    order by position, place, name`.execute(db)
  const partsOf = (part: (typeof rows)[number]['part']) => rows.filter((row) => row.part === part)
  return { variations: partsOf('variation'), extras: partsOf('extra'), addons: partsOf('addon') }
}

/** What a branch has of items and variations, by their ids. */
type Levels = ReadonlyMap<string, { stock_level_id: string; left: number }>

async function findLevels(db: Db | Tx, branch: ShopBranch, item_ids?: readonly string[]): Promise<Levels> {
  const { rows } = await sql<{ id: string; stock_level_id: string; left: number }>`
    select coalesce(variation_id, item_id) as id, id as stock_level_id, on_hand - reserved as left
    from stock_levels where branch_id = ${branch.id} and ${isAmong(item_ids)('item_id')}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The offers that apply at a branch, and until when there is neither one more nor one less. */
async function findOffers(db: Db | Tx, branch: ShopBranch, now: Date) {
  const { rows } = await sql<ShopOffer & { item_ids: string[] }>`
    select o.id, o.slug, o.name, o.name_fr, o.picture, o.starts_at, o.ends_at, o.most_uses, o.funded_by, o.is_example,
      o.discount_type as kind, o.value, array(select item_id from offer_items where offer_id = o.id) as item_ids
    from offers o where o.status = 'active' and o.ends_at > ${now}::timestamptz
      and (o.discount_type = 'percentage' or o.currency = ${branch.currency})
      and not exists (select from offer_uses u where u.offer_id = o.id and u.used >= u.most)
      and (not exists (select from offer_branches where offer_id = o.id)
        or exists (select from offer_branches where offer_id = o.id and branch_id = ${branch.id}))
      and (o.most_uses is null or o.most_uses > coalesce((select used from offer_uses where offer_id = o.id), 0))
    order by o.ends_at, o.slug`.execute(db)
  const [running, coming] = [
    rows.filter(({ starts_at }) => starts_at <= now),
    rows.filter(({ starts_at }) => starts_at > now),
  ]
  const turns = [...running.map(({ ends_at }) => ends_at), ...coming.map(({ starts_at }) => starts_at)]
  return {
    all: running.map(({ item_ids: _items, ...offer }): ShopOffer => offer),
    items: running.flatMap(({ id, item_ids }) => item_ids.map((item_id) => ({ offer_id: id, item_id }))),
    until: Math.min(...turns.map((at) => at.getTime())),
  }
}

/** What was chosen of an item: a variation where it has some, extras, and how many. */
export interface Choice {
  variation_id?: string | undefined
  extra_ids?: readonly string[]
  quantity: number
}

/**
 * Returns the line that a choice of an item is priced by: its own price or its variation's, with the extras. Undefined for
 * a variation or an extra that it does not have, and for none where one is required.
 */
export function toSaleLine(
  item: ShopItem,
  { variation_id, extra_ids = [], quantity }: Choice,
): SaleLine<ShopOffer> | undefined {
  const variation = item.variations.find(({ id }) => id === variation_id)
  if ((variation_id === undefined) !== (item.variations.length === 0)) return undefined
  if (variation_id !== undefined && variation === undefined) return undefined
  const extras = extra_ids.map((id) => item.extras.find((extra) => extra.id === id))
  if (extras.includes(undefined)) return undefined
  const unit_minor = extras.reduce((sum, extra) => sum + extra!.unit_minor, variation?.unit_minor ?? item.unit_minor!)
  return { unit_minor, quantity, offers: item.offers, taxes: item.taxes }
}

/** What one of a line costs with all taxes, after the best offer and before it. */
export function priceOne(line: SaleLine<ShopOffer>, { includes_tax, currency }: ShopBranch) {
  const total = (offers: readonly ShopOffer[]) =>
    priceSale({ lines: [{ ...line, quantity: 1, offers }], includes_tax, currency })
  const priced = total(line.offers)
  const { offer } = priced.lines[0]!
  return {
    total_minor: priced.total_minor,
    price: toMoney(priced.total_minor, currency),
    old_price: offer === null ? null : toMoney(total([]).total_minor, currency),
    offer,
  }
}

/** What an extra of an item adds to its price, with all taxes and without offers. */
export const priceExtra = (extra: ShopExtra, { taxes }: ShopItem, branch: ShopBranch) =>
  priceOne({ unit_minor: extra.unit_minor, quantity: 1, offers: [], taxes }, branch).price

/** The order types in which a branch sells an item now. */
export const listOrderTypes = ({ order_types }: ShopItem, branch: ShopBranch): ItemSummary['order_types'] =>
  (['delivery', 'takeaway'] as const).filter(
    (type) =>
      (order_types === 'both' || order_types === type) &&
      (type === 'delivery' ? branch.delivery_on : branch.takeaway_on),
  )
