import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Currency } from '#contract/money.ts'
import { addLines, sumLines, type PriceLine } from '#server/features/pricing/lines.ts'
import {
  dropRefundedCharges,
  findRefundable,
  planRemainingRefund,
  planStaffRefund,
  sumReversedLines,
  type RefundedBooking,
  type RefundPlan,
} from './refund-plan.ts'

const line = (
  code: string,
  kind: PriceLine['kind'],
  amount_minor: bigint,
  fee_id: number | null = null,
): PriceLine => ({
  code,
  kind,
  fee_id,
  percent_thousandths: null,
  amount_minor,
})

const bookings = fc
  .record({
    parking: fc.bigInt({ min: 1n, max: 1_000_000n }),
    discount: fc.bigInt({ min: 0n, max: 100n }),
    fee: fc.bigInt({ min: 0n, max: 50_000n }),
    tax: fc.bigInt({ min: 0n, max: 50_000n }),
  })
  .map(({ parking, discount, fee, tax }): RefundedBooking => {
    const lines = [
      line('parking', 'parking', parking),
      line('discount', 'discount', -((parking * discount) / 100n)),
      line('service_fee', 'fee', fee, 1),
      line('gst', 'tax', tax, 2),
    ].filter(({ amount_minor }) => amount_minor !== 0n)
    const total_minor = sumLines(lines)
    const money = { total_minor, due_minor: 0n, refunded_minor: 0n, reversed: [] }
    return { park_id: 'park', user_id: 'driver', currency: 'CAD' as Currency, lines, ...money }
  })
  .filter(({ total_minor }) => total_minor > 0n)

const parts = fc.array(
  fc.record({ share: fc.integer({ min: 1, max: 100 }), bearer: fc.constantFrom('us', 'operator') }),
  { maxLength: 6 },
)

const balanceOf = ({ postings }: RefundPlan) => postings.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
const after = (booking: RefundedBooking, { amount_minor, lines }: RefundPlan): RefundedBooking => ({
  ...booking,
  refunded_minor: booking.refunded_minor + amount_minor,
  reversed: addLines(booking.reversed, lines),
})

/** Refunds parts of what is left one after the other; each has to balance. */
function refundParts(
  start: RefundedBooking,
  shares: readonly { share: number; bearer: 'us' | 'operator' }[],
): RefundedBooking {
  let booking = start
  for (const { share, bearer } of shares) {
    const amount_minor = (findRefundable(booking) * BigInt(share)) / 100n
    if (amount_minor === 0n) continue
    const plan = planStaffRefund(booking, bearer, amount_minor)
    expect(balanceOf(plan)).toBe(0n)
    expect(plan.amount_minor).toBe(amount_minor)
    expect(sumLines(plan.lines)).toBe(bearer === 'us' ? 0n : amount_minor)
    booking = after(booking, plan)
  }
  return booking
}

describe('refunds of a booking', () => {
  test('are never more than was paid, and in whatever parts they sum to it', () => {
    fc.assert(
      fc.property(bookings, parts, (start, shares) => {
        const booking = refundParts(start, shares)
        expect(booking.refunded_minor).toBeLessThanOrEqual(start.total_minor)
        expect(findRefundable(booking)).toBeGreaterThanOrEqual(0n)
        expect(() => planStaffRefund(booking, 'operator', findRefundable(booking) + 1n)).toThrow(RangeError)
        if (findRefundable(booking) === 0n) return
        const rest = planStaffRefund(booking, 'operator', findRefundable(booking))
        expect(after(booking, rest).refunded_minor).toBe(start.total_minor)
      }),
    )
  })

  test('at the expense of those who were paid take back exactly what they got', () => {
    fc.assert(
      fc.property(bookings, parts, (start, shares) => {
        const booking = refundParts(
          start,
          shares.map(({ share }) => ({ share, bearer: 'operator' })),
        )
        if (findRefundable(booking) === 0n) return
        const whole = after(booking, planStaffRefund(booking, 'operator', findRefundable(booking)))
        const taken = Object.fromEntries(whole.reversed.map(({ code, amount_minor }) => [code, amount_minor]))
        for (const { code, amount_minor } of start.lines) expect(taken[code] ?? 0n).toBe(amount_minor)
      }),
    )
  })

  test('are followed by a cancellation that refunds the rest and leaves nobody with a part of the price', () => {
    fc.assert(
      fc.property(bookings, parts, fc.constantFrom(0 as const, 50 as const, 100 as const), (start, shares, percent) => {
        const booking = refundParts(start, shares)
        const plan = planRemainingRefund(booking, percent)
        expect(balanceOf(plan)).toBe(0n)
        const ended = after(booking, plan)
        expect(ended.refunded_minor).toBeLessThanOrEqual(start.total_minor)
        expect(ended.refunded_minor).toBeGreaterThanOrEqual(booking.refunded_minor)
        if (percent !== 100) return
        expect(ended.refunded_minor).toBe(start.total_minor)
        expect(sumLines(ended.reversed)).toBe(start.total_minor)
        // What we had refunded ourselves is ours again: nothing of the price is left for it to replace.
        const ours = plan.postings.find(({ account }) => account.owner === 'refund')?.amount_minor ?? 0n
        expect(ours).toBe(booking.refunded_minor - sumLines(booking.reversed))
      }),
    )
  })

  test('after a cancellation begin where it ended, with or without a row of it', () => {
    fc.assert(
      fc.property(bookings, fc.integer({ min: 1, max: 99 }), parts, (start, first, shares) => {
        const first_minor = (start.total_minor * BigInt(first)) / 100n
        if (first_minor === 0n) return
        const stored = planStaffRefund(start, 'operator', first_minor)
        const without = { ...start, refunded_minor: first_minor }
        expect(sumReversedLines(without, [])).toEqual(sumReversedLines(without, [stored]))
        const booking = refundParts({ ...without, reversed: sumReversedLines(without, []) }, shares)
        expect(booking.refunded_minor).toBeLessThanOrEqual(start.total_minor)
      }),
    )
  })

  test('leave what is owed out', () => {
    const booking = { total_minor: 1_000n, due_minor: 300n, refunded_minor: 200n }
    expect(findRefundable(booking)).toBe(500n)
  })
})

test('late charges that a refund covers can no longer be undone', () => {
  const charges = [300n, 200n, 100n].map((amount_minor) => ({ lines: [line('parking', 'parking', amount_minor)] }))
  expect(dropRefundedCharges(charges, 600n)).toHaveLength(3)
  expect(dropRefundedCharges(charges, 599n)).toHaveLength(2)
  expect(dropRefundedCharges(charges, 299n)).toHaveLength(0)
})
