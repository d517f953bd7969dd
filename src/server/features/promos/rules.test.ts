import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedUnit, currencies, isChargeable } from '#contract/money.ts'
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

describe('calculateDiscount', () => {
  test.each([
    ['20 percent', share, 1_000n, 200n],
    ['20 percent of an odd price, rounded down', share, 999n, 199n],
    ['a third of a percent', { ...share, value: 333n }, 10_000n, 33n],
    ['100 percent', { ...share, value: 100_000n }, 999n, 999n],
    ['of a price of 0', share, 0n, 0n],
    ['limited by the maximum', { ...share, currency: 'CAD', most_minor: 150n }, 1_000n, 150n],
    ['a fixed amount', amount, 1_000n, 500n],
    ['limited by the price', amount, 300n, 300n],
  ] as const)('%s', (_name, promo, subtotal_minor, expected) => {
    expect(calculateDiscount(promo, subtotal_minor, 'CAD')).toBe(expected)
  })

  const minor = (most: bigint) => fc.bigInt({ min: 0n, max: most })
  const anyDiscount: fc.Arbitrary<Discount> = fc.record({
    kind: fc.constantFrom('percentage', 'fixed'),
    value: fc.bigInt({ min: 1n, max: 100_000n }),
    currency: fc.constant('NGN'),
    least_minor: fc.constant(null),
    most_minor: fc.option(fc.bigInt({ min: 1n, max: 50_000n }), { nil: null }),
  })

  const currency = fc.constantFrom(...currencies)

  test('is between 0 and the price or the maximum', () => {
    fc.assert(
      fc.property(anyDiscount, minor(10_000_000_000n), (promo, subtotal_minor) => {
        const discount = calculateDiscount(promo, subtotal_minor, 'NGN')
        expect(isChargeable(discount, 'NGN')).toBe(true)
        expect(discount >= 0n && discount <= subtotal_minor).toBe(true)
        if (promo.most_minor !== null) expect(discount <= promo.most_minor).toBe(true)
      }),
    )
  })

  test('a higher price never has a lower discount or a lower total', () => {
    fc.assert(
      fc.property(currency, anyDiscount, minor(1_000_000n), minor(1_000_000n), (currency, promo, price, extra) => {
        // Parking prices are whole already.
        const [subtotal_minor, more] = [price * chargedUnit(currency), extra * chargedUnit(currency)]
        const discount = calculateDiscount(promo, subtotal_minor, currency)
        const higherDiscount = calculateDiscount(promo, subtotal_minor + more, currency)
        expect(higherDiscount >= discount).toBe(true)
        expect(subtotal_minor + more - higherDiscount >= subtotal_minor - discount).toBe(true)
      }),
    )
  })

  test('rounds percentages down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000n }), minor(10_000_000_000n), (value, subtotal_minor) => {
        const discount = calculateDiscount({ ...share, value }, subtotal_minor, 'CAD')
        const exact = subtotal_minor * value
        expect(discount * 100_000n <= exact && (discount + 1n) * 100_000n > exact).toBe(true)
      }),
    )
  })
})

describe('findUseProblem', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const promo = { ...amount, starts_at: day('2026-11-01'), ends_at: day('2026-12-01'), is_active: true }
  const valid = { currency: 'CAD' as const, subtotal_minor: 2_000n, now: day('2026-11-21') }

  test.each([
    ['a usable code', promo, valid, undefined],
    ['an unknown code', undefined, valid, { key: 'promo_unknown' }],
    ['an inactive code', { ...promo, is_active: false }, valid, { key: 'promo_over' }],
    ['before its start', promo, { ...valid, now: new Date(promo.starts_at.getTime() - 1) }, { key: 'promo_over' }],
    ['its first moment', promo, { ...valid, now: promo.starts_at }, undefined],
    ['its last moment', promo, { ...valid, now: new Date(promo.ends_at.getTime() - 1) }, undefined],
    ['after its end', promo, { ...valid, now: promo.ends_at }, { key: 'promo_over' }],
    ['another currency', promo, { ...valid, currency: 'USD' as const }, { key: 'promo_currency' }],
    ['a percentage in any currency', { ...promo, ...share }, { ...valid, currency: 'XOF' as const }, undefined],
    [
      'a price below the minimum',
      { ...promo, least_minor: 2_001n },
      valid,
      { key: 'promo_least', params: { least: { amount: 20.01, currency: 'CAD' } } },
    ],
    ['a price at the minimum', { ...promo, least_minor: 2_000n }, valid, undefined],
    ['an amount above the price', promo, { ...valid, subtotal_minor: 499n }, { key: 'discount_over_subtotal' }],
    ['an amount equal to the price', promo, { ...valid, subtotal_minor: 500n }, undefined],
    ['a percentage of 0', { ...promo, ...share }, { ...valid, subtotal_minor: 0n }, undefined],
  ])('%s', (_name, code, purchase, expected) => {
    expect(findUseProblem(code, purchase)).toEqual(expected)
  })

  test('isLimitReached compares uses with the limit', () => {
    expect([isLimitReached(0, 1), isLimitReached(1, 1), isLimitReached(2, 1), isLimitReached(1_000, null)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('validatePromo', () => {
  const valid = {
    kind: 'percentage' as const,
    value: 20,
    currency: null,
    minimum: null,
    maximum: null,
    starts_at: new Date('2026-11-01T00:00:00Z'),
    ends_at: new Date('2026-12-01T00:00:00Z'),
  }
  const fixed = { ...valid, kind: 'fixed' as const, currency: 'XOF' as const, value: 500 }
  test.each([
    ['a percentage', valid, []],
    ['100 percent', { ...valid, value: 100 }, []],
    ['more than 100 percent', { ...valid, value: 100.001 }, ['value discount_percent']],
    ['three decimals', { ...valid, value: 12.345 }, []],
    ['four decimals', { ...valid, value: 12.3456 }, ['value fraction_percent']],
    ['bounds without a currency', { ...valid, maximum: 10 }, ['currency currency_needed']],
    ['bounds with a currency', { ...valid, currency: 'CAD' as const, minimum: 0.5, maximum: 10.05 }, []],
    ['an amount', fixed, []],
    ['an amount above 100', { ...fixed, value: 25_000 }, []],
    ['an amount without a currency', { ...fixed, currency: null }, ['currency currency_needed']],
    ['fractions of a franc', { ...fixed, value: 0.5, minimum: 1.5 }, ['value fraction', 'minimum fraction']],
    ['fractions of a naira', { ...fixed, currency: 'NGN' as const, value: 500.5 }, ['value fraction']],
    ['an end before the start', { ...valid, ends_at: valid.starts_at }, ['ends_at dates_order']],
  ])('%s', (_name, promo, expected) => {
    expect(validatePromo(promo).map(({ field, key }) => `${field} ${key}`)).toEqual(expected)
  })

  test('converts percent to thousandths and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (thousandths) => {
        expect(toThousandths(thousandths / 1_000)).toBe(BigInt(thousandths))
      }),
    )
  })
})
