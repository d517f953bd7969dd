import type { Currency } from '#contract/money.ts'

/** What roles may do at most. Amounts are in major units. */
export type Limits = {
  /** Up to here with `bookings.refund`. */
  refund: Record<Currency, number>
  /** Up to here with `bookings.refund_more`. */
  refund_more: Record<Currency, number>
  /** How long an entered password counts for what asks for it again. */
  reauth_minutes: number
  /** The rows of an export; null is no limit. */
  export_rows: number | null
}

export const defaultLimits: Limits = {
  refund: { NGN: 50_000, XOF: 25_000, CAD: 100, USD: 100 },
  refund_more: { NGN: 500_000, XOF: 250_000, CAD: 1_000, USD: 1_000 },
  reauth_minutes: 10,
  export_rows: null,
}
