import { Temporal } from 'temporal-polyfill'
import { chargedUnit, type Currency } from '#contract/money.ts'
import type { CommissionTax, HeldBack, PayoutSchedule } from '#contract/payouts/terms.ts'

/** A part of an amount in thousandths of a percent, rounded towards zero to what the currency charges: a refund of the whole takes back exactly what the sale took. */
export function calculateShare(amount_minor: bigint, rate: number, currency: Currency): bigint {
  const unit = chargedUnit(currency)
  return ((amount_minor * BigInt(rate)) / (100_000n * unit)) * unit
}

/** The taxes on a statement’s commission, each of the whole, none below what the currency charges. */
export const calculateTaxes = (
  commission_minor: bigint,
  taxes: readonly CommissionTax[],
  currency: Currency,
): (CommissionTax & { amount_minor: bigint })[] =>
  taxes.map((tax) => ({ ...tax, amount_minor: calculateShare(commission_minor, tax.rate, currency) }))

/**
 * The end of the last period that is over: midnight in the payee’s zone, between Sunday and Monday for a weekly statement,
 * else before the first of a month.
 */
export function findPeriodEnd(schedule: PayoutSchedule, zone: string, now: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).startOfDay()
  const end = schedule === 'weekly' ? today.subtract({ days: today.dayOfWeek - 1 }) : today.with({ day: 1 })
  return new Date(end.startOfDay().epochMilliseconds)
}

/** When the running period ends, in the payee’s zone. */
export function findNextPeriodEnd(schedule: PayoutSchedule, zone: string, now: Date): Date {
  const last = Temporal.Instant.fromEpochMilliseconds(findPeriodEnd(schedule, zone, now).getTime()).toZonedDateTimeISO(
    zone,
  )
  const next = schedule === 'weekly' ? last.add({ days: 7 }) : last.add({ months: 1 })
  return new Date(next.startOfDay().epochMilliseconds)
}

export interface PayeeState {
  balance_minor: bigint
  reserved_minor: bigint
  minimum_minor: bigint
  is_paused: boolean
  is_verified: boolean
  /** Undefined without an account that was verified. */
  account: { usable_from: Date } | undefined
}

/** What a payee can be paid now, and why it is less than what they are owed. */
export function findPayable(payee: PayeeState, now: Date): { payable_minor: bigint; held_back: HeldBack | null } {
  const none = (held_back: HeldBack | null) => ({ payable_minor: 0n, held_back })
  const { balance_minor, reserved_minor, minimum_minor } = payee
  if (balance_minor < 0n) return none('negative')
  if (balance_minor === 0n) return none(null)
  if (payee.is_paused) return none('paused')
  if (!payee.is_verified) return none('no_identity')
  if (payee.account === undefined) return none('no_account')
  if (payee.account.usable_from > now) return none('account_waits')
  const free_minor = balance_minor - reserved_minor
  if (free_minor <= 0n) return none('reserve')
  if (free_minor < minimum_minor) return none('minimum')
  return { payable_minor: free_minor, held_back: reserved_minor > 0n ? 'reserve' : null }
}
