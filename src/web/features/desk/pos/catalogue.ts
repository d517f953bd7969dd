import { removeAccents } from '#contract/accents.ts'
import { toGtin } from '#contract/catalogue/barcodes.ts'
import type { CounterItem } from '#contract/orders/desk/pos.ts'
import type { DraftLine } from '../orders/phone/draft.ts'

/* What the counter sells, found on the device: no call for a search, a category or a scan. */

/** What a code belongs to: an item, or one of its variations. */
export interface Scanned {
  item: CounterItem
  variation_id: string | undefined
}

/** Finds what carries a barcode or an SKU. */
export function findByCode(items: readonly CounterItem[], text: string): Scanned | undefined {
  const gtin = toGtin(text)
  const typed = text.trim().toLowerCase()
  const has = ({ sku, barcodes }: Pick<CounterItem, 'sku' | 'barcodes'>) =>
    (gtin !== undefined && barcodes.includes(gtin)) || (sku !== null && sku.toLowerCase() === typed)
  for (const item of items) {
    const variation = item.variations.find(has)
    if (variation !== undefined) return { item, variation_id: variation.id }
    if (has(item)) return { item, variation_id: undefined }
  }
  return undefined
}

const fold = (text: string) => removeAccents(text).toLowerCase()

/** The items of a category, or all of them, whose name or code has every word of the search. */
export function findItems(
  items: readonly CounterItem[],
  { search, category }: { search: string; category: string | undefined },
): CounterItem[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const gtin = toGtin(search)
  return items.filter((item) => {
    if (category !== undefined && item.category.slug !== category) return false
    if (words.length === 0) return true
    const name = fold(`${item.name} ${item.sku ?? ''} ${item.variations.map(({ sku }) => sku ?? '').join(' ')}`)
    const codes = [item, ...item.variations].flatMap(({ barcodes }) => barcodes)
    return words.every((word) => name.includes(word)) || (gtin !== undefined && codes.includes(gtin))
  })
}

/** What is asked before an item is sold: which of its forms, and what goes with it. */
export const hasChoices = ({ variations, extras, addons }: CounterItem): boolean =>
  [variations, extras, addons].some((all) => all.length > 0)

/** One of what was scanned. Undefined where a variation has to be chosen first. */
export const toScannedLine = ({ item, variation_id }: Scanned): DraftLine | undefined =>
  item.variations.length > 0 && variation_id === undefined
    ? undefined
    : { item_id: item.id, quantity: 1, ...(variation_id !== undefined && { variation_id }) }
