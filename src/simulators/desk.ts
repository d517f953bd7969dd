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
}
