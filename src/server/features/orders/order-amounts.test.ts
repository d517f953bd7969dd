import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtractParts, takeAmount, takeUnits, toOrderAmounts, type SoldPart } from './order-amounts.ts'
import { subtractAmounts, totalOf } from './order-postings.ts'

const anySold: fc.Arbitrary<SoldPart> = fc
  .record({
    goods: fc.bigInt({ min: 0n, max: 100_000n }),
    promotion: fc.nat({ max: 100 }),
    taxes: fc.array(fc.bigInt({ min: 0n, max: 5_000n }), { maxLength: 3 }),
  })
  .map(({ goods, promotion, taxes }) => {
    const promotion_minor = (goods * BigInt(promotion)) / 100n
    return {
      goods_minor: goods,
      promotion_minor,
      taxes: taxes.map((amount_minor, n) => ({ code: `tax_${n}`, amount_minor })),
      total_minor: goods - promotion_minor + taxes.reduce((sum, tax) => sum + tax, 0n),
    }
  })
/** Units, or an amount in thousandths of what is left. */
const anyStep = fc.oneof(fc.record({ units: fc.nat({ max: 5 }) }), fc.record({ thousandths: fc.nat({ max: 1_000 }) }))

test('refunds in any parts, by units and by amount, sum to what was paid, and no figure falls below zero', () => {
  fc.assert(
    fc.property(
      anySold,
      fc.integer({ min: 1, max: 20 }),
      fc.array(anyStep, { maxLength: 8 }),
      (sold, quantity, steps) => {
        let left = sold
        let refunded_quantity = 0
        const parts: SoldPart[] = []
        const take = (part: SoldPart) => {
          expect(totalOf(toOrderAmounts([part], null))).toBe(part.total_minor)
          // Throws for a figure below zero.
          subtractAmounts(toOrderAmounts([left], null), toOrderAmounts([part], null))
          parts.push(part)
          left = subtractParts(left, [part])
        }
        for (const step of steps) {
          if ('units' in step) {
            const more = Math.min(step.units, quantity - refunded_quantity)
            if (more === 0) continue
            take(takeUnits({ quantity, refunded_quantity, sold, left }, more, 'CAD'))
            refunded_quantity += more
          } else take(takeAmount(left, (left.total_minor * BigInt(step.thousandths)) / 1_000n, 'CAD'))
        }
        take(left)
        expect(subtractParts(sold, parts).total_minor).toBe(0n)
        expect(left).toMatchObject({ goods_minor: 0n, promotion_minor: 0n, total_minor: 0n })
      },
    ),
  )
})

const plain = (total_minor: bigint, tax_minor: bigint): SoldPart => ({
  goods_minor: total_minor - tax_minor,
  promotion_minor: 0n,
  taxes: [{ code: 'vat', amount_minor: tax_minor }],
  total_minor,
})

test('three units of 10.00 are refunded as 3.33, 3.33 and 3.34, and their tax likewise', () => {
  const sold = plain(1_000n, 100n)
  let left = sold
  const refunds = [0, 1, 2].map((refunded_quantity) => {
    const part = takeUnits({ quantity: 3, refunded_quantity, sold, left }, 1, 'CAD')
    left = subtractParts(left, [part])
    return [part.total_minor, part.taxes[0]!.amount_minor]
  })
  expect(refunds).toEqual([
    [333n, 33n],
    [333n, 33n],
    [334n, 34n],
  ])
})

test('an amount refunded before makes the last units smaller', () => {
  const sold = plain(1_000n, 0n)
  const left = subtractParts(sold, [takeAmount(sold, 200n, 'CAD')])
  const first = takeUnits({ quantity: 2, refunded_quantity: 0, sold, left }, 1, 'CAD')
  expect(first.total_minor).toBe(500n)
  const rest = takeUnits({ quantity: 2, refunded_quantity: 1, sold, left: subtractParts(left, [first]) }, 1, 'CAD')
  expect(rest.total_minor).toBe(300n)
})

test('naira are refunded whole', () => {
  const part = takeAmount(plain(100_000n, 7_000n), 50_000n, 'NGN')
  expect([part.total_minor, part.taxes[0]!.amount_minor]).toEqual([50_000n, 3_500n])
})

test('more than is left is not refunded', () => {
  expect(() => takeAmount(plain(100n, 0n), 101n, 'CAD')).toThrow(RangeError)
})
