import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#contract/money.ts'
import {
  leftToRefund,
  planFullRefund,
  planRefund,
  sumRefund,
  type OrderLine,
  type OrderParts,
  type RefundPart,
} from '../lifecycle/refund-order.ts'
import { subtractParts, toOrderAmounts, type SoldPart } from '../order-amounts.ts'
import { toHold, toRefund, toRelease, type OrderPosting, type OrderTerms } from '../order-postings.ts'

const terms: OrderTerms = {
  user_id: 'driver',
  branch_id: 'branch',
  commission_thousandths: 12_500n,
  delivered_by: 'branch',
}

/** What units of an item cost, with a coupon of ours and up to two taxes on what remains. */
const anySold = fc
  .record({
    quantity: fc.integer({ min: 1, max: 6 }),
    unit: fc.bigInt({ min: 0n, max: 5_000n }),
    promotion: fc.nat({ max: 100 }),
    taxes: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
  })
  .map(({ quantity, unit, promotion, taxes: percents }) => {
    // Whole hundreds, which every currency charges.
    const goods_minor = unit * 100n * BigInt(quantity)
    const promotion_minor = ((goods_minor * BigInt(promotion)) / 10_000n) * 100n
    const net_minor = goods_minor - promotion_minor
    const taxes = percents.map((percent, n) => ({
      code: `tax_${n}`,
      amount_minor: ((net_minor * BigInt(percent)) / 10_000n) * 100n,
    }))
    const total_minor = taxes.reduce((sum, { amount_minor }) => sum + amount_minor, net_minor)
    return { quantity, sold: { goods_minor, promotion_minor, taxes, total_minor } satisfies SoldPart }
  })

const nothing: SoldPart = { goods_minor: 0n, promotion_minor: 0n, taxes: [], total_minor: 0n }

const toParts = (lines: readonly { quantity: number; sold: SoldPart }[], delivery: SoldPart): OrderParts => ({
  lines: lines.map(
    ({ quantity, sold }, n) => ({ id: String(n), quantity, refunded_quantity: 0, sold, left: sold }) as OrderLine,
  ),
  delivery: { sold: delivery, left: delivery },
})

/** The order after a refund, as it is read again. */
const refundParts = ({ lines, delivery }: OrderParts, parts: readonly RefundPart[]): OrderParts => {
  const of = (id: string | null) => parts.filter(({ line_id }) => line_id === id)
  const takenOf = (id: string | null) => of(id).map(({ part }) => part)
  return {
    lines: lines.map((line) => ({
      ...line,
      refunded_quantity: line.refunded_quantity + of(line.id).reduce((sum, { quantity }) => sum + quantity, 0),
      left: subtractParts(line.left, takenOf(line.id)),
    })),
    delivery: { ...delivery, left: subtractParts(delivery.left, takenOf(null)) },
  }
}

const amountsOf = (parts: readonly RefundPart[]) =>
  toOrderAmounts(
    parts.filter(({ line_id }) => line_id !== null).map(({ part }) => part),
    parts.find(({ line_id }) => line_id === null)?.part ?? null,
  )
const wholeOf = ({ lines, delivery }: OrderParts, of: 'sold' | 'left') =>
  toOrderAmounts(
    lines.map((line) => line[of]),
    delivery[of],
  )
const sumOf = (postings: readonly OrderPosting[], kind?: string): bigint =>
  postings
    .filter(({ account }) => kind === undefined || account.kind === kind)
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

const anyStep = fc.record({
  line: fc.nat({ max: 3 }),
  units: fc.integer({ min: 1, max: 6 }),
  by: anySold,
  /** Hundredths of what is left that are refunded before, without units: a kindness of the branch. */
  refund: fc.nat({ max: 40 }),
})

test('money adds up for any prices, taxes and refunds, however often lines are replaced', () => {
  fc.assert(
    fc.property(
      fc.array(anySold, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<Currency>('CAD', 'NGN', 'USD'),
      fc.bigInt({ min: 0n, max: 900n }),
      fc.array(anyStep, { maxLength: 6 }),
      (sold, currency, delivery, steps) => {
        const charge = delivery * 100n
        let first = toParts(sold, { ...nothing, goods_minor: charge, total_minor: charge })
        const transfers = [toHold(wholeOf(first, 'sold'), terms)]
        const paid_minor = leftToRefund(first)
        const substitutes: OrderParts[] = []
        let back_minor = 0n
        const refund = (parts: readonly RefundPart[]) => {
          expect(sumRefund(parts)).toBeLessThanOrEqual(leftToRefund(first))
          transfers.push(toRefund(amountsOf(parts), terms))
          first = refundParts(first, parts)
          back_minor += sumRefund(parts)
        }
        for (const { line, units, by, refund: hundredths } of steps) {
          const amount_minor = (leftToRefund(first) * BigInt(hundredths)) / 10_000n
          if (amount_minor > 0n)
            refund(planRefund(first, { lines: [], delivery: false, amount_minor: amount_minor * 100n }, currency))
          const replaced = first.lines[line % first.lines.length]!
          const quantity = Math.min(units, replaced.quantity - replaced.refunded_quantity)
          if (quantity === 0) continue
          const request = { lines: [{ id: replaced.id, quantity }], delivery: false, amount_minor: 0n }
          const planned = planRefund(first, request, currency)
          // The refund comes first and pays for what replaces the line; what it costs more is in the wallet by then.
          refund(planned)
          const substitute = toParts([by], nothing)
          transfers.push(toHold(wholeOf(substitute, 'sold'), terms))
          substitutes.push(substitute)
        }
        const open = first.lines.some(({ quantity, refunded_quantity }) => quantity > refunded_quantity)
        // An order that is closed because nothing is left of it owes nobody anything.
        if (!open && first.delivery.left.total_minor === 0n) expect(leftToRefund(first)).toBe(0n)
        const spent_minor = substitutes.reduce((sum, order) => sum + leftToRefund(order), 0n)
        expect(leftToRefund(first)).toBe(paid_minor - back_minor)
        expect(sumOf(transfers.flat(), 'customer')).toBe(back_minor - paid_minor - spent_minor)
        expect(sumOf(transfers.flat(), 'order_held')).toBe(leftToRefund(first) + spent_minor)
        for (const order of [first, ...substitutes]) transfers.push(toRelease(wholeOf(order, 'left'), terms))
        expect(sumOf(transfers.flat(), 'order_held')).toBe(0n)
        for (const transfer of transfers) expect(sumOf(transfer)).toBe(0n)
        expect(sumRefund(planFullRefund(first))).toBe(leftToRefund(first))
      },
    ),
  )
})
