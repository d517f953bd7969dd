import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber } from '#contract/numbers.ts'
import { formatTypedNumber, parseDegrees, parseSignedNumber, parseTypedNumber, readTypedAmount } from './typedNumber.ts'

test.each([
  ['12', 12, 12],
  ['12.50', 12.5, 12.5],
  ['12,50', 12.5, 12.5],
  ['12,5', 12.5, 12.5],
  ['12.', 12, 12],
  ['1 250,5', 1250.5, 1250.5],
  ['1\u202f250', 1250, 1250],
  ['0.35', 0.35, 0.35],
  ['0,350', 0.35, 0.35],
  ['1,500', 1500, 1.5],
  ['1.500', 1.5, 1.5],
  ['1,500,000', 1_500_000, 1_500_000],
  ['1.500.000', 1_500_000, 1_500_000],
  ['2,500.75', 2500.75, 2500.75],
  ['2.500,75', 2500.75, 2500.75],
  ['1’500', 1500, 1500],
  ['15,00', 15, 15],
  ['', undefined, undefined],
  ['.', undefined, undefined],
  ['-3', undefined, undefined],
  ['1e9', undefined, undefined],
  ['12,50,75', undefined, undefined],
  ['12.5.0', undefined, undefined],
  ['1,50.5', undefined, undefined],
  ['a lot', undefined, undefined],
])('%j is read as %s, in French as %s', (text, en, fr) => {
  expect([parseTypedNumber(text, 'en'), parseTypedNumber(text, 'fr')]).toEqual([en, fr])
})

test.each([
  ['12.50', { amount: 12.5, decimals: 1 }],
  ['12,50', { amount: 12.5, decimals: 1 }],
  ['1,500', { amount: 1500, decimals: 0 }],
  ['1.500', { amount: 1500, decimals: 0 }],
  ['1.500,25', { amount: 1500.25, decimals: 2 }],
  ['12.3456', { amount: 12.3456, decimals: 4 }],
  ['-12', undefined],
])('the amount %j is %j in every language', (text, expected) => {
  expect(readTypedAmount(text)).toEqual(expected)
})

test('what is written in a language is read in it as the same number', () => {
  const hundredths = fc.integer({ min: 0, max: 100_000_000_000 }).map((n) => n / 100)
  fc.assert(
    fc.property(hundredths, fc.constantFrom('en-US', 'en-CA', 'en-NG', 'fr-CA', 'fr-SN'), (value, locale) => {
      for (const text of [
        formatTypedNumber(value, locale),
        formatTypedNumber(value, locale, 2),
        formatNumber(value, locale, { maximumFractionDigits: 2 }),
        formatNumber(value, locale, { minimumFractionDigits: 2 }),
      ]) {
        expect(parseTypedNumber(text, locale), text).toBe(value)
        expect(readTypedAmount(text)?.amount, text).toBe(value)
      }
    }),
  )
})

test('a decimal point and a decimal comma are the same, in every language', () => {
  const digits = fc.tuple(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom('5', '25', '50', '05', '99'))
  fc.assert(
    fc.property(digits, fc.constantFrom('en-NG', 'en-US', 'fr-CA', 'fr-SN'), ([whole, fraction], locale) => {
      const value = Number(`${whole}.${fraction}`)
      for (const sign of ['.', ',']) {
        expect(parseTypedNumber(`${whole}${sign}${fraction}`, locale)).toBe(value)
        expect(readTypedAmount(`${whole}${sign}${fraction}`)?.amount).toBe(value)
      }
    }),
  )
})

test('a correction may be below zero, and a coordinate west or south', () => {
  expect(['-1,500', '−12.5', ' 6.45'].map((text) => parseSignedNumber(text, 'en'))).toEqual([-1500, -12.5, 6.45])
  expect(['-79,383', '−79.3832', ' 6.4541', '43.64261234567', 'north'].map(parseDegrees)).toEqual([
    -79.383,
    -79.3832,
    6.4541,
    43.642_612_345_67,
    undefined,
  ])
})

test('a number is shown as it is typed, with the decimals of its currency', () => {
  expect([formatTypedNumber(3.5, 'en'), formatTypedNumber(3.5, 'en', 2), formatTypedNumber(3.5, 'fr', 2)]).toEqual([
    '3.5',
    '3.50',
    '3,50',
  ])
  expect([formatTypedNumber(40, 'en', 2), formatTypedNumber(1.125, 'en', 2)]).toEqual(['40', '1.125'])
})
