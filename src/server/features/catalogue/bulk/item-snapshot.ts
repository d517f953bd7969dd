import { sql } from 'kysely'
import type { TaxClass, ItemKind } from '#contract/catalogue/shop-rules.ts'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { barcodesOf, showBarcodes } from '../barcodes.ts'

/* Items as files and changes of many see them: what is sold of each, with its prices for everywhere and its stock. */

/** What is sold of an item: itself, or one of its active variations. */
export interface ItemUnit {
  id: string
  kind: 'item' | 'variation'
  /** The code of its variation. */
  code: string | null
  sku: string | null
  barcodes: string | null
}

export interface SheetItem {
  id: string
  slug: string
  name: string | null
  name_fr: string | null
  category_id: string
  kind: ItemKind
  tax_class: TaxClass
  tracks_stock: boolean
  has_variations: boolean
  sku: string | null
  barcodes: string | null
  version: number
  units: ItemUnit[]
}

interface StockLevel {
  on_hand: number
  reserved: number
}
export interface Snapshot {
  items: SheetItem[]
  /** Amounts in minor units by `priceKey`. */
  prices: ReadonlyMap<string, bigint>
  /** By `stockKey`. */
  stock: ReadonlyMap<string, StockLevel>
  categories: readonly { id: string; slug: string; name: string; name_fr: string }[]
  branches: readonly { id: string; slug: string; name: string }[]
}

export const priceKey = (unit_id: string, currency: Currency): string => `${unit_id} ${currency}`
export const stockKey = (branch_id: string, unit_id: string): string => `${branch_id}_${unit_id}`

export const titleOf = ({ name, name_fr, slug }: Pick<SheetItem, 'name' | 'name_fr' | 'slug'>): string =>
  name ?? name_fr ?? slug

interface UnitRow extends Omit<SheetItem, 'units'> {
  variation_id: string | null
  code: string | null
  variation_sku: string | null
  variation_barcodes: string | null
}

/**
 * Reads items with the stock of some branches; `ids` undefined reads all. `locks` keeps others from changing them until the
 * transaction ends.
 */
export async function readSnapshot(
  db: Db | Tx,
  { ids, branch_ids, locks = false }: { ids?: readonly string[]; branch_ids: readonly string[]; locks?: boolean },
): Promise<Snapshot> {
  const chosen = ids === undefined ? sql`true` : sql`i.id = any(${ids}::uuid[])`
  if (locks) await sql`select from items i where ${chosen} order by i.id for no key update`.execute(db)
  const { rows } = await sql<UnitRow>`
    select i.id, i.slug, i.name, i.name_fr, i.category_id, i.kind, i.tax_class, i.tracks_stock, i.sku, i.version,
      i.attribute_id is not null as has_variations, v.id as variation_id, v.value_code as code, v.sku as variation_sku,
      ${barcodesOf(sql`i.id`, sql`null`)} as barcodes, ${barcodesOf(sql`i.id`, sql`v.id`)} as variation_barcodes
    from items i join item_categories c on c.id = i.category_id
      left join item_variations v on v.item_id = i.id and v.status = 'active' and i.attribute_id is not null
    where ${chosen} order by c.position, i.position, i.id, v.position`.execute(db)
  const items = new Map<string, SheetItem>()
  for (const { variation_id, code, variation_sku, variation_barcodes, ...row } of rows) {
    const facts = { ...row, barcodes: showBarcodes(row.barcodes) }
    const item = items.get(facts.id) ?? { ...facts, units: [] }
    items.set(item.id, item)
    const { id, sku, barcodes } = facts
    if (variation_id !== null) {
      const own = { sku: variation_sku, barcodes: showBarcodes(variation_barcodes) }
      item.units.push({ id: variation_id, kind: 'variation', code, ...own })
    } else if (!facts.has_variations) item.units.push({ id, kind: 'item', code: null, sku, barcodes })
  }
  const units = [...items.values()].flatMap((item) => item.units.map(({ id }) => id))
  const prices = await sql<{ id: string; currency: Currency; amount_minor: bigint }>`
    select coalesce(item_id, variation_id) as id, currency, amount_minor from prices
    where branch_id is null and (item_id = any(${units}::uuid[]) or variation_id = any(${units}::uuid[]))`.execute(db)
  const stock = await sql<{ branch_id: string; id: string } & StockLevel>`
    select branch_id, coalesce(variation_id, item_id) as id, on_hand, reserved from stock_levels
    where branch_id = any(${branch_ids}::uuid[]) and item_id = any(${[...items.keys()]}::uuid[])`.execute(db)
  const categories = await db.selectFrom('item_categories').select(['id', 'slug', 'name', 'name_fr']).execute()
  const branches = await db
    .selectFrom('branches')
    .select(['id', 'slug', 'name'])
    .where(sql<boolean>`id = any(${branch_ids}::uuid[])`)
    .orderBy('name')
    .execute()
  return {
    items: [...items.values()],
    prices: new Map(prices.rows.map(({ id, currency, amount_minor }) => [priceKey(id, currency), amount_minor])),
    stock: new Map(
      stock.rows.map(({ branch_id, id, on_hand, reserved }) => [stockKey(branch_id, id), { on_hand, reserved }]),
    ),
    categories,
    branches,
  }
}
