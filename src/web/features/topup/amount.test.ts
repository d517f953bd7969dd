import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, toCharged, topUpLimits } from '#contract/money.ts'
import { findTopUpFor, readAmount, signBeside } from './amount.ts'

test.each([
  ['1500', 'NGN', 1500],
  ['1,500', 'NGN', 1500],
  ['1 500', 'XOF', 1500],
  ['1\u202f500,50', 'CAD', 1500.5],
  ['1,500.50', 'USD', 1500.5],
  ['1.500,5', 'CAD', 1500.5],
  ['12.30', 'USD', 12.3],
  ['12,3', 'USD', 12.3],
  ['100.00', 'XOF', 100],
  ['100.00', 'NGN', 100],
] as const)('%s in %s', (text, currency, amount) => {
  expect(readAmount(text, currency)).toEqual({ amount })
})

test.each([
  ['', 'USD', 'not_a_number'],
  ['-5', 'USD', 'not_a_number'],
  ['1e5', 'USD', 'not_a_number'],
  ['12.345', 'USD', 'out_of_range'],
  ['12.3456', 'USD', 'fraction'],
  ['100.5', 'XOF', 'no_fraction'],
  ['100.5', 'NGN', 'no_fraction'],
  ['1,500.50', 'NGN', 'no_fraction'],
  ['99', 'XOF', 'out_of_range'],
  ['0.5', 'USD', 'out_of_range'],
  ['2000001', 'XOF', 'out_of_range'],
] as const)('%s in %s is refused: %s', (text, currency, problem) => {
  expect(readAmount(text, currency)).toEqual({ problem })
})

test('reads a formatted amount back exact to the minor unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), (minor) => {
      expect(readAmount((minor / 100).toFixed(2), 'CAD')).toEqual({ amount: minor / 100 })
    }),
  )
})

test('a top-up for what is missing covers it and can be charged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.integer({ min: 1, max: 100_000_000 }), (currency, missing_minor) => {
      const missing = currency === 'XOF' ? missing_minor : missing_minor / 100
      const amount = findTopUpFor(missing, { ...topUpLimits[currency], currency })
      expect(toCharged(amount, currency)).toBeDefined()
      expect(amount).toBeGreaterThanOrEqual(missing)
    }),
  )
  expect(findTopUpFor(500.5, { least: 100, currency: 'NGN' })).toBe(501)
  expect(findTopUpFor(20.55, { least: 1, currency: 'CAD' })).toBe(20.55)
})

test.each([
  ['CAD', 'en-CA', { before: '$' }],
  ['CAD', 'fr-CA', { after: '$' }],
  ['XOF', 'fr-SN', { after: 'F\u00a0CFA' }],
  ['NGN', 'en-NG', { before: '₦' }],
  ['USD', 'en-CA', { before: 'USD' }],
] as const)('the sign of %s stands where a reader in %s has it', (currency, locale, side) => {
  expect(signBeside(currency, locale)).toEqual(side)
})
