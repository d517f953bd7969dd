import { regretMinutes, type BookingStatus, type CancellationTerms } from '#contract/bookings.ts'
import type { Account, Posting } from '#server/features/wallet/ledger/ledger.ts'
import type { PriceLine } from '#server/features/pricing/lines.ts'

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms

export type Policy = 'flexible' | 'strict'
/** Of a park and an event: one of them that is strict makes it so. */
export const strictestPolicy = (park: Policy, event: Policy | undefined): Policy =>
  event === 'strict' ? 'strict' : park

/** What a cancel returns: until each instant (not included) this share in percent; after the last one nothing. */
export type RefundRule = { until: Date; percent: 100 | 50 }

/**
 * The refunds of a booking in the order of time. All the money until the start, or, where the policy is strict, until a
 * day before it and half until the start; within ten minutes of booking always all of it.
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

/** The share of the whole that a cancel at `now` returns, and until when it stays so; `until` is null when nothing comes back. */
export function findRefundShare(
  rules: readonly RefundRule[],
  now: Date,
): { percent: 0 | 50 | 100; until: Date | null } {
  return rules.find(({ until }) => now < until) ?? { percent: 0, until: null }
}

/** That share in minor units; half of an odd amount is rounded in the driver's favour. */
export const calculateRefund = (total_minor: bigint, percent: 0 | 50 | 100): bigint =>
  (total_minor * BigInt(percent) + 50n) / 100n

/** The rules as the contract tells them. */
export function toCancellationTerms(policy: Policy, rules: readonly RefundRule[]): CancellationTerms {
  return {
    free_until: rules[0]!.until.toISOString(),
    refund_rules: rules.map(({ until, percent }) => ({ until: until.toISOString(), percent })),
    policy,
  }
}

/** Where the money of a booking goes: the parking price to the park, the fee to us, each tax to its own account; a discount is what we give. */
export function toCreditPostings(lines: readonly PriceLine[], park_id: string): Posting[] {
  return lines.map(({ kind, code, amount_minor }) => ({
    account: toAccount(kind, code, park_id),
    amount_minor,
  }))
}

function toAccount(kind: PriceLine['kind'], code: string, park_id: string): Account {
  switch (kind) {
    case 'parking':
      return { kind: 'park_payable', owner: park_id }
    case 'discount':
      return { kind: 'promotion', owner: code }
    case 'fee':
      return { kind: 'fee_income', owner: '' }
    case 'tax':
      return { kind: 'tax_payable', owner: code }
  }
}

/**
 * `share` of what was credited, taken back from each in proportion: exact in sum, none gives more than it got. Of a stay
 * that cost its driver nothing, `percent` of each is taken back: what we gave for it comes back to us. Nothing where
 * nothing moves.
 */
export function reversePostings(
  credits: readonly Posting[],
  share_minor: bigint,
  percent: 0 | 50 | 100 = 100,
): Posting[] {
  const whole = credits.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const [part, of] = whole === 0n ? [BigInt(percent), 100n] : [share_minor, whole]
  let credited = 0n
  let taken = 0n
  const postings = credits.map(({ account, amount_minor }) => {
    credited += amount_minor
    // Each takes what is missing to the rounded share of all so far: the parts always sum to the share.
    const due = (credited * part) / of - taken
    taken += due
    return { account, amount_minor: -due }
  })
  return postings.some(({ amount_minor }) => amount_minor !== 0n) ? postings : []
}

/** Whether a booking is paid and still gives a place, so that its pass may be handed out. */
export const hasValidPass = (status: BookingStatus): boolean =>
  status !== 'cancelled' && status !== 'expired' && status !== 'pending'
