/**
 * A percentage of a price in minor units, rounded half up to a multiple of `unit`, which is at least what can be charged. A
 * percentage has at most two decimals; amounts are not negative.
 */
export const raiseByPercent = (before: bigint, percent: number, unit: bigint): bigint => {
  const numerator = before * (10_000n + BigInt(Math.round(percent * 100)))
  return ((numerator * 2n + 10_000n * unit) / (10_000n * unit * 2n)) * unit
}
