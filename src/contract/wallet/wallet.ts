import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, decimal, Instant, line, pageOf, pageQuery, Uuid, missingOr } from '#contract/fields.ts'
import { transactionKinds } from '#contract/money.ts'
import { CountryText } from '#contract/places/places.ts'

export const providerNames = ['paystack', 'wave', 'stripe'] as const
export const ProviderName = z.enum(providerNames)

export const Balance = z.object({
  balance: z.number(),
  currency: Currency,
  pending: z.number(),
  /** Outstanding balance, collected with the next booking in this currency. */
  owed: z.number(),
  /** The part of `owed` from top-ups that were taken back after being spent; the rest is from bookings. */
  owed_taken_back: z.number(),
})
export type Balance = z.infer<typeof Balance>

export const Wallet = z.object({
  status: z.literal('success'),
  data: z.object({
    /** In the currency of the account's country. */
    balance: z.number(),
    currency: Currency,
    /** Sum of pending top-ups in the same currency. */
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
  summary: 'Returns the wallet’s balances by currency',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  answer: Wallet,
})

export const Transaction = z.object({
  id: z.string(),
  kind: z.enum(transactionKinds),
  /** Negative for money that left the wallet. */
  amount: z.number(),
  balance_after: z.number(),
  currency: Currency,
  reference: z.string(),
  description: z.string(),
  created_at: z.string(),
})
export type Transaction = z.infer<typeof Transaction>

/** An instant, or a date (`2026-11-21`) in the time zone of the account's country, see `countryZones`. */
const Moment = z.union([Instant, z.iso.date(missingOr('day'))], 'day_or_instant')
/** `from` and a date in `to` are inclusive; an instant in `to` is exclusive. */
const transactionFilter = {
  kind: z.optional(z.enum(transactionKinds)),
  from: z.optional(Moment),
  to: z.optional(Moment),
}

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/v1/wallet/transactions',
  summary: 'Lists the transactions of the wallet, newest first',
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
  summary: 'Exports all matching transactions as CSV (UTF-8 with byte order mark, times in UTC)',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject(transactionFilter),
})

export const getStatement = endpoint({
  name: 'getStatement',
  method: 'GET',
  path: '/api/v1/wallet/statements/{month}.pdf',
  summary: 'Returns the statement of a month (`2026-11`) in one currency as PDF',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  params: z.strictObject({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'month')) }),
  query: z.strictObject({ currency: z.optional(Currency) }),
})

export const topUpStates = ['pending', 'success', 'failed'] as const
/**
 * `processing`: the payer has done their part and the provider is still moving the money; such a top-up does not
 * expire. `partial`: less was paid than requested, and only that was credited.
 */
const TopUpDetail = z.nullable(z.enum(['processing', 'partial']))
export const TopUp = z.object({
  reference: z.string(),
  provider: ProviderName,
  amount: z.number(),
  currency: Currency,
  /** The amount asked for; `amount` is what was credited, or the same before that. */
  requested: z.number(),
  status: z.enum(topUpStates),
  detail: TopUpDetail,
  created_at: z.string(),
  /** Where a pending top-up can be paid; null when it is settled or uses an inline form. */
  pay_url: z.nullable(z.string()),
  /** Amount that can be refunded to the payment method now. */
  refundable: z.number(),
  /** Whether the provider only refunds the full amount. */
  refund_whole: z.boolean(),
})
export type TopUp = z.infer<typeof TopUp>

export const listTopUps = endpoint({
  name: 'listTopUps',
  method: 'GET',
  path: '/api/v1/wallet/top-ups',
  summary: 'Lists the driver’s top-ups, newest first',
  tag: 'wallet',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, status: z.optional(z.enum(topUpStates)) }),
  answer: pageOf(TopUp),
})

export const TopUpRequest = z.strictObject({
  amount: z.number('required').check(z.positive('positive')),
  /** By default that of the account's country. It decides on the provider, and on the balance that is credited. */
  currency: z.optional(Currency),
  /** A hold of the driver, in the top-up's currency, that is paid as soon as the money arrives. */
  booking_id: z.optional(Uuid),
  /** The same of a held order of the shop; not both. */
  order_id: z.optional(Uuid),
})
export const addFunds = endpoint({
  name: 'addFunds',
  method: 'POST',
  path: '/api/v1/wallet/add-funds',
  summary: 'Starts a top-up with the payment provider of the currency, by default that of the account’s country',
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

/** What came of the booking that a top-up was started for. */
export const topUpBookingResults = [
  /** The hold was paid. */
  'paid',
  /** The hold had expired; the same space was booked again, for no more than the price shown. */
  'booked_again',
  'already_paid',
  /** Less money arrived than the hold costs; the hold stays until it expires. */
  'not_covered',
  'no_space',
  'price_changed',
  /** The car park closed, or no longer takes this vehicle or any bookings. */
  'not_offered',
  /** The booking's end has passed. */
  'over',
  /** The driver released the space or cancelled the booking. */
  'cancelled',
  'failed',
] as const
export type TopUpBookingResult = (typeof topUpBookingResults)[number]

/** What came of the order of the shop that a top-up was started for. */
export const topUpOrderResults = [
  'paid',
  'already_paid',
  /** Less money arrived than the order costs; it is held until its time is over. */
  'not_covered',
  /** The hold had ended. */
  'over',
  /** The customer had cancelled the order. */
  'canceled',
  'failed',
] as const
export type TopUpOrderResult = (typeof topUpOrderResults)[number]

const PaymentResult = z.object({
  status: z.enum(['success', 'pending', 'failed']),
  message: z.string(),
  data: z.object({
    /** Current balance in the payment's currency. */
    new_balance: z.number(),
    currency: Currency,
    amount: z.number(),
    requested: z.number(),
    detail: TopUpDetail,
    reference: z.string(),
    /** Null for a top-up of the wallet alone, and until the money is credited. */
    booking: z.nullable(
      z.object({
        result: z.enum(topUpBookingResults),
        /** The booking that is paid now; otherwise the one that the top-up was started for. */
        booking_code: z.string(),
      }),
    ),
    order: z.nullable(z.object({ result: z.enum(topUpOrderResults), order_number: z.string() })),
  }),
})
export type PaymentResult = z.infer<typeof PaymentResult>

export const verifyPayment = endpoint({
  name: 'verifyPayment',
  method: 'POST',
  path: '/api/v1/wallet/verify-payment',
  summary: 'Verifies a payment with its provider and credits it once',
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
  summary: 'Older name of verify-payment; credits only what the provider confirms',
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
 * How a top-up is paid: `redirect` to the provider's page, `inline` with the provider's script, `demo` when a demo has
 * neither keys nor simulators (nothing is credited), `closed` when top-ups are unavailable.
 */
export const gatewayModes = ['redirect', 'inline', 'demo', 'closed'] as const

const gatewayFacts = {
  provider: ProviderName,
  name: z.string(),
  currency: Currency,
  symbol: z.string(),
  config: z.object({
    public_key: z.nullable(z.string()),
    /** Script of the inline form; null when the provider has none. */
    script_url: z.nullable(z.string()),
    /** Wave only. */
    api_url: z.optional(z.string()),
  }),
}
/** The payment gateway for top-ups of a country. */
export const Gateway = z.object({
  ...gatewayFacts,
  mode: z.enum(gatewayModes),
  /** Limits of one top-up, in major units. */
  least: z.number(),
  most: z.number(),
  quick: z.array(z.number()),
  /** Used for the same amount and currency when the provider can't start the payment. */
  fallback: z.optional(z.object({ ...gatewayFacts, mode: z.enum(gatewayModes) })),
})
export type Gateway = z.infer<typeof Gateway>

export const getGateway = endpoint({
  name: 'getGateway',
  method: 'GET',
  path: '/api/v1/wallet/gateway',
  summary:
    'Returns the payment gateway of `country`, by default that of the account’s country; without a login Nigeria’s',
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
  summary: 'Starts a top-up for Stripe’s form in the page; `metadata` is ignored',
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
  /** `reference` is passed to verify-payment. */
  answer: z.object({
    client_secret: z.string(),
    reference: z.string(),
    /** Opens the driver’s saved cards in the form; missing where there are none to offer. */
    customer_session_client_secret: z.optional(z.string()),
  }),
})

const webhook = (provider: 'Paystack' | 'Wave' | 'Stripe') =>
  endpoint({
    name: `receive${provider}Webhook`,
    method: 'POST',
    path: `/api/v1/webhooks/${provider.toLowerCase()}`,
    summary: `Receives webhooks of ${provider}; verifies the signature over the raw body and stores the event`,
    tag: 'webhooks',
    auth: 'none',
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  })
export const paystackWebhook = webhook('Paystack')
export const waveWebhook = webhook('Wave')
export const stripeWebhook = webhook('Stripe')

/**
 * For the browser that a provider redirects back to, which may not be signed in: reveals the state to whoever has the
 * reference, but neither the amount nor the payer.
 */
export const getPaymentState = endpoint({
  name: 'getPaymentState',
  method: 'GET',
  path: '/api/v1/wallet/payments/{reference}',
  summary: 'Returns the state of a payment by its reference; needs no login',
  tag: 'wallet',
  auth: 'none',
  status: 200,
  params: z.strictObject({ reference: line(1, 100) }),
  answer: z.object({
    status: z.enum(['success', 'pending', 'failed']),
    /** Whether the money paid for a booking; null if it was for the wallet alone or has not arrived. */
    is_booked: z.nullable(z.boolean()),
  }),
})
