import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCoverage, findWalletBalance, sumOutstanding } from './money.ts'

describe('findCoverage', () => {
  test.each([
    [40, 12.5, 'CAD', { state: 'enough', left: 27.5 }],
    [0.3, 0.1, 'USD', { state: 'enough', left: 0.2 }],
    [12.5, 12.5, 'CAD', { state: 'enough', left: 0 }],
    [8, 12.5, 'CAD', { state: 'short', missing: 4.5 }],
    [1_000, 1_250, 'XOF', { state: 'short', missing: 250 }],
  ] as const)('%d minus %d %s', (balance, total, currency, coverage) => {
    expect(findCoverage(balance, total, currency)).toEqual(coverage)
  })

  test('topping up the missing amount covers the total exactly', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (a, b) => {
        const coverage = findCoverage(a / 100, b / 100, 'NGN')
        if (coverage.state === 'short') expect(Math.round((a / 100 + coverage.missing) * 100)).toBe(b)
        else expect(Math.round((coverage.left + b / 100) * 100)).toBe(a)
      }),
    )
  })
})

test('finds the balance of one currency only', () => {
  const balances = [
    { balance: 40, currency: 'CAD' as const, pending: 5, owed: 0, owed_taken_back: 0 },
    { balance: 9_000, currency: 'NGN' as const, pending: 0, owed: 0, owed_taken_back: 0 },
  ]
  const wallet = {
    status: 'success' as const,
    data: { balance: 9_000, currency: 'NGN' as const, pending: 0, owed: 0, owed_taken_back: 0, balances },
  }
  expect(findWalletBalance(wallet, 'CAD')).toMatchObject({ balance: 40, pending: 5 })
  expect(findWalletBalance(wallet, 'XOF')).toMatchObject({ balance: 0, pending: 0 })
})

test('adds the outstanding balance of one currency, exact to the minor unit', () => {
  const bookings = [
    { due: 0.1, currency: 'CAD' as const },
    { due: 0.2, currency: 'CAD' as const },
    { due: 900, currency: 'NGN' as const },
  ]
  expect(sumOutstanding(bookings, 'CAD')).toBe(0.3)
  expect(sumOutstanding(bookings, 'XOF')).toBe(0)
})
