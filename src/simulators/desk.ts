/**
 * The provider's record of one payment, in minor units: amount paid, amount refunded or charged back for good, and
 * fees.
 */
export interface BookLine {
  reference: string
  currency: string
  paid_minor: bigint
  returned_minor: bigint
  kept_minor: bigint
}

/** The provider's record of one payout, in minor units. */
export interface PayoutLine {
  reference: string
  recipient: string
  currency: string
  amount_minor: bigint
  /** The part that came back. */
  returned_minor: bigint
  state: 'pending' | 'paid' | 'failed' | 'returned'
}

/** What happens to payouts at the provider, and what it has of them, oldest first. */
export interface PayoutDesk {
  /** Ends a payout that waits, or returns one that was paid, as banks do days later; a part of it only at Stripe. */
  finish(reference: string, outcome: 'paid' | 'failed' | 'returned', amount_minor?: bigint): Promise<void>
  lines(): PayoutLine[]
}

/**
 * Actions at the provider itself: in its dashboard or at the payer's bank. Each resolves once its webhooks are sent.
 * Amounts are minor units; without one, the remaining amount.
 */
export interface Desk {
  /** Refunds a payment in the dashboard; returns the provider's refund id. */
  refund(reference: string, amount_minor?: bigint): Promise<string>
  /** Decides a payment that the provider was still processing, at providers with methods that take days. */
  finishPayment?(reference: string, outcome: 'done' | 'failed'): Promise<void>
  /** Finishes held refunds. */
  finishRefunds(outcome: 'done' | 'failed'): Promise<void>
  /** Opens a dispute, at providers that have them. */
  dispute?(reference: string): Promise<void>
  /** The bank's decision. */
  closeDispute?(reference: string, outcome: 'won' | 'lost'): Promise<void>
  books(): BookLine[]
  payouts: PayoutDesk
}
