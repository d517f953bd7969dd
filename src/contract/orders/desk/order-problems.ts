import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { problemStates } from '../orders.ts'

const permission = 'returns.view'

/** Services that customers say were not done as sold. */
export const problemList = deskList({
  name: 'order-problems',
  menu: { group: 'orders', rank: 50, under: 'order-returns' },
  permission,
  personal: true,
  opens: { screen: 'order-problems', permission },
  namedBy: ['order_number', 'item', 'customer'],
  columns: {
    order_number: { kind: 'code' },
    status: { kind: 'choice', badge: true, words: 'problem_states' },
    item: { kind: 'text' },
    branch: { kind: 'text' },
    customer: { kind: 'text' },
    answer_by: { kind: 'instant', sortable: true, zone: 'timezone' },
    refunded: { kind: 'money' },
    reported_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    branch: { kind: 'text' },
    order: { kind: 'text' },
    reported: { kind: 'days' },
  },
  states: problemStates,
  sort: '-reported_at',
})

export const ProblemRecord = z.object({
  ...recordFields,
  version: z.number(),
  status: z.enum(problemStates),
  order_id: z.string(),
  order_number: z.string(),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  customer: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  item: z.string(),
  text: z.string(),
  photo_id: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** What is left of the line; null once the report is decided. */
  refundable: z.nullable(Money),
  refunded: z.nullable(Money),
  reported_at: z.string(),
  answer_by: z.string(),
  decided_at: z.nullable(z.string()),
})
export type ProblemRecord = z.infer<typeof ProblemRecord>

const path = '/api/v1/admin/order-problems/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: ProblemRecord } as const

export const getProblem = endpoint({
  ...record,
  name: 'getProblem',
  method: 'GET',
  path,
  summary: 'Returns a report of a service, with what its line would pay back',
  auth: permission,
})

const change = { ...record, method: 'POST', auth: 'returns.update' } as const

export const refundProblem = endpoint({
  ...change,
  name: 'refundProblem',
  path: `${path}/refund`,
  summary: 'Refunds what is left of the reported line',
})

export const refuseProblem = endpoint({
  ...change,
  name: 'refuseProblem',
  path: `${path}/refuse`,
  summary: 'Refuses a refund, with the reason that the customer reads',
  body: z.strictObject({ answer: line(10, 1_000) }),
})

export const problemRecord = deskRecord({
  list: problemList,
  get: getProblem,
  first: ['facts', 'photo'],
  primary: ['refund'],
  dangerous: ['refuse'],
  state: 'status',
  facts: {
    order_number: { kind: 'code' },
    item: { kind: 'text' },
    text: { kind: 'text' },
    branch: { kind: 'text' },
    customer: { kind: 'text' },
    answer: { kind: 'text' },
    refundable: { kind: 'money' },
    refunded: { kind: 'money' },
    reported_at: { kind: 'instant', zone: 'timezone' },
    answer_by: { kind: 'instant', zone: 'timezone' },
    decided_at: { kind: 'instant', zone: 'timezone' },
  },
  links: {
    order_number: { screen: 'online-orders', id: 'order_number' },
    branch: { screen: 'branches', id: 'branch_id' },
    customer: { screen: 'customers', id: 'customer_id' },
  },
  tabs: { photo: 'own' },
  actions: {
    refund: { endpoint: refundProblem, serious: true },
    refuse: { endpoint: refuseProblem, fields: { answer: { kind: 'long', hint: true } }, serious: true },
  },
})
