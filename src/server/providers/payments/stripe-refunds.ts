import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { DisputeState, Listed, ListedPayment, PaymentHandles, RefundPayment, Reversal } from './provider.ts'
import { ProviderError } from './provider.ts'
import { feesOfBalance, feesOfIntent, PaymentIntent, Session } from './stripe-objects.ts'
import { toStripeUnits, wholeAmount } from './units.ts'
import { shortly, understood } from './wire.ts'

const Metadata = z.nullish(z.record(z.string(), z.string()))
const Behind = z.nullish(z.union([z.string(), z.object({ id: z.string(), metadata: Metadata })]))
const Refund = z.object({
  id: z.string(),
  status: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  metadata: Metadata,
  failure_reason: z.nullish(z.string()),
  payment_intent: Behind,
})
type Refund = z.infer<typeof Refund>
const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.nullish(z.string()),
  payment_intent: Behind,
  balance_transactions: z.nullish(z.array(z.unknown())),
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.number()) })),
})
type Dispute = z.infer<typeof Dispute>

/** Stripe keeps idempotency keys for a day; looking for the refund first prevents a second one after that. */
export async function refund(stripe: Stripe, request: RefundPayment): Promise<Reversal> {
  const payment_intent = await intentOf(stripe, request.payment)
  const before = (await refundsOf(stripe, payment_intent)).find(({ reference }) => reference === request.reference)
  if (before !== undefined) return before
  const made = await stripe.refunds.create(
    {
      payment_intent,
      amount: toStripeUnits(request.amount_minor, request.currency),
      metadata: { reference: request.payment.reference, refund: request.reference },
    },
    { idempotencyKey: `refund-${request.reference}` },
  )
  return reversalOfRefund(understood('stripe', Refund, made))
}

export async function findReversals(stripe: Stripe, payment: PaymentHandles): Promise<Reversal[]> {
  const payment_intent = await intentOf(stripe, payment)
  const disputes: Reversal[] = []
  for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 }))
    disputes.push(reversalOfDispute(understood('stripe', Dispute, dispute)))
  return [...(await refundsOf(stripe, payment_intent)), ...disputes]
}

async function refundsOf(stripe: Stripe, payment_intent: string): Promise<Reversal[]> {
  const found: Reversal[] = []
  for await (const made of stripe.refunds.list({ payment_intent, limit: 100 }))
    found.push(reversalOfRefund(understood('stripe', Refund, made)))
  return found
}

/** Returns the payment intent of a payment: the stored reference itself or that of its session. */
async function intentOf(stripe: Stripe, { provider_reference }: PaymentHandles): Promise<string> {
  if (provider_reference?.startsWith('pi_')) return provider_reference
  if (provider_reference?.startsWith('cs_')) {
    const session = understood('stripe', Session, await stripe.checkout.sessions.retrieve(provider_reference))
    const behind = session.payment_intent
    const id = typeof behind === 'object' ? behind?.id : behind
    if (id) return id
  }
  throw new ProviderError('refused', 'stripe', 'a payment that was not paid', { code: 'resource_missing' })
}

function reversalOfRefund({ id, status, amount, currency, metadata, failure_reason }: Refund): Reversal {
  return {
    kind: 'refund',
    provider_refund_id: id,
    reference: metadata?.['refund'] ?? null,
    state: status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    amount_minor: wholeAmount('stripe', amount),
    currency: currency.toUpperCase(),
    reason: failure_reason ? shortly(failure_reason) : null,
  }
}

/**
 * Stripe withdraws the money when a dispute opens and returns it when it is won; an inquiry (`warning_…`) moves
 * nothing.
 */
function reversalOfDispute(dispute: Dispute): Reversal {
  const { id, status, amount, currency, reason, balance_transactions } = dispute
  return {
    kind: 'dispute',
    provider_refund_id: id,
    reference: null,
    state: status.startsWith('warning_') ? 'pending' : status === 'won' || status === 'prevented' ? 'failed' : 'done',
    amount_minor: wholeAmount('stripe', amount),
    currency: currency.toUpperCase(),
    reason: reason ? shortly(reason) : null,
    fees: feesOfBalance(balance_transactions ?? []),
    dispute: stateOfDispute(dispute),
  }
}

const stages: Readonly<Record<string, DisputeState['stage']>> = {
  needs_response: 'needs_answer',
  warning_needs_response: 'needs_answer',
  under_review: 'answered',
  warning_under_review: 'answered',
  won: 'won',
  prevented: 'won',
  warning_closed: 'won',
  lost: 'lost',
}

/** A status that we don't know demands an answer, so that nobody misses a deadline. */
function stateOfDispute({ status, reason, evidence_details }: Dispute): DisputeState {
  const due = evidence_details?.due_by
  return {
    stage: stages[status] ?? 'needs_answer',
    is_inquiry: status.startsWith('warning_'),
    claim: reason ? shortly(reason) : null,
    answer_by: due ? new Date(due * 1000) : null,
  }
}

const referenceBehind = (behind: z.infer<typeof Behind>): string | null =>
  (typeof behind === 'object' ? behind?.metadata?.['reference'] : undefined) ?? null

const stateOfListed = (status: string): ListedPayment['state'] =>
  status === 'succeeded' ? 'success' : status === 'canceled' ? 'failed' : 'pending'

export async function list(stripe: Stripe, from: Date, to: Date): Promise<Listed> {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
  const window = { created: { gte: seconds(from), lt: seconds(to) }, limit: 100 }
  const listed: Listed = { payments: [], reversals: [] }
  const charged = { expand: ['data.latest_charge.balance_transaction'] }
  for await (const answer of stripe.paymentIntents.list({ ...window, ...charged })) {
    const intent = understood('stripe', PaymentIntent, answer)
    listed.payments.push({
      reference: intent.metadata['reference'] ?? null,
      provider_reference: intent.id,
      state: stateOfListed(intent.status),
      amount_minor: wholeAmount('stripe', intent.amount_received),
      currency: intent.currency.toUpperCase(),
      fees: feesOfIntent(intent),
    })
  }
  const expand = ['data.payment_intent']
  for await (const answer of stripe.refunds.list({ ...window, expand })) {
    const made = understood('stripe', Refund, answer)
    listed.reversals.push({ ...reversalOfRefund(made), payment_reference: referenceBehind(made.payment_intent) })
  }
  for await (const answer of stripe.disputes.list({ ...window, expand })) {
    const dispute = understood('stripe', Dispute, answer)
    listed.reversals.push({ ...reversalOfDispute(dispute), payment_reference: referenceBehind(dispute.payment_intent) })
  }
  return listed
}

/** Returns our reference of a payment that a dispute, or a refund made in the dashboard, names by Stripe's id. */
export async function findReference(stripe: Stripe, id: string): Promise<string | null> {
  if (!id.startsWith('pi_')) return null
  const intent = understood('stripe', PaymentIntent, await stripe.paymentIntents.retrieve(id))
  return intent.metadata['reference'] ?? null
}
