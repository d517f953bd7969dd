import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies } from '#contract/money.ts'
import { denominations, isCountOf, roundToCash, splitPayment, suggestTendered, sumCount } from './cash.ts'

const amounts = fc.bigInt({ min: 0n, max: 10_000_000n })
const steps = fc.constantFrom(1n, 5n, 10n, 100n)

describe('rounding in cash', () => {
  test.each([
    [101n, 100n],
    [102n, 100n],
    [103n, 105n],
    [104n, 105n],
    [106n, 105n],
    [107n, 105n],
    [108n, 110n],
    [-102n, -100n],
    [-103n, -105n],
  ])('%s cents of Canada are %s', (amount, rounded) => {
    expect(roundToCash(amount, 5n)).toBe(rounded)
  })

  test('gives what can be paid, and never differs by more than half a step', () => {
    fc.assert(
      fc.property(amounts, steps, (amount, step) => {
        const rounded = roundToCash(amount, step)
        const difference = rounded > amount ? rounded - amount : amount - rounded
        expect(rounded % step).toBe(0n)
        expect(2n * difference).toBeLessThanOrEqual(step)
      }),
    )
  })
})

describe('splitting a payment', () => {
  test('what both take is the total, and drawer and change are what was given', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.option(amounts, { nil: undefined }), steps, (total, terminal, given, step) => {
        const split = splitPayment(total, { other_minor: terminal, tendered_minor: given }, step)
        if (split.kind === 'too_much') expect(terminal).toBeGreaterThan(total)
        if (split.kind === 'short') expect(given).toBeLessThan(split.due_minor)
        if (split.kind !== 'paid') return
        const cash = split.cash ?? { amount_minor: 0n, rounding_minor: 0n, due_minor: 0n, change_minor: 0n }
        expect(terminal + cash.amount_minor).toBe(total)
        expect(cash.due_minor).toBe(cash.amount_minor + cash.rounding_minor)
        expect(cash.due_minor % step).toBe(0n)
        expect(cash.change_minor).toBeGreaterThanOrEqual(0n)
        if (split.cash !== null && given !== undefined) expect(given).toBe(cash.due_minor + cash.change_minor)
      }),
    )
  })

  test('nothing in cash is left where the terminal takes all', () => {
    const split = splitPayment(1_999n, { other_minor: 1_999n, tendered_minor: undefined }, 5n)
    expect(split).toEqual({ kind: 'paid', cash: null })
  })
})

describe('counting', () => {
  test('sums the pieces, and knows those of its currency', () => {
    expect(sumCount({ 10_000: 1, 25: 3, 5: 1 })).toBe(10_080n)
    expect(isCountOf({ 10_000: 1, 25: 3 }, 'CAD')).toBe(true)
    expect(isCountOf({ 1: 4 }, 'CAD')).toBe(false)
    for (const currency of currencies)
      expect(denominations[currency].toSorted((a, b) => b - a)).toEqual(denominations[currency])
  })

  test('suggests the exact amount and notes that cover it', () => {
    expect(suggestTendered(1_835n, 'CAD')).toEqual([1_835n, 2_000n, 5_000n, 10_000n])
    expect(suggestTendered(12_400n, 'XOF')).toEqual([12_400n, 12_500n, 13_000n, 14_000n])
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1_000_000n }), fc.constantFrom(...currencies), (due, currency) => {
        const all = suggestTendered(due, currency)
        expect(all[0]).toBe(due)
        expect(all.every((amount) => amount >= due)).toBe(true)
      }),
    )
  })
})
