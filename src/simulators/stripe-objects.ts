import type Stripe from 'stripe'
import type { Behaviour } from './control.ts'
import { isWebAddress, randomId, Refusal } from './stand-in.ts'

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  client_secret: string
  created: number
  currency: string
  customer: string | null
  last_payment_error: typeof declined | null
  latest_charge: Charge | null
  livemode: false
  metadata: Record<string, string>
  payment_method: string | null
  receipt_email: string | null
  setup_future_usage: 'on_session' | null
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
}

export interface Charge {
  id: string
  object: 'charge'
  created: number
  amount: number
  amount_refunded: number
  disputed: boolean
  balance_transaction: Stripe.BalanceTransaction
}

export interface Session {
  id: string
  object: 'checkout.session'
  amount_total: number
  cancel_url: string
  client_reference_id: string | null
  created: number
  currency: string
  customer_email: string | null
  expires_at: number
  livemode: false
  locale: string | null
  metadata: Record<string, string>
  mode: 'payment'
  payment_intent: Intent | null
  payment_intent_metadata: Record<string, string>
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string
}

/** Minimum amounts in Stripe's units; XOF is one of its zero-decimal currencies. */
const minAmount: Record<string, number> = { usd: 50, cad: 50, ngn: 80_000, xof: 300 }
const maxAmount = 99_999_999

export const stripeError = (status: number, error: Record<string, unknown>): Refusal => new Refusal(status, { error })

export const invalidRequest = (param: string, message: string, code = 'parameter_invalid'): Refusal =>
  stripeError(400, { type: 'invalid_request_error', param, message, code })

export const missing = (what: string, id: string): Refusal =>
  stripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` })

export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Creates a Checkout Session from Stripe's form fields; throws Stripe's errors. The caller sets `url`. */
export function sessionFrom(form: URLSearchParams, now: Date): Session {
  const price = 'line_items[0][price_data]'
  const success_url = form.get('success_url')
  const cancel_url = form.get('cancel_url') ?? success_url
  if (form.get('mode') !== 'payment') throw invalidRequest('mode', 'Only payment is stood in for')
  if (!isWebAddress(success_url)) throw invalidRequest('success_url', 'Not a valid URL', 'url_invalid')
  if (!isWebAddress(cancel_url)) throw invalidRequest('cancel_url', 'Not a valid URL', 'url_invalid')
  if (!form.get(`${price}[product_data][name]`)) throw invalidRequest('line_items', 'Missing product name')
  const { amount, currency } = priceOf(form.get(`${price}[unit_amount]`), form.get(`${price}[currency]`))
  const created = unixSeconds(now)
  const expires_at = Number(form.get('expires_at') ?? created + 24 * 3600)
  if (!(expires_at >= created + 30 * 60 && expires_at <= created + 24 * 3600)) {
    throw invalidRequest('expires_at', 'Must be between 30 minutes and 24 hours from now')
  }
  return {
    id: `cs_test_${randomId(24)}`,
    object: 'checkout.session',
    amount_total: amount * Number(form.get('line_items[0][quantity]') ?? 1),
    cancel_url,
    client_reference_id: form.get('client_reference_id'),
    created,
    currency,
    customer_email: form.get('customer_email'),
    expires_at,
    livemode: false,
    locale: form.get('locale'),
    metadata: nested(form, 'metadata'),
    mode: 'payment',
    payment_intent: null,
    payment_intent_metadata: nested(form, 'payment_intent_data[metadata]'),
    payment_status: 'unpaid',
    status: 'open',
    success_url,
    url: '',
  }
}

/** Creates a payment intent from Stripe's form fields; throws Stripe's errors. */
export function intentFrom(form: URLSearchParams, now: Date): Intent {
  const { amount, currency } = priceOf(form.get('amount'), form.get('currency'))
  const intent = newIntent({ amount, currency, metadata: nested(form, 'metadata') }, now)
  return { ...intent, customer: form.get('customer') }
}

export function newIntent(of: Pick<Intent, 'amount' | 'currency' | 'metadata'>, now: Date): Intent {
  const id = `pi_${randomId(24)}`
  return {
    ...of,
    id,
    object: 'payment_intent',
    amount_received: 0,
    client_secret: `${id}_secret_${randomId(25)}`,
    created: unixSeconds(now),
    customer: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    payment_method: null,
    receipt_email: null,
    setup_future_usage: null,
    status: 'requires_payment_method',
  }
}

type NewBalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'amount' | 'currency' | 'fee' | 'source' | 'type' | 'reporting_category'
>
/** Exchange rate when the balance has another currency than the payment. */
const exchange_rate = 0.75

export function createBalanceTransaction(
  moved: NewBalanceTransaction,
  settles_in: string | null,
  now: Date,
): Stripe.BalanceTransaction {
  const currency = settles_in ?? moved.currency
  const rate = currency === moved.currency ? null : exchange_rate
  const amount = Math.round(moved.amount * (rate ?? 1))
  const fee = Math.round(moved.fee * (rate ?? 1))
  const detail = { amount: fee, application: null, currency, description: 'Stripe processing fees' }
  return {
    ...moved,
    id: `txn_${randomId(24)}`,
    object: 'balance_transaction',
    amount,
    available_on: unixSeconds(now),
    balance_type: 'payments',
    created: unixSeconds(now),
    currency,
    description: null,
    exchange_rate: rate,
    fee,
    fee_details: fee === 0 ? [] : [{ ...detail, type: 'stripe_fee' }],
    net: amount - fee,
    status: 'pending',
  }
}

/** 2.9 % plus 30 minor units. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30

export function succeed(intent: Intent, { settles_in, paid_percent }: Behaviour, now: Date): void {
  const { currency } = intent
  const amount = Math.round((intent.amount * paid_percent) / 100)
  const source = `ch_${randomId(24)}`
  const moved = { amount, currency, fee: feeOf(amount), source, type: 'charge', reporting_category: 'charge' } as const
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.latest_charge = {
    id: source,
    object: 'charge',
    created: unixSeconds(now),
    amount,
    amount_refunded: 0,
    disputed: false,
    balance_transaction: createBalanceTransaction(moved, settles_in, now),
  }
}

export const declined = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
} as const

function priceOf(given: string | null, code: string | null): { amount: number; currency: string } {
  const currency = code?.toLowerCase() ?? ''
  const min = Object.hasOwn(minAmount, currency) ? minAmount[currency] : undefined
  if (min === undefined) throw invalidRequest('currency', `Invalid currency: ${currency}`)
  const amount = Number(given)
  if (!given || !Number.isInteger(amount))
    throw invalidRequest('amount', 'Invalid integer', 'parameter_invalid_integer')
  if (amount < min) throw invalidRequest('amount', 'Amount must be at min 50 cents', 'amount_too_small')
  if (amount > maxAmount) throw invalidRequest('amount', 'Amount must be no more than 999,999.99', 'amount_too_large')
  return { amount, currency }
}

export function nested(form: URLSearchParams, name: string): Record<string, string> {
  const entries: [string, string][] = []
  for (const [key, value] of form) {
    if (key.startsWith(`${name}[`) && key.endsWith(']')) entries.push([key.slice(name.length + 1, -1), value])
  }
  return Object.fromEntries(entries)
}
