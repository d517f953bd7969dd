/**
 * A provider's fee for a payment, refund or dispute; negative when it returns an earlier fee. May be in the provider's
 * settlement currency instead of the payment's.
 */
export interface Fee {
  /** The provider's id of the fee; a repeated id is the same fee. */
  fee_id: string
  /** As reported, in the provider's units, for example `150 XOF`. */
  told: string
  currency: string
  /** Null when it isn't a whole number of the currency's minor units. */
  amount_minor: bigint | null
}

/** Returns a fee of `units` of the provider's units (`per_minor` to one minor unit), or none when it is zero. */
export function feesOf(fee_id: string, units: bigint, currency: string, per_minor = 1n): Fee[] {
  if (units === 0n) return []
  const amount_minor = units % per_minor === 0n ? units / per_minor : null
  return [{ fee_id, told: `${units} ${currency}`, currency, amount_minor }]
}
