import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, pageOf, pageQuery } from '#contract/fields.ts'
import { ProviderName, Wallet } from './wallet.ts'

/** `pending`: the provider has not responded yet. `processing`: on its way. `failed`: credited back to the wallet. */
export const refundStates = ['pending', 'processing', 'done', 'failed'] as const
export const refundKinds = ['refund', 'dispute'] as const

/** A refund of a top-up to its payment method, or money that a dispute took back. */
export const Refund = z.object({
  reference: z.string(),
  payment_reference: z.string(),
  /** `dispute`: taken back by the payer's bank. */
  kind: z.enum(refundKinds),
  provider: ProviderName,
  amount: z.number(),
  currency: Currency,
  /** The part that the wallet could not cover and that is outstanding. */
  owed: z.number(),
  status: z.enum(refundStates),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
})
export type Refund = z.infer<typeof Refund>

export const refundTopUp = endpoint({
  name: 'refundTopUp',
  method: 'POST',
  path: '/api/v1/wallet/refunds',
  summary: 'Refunds a top-up to its payment method; without `amount`, as much as can be refunded',
  tag: 'wallet',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({
    payment_reference: line(1, 100),
    amount: z.optional(z.number('required').check(z.positive('positive'))),
  }),
  answer: z.object({
    status: z.enum(['success', 'pending', 'failed']),
    message: z.string(),
    data: z.object({ refund: Refund, new_balance: z.number() }),
  }),
})

export const listRefunds = endpoint({
  name: 'listRefunds',
  method: 'GET',
  path: '/api/v1/wallet/refunds',
  summary: 'Lists refunds of the driver’s top-ups, newest first',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject(pageQuery),
  answer: pageOf(Refund),
})

export const payDebt = endpoint({
  name: 'payDebt',
  method: 'POST',
  path: '/api/v1/wallet/debts',
  summary: 'Pays the outstanding balance of top-ups that were taken back after being spent; returns the wallet',
  tag: 'wallet',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({ currency: Currency }),
  answer: Wallet,
})
