import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordFields } from '#contract/lists/records.ts'
import { amount, byId, integer, lines, SlugText, Version } from '#contract/lists/shared-fields.ts'
import { BarcodesText } from '../barcodes.ts'
import { itemKinds, orderTypeChoices, recordStates, taxClasses } from '../shop-rules.ts'
import { categoryList } from './item-categories.ts'
import { PictureText } from './pictures.ts'

/** What branches sell. Customers see an item once it is active and has a price in the branch's currency. */
export const itemList = deskList({
  name: 'items',
  menu: { group: 'shop', rank: 20, letter: 'i' },
  bulk: ['items.update'],
  permission: 'items.view',
  opens: { screen: 'items', permission: 'items.view' },
  creates: { path: 'items/new', permission: 'items.create' },
  namedBy: ['name', 'sku'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    picture: { kind: 'picture' },
    sku: { kind: 'code', sortable: true },
    slug: { kind: 'code', extra: true },
    category: { kind: 'text', sortable: true },
    kind: { kind: 'choice', words: 'item_kinds' },
    tax_class: { kind: 'choice', words: 'tax_classes', extra: true },
    variations: { kind: 'number' },
    currencies: { kind: 'text' },
    is_featured: { kind: 'flag', extra: true },
    tracks_stock: { kind: 'flag', extra: true },
    position: { kind: 'number', sortable: true, extra: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    category: { kind: 'text' },
    kind: { kind: 'choice', values: itemKinds, words: 'item_kinds' },
    tax_class: { kind: 'choice', values: taxClasses, words: 'tax_classes' },
    featured: { kind: 'flag' },
    unpriced: { kind: 'flag' },
  },
  states: recordStates,
  sort: 'name',
})

const text = (most: number) => z.nullable(lines(most))
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
export const itemFacts = {
  category_id: Uuid,
  kind: z.enum(itemKinds, 'required'),
  tax_class: z.enum(taxClasses, 'required'),
  order_types: z.enum(orderTypeChoices, 'required'),
  sku: z.nullable(line(1, 40)),
  /** Of the item itself; its variations have their own. Unchanged where it is missing. */
  barcodes: z.optional(z.nullable(BarcodesText)),
  /** Texts may be missing until it is activated. */
  name: z.nullable(line(2, 80)),
  name_fr: z.nullable(line(2, 80)),
  description: text(2_000),
  description_fr: text(2_000),
  caution: text(600),
  caution_fr: text(600),
  needs_vehicle: z.boolean(),
  needs_key: z.boolean(),
  duration_min: z.nullable(integer(1, 1_440)),
  work_units: integer(0, 100),
  max_per_order: integer(1, 99),
  tracks_stock: z.boolean(),
  low_stock: integer(0, 100_000),
  is_featured: z.boolean(),
}

export const Item = z.object({
  ...recordFields,
  ...itemFacts,
  barcodes: z.nullable(z.string()),
  slug: z.string(),
  category: z.string(),
  picture: z.nullable(z.string()),
  attribute_id: z.nullable(z.string()),
  attribute: z.nullable(z.string()),
  /** The names of its active variations. */
  variations: z.array(z.string()),
  /** What is offered alongside, in its order, with the names. */
  addon_ids: z.array(z.string()),
  addons: z.array(z.string()),
  /** What keeps customers from seeing it. */
  missing: z.array(z.enum(['english', 'french', 'category', 'prices'])),
  status: z.enum(recordStates),
  position: z.number(),
  version: z.number(),
  is_example: z.boolean(),
  created_at: z.string(),
})
export type Item = z.infer<typeof Item>

export const itemPath = '/api/v1/admin/items/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: Item } as const

const itemCalls = crud('/api/v1/admin/items', 'items', Item)
export const getDeskItem = endpoint({
  ...itemCalls.get,
  name: 'getDeskItem',
  summary: 'Returns an item with what belongs to it',
})
export const createItem = endpoint({
  ...itemCalls.create,
  name: 'createItem',
  idempotent: true,
  summary:
    'Creates an inactive item after the others of its category, with its prices, picture, variations and stock; texts may still be missing',
  body: z.strictObject({
    ...itemFacts,
    /** Made from the name where it is missing. */
    slug: optional(SlugText),
    /** Prices for everywhere, of the item or of each of its variations. */
    price_ngn: optional(amount),
    price_cad: optional(amount),
    price_xof: optional(amount),
    price_usd: optional(amount),
    picture: optional(PictureText),
    /** It has a variation for each value of this attribute. */
    attribute_id: optional(Uuid),
    /** What a branch has of it, or of each of its variations. */
    branch_id: optional(Uuid),
    on_hand: optional(integer(0, 1_000_000)),
  }),
})
/** The slug stays: people have links to it. */
export const updateItem = endpoint({
  ...itemCalls.update,
  name: 'updateItem',
  summary: 'Changes an item; orders keep its names and prices as they were',
  body: z.strictObject({ ...itemFacts, version: Version }),
})
export const deleteItem = endpoint({
  ...itemCalls.delete,
  name: 'deleteItem',
  summary: 'Deletes an inactive item that no order has and whose stock never moved',
})

const verb = { ...record, method: 'POST', auth: 'items.update' } as const
export const activateItem = endpoint({
  ...verb,
  name: 'activateItem',
  path: `${itemPath}/activate`,
  summary: 'Makes an item active; refused while a language is missing',
})
export const deactivateItem = endpoint({
  ...verb,
  name: 'deactivateItem',
  path: `${itemPath}/deactivate`,
  summary: 'Makes an item inactive, so that customers no longer see it',
})
export const raiseItem = endpoint({
  ...verb,
  name: 'raiseItem',
  path: `${itemPath}/up`,
  summary: 'Moves an item before the one above it in its category',
})
export const lowerItem = endpoint({
  ...verb,
  name: 'lowerItem',
  path: `${itemPath}/down`,
  summary: 'Moves an item after the one below it in its category',
})
export const setAddons = endpoint({
  ...verb,
  name: 'setAddons',
  path: `${itemPath}/addons`,
  summary: 'Sets the items that are offered alongside, in their order',
  body: z.strictObject({ addon_ids: z.array(Uuid).check(z.maxLength(10, 'too_long')) }),
})

export const createExtra = endpoint({
  ...verb,
  name: 'createExtra',
  stored_as: 'addExtra',
  path: `${itemPath}/add-extra`,
  idempotent: true,
  summary: 'Adds an extra after the others; it is offered once it has a price',
  body: z.strictObject({ extra_name: line(2, 80), extra_name_fr: line(2, 80) }),
})
export const addItemPicture = endpoint({
  ...verb,
  name: 'addItemPicture',
  path: `${itemPath}/add-picture`,
  idempotent: true,
  summary: 'Adds a picture after the others, of which there are at most 8',
  body: z.strictObject({ picture: PictureText, alt: line(3, 160), alt_fr: line(3, 160) }),
})

const both = (name: 'name' | 'description' | 'caution', kind: 'text' | 'long') =>
  ({ [name]: { kind, language: 'en' }, [`${name}_fr`]: { kind, language: 'fr' } }) as Record<
    string,
    { kind: 'text' | 'long'; language: 'en' | 'fr' }
  >
const flag = { kind: 'flag' } as const
const number = { kind: 'number' } as const

/** The form of an item. */
export const itemFields = {
  ...both('name', 'text'),
  category_id: { kind: 'record', list: categoryList, titles: 'category' },
  kind: { kind: 'choice', values: itemKinds, words: 'item_kinds' },
  tax_class: { kind: 'choice', values: taxClasses, words: 'tax_classes' },
  order_types: { kind: 'choice', values: orderTypeChoices, words: 'order_types', initial: 'both' },
  sku: { kind: 'text', hint: true },
  barcodes: { kind: 'text', hint: true },
  ...both('description', 'long'),
  ...both('caution', 'long'),
  needs_vehicle: { ...flag, hint: true },
  needs_key: flag,
  duration_min: { ...number, hint: true },
  work_units: { ...number, hint: true, initial: '1' },
  max_per_order: { ...number, initial: '20' },
  tracks_stock: { ...flag, hint: true },
  low_stock: { ...number, hint: true, initial: '0' },
  is_featured: flag,
} as const
