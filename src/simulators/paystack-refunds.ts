import type { FastifyInstance } from 'fastify'
import type { Desk } from './desk.ts'
import { announce, Refusal, type StandIn } from './stand-in.ts'
import type { Notice } from './webhooks.ts'

/** A payment to refund; `returned` includes refunds in progress. */
export interface Refundable {
  id: bigint
  reference: string
  email: string
  amount: number
  requested_amount: number
  currency: string
  status: string
  returned: number
}

interface Refund {
  id: bigint
  transaction: bigint
  transaction_reference: string
  amount: number
  currency: string
  status: 'pending' | 'processing' | 'processed' | 'failed'
  merchant_note: string
  customer_note: string
  created_at: string
}

interface Body {
  transaction?: unknown
  amount?: unknown
  merchant_note?: unknown
  customer_note?: unknown
}
interface Query {
  transaction?: string
  from?: string
  to?: string
  perPage?: string
  page?: string
}

/** The first id of each kind: floats cannot tell it from its neighbours, so that a program that rounds ids is noticed. */
export const firstId = 2n ** 53n + 1n

const unknownTransaction = {
  status: false,
  message: 'Transaction not found',
  meta: { nextStep: 'Ensure that the transaction exists on this integration' },
  type: 'validation_error',
  code: 'transaction_not_found',
}
const tooMuch = {
  status: false,
  message: 'Refund amount cannot be more than the transaction amount',
  meta: { nextStep: 'Ensure that the amount is within what is left of the transaction' },
  type: 'validation_error',
  code: 'invalid_params',
}

interface Kit {
  find: (idOrReference: string) => Refundable | undefined
  notice: (event: string, reference: string, data: object) => Notice
  transactionResponse: (reference: string) => object
}

/** Returns one page of a list in Paystack's shape, newest first. No page has more than `largest_page` items. */
export function pageOf<T>(all: readonly T[], query: Query, createdAt: (item: T) => string, largest_page = 100) {
  const perPage = Math.min(Number(query.perPage ?? 50), largest_page)
  const page = Number(query.page ?? 1)
  const inside = all
    .filter((item) => !query.from || createdAt(item) >= query.from)
    .filter((item) => !query.to || createdAt(item) <= query.to)
    .toReversed()
  const skipped = (page - 1) * perPage
  return {
    data: inside.slice(skipped, skipped + perPage),
    meta: { total: inside.length, skipped, perPage, page, pageCount: Math.ceil(inside.length / perPage) },
  }
}

/** Paystack's refunds: created as pending, processed or failed later, with a webhook at each step. */
export function createRefunds(
  standIn: StandIn,
  { find, notice, transactionResponse }: Kit,
): {
  desk: Pick<Desk, 'refund' | 'finishRefunds'>
  returned: (id: bigint) => number
  mount: (api: FastifyInstance) => void
} {
  const refunds: Refund[] = []

  const refundResponse = ({ transaction_reference: _reference, created_at, ...refund }: Refund) => ({
    ...refund,
    integration: 100_032,
    dispute: null,
    settlement: null,
    domain: 'test',
    refunded_at: refund.status === 'processed' ? created_at : null,
    expected_at: created_at,
    channel: null,
    refunded_by: 'desk@example.com',
    deducted_amount: refund.amount,
    fully_deducted: true,
  })
  const listedRefund = (refund: Refund) => {
    const { created_at, transaction_reference } = refund
    return { ...refundResponse(refund), transaction_reference, created_at, updated_at: created_at }
  }
  const sendWebhook = (refund: Refund): Promise<void> => {
    const { status, transaction_reference, amount, currency } = refund
    const refund_reference = status === 'processed' || status === 'failed' ? `TRF_${refund.id}` : null
    const customer = { first_name: 'Test', last_name: 'Payer', email: find(transaction_reference)?.email }
    const data = {
      status,
      transaction_reference,
      refund_reference,
      amount: String(amount),
      currency,
      processor: 'instant-transfer',
    }
    return announce(standIn, [
      notice(`refund.${status}`, transaction_reference, { ...data, customer, integration: 100_032, domain: 'test' }),
    ])
  }
  const setStatus = (refund: Refund, status: Refund['status']): Promise<void> => {
    refund.status = status
    const payment = find(refund.transaction_reference)
    if (status === 'failed' && payment !== undefined) payment.returned -= refund.amount
    return sendWebhook(refund)
  }
  const finishRefund = async (refund: Refund, outcome: 'done' | 'failed'): Promise<void> => {
    const processing = setStatus(refund, 'processing')
    await Promise.all([processing, setStatus(refund, outcome === 'done' ? 'processed' : 'failed')])
  }
  const createRefund = ({ transaction, amount, merchant_note, customer_note }: Body): Refund => {
    const payment = find(String(transaction))
    if (payment === undefined || payment.status !== 'success') throw new Refusal(400, unknownTransaction)
    const left = payment.amount - payment.returned
    const refunded = amount === undefined ? left : Number(amount)
    if (!Number.isSafeInteger(refunded) || refunded <= 0 || refunded > left) throw new Refusal(400, tooMuch)
    payment.returned += refunded
    const refund: Refund = {
      id: firstId + BigInt(refunds.length),
      transaction: payment.id,
      transaction_reference: payment.reference,
      amount: refunded,
      currency: payment.currency,
      status: 'pending',
      merchant_note: String(merchant_note ?? `Refund for transaction ${payment.reference}`),
      customer_note: String(customer_note ?? `Refund for transaction ${payment.reference}`),
      created_at: standIn.now().toISOString(),
    }
    refunds.push(refund)
    return refund
  }
  /** Finishes a refund right away, or leaves it pending while refunds are held. */
  const processRefund = (refund: Refund): Promise<unknown> => {
    const pending = sendWebhook(refund)
    const { refunds: outcome } = standIn.behaviour
    return outcome === 'held'
      ? pending
      : Promise.all([pending, finishRefund(refund, outcome === 'failing' ? 'failed' : 'done')])
  }

  const mount = (api: FastifyInstance): void => {
    api.post<{ Body: Body | null }>('/refund', async ({ body }) => {
      const refund = createRefund(body ?? {})
      const transaction = transactionResponse(refund.transaction_reference)
      const { created_at } = refund
      const data = { ...refundResponse(refund), transaction, createdAt: created_at, updatedAt: created_at }
      void processRefund(refund)
      return { status: true, message: 'Refund has been queued for processing', data }
    })
    api.get<{ Querystring: Query }>('/refund', async ({ query }) => {
      const of = query.transaction === undefined ? undefined : find(query.transaction)?.id
      const matching =
        query.transaction === undefined ? refunds : refunds.filter(({ transaction }) => transaction === of)
      const { largest_page } = standIn.behaviour
      const page = pageOf(matching.map(listedRefund), query, ({ created_at }) => created_at, largest_page)
      return { status: true, message: 'Refunds retrieved', ...page }
    })
  }

  const desk = {
    async refund(reference: string, amount_minor?: bigint) {
      const payment = find(reference)
      const factor = payment?.currency === 'XOF' ? 100n : 1n
      const amount = amount_minor === undefined ? {} : { amount: Number(amount_minor * factor) }
      const made = createRefund({ transaction: reference, ...amount })
      await processRefund(made)
      return String(made.id)
    },
    async finishRefunds(outcome: 'done' | 'failed') {
      await Promise.all(
        refunds.filter(({ status }) => status === 'pending').map((refund) => finishRefund(refund, outcome)),
      )
    },
  }
  const processedRefunds = (id: bigint) =>
    refunds.filter(({ transaction, status }) => transaction === id && status === 'processed')
  return { desk, returned: (id) => processedRefunds(id).reduce((sum, { amount }) => sum + amount, 0), mount }
}
