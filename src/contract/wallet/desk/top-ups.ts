import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'
import { discrepancyProviders } from '../money-discrepancies.ts'
import { refundList } from './refunds.ts'

/** What customers paid into their wallets, or wanted to. */
export const topUpList = deskList({
  name: 'top-ups',
  menu: { group: 'money', rank: 40, letter: 'u' },
  bulk: ['top_ups.update'],
  permission: 'top_ups.view',
  personal: true,
  opens: { screen: 'top-ups', permission: 'top_ups.view' },
  namedBy: ['reference', 'customer'],
  columns: {
    reference: { kind: 'code' },
    status: { kind: 'choice', badge: true, words: 'top_up_states' },
    customer: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_reference: { kind: 'code', extra: true },
    amount: { kind: 'money' },
    credited: { kind: 'money' },
    returned: { kind: 'money', extra: true },
    created_at: { kind: 'instant', sortable: true },
    settled_at: { kind: 'instant', extra: true },
  },
  filters: {
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    currency: { kind: 'choice', values: currencies },
    customer: { kind: 'text' },
    created: { kind: 'days' },
  },
  states: ['pending', 'success', 'failed'],
  sort: '-created_at',
})

export const TopUpRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  reference: z.string(),
  status: z.string(),
  /** `partial`: less was paid than asked for; `processing`: a bank is still moving the payment. */
  detail: z.nullable(z.string()),
  failure_reason: z.nullable(z.string()),
  customer_id: z.string(),
  customer: z.nullable(z.string()),
  /** The customer's, where the reader may see it. */
  email: z.nullable(z.string()),
  provider: z.string(),
  provider_reference: z.nullable(z.string()),
  amount: Money,
  /** What the wallet got; null while nothing was paid. */
  credited: z.nullable(Money),
  /** What has gone back, or is on its way. */
  returned: z.nullable(Money),
  /** The booking that it was to pay. */
  booking: z.nullable(z.string()),
  transfer_id: z.nullable(z.string()),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
  next_check_at: z.nullable(z.string()),
})
export type TopUpRecord = z.infer<typeof TopUpRecord>

const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: TopUpRecord } as const

export const getTopUpRecord = endpoint({
  ...record,
  name: 'getTopUpRecord',
  method: 'GET',
  path: '/api/v1/admin/top-ups/{id}',
  summary: 'Returns a top-up with its state at the provider as we know it',
  auth: 'top_ups.view',
})

export const checkTopUp = endpoint({
  ...record,
  name: 'checkTopUp',
  method: 'POST',
  path: '/api/v1/admin/top-ups/{id}/check',
  summary: 'Asks the provider about a top-up, and credits what was paid',
  auth: 'top_ups.update',
})

export const topUpRecord = deskRecord({
  list: topUpList,
  get: getTopUpRecord,
  primary: ['check'],
  state: 'status',
  facts: {
    amount: { kind: 'money' },
    credited: { kind: 'money' },
    returned: { kind: 'money' },
    detail: { kind: 'choice', words: 'top_up_details' },
    failure_reason: { kind: 'text' },
    customer: { kind: 'text' },
    email: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_reference: { kind: 'code' },
    booking: { kind: 'code' },
    transfer_id: { kind: 'code' },
    created_at: { kind: 'instant' },
    settled_at: { kind: 'instant' },
    checked_at: { kind: 'instant' },
    next_check_at: { kind: 'instant' },
  },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    booking: { screen: 'bookings', id: 'booking' },
    transfer_id: { screen: 'transactions', id: 'transfer_id' },
  },
  actions: { check: { endpoint: checkTopUp } },
  bulk: ['check'],
  tabs: { refunds: { list: refundList, filter: 'top_up' } },
})
