import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import type { CancellationTerms } from '#contract/bookings/bookings.ts'
import { chargedUnit, type Currency } from '#contract/money.ts'
import { day_ms, minute_ms } from '#contract/time.ts'

export type Policy = 'flexible' | 'strict'
/** Combines the policies of a park and an event: strict if either is. */
export const strictestPolicy = (park: Policy, event: Policy | undefined): Policy =>
  event === 'strict' ? 'strict' : park

/** The share of the total that a cancellation before `until` refunds. After the last rule, nothing is refunded. */
export interface RefundRule {
  until: Date
  percent: 100 | 50
}

/**
 * Returns the refund rules of a booking, earliest first. Flexible: full refund until the start. Strict: full refund
 * until a day before the start, half until the start. Always a full refund within `regretMinutes` of booking.
 */
export function listRefundRules(booking: { policy: Policy; start: Date; booked_at: Date }): RefundRule[] {
  const { policy, start, booked_at } = booking
  const regret = new Date(booked_at.getTime() + regretMinutes * minute_ms)
  const later = (a: Date, b: Date) => (a > b ? a : b)
  if (policy === 'flexible') return [{ until: later(start, regret), percent: 100 }]
  const full = later(new Date(start.getTime() - day_ms), regret)
  return full < start
    ? [
        { until: full, percent: 100 },
        { until: start, percent: 50 },
      ]
    : [{ until: full, percent: 100 }]
}

/** Returns the refunded share at `now` and until when it applies; `until` is null if nothing is refunded. */
export function findRefundShare(
  rules: readonly RefundRule[],
  now: Date,
): { percent: 0 | 50 | 100; until: Date | null } {
  return rules.find(({ until }) => now < until) ?? { percent: 0, until: null }
}

/**
 * Returns the refund in minor units, rounded up to the smallest amount that the currency charges; a full refund is
 * exactly the total, which has a fraction in old bookings.
 */
export function calculateRefund(total_minor: bigint, percent: 0 | 50 | 100, currency: Currency): bigint {
  const step = 100n * chargedUnit(currency)
  const rounded_minor = ((total_minor * BigInt(percent) + step - 1n) / step) * chargedUnit(currency)
  return percent === 100 || rounded_minor > total_minor ? total_minor : rounded_minor
}

/** Returns the rules in the contract's shape. */
export function toCancellationTerms(policy: Policy, rules: readonly RefundRule[]): CancellationTerms {
  return {
    free_until: rules[0]!.until.toISOString(),
    refund_rules: rules.map(({ until, percent }) => ({ until: until.toISOString(), percent })),
    policy,
  }
}
