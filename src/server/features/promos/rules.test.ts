import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateDiscount,
  isLimitReached,
  findUseProblem,
  validatePromo,
  toThousandths,
  type Discount,
} from './rules.ts'

const share: Discount = { kind: 'percentage', value: 20_000n, currency: null, least_minor: null, most_minor: null }
const amount: Discount = { kind: 'fixed', value: 500n, currency: 'CAD', least_minor: null, most_minor: null }

describe('what a code takes off', () => {
  test.each([
    ['a fifth', share, 1_000n, 200n],
    ['of an odd price, rounded down', share, 999n, 199n],
    ['a third of a percent', { ...share, value: 333n }, 10_000n, 33n],
    ['all of it', { ...share, value: 100_000n }, 999n, 999n],
    ['of nothing', share, 0n, 0n],
    ['at most so much', { ...share, currency: 'CAD', most_minor: 150n }, 1_000n, 150n],
    ['an amount', amount, 1_000n, 500n],
    ['the price itself at most', amount, 300n, 300n],
  ] as const)('%s', (_name, promo, subtotal_minor, expected) => {
    expect(calculateDiscount(promo, subtotal_minor)).toBe(expected)
  })

  const minor = (most: bigint) => fc.bigInt({ min: 0n, max: most })
  const anyDiscount: fc.Arbitrary<Discount> = fc.record({
    kind: fc.constantFrom('percentage', 'fixed'),
    value: fc.bigInt({ min: 1n, max: 100_000n }),
    currency: fc.constant('NGN'),
    least_minor: fc.constant(null),
    most_minor: fc.option(fc.bigInt({ min: 1n, max: 50_000n }), { nil: null }),
  })

  test('never below nothing, above the price or above its most', () => {
    fc.assert(
      fc.property(anyDiscount, minor(10_000_000_000n), (promo, subtotal_minor) => {
        const off = calculateDiscount(promo, subtotal_minor)
        expect(off >= 0n && off <= subtotal_minor).toBe(true)
        if (promo.most_minor !== null) expect(off <= promo.most_minor).toBe(true)
      }),
    )
  })

  test('a dearer stay never gets less off, nor costs less', () => {
    fc.assert(
      fc.property(anyDiscount, minor(1_000_000n), minor(1_000_000n), (promo, subtotal_minor, more) => {
        const off = calculateDiscount(promo, subtotal_minor)
        const offMore = calculateDiscount(promo, subtotal_minor + more)
        expect(offMore >= off).toBe(true)
        expect(subtotal_minor + more - offMore >= subtotal_minor - off).toBe(true)
      }),
    )
  })

  test('a share is the whole number below the exact one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000n }), minor(10_000_000_000n), (value, subtotal_minor) => {
        const off = calculateDiscount({ ...share, value }, subtotal_minor)
        const exact = subtotal_minor * value
        expect(off * 100_000n <= exact && (off + 1n) * 100_000n > exact).toBe(true)
      }),
    )
  })
})

describe('why a code cannot be used', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const promo = { ...amount, starts_at: day('2026-11-01'), ends_at: day('2026-12-01'), is_active: true }
  const want = { currency: 'CAD' as const, subtotal_minor: 2_000n, now: day('2026-11-21') }

  test.each([
    ['it can', promo, want, undefined],
    ['unknown', undefined, want, { key: 'promo_unknown' }],
    ['out of use', { ...promo, is_active: false }, want, { key: 'promo_over' }],
    ['too early', promo, { ...want, now: new Date(promo.starts_at.getTime() - 1) }, { key: 'promo_over' }],
    ['its first moment', promo, { ...want, now: promo.starts_at }, undefined],
    ['its last moment', promo, { ...want, now: new Date(promo.ends_at.getTime() - 1) }, undefined],
    ['over', promo, { ...want, now: promo.ends_at }, { key: 'promo_over' }],
    ['another currency', promo, { ...want, currency: 'USD' as const }, { key: 'promo_currency' }],
    ['a share in every currency', { ...promo, ...share }, { ...want, currency: 'XOF' as const }, undefined],
    [
      'too cheap a stay',
      { ...promo, least_minor: 2_001n },
      want,
      { key: 'promo_least', params: { least: { amount: 20.01, currency: 'CAD' } } },
    ],
    ['just dear enough', { ...promo, least_minor: 2_000n }, want, undefined],
    ['more than the price', promo, { ...want, subtotal_minor: 499n }, { key: 'discount_over_subtotal' }],
    ['exactly the price', promo, { ...want, subtotal_minor: 500n }, undefined],
    ['a share of nothing', { ...promo, ...share }, { ...want, subtotal_minor: 0n }, undefined],
  ])('%s', (_name, code, wanted, expected) => {
    expect(findUseProblem(code, wanted)).toEqual(expected)
  })

  test('a limit of uses', () => {
    expect([isLimitReached(0, 1), isLimitReached(1, 1), isLimitReached(2, 1), isLimitReached(1_000, null)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('a code that staff make', () => {
  const want = {
    kind: 'percentage' as const,
    value: 20,
    currency: null,
    minimum: null,
    maximum: null,
    starts_at: new Date('2026-11-01T00:00:00Z'),
    ends_at: new Date('2026-12-01T00:00:00Z'),
  }
  const fixed = { ...want, kind: 'fixed' as const, currency: 'XOF' as const, value: 500 }
  test.each([
    ['a share', want, []],
    ['all of it', { ...want, value: 100 }, []],
    ['more than all', { ...want, value: 100.001 }, ['value discount_percent']],
    ['three digits', { ...want, value: 12.345 }, []],
    ['four digits', { ...want, value: 12.3456 }, ['value fraction_percent']],
    ['bounds without a currency', { ...want, maximum: 10 }, ['currency currency_needed']],
    ['bounds with one', { ...want, currency: 'CAD' as const, minimum: 0.5, maximum: 10.05 }, []],
    ['an amount', fixed, []],
    ['above a hundred', { ...fixed, value: 25_000 }, []],
    ['an amount of nothing in particular', { ...fixed, currency: null }, ['currency currency_needed']],
    ['half a franc', { ...fixed, value: 0.5, minimum: 1.5 }, ['value fraction', 'minimum fraction']],
    ['backwards', { ...want, ends_at: want.starts_at }, ['ends_at dates_order']],
  ])('%s', (_name, promo, expected) => {
    expect(validatePromo(promo).map(({ field, key }) => `${field} ${key}`)).toEqual(expected)
  })

  test('percent in thousandths and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (thousandths) => {
        expect(toThousandths(thousandths / 1_000)).toBe(BigInt(thousandths))
      }),
    )
  })
})
