import { sql } from 'kysely'
import type { Cart, CartLine, SaleAmounts } from '#contract/cart/cart.ts'
import { roundToCash } from '#contract/cash/cash.ts'
import { toMetres } from '#contract/distance-units.ts'
import type { Locale } from '#contract/formats.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { sumNeeds } from '#server/features/branches/slots.ts'
import { sumTaxLines, toStoredTaxes } from '#server/features/branches/tax-lines.ts'
import { listOrderTypes, priceExtra, type ShopItem } from '#server/features/catalogue/catalogue.ts'
import { isOpenAt } from '#server/features/parks/opening-hours.ts'
import { describeProblem } from '#server/http/errors.ts'
import type { StoredLine } from './lines.ts'
import { cashLimitOf, minimumOf, type PricedCart, type SoldLine } from './price.ts'

export interface CartReader {
  locale: Locale
  now: Date
}

/** The answer where there is no cart. */
export const emptyCart: Cart = {
  token: null,
  branch: null,
  lines: [],
  count: 0,
  amounts: null,
  coupon: null,
  minimum: null,
  cash: null,
  delivery: null,
  needs: [],
  needs_vehicle: false,
  needs_key: false,
  can_order: false,
  set_aside: null,
}

/** Converts a priced cart to the answer, without its token and what was set aside. */
export async function toCart(
  db: Db | Tx,
  priced: PricedCart,
  order: readonly StoredLine[],
  order_type: OrderType | undefined,
  { locale, now }: CartReader,
): Promise<Cart> {
  const { branch, sold, coupon, delivery } = priced
  const isFrench = locale.startsWith('fr')
  const shown = new Map([
    ...sold.map(({ item }) => [item.id, toShownItem(item, isFrench)] as const),
    ...(await findShownItems(
      db,
      priced.withdrawn.map(({ item_id }) => item_id),
      isFrench,
    )),
  ])
  const describeChoice = await findChoiceNames(db, priced.withdrawn, isFrench)
  const found = new Map(sold.map((line) => [line.stored.id, line]))
  const lines = order.map((line): CartLine => {
    const sale = found.get(line.id)
    const order_types = sale === undefined ? [] : listOrderTypes(sale.item, branch)
    const { id, parent_id, quantity, note } = line
    return {
      id,
      parent_id,
      quantity,
      note: note === '' ? null : note,
      item: { ...shown.get(line.item_id)!, order_types },
      ...(sale === undefined ? { ...describeChoice(line), ...unpriced(branch) } : toPricedLine(sale, branch, isFrench)),
    }
  })
  const minimum_minor = minimumOf(priced, order_type)
  const missing_minor = minimum_minor - priced.sale.subtotal_minor
  const needs_lines = sold.map(({ item, stored }) => ({ ...item, quantity: stored.quantity }))
  return {
    token: null,
    branch: {
      id: branch.id,
      slug: branch.slug,
      name: branch.name,
      country_code: branch.country_code,
      timezone: branch.timezone,
      currency: branch.currency,
      open: isOpenAt(branch, now) === true,
      takeaway: branch.takeaway_on,
      delivery: branch.delivery_on,
      is_example: branch.is_example,
    },
    lines,
    count: order.reduce((sum, { quantity }) => sum + quantity, 0),
    amounts: toAmounts(priced, isFrench),
    coupon: coupon && {
      code: coupon.code,
      name: coupon.terms?.[isFrench ? 'name_fr' : 'name'] ?? null,
      description: coupon.terms?.[isFrench ? 'description_fr' : 'description'] ?? null,
      picture: coupon.terms?.picture ?? null,
      problem: coupon.problem === undefined ? null : describeProblem(coupon.problem, locale),
      free_delivery: coupon.terms?.free_delivery ?? false,
    },
    minimum:
      minimum_minor === 0n
        ? null
        : {
            amount: toMoney(minimum_minor, branch.currency),
            missing: missing_minor > 0n ? toMoney(missing_minor, branch.currency) : null,
          },
    cash: toCash(priced, order_type),
    delivery: delivery && {
      distance_m:
        delivery.destination.kind === 'address' ? toMetres(delivery.destination.distance, branch.distance_unit) : null,
      is_inside: delivery.charge.kind === 'inside',
      radius_m: toMetres(branch.radius, branch.distance_unit),
    },
    needs: order_type === undefined ? [] : sumNeeds(needs_lines, order_type),
    needs_vehicle: sold.some(({ item }) => item.needs_vehicle),
    needs_key: sold.some(({ item }) => item.needs_key),
    can_order: canOrder(priced, order_type) && missing_minor <= 0n,
    set_aside: null,
  }
}

function toCash({ branch, sale }: PricedCart, order_type: OrderType | undefined): Cart['cash'] {
  const limit_minor = cashLimitOf(branch, order_type)
  if (limit_minor === null) return null
  const { currency, cash_step_minor } = branch
  return {
    total: toMoney(roundToCash(sale.total_minor, cash_step_minor), currency),
    limit: toMoney(limit_minor, currency),
    is_offered: sale.total_minor <= limit_minor,
  }
}

function canOrder({ branch, sold, withdrawn, coupon, delivery }: PricedCart, order_type: OrderType | undefined) {
  const types = (item: ShopItem) => listOrderTypes(item, branch)
  return (
    branch.status === 'active' &&
    sold.length > 0 &&
    withdrawn.length === 0 &&
    coupon?.problem === undefined &&
    delivery?.charge.kind !== 'outside' &&
    sold.every(
      ({ problem, item }) =>
        problem === null && (order_type === undefined ? types(item).length > 0 : types(item).includes(order_type)),
    )
  )
}

function toPricedLine(line: SoldLine, branch: ShopBranch, isFrench: boolean) {
  const { stored, item, variation, extras, priced, unit, problem, left } = line
  const { currency } = branch
  const nameOf = (value: { name: string; name_fr: string }) => (isFrench ? value.name_fr : value.name)
  return {
    variation: variation
      ? {
          id: variation.id,
          code: variation.code,
          name: nameOf(variation),
          is_vehicle_class: item.is_vehicle_class === true,
        }
      : null,
    extras: extras.map((extra) => ({ id: extra.id, name: nameOf(extra), price: priceExtra(extra, item, branch) })),
    unit: unit.price,
    old_unit: unit.old_price,
    offer: priced.offer === null ? null : { slug: priced.offer.slug, name: nameOf(priced.offer) },
    coupon: toMoney(priced.coupon_minor, currency),
    total: toMoney(priced.total_minor, currency),
    problem,
    seen_unit: problem === 'price_changed' ? toMoney(stored.seen_unit_minor, currency) : null,
    left: problem === 'out_of_stock' ? left : null,
    paused_until: problem === 'paused' ? item.paused_until!.toISOString() : null,
  }
}

/** What is shown of a line that the branch sells no more. */
const unpriced = ({ currency }: ShopBranch) => ({
  unit: null,
  old_unit: null,
  offer: null,
  coupon: toMoney(0n, currency),
  total: toMoney(0n, currency),
  problem: 'withdrawn' as const,
  seen_unit: null,
  left: null,
  paused_until: null,
})

/** Amounts of what is sold; null for an empty cart. */
function toAmounts({ branch, sold, sale, delivery }: PricedCart, isFrench: boolean): SaleAmounts | null {
  if (sold.length === 0) return null
  const money = (amount_minor: bigint) => toMoney(amount_minor, branch.currency)
  const items_minor = sum(sale.lines.map(({ total_minor }) => total_minor))
  const taxed = [
    ...sold.map(({ item, priced }) => ({ rates: item.taxes, taxes: priced.taxes })),
    ...(sale.delivery === null || delivery === null ? [] : [{ rates: delivery.taxes, taxes: sale.delivery.taxes }]),
  ]
  const taxes = taxed.flatMap((charge) => toStoredTaxes(charge.rates, charge.taxes))
  return {
    items: money(items_minor),
    delivery: sale.delivery && money(sale.delivery.total_minor),
    total: money(sale.total_minor),
    subtotal: money(sum(sale.lines.map(({ subtotal_minor }) => subtotal_minor))),
    offers: money(sum(sale.lines.map(({ offer_minor }) => offer_minor))),
    coupon: money(sale.coupon_minor),
    delivery_charge: sale.delivery && money(sale.delivery.charge_minor),
    includes_tax: branch.includes_tax,
    taxes: sumTaxLines(taxes, branch.currency, isFrench),
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)

type ShownItem = Omit<CartLine['item'], 'order_types'>

const toShownItem = (item: ShopItem, isFrench: boolean): ShownItem => ({
  id: item.id,
  slug: item.slug,
  name: isFrench ? item.name_fr : item.name,
  picture: item.picture,
  category: item.category_slug,
  max_per_order: item.max_per_order,
  needs_vehicle: item.needs_vehicle,
  needs_key: item.needs_key,
  has_choices: item.variations.length > 0 || item.extras.length > 0,
  is_example: item.is_example,
})

/** What is shown of items that a branch sells no more. */
async function findShownItems(db: Db | Tx, ids: readonly string[], isFrench: boolean): Promise<Map<string, ShownItem>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ShownItem>`
    select i.id, i.slug, coalesce(${sql.ref(isFrench ? 'i.name_fr' : 'i.name')}, i.name, i.slug) as name, p.path as picture,
      c.slug as category, i.max_per_order, i.needs_vehicle, i.needs_key, i.is_example,
      (exists (select from item_variations v where v.item_id = i.id and v.status = 'active')
        or exists (select from item_extras e where e.item_id = i.id and e.status = 'active')) as has_choices
    from items i join item_categories c on c.id = i.category_id
      left join item_pictures p on p.item_id = i.id and p.position = 0
    where i.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names of what was chosen of items that are sold no more. */
async function findChoiceNames(db: Db | Tx, lines: readonly StoredLine[], isFrench: boolean) {
  const ids = lines.flatMap(({ variation_id, extra_ids }) => [...extra_ids, ...(variation_id ? [variation_id] : [])])
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ id: string; code: string; name: string; name_fr: string; is_vehicle_class: boolean }>`
        select v.id, v.value_code as code, coalesce(n.name, v.value_code) as name, coalesce(n.name_fr, v.value_code) as name_fr,
          coalesce(a.is_vehicle_class, false) as is_vehicle_class
        from item_variations v join items i on i.id = v.item_id left join item_attributes a on a.id = i.attribute_id
          left join unnest(a.value_codes, a.value_names, a.value_names_fr) n (code, name, name_fr) on n.code = v.value_code
        where v.id = any(${ids}::uuid[])
        union all select id, '', name, name_fr, false from item_extras where id = any(${ids}::uuid[])`.execute(db)
  const names = new Map(rows.map((row) => [row.id, row]))
  const nameOf = (row: { name: string; name_fr: string }) => (isFrench ? row.name_fr : row.name)
  return ({ variation_id, extra_ids }: StoredLine): Pick<CartLine, 'variation' | 'extras'> => {
    const variation = variation_id === null ? undefined : names.get(variation_id)
    return {
      variation: variation
        ? {
            id: variation.id,
            code: variation.code,
            name: nameOf(variation),
            is_vehicle_class: variation.is_vehicle_class,
          }
        : null,
      extras: extra_ids.flatMap((id) => {
        const extra = names.get(id)
        return extra === undefined ? [] : [{ id, name: nameOf(extra), price: null }]
      }),
    }
  }
}
