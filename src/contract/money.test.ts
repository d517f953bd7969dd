import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chargedUnit,
  toCharged,
  toMajor,
  toMinor,
  currencies,
  currencyDigits,
  isCurrency,
  topUpLimits,
} from './money.ts'

const anyCurrency = fc.constantFrom(...currencies)

describe('amounts on the wire', () => {
  test('converting to major units and back is exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }), anyCurrency, (minor, currency) => {
        expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  test.each([
    [0.1, 'USD', 10n],
    [19.99, 'CAD', 1999n],
    [1.005, 'USD', undefined],
    [1500, 'XOF', 1500n],
    [1500.5, 'XOF', undefined],
    [Number.NaN, 'USD', undefined],
    [Infinity, 'USD', undefined],
    [1e20, 'NGN', undefined],
  ] as const)('%d %s is %s', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })

  test.each([
    [100, 'NGN', 10_000n],
    [100.5, 'NGN', undefined],
    [100.01, 'NGN', undefined],
    [100, 'XOF', 100n],
    [100.5, 'XOF', undefined],
    [100.5, 'CAD', 10_050n],
    [100.005, 'CAD', undefined],
    [100.01, 'USD', 10_001n],
  ] as const)('%d %s that somebody types is %s', (amount, currency, minor) => {
    expect(toCharged(amount, currency)).toBe(minor)
  })

  test('whole units of naira and francs can be charged, and cents of dollars', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 50n }), anyCurrency, (minor, currency) => {
        const charged = toCharged(toMajor(minor, currency), currency)
        expect(charged).toBe(minor % chargedUnit(currency) === 0n ? minor : undefined)
      }),
    )
  })

  test('rejects an amount beyond the exact range of numbers', () => {
    expect(() => toMajor(2n ** 60n, 'NGN')).toThrow(RangeError)
  })

  test('limits are valid amounts of their currency', () => {
    for (const currency of currencies) {
      const { least, most, quick } = topUpLimits[currency]
      expect([least, most, ...quick].every((amount) => toCharged(amount, currency) !== undefined)).toBe(true)
      expect(quick.every((amount) => amount >= least && amount <= most)).toBe(true)
      expect(currencyDigits[currency]).toBe(
        new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits,
      )
    }
  })

  test.each(['constructor', 'toString', 'EUR', 'usd', ''])('%s is no currency of ours', (code) => {
    expect(isCurrency(code)).toBe(false)
  })
})
