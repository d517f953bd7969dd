import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'
import { discrepancyProviders } from '#contract/wallet/money-discrepancies.ts'

/** What the payer claims, in the providers' words; one that is not listed is `other`. */
export const disputeClaims = [
  'fraudulent',
  'fraud',
  'unrecognized',
  'duplicate',
  'credit_not_processed',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'general',
  'chargeback',
  'other',
] as const
export type DisputeClaim = (typeof disputeClaims)[number]

export const disputeStages = ['needs_answer', 'answered', 'won', 'lost', 'given_up'] as const

/** What a provider takes as evidence. `ip_address` and `signature` are asked for, and we never hold them. */
export const evidenceKinds = [
  'customer',
  'receipt',
  'service_date',
  'service_proof',
  'delivery',
  'terms',
  'cancellation_policy',
  'refunds',
  'other_payments',
  'conversation',
  'activity',
  'ip_address',
  'signature',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Payments that the payer's bank questions, those that wait for our answer first to be seen. */
export const disputeList = deskList({
  name: 'disputes',
  menu: { group: 'money', rank: 51, under: 'refunds' },
  permission: 'refunds.view',
  personal: true,
  bulk: ['refunds.update'],
  opens: { screen: 'disputes', permission: 'refunds.view' },
  namedBy: ['top_up', 'customer'],
  columns: {
    top_up: { kind: 'code' },
    stage: { kind: 'choice', badge: true, words: 'dispute_stages' },
    answer_by: { kind: 'instant', sortable: true },
    claim: { kind: 'choice', words: 'dispute_claims' },
    customer: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_dispute_id: { kind: 'code', extra: true },
    amount: { kind: 'money' },
    reported_at: { kind: 'instant', sortable: true },
    ended_at: { kind: 'instant', extra: true },
  },
  filters: {
    claim: { kind: 'choice', values: disputeClaims, words: 'dispute_claims' },
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    currency: { kind: 'choice', values: currencies },
    top_up: { kind: 'text' },
    reported: { kind: 'days' },
  },
  states: disputeStages,
  sort: '-reported_at',
})

export const DisputeRecord = z.object({
  ...recordFields,
  stage: z.enum(disputeStages),
  is_inquiry: z.boolean(),
  claim: z.nullable(z.enum(disputeClaims)),
  customer_id: z.string(),
  customer: z.nullable(z.string()),
  /** The customer's, where the reader may see it. */
  email: z.nullable(z.string()),
  provider: z.string(),
  provider_dispute_id: z.string(),
  amount: Money,
  /** Evidence that is sent later is not read; null where the provider has not said. */
  answer_by: z.nullable(z.string()),
  top_up_id: z.string(),
  top_up: z.string(),
  reported_at: z.string(),
  checked_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** What the provider asks for with this claim, and whether we hold it. */
  evidence: z.array(z.object({ kind: z.enum(evidenceKinds), is_held: z.boolean() })),
  /** What the payment paid for, as far as it was spent: the oldest money of a wallet is spent first. */
  sales: z.array(
    z.object({
      kind: z.enum(['booking', 'order', 'document']),
      id: z.string(),
      code: z.string(),
      paid: Money,
      at: z.string(),
    }),
  ),
  unspent: Money,
})
export type DisputeRecord = z.infer<typeof DisputeRecord>

const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }) } as const

export const getDisputeRecord = endpoint({
  ...record,
  name: 'getDisputeRecord',
  method: 'GET',
  path: '/api/v1/admin/disputes/{id}',
  summary: 'Returns a dispute, with what the provider asks for and what the payment paid for',
  auth: 'refunds.view',
  answer: DisputeRecord,
})

export const checkDispute = endpoint({
  ...record,
  name: 'checkDispute',
  method: 'POST',
  path: '/api/v1/admin/disputes/{id}/check',
  summary: 'Asks the provider where an open dispute is, and until when it takes evidence',
  auth: 'refunds.update',
  answer: DisputeRecord,
})

/** Each download is in the audit log. */
export const downloadDisputePack = endpoint({
  ...record,
  name: 'downloadDisputePack',
  in_read_only: false,
  method: 'GET',
  path: '/api/v1/admin/disputes/{id}/pack',
  summary: 'Returns all evidence that we hold about a disputed payment as one PDF, in English',
  auth: 'refunds.evidence',
})

export const disputeRecord = deskRecord({
  list: disputeList,
  get: getDisputeRecord,
  state: 'stage',
  facts: {
    amount: { kind: 'money' },
    answer_by: { kind: 'instant' },
    claim: { kind: 'choice', words: 'dispute_claims' },
    is_inquiry: { kind: 'flag' },
    customer: { kind: 'text' },
    email: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    provider_dispute_id: { kind: 'code' },
    top_up: { kind: 'code' },
    reported_at: { kind: 'instant' },
    checked_at: { kind: 'instant' },
    ended_at: { kind: 'instant' },
  },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    top_up: { screen: 'top-ups', id: 'top_up_id' },
  },
  tabs: { pack: 'own' },
  first: ['facts', 'pack'],
  actions: { check: { endpoint: checkDispute } },
  bulk: ['check'],
})
