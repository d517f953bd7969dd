import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { CounterItem, getCounterCatalogue as catalogueEndpoint } from '#contract/orders/desk/pos.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { isShiftOf, type Seller } from '#server/features/cash/entries.ts'
import type { ShopItem } from '#server/features/catalogue/catalogue.ts'
import { openShop, toDetails, type Shop } from '#server/features/catalogue/queries.ts'
import { AppError } from '#server/http/errors.ts'

interface Codes {
  sku: string | null
  barcodes: string[]
}

/** Returns everything the branch of the caller's open shift sells. Throws `shift_needed`. */
export async function getCounterCatalogue(
  { db, clock }: Deps,
  seller: Seller,
  language: Language,
): Promise<AnswerOf<typeof catalogueEndpoint>> {
  const shift = await db
    .selectFrom('shifts as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .select(['s.branch_id', 'b.slug'])
    .where(isShiftOf(seller))
    .where('s.closed_at', 'is', null)
    .executeTakeFirst()
  if (shift === undefined) throw new AppError('shift_needed')
  const now = clock()
  const shop = await openShop(db, shift.slug, { language, now })
  const sold = [...shop.items.values()]
  const codes = await findCodes(
    db,
    sold.map(({ id }) => id),
  )
  const { currency, includes_tax } = shop.branch
  const categories = new Map(
    sold.map((item) => [item.category_slug, language === 'fr' ? item.category_name_fr : item.category_name]),
  )
  return {
    branch_id: shift.branch_id,
    currency,
    includes_tax,
    read_at: now.toISOString(),
    categories: [...categories].map(([slug, name]) => ({ slug, name })),
    items: sold.map((item) => toCounterItem(shop, item, codes)),
  }
}

/** The SKUs and barcodes of items and variations, by the id of each. */
async function findCodes(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Codes>> {
  const { rows } = await sql<Codes & { id: string }>`
    select i.id, i.sku, array(select k.gtin from item_barcodes k where k.item_id = i.id and k.variation_id is null) as barcodes
    from items i where i.id = any(${ids}::uuid[])
    union all select v.id, v.sku, array(select k.gtin from item_barcodes k where k.variation_id = v.id)
    from item_variations v where v.item_id = any(${ids}::uuid[]) and v.status = 'active'`.execute(db)
  return new Map(rows.map(({ id, sku, barcodes }) => [id, { sku, barcodes }]))
}

const noCodes: Codes = { sku: null, barcodes: [] }

function toCounterItem(shop: Shop, item: ShopItem, codes: ReadonlyMap<string, Codes>): CounterItem {
  const { currency } = shop.branch
  const codesOf = (id: string) => codes.get(id) ?? noCodes
  const details = toDetails(shop, item)
  const unitOf = (of: readonly { id: string; unit_minor: bigint }[], id: string) =>
    toMoney(of.find((part) => part.id === id)!.unit_minor, currency)
  return {
    ...details,
    ...codesOf(item.id),
    unit: item.unit_minor === undefined ? null : toMoney(item.unit_minor, currency),
    variations: details.variations.map((variation) => ({
      ...variation,
      ...codesOf(variation.id),
      unit: unitOf(item.variations, variation.id),
    })),
    extras: details.extras.map((extra) => ({ ...extra, unit: unitOf(item.extras, extra.id) })),
    offers: item.offers.map(({ slug, ends_at, kind, value }) => ({
      slug,
      ends_at: ends_at.toISOString(),
      kind,
      value: Number(value),
    })),
    taxes: item.taxes.map(({ code, kind, value }) => ({ code, kind, value: Number(value) })),
    left: item.left,
  }
}
