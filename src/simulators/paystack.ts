import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { currencyDigits } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import { toExactJson } from '#server/providers/payments/exact-json.ts'
import { createTransfers } from '#simulators/payouts/paystack-transfers.ts'
import type { Desk } from './desk.ts'
import { languageOf, sendMissing, sendPage } from './page.ts'
import { createRefunds, firstId, pageOf as listOf } from './paystack-refunds.ts'
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

interface Transaction {
  id: bigint
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

interface Dispute {
  id: bigint
  reference: string
  status: 'awaiting-merchant-feedback' | 'resolved'
  resolution: 'merchant-accepted' | 'declined' | null
  created_at: string
  resolved_at: string | null
}
const answerDisputeWithin_ms = day_ms

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
  { keys, closing }: { keys: { secret_key: string }; closing: AbortSignal },
): Desk {
  const byReference = new Map<string, Transaction>()
  const byCode = new Map<string, Transaction>()
  const find = (idOrReference: string): Transaction | undefined =>
    byReference.get(idOrReference) ?? [...byReference.values()].find(({ id }) => String(id) === idOrReference)
  const notice = (event: string, reference: string, data: object) => noticeOf(event, reference, data, keys.secret_key)
  const get = (reference: string): Transaction => {
    const transaction = byReference.get(reference)
    if (transaction) return transaction
    throw new Error(`no transaction ${reference}`)
  }
  const refunds = createRefunds(standIn, {
    find,
    notice,
    transactionResponse: (reference) => transactionResponse(get(reference)),
  })
  const transfers = createTransfers(standIn, { notice })
  const disputes: Dispute[] = []
  const disputeResponse = ({ reference, created_at, resolved_at, ...dispute }: Dispute) => {
    const transaction = get(reference)
    return {
      ...dispute,
      refund_amount: transaction.requested_amount,
      currency: transaction.currency,
      domain: 'test',
      transaction: transactionResponse(transaction),
      transaction_reference: null,
      category: 'chargeback',
      customer: customerResponse(transaction.id, transaction.email),
      bin: authorization.bin,
      last4: authorization.last4,
      dueAt: new Date(Date.parse(created_at) + answerDisputeWithin_ms).toISOString(),
      resolvedAt: resolved_at,
      evidence: null,
      attachments: null,
      note: null,
      history: [{ status: dispute.status, by: transaction.email, createdAt: created_at }],
      messages: [],
      createdAt: created_at,
      updatedAt: resolved_at ?? created_at,
    }
  }
  const listTransactions = (query: Record<string, string>) => {
    const all = [...byReference.values()].map(transactionResponse)
    const { data, meta } = listOf(all, query, ({ created_at }) => created_at, standIn.behaviour.largest_page)
    const total_volume = all.reduce((sum, { amount }) => sum + amount, 0)
    return { data, meta: { ...meta, total_volume } }
  }
  const pageOf = ({ access_code }: Transaction) => `${standIn.origin()}/paystack/pay/${access_code}`

  app.register(
    async (api) => {
      speakAs(api, standIn, { keys: [keys.secret_key], words, closing })

      refunds.mount(api)
      transfers.mount(api)
      api.get<{ Querystring: Record<string, string> }>('/transaction', async ({ query }) => ({
        status: true,
        message: 'Transactions retrieved',
        ...listTransactions(query),
      }))
      api.post<{ Body: Record<string, unknown> | null }>('/transaction/initialize', async ({ body }) => {
        const transaction = createTransaction(body ?? {}, standIn, firstId + BigInt(byReference.size))
        if (byReference.has(transaction.reference)) {
          throw refuse('Duplicate Transaction Reference', 'duplicate_reference', 'Generate a new reference')
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
        const verified = { transaction_date: transaction.created_at, plan_object: {}, subaccount: {} }
        const data = { ...transactionResponse(transaction), ...verified }
        return { status: true, message: 'Verification successful', data }
      })
      api.get<{ Params: { id: string } }>('/transaction/:id', async ({ params }) => {
        const transaction = [...byReference.values()].find(({ id }) => String(id) === params.id)
        if (!transaction) {
          const nextStep = "Ensure that you're passing the id of a transaction that exists on this integration"
          throw new Refusal(
            404,
            error('Transaction ID or code specified is invalid', 'transaction_not_found', nextStep),
          )
        }
        return { status: true, message: 'Transaction retrieved', data: transactionResponse(transaction) }
      })
      api.get<{ Querystring: Record<string, string> }>('/dispute', async ({ query }) => ({
        status: true,
        message: 'Disputes retrieved',
        ...listOf(
          disputes
            .map(disputeResponse)
            .filter(({ status }) => query.status === undefined || status === query.status)
            .filter(({ transaction: { id } }) => query.transaction === undefined || String(id) === query.transaction),
          query,
          ({ createdAt }) => createdAt,
          standIn.behaviour.largest_page,
        ),
      }))
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
    if (settle(transaction, outcome, standIn))
      await announce(standIn, [notice('charge.success', transaction.reference, transactionResponse(transaction))])
    return sendOn(reply, transaction.status === 'abandoned' ? transaction.cancel : returnAddress(transaction))
  })

  const sendDisputeWebhook = (event: string, dispute: Dispute) => {
    const { createdAt, updatedAt, ...data } = disputeResponse(dispute)
    const dates = { created_at: createdAt, updated_at: updatedAt }
    return announce(standIn, [notice(event, dispute.reference, { ...data, ...dates })])
  }
  return {
    ...refunds.desk,
    payouts: transfers.desk,
    async dispute(reference) {
      const id = firstId + BigInt(disputes.length)
      const created_at = standIn.now().toISOString()
      const open = { status: 'awaiting-merchant-feedback', resolution: null, resolved_at: null } as const
      const dispute: Dispute = { id, reference, created_at, ...open }
      disputes.push(dispute)
      await sendDisputeWebhook('charge.dispute.create', dispute)
    },
    // Paystack refunds an accepted dispute itself.
    async closeDispute(reference, outcome) {
      const dispute = disputes.find((dispute) => dispute.reference === reference)
      if (dispute === undefined) throw new Error(`${reference} is not disputed`)
      dispute.status = 'resolved'
      dispute.resolution = outcome === 'won' ? 'declined' : 'merchant-accepted'
      dispute.resolved_at = standIn.now().toISOString()
      if (outcome === 'lost') await refunds.desk.refund(reference)
      await sendDisputeWebhook('charge.dispute.resolve', dispute)
    },
    books: () =>
      [...byReference.values()]
        .filter(({ paid_at }) => paid_at !== null)
        .map(({ id, reference, currency, requested_amount, amount, fees }) => {
          const factor = 10n ** BigInt(2 - currencyDigits[currency])
          const returned_minor = BigInt(refunds.returned(id)) / factor
          const fee_minor = BigInt(fees - (amount - requested_amount)) / factor
          const paid_minor = BigInt(requested_amount) / factor
          return { reference, currency, paid_minor, returned_minor, kept_minor: fee_minor }
        }),
  }
}

function createTransaction(body: Record<string, unknown>, { behaviour, now }: StandIn, id: bigint): Transaction {
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
    id,
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
function settle(transaction: Transaction, outcome: Outcome, { behaviour, now }: StandIn): boolean {
  if (isClosed(transaction) || outcome === 'abandoned') return false
  transaction.status = outcome
  transaction.gateway_response = { success: 'Approved', failed: 'Declined', pending: 'Pending' }[outcome]
  if (outcome === 'success') transaction.paid_at = now().toISOString()
  if (behaviour.paid_percent !== 100)
    transaction.amount = Math.round((transaction.requested_amount * behaviour.paid_percent) / 100)
  return outcome === 'success'
}

const isClosed = ({ status }: Transaction): boolean => status === 'success' || status === 'failed'

/** A transaction as Paystack's API and its webhooks send it. */
function transactionResponse(transaction: Transaction) {
  const { id, status, reference, amount, requested_amount, currency, metadata, gateway_response, returned } =
    transaction
  const { created_at, paid_at, email } = transaction
  return {
    id,
    domain: 'test',
    status: status === 'success' && returned === amount ? 'reversed' : status,
    reference,
    amount,
    message: null,
    gateway_response,
    paid_at,
    created_at,
    channel: 'card',
    currency,
    ip_address: '127.0.0.1',
    metadata,
    log: null,
    fees: status === 'success' ? transaction.fees : null,
    fees_split: null,
    authorization: status === 'success' ? authorization : {},
    customer: customerResponse(id, email),
    plan: null,
    split: {},
    order_id: null,
    paidAt: paid_at,
    createdAt: created_at,
    requested_amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
  }
}

const authorization = {
  authorization_code: 'AUTH_teststandin',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: 'visa',
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: 'visa',
  reusable: false,
  signature: 'SIG_teststandin',
  account_name: null,
}

const customerResponse = (id: bigint, email: string) => ({
  id,
  first_name: null,
  last_name: null,
  email,
  customer_code: `CUS_${id}`,
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
})

function noticeOf(event: string, reference: string, data: object, secret_key: string): Notice {
  return {
    provider: 'paystack',
    event_type: event,
    reference,
    body: toExactJson({ event, data }),
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
