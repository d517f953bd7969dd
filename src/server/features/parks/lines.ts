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
  kind: 'parking' | 'fee' | 'tax'
  fee_id: number | null
  /** Thousandths of a percent, where the line is a share. */
  percent_thousandths: number | null
  amount_minor: bigint
}

/**
 * A parking price with its fees and taxes, in the order given, each line rounded half up to the minor unit.
 * Taxes are taken of the parking price or of it with the fees before them, never of another tax.
 * A stay that costs nothing bears no fee.
 */
export function linesOf(amount_minor: bigint, fees: readonly FeeRule[]): PriceLine[] {
  const parking: PriceLine = { code: 'parking', kind: 'parking', fee_id: null, percent_thousandths: null, amount_minor }
  if (amount_minor === 0n) return [parking]
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
  return [parking, ...charged]
}

export const totalOf = (lines: readonly PriceLine[]): bigint =>
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
