import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { returnReasons, returnStates } from '../order-returns.ts'
import { stockChoices } from './order-record.ts'

const permission = 'returns.view'

/** What customers send back. */
export const returnList = deskList({
  name: 'order-returns',
  menu: { group: 'orders', rank: 40 },
  permission,
  personal: true,
  opens: { screen: 'order-returns', permission },
  namedBy: ['name', 'items', 'customer'],
  columns: {
    name: { kind: 'code' },
    status: { kind: 'choice', badge: true, words: 'return_states' },
    branch: { kind: 'text' },
    customer: { kind: 'text' },
    items: { kind: 'text' },
    reason: { kind: 'choice', words: 'return_reasons' },
    refunded: { kind: 'money' },
    requested_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    branch: { kind: 'text' },
    order: { kind: 'text' },
    reason: { kind: 'choice', values: returnReasons, words: 'return_reasons' },
    requested: { kind: 'days' },
  },
  states: returnStates,
  sort: '-requested_at',
})

export const ReturnRecord = z.object({
  ...recordFields,
  version: z.number(),
  status: z.enum(returnStates),
  order_id: z.string(),
  order_number: z.string(),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  customer: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  items: z.string(),
  reason: z.enum(returnReasons),
  note: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  photo_id: z.nullable(z.string()),
  /** What it would pay back now; null once it is decided otherwise. */
  refundable: z.nullable(Money),
  stock: z.nullable(z.enum(stockChoices)),
  refunded: z.nullable(Money),
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
  received_at: z.nullable(z.string()),
})
export type ReturnRecord = z.infer<typeof ReturnRecord>

const path = '/api/v1/admin/order-returns/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: ReturnRecord } as const

export const getReturn = endpoint({
  ...record,
  name: 'getReturn',
  method: 'GET',
  path,
  summary: 'Returns what a customer sends back, with what it would pay back',
  auth: permission,
})

const change = { ...record, method: 'POST', auth: 'returns.update' } as const

export const approveReturn = endpoint({
  ...change,
  name: 'approveReturn',
  path: `${path}/approve`,
  summary: 'Agrees that the customer brings things back',
})

export const refuseReturn = endpoint({
  ...change,
  name: 'refuseReturn',
  path: `${path}/refuse`,
  summary: 'Refuses to take things back, with the reason that the customer reads',
  body: z.strictObject({ answer: line(3, 300) }),
})

export const receiveReturn = endpoint({
  ...change,
  name: 'receiveReturn',
  path: `${path}/receive`,
  summary: 'Says that the things are back, and what becomes of them once they are refunded',
  body: z.strictObject({ stock: z.enum(stockChoices, 'required') }),
})

export const refundReturn = endpoint({
  ...change,
  name: 'refundReturn',
  path: `${path}/refund`,
  summary: 'Pays for what is back, and puts it into stock or writes it off as was said when it came',
})

export const returnRecord = deskRecord({
  list: returnList,
  get: getReturn,
  first: ['facts', 'photo'],
  primary: ['approve', 'receive', 'refund'],
  dangerous: ['refuse'],
  state: 'status',
  facts: {
    order_number: { kind: 'code' },
    branch: { kind: 'text' },
    customer: { kind: 'text' },
    items: { kind: 'text' },
    reason: { kind: 'choice', words: 'return_reasons' },
    note: { kind: 'text' },
    answer: { kind: 'text' },
    refundable: { kind: 'money' },
    refunded: { kind: 'money' },
    stock: { kind: 'choice', words: 'stock_choices' },
    requested_at: { kind: 'instant', zone: 'timezone' },
    decided_at: { kind: 'instant', zone: 'timezone' },
    received_at: { kind: 'instant', zone: 'timezone' },
  },
  links: {
    order_number: { screen: 'online-orders', id: 'order_number' },
    branch: { screen: 'branches', id: 'branch_id' },
    customer: { screen: 'customers', id: 'customer_id' },
  },
  tabs: { photo: 'own' },
  actions: {
    approve: { endpoint: approveReturn },
    refuse: { endpoint: refuseReturn, fields: { answer: { kind: 'long', hint: true } }, serious: true },
    receive: {
      endpoint: receiveReturn,
      fields: { stock: { kind: 'choice', values: stockChoices, words: 'stock_choices' } },
    },
    refund: { endpoint: refundReturn, serious: true },
  },
})
