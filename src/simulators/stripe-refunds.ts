import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import type { Desk } from './desk.ts'
import { announce, randomId, type StandIn } from './stand-in.ts'
import {
  invalidRequest,
  createBalanceTransaction,
  nested,
  stripeError,
  unixSeconds,
  type Intent,
} from './stripe-objects.ts'
import { chargeResponse, inner, intentResponse, noEvidence } from './stripe-responses.ts'
import type { Notice } from './webhooks.ts'

type Refund = Stripe.Refund & { charge: string; payment_intent: string }
type Dispute = Stripe.Dispute & { payment_intent: string }

/** Stripe gives a merchant some days to answer. */
const evidenceDue_s = 9 * 86_400

/** Fee of a dispute in minor units, charged regardless of the outcome. */
const disputeFee = 1_500

type Query = Record<string, string>
interface Kit {
  intents: Map<string, Intent>
  getIntent: (id: string) => Intent
  notice: (event_type: string, reference: string, object: object) => Notice
  idempotently: (request: FastifyRequest, createRefund: (form: URLSearchParams) => object) => object
  expandOf: (query: Query) => string[]
}

/** Returns one page of a list, newest first, in Stripe's shape. */
export function listOf<T extends { id: string; created: number }>(url: string, all: readonly T[], query: Query) {
  const newestFirst = all.toReversed()
  const after = newestFirst.findIndex(({ id }) => id === query['starting_after']) + 1
  const from = Number(query['created[gte]'] ?? 0)
  const to = Number(query['created[lt]'] ?? Infinity)
  const rest = newestFirst.slice(after).filter(({ created }) => created >= from && created < to)
  const data = rest.slice(0, Number(query['limit'] ?? 10))
  return { object: 'list' as const, url, has_more: rest.length > data.length, data }
}

/** Creates Stripe's refunds, disputes and list of payment intents. */
export function createRefunds(
  standIn: StandIn,
  kit: Kit,
): {
  desk: Omit<Desk, 'payouts'>
  mount: (api: FastifyInstance) => void
} {
  const { intents, getIntent, notice, idempotently, expandOf } = kit
  const refunds: Refund[] = []
  const disputes: Dispute[] = []

  const referenceOf = (refund: Refund) => intents.get(refund.payment_intent)?.metadata['reference'] ?? ''
  const chargeOf = (intent: Intent) => chargeResponse(intent, intent.latest_charge!)
  const sendWebhooks = (refund: Refund, ...events: string[]) =>
    announce(standIn, [
      ...events.map((event) => notice(event, referenceOf(refund), { ...refund })),
      ...(events.includes('refund.created')
        ? [notice('charge.refunded', referenceOf(refund), chargeOf(getIntent(refund.payment_intent)))]
        : []),
    ])
  const createRefund = (
    payment_intent: string,
    amount: number | undefined,
    metadata: Record<string, string>,
  ): Refund => {
    const intent = getIntent(payment_intent)
    const charge = intent.latest_charge
    if (charge === null) throw invalidRequest('payment_intent', 'This PaymentIntent has no successful charge')
    const left = charge.amount - charge.amount_refunded
    if (left === 0)
      throw stripeError(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'Already refunded',
      })
    const refunded = amount ?? left
    if (!Number.isInteger(refunded) || refunded <= 0 || refunded > left)
      throw invalidRequest('amount', 'Refund amount is greater than unrefunded amount on charge')
    charge.amount_refunded += refunded
    const refund: Refund = {
      id: `re_${randomId(24)}`,
      object: 'refund',
      amount: refunded,
      balance_transaction: null,
      charge: charge.id,
      created: unixSeconds(standIn.now()),
      currency: intent.currency,
      customer: intent.customer,
      customer_account: null,
      metadata,
      payment_intent,
      payment_method: intent.payment_method,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      transfer_reversal: null,
      status: standIn.behaviour.refunds === 'at_once' ? 'succeeded' : 'pending',
    }
    refunds.push(refund)
    return refund
  }
  const finishRefund = async (refund: Refund, outcome: 'done' | 'failed'): Promise<void> => {
    refund.status = outcome === 'done' ? 'succeeded' : 'failed'
    if (outcome === 'done') return sendWebhooks(refund, 'refund.updated')
    refund.failure_reason = 'lost_or_stolen_card'
    const charge = getIntent(refund.payment_intent).latest_charge
    if (charge !== null) charge.amount_refunded -= refund.amount
    return sendWebhooks(refund, 'refund.failed', 'refund.updated')
  }
  const processRefund = async (refund: Refund): Promise<void> => {
    const created = sendWebhooks(refund, 'refund.created')
    if (standIn.behaviour.refunds === 'failing') await Promise.all([created, finishRefund(refund, 'failed')])
    else await created
  }

  const withIntent = <T extends { payment_intent: string }>(object: T, query: Query) =>
    inner(expandOf(query)).includes('payment_intent')
      ? { ...object, payment_intent: intentResponse(getIntent(object.payment_intent)) }
      : object
  const ofIntent = <T extends { payment_intent: string }>(all: readonly T[], query: Query) =>
    query['payment_intent'] === undefined
      ? all
      : all.filter((candidate) => candidate.payment_intent === query['payment_intent'])

  const mount = (api: FastifyInstance): void => {
    api.post('/refunds', async (request) => {
      const made: Refund[] = []
      const answer = idempotently(request, (form) => {
        const amount = form.get('amount')
        const refund = createRefund(
          form.get('payment_intent') ?? '',
          amount === null ? undefined : Number(amount),
          nested(form, 'metadata'),
        )
        made.push(refund)
        return { ...refund }
      })
      for (const refund of made) void processRefund(refund)
      return answer
    })
    api.get<{ Querystring: Query }>('/refunds', async ({ query }) => {
      const { data, ...list } = listOf('/v1/refunds', ofIntent(refunds, query), query)
      return { ...list, data: data.map((refund) => withIntent(refund, query)) }
    })
    api.get<{ Querystring: Query }>('/disputes', async ({ query }) => {
      const { data, ...list } = listOf('/v1/disputes', ofIntent(disputes, query), query)
      return { ...list, data: data.map((dispute) => withIntent(dispute, query)) }
    })
    api.get<{ Querystring: Query }>('/payment_intents', async ({ query }) => {
      const { data, ...list } = listOf('/v1/payment_intents', [...intents.values()], query)
      return { ...list, data: data.map((intent) => intentResponse(intent, inner(expandOf(query)))) }
    })
  }

  const getPaidIntent = (reference: string): Intent => {
    const intent = [...intents.values()].find(
      ({ metadata, status }) => metadata['reference'] === reference && status === 'succeeded',
    )
    if (intent === undefined) throw new Error(`${reference} is not paid`)
    return intent
  }
  const sendDisputeWebhooks = (dispute: Dispute, reference: string, ...events: string[]) =>
    announce(
      standIn,
      events.map((event) => notice(`charge.dispute.${event}`, reference, { ...dispute })),
    )
  const addBalanceTransaction = (dispute: Dispute, amount: number, fee: number): void => {
    const { id: source, currency } = dispute
    const kind = { type: 'adjustment', reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal' } as const
    const moved = { ...kind, amount, fee, source, currency }
    dispute.balance_transactions.push(createBalanceTransaction(moved, standIn.behaviour.settles_in, standIn.now()))
  }
  const desk: Omit<Desk, 'payouts'> = {
    async refund(reference, amount_minor) {
      const refund = createRefund(
        getPaidIntent(reference).id,
        amount_minor === undefined ? undefined : Number(amount_minor),
        {},
      )
      await processRefund(refund)
      return refund.id
    },
    async finishRefunds(outcome) {
      await Promise.all(
        refunds.filter(({ status }) => status === 'pending').map((refund) => finishRefund(refund, outcome)),
      )
    },
    async dispute(reference) {
      const intent = getPaidIntent(reference)
      const charge = intent.latest_charge!
      if (charge.amount === charge.amount_refunded) throw new Error(`${reference} is already refunded`)
      charge.disputed = true
      const dispute: Dispute = {
        id: `dp_${randomId(24)}`,
        object: 'dispute',
        amount: charge.amount - charge.amount_refunded,
        charge: charge.id,
        created: unixSeconds(standIn.now()),
        currency: intent.currency,
        enhanced_eligibility_types: [],
        evidence: noEvidence,
        evidence_details: {
          due_by: unixSeconds(standIn.now()) + evidenceDue_s,
          enhanced_eligibility: {},
          has_evidence: false,
          past_due: false,
          submission_count: 0,
          submission_method: 'manual',
        },
        intended_submission_method: null,
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response',
        balance_transactions: [],
      }
      addBalanceTransaction(dispute, -dispute.amount, disputeFee)
      disputes.push(dispute)
      await sendDisputeWebhooks(dispute, reference, 'created', 'funds_withdrawn')
    },
    async closeDispute(reference, outcome) {
      const intent = getPaidIntent(reference)
      const dispute = disputes.find(({ payment_intent }) => payment_intent === intent.id)
      if (dispute === undefined) throw new Error(`${reference} is not disputed`)
      dispute.status = outcome
      if (outcome === 'won') addBalanceTransaction(dispute, dispute.amount, 0)
      await sendDisputeWebhooks(dispute, reference, 'closed', ...(outcome === 'won' ? ['funds_reinstated'] : []))
    },
    books: () =>
      [...intents.values()]
        .filter(({ status }) => status === 'succeeded')
        .map(({ id, metadata, currency, amount_received, latest_charge }) => {
          const back = [
            ...refunds.filter(({ payment_intent, status }) => payment_intent === id && status === 'succeeded'),
            ...disputes.filter(({ payment_intent, status }) => payment_intent === id && status !== 'won'),
          ]
          const stored = [
            latest_charge!.balance_transaction,
            ...disputes
              .filter(({ payment_intent }) => payment_intent === id)
              .flatMap(({ balance_transactions }) => balance_transactions),
          ].filter((movement) => movement.currency === currency)
          return {
            reference: metadata['reference'] ?? '',
            currency: currency.toUpperCase(),
            paid_minor: BigInt(amount_received),
            returned_minor: back.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
            kept_minor: stored.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
          }
        }),
  }
  return { desk, mount }
}
