import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Desk } from './desk.ts'
import { announce, randomId, type StandIn } from './stand-in.ts'
import {
  inner,
  invalidRequest,
  movementOf,
  nested,
  shownCharge,
  shownIntent,
  stripeError,
  unixSeconds,
  type BalanceTransaction,
  type Intent,
} from './stripe-objects.ts'
import type { Notice } from './webhooks.ts'

type Refund = {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  reason: null
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
}
type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  livemode: false
  metadata: Record<string, string>
  payment_intent: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
  balance_transactions: BalanceTransaction[]
}

/** What a dispute costs besides, whoever wins it. */
const disputeFee = 1_500

type Query = Record<string, string>
type Kit = {
  intents: Map<string, Intent>
  getIntent: (id: string) => Intent
  notice: (event_type: string, reference: string, object: object) => Notice
  once: (request: FastifyRequest, make: (form: URLSearchParams) => object) => object
  expandOf: (query: Query) => string[]
}

/** One page of a list, newest first, as Stripe answers it. */
export function listOf<T extends { id: string; created: number }>(url: string, all: readonly T[], query: Query) {
  const newestFirst = all.toReversed()
  const after = newestFirst.findIndex(({ id }) => id === query['starting_after']) + 1
  const from = Number(query['created[gte]'] ?? 0)
  const to = Number(query['created[lt]'] ?? Infinity)
  const rest = newestFirst.slice(after).filter(({ created }) => created >= from && created < to)
  const data = rest.slice(0, Number(query['limit'] ?? 10))
  return { object: 'list' as const, url, has_more: rest.length > data.length, data }
}

/** Stripe's refunds and disputes, and the list of payment intents. */
export function createRefunds(standIn: StandIn, kit: Kit): { desk: Desk; mount: (api: FastifyInstance) => void } {
  const { intents, getIntent, notice, once, expandOf } = kit
  const refunds: Refund[] = []
  const disputes: Dispute[] = []

  const about = (refund: Refund) => intents.get(refund.payment_intent)?.metadata['reference'] ?? ''
  const tell = (refund: Refund, ...events: string[]) =>
    announce(standIn, [
      ...events.map((event) => notice(event, about(refund), { ...refund })),
      ...(events.includes('refund.created')
        ? [notice('charge.refunded', about(refund), shownCharge(getIntent(refund.payment_intent)))]
        : []),
    ])
  const make = (payment_intent: string, amount: number | undefined, metadata: Record<string, string>): Refund => {
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
    const wanted = amount ?? left
    if (!Number.isInteger(wanted) || wanted <= 0 || wanted > left)
      throw invalidRequest('amount', 'Refund amount is greater than unrefunded amount on charge')
    charge.amount_refunded += wanted
    const refund: Refund = {
      id: `re_${randomId(24)}`,
      object: 'refund',
      amount: wanted,
      charge: charge.id,
      created: unixSeconds(standIn.now()),
      currency: intent.currency,
      metadata,
      payment_intent,
      reason: null,
      status: standIn.behaviour.refunds === 'at_once' ? 'succeeded' : 'pending',
    }
    refunds.push(refund)
    return refund
  }
  const end = async (refund: Refund, outcome: 'done' | 'failed'): Promise<void> => {
    refund.status = outcome === 'done' ? 'succeeded' : 'failed'
    if (outcome === 'done') return tell(refund, 'refund.updated')
    refund.failure_reason = 'lost_or_stolen_card'
    const charge = getIntent(refund.payment_intent).latest_charge
    if (charge !== null) charge.amount_refunded -= refund.amount
    return tell(refund, 'refund.failed', 'refund.updated')
  }
  const goOn = async (refund: Refund): Promise<void> => {
    const created = tell(refund, 'refund.created')
    if (standIn.behaviour.refunds === 'failing') await Promise.all([created, end(refund, 'failed')])
    else await created
  }

  const withIntent = <T extends { payment_intent: string }>(object: T, query: Query) =>
    inner(expandOf(query)).includes('payment_intent')
      ? { ...object, payment_intent: shownIntent(getIntent(object.payment_intent)) }
      : object
  const ofIntent = <T extends { payment_intent: string }>(all: readonly T[], query: Query) =>
    query['payment_intent'] === undefined ? all : all.filter((one) => one.payment_intent === query['payment_intent'])

  const mount = (api: FastifyInstance): void => {
    api.post('/refunds', async (request) => {
      const made: Refund[] = []
      const answer = once(request, (form) => {
        const amount = form.get('amount')
        const refund = make(
          form.get('payment_intent') ?? '',
          amount === null ? undefined : Number(amount),
          nested(form, 'metadata'),
        )
        made.push(refund)
        return { ...refund }
      })
      for (const refund of made) void goOn(refund)
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
      return { ...list, data: data.map((intent) => shownIntent(intent, inner(expandOf(query)))) }
    })
  }

  const paid = (reference: string): Intent => {
    const intent = [...intents.values()].find(
      ({ metadata, status }) => metadata['reference'] === reference && status === 'succeeded',
    )
    if (intent === undefined) throw new Error(`nobody has paid ${reference}`)
    return intent
  }
  const tellOf = (dispute: Dispute, reference: string, ...events: string[]) =>
    announce(
      standIn,
      events.map((event) => notice(`charge.dispute.${event}`, reference, { ...dispute })),
    )
  const move = (dispute: Dispute, amount: number, fee: number): void => {
    const { id: source, currency } = dispute
    const kind = { type: 'adjustment', reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal' } as const
    const moved = { ...kind, amount, fee, source, currency }
    dispute.balance_transactions.push(movementOf(moved, standIn.behaviour.settles_in, standIn.now()))
  }
  const desk: Desk = {
    async refund(reference, amount_minor) {
      const refund = make(paid(reference).id, amount_minor === undefined ? undefined : Number(amount_minor), {})
      await goOn(refund)
      return refund.id
    },
    async finishRefunds(outcome) {
      await Promise.all(refunds.filter(({ status }) => status === 'pending').map((refund) => end(refund, outcome)))
    },
    async dispute(reference) {
      const intent = paid(reference)
      const charge = intent.latest_charge!
      if (charge.amount === charge.amount_refunded) throw new Error(`${reference} has gone back already`)
      charge.disputed = true
      const dispute: Dispute = {
        id: `dp_${randomId(24)}`,
        object: 'dispute',
        amount: charge.amount - charge.amount_refunded,
        charge: charge.id,
        created: unixSeconds(standIn.now()),
        currency: intent.currency,
        livemode: false,
        metadata: {},
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response',
        balance_transactions: [],
      }
      move(dispute, -dispute.amount, disputeFee)
      disputes.push(dispute)
      await tellOf(dispute, reference, 'created', 'funds_withdrawn')
    },
    async closeDispute(reference, outcome) {
      const intent = paid(reference)
      const dispute = disputes.find(({ payment_intent }) => payment_intent === intent.id)
      if (dispute === undefined) throw new Error(`nobody disputes ${reference}`)
      dispute.status = outcome
      if (outcome === 'won') move(dispute, dispute.amount, 0)
      await tellOf(dispute, reference, 'closed', ...(outcome === 'won' ? ['funds_reinstated'] : []))
    },
    books: () =>
      [...intents.values()]
        .filter(({ status }) => status === 'succeeded')
        .map(({ id, metadata, currency, amount_received, latest_charge }) => {
          const back = [
            ...refunds.filter(({ payment_intent, status }) => payment_intent === id && status === 'succeeded'),
            ...disputes.filter(({ payment_intent, status }) => payment_intent === id && status !== 'won'),
          ]
          const kept = [
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
            kept_minor: kept.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
          }
        }),
  }
  return { desk, mount }
}
