import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStoredLines, calculateLines, sumLines, toStoredLines, type FeeRule } from './lines.ts'

const fee = (want: Partial<FeeRule>): FeeRule => ({
  id: 1,
  code: 'service_fee',
  kind: 'percentage',
  value: 10_000n,
  base: 'parking',
  is_tax: false,
  ...want,
})
const anyFee = fc.record({
  id: fc.nat(50),
  code: fc.constantFrom('service_fee', 'vat', 'hst', 'city_tax'),
  kind: fc.constantFrom('percentage' as const, 'fixed' as const),
  value: fc.bigInt(0n, 100_000n),
  base: fc.constantFrom('parking' as const, 'parking_and_fees' as const),
  is_tax: fc.boolean(),
})

test('applies a fee to the parking price and a tax to both, each rounded half up', () => {
  const lines = calculateLines(1_005n, [
    fee({ value: 10_000n }),
    fee({ id: 2, code: 'hst', value: 13_000n, base: 'parking_and_fees', is_tax: true }),
    fee({ id: 3, code: 'city_tax', value: 5_000n, is_tax: true }),
  ])
  // 100.5 → 101; 13 % of 1,106 = 143.78 → 144; 5 % of 1,005 = 50.25 → 50.
  expect(lines.map(({ code, amount_minor }) => [code, amount_minor])).toEqual([
    ['parking', 1_005n],
    ['service_fee', 101n],
    ['hst', 144n],
    ['city_tax', 50n],
  ])
  expect(sumLines(lines)).toBe(1_300n)
})

test('adds a fixed fee, and none to a free price', () => {
  const fees = [fee({ kind: 'fixed', value: 75n })]
  expect(sumLines(calculateLines(1n, fees))).toBe(76n)
  expect(calculateLines(0n, fees)).toHaveLength(1)
  expect(sumLines(calculateLines(0n, fees))).toBe(0n)
})

test('sums to the total without negative lines and never falls for a higher parking price', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 9n),
      fc.array(anyFee, { maxLength: 6 }),
      (amount, more, fees) => {
        const lines = calculateLines(amount, fees)
        expect(lines.reduce((sum, line) => sum + line.amount_minor, 0n)).toBe(sumLines(lines))
        expect(lines.every((line) => line.amount_minor >= 0n)).toBe(true)
        expect(sumLines(calculateLines(amount + more, fees))).toBeGreaterThanOrEqual(sumLines(lines))
      },
    ),
  )
})

test('restores stored lines', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.array(anyFee, { maxLength: 4 }), (amount, fees) => {
      const lines = calculateLines(amount, fees)
      expect(fromStoredLines(JSON.parse(toStoredLines(lines)))).toEqual(lines)
    }),
  )
})
