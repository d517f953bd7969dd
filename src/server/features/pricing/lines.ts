/** A fee or tax as it is kept. `value`: thousandths of a percent, or minor units of the country's currency. */
export type FeeRule = {
  id: number
  code: string
  kind: 'percentage' | 'fixed'
  value: bigint
  base: 'parking' | 'parking_and_fees'
  is_tax: boolean
}

/** One line of a price, in no language: the label is made where it is shown, from `code` and the fee's names. */
export type PriceLine = {
  code: string
  kind: 'parking' | 'discount' | 'fee' | 'tax'
  fee_id: number | null
  /** Thousandths of a percent, where the line is a share. */
  percent_thousandths: number | null
  amount_minor: bigint
}

/** What is taken off a parking price; we pay it to the park. */
export type Discount = { code: 'discount' | 'goodwill'; amount_minor: bigint }

/**
 * A parking price with its discount, fees and taxes, in the order given, each line rounded half up to the minor unit.
 * Fees and taxes are taken of what is left after the discount: of the parking price or of it with the fees before them,
 * never of another tax. A stay that costs nothing bears no fee. The discount must not exceed the parking price.
 */
export function calculateLines(parking_minor: bigint, fees: readonly FeeRule[], discount?: Discount): PriceLine[] {
  const plain = { fee_id: null, percent_thousandths: null }
  const parking: PriceLine[] = [{ ...plain, code: 'parking', kind: 'parking', amount_minor: parking_minor }]
  if (discount !== undefined && discount.amount_minor > 0n)
    parking.push({ ...plain, code: discount.code, kind: 'discount', amount_minor: -discount.amount_minor })
  const amount_minor = sumLines(parking)
  if (amount_minor < 0n) throw new RangeError(`a discount of ${discount!.amount_minor} on ${parking_minor}`)
  if (amount_minor === 0n) return parking
  let with_fees = amount_minor
  const charged = fees.map((fee): PriceLine => {
    const base = fee.base === 'parking' ? amount_minor : with_fees
    const share = fee.kind === 'fixed' ? fee.value : (base * fee.value + 50_000n) / 100_000n
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

/** Two prices of the same stay added line by line: what was paid, and what is charged more. */
export function addLines(paid: readonly PriceLine[], more: readonly PriceLine[]): PriceLine[] {
  const sum = paid.map((line) => ({ ...line }))
  for (const line of more) {
    const same = sum.find(({ code, fee_id }) => code === line.code && fee_id === line.fee_id)
    if (same === undefined) sum.push({ ...line })
    else same.amount_minor += line.amount_minor
  }
  return sum
}

/** What a price is above another one, line by line, without the lines that are the same. */
export function subtractLines(higher: readonly PriceLine[], lower: readonly PriceLine[]): PriceLine[] {
  const negative = lower.map((line) => ({ ...line, amount_minor: -line.amount_minor }))
  return addLines(higher, negative).filter(({ amount_minor }) => amount_minor !== 0n)
}

export const sumLines = (lines: readonly PriceLine[]): bigint =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

/** As kept in a JSON column: amounts as text, so that no reader makes a float of them. */
export const toStoredLines = (lines: readonly PriceLine[]): string =>
  JSON.stringify(lines.map((line) => ({ ...line, amount_minor: String(line.amount_minor) })))

/** The lines of a JSON column that `toStoredLines` wrote. */
export const fromStoredLines = (stored: unknown): PriceLine[] =>
  (stored as (Omit<PriceLine, 'amount_minor'> & { amount_minor: string })[]).map((line) => ({
    ...line,
    amount_minor: BigInt(line.amount_minor),
  }))
