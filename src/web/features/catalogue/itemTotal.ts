import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { Money } from '#contract/fields.ts'
import { toMajor, toMinor } from '#contract/money.ts'

/** What is chosen of an item. */
export interface ItemChoice {
  /** Undefined before a choice. */
  variation_id: string | undefined
  extra_ids: readonly string[]
  addon_ids: readonly string[]
  quantity: number
}

interface ItemTotal {
  /** What one costs with its extras, and cost before the offer. */
  unit: { price: Money; old_price: Money | null; is_from: boolean }
  /** What all of it costs with the add-ons; undefined until a variation is chosen. */
  total: Money | undefined
}

/** What a choice costs, with all taxes, as the cart will say. */
export function calculateItemTotal(item: ItemDetails, choice: ItemChoice): ItemTotal {
  const variation = item.variations.find(({ id }) => id === choice.variation_id)
  const isOpen = variation === undefined && item.attribute !== null && item.variations.length > 0
  const { price, old_price } = variation ?? item
  const { currency } = price
  const of = (list: readonly { id: string; price: Money }[], ids: readonly string[]) =>
    list.filter(({ id }) => ids.includes(id)).map((entry) => entry.price)
  const extras = of(item.extras, choice.extra_ids)
  const unit = sum([price, ...extras], currency)
  const addons = of(item.addons, choice.addon_ids)
  return {
    unit: {
      price: unit,
      old_price: old_price === null ? null : sum([old_price, ...extras], currency),
      is_from: isOpen && item.is_from,
    },
    total: isOpen ? undefined : sum([...Array.from({ length: choice.quantity }, () => unit), ...addons], currency),
  }
}

const sum = (amounts: readonly Money[], currency: Money['currency']): Money => ({
  amount: toMajor(
    amounts.reduce((total, { amount }) => total + (toMinor(amount, currency) ?? 0n), 0n),
    currency,
  ),
  currency,
})
