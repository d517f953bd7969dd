import { toCharged, type Currency } from '#contract/money.ts'
import { fieldError } from '#server/http/errors.ts'

/** Converts an amount that somebody typed to minor units. Throws 422 on `field` for what its currency cannot charge. */
export function parseAmount(field: string, amount: number, currency: Currency): bigint {
  const amount_minor = toCharged(amount, currency)
  if (amount_minor === undefined) throw fieldError(field, 'fraction')
  return amount_minor
}
