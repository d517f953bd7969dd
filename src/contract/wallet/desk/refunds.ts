import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'
import { discrepancyProviders } from '../money-discrepancies.ts'

export const refundKinds = ['refund', 'dispute'] as const
export const refundOrigins = ['driver', 'provider'] as const

/** Money that went back from wallets to where it came from, and payments that a bank or a provider took back. */
export const refundList = deskList({
  name: 'refunds',
  menu: { group: 'money', rank: 50, letter: 'f' },
  bulk: ['refunds.update'],
  permission: 'refunds.view',
  personal: true,
  opens: { screen: 'refunds', permission: 'refunds.view' },
  namedBy: ['reference', 'customer'],
  columns: {
    reference: { kind: 'code' },
    status: { kind: 'choice', badge: true, words: 'refund_states' },
    kind: { kind: 'choice', words: 'refund_kinds' },
    origin: { kind: 'choice', words: 'refund_origins', extra: true },
    customer: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_reference: { kind: 'code', extra: true },
    amount: { kind: 'money' },
    held: { kind: 'money' },
    owed: { kind: 'money' },
    created_at: { kind: 'instant', sortable: true },
    settled_at: { kind: 'instant', extra: true },
  },
  filters: {
    kind: { kind: 'choice', values: refundKinds, words: 'refund_kinds' },
    origin: { kind: 'choice', values: refundOrigins, words: 'refund_origins' },
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    currency: { kind: 'choice', values: currencies },
    owed: { kind: 'flag' },
    top_up: { kind: 'text' },
    created: { kind: 'days' },
  },
  states: ['pending', 'processing', 'done', 'failed'],
  sort: '-created_at',
})

export const RefundRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  reference: z.string(),
  status: z.string(),
  kind: z.enum(refundKinds),
  origin: z.enum(refundOrigins),
  failure_reason: z.nullable(z.string()),
  customer_id: z.string(),
  customer: z.nullable(z.string()),
  /** The customer's, where the reader may see it. */
  email: z.nullable(z.string()),
  provider: z.string(),
  provider_reference: z.nullable(z.string()),
  amount: Money,
  /** Left the wallet, and the provider hasn't sent it yet. */
  held: z.nullable(Money),
  /** What the wallet could not pay, and its owner still owes. */
  owed: z.nullable(Money),
  top_up_id: z.string(),
  top_up: z.string(),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
  next_check_at: z.nullable(z.string()),
})
export type RefundRecord = z.infer<typeof RefundRecord>

const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: RefundRecord } as const

export const getRefundRecord = endpoint({
  ...record,
  name: 'getRefundRecord',
  method: 'GET',
  path: '/api/v1/admin/refunds/{id}',
  summary: 'Returns a refund or a dispute',
  auth: 'refunds.view',
})

export const checkRefund = endpoint({
  ...record,
  name: 'checkRefund',
  method: 'POST',
  path: '/api/v1/admin/refunds/{id}/check',
  summary: 'Asks the provider for the state of an open refund',
  auth: 'refunds.update',
})

export const retryRefund = endpoint({
  ...record,
  name: 'retryRefund',
  method: 'POST',
  path: '/api/v1/admin/refunds/{id}/retry',
  summary: 'Requests a refund from the provider again that it has not accepted yet',
  auth: 'refunds.update',
})

export const refundRecord = deskRecord({
  list: refundList,
  get: getRefundRecord,
  primary: ['retry', 'check'],
  state: 'status',
  facts: {
    amount: { kind: 'money' },
    held: { kind: 'money' },
    owed: { kind: 'money' },
    kind: { kind: 'choice', words: 'refund_kinds' },
    origin: { kind: 'choice', words: 'refund_origins' },
    failure_reason: { kind: 'text' },
    customer: { kind: 'text' },
    email: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_reference: { kind: 'code' },
    top_up: { kind: 'code' },
    created_at: { kind: 'instant' },
    settled_at: { kind: 'instant' },
    checked_at: { kind: 'instant' },
    next_check_at: { kind: 'instant' },
  },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    top_up: { screen: 'top-ups', id: 'top_up_id' },
  },
  actions: { check: { endpoint: checkRefund }, retry: { endpoint: retryRefund } },
  bulk: ['check', 'retry'],
})
