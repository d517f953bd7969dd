import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateRefundable } from '../rules.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })

test('never refunds more than is left of the payment or available in the wallet, nor a negative amount', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.boolean(),
      (a, b, free, parts) => {
        const payment = { credited_minor: a > b ? a : b, returned_minor: a > b ? b : a }
        const back = calculateRefundable(payment, free, parts)
        expect(back >= 0n && back <= payment.credited_minor - payment.returned_minor).toBe(true)
        if (back > 0n) expect(back <= free).toBe(true)
        if (!parts) expect([0n, payment.credited_minor]).toContain(back)
      },
    ),
  )
})

test.each([
  [50n, 0n, 80n, true, 50n],
  [50n, 20n, 80n, true, 30n],
  [50n, 0n, 20n, true, 20n],
  [50n, 0n, 20n, false, 0n],
  [50n, 0n, 50n, false, 50n],
  [50n, 50n, 80n, false, 0n],
])('of %s with %s gone and %s free (parts: %s): %s', (credited_minor, returned_minor, free, parts, back) => {
  expect(calculateRefundable({ credited_minor, returned_minor }, free, parts)).toBe(back)
})
