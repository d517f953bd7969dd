import type { Cart } from '#contract/cart/cart.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { CounterItem } from '#contract/orders/desk/pos.ts'
import * as pricing from '#contract/pricing/sale.ts'
import type { DraftLine } from '../orders/phone/draft.ts'
import type { CounterCatalogue, WaitingSale } from './till.ts'

type OfflineLine = WaitingSale['body']['lines'][number]

/** What is sold without a network: what nobody has to work on at a time. */
export const isSoldOffline = ({ kind }: Pick<CounterItem, 'kind'>): boolean => kind !== 'service'

interface Priced {
  item: CounterItem
  line: Pick<DraftLine, 'variation_id' | 'extra_ids' | 'quantity'>
  /** The place of the line that it goes with. */
  parent: number | null
}

/**
 * Prices a sale on the device as the server does, with the offers that still hold; undefined for what is not in the catalogue.
 * Has no coupon and no discount.
 */
export function priceOffline(
  { items, currency, includes_tax }: Pick<CounterCatalogue, 'items' | 'currency' | 'includes_tax'>,
  lines: readonly DraftLine[],
  now_ms: number,
): Cart | undefined {
  const all: Priced[] = []
  for (const line of lines) {
    const item = items.find(({ id }) => id === line.item_id)
    if (item === undefined || !isSoldOffline(item)) return undefined
    const parent = all.push({ item, line, parent: null }) - 1
    for (const addon of line.addons ?? []) {
      const own = items.find(({ id }) => id === addon.item_id)
      if (own === undefined || !isSoldOffline(own)) return undefined
      all.push({ item: own, line: addon, parent })
    }
  }
  const minor = (money: { amount: number }) => toMinor(money.amount, currency)!
  const sold: pricing.SaleLine[] = []
  for (const { item, line } of all) {
    const variation = item.variations.find(({ id }) => id === line.variation_id)
    const unit = variation?.unit ?? item.unit
    if (unit === null || (item.variations.length > 0 && variation === undefined)) return undefined
    const extras = item.extras.filter(({ id }) => line.extra_ids?.includes(id) === true)
    sold.push({
      unit_minor: extras.reduce((sum, extra) => sum + minor(extra.unit), minor(unit)),
      quantity: line.quantity ?? 1,
      offers: item.offers
        .filter(({ ends_at }) => Date.parse(ends_at) > now_ms)
        .map(({ kind, value }) => ({ kind, value: BigInt(value) })),
      taxes: item.taxes.map(({ code, kind, value }) => ({ code, kind, value: BigInt(value) })),
    })
  }
  const priced = pricing.priceSale({ lines: sold, includes_tax, currency })
  return toCart(all, priced, { currency, includes_tax })
}

/** The lines of a sale with what each of them costs, so that it can be booked even where it is sold no more. */
export function toCharged(lines: readonly DraftLine[], { lines: priced }: Pick<Cart, 'lines'>): OfflineLine[] {
  const count = lines.reduce((sum, { addons = [] }) => sum + 1 + addons.length, 0)
  // The server makes one line of two with the same choice.
  if (count !== priced.length) return [...lines]
  const rest = [...priced]
  const next = () => {
    const { item, total } = rest.shift()!
    return { name: item.name.slice(0, 120), charged: total.amount }
  }
  return lines.map(({ addons, ...line }) => ({
    ...line,
    ...next(),
    ...(addons !== undefined && { addons: addons.map((addon) => ({ ...addon, ...next() })) }),
  }))
}

function toCart(
  all: readonly Priced[],
  priced: pricing.PricedSale,
  { currency, includes_tax }: { currency: Currency; includes_tax: boolean },
): Cart {
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const sum = (of: (line: (typeof priced.lines)[number]) => bigint) =>
    money(priced.lines.reduce((total, line) => total + of(line), 0n))
  const none = money(0n)
  const lines = all.map(({ item, line, parent }, at) => ({
    id: String(at),
    parent_id: parent === null ? null : String(parent),
    item: { id: item.id, name: item.name, max_per_order: item.max_per_order },
    variation: item.variations.find(({ id }) => id === line.variation_id) ?? null,
    extras: item.extras.filter(({ id }) => line.extra_ids?.includes(id) === true),
    quantity: line.quantity ?? 1,
    total: money(priced.lines[at]!.total_minor),
    problem: null,
    left: null,
  }))
  const amounts = {
    items: money(priced.total_minor),
    delivery: null,
    total: money(priced.total_minor),
    subtotal: sum(({ subtotal_minor }) => subtotal_minor),
    offers: sum(({ offer_minor }) => offer_minor),
    coupon: none,
    delivery_charge: null,
    includes_tax,
    taxes: priced.taxes.map(({ code, amount_minor }) => ({
      code,
      name: code.toUpperCase(),
      percent: null,
      amount: money(amount_minor),
    })),
  }
  // What the counter shows of a cart; the rest of it is of no use without a network.
  return { lines, amounts, coupon: null, needs_vehicle: false, needs_key: false } as unknown as Cart
}
