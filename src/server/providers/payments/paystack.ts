import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { minute_ms } from '#contract/time.ts'
import { Identifier } from './exact-json.ts'
import { feesOfTransaction, findReference, findReversals, list, refund, type AskPaystack } from './paystack-refunds.ts'
import {
  ProviderError,
  type PaymentProvider,
  type PaymentState,
  type StartedPayment,
  type StartPayment,
  type VerifiedWebhook,
} from './provider.ts'
import { baseAddress, bodyKey, listSecrets, requireSecret, sameDigest, singleHeader } from './signature.ts'
import { fromHundredths, toHundredths } from './units.ts'
import {
  answerWithin_ms,
  ask,
  askTwice,
  instant,
  isUnavailable,
  parseJson,
  payerAddress,
  shortly,
  understood,
  type Answer,
} from './wire.ts'

export interface PaystackConfig {
  secret_key: string
  /** The one before, whose webhooks are accepted too. */
  previous_secret?: string | undefined
  base_url: string
  /** Timeout for one response; 10 s by default. */
  timeout_ms?: number
  now?: () => Date
}

const Refusal = z.object({ message: z.optional(z.string()), code: z.nullish(z.string()) })

const Initialized = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
})

const Verified = z.object({
  status: z.literal(true),
  data: z.object({
    id: Identifier,
    status: z.string(),
    reference: z.string(),
    amount: z.number(),
    requested_amount: z.nullish(z.number()),
    currency: z.string(),
    paid_at: z.nullish(z.string()),
    created_at: z.nullish(z.string()),
    gateway_response: z.nullish(z.string()),
    fees: z.optional(z.unknown()),
    metadata: z.optional(z.unknown()),
  }),
})
/** Paystack's metadata may be 0, "" or an object; ours is an object. */
const Note = z.object({ top_up: z.string() })
type Transaction = z.infer<typeof Verified>['data']

const WebhookBody = z.object({
  event: z.string().check(z.maxLength(100)),
  data: z.object({
    id: z.nullish(Identifier.check(z.maxLength(100))),
    reference: z.nullish(z.string().check(z.maxLength(200))),
    transaction_reference: z.nullish(z.string().check(z.maxLength(200))),
    transaction: z.optional(z.unknown()),
  }),
})
/** The payment that a webhook about something else, such as a dispute, refers to. */
const Origin = z.object({ id: Identifier.check(z.maxLength(100)), reference: z.string().check(z.maxLength(200)) })

const abandonedAfter_ms = 30 * minute_ms

/** Creates the Paystack adapter. Amounts are in hundredths of the major unit in every currency. */
export function createPaystack(config: PaystackConfig): PaymentProvider {
  const secret_key = requireSecret('the Paystack secret key', config.secret_key)
  const secrets = listSecrets(secret_key, config.previous_secret)
  const base_url = baseAddress(config.base_url)
  const now = config.now ?? (() => new Date())
  const connection = { bearer: secret_key, timeout_ms: config.timeout_ms ?? answerWithin_ms }

  const call: AskPaystack = async (method, path, body) => {
    const url = `${base_url}${path}`
    const answer = await ask('paystack', { ...connection, method, url, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 400) throw refusal(answer)
    return answer
  }

  const initialize = async (request: StartPayment): Promise<StartedPayment> => {
    const answer = await call('POST', '/transaction/initialize', {
      email: request.email,
      amount: toHundredths('paystack', request.amount_minor, request.currency),
      currency: request.currency,
      reference: request.reference,
      callback_url: request.callback_url,
      metadata: { ...request.metadata, cancel_action: request.cancel_url },
    })
    const { data } = understood('paystack', Initialized, answer.body)
    return {
      provider_reference: null,
      authorization_url: payerAddress('paystack', data.authorization_url, config.base_url),
      access_code: data.access_code,
    }
  }

  return {
    name: 'paystack',

    async startPayment(request) {
      try {
        return await initialize(request)
      } catch (error) {
        if (!isUnavailable(error) || error.code === 'http_429') throw error
        return await initialize(request).catch((again: unknown) => {
          // The lost first response held this page's only address, so nobody can pay it and a new reference is safe.
          if (again instanceof ProviderError && again.code === 'duplicate_reference') {
            throw new ProviderError('unavailable', 'paystack', 'the address of the page was lost', {
              code: 'answer_lost',
              cause: error,
            })
          }
          throw again
        })
      }
    },

    async findPayment({ reference }) {
      const answer = await askTwice(() =>
        ask('paystack', {
          ...connection,
          method: 'GET',
          url: `${base_url}/transaction/verify/${encodeURIComponent(reference)}`,
        }),
      )
      if (isNotFound(answer)) return { state: 'unknown' }
      if (answer.status >= 400) throw refusal(answer)
      const { data } = understood('paystack', Verified, answer.body)
      if (data.reference !== reference) {
        throw new ProviderError('unavailable', 'paystack', 'answered for another payment', { code: 'bad_answer' })
      }
      return stateOf(data, now())
    },

    canRefundParts: true,
    refundPayment: (request) => refund(call, request),
    findReversals: (payment) => findReversals(call, payment),
    findReference: (id) => findReference(call, id),
    listPayments: (from, to) => list(call, from, to),

    verifyWebhook(raw, headers) {
      const given = singleHeader(headers, 'x-paystack-signature')
      const isSignedBy = (secret: string) =>
        sameDigest(createHmac('sha512', secret).update(raw).digest('hex'), (given ?? '').toLowerCase())
      if (!given || !secrets.some(isSignedBy)) {
        throw new ProviderError('bad_signature', 'paystack', 'a webhook without a valid signature')
      }
      return parseWebhook(raw)
    },
  }
}

function stateOf(transaction: Transaction, now: Date): PaymentState {
  const provider_reference = transaction.id
  const reason = shortly(transaction.gateway_response || transaction.status)
  switch (transaction.status) {
    case 'success':
      return {
        state: 'success',
        provider_reference,
        amount_minor: paidAmount(transaction),
        currency: transaction.currency,
        paid_at: instant(transaction.paid_at),
        top_up_id: Note.safeParse(transaction.metadata).data?.top_up ?? null,
        is_reversed: false,
        fees: feesOfTransaction(transaction),
      }
    case 'failed':
    case 'reversed':
      return { state: 'failed', provider_reference, reason }
    case 'abandoned':
      return mayStillBePaid(transaction, now)
        ? { state: 'pending', provider_reference, is_processing: false }
        : { state: 'failed', provider_reference, reason }
    default:
      // ongoing, pending, processing, queued; an unknown status also leaves it pending.
      return {
        state: 'pending',
        provider_reference,
        is_processing: transaction.status === 'processing' || transaction.status === 'queued',
      }
  }
}

/**
 * Returns the amount to credit. When the payer bears the fees, `amount` includes them and `requested_amount` is
 * credited. A partial payment returns the part, and the caller sees the difference.
 */
function paidAmount({ amount, requested_amount, currency }: Transaction): bigint {
  return fromHundredths('paystack', Math.min(amount, requested_amount ?? amount), currency)
}

// Paystack reports `abandoned` until somebody pays, so a young one is still pending. An old one, or one without an age,
// has failed; if it is paid after all, its webhook updates the payment.
function mayStillBePaid({ created_at }: Transaction, now: Date): boolean {
  const created = created_at ? Date.parse(created_at) : Number.NaN
  return now.getTime() - created < abandonedAfter_ms
}

function isNotFound({ status, body }: Answer): boolean {
  if (status !== 400 && status !== 404) return false
  const reported = z.object({ status: z.literal(false), ...Refusal.shape }).safeParse(body)
  return (
    reported.success &&
    (reported.data.code === 'transaction_not_found' || /reference not found/i.test(reported.data.message ?? ''))
  )
}

function refusal({ status, body }: Answer): ProviderError {
  const reported = Refusal.safeParse(body)
  const message = shortly((reported.success && reported.data.message) || 'no reason given')
  const duplicate = /duplicate transaction reference/i.test(message)
  const code = duplicate ? 'duplicate_reference' : (reported.success && reported.data.code) || `http_${status}`
  return new ProviderError('refused', 'paystack', `${status} ${message}`, { code })
}

function parseWebhook(raw: Buffer): VerifiedWebhook {
  const read = WebhookBody.safeParse(parseJson(raw.toString('utf8')))
  if (!read.success)
    return { event_key: bodyKey(raw), event_type: 'unreadable', reference: null, provider_reference: null }
  const { event, data } = read.data
  const origin = Origin.safeParse(data.transaction).data
  const reference = origin?.reference ?? data.transaction_reference ?? data.reference ?? null
  return {
    event_key: data.id === undefined || data.id === null ? bodyKey(raw) : `${event}:${data.id}:${reference ?? ''}`,
    event_type: event,
    reference,
    provider_reference: origin?.id ?? (event === 'charge.success' ? (data.id ?? null) : null),
  }
}
