import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { currencyDigits } from '#contract/money.ts'
import type { Desk } from './desk.ts'
import { languageOf, sendMissing, sendPage } from './page.ts'
import { createRefunds, pageOf as listOf } from './paystack-refunds.ts'
import {
  announce,
  isWebAddress,
  postedOutcome,
  randomId,
  Refusal,
  sendOn,
  speakAs,
  type Outcome,
  type StandIn,
} from './stand-in.ts'
import type { Notice } from './webhooks.ts'

export type PaystackKeys = { secret_key: string }

type Transaction = {
  id: number
  access_code: string
  reference: string
  email: string
  /** Requested amount in hundredths of the major unit. */
  requested_amount: number
  fees: number
  amount: number
  /** Amount refunded or being refunded. */
  returned: number
  currency: keyof typeof currencyDigits
  metadata: unknown
  back: string
  cancel: string
  status: 'abandoned' | 'pending' | 'failed' | 'success'
  gateway_response: string
  created_at: string
  paid_at: string | null
}

const error = (message: string, code: string, nextStep: string) => ({
  status: false,
  message,
  meta: { nextStep },
  type: 'validation_error',
  code,
})

const words = {
  unavailable: { status: false, message: 'An unexpected error occurred', type: 'api_error', code: 'unknown' },
  unauthorized: error('Invalid key', 'invalid_Key', 'Ensure that you provide the correct authorization key'),
  invalid: error('Invalid request', 'invalid_params', 'Ensure that the body is JSON with the documented fields'),
}
const refuse = (message: string, code: string, nextStep: string) => new Refusal(400, error(message, code, nextStep))

/** Paystack's transactions: initialize, verify, the hosted page and `charge.success`. */
export function mountPaystack(
  app: FastifyInstance,
  standIn: StandIn,
  { keys, closing }: { keys: PaystackKeys; closing: AbortSignal },
): Desk {
  const byReference = new Map<string, Transaction>()
  const byCode = new Map<string, Transaction>()
  const find = (idOrReference: string): Transaction | undefined =>
    byReference.get(idOrReference) ?? [...byReference.values()].find(({ id }) => String(id) === idOrReference)
  const notice = (event: string, reference: string, data: object) => noticeOf(event, reference, data, keys.secret_key)
  const refunds = createRefunds(standIn, { find, notice })
  const pageOf = ({ access_code }: Transaction) => `${standIn.origin()}/paystack/pay/${access_code}`

  app.register(
    async (api) => {
      speakAs(api, standIn, { keys: [keys.secret_key], words, closing })

      refunds.mount(api)
      api.get<{ Querystring: Record<string, string> }>('/transaction', async ({ query }) => ({
        status: true,
        message: 'Transactions retrieved',
        ...listOf([...byReference.values()].map(dataOf), query),
      }))
      api.post<{ Body: Record<string, unknown> | null }>('/transaction/initialize', async ({ body }) => {
        const transaction = createTransaction(body ?? {}, standIn, byReference.size + 1)
        if (byReference.has(transaction.reference)) {
          throw refuse(
            'Duplicate Transaction Reference',
            'duplicate_reference',
            'Generate a new reference and try again',
          )
        }
        byReference.set(transaction.reference, transaction)
        byCode.set(transaction.access_code, transaction)
        const { access_code, reference } = transaction
        const data = { authorization_url: pageOf(transaction), access_code, reference }
        return { status: true, message: 'Authorization URL created', data }
      })

      api.get<{ Params: { reference: string } }>('/transaction/verify/:reference', async ({ params }) => {
        const transaction = byReference.get(params.reference)
        if (!transaction) {
          const nextStep = "Ensure that you're passing the reference of a transaction that exists on this integration"
          throw refuse('Transaction reference not found.', 'transaction_not_found', nextStep)
        }
        return { status: true, message: 'Verification successful', data: dataOf(transaction) }
      })
    },
    { prefix: '/paystack' },
  )

  app.get<{ Params: { code: string } }>('/paystack/pay/:code', async ({ params, headers }, reply) => {
    const language = languageOf(null, headers['accept-language'])
    const transaction = byCode.get(params.code)
    if (!transaction) return sendMissing(reply, 'paystack', language)
    return sendPage(reply, hostedPage(transaction, language))
  })

  app.post<{ Params: { code: string } }>('/paystack/pay/:code', async (request, reply) => {
    const language = languageOf(null, request.headers['accept-language'])
    const transaction = byCode.get(request.params.code)
    if (!transaction) return sendMissing(reply, 'paystack', language)
    const outcome = postedOutcome(request)
    if (!outcome) return sendPage(reply, hostedPage(transaction, language), 400)
    if (settle(transaction, outcome, standIn.now()))
      await announce(standIn, [notice('charge.success', transaction.reference, dataOf(transaction))])
    return sendOn(reply, transaction.status === 'abandoned' ? transaction.cancel : returnAddress(transaction))
  })

  const sendDisputeWebhook = (event: string, reference: string, status: string, resolution: string | null) => {
    const transaction = get(reference)
    const { id, requested_amount: refund_amount, currency } = transaction
    const dispute = { id, refund_amount, currency, status, resolution, domain: 'test', category: 'chargeback' }
    return announce(standIn, [
      notice(event, reference, { ...dispute, transaction: dataOf(transaction), transaction_reference: null }),
    ])
  }
  const get = (reference: string): Transaction => {
    const transaction = byReference.get(reference)
    if (transaction === undefined) throw new Error(`no transaction ${reference}`)
    return transaction
  }
  return {
    ...refunds.desk,
    dispute: (reference) => sendDisputeWebhook('charge.dispute.create', reference, 'awaiting-merchant-feedback', null),
    // Paystack refunds an accepted dispute itself.
    async closeDispute(reference, outcome) {
      const resolution = outcome === 'won' ? 'declined' : 'merchant-accepted'
      if (outcome === 'lost') await refunds.desk.refund(reference)
      await sendDisputeWebhook('charge.dispute.resolve', reference, 'resolved', resolution)
    },
    books: () =>
      [...byReference.values()]
        .filter(({ paid_at }) => paid_at !== null)
        .map(({ id, reference, currency, requested_amount, amount, fees }) => {
          const factor = 10n ** BigInt(2 - currencyDigits[currency])
          const returned_minor = BigInt(refunds.returned(id)) / factor
          const kept_minor = BigInt(fees - (amount - requested_amount)) / factor
          return { reference, currency, paid_minor: BigInt(requested_amount) / factor, returned_minor, kept_minor }
        }),
  }
}

function createTransaction(body: Record<string, unknown>, { behaviour, now }: StandIn, id: number): Transaction {
  const { email, amount, callback_url, metadata } = body
  const reference = body.reference ?? randomId(10)
  const currency = body.currency ?? 'NGN'
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw refuse('Invalid Email Address Passed', 'invalid_email_address', 'Ensure that you pass a valid email address')
  }
  if (typeof reference !== 'string' || !/^[A-Za-z0-9\-.=]{1,100}$/.test(reference)) {
    throw refuse('Invalid transaction reference', 'invalid_params', 'Only letters, digits, -, . and = are allowed')
  }
  if (!isCurrency(currency)) {
    throw refuse('Currency not supported by merchant', 'unsupported_currency', 'Use a currency your account supports')
  }
  const value = Number(amount)
  if (behaviour.refuse || !Number.isSafeInteger(value) || value <= 0 || value > 1_000_000_000) {
    throw refuse('Invalid Amount Sent', 'invalid_params', 'Ensure that the amount is in the subunit and within limits')
  }
  if (!isWebAddress(callback_url)) {
    throw refuse('Invalid callback URL', 'invalid_params', 'Ensure that the callback URL is fully qualified')
  }
  // 1.5 %, rounded to whole minor units.
  const unit = 10 ** (2 - currencyDigits[currency])
  const fees = Math.round((value * 0.015) / unit) * unit
  const cancel = (metadata as { cancel_action?: unknown } | null | undefined)?.cancel_action
  return {
    id: 4_000_000_000 + id,
    access_code: randomId(15),
    reference,
    email,
    requested_amount: value,
    fees,
    amount: behaviour.payer_bears_fees ? value + fees : value,
    returned: 0,
    currency,
    metadata: metadata ?? '',
    back: callback_url,
    cancel: isWebAddress(cancel) ? cancel : callback_url,
    status: 'abandoned',
    gateway_response: 'The transaction was not completed',
    created_at: now().toISOString(),
    paid_at: null,
  }
}

const isCurrency = (code: unknown): code is Transaction['currency'] =>
  typeof code === 'string' && Object.hasOwn(currencyDigits, code)

/** Updates the transaction; returns true when a webhook is due. Paystack sends one only for successes. */
function settle(transaction: Transaction, outcome: Outcome, now: Date): boolean {
  if (isClosed(transaction)) return false
  if (outcome === 'abandoned') return false
  transaction.status = outcome
  transaction.gateway_response = { success: 'Approved', failed: 'Declined', pending: 'Pending' }[outcome]
  if (outcome === 'success') transaction.paid_at = now.toISOString()
  return outcome === 'success'
}

const isClosed = ({ status }: Transaction): boolean => status === 'success' || status === 'failed'

function dataOf({ back: _back, cancel: _cancel, access_code: _code, returned, email, ...transaction }: Transaction) {
  const { status, amount } = transaction
  return {
    ...transaction,
    status: status === 'success' && returned === amount ? 'reversed' : status,
    domain: 'test',
    message: null,
    channel: 'card',
    ip_address: '127.0.0.1',
    log: null,
    fees: transaction.status === 'success' ? transaction.fees : null,
    authorization: {},
    customer: { id: transaction.id, email, customer_code: `CUS_${transaction.id}`, phone: null, metadata: null },
    plan: null,
  }
}

function noticeOf(event: string, reference: string, data: object, secret_key: string): Notice {
  return {
    provider: 'paystack',
    event_type: event,
    reference,
    body: JSON.stringify({ event, data }),
    sign: (body) => ({ 'x-paystack-signature': createHmac('sha512', secret_key).update(body).digest('hex') }),
  }
}

function returnAddress({ back, reference }: Transaction): string {
  const address = new URL(back)
  address.searchParams.append('trxref', reference)
  address.searchParams.append('reference', reference)
  return address.href
}

function hostedPage(transaction: Transaction, language: 'en' | 'fr') {
  const { amount, currency, reference, status, back, cancel } = transaction
  // An amount that isn't a whole number of XOF is shown as it would be charged.
  const digits = amount % 100 === 0 ? currencyDigits[currency] : 2
  return {
    provider: 'paystack' as const,
    language,
    amount: (amount / 100).toFixed(digits),
    currency,
    reference,
    addresses: [back, cancel],
    closed: isClosed(transaction) ? { outcome: status, back: returnAddress(transaction) } : null,
  }
}
