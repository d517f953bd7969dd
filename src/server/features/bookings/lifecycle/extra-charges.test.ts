import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedUnit, currencies, isChargeable, type Currency } from '#contract/money.ts'
import { addLines, subtractLines, calculateLines, sumLines, type FeeRule } from '#server/features/pricing/lines.ts'
import { toCreditPostings, reversePostings } from '../booking-postings.ts'
import { calculateRefund } from '../refund-rules.ts'
import { calculateCoveredLines } from './cannot-park.ts'

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
const currency = fc.constantFrom(...currencies)

const isWhole = (amounts: readonly { amount_minor: bigint }[], of: Currency) =>
  amounts.every(({ amount_minor }) => isChargeable(amount_minor, of))

describe('extra charges', () => {
  test('add up to the new price line by line, with or without a discount', () => {
    fc.assert(
      fc.property(currency, amount, amount, rules, fc.bigInt(0n, 100n), (code, before, more, charged, percent) => {
        const discount = { code: 'discount' as const, amount_minor: (before * percent) / 100n }
        const paid = calculateLines(before, charged, code, discount)
        const newLines = calculateLines(before + more, charged, code, discount)
        const above = subtractLines(newLines, paid)
        expect(sumLines(above)).toBe(sumLines(newLines) - sumLines(paid))
        expect(isWhole(above, code)).toBe(true)
        for (const line of above) {
          expect(line.amount_minor).toBeGreaterThan(0n)
          expect(line.kind).not.toBe('discount')
        }
        const sum = addLines(paid, above)
        expect(sumLines(sum)).toBe(sumLines(newLines))
        expect(sum.find(({ kind }) => kind === 'parking')!.amount_minor).toBe(newLines[0]!.amount_minor)
        const known = new Map(sum.map((line) => [`${line.code} ${line.fee_id}`, line.amount_minor]))
        for (const line of newLines) expect(known.get(`${line.code} ${line.fee_id}`) ?? 0n).toBe(line.amount_minor)
      }),
    )
  })
})

describe('the goodwill discount', () => {
  test('is the smallest that limits the total to what was paid', () => {
    fc.assert(
      fc.property(currency, amount, rules, amount, (code, parking, charged, paid) => {
        const lines = calculateCoveredLines(parking, charged, code, paid)
        const total = sumLines(lines)
        const goodwill = -(lines.find(({ code }) => code === 'goodwill')?.amount_minor ?? 0n)
        expect(total).toBeLessThanOrEqual(paid)
        expect(total).toBeGreaterThanOrEqual(0n)
        expect(goodwill).toBeGreaterThanOrEqual(0n)
        expect(goodwill).toBeLessThanOrEqual(lines[0]!.amount_minor)
        expect(lines[0]).toEqual(calculateLines(parking, [], code)[0])
        expect(isWhole(lines, code)).toBe(true)
        if (goodwill > 0n) {
          const less = calculateLines(parking, charged, code, {
            code: 'goodwill',
            amount_minor: goodwill - chargedUnit(code),
          })
          expect(sumLines(less)).toBeGreaterThan(paid)
        } else expect(lines).toEqual(calculateLines(parking, charged, code))
      }),
    )
  })
})

describe('a refund of a discounted booking', () => {
  test('is exact, reverses at most each credit and returns our share of the discount', () => {
    fc.assert(
      fc.property(
        currency,
        amount,
        rules,
        fc.bigInt(0n, 100n),
        fc.constantFrom(50 as const, 100 as const),
        (code, parking, charged, part, percent) => {
          const discount = { code: 'discount' as const, amount_minor: (parking * part) / 100n }
          const lines = calculateLines(parking, charged, code, discount)
          const credits = toCreditPostings(lines, 'park')
          const refund = calculateRefund(sumLines(lines), percent, code)
          const taken = reversePostings(credits, refund, code, percent)
          expect(isWhole([{ amount_minor: refund }, ...taken], code)).toBe(true)
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
    const credits = toCreditPostings(calculateLines(401n, [], 'CAD', { code: 'discount', amount_minor: 401n }), 'park')
    expect(reversePostings(credits, 0n, 'CAD', 50).map(({ amount_minor }) => amount_minor)).toEqual([-200n, 200n])
    expect(reversePostings(credits, 0n, 'CAD', 100).map(({ amount_minor }) => amount_minor)).toEqual([-401n, 401n])
    expect(reversePostings(credits, 0n, 'CAD', 0)).toEqual([])
    expect(reversePostings(toCreditPostings(calculateLines(400n, [], 'CAD'), 'park'), 0n, 'CAD', 0)).toEqual([])
  })
})
