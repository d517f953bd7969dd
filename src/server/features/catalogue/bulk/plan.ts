import type { ItemChangeBody } from '#contract/catalogue/desk/item-changes.ts'
import { chargedUnit, type Currency, toCharged } from '#contract/money.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { raiseByPercent } from '#server/raise-price.ts'
import { priceKey, stockKey, titleOf, type ItemUnit, type SheetItem, type Snapshot } from './item-snapshot.ts'

/* What a change of many items would do: pure, so that a preview and what is stored are the same. */

interface OfUnit {
  item_id: string
  unit_id: string
  unit: ItemUnit['kind']
}
/** One value before and after; amounts are minor units as texts, because edits are stored as JSON. */
export type ItemEdit = OfUnit &
  (
    | { kind: 'fact'; field: FactField; before: string | null; after: string | null }
    | { kind: 'price'; currency: Currency; before: string | null; after: string | null }
    | { kind: 'stock'; branch_id: string; before: number; after: number }
  )
export type FactField = 'name' | 'name_fr' | 'category_id' | 'kind' | 'tax_class' | 'sku' | 'barcodes'

/** An item that a file adds. Its edits have its place in the file as their ids until it is stored. */
export interface NewItem {
  key: string
  slug: string | null
  name: string | null
  name_fr: string | null
  sku: string | null
  barcodes: string | null
  category_id: string
  kind: SheetItem['kind']
  tax_class: SheetItem['tax_class']
  tracks_stock: boolean
}

export interface PlannedRow {
  line: number | null
  name: string
  added: NewItem | null
  edits: ItemEdit[]
  /** Why nothing of it is changed. */
  problem: AppError | null
}

const most_minor = 100_000_000_000n

/** Throws 422 at `field` for an amount that cannot be charged. */
const toMinorOf = (field: string, value: number | null | undefined, currency: Currency): bigint => {
  if (value === null || value === undefined) throw fieldError(field, 'required')
  const minor = toCharged(value, currency)
  if (minor === undefined) throw fieldError(field, 'fraction')
  return minor
}

/** How a price changes; undefined for one that is not set and stays so. Throws 422 for input that is missing or wrong. */
function priceChange(body: ItemChangeBody): {
  currency: Currency
  change: (before: bigint | undefined) => bigint | undefined
} {
  const { currency } = body
  if (currency === null || currency === undefined) throw fieldError('currency', 'required')
  if (body.change === 'price_set') {
    const price = toMinorOf('price', body.price, currency)
    return { currency, change: () => price }
  }
  if (body.change === 'price_amount') {
    const amount = toMinorOf('amount', body.amount, currency)
    return { currency, change: (before) => (before === undefined ? undefined : before + amount) }
  }
  const { percent, round_to } = body
  if (percent === null || percent === undefined) throw fieldError('percent', 'required')
  if (Math.round(percent * 100) / 100 !== percent) throw fieldError('percent', 'two_decimals')
  if (percent < -100) throw fieldError('percent', 'too_small')
  const unit = round_to === null || round_to === undefined ? 0n : toMinorOf('round_to', round_to, currency)
  const step = unit > 0n ? unit : chargedUnit(currency)
  return { currency, change: (before) => (before === undefined ? undefined : raiseByPercent(before, percent, step)) }
}

function requireAmount(field: string, amount: bigint): void {
  if (amount < 0n) throw fieldError(field, 'price_below_zero')
  if (amount > most_minor) throw fieldError(field, 'too_large')
}

/** Throws 422 for a stock that cannot be: not counted, below zero or what is reserved, too large. */
export function requireStock(field: string, item: { tracks_stock: boolean }, after: number, reserved: number): void {
  if (!item.tracks_stock) throw fieldError(field, 'not_counted')
  if (after < 0) throw fieldError(field, 'too_small')
  if (after > 1_000_000) throw fieldError(field, 'too_large')
  if (after < reserved) throw fieldError(field, 'below_reserved', { reserved })
}

type UnitChange = (item: SheetItem, unit: ItemUnit) => ItemEdit | undefined

/** What the chosen items become. Throws 422 for input that is missing or wrong; what one item refuses stands in its row. */
export function planSelection(snapshot: Snapshot, body: ItemChangeBody): PlannedRow[] {
  const edit = toUnitChange(snapshot, body)
  return snapshot.items.map((item) => {
    const row = { line: null, name: titleOf(item), added: null }
    try {
      const edits = edit.isOfItem
        ? [edit.change(item, { id: item.id, kind: 'item', code: null, sku: null, barcodes: null })]
        : item.units.map((unit) => edit.change(item, unit))
      return { ...row, edits: edits.filter((entry) => entry !== undefined), problem: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...row, edits: [], problem: error }
    }
  })
}

function toUnitChange(snapshot: Snapshot, body: ItemChangeBody): { change: UnitChange; isOfItem: boolean } {
  const { change } = body
  if (change === 'category' || change === 'tax_class') {
    const field = change === 'category' ? ('category_id' as const) : ('tax_class' as const)
    const after = body[field]
    if (after === null || after === undefined) throw fieldError(field, 'required')
    if (change === 'category' && !snapshot.categories.some(({ id }) => id === after)) throw fieldError(field, 'invalid')
    return {
      isOfItem: true,
      change: (item) =>
        item[field] === after
          ? undefined
          : { ...unitOf(item, undefined), kind: 'fact', field, before: item[field], after },
    }
  }
  if (change === 'stock_set' || change === 'stock_add') return { isOfItem: false, change: stockChange(snapshot, body) }
  const { currency, change: price } = priceChange(body)
  return {
    isOfItem: false,
    change: (item, unit) => {
      const before = snapshot.prices.get(priceKey(unit.id, currency))
      const after = price(before)
      if (after === undefined || after === before) return undefined
      requireAmount('price', after)
      return {
        ...unitOf(item, unit),
        kind: 'price',
        currency,
        before: before === undefined ? null : String(before),
        after: String(after),
      }
    },
  }
}

function stockChange(snapshot: Snapshot, body: ItemChangeBody): UnitChange {
  const { branch_id, counted, added } = body
  if (branch_id === null || branch_id === undefined) throw fieldError('branch_id', 'required')
  if (!snapshot.branches.some(({ id }) => id === branch_id)) throw fieldError('branch_id', 'invalid')
  const [field, value] = body.change === 'stock_set' ? (['counted', counted] as const) : (['added', added] as const)
  if (value === null || value === undefined) throw fieldError(field, 'required')
  return (item, unit) => {
    const { on_hand, reserved } = snapshot.stock.get(stockKey(branch_id, unit.id)) ?? { on_hand: 0, reserved: 0 }
    const after = body.change === 'stock_set' ? value : on_hand + value
    requireStock(field, item, after, reserved)
    return after === on_hand ? undefined : { ...unitOf(item, unit), kind: 'stock', branch_id, before: on_hand, after }
  }
}

export const unitOf = (item: { id: string }, unit: Pick<ItemUnit, 'id' | 'kind'> | undefined): OfUnit => ({
  item_id: item.id,
  unit_id: unit?.id ?? item.id,
  unit: unit?.kind ?? 'item',
})

/** The edits that take others back, the last first. */
export const reverse = (edits: readonly ItemEdit[]): ItemEdit[] =>
  edits.toReversed().map((edit) => ({ ...edit, before: edit.after, after: edit.before }) as ItemEdit)
