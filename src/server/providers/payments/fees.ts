/**
 * What a provider keeps of a movement of money; less than nothing where it gives back what it kept before. It may stand
 * in the currency that the provider settles in rather than in the payment's.
 */
export type Fee = {
  /** The provider's own name of the movement: told again, it is the same fee. */
  fee_id: string
  /** In the provider's own words and units. */
  told: string
  currency: string
  /** Null where it is finer than the currency's minor unit. */
  amount_minor: bigint | null
}

/** A fee of so many of the provider's units, `per_minor` of which are one of our minor units; none when it is nothing. */
export function feesOf(fee_id: string, units: bigint, currency: string, per_minor = 1n): Fee[] {
  if (units === 0n) return []
  const amount_minor = units % per_minor === 0n ? units / per_minor : null
  return [{ fee_id, told: `${units} ${currency}`, currency, amount_minor }]
}
