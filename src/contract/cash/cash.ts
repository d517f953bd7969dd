import { currencyDigits, type Currency } from '#contract/money.ts'

/**
 * The coins and notes that are counted, in minor units, the largest first. Sources: Central Bank of Nigeria, Royal Canadian
 * Mint and Bank of Canada (no cent since 2013), BCEAO, US Currency Education Program.
 */
export const denominations: Record<Currency, readonly number[]> = {
  NGN: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  CAD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  XOF: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5, 1],
}

/** How many there are of each coin and note, by its value in minor units. */
export type CashCount = Readonly<Record<string, number>>

/** What a count amounts to, in minor units. */
export const sumCount = (count: CashCount): bigint =>
  Object.entries(count).reduce((sum, [value, pieces]) => sum + BigInt(value) * BigInt(pieces), 0n)

/** Whether a count has nothing but coins and notes of its currency. */
export const isCountOf = (count: CashCount, currency: Currency): boolean =>
  Object.keys(count).every((value) => denominations[currency].includes(Number(value)))

/** The nearest amount that can be paid in cash, in minor units; half a step is rounded up. */
export function roundToCash(amount_minor: bigint, step_minor: bigint): bigint {
  const rest = ((amount_minor % step_minor) + step_minor) % step_minor
  return amount_minor - rest + (2n * rest >= step_minor ? step_minor : 0n)
}

/** How somebody pays at a counter. */
export const counterMethods = ['cash', 'terminal', 'mobile_money', 'wallet'] as const
export type CounterMethod = (typeof counterMethods)[number]

/** What the drawer takes of a sale, in minor units. */
export interface CashPart {
  /** What is left to pay after the other methods. */
  amount_minor: bigint
  /** What rounding adds to it; negative where it takes something off. */
  rounding_minor: bigint
  /** What is asked for in cash. */
  due_minor: bigint
  change_minor: bigint
}

/**
 * Splits a sale into what the drawer takes and `other_minor`, which terminal, mobile money and wallet take together. `short` is
 * what is missing of the cash that is asked for; without `tendered` the cash is exact. The others never take more than the
 * total (`too_much`), and what they do not take is cash.
 */
export function splitPayment(
  total_minor: bigint,
  { other_minor, tendered_minor }: { other_minor: bigint; tendered_minor: bigint | undefined },
  step_minor: bigint,
): { kind: 'too_much' } | { kind: 'short'; due_minor: bigint } | { kind: 'paid'; cash: CashPart | null } {
  if (other_minor > total_minor) return { kind: 'too_much' }
  const amount_minor = total_minor - other_minor
  if (amount_minor === 0n) return { kind: 'paid', cash: null }
  const due_minor = roundToCash(amount_minor, step_minor)
  const given_minor = tendered_minor ?? due_minor
  if (given_minor < due_minor) return { kind: 'short', due_minor }
  const rounding_minor = due_minor - amount_minor
  return { kind: 'paid', cash: { amount_minor, rounding_minor, due_minor, change_minor: given_minor - due_minor } }
}

/** Amounts that somebody may give for a sum, the exact one first: the next notes that cover it. Minor units. */
export function suggestTendered(due_minor: bigint, currency: Currency, most = 4): bigint[] {
  const notes = denominations[currency].filter((value) => value >= 5 * 10 ** currencyDigits[currency])
  const rounded = notes.map((value) => {
    const note = BigInt(value)
    return ((due_minor + note - 1n) / note) * note
  })
  return [...new Set([due_minor, ...rounded.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))])].slice(0, most)
}
