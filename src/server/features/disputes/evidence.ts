import { disputeClaims, evidenceKinds, type DisputeClaim, type EvidenceKind } from '#contract/disputes/desk.ts'

const always = ['customer', 'receipt', 'service_date', 'service_proof'] as const

/**
 * What providers ask for, by what the payer claims. Stripe's claims are those of its evidence guidelines; Paystack knows `fraud`
 * and `chargeback`, and asks for the customer, the service and the delivery alike.
 */
const demands: Readonly<Record<DisputeClaim, readonly EvidenceKind[]>> = {
  fraudulent: [...always, 'delivery', 'conversation', 'activity', 'ip_address', 'signature'],
  unrecognized: [...always, 'delivery', 'conversation', 'activity', 'ip_address', 'signature'],
  duplicate: ['customer', 'receipt', 'service_date', 'other_payments', 'conversation'],
  credit_not_processed: ['customer', 'receipt', 'terms', 'cancellation_policy', 'refunds', 'conversation'],
  product_not_received: [...always, 'delivery', 'conversation', 'activity'],
  product_unacceptable: [...always, 'terms', 'cancellation_policy', 'refunds', 'conversation'],
  subscription_canceled: [...always, 'terms', 'cancellation_policy', 'conversation'],
  general: evidenceKinds,
  fraud: [...always, 'delivery', 'conversation'],
  chargeback: [...always, 'delivery', 'terms', 'cancellation_policy', 'conversation'],
  other: evidenceKinds,
}

export const toClaim = (claim: string | null): DisputeClaim | null =>
  claim === null ? null : (disputeClaims as readonly string[]).includes(claim) ? (claim as DisputeClaim) : 'other'

/** What a provider asks for with a claim; everything where it names none. */
export const listDemands = (claim: DisputeClaim | null): readonly EvidenceKind[] =>
  claim === null ? evidenceKinds : demands[claim]
