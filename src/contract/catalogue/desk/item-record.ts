import { branchList } from '#contract/branches/desk/branches.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import type { Currency } from '#contract/money.ts'
import { attributeList } from './item-attributes.ts'
import { itemBranchList } from './item-branches.ts'
import { categoryList } from './item-categories.ts'
import { extraList, newPictureFields, pictureList } from './item-parts.ts'
import * as items from './items.ts'
import { stockList } from './stock.ts'

/** What is offered alongside an item, each a line of its own in an order. */
export const addonList = deskList({
  name: 'item-addons',
  permission: 'items.view',
  columns: {
    position: { kind: 'number', sortable: true },
    addon: { kind: 'text', sortable: true },
    sku: { kind: 'code' },
    category: { kind: 'text' },
    status: { kind: 'choice', badge: true, words: 'record_states' },
    item: { kind: 'text', extra: true },
  },
  filters: { item: { kind: 'text' } },
  sort: 'position',
})

const flag = { kind: 'flag' } as const
const number = { kind: 'number' } as const
const text = { kind: 'text' } as const
/** A field of a form whose currency is always the same. */
const price = (currency: Currency) => ({ kind: 'money', currency: { code: currency } }) as const

/** An item with everything that belongs to it. */
export const itemRecord = deskRecord({
  list: items.itemList,
  get: items.getDeskItem,
  state: 'status',
  tags: { missing: { kind: 'choices', words: 'item_gaps' } },
  facts: {
    picture: { kind: 'picture' },
    name: text,
    name_fr: text,
    slug: { kind: 'code' },
    sku: { kind: 'code' },
    barcodes: { kind: 'code' },
    category: text,
    kind: { kind: 'choice', words: 'item_kinds' },
    tax_class: { kind: 'choice', words: 'tax_classes' },
    order_types: { kind: 'choice', words: 'order_types' },
    attribute: text,
    variations: { kind: 'choices' },
    addons: { kind: 'choices' },
    description: text,
    description_fr: text,
    caution: text,
    caution_fr: text,
    needs_vehicle: flag,
    needs_key: flag,
    duration_min: number,
    work_units: number,
    max_per_order: number,
    tracks_stock: flag,
    low_stock: number,
    is_featured: flag,
    is_example: flag,
    created_at: { kind: 'instant' },
  },
  links: {
    category: { screen: categoryList.name, id: 'category_id' },
    attribute: { screen: 'item-attributes', id: 'attribute_id' },
  },
  create: {
    endpoint: items.createItem,
    fields: {
      ...items.itemFields,
      picture: { kind: 'picture', hint: true },
      price_ngn: price('NGN'),
      price_cad: price('CAD'),
      price_xof: price('XOF'),
      price_usd: price('USD'),
      attribute_id: { kind: 'record', list: attributeList, titles: 'attribute', hint: true },
      branch_id: { kind: 'record', list: branchList, titles: 'branch', hint: true, when: ['tracks_stock', 'true'] },
      on_hand: { kind: 'number', when: ['tracks_stock', 'true'] },
      slug: { kind: 'text', hint: true },
    },
  },
  update: { endpoint: items.updateItem, fields: items.itemFields },
  remove: { endpoint: items.deleteItem },
  actions: {
    activate: { endpoint: items.activateItem, undo: 'deactivate' },
    deactivate: { endpoint: items.deactivateItem, undo: 'activate' },
    add_picture: { endpoint: items.addItemPicture, fields: newPictureFields },
    add_extra: {
      endpoint: items.createExtra,
      fields: { extra_name: { kind: 'text', language: 'en' }, extra_name_fr: { kind: 'text', language: 'fr' } },
    },
    set_addons: {
      endpoint: items.setAddons,
      fields: { addon_ids: { kind: 'records', list: items.itemList, titles: 'addons', ordered: true } },
    },
    up: { endpoint: items.raiseItem, undo: 'down' },
    down: { endpoint: items.lowerItem, undo: 'up' },
  },
  bulk: ['activate', 'deactivate'],
  tabs: {
    item_pictures: { list: pictureList, filter: 'item' },
    variations: 'own',
    prices: 'own',
    item_extras: { list: extraList, filter: 'item' },
    item_addons: { list: addonList, filter: 'item' },
    item_branches: { list: itemBranchList, filter: 'item' },
    stock: { list: stockList, filter: 'item' },
  },
})
