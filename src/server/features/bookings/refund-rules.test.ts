import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceLine } from '#server/features/pricing/lines.ts'
import { toCreditPostings, reversePostings } from './booking-postings.ts'
import { hasValidPass } from './documents/pass.ts'
import { calculateRefund, listRefundRules, findRefundShare, toCancellationTerms } from './refund-rules.ts'

const minute = 60_000
const hour = 60 * minute
const start = new Date('2026-12-01T12:00:00Z')
const before = (ms: number) => new Date(start.getTime() - ms)

describe('refund rules', () => {
  const long_ago = before(30 * 24 * hour)
  test.each([
    ['flexible, a month before', 'flexible', long_ago, before(20 * 24 * hour), 100],
    ['flexible, at the last moment', 'flexible', long_ago, before(1), 100],
    ['flexible, at the start', 'flexible', long_ago, start, 0],
    ['strict, a day and a moment before', 'strict', long_ago, before(24 * hour + 1), 100],
    ['strict, a day before', 'strict', long_ago, before(24 * hour), 50],
    ['strict, at the last moment', 'strict', long_ago, before(1), 50],
    ['strict, at the start', 'strict', long_ago, start, 0],
    ['strict, booked an hour before, at once', 'strict', before(hour), before(hour - minute), 100],
    ['strict, booked an hour before, after ten minutes', 'strict', before(hour), before(hour - 10 * minute), 50],
    ['strict, booked five minutes before, in the ninth minute', 'strict', before(5 * minute), before(-4 * minute), 100],
    ['strict, booked five minutes before, in the tenth', 'strict', before(5 * minute), before(-5 * minute), 0],
    [
      'flexible, booked in the running quarter, in the ninth minute',
      'flexible',
      before(-minute),
      before(-9 * minute),
      100,
    ],
  ] as const)('%s: policy %s', (_name, policy, booked_at, now, percent) => {
    expect(findRefundShare(listRefundRules({ policy, start, booked_at }), now).percent).toBe(percent)
  })

  const policies = fc.constantFrom('flexible' as const, 'strict' as const)
  const times = fc.integer({ min: -200 * 24 * 60, max: 24 * 60 }).map((n) => new Date(start.getTime() + n * minute))

  test('the share never grows with time, is 100% within ten minutes of booking and 0 after the last rule', () => {
    fc.assert(
      fc.property(policies, times, times, times, (policy, booked_at, value, other) => {
        const rules = listRefundRules({ policy, start, booked_at })
        const [earlier, later] = value < other ? [value, other] : [other, value]
        expect(findRefundShare(rules, later).percent).toBeLessThanOrEqual(findRefundShare(rules, earlier).percent)
        const freeUntil_ms = booked_at.getTime() + 10 * minute
        expect(findRefundShare(rules, new Date(freeUntil_ms - 1)).percent).toBe(100)
        expect(findRefundShare(rules, new Date(Math.max(freeUntil_ms, start.getTime()))).percent).toBe(0)
        // A policy is never better for the driver than the flexible one.
        const flexible = findRefundShare(listRefundRules({ policy: 'flexible', start, booked_at }), value).percent
        expect(findRefundShare(rules, value).percent).toBeLessThanOrEqual(flexible)
      }),
    )
  })

  test('the published terms match the rules that are applied', () => {
    fc.assert(
      fc.property(policies, times, times, (policy, booked_at, now) => {
        const rules = listRefundRules({ policy, start, booked_at })
        const terms = toCancellationTerms(policy, rules)
        const published = terms.refund_rules.find(({ until }) => now < new Date(until))?.percent ?? 0
        expect(published).toBe(findRefundShare(rules, now).percent)
        expect(terms.free_until).toBe(terms.refund_rules[0]!.until)
        expect(terms.refund_rules.map(({ until }) => until).toSorted()).toEqual(
          terms.refund_rules.map(({ until }) => until),
        )
      }),
    )
  })

  test('rounds half of an odd amount in the driver’s favour', () => {
    expect(calculateRefund(101n, 50, 'CAD')).toBe(51n)
    expect(calculateRefund(101n, 100, 'CAD')).toBe(101n)
    expect(calculateRefund(101n, 0, 'CAD')).toBe(0n)
    expect(calculateRefund(0n, 100, 'CAD')).toBe(0n)
    expect(calculateRefund(100_100n, 50, 'NGN')).toBe(50_100n)
    expect(calculateRefund(101n, 50, 'XOF')).toBe(51n)
  })

  test('returns the kobo of an old booking with a full refund, and never more than was paid', () => {
    expect(calculateRefund(100_055n, 100, 'NGN')).toBe(100_055n)
    expect(calculateRefund(100_055n, 50, 'NGN')).toBe(50_100n)
    expect(calculateRefund(40n, 50, 'NGN')).toBe(40n)
  })
})

describe('postings', () => {
  const line = (kind: PriceLine['kind'], code: string, amount_minor: bigint): PriceLine => ({
    code,
    kind,
    fee_id: null,
    percent_thousandths: null,
    amount_minor,
  })

  test('credit the parking price to the park, fees to us and each tax to its account', () => {
    const lines = [line('parking', 'parking', 1_000n), line('fee', 'service_fee', 35n), line('tax', 'hst', 130n)]
    expect(toCreditPostings(lines, 'park-1')).toEqual([
      { account: { kind: 'park_payable', owner: 'park-1' }, amount_minor: 1_000n },
      { account: { kind: 'fee_income', owner: '' }, amount_minor: 35n },
      { account: { kind: 'tax_payable', owner: 'hst' }, amount_minor: 130n },
    ])
  })

  test('a refund reverses exactly its amount in proportion, at most what each account received', () => {
    const currency = fc.constantFrom('CAD' as const, 'NGN' as const)
    const amounts = fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(currency, amounts, fc.constantFrom(50 as const, 100 as const), (code, credited, percent) => {
        const credits = toCreditPostings(
          credited.map((amount, n) => line(n === 0 ? 'parking' : 'tax', `t${n}`, amount)),
          'p',
        )
        const total = credited.reduce((sum, amount) => sum + amount, 0n)
        const refund = calculateRefund(total, percent, code)
        const taken = reversePostings(credits, refund, code)
        expect(taken.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).toBe(total === 0n ? 0n : -refund)
        for (const [n, { amount_minor }] of taken.entries()) {
          expect(-amount_minor).toBeGreaterThanOrEqual(0n)
          expect(-amount_minor).toBeLessThanOrEqual(credited[n]!)
          // Within one minor unit of its exact share.
          expect(-amount_minor * total - credited[n]! * refund).toBeLessThanOrEqual(total)
          expect(credited[n]! * refund + amount_minor * total).toBeLessThanOrEqual(total)
        }
      }),
    )
  })
})

test('issues passes only while a booking has a space', () => {
  expect(hasValidPass('active')).toBe(true)
  expect(hasValidPass('cancelled')).toBe(false)
  expect(hasValidPass('expired')).toBe(false)
  expect(hasValidPass('pending')).toBe(false)
})
