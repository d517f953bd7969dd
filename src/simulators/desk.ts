/**
 * What a provider's own books say of one payment, in our minor units: what came in, what has gone back for good, and
 * what the provider keeps of it.
 */
export type BookLine = {
  reference: string
  currency: string
  paid_minor: bigint
  returned_minor: bigint
  kept_minor: bigint
}

/**
 * What people do at the provider itself: in its dashboard, at the payer's bank, in its office. Each announces what a
 * provider announces, and comes back when that was sent. Amounts are minor units; without one, all that is left.
 */
export type Desk = {
  /** Refunds a payment in the dashboard; answers the provider's name of the refund. */
  refund(reference: string, amount_minor?: bigint): Promise<string>
  /** Lets refunds that were held come to an end. */
  finishRefunds(outcome: 'done' | 'failed'): Promise<void>
  /** The payer's bank takes a payment back; not every provider knows it. */
  dispute?(reference: string): Promise<void>
  /** What the bank decides in the end. */
  closeDispute?(reference: string, outcome: 'won' | 'lost'): Promise<void>
  books(): BookLine[]
}
