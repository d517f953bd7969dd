import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { line, pageOf, pageQuery } from './page.ts'
import { ProviderName, Wallet } from './wallet.ts'

/** `pending`: the provider has not answered yet. `processing`: it is on its way. `failed`: the money is in the wallet again. */
export const refundStates = ['pending', 'processing', 'done', 'failed'] as const
export const refundKinds = ['refund', 'dispute'] as const

/** Money that goes back from the wallet to where a top-up came from. */
export const Refund = z.object({
  reference: z.string(),
  payment_reference: z.string(),
  /** A dispute is what the payer's bank takes back. */
  kind: z.enum(refundKinds),
  provider: ProviderName,
  amount: z.number(),
  currency: Currency,
  /** What the wallet could not pay of it, and is still owed. */
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
  summary: 'Send money of one’s own top-up back to where it came from; without an amount as much as can go back',
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
  summary: 'What went back of one’s own top-ups, newest first',
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
  summary:
    'Pay from the wallet what is owed for top-ups that were taken back after they were spent; answers the wallet',
  tag: 'wallet',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({ currency: Currency }),
  answer: Wallet,
})
