import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, Uuid } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amount, byId, Version } from '#contract/lists/shared-fields.ts'
import { BarcodesText } from '../barcodes.ts'
import { recordStates } from '../shop-rules.ts'
import { itemList, itemPath } from './items.ts'
import { PictureText } from './pictures.ts'

/* What belongs to an item: variations, prices, extras and pictures. */

const of = { tag: 'desk', status: 200, params: byId } as const

/** The form in which exactly one is chosen. Without an attribute there are none; with one, at least two. */
export const ItemVariations = z.object({
  version: z.number(),
  attribute_id: z.nullable(z.string()),
  attributes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_vehicle_class: z.boolean(),
      values: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  ),
  variations: z.array(
    z.object({
      id: z.string(),
      value_code: z.string(),
      name: z.string(),
      sku: z.nullable(z.string()),
      barcodes: z.nullable(z.string()),
      status: z.enum(recordStates),
    }),
  ),
})
export type ItemVariations = z.infer<typeof ItemVariations>

export const listVariations = endpoint({
  ...of,
  name: 'listVariations',
  method: 'GET',
  path: `${itemPath}/variations`,
  summary: 'Lists the variations of an item, and the attributes in which they could differ',
  auth: 'items.view',
  answer: ItemVariations,
})
export const setVariations = endpoint({
  ...of,
  name: 'setVariations',
  method: 'PUT',
  path: `${itemPath}/variations`,
  summary: 'Sets the variations of an item in their order: none, or at least two of one attribute',
  auth: 'items.update',
  body: z.strictObject({
    attribute_id: z.nullable(Uuid),
    variations: z
      .array(
        z.strictObject({
          value_code: line(1, 30),
          sku: z.nullable(line(1, 40)),
          /** Unchanged where they are missing. */
          barcodes: z.optional(z.nullable(BarcodesText)),
        }),
      )
      .check(z.maxLength(20, 'too_long')),
    version: Version,
  }),
  answer: ItemVariations,
})

const priced = ['item', 'variation', 'extra'] as const

/** The prices of an item, its variations and its extras at one place: everywhere, or at one branch. */
export const ItemPrices = z.object({
  version: z.number(),
  /** Null: everywhere. */
  branch_id: z.nullable(z.string()),
  /** Whether the caller may set them there. */
  may_set: z.boolean(),
  branches: z.array(z.object({ id: z.string(), name: z.string(), currency: Currency, own: z.number() })),
  currencies: z.array(Currency),
  rows: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(priced),
      name: z.nullable(z.string()),
      prices: z.array(
        z.object({
          currency: Currency,
          /** What is set at this place. */
          amount: z.nullable(z.number()),
          /** What holds there without one: the price for everywhere. */
          usual: z.nullable(Money),
        }),
      ),
    }),
  ),
})
export type ItemPrices = z.infer<typeof ItemPrices>

export const listPrices = endpoint({
  ...of,
  name: 'listPrices',
  method: 'GET',
  path: `${itemPath}/prices`,
  summary: 'Lists the prices of an item, its variations and extras, everywhere or at a branch',
  auth: 'items.view',
  query: z.strictObject({ branch: z.optional(Uuid) }),
  answer: ItemPrices,
})
export const setPrices = endpoint({
  ...of,
  name: 'setPrices',
  method: 'PUT',
  path: `${itemPath}/prices`,
  summary: 'Sets or removes prices of an item, its variations and extras, everywhere or at a branch',
  auth: 'items.prices',
  body: z.strictObject({
    branch_id: z.nullable(Uuid),
    prices: z
      .array(
        z.strictObject({
          /** The item, variation or extra. */
          id: Uuid,
          currency: Currency,
          /** In major units; null removes it. */
          amount: z.nullable(amount),
        }),
      )
      .check(z.minLength(1, 'required'), z.maxLength(400, 'too_long')),
    version: Version,
  }),
  answer: ItemPrices,
})

const ofItem = { item: { kind: 'text' } } as const

export const extraList = deskList({
  name: 'item-extras',
  permission: 'items.view',
  opens: { screen: 'item-extras', permission: 'items.view' },
  namedBy: ['name', 'item'],
  columns: {
    name: { kind: 'text', sortable: true },
    item: { kind: 'text', extra: true },
    prices: { kind: 'text' },
    position: { kind: 'number', sortable: true },
  },
  filters: ofItem,
  states: recordStates,
  sort: 'position',
})

const names = { name: line(2, 80), name_fr: line(2, 80) }
export const Extra = z.object({
  ...recordFields,
  ...names,
  item_id: z.string(),
  item: z.string(),
  prices: z.nullable(z.string()),
  status: z.enum(recordStates),
  position: z.number(),
  version: z.number(),
})
export type Extra = z.infer<typeof Extra>

const extraPath = '/api/v1/admin/item-extras/{id}'
const oneExtra = { ...of, answer: Extra } as const
const extraCalls = crud('/api/v1/admin/item-extras', 'items', Extra)
export const getExtra = endpoint({
  ...extraCalls.get,
  name: 'getExtra',
  summary: 'Returns an extra of an item',
})
export const updateExtra = endpoint({
  ...extraCalls.update,
  name: 'updateExtra',
  summary: 'Changes an extra of an item',
  body: z.strictObject({ ...names, status: z.enum(recordStates, 'required'), version: Version }),
})
export const deleteExtra = endpoint({
  ...extraCalls.delete,
  name: 'deleteExtra',
  summary: 'Deletes an extra of an item with its prices',
})
const extraVerb = { ...oneExtra, method: 'POST', auth: 'items.update' } as const
export const raiseExtra = endpoint({
  ...extraVerb,
  name: 'raiseExtra',
  path: `${extraPath}/up`,
  summary: 'Moves an extra before the one above it',
})
export const lowerExtra = endpoint({
  ...extraVerb,
  name: 'lowerExtra',
  path: `${extraPath}/down`,
  summary: 'Moves an extra after the one below it',
})

const nameFields = { name: { kind: 'text', language: 'en' }, name_fr: { kind: 'text', language: 'fr' } } as const
export const extraRecord = deskRecord({
  list: extraList,
  get: getExtra,
  parent: { list: itemList, id: 'item_id', tab: 'item_extras' },
  state: 'status',
  facts: {
    item: { kind: 'text' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    prices: { kind: 'text' },
  },
  links: { item: { screen: 'items', id: 'item_id' } },
  update: {
    endpoint: updateExtra,
    fields: { ...nameFields, status: { kind: 'choice', values: recordStates, words: 'record_states' } },
  },
  remove: { endpoint: deleteExtra },
  actions: { up: { endpoint: raiseExtra, undo: 'down' }, down: { endpoint: lowerExtra, undo: 'up' } },
})

export const pictureList = deskList({
  name: 'item-pictures',
  permission: 'items.view',
  opens: { screen: 'item-pictures', permission: 'items.view' },
  namedBy: ['alt', 'item'],
  columns: {
    alt: { kind: 'text' },
    picture: { kind: 'picture' },
    item: { kind: 'text', extra: true },
    position: { kind: 'number', sortable: true },
  },
  filters: ofItem,
  sort: 'position',
})

const alts = { alt: line(3, 160), alt_fr: line(3, 160) }
export const ItemPicture = z.object({
  ...recordFields,
  ...alts,
  item_id: z.string(),
  item: z.string(),
  picture: z.string(),
  position: z.number(),
  version: z.number(),
})
export type ItemPicture = z.infer<typeof ItemPicture>

const picturePath = '/api/v1/admin/item-pictures/{id}'
const onePicture = { ...of, answer: ItemPicture } as const
const itemPictureCalls = crud('/api/v1/admin/item-pictures', 'items', ItemPicture)
export const getItemPicture = endpoint({
  ...itemPictureCalls.get,
  name: 'getItemPicture',
  summary: 'Returns a picture of an item with its descriptions',
})
export const updateItemPicture = endpoint({
  ...itemPictureCalls.update,
  name: 'updateItemPicture',
  summary: 'Changes a picture of an item or its descriptions',
  body: z.strictObject({ picture: PictureText, ...alts, version: Version }),
})
export const removeItemPicture = endpoint({
  ...itemPictureCalls.delete,
  name: 'removeItemPicture',
  stored_as: 'deleteItemPicture',
  summary: 'Removes a picture from an item',
  auth: 'items.update',
})
const pictureVerb = { ...onePicture, method: 'POST', auth: 'items.update' } as const
export const raiseItemPicture = endpoint({
  ...pictureVerb,
  name: 'raiseItemPicture',
  path: `${picturePath}/up`,
  summary: 'Moves a picture of an item before the one above it; the first stands in lists',
})
export const lowerItemPicture = endpoint({
  ...pictureVerb,
  name: 'lowerItemPicture',
  path: `${picturePath}/down`,
  summary: 'Moves a picture of an item after the one below it',
})

const altFields = { alt: { kind: 'text', language: 'en' }, alt_fr: { kind: 'text', language: 'fr' } } as const
/** The form that adds a picture to an item. */
export const newPictureFields = { picture: { kind: 'picture' }, ...altFields } as const
export const itemPictureRecord = deskRecord({
  list: pictureList,
  get: getItemPicture,
  parent: { list: itemList, id: 'item_id', tab: 'item_pictures' },
  facts: {
    picture: { kind: 'picture' },
    item: { kind: 'text' },
    alt: { kind: 'text' },
    alt_fr: { kind: 'text' },
  },
  links: { item: { screen: 'items', id: 'item_id' } },
  update: { endpoint: updateItemPicture, fields: newPictureFields },
  remove: { endpoint: removeItemPicture },
  actions: {
    up: { endpoint: raiseItemPicture, undo: 'down' },
    down: { endpoint: lowerItemPicture, undo: 'up' },
  },
})
