import { sql } from 'kysely'
import type { ItemKind, TaxClass, WorkGroup } from '#contract/catalogue/shop-rules.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { chargedUnit } from '#contract/money.ts'
import type { sendOfflineSale as offlineEndpoint } from '#contract/orders/desk/offline-sales.ts'
import { priceSale, type PricedLine, type Sale, type SaleLine } from '#contract/pricing/sale.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { toStoredTaxes } from '#server/features/branches/tax-lines.ts'
import type { BranchTax } from '#server/features/branches/tax-rates.ts'
import type { StoredLine } from '#server/features/cart/lines.ts'
import type { PricedCart, SoldLine } from '#server/features/cart/price.ts'
import { loadCatalogue, priceOne, toSaleLine, type ShopOffer } from '#server/features/catalogue/catalogue.ts'
import { splitDiscounts } from '../create/goods.ts'
import { toJson, type NewOrderLine } from '../create/order-rows.ts'

type Request = Pick<ParsedBody<typeof offlineEndpoint>, 'lines' | 'total'>
type Choice = Pick<Request['lines'][number], 'item_id' | 'variation_id' | 'extra_ids' | 'note' | 'quantity'> &
  Pick<Request['lines'][number], 'name' | 'charged'>

/** Something that the branch sold when the device read its catalogue, and sells no more. */
interface WithdrawnLine {
  stored: StoredLine
  name: string | undefined
  item: WithdrawnItem | undefined
  /** Priced so that it costs what was charged for it. */
  sale: SaleLine<ShopOffer> & { taxes: readonly BranchTax[] }
  priced: PricedLine<ShopOffer>
}

interface WithdrawnItem {
  id: string
  slug: string
  name: string | null
  name_fr: string | null
  kind: ItemKind
  tax_class: TaxClass
  work_group: WorkGroup
  picture: string | null
}

/** The lines of a sale without a network. The total of `priced` has both kinds of them. */
export interface OfflineLines {
  priced: PricedCart
  withdrawn: WithdrawnLine[]
}

const toStored = (
  { item_id, variation_id, extra_ids = [], note = '', quantity }: Choice,
  parent_id: string | null,
) => ({
  id: newId(),
  item_id,
  variation_id: variation_id ?? null,
  extra_ids: extra_ids.toSorted(),
  note,
  parent_id,
  quantity,
  seen_unit_minor: 0n,
})

/**
 * Prices what was sold without a network: at the prices of now what the branch still sells, and at what was charged what it
 * has withdrawn since, so that no sale is refused that has already taken place.
 */
export async function priceOfflineLines(
  tx: Tx,
  branch: ShopBranch,
  { lines, total }: Request,
  now: Date,
): Promise<OfflineLines> {
  const { currency, includes_tax } = branch
  const all = lines.flatMap(({ addons = [], ...main }) => {
    const own = { choice: main as Choice, stored: toStored(main, null) }
    return [own, ...addons.map((addon) => ({ choice: addon as Choice, stored: toStored(addon, own.stored.id) }))]
  })
  const ids = [...new Set(all.map(({ choice }) => choice.item_id))]
  const { items, taxes } = await loadCatalogue(tx, branch, now, ids)
  const found = all.map((line) => {
    const item = items.get(line.choice.item_id)
    return { ...line, item, sale: item && toSaleLine(item, line.choice) }
  })
  const current = found.flatMap(({ sale, item, stored }) => (sale === undefined ? [] : [{ stored, item: item!, sale }]))
  const terms = { includes_tax, currency }
  const gone = found.filter(({ sale }) => sale === undefined)
  const known = await findItems(tx, ids)
  const charged = gone.map(({ choice }) =>
    choice.charged === undefined ? undefined : parseAmount('lines', choice.charged, currency),
  )
  // Devices that did not send what each line cost: the first one has what the others leave of the total.
  const left_minor =
    parseAmount('total', total, currency) -
    priceSale({ lines: current.map(({ sale }) => sale), ...terms }).total_minor -
    charged.reduce<bigint>((sum, minor) => sum + (minor ?? 0n), 0n)
  const first = charged.indexOf(undefined)
  const withdrawn = gone.map(({ choice, stored }, at) => {
    const item = known.get(choice.item_id)
    const rates = taxes.get(item?.tax_class ?? 'standard') ?? []
    const charged_minor = charged[at] ?? (at === first && left_minor > 0n ? left_minor : 0n)
    return {
      stored,
      name: choice.name,
      item,
      sale: { ...findUnit(charged_minor, stored.quantity, rates, terms), taxes: rates },
    }
  })
  const sale = priceSale({ lines: [...current, ...withdrawn].map((line) => line.sale), ...terms })
  const sold = current.map(({ stored, item, sale: line }, at): SoldLine => {
    const variation = item.variations.find(({ id }) => id === stored.variation_id)
    const extras = item.extras.filter(({ id }) => stored.extra_ids.includes(id))
    const priced = sale.lines[at]!
    return {
      stored,
      item,
      variation,
      extras,
      sale: line,
      priced,
      unit: priceOne(line, branch),
      problem: null,
      left: null,
    }
  })
  return {
    priced: { branch, sold, withdrawn: gone.map(({ stored }) => stored), sale, coupon: null, delivery: null },
    withdrawn: withdrawn.map((line, at) => ({ ...line, priced: sale.lines[current.length + at]! })),
  }
}

/** The largest price of one unit for which so many cost no more than was charged, with their taxes. */
function findUnit(
  charged_minor: bigint,
  quantity: number,
  taxes: readonly BranchTax[],
  terms: Pick<Sale, 'includes_tax' | 'currency'>,
): SaleLine<ShopOffer> {
  const step = chargedUnit(terms.currency)
  const lineOf = (steps: bigint) => ({ unit_minor: steps * step, quantity, offers: [], taxes })
  let [low, high] = [0n, charged_minor / step / BigInt(quantity) + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (priceSale({ lines: [lineOf(middle)], ...terms }).total_minor <= charged_minor) low = middle
    else high = middle
  }
  return lineOf(low)
}

async function findItems(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, WithdrawnItem>> {
  const { rows } = await sql<WithdrawnItem>`
    select i.id, i.slug, i.name, i.name_fr, i.kind, i.tax_class, c.work_group, p.path as picture
    from items i join item_categories c on c.id = i.category_id
      left join item_pictures p on p.item_id = i.id and p.position = 0
    where i.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The name of something that is sold no more, as far as it is known. */
export const nameWithdrawn = ({ item, name, stored }: WithdrawnLine, isFrench: boolean): string =>
  (isFrench ? item?.name_fr : item?.name) ?? name ?? stored.item_id

/** The rows of what is sold no more, after those of `sold`. */
export async function toWithdrawnRows(
  tx: Tx,
  { priced: { branch, sold: current }, withdrawn }: OfflineLines,
  sold: readonly NewOrderLine[],
  order_id: string,
): Promise<NewOrderLine[]> {
  if (withdrawn.length === 0) return []
  const { rows: levels } = await sql<{ id: string; item_id: string; variation_id: string | null }>`
    select l.id, l.item_id, l.variation_id from stock_levels l join items i on i.id = l.item_id and i.tracks_stock
    where l.branch_id = ${branch.id}::uuid and l.item_id = any(${withdrawn.map(({ stored }) => stored.item_id)}::uuid[])`.execute(
    tx,
  )
  const { rows: variations } = await sql<{ id: string }>`
    select id from item_variations
    where id = any(${withdrawn.flatMap(({ stored }) => stored.variation_id ?? [])}::uuid[])`.execute(tx)
  const ids = new Map([
    ...sold.map(({ cart_line_id, id }) => [cart_line_id, id] as const),
    ...withdrawn.map(({ stored }) => [stored.id, newId()] as const),
  ])
  return withdrawn.map((line, at) => {
    const { stored, item, sale, priced } = line
    const { variation_id } = stored
    return {
      id: ids.get(stored.id)!,
      cart_line_id: stored.id,
      order_id,
      position: current.length + at,
      parent_id: stored.parent_id === null ? null : (ids.get(stored.parent_id) ?? null),
      item_id: item?.id ?? null,
      variation_id: variations.some(({ id }) => id === variation_id) ? variation_id : null,
      stock_level_id:
        levels.find((level) => level.item_id === stored.item_id && level.variation_id === variation_id)?.id ?? null,
      item_slug: item?.slug ?? stored.item_id,
      name: nameWithdrawn(line, false),
      name_fr: nameWithdrawn(line, true),
      variation_name: null,
      variation_name_fr: null,
      kind: item?.kind ?? 'good',
      work_group: item?.work_group ?? 'counter',
      extras: '[]',
      note: stored.note === '' ? null : stored.note,
      picture: item?.picture ?? null,
      quantity: stored.quantity,
      unit_minor: sale.unit_minor,
      subtotal_minor: priced.subtotal_minor,
      offer_id: null,
      offer_name: null,
      offer_name_fr: null,
      offer_minor: 0n,
      coupon_minor: 0n,
      ...splitDiscounts(priced, sale, null, branch),
      taxes: toJson(toStoredTaxes(sale.taxes, priced.taxes)),
      total_minor: priced.total_minor,
    }
  })
}
