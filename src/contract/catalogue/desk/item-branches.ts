import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, Money } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { PairId } from '#contract/lists/shared-fields.ts'
import { itemList } from './items.ts'

/** How an item stands at a branch: on sale, paused for a time, hidden, or without a price in the branch's currency. */
export const itemBranchStates = ['sold', 'paused', 'hidden', 'unpriced'] as const

/** Each item at each branch. Its id is those of the branch and of the item. */
export const itemBranchList = deskList({
  name: 'item-branches',
  bulk: ['items.pause'],
  permission: 'items.view',
  opens: { screen: 'item-branches', permission: 'items.view' },
  namedBy: ['branch', 'item'],
  columns: {
    branch: { kind: 'text', sortable: true },
    item: { kind: 'text', sortable: true, extra: true },
    city: { kind: 'text' },
    price: { kind: 'money' },
    own_price: { kind: 'flag' },
    paused_until: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: { item: { kind: 'text' }, branch: { kind: 'text' } },
  states: itemBranchStates,
  sort: 'branch',
})

export const ItemBranch = z.object({
  ...recordFields,
  branch_id: z.string(),
  branch: z.string(),
  item_id: z.string(),
  item: z.string(),
  timezone: z.string(),
  currency: z.string(),
  /** The lowest price there, before taxes are added. */
  price: z.nullable(Money),
  own_price: z.boolean(),
  status: z.enum(itemBranchStates),
  paused_until: z.nullable(z.string()),
})
export type ItemBranch = z.infer<typeof ItemBranch>

const path = '/api/v1/admin/item-branches/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: PairId }), answer: ItemBranch } as const

export const getItemBranch = endpoint({
  ...record,
  name: 'getItemBranch',
  method: 'GET',
  path,
  summary: 'Returns how an item stands at a branch',
  auth: 'items.view',
})

const verb = { ...record, method: 'POST', auth: 'items.pause' } as const
export const hideItem = endpoint({
  ...verb,
  name: 'hideItem',
  path: `${path}/hide`,
  summary: 'Hides an item at a branch, which does not sell it',
})
export const showItem = endpoint({
  ...verb,
  name: 'showItem',
  path: `${path}/show`,
  summary: 'Shows a hidden item at a branch again',
})
export const pauseItem = endpoint({
  ...verb,
  name: 'pauseItem',
  path: `${path}/pause`,
  summary: 'Shows an item at a branch as sold out until a time, at which the pause ends by itself',
  body: z.strictObject({ paused_until: Instant }),
})
export const endItemPause = endpoint({
  ...verb,
  name: 'endItemPause',
  path: `${path}/end-pause`,
  summary: 'Ends the pause of an item at a branch',
})

export const itemBranchRecord = deskRecord({
  list: itemBranchList,
  get: getItemBranch,
  primary: ['end_pause'],
  parent: { list: itemList, id: 'item_id', tab: 'item_branches' },
  state: 'status',
  facts: {
    item: { kind: 'text' },
    branch: { kind: 'text' },
    price: { kind: 'money' },
    own_price: { kind: 'flag' },
    paused_until: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text' },
  },
  links: { item: { screen: 'items', id: 'item_id' }, branch: { screen: 'branches', id: 'branch_id' } },
  actions: {
    pause: { endpoint: pauseItem, fields: { paused_until: { kind: 'instant', zone: 'timezone' } } },
    end_pause: { endpoint: endItemPause },
    hide: { endpoint: hideItem, undo: 'show' },
    show: { endpoint: showItem, undo: 'hide' },
  },
  bulk: ['hide', 'show', 'end_pause'],
})
