import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  subtractAmounts,
  toHold,
  totalOf,
  toRefund,
  toRefundAfterRelease,
  toRelease,
  type OrderAmounts,
  type OrderPosting,
  type OrderTerms,
} from './order-postings.ts'

const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 9n })
const anyOrder: fc.Arbitrary<OrderAmounts> = fc
  .record({
    goods: anyAmount,
    promotion: fc.nat({ max: 100 }),
    delivery: anyAmount,
    taxes: fc.array(anyAmount, { maxLength: 3 }),
  })
  .map(({ goods, promotion, delivery, taxes }) => ({
    goods_minor: goods,
    promotion_minor: (goods * BigInt(promotion)) / 100n,
    delivery_minor: delivery,
    taxes: taxes.map((amount_minor, n) => ({ code: `tax_${n}`, amount_minor })),
  }))
const anyTerms: fc.Arbitrary<OrderTerms> = fc.record({
  user_id: fc.constant('driver'),
  branch_id: fc.constant('branch'),
  commission_thousandths: fc.bigInt({ min: 0n, max: 100_000n }),
  delivered_by: fc.constantFrom('branch' as const, 'us' as const),
})
/** Parts of what is left, in hundredths of each amount. */
const anyPart = fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }), fc.nat({ max: 100 }))
const takePart = (left: OrderAmounts, [goods, delivery, tax]: readonly [number, number, number]): OrderAmounts => {
  const of = (amount: bigint, hundredths: number) => (amount * BigInt(hundredths)) / 100n
  return {
    goods_minor: of(left.goods_minor, goods),
    promotion_minor: of(left.promotion_minor, goods),
    delivery_minor: of(left.delivery_minor, delivery),
    taxes: left.taxes.map(({ code, amount_minor }) => ({ code, amount_minor: of(amount_minor, tax) })),
  }
}
const sumOf = (postings: readonly OrderPosting[], kind?: string) =>
  postings
    .filter(({ account }) => kind === undefined || account.kind === kind)
    .reduce((all, { amount_minor }) => all + amount_minor, 0n)

test('every transfer sums to zero, nothing waits after the release, and a full refund leaves nothing anywhere', () => {
  fc.assert(
    fc.property(
      anyOrder,
      anyTerms,
      fc.array(anyPart, { maxLength: 4 }),
      fc.array(anyPart, { maxLength: 4 }),
      (order, terms, before, after) => {
        const transfers = [toHold(order, terms)]
        let left = order
        for (const hundredths of before) {
          const part = takePart(left, hundredths)
          transfers.push(toRefund(part, terms))
          left = subtractAmounts(left, part)
        }
        transfers.push(toRelease(left, terms))
        expect(sumOf(transfers.flat(), 'order_held')).toBe(0n)
        for (const hundredths of after) {
          const part = takePart(left, hundredths)
          transfers.push(toRefundAfterRelease(left, part, terms))
          left = subtractAmounts(left, part)
          const commission = (left.goods_minor * terms.commission_thousandths) / 100_000n
          expect(sumOf(transfers.flat(), 'fee_income')).toBe(
            commission + (terms.delivered_by === 'us' ? left.delivery_minor : 0n),
          )
        }
        expect(sumOf(transfers.flat(), 'customer')).toBe(-totalOf(left))
        transfers.push(toRefundAfterRelease(left, left, terms))
        for (const transfer of transfers) expect(sumOf(transfer)).toBe(0n)
        for (const kind of ['customer', 'order_held', 'branch_payable', 'fee_income', 'tax_payable', 'promotion'])
          expect([kind, sumOf(transfers.flat(), kind)]).toEqual([kind, 0n])
      },
    ),
  )
})

test('the shares of a wash with a coupon of ours, delivered by the branch', () => {
  // 30.00 of goods, 2.68 of them paid by us; delivery 4.00; HST 13 %; 10 % of the goods are ours.
  const order = {
    goods_minor: 3_000n,
    promotion_minor: 268n,
    delivery_minor: 400n,
    taxes: [{ code: 'hst', amount_minor: 407n }],
  }
  const terms = { user_id: 'u', branch_id: 'b', commission_thousandths: 10_000n, delivered_by: 'branch' } as const
  expect(totalOf(order)).toBe(3_539n)
  expect(toRelease(order, terms).map(({ account, amount_minor }) => [account.kind, amount_minor])).toEqual([
    ['order_held', -3_539n],
    ['branch_payable', 3_100n],
    ['fee_income', 300n],
    ['tax_payable', 407n],
    ['promotion', -268n],
  ])
})

test('more than was paid is not refunded', () => {
  const order = { goods_minor: 100n, promotion_minor: 0n, delivery_minor: 0n, taxes: [] }
  expect(() => subtractAmounts(order, { ...order, goods_minor: 101n })).toThrow(RangeError)
})
