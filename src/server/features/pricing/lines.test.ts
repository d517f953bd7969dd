import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargedUnit, currencies, isChargeable, toMajor } from '#contract/money.ts'
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
  const lines = calculateLines(
    1_005n,
    [
      fee({ value: 10_000n }),
      fee({ id: 2, code: 'hst', value: 13_000n, base: 'parking_and_fees', is_tax: true }),
      fee({ id: 3, code: 'city_tax', value: 5_000n, is_tax: true }),
    ],
    'CAD',
  )
  // 100.5 → 101; 13 % of 1,106 = 143.78 → 144; 5 % of 1,005 = 50.25 → 50.
  expect(lines.map(({ code, amount_minor }) => [code, amount_minor])).toEqual([
    ['parking', 1_005n],
    ['service_fee', 101n],
    ['hst', 144n],
    ['city_tax', 50n],
  ])
  expect(sumLines(lines)).toBe(1_300n)
})

test('rounds each line of a price in naira to the naira', () => {
  const fees = [
    fee({ value: 3_500n }),
    fee({ id: 2, kind: 'fixed', value: 5_050n }),
    fee({ id: 3, code: 'vat', value: 7_500n, base: 'parking_and_fees', is_tax: true }),
  ]
  // ₦1,250.50 → 1,251; 3.5 % of 1,251 = 43.79 → 44; 50.50 → 51; 7.5 % of 1,346 = 100.95 → 101.
  const lines = calculateLines(125_050n, fees, 'NGN')
  expect(lines.map(({ amount_minor }) => toMajor(amount_minor, 'NGN'))).toEqual([1_251, 44, 51, 101])
  expect(toMajor(sumLines(lines), 'NGN')).toBe(1_447)
  // Francs have no minor unit: their lines are whole as they are.
  expect(calculateLines(1_250n, fees.slice(0, 1), 'XOF').map(({ amount_minor }) => amount_minor)).toEqual([1_250n, 44n])
})

test('takes a discount off in the units that are charged, down to a price of 0', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.bigInt(0n, 10n ** 9n),
      fc.bigInt(0n, 100n),
      fc.array(anyFee, { maxLength: 6 }),
      (currency, amount, percent, fees) => {
        const lines = calculateLines(amount, fees, currency, {
          code: 'discount',
          amount_minor: (amount * percent) / 100n,
        })
        expect(lines.every((line) => isChargeable(line.amount_minor, currency))).toBe(true)
        expect(sumLines(lines)).toBeGreaterThanOrEqual(0n)
        if (percent === 100n) expect(sumLines(lines)).toBe(0n)
        // Rounding changes the parking price by at most half a unit.
        expect(2n * (lines[0]!.amount_minor - amount)).toBeLessThanOrEqual(chargedUnit(currency))
        expect(2n * (amount - lines[0]!.amount_minor)).toBeLessThan(chargedUnit(currency) + 1n)
      },
    ),
  )
})

test('adds a fixed fee, and none to a free price', () => {
  const fees = [fee({ kind: 'fixed', value: 75n })]
  expect(sumLines(calculateLines(1n, fees, 'CAD'))).toBe(76n)
  expect(calculateLines(0n, fees, 'CAD')).toHaveLength(1)
  expect(sumLines(calculateLines(0n, fees, 'CAD'))).toBe(0n)
})

test('sums to the total without negative lines and never falls for a higher parking price', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.bigInt(0n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 9n),
      fc.array(anyFee, { maxLength: 6 }),
      (currency, amount, more, fees) => {
        const lines = calculateLines(amount, fees, currency)
        expect(lines.reduce((sum, line) => sum + line.amount_minor, 0n)).toBe(sumLines(lines))
        expect(lines.every((line) => line.amount_minor >= 0n)).toBe(true)
        expect(lines.every((line) => isChargeable(line.amount_minor, currency))).toBe(true)
        expect(sumLines(calculateLines(amount + more, fees, currency))).toBeGreaterThanOrEqual(sumLines(lines))
      },
    ),
  )
})

test('restores stored lines', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.array(anyFee, { maxLength: 4 }), (amount, fees) => {
      const lines = calculateLines(amount, fees, 'CAD')
      expect(fromStoredLines(JSON.parse(toStoredLines(lines)))).toEqual(lines)
    }),
  )
})
