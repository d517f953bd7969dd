import { currencyDigits, type Currency } from './money.ts'

/** Minor units (ISO 4217) as a wire amount. Exact up to 2^53 minor units; throws RangeError beyond. */
export function toMajor(amount_minor: bigint, currency: Currency): number {
  const safe = BigInt(Number.MAX_SAFE_INTEGER)
  if (amount_minor > safe || amount_minor < -safe) throw new RangeError(`amount out of range: ${amount_minor}`)
  return Number(amount_minor) / 10 ** currencyDigits[currency]
}

/** A wire amount as minor units, or undefined when it has more fraction digits than the currency, or is no safe number. */
export function toMinor(amount: number, currency: Currency): bigint | undefined {
  const digits = currencyDigits[currency]
  const scaled = Math.round(amount * 10 ** digits)
  if (!Number.isSafeInteger(scaled) || scaled / 10 ** digits !== amount) return undefined
  return BigInt(scaled)
}
