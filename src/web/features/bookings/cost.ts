import { toMajor, toMinor, type Currency } from '#contract/money.ts'

/** What a booking cost in the end, in major units: paid less refunded, exact to the minor unit. */
export function netCost(total: number, refunded: number, currency: Currency): number {
  const [paid, back] = [toMinor(total, currency), toMinor(refunded, currency)]
  if (paid === undefined || back === undefined) throw new RangeError(`no amounts of ${currency}: ${total}, ${refunded}`)
  return toMajor(paid - back, currency)
}
