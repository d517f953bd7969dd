import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency, currencySigns } from './money.ts'
import { decimal, line, pageOf, pageQuery } from './page.ts'

export const providerNames = ['paystack', 'wave', 'stripe'] as const
export const ProviderName = z.enum(providerNames)

export const Balance = z.object({ balance: z.number(), currency: Currency, pending: z.number() })

export const Wallet = z.object({
  status: z.literal('success'),
  data: z.object({
    /** In the currency of the account's country. */
    balance: z.number(),
    currency: Currency,
    /** Top-ups begun and not yet decided, in the same currency. */
    pending: z.number(),
    balances: z.array(Balance),
  }),
})
export type Wallet = z.infer<typeof Wallet>

export const getWallet = endpoint({
  name: 'getWallet',
  method: 'GET',
  path: '/api/v1/wallet',
  summary: 'Balances, one for each currency',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  answer: Wallet,
})

export const transactionKinds = [
  'top_up',
  'booking',
  'extension',
  'refund',
  'order',
  'ticket',
  'document',
  'adjustment',
] as const
export const Transaction = z.object({
  id: z.string(),
  kind: z.enum(transactionKinds),
  /** Signed: negative is what left the wallet. */
  amount: z.number(),
  balance_after: z.number(),
  currency: Currency,
  reference: z.string(),
  description: z.string(),
  created_at: z.string(),
})
export type Transaction = z.infer<typeof Transaction>

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/v1/wallet/transactions',
  summary: 'What moved in one’s own wallet, newest first',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, kind: z.optional(z.enum(transactionKinds)) }),
  answer: pageOf(Transaction),
})

export const TopUpRequest = z.strictObject({
  amount: z.number('required').check(z.positive('positive')),
})
export const addFunds = endpoint({
  name: 'addFunds',
  method: 'POST',
  path: '/api/v1/wallet/add-funds',
  summary: 'Begin a top-up with the country’s provider',
  tag: 'wallet',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: TopUpRequest,
  answer: z.object({
    status: z.literal('success'),
    message: z.string(),
    data: z.object({
      payment_info: z.object({
        reference: z.string(),
        provider: ProviderName,
        authorization_url: z.optional(z.string()),
        payment_url: z.optional(z.string()),
        checkout_url: z.optional(z.string()),
        access_code: z.optional(z.string()),
      }),
    }),
  }),
})

const Settled = z.object({
  status: z.enum(['success', 'pending', 'failed']),
  message: z.string(),
  data: z.object({
    /** The balance in the payment's currency, as it is now. */
    new_balance: z.number(),
    currency: Currency,
    amount: z.number(),
    reference: z.string(),
  }),
})
export type Settled = z.infer<typeof Settled>

export const verifyPayment = endpoint({
  name: 'verifyPayment',
  method: 'POST',
  path: '/api/v1/wallet/verify-payment',
  summary: 'Ask the provider for a payment’s state; credits what it says was paid, once',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({
    payment_reference: line(1, 100),
    amount: z.optional(decimal(0, 1_000_000_000_000)),
    payment_provider: z.optional(ProviderName),
  }),
  answer: Settled,
})

export const creditWallet = endpoint({
  name: 'creditWallet',
  method: 'POST',
  path: '/api/v1/wallet/credit',
  summary: 'The same command as verify-payment, under its older name; never mints money',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({
    amount: z.optional(decimal(0, 1_000_000_000_000)),
    reference: line(1, 100),
    description: z.optional(line(1, 500)),
  }),
  answer: Settled,
})

/** How a country's wallet is topped up; the page shows it before it asks for money. */
export const Gateway = z.object({
  provider: ProviderName,
  name: z.string(),
  currency: Currency,
  symbol: z.string(),
})
export type Gateway = z.infer<typeof Gateway>

export const gateways = {
  NG: { provider: 'paystack', name: 'Paystack', currency: 'NGN', symbol: currencySigns.NGN },
  SN: { provider: 'wave', name: 'Wave', currency: 'XOF', symbol: currencySigns.XOF },
  US: { provider: 'stripe', name: 'Stripe', currency: 'USD', symbol: currencySigns.USD },
  CA: { provider: 'stripe', name: 'Stripe', currency: 'CAD', symbol: currencySigns.CAD },
} as const satisfies Record<string, Gateway>

const webhook = (provider: 'Paystack' | 'Wave' | 'Stripe') =>
  endpoint({
    name: `receive${provider}Webhook`,
    method: 'POST',
    path: `/api/v1/webhooks/${provider.toLowerCase()}`,
    summary: `${provider}'s own notices; signature over the raw body, stored before it is answered`,
    tag: 'webhooks',
    auth: 'none',
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  })
export const paystackWebhook = webhook('Paystack')
export const waveWebhook = webhook('Wave')
export const stripeWebhook = webhook('Stripe')
