import { Temporal } from 'temporal-polyfill'
import { chargedUnit, type Currency } from '#contract/money.ts'
import type { CommissionTax, PayoutSchedule } from '#contract/payouts/terms.ts'

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
