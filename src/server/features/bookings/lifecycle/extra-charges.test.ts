import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addLines, subtractLines, calculateLines, sumLines, type FeeRule } from '#server/features/pricing/lines.ts'
import { calculateCoveredLines } from './cannot-park.ts'
import { toCreditPostings, reversePostings } from '#server/features/bookings/booking-postings.ts'
import { calculateRefund } from '#server/features/bookings/refund-rules.ts'

const fees = fc.array(
  fc.record({
    kind: fc.constantFrom('percentage' as const, 'fixed' as const),
    value: fc.bigInt(0n, 25_000n),
    base: fc.constantFrom('parking' as const, 'parking_and_fees' as const),
    is_tax: fc.boolean(),
  }),
  { maxLength: 4 },
)
const rules = fees.map((drawn) =>
  drawn
    .map((fee, n): FeeRule => ({
      ...fee,
      id: n + 1,
      code: `f${n}`,
      value: fee.kind === 'fixed' ? fee.value % 500n : fee.value,
    }))
    .toSorted((a, b) => Number(a.is_tax) - Number(b.is_tax)),
)
const amount = fc.bigInt(0n, 1_000_000n)

describe('extra charges', () => {
  test('add up to the new price line by line, with or without a discount', () => {
    fc.assert(
      fc.property(amount, amount, rules, fc.bigInt(0n, 100n), (before, more, charged, percent) => {
        const discount = { code: 'discount' as const, amount_minor: (before * percent) / 100n }
        const paid = calculateLines(before, charged, discount)
        const newLines = calculateLines(before + more, charged, discount)
        const above = subtractLines(newLines, paid)
        expect(sumLines(above)).toBe(sumLines(newLines) - sumLines(paid))
        for (const line of above) {
          expect(line.amount_minor).toBeGreaterThan(0n)
          expect(line.kind).not.toBe('discount')
        }
        const sum = addLines(paid, above)
        expect(sumLines(sum)).toBe(sumLines(newLines))
        expect(sum.find(({ kind }) => kind === 'parking')!.amount_minor).toBe(before + more)
        const known = new Map(sum.map((line) => [`${line.code} ${line.fee_id}`, line.amount_minor]))
        for (const line of newLines) expect(known.get(`${line.code} ${line.fee_id}`) ?? 0n).toBe(line.amount_minor)
      }),
    )
  })
})

describe('the goodwill discount', () => {
  test('is the smallest that limits the total to what was paid', () => {
    fc.assert(
      fc.property(amount, rules, amount, (parking, charged, paid) => {
        const lines = calculateCoveredLines(parking, charged, paid)
        const total = sumLines(lines)
        const goodwill = -(lines.find(({ code }) => code === 'goodwill')?.amount_minor ?? 0n)
        expect(total).toBeLessThanOrEqual(paid)
        expect(total).toBeGreaterThanOrEqual(0n)
        expect(goodwill).toBeGreaterThanOrEqual(0n)
        expect(goodwill).toBeLessThanOrEqual(parking)
        expect(lines[0]).toMatchObject({ kind: 'parking', amount_minor: parking })
        if (goodwill > 0n) {
          const less = calculateLines(parking, charged, { code: 'goodwill', amount_minor: goodwill - 1n })
          expect(sumLines(less)).toBeGreaterThan(paid)
        } else expect(lines).toEqual(calculateLines(parking, charged))
      }),
    )
  })
})

describe('a refund of a discounted booking', () => {
  test('is exact, reverses at most each credit and returns our share of the discount', () => {
    fc.assert(
      fc.property(
        amount,
        rules,
        fc.bigInt(0n, 100n),
        fc.constantFrom(50 as const, 100 as const),
        (parking, charged, part, percent) => {
          const lines = calculateLines(parking, charged, { code: 'discount', amount_minor: (parking * part) / 100n })
          const credits = toCreditPostings(lines, 'park')
          const refund = calculateRefund(sumLines(lines), percent)
          const taken = reversePostings(credits, refund, percent)
          expect(taken.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).toBe(-refund)
          for (const [n, { amount_minor }] of taken.entries()) {
            const credit = credits[n]!.amount_minor
            const [low, high] = credit > 0n ? [-credit, 0n] : [0n, -credit]
            expect(amount_minor).toBeGreaterThanOrEqual(low)
            expect(amount_minor).toBeLessThanOrEqual(high)
            if (percent === 100) expect(amount_minor).toBe(-credit)
          }
        },
      ),
    )
  })

  test('splits a fully discounted booking between us and the park when half is refunded', () => {
    const credits = toCreditPostings(calculateLines(401n, [], { code: 'discount', amount_minor: 401n }), 'park')
    expect(reversePostings(credits, 0n, 50).map(({ amount_minor }) => amount_minor)).toEqual([-200n, 200n])
    expect(reversePostings(credits, 0n, 100).map(({ amount_minor }) => amount_minor)).toEqual([-401n, 401n])
    expect(reversePostings(credits, 0n, 0)).toEqual([])
    expect(reversePostings(toCreditPostings(calculateLines(400n, []), 'park'), 0n, 0)).toEqual([])
  })
})
