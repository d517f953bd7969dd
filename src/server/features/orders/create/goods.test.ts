import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargedUnit, currencies } from '#contract/money.ts'
import { priceSale, type SaleLine } from '#contract/pricing/sale.ts'
import type { ShopOffer } from '#server/features/catalogue/catalogue.ts'
import { splitDiscounts } from './goods.ts'

const offer = (funded_by: 'us' | 'branch', value: bigint) => ({ kind: 'percentage', value, funded_by }) as ShopOffer
const vat = (value: bigint) => [{ code: 'vat', kind: 'percentage' as const, value }]
const split = (
  line: Partial<SaleLine<ShopOffer>> & { unit_minor: bigint },
  funded_by: 'us' | 'branch',
  coupon_percent: bigint,
  terms: { includes_tax: boolean; currency: 'CAD' | 'NGN' },
) => {
  const sold = { quantity: 1, offers: [], taxes: vat(10_000n), ...line }
  const coupon = {
    kind: 'percentage' as const,
    value: coupon_percent,
    most_minor: null,
    least_subtotal_minor: 0n,
    free_delivery: false,
  }
  const sale = priceSale({ lines: [sold], coupon, ...terms })
  return { ...splitDiscounts(sale.lines[0]!, sold, { funded_by }, terms), net_minor: sale.lines[0]!.net_minor }
}

test('what we pay comes on top of what the customer pays, what the branch pays makes it cheaper', () => {
  const terms = { includes_tax: false, currency: 'CAD' } as const
  expect(split({ unit_minor: 1_000n }, 'us', 20_000n, terms)).toEqual({
    goods_minor: 1_000n,
    promotion_minor: 200n,
    net_minor: 800n,
  })
  expect(split({ unit_minor: 1_000n }, 'branch', 20_000n, terms)).toEqual({
    goods_minor: 800n,
    promotion_minor: 0n,
    net_minor: 800n,
  })
  // The branch's offer of 10 %, then our coupon of 20 % of the rest.
  expect(split({ unit_minor: 1_000n, offers: [offer('branch', 10_000n)] }, 'us', 20_000n, terms)).toMatchObject({
    goods_minor: 900n,
    promotion_minor: 180n,
  })
  expect(split({ unit_minor: 1_000n, offers: [offer('us', 10_000n)] }, 'branch', 20_000n, terms)).toMatchObject({
    goods_minor: 820n,
    promotion_minor: 100n,
  })
})

test('where prices contain their taxes, both are net', () => {
  const terms = { includes_tax: true, currency: 'NGN' } as const
  // Whole naira: 11,000 of which 1,000 are tax, less a tenth.
  expect(split({ unit_minor: 1_100_000n }, 'us', 10_000n, terms)).toEqual({
    goods_minor: 1_000_000n,
    promotion_minor: 100_000n,
    net_minor: 900_000n,
  })
})

test('goods less promotion is what is charged, and neither is ever below zero', () => {
  const side = fc.constantFrom('us' as const, 'branch' as const)
  fc.assert(
    fc.property(
      fc.record({
        units: fc.bigInt(0n, 10n ** 8n),
        quantity: fc.integer({ min: 1, max: 99 }),
        off: fc.bigInt(0n, 100_000n),
        coupon_value: fc.bigInt(0n, 100_000n),
        rate: fc.bigInt(0n, 30_000n),
        offer_by: side,
        coupon_by: side,
        includes_tax: fc.boolean(),
        currency: fc.constantFrom(...currencies),
      }),
      ({ units, quantity, off, coupon_value, rate, offer_by, coupon_by, includes_tax, currency }) => {
        const line = {
          unit_minor: units * chargedUnit(currency),
          quantity,
          offers: [offer(offer_by, off)],
          taxes: vat(rate),
        }
        const coupon = {
          kind: 'percentage' as const,
          value: coupon_value,
          most_minor: null,
          least_subtotal_minor: 0n,
          free_delivery: false,
        }
        const terms = { includes_tax, currency }
        const [priced] = priceSale({ lines: [line], coupon, ...terms }).lines
        const { goods_minor, promotion_minor } = splitDiscounts(priced!, line, { funded_by: coupon_by }, terms)
        expect(goods_minor - promotion_minor).toBe(priced!.net_minor)
        expect(promotion_minor >= 0n).toBe(true)
        if (offer_by === 'branch' && coupon_by === 'branch') expect(promotion_minor).toBe(0n)
      },
    ),
  )
})
