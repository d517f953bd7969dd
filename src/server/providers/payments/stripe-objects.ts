import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { feesOf, type Fee } from './provider-fees.ts'
import { ProviderError, type PaymentState, type VerifiedWebhook } from './provider.ts'
import { bodyKey } from './signature.ts'
import { stripeSdk } from './stripe-sdk.ts'
import { wholeAmount } from './units.ts'
import { parseJson, shortly, understood } from './wire.ts'

/** The parts of Stripe's objects that affect money. The SDK only declares their types; these schemas check them. */
export const PaymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  amount_received: z.number(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  next_action: z.nullish(z.object({ type: z.string() })),
  last_payment_error: z.nullish(z.object({ code: z.nullish(z.string()), decline_code: z.nullish(z.string()) })),
  latest_charge: z.nullish(
    z.union([
      z.string(),
      z.object({
        created: z.number(),
        amount_refunded: z.nullish(z.number()),
        disputed: z.nullish(z.boolean()),
        balance_transaction: z.optional(z.unknown()),
      }),
    ]),
  ),
})
export type PaymentIntent = z.infer<typeof PaymentIntent>

export const IntentCreated = z.object({ id: z.string(), client_secret: z.string() })

export const Session = z.object({
  id: z.string(),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  client_reference_id: z.nullable(z.string()),
  amount_total: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  url: z.nullish(z.string()),
  payment_intent: z.nullish(z.union([z.string(), PaymentIntent])),
})
export type Session = z.infer<typeof Session>

const WebhookBody = z.object({
  id: z.string().check(z.maxLength(200)),
  type: z.string().check(z.maxLength(100)),
  data: z.object({
    object: z.object({
      id: z.optional(z.string().check(z.maxLength(200))),
      object: z.optional(z.string()),
      client_reference_id: z.nullish(z.string().check(z.maxLength(200))),
      payment_intent: z.optional(z.unknown()),
      metadata: z.optional(z.unknown()),
    }),
  }),
})
const Referring = z.object({ reference: z.string().check(z.maxLength(200)) })

const Booked = z.object({ id: z.string(), fee: z.int(), currency: z.string() })

/** Returns Stripe's fees from balance transactions, in the balance's currency; skips those that were not expanded. */
export const feesOfBalance = (movements: readonly unknown[]): Fee[] =>
  movements.flatMap((movement) => {
    const { success, data } = Booked.safeParse(movement)
    return success ? feesOf(data.id, BigInt(data.fee), data.currency.toUpperCase()) : []
  })

export const feesOfIntent = ({ latest_charge: charge }: PaymentIntent): Fee[] =>
  feesOfBalance(typeof charge === 'object' ? [charge?.balance_transaction] : [])

const intentAbandonedAfter_s = 30 * 60

/** Whether a payment intent is final: no later attempt can change it. */
export const isSettled = ({ status }: PaymentIntent): boolean => status === 'succeeded' || status === 'canceled'

export function stateOfIntent(intent: PaymentIntent, now: Date, provider_reference = intent.id): PaymentState {
  switch (intent.status) {
    case 'succeeded':
      return {
        state: 'success',
        provider_reference,
        amount_minor: wholeAmount('stripe', intent.amount_received),
        currency: intent.currency.toUpperCase(),
        paid_at: paidAt(intent),
        top_up_id: intent.metadata['top_up'] ?? null,
        is_reversed: isReversed(intent),
        fees: feesOfIntent(intent),
      }
    case 'canceled':
      return { state: 'failed', provider_reference, reason: reasonOf(intent, 'canceled') }
    case 'requires_payment_method': {
      // A declined card may be followed by a good one on the same intent, which never expires: a young intent is
      // pending. If an old one is paid after all, its webhook updates the payment.
      const young = now.getTime() / 1000 - intent.created < intentAbandonedAfter_s
      return young
        ? { state: 'pending', provider_reference, is_processing: false }
        : { state: 'failed', provider_reference, reason: reasonOf(intent, 'abandoned') }
    }
    default:
      return { state: 'pending', provider_reference, is_processing: isProcessing(intent) }
  }
}

/** Returns a session's state. `payment_intent` must be expanded, because only it has the amount received. */
export function stateOfSession(session: Session, now: Date): PaymentState {
  const provider_reference = session.id
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (intent && isSettled(intent)) return stateOfIntent(intent, now, provider_reference)
  if (session.payment_status === 'paid') {
    throw new ProviderError('unavailable', 'stripe', 'paid without a payment', { code: 'bad_answer' })
  }
  if (session.status === 'expired') {
    return { state: 'failed', provider_reference, reason: intent ? reasonOf(intent, 'expired') : 'expired' }
  }
  // Complete but unpaid means a delayed method such as a bank debit; if that fails, the session allows no second
  // attempt.
  if (session.status === 'complete' && intent?.status === 'requires_payment_method') {
    return { state: 'failed', provider_reference, reason: reasonOf(intent, 'failed') }
  }
  return { state: 'pending', provider_reference, is_processing: session.status === 'complete' }
}

/** What a payer's bank does for days: a debit under way, a transfer or a test deposit that is awaited. */
const slowActions = new Set(['verify_with_microdeposits', 'display_bank_transfer_instructions'])
const isProcessing = ({ status, next_action }: PaymentIntent): boolean =>
  status === 'processing' || (status === 'requires_action' && slowActions.has(next_action?.type ?? ''))

const lately_s = 26 * 3600
const looksAt = 300

/** Finds the session of a reference among the newest ones of the last day, with its payment intent expanded. */
export async function findLately(stripe: Stripe, reference: string, now: Date): Promise<Session | undefined> {
  const created = { gte: Math.floor(now.getTime() / 1000) - lately_s }
  const expand = ['data.payment_intent.latest_charge.balance_transaction']
  let left = looksAt
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100, expand })) {
    if (session.client_reference_id === reference) return understood('stripe', Session, session)
    left -= 1
    if (left === 0) break
  }
  return undefined
}

/** Converts an error of the SDK. */
export function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { errors } = stripeSdk()
  if (!(error instanceof errors.StripeError)) {
    return new ProviderError('unavailable', 'stripe', 'an answer that makes no sense', {
      code: 'bad_answer',
      cause: error,
    })
  }
  const status = error.statusCode ?? 0
  const connected = !(error instanceof errors.StripeConnectionError)
  // Stripe reports a key used with another request as 400, and one still in progress as 409.
  if (error.type === 'StripeIdempotencyError' && status === 400) {
    return new ProviderError('refused', 'stripe', 'that reference is taken', {
      code: 'duplicate_reference',
      cause: error,
    })
  }
  if (connected && status >= 400 && status < 500 && ![408, 409, 429].includes(status)) {
    return new ProviderError('refused', 'stripe', `${status} ${shortly(error.message)}`, {
      code: error.code ?? error.type,
      cause: error,
    })
  }
  const code = connected ? `http_${status}` : 'connection'
  return new ProviderError('unavailable', 'stripe', connected ? `answered ${status}` : 'the connection failed', {
    code,
    cause: error,
  })
}

export const inOurWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw providerError(error)
  })

/** Parses a verified body. Our reference is on the session itself, or in the metadata of other objects. */
export function parseWebhook(raw: Buffer): VerifiedWebhook {
  const read = WebhookBody.safeParse(parseJson(raw.toString('utf8')))
  if (!read.success)
    return { event_key: bodyKey(raw), event_type: 'unreadable', reference: null, provider_reference: null }
  const { id, type, data } = read.data
  const { object } = data
  const itself = object.object === 'checkout.session' || object.object === 'payment_intent'
  const behind = typeof object.payment_intent === 'string' ? object.payment_intent.slice(0, 200) : null
  return {
    event_key: id,
    event_type: type,
    reference: object.client_reference_id ?? Referring.safeParse(object.metadata).data?.reference ?? null,
    provider_reference: itself ? (object.id ?? null) : behind,
  }
}

const paidAt = ({ latest_charge }: PaymentIntent): string | null =>
  latest_charge && typeof latest_charge === 'object' ? new Date(latest_charge.created * 1000).toISOString() : null

const isReversed = ({ latest_charge: charge }: PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && ((charge.amount_refunded ?? 0) > 0 || charge.disputed === true)

const reasonOf = ({ last_payment_error: error }: PaymentIntent, otherwise: string): string =>
  shortly(error?.decline_code ?? error?.code ?? otherwise)
