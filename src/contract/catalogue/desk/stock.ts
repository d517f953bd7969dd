import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { integer, PairId } from '#contract/lists/shared-fields.ts'

export const stockStates = ['enough', 'low', 'none'] as const
export const movementKinds = [
  'received',
  'reserved',
  'released',
  'sold',
  'returned',
  'waste',
  'recount',
  'moved',
] as const

/** What each branch has of what is counted: an item, or each of its variations. Its id is those of the branch and of these. */
export const stockList = deskList({
  name: 'stock',
  menu: { group: 'shop', rank: 30 },
  permission: 'stock.view',
  opens: { screen: 'stock', permission: 'stock.view' },
  namedBy: ['item', 'branch'],
  columns: {
    item: { kind: 'text', sortable: true },
    variation: { kind: 'text' },
    sku: { kind: 'code', extra: true },
    branch: { kind: 'text', sortable: true },
    free: { kind: 'number', sortable: true },
    on_hand: { kind: 'number', sortable: true },
    reserved: { kind: 'number' },
    low_stock: { kind: 'number', extra: true },
  },
  filters: { item: { kind: 'text' }, branch: { kind: 'text' } },
  states: stockStates,
  sort: 'item',
})

export const movementList = deskList({
  name: 'stock-movements',
  permission: 'stock.view',
  columns: {
    at: { kind: 'instant', sortable: true },
    kind: { kind: 'choice', words: 'movement_kinds' },
    on_hand: { kind: 'number' },
    reserved: { kind: 'number' },
    order: { kind: 'code' },
    actor: { kind: 'text' },
    note: { kind: 'text' },
    item: { kind: 'text', extra: true },
    branch: { kind: 'text', extra: true },
  },
  filters: {
    stock: { kind: 'text' },
    kind: { kind: 'choice', values: movementKinds, words: 'movement_kinds' },
    at: { kind: 'days' },
  },
  sort: '-at',
})

export const Stock = z.object({
  ...recordFields,
  branch_id: z.string(),
  branch: z.string(),
  item_id: z.string(),
  item: z.string(),
  variation: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  on_hand: z.number(),
  reserved: z.number(),
  free: z.number(),
  low_stock: z.number(),
  status: z.enum(stockStates),
})
export type Stock = z.infer<typeof Stock>

const path = '/api/v1/admin/stock/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: PairId }), answer: Stock } as const

export const getStock = endpoint({
  ...record,
  name: 'getStock',
  method: 'GET',
  path,
  summary: 'Returns what a branch has of an item or a variation',
  auth: 'stock.view',
})

const quantity = integer(1, 100_000)
const note = z.nullable(line(2, 200))
const verb = { ...record, method: 'POST', auth: 'stock.update' } as const
export const receiveStock = endpoint({
  ...verb,
  name: 'receiveStock',
  path: `${path}/receive`,
  summary: 'Adds what arrived',
  idempotent: true,
  body: z.strictObject({ quantity, note }),
})
export const wasteStock = endpoint({
  ...verb,
  name: 'wasteStock',
  path: `${path}/waste`,
  summary: 'Takes away what is broken, lost or out of date, but nothing that is reserved',
  idempotent: true,
  body: z.strictObject({ quantity, note: line(2, 200) }),
})
export const recountStock = endpoint({
  ...verb,
  name: 'recountStock',
  path: `${path}/recount`,
  summary: 'Sets what was counted; never below what is reserved',
  body: z.strictObject({ counted: integer(0, 1_000_000), note }),
})
export const moveStock = endpoint({
  ...verb,
  name: 'moveStock',
  path: `${path}/move`,
  summary: 'Moves stock that is not reserved to another branch of the caller’s',
  idempotent: true,
  body: z.strictObject({ to_branch_id: Uuid, quantity, note }),
})

const number = { kind: 'number' } as const
const text = { kind: 'text' } as const
export const stockRecord = deskRecord({
  list: stockList,
  get: getStock,
  primary: ['receive'],
  dangerous: ['waste'],
  state: 'status',
  facts: {
    item: text,
    variation: text,
    sku: { kind: 'code' },
    branch: text,
    on_hand: number,
    reserved: number,
    free: number,
    low_stock: number,
  },
  links: { item: { screen: 'items', id: 'item_id' }, branch: { screen: 'branches', id: 'branch_id' } },
  actions: {
    receive: { endpoint: receiveStock, fields: { quantity: number, note: text } },
    waste: { endpoint: wasteStock, fields: { quantity: number, note: { kind: 'text', hint: true } } },
    recount: { endpoint: recountStock, fields: { counted: number, note: text } },
    move: {
      endpoint: moveStock,
      fields: { to_branch_id: { kind: 'record', list: branchList, titles: 'to_branch' }, quantity: number, note: text },
    },
  },
  tabs: { stock_movements: { list: movementList, filter: 'stock' } },
})
