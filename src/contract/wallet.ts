import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { decimal, Instant, line, pageOf, pageQuery } from './page.ts'
import { CountryText } from './places.ts'

export const providerNames = ['paystack', 'wave', 'stripe'] as const
export const ProviderName = z.enum(providerNames)

export const Balance = z.object({
  balance: z.number(),
  currency: Currency,
  pending: z.number(),
  /** What stays left owing: paid first at the next one in this currency. */
  owed: z.number(),
  /** Of it, what top-ups left that were taken back after they were spent; the rest is of bookings. */
  owed_taken_back: z.number(),
})
export type Balance = z.infer<typeof Balance>

export const Wallet = z.object({
  status: z.literal('success'),
  data: z.object({
    /** In the currency of the account's country. */
    balance: z.number(),
    currency: Currency,
    /** Top-ups begun and not yet decided, in the same currency. */
    pending: z.number(),
    owed: z.number(),
    owed_taken_back: z.number(),
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

/** An instant, or a day (`2026-11-21`) in the zone of the account's country, see `countryZones`. */
const Moment = z.union([Instant, z.iso.date('day')], 'day_or_instant')
/** `from` is in, and so is the day that `to` names; an instant in `to` is the first that is out. */
const transactionFilter = {
  kind: z.optional(z.enum(transactionKinds)),
  from: z.optional(Moment),
  to: z.optional(Moment),
}

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/v1/wallet/transactions',
  summary: 'What moved in one’s own wallet, newest first',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, ...transactionFilter }),
  answer: pageOf(Transaction),
})

export const exportTransactions = endpoint({
  name: 'exportTransactions',
  method: 'GET',
  path: '/api/v1/wallet/transactions.csv',
  summary: 'The same list whole, as CSV in UTF-8 with a byte order mark; times in UTC',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject(transactionFilter),
})

export const getStatement = endpoint({
  name: 'getStatement',
  method: 'GET',
  path: '/api/v1/wallet/statements/{month}.pdf',
  summary: 'A month of one currency as PDF: both balances and every line; `month` is `2026-11`',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  params: z.strictObject({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'month')) }),
  query: z.strictObject({ currency: z.optional(Currency) }),
})

export const topUpStates = ['pending', 'success', 'failed'] as const
export const TopUp = z.object({
  reference: z.string(),
  provider: ProviderName,
  amount: z.number(),
  currency: Currency,
  status: z.enum(topUpStates),
  created_at: z.string(),
  /** Where it can still be paid; null once it is decided, and where it was begun by an inline form. */
  pay_url: z.nullable(z.string()),
  /** What of it can go back to where it came from, as the wallet stands. */
  refundable: z.number(),
  /** Its provider sends all of it back or nothing. */
  refund_whole: z.boolean(),
})
export type TopUp = z.infer<typeof TopUp>

export const listTopUps = endpoint({
  name: 'listTopUps',
  method: 'GET',
  path: '/api/v1/wallet/top-ups',
  summary: 'One’s own top-ups, newest first; what is pending finishes by itself',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, status: z.optional(z.enum(topUpStates)) }),
  answer: pageOf(TopUp),
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

const PaymentResult = z.object({
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
export type PaymentResult = z.infer<typeof PaymentResult>

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
  answer: PaymentResult,
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
  answer: PaymentResult,
})

/**
 * How the page begins a top-up: `redirect` to the provider's own page, `inline` by the provider's script in ours,
 * `demo` where a demonstration has neither keys nor stand-ins (nothing is paid or credited), `closed` where there is no way.
 */
export const gatewayModes = ['redirect', 'inline', 'demo', 'closed'] as const

const gatewayFacts = {
  provider: ProviderName,
  name: z.string(),
  currency: Currency,
  symbol: z.string(),
  config: z.object({
    public_key: z.nullable(z.string()),
    /** Of the form in the page; null for a provider that has none. */
    script_url: z.nullable(z.string()),
    /** Wave alone. */
    api_url: z.optional(z.string()),
  }),
}
/** How a country's wallet is topped up; the page shows it before it asks for money. */
export const Gateway = z.object({
  ...gatewayFacts,
  mode: z.enum(gatewayModes),
  /** Of one top-up, in major units. */
  least: z.number(),
  most: z.number(),
  quick: z.array(z.number()),
  /** Takes the place of a provider that cannot begin the payment: the same sum in the same currency. */
  fallback: z.optional(z.object({ ...gatewayFacts, mode: z.enum(gatewayModes) })),
})
export type Gateway = z.infer<typeof Gateway>

export const getGateway = endpoint({
  name: 'getGateway',
  method: 'GET',
  path: '/api/v1/wallet/gateway',
  summary: 'The payment gateway of the account’s country; signed out that of `country`, Nigeria’s where there is none',
  tag: 'wallet',
  auth: 'optional',
  status: 200,
  query: z.strictObject({ country: z.optional(CountryText) }),
  answer: Gateway,
})

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Begin a card top-up for an inline form; `metadata` is read by nobody, the server writes its own',
  tag: 'wallet',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({
    ...TopUpRequest.shape,
    currency: z.pipe(
      z.pipe(
        z.string('required'),
        z.transform((code) => code.toUpperCase()),
      ),
      Currency,
    ),
    metadata: z.optional(z.record(line(1, 40), z.string().check(z.maxLength(500, 'too_long')))),
  }),
  /** With `reference` the payment is verified. */
  answer: z.object({ client_secret: z.string(), reference: z.string() }),
})

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
