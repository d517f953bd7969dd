import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { BulkChange, BulkReport, undoCall } from '#contract/desk/bulk-changes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, missingOr, Uuid } from '#contract/fields.ts'
import type { DeskFields, DeskForm } from '#contract/lists/records.ts'
import { maxBulk } from '#contract/lists/records.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { amount, integer } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'
import { taxClasses } from '../shop-rules.ts'
import { categoryList } from './item-categories.ts'

/* Many items changed at once: by a file, or for the chosen rows of their list. */

/** Items, prices and stock as a file, and what was changed at once, where it can be undone. */
export const itemChangesScreen = deskScreen({
  name: 'item-changes',
  permission: 'items.update',
  menu: { group: 'shop', rank: 60, under: 'items' },
})

const itemChangeKinds = [
  'price_set',
  'price_percent',
  'price_amount',
  'category',
  'tax_class',
  'stock_set',
  'stock_add',
] as const

const signed = (most: number) =>
  z.number(missingOr('number')).check(z.minimum(-most, 'too_small'), z.maximum(most, 'too_large'))
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

const change = {
  change: z.enum(itemChangeKinds, 'required'),
  currency: optional(Currency),
  price: optional(amount),
  percent: optional(signed(1_000)),
  amount: optional(signed(1_000_000_000)),
  round_to: optional(amount),
  category_id: optional(Uuid),
  tax_class: optional(z.enum(taxClasses, 'required')),
  branch_id: optional(Uuid),
  counted: optional(integer(0, 1_000_000)),
  added: optional(integer(-1_000_000, 1_000_000)),
}

/**
 * One change for many items. Prices are those for everywhere, of the item or of each of its variations; extras stay as they
 * are. `stores` is false for a preview; what is stored must have the preview's `digest`.
 */
export const ItemChangeBody = z.strictObject({
  ...change,
  ids: z.array(Uuid).check(z.minLength(1, 'required'), z.maxLength(maxBulk, 'rows_too_many')),
  stores: z.boolean(),
  digest: optional(z.string().check(z.maxLength(64, 'too_long'))),
})
export type ItemChangeBody = z.infer<typeof ItemChangeBody>

const price = ['price_set', 'price_percent', 'price_amount'] as const
const stock = ['stock_set', 'stock_add'] as const

const fields: DeskFields = {
  change: { kind: 'choice', values: itemChangeKinds, words: 'item_changes', initial: 'price_percent' },
  currency: { kind: 'choice', values: currencies, when: ['change', ...price], demanded: true },
  price: { kind: 'money', currency: 'currency', when: ['change', 'price_set'], demanded: true },
  percent: { kind: 'number', hint: true, when: ['change', 'price_percent'], demanded: true },
  amount: { kind: 'money', currency: 'currency', hint: true, when: ['change', 'price_amount'], demanded: true },
  round_to: { kind: 'money', currency: 'currency', hint: true, when: ['change', 'price_percent'] },
  category_id: { kind: 'record', list: categoryList, titles: 'category', when: ['change', 'category'], demanded: true },
  tax_class: {
    kind: 'choice',
    values: taxClasses,
    words: 'tax_classes',
    when: ['change', 'tax_class'],
    demanded: true,
  },
  branch_id: { kind: 'record', list: branchList, titles: 'branch', when: ['change', ...stock], demanded: true },
  counted: { kind: 'number', when: ['change', 'stock_set'], demanded: true },
  added: { kind: 'number', hint: true, when: ['change', 'stock_add'], demanded: true },
}

export const changeItems = endpoint({
  name: 'changeItems',
  method: 'POST',
  path: '/api/v1/admin/item-changes',
  summary: `Changes the price, category, tax class or stock of up to ${maxBulk} items as one, or previews that`,
  tag: 'desk',
  auth: 'items.update',
  status: 200,
  body: ItemChangeBody,
  answer: BulkReport,
})

/** What the form of a change asks for; which items it changes is known. */
export const itemChangeForm: DeskForm = { endpoint: { ...changeItems, body: z.strictObject(change) }, fields }

/** So many lines one file may have, and so many bytes. */
export const maxItemLines = 5_000
export const maxItemFile_bytes = 2 * 1024 * 1024

/** The columns of a file besides `stock:{branch}`, in the order in which they are exported. */
export const itemColumns = [
  'item',
  'variation',
  'sku',
  'barcodes',
  'name',
  'name_fr',
  'category',
  'kind',
  'tax_class',
  ...currencies.map((currency) => `price_${currency.toLowerCase()}` as `price_${Lowercase<typeof currency>}`),
] as const
export type ItemColumn = (typeof itemColumns)[number]
export const stockColumn = 'stock:'

/**
 * A multipart form: `file` (CSV or XLSX), `stores` and the preview's `digest`. Lines that are wrong are left out; an empty
 * cell changes nothing, `-` removes a price.
 */
export const importItems = endpoint({
  name: 'importItems',
  method: 'POST',
  path: '/api/v1/admin/item-changes/lines',
  summary:
    'Reads a file of items, prices and stock, and stores it as one change or previews what would change, line by line',
  tag: 'desk',
  auth: 'items.update',
  status: 200,
  answer: BulkReport,
})

export const exportItems = endpoint({
  name: 'exportItems',
  method: 'GET',
  path: '/api/v1/admin/item-changes/file',
  summary: 'Returns all items with their prices and stock as a file that the import reads',
  tag: 'desk',
  auth: 'items.view',
  status: 200,
  query: z.strictObject({ format: z._default(z.enum(['csv', 'xlsx'], 'required'), 'csv') }),
})

export const listItemChanges = endpoint({
  name: 'listItemChanges',
  method: 'GET',
  path: '/api/v1/admin/item-changes',
  summary: 'Lists what was last changed for many items at once',
  tag: 'desk',
  auth: 'items.update',
  status: 200,
  answer: z.object({ items: z.array(BulkChange) }),
})

export const undoItemChange = endpoint({
  ...undoCall,
  name: 'undoItemChange',
  path: '/api/v1/admin/item-changes/{id}/undo',
  summary: 'Undoes a change of many items as one, within a day and while none of them was changed since',
  auth: 'items.update',
})
