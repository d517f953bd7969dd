import { chargedUnit, type Currency } from '#contract/money.ts'

/** A fee or tax. `value`: thousandths of a percent, or minor units of the country's currency. */
export interface FeeRule {
  id: number
  code: string
  kind: 'percentage' | 'fixed'
  value: bigint
  base: 'parking' | 'parking_and_fees'
  is_tax: boolean
}

/** One line of a price, without a label: the label is built from `code` and the fee's names on display. */
export interface PriceLine {
  code: string
  kind: 'parking' | 'discount' | 'fee' | 'tax'
  fee_id: number | null
  /** Thousandths of a percent, for percentages. */
  percent_thousandths: number | null
  amount_minor: bigint
}

/** A reduction of the parking price at our expense; the park is paid in full. */
export interface Discount {
  code: 'discount' | 'goodwill'
  amount_minor: bigint
}

/** Rounds `numerator / denominator`, at least 0, half up to a multiple of `unit`. */
const roundHalfUp = (numerator: bigint, denominator: bigint, unit: bigint): bigint =>
  ((2n * numerator + denominator * unit) / (2n * denominator * unit)) * unit

/**
 * Returns a price's lines, each rounded half up, once, to the smallest amount that its currency charges. Fees and taxes
 * apply to the discounted parking price, or to it plus earlier fees, never to other taxes; a price of 0 has none.
 * Throws RangeError when the discount exceeds the price.
 */
export function calculateLines(
  parking_minor: bigint,
  fees: readonly FeeRule[],
  currency: Currency,
  discount?: Discount,
): PriceLine[] {
  const unit = chargedUnit(currency)
  const plain = { fee_id: null, percent_thousandths: null }
  const charged_minor = roundHalfUp(parking_minor, 1n, unit)
  const parking: PriceLine[] = [{ ...plain, code: 'parking', kind: 'parking', amount_minor: charged_minor }]
  const discount_minor = roundHalfUp(discount?.amount_minor ?? 0n, 1n, unit)
  if (discount !== undefined && discount_minor > 0n)
    parking.push({ ...plain, code: discount.code, kind: 'discount', amount_minor: -discount_minor })
  const amount_minor = sumLines(parking)
  if (amount_minor < 0n) throw new RangeError(`a discount of ${discount!.amount_minor} on ${parking_minor}`)
  if (amount_minor === 0n) return parking
  let with_fees = amount_minor
  const charged = fees.map((fee): PriceLine => {
    const base = fee.base === 'parking' ? amount_minor : with_fees
    const share =
      fee.kind === 'fixed' ? roundHalfUp(fee.value, 1n, unit) : roundHalfUp(base * fee.value, 100_000n, unit)
    if (!fee.is_tax) with_fees += share
    return {
      code: fee.code,
      kind: fee.is_tax ? 'tax' : 'fee',
      fee_id: fee.id,
      percent_thousandths: fee.kind === 'percentage' ? Number(fee.value) : null,
      amount_minor: share,
    }
  })
  return [...parking, ...charged]
}

/** Adds two prices of one booking line by line: what was paid and what is charged in addition. */
export function addLines(paid: readonly PriceLine[], more: readonly PriceLine[]): PriceLine[] {
  const sum = paid.map((line) => ({ ...line }))
  for (const line of more) {
    const same = sum.find(({ code, fee_id }) => code === line.code && fee_id === line.fee_id)
    if (same === undefined) sum.push({ ...line })
    else same.amount_minor += line.amount_minor
  }
  return sum
}

/** Subtracts two prices line by line and drops lines of 0. */
export function subtractLines(higher: readonly PriceLine[], lower: readonly PriceLine[]): PriceLine[] {
  const negative = lower.map((line) => ({ ...line, amount_minor: -line.amount_minor }))
  return addLines(higher, negative).filter(({ amount_minor }) => amount_minor !== 0n)
}

export const sumLines = (lines: readonly PriceLine[]): bigint =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

/** Serializes lines with amounts as text, so that no reader parses them as floats. */
export const toStoredLines = (lines: readonly PriceLine[]): string =>
  JSON.stringify(lines.map((line) => ({ ...line, amount_minor: String(line.amount_minor) })))

/** Parses lines written by `toStoredLines`. */
export const fromStoredLines = (stored: unknown): PriceLine[] =>
  (stored as (Omit<PriceLine, 'amount_minor'> & { amount_minor: string })[]).map((line) => ({
    ...line,
    amount_minor: BigInt(line.amount_minor),
  }))
