import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedUnit, toMinor, toMajor, currencies, topUpLimits, type Currency } from '#contract/money.ts'
import { hour_ms } from '#contract/time.ts'
import { AppError } from '#server/http/errors.ts'
import type { PaymentState } from '#server/providers/payments/provider.ts'
import {
  parseTopUpAmount,
  checkBalanceLimit,
  getCountryGateway,
  needsStaff,
  isSameAmount,
  judgePayment,
  getNextAttemptTime,
  getNextCheckTime,
  parseLabelSubject,
} from './rules.ts'

const currency = fc.constantFrom(...currencies)
const startedAt = new Date('2026-11-21T09:00:00Z')
const after = (ms: number) => new Date(startedAt.getTime() + ms)
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

describe('amounts', () => {
  test('accepts amounts with the currency’s digits within the limits', () => {
    fc.assert(
      fc.property(
        currency.chain((code) => {
          const { least, most } = topUpLimits[code]
          const unit = chargedUnit(code)
          const units = (amount: number) => toMinor(amount, code)! / unit
          return fc.tuple(
            fc.constant(code),
            fc.bigInt(units(least), units(most)).map((count) => count * unit),
          )
        }),
        ([code, amount_minor]) => parseTopUpAmount(toMajor(amount_minor, code), code) === amount_minor,
      ),
    )
  })

  test.each<[Currency, number, string]>([
    ['NGN', 99.99, 'amount_out_of_range'],
    ['NGN', 10_000_000.01, 'amount_out_of_range'],
    ['XOF', 99, 'amount_out_of_range'],
    ['XOF', 2_000_001, 'amount_out_of_range'],
    ['XOF', 1500.5, 'validation_failed'],
    ['NGN', 100.5, 'validation_failed'],
    ['NGN', 1500.01, 'validation_failed'],
    ['USD', 0.99, 'amount_out_of_range'],
    ['CAD', 10_000.01, 'amount_out_of_range'],
    ['CAD', 20.505, 'validation_failed'],
    ['CAD', Number.NaN, 'amount_out_of_range'],
    ['CAD', 1e300, 'amount_out_of_range'],
  ])('%s %d is %s', (code, amount, problem) => {
    expect(codeOf(() => parseTopUpAmount(amount, code))).toBe(problem)
  })

  test('treats XOF as a currency without minor units', () => {
    expect(parseTopUpAmount(1500, 'XOF')).toBe(1500n)
    expect(parseTopUpAmount(1500, 'NGN')).toBe(150_000n)
  })

  test('limits a wallet to ten times the largest top-up', () => {
    expect(codeOf(() => checkBalanceLimit(9_999_900n, 100n, 'CAD'))).toBeUndefined()
    expect(codeOf(() => checkBalanceLimit(9_999_901n, 100n, 'CAD'))).toBe('balance_limit')
    expect(codeOf(() => checkBalanceLimit(19_999_999n, 1n, 'XOF'))).toBeUndefined()
    expect(codeOf(() => checkBalanceLimit(20_000_000n, 1n, 'XOF'))).toBe('balance_limit')
  })

  test('compares a given amount in major units and accepts a missing one', () => {
    expect(isSameAmount(undefined, 2_050n, 'CAD')).toBe(true)
    expect(isSameAmount(20.5, 2_050n, 'CAD')).toBe(true)
    expect(isSameAmount(2_050, 2_050n, 'CAD')).toBe(false)
    expect(isSameAmount(1_500, 1_500n, 'XOF')).toBe(true)
    expect(isSameAmount(0, 1_500n, 'XOF')).toBe(false)
  })
})

test('uses each country’s gateway and Nigeria’s for all others', () => {
  expect(getCountryGateway('SN')).toMatchObject({ provider: 'wave', currency: 'XOF' })
  expect(getCountryGateway('CA')).toMatchObject({ provider: 'stripe', currency: 'CAD' })
  for (const unknown of ['FR', '', 'toString'])
    expect(getCountryGateway(unknown)).toMatchObject({ provider: 'paystack' })
})

const state = fc.oneof(
  fc
    .tuple(fc.bigInt(0n, 10_000n), fc.constantFrom('NGN', 'CAD', 'XOF', 'USD', 'EUR'))
    .map(([amount_minor, paid_in]): PaymentState => ({
      state: 'success',
      provider_reference: 'x',
      amount_minor,
      currency: paid_in,
      paid_at: null,
      top_up_id: null,
      is_reversed: false,
      fees: [],
    })),
  fc.constant<PaymentState>({ state: 'pending', provider_reference: null, is_processing: false }),
  fc.constant<PaymentState>({ state: 'failed', provider_reference: null, reason: 'declined' }),
  fc.constant<PaymentState>({ state: 'unknown' }),
)
const topUps = fc.record({ amount_minor: fc.bigInt(1n, 10_000n), currency, created_at: fc.constant(startedAt) })

describe('judging a payment', () => {
  test('credits exactly the amount paid, and only on success', () => {
    fc.assert(
      fc.property(topUps, state, fc.integer({ min: 0, max: 40 * hour_ms }), (topUp, reported, age_ms) => {
        const verdict = judgePayment(topUp, reported, after(age_ms))
        const payable =
          reported.state === 'success' && reported.currency === topUp.currency && reported.amount_minor > 0n
        expect(verdict.status === 'success').toBe(payable)
        if (verdict.status === 'success' && reported.state === 'success')
          expect(verdict.credit_minor).toBe(reported.amount_minor)
      }),
    )
  })

  test('marks as partial exactly the payments of less than was asked for', () => {
    fc.assert(
      fc.property(topUps, state, (topUp, reported) => {
        const verdict = judgePayment(topUp, reported, startedAt)
        const isLess = verdict.status === 'success' && verdict.credit_minor < topUp.amount_minor
        expect(verdict.detail === 'partial').toBe(isLess)
      }),
    )
  })

  test('reports to staff only a success with another amount or currency', () => {
    fc.assert(
      fc.property(topUps, state, (topUp, reported) => {
        const verdict = judgePayment(topUp, reported, startedAt)
        const exact =
          reported.state !== 'success' ||
          (reported.currency === topUp.currency && reported.amount_minor === topUp.amount_minor)
        expect(verdict.for_staff).toBe(!exact)
        expect(needsStaff(verdict.reason)).toBe(!exact)
      }),
    )
  })

  const topUp = { amount_minor: 100n, currency: 'CAD', created_at: startedAt }
  test.each<[PaymentState, number, string]>([
    [{ state: 'unknown' }, hour_ms - 1, 'pending'],
    [{ state: 'unknown' }, hour_ms, 'failed'],
    [{ state: 'pending', provider_reference: null, is_processing: false }, 24 * hour_ms - 1, 'pending'],
    [{ state: 'pending', provider_reference: null, is_processing: false }, 24 * hour_ms, 'failed'],
    [{ state: 'pending', provider_reference: null, is_processing: true }, 24 * hour_ms, 'pending'],
    [{ state: 'pending', provider_reference: null, is_processing: true }, 30 * 24 * hour_ms, 'pending'],
    [{ state: 'failed', provider_reference: null, reason: 'declined' }, 0, 'failed'],
  ])('%o after %d ms is %s', (reported, age_ms, status) => {
    expect(judgePayment(topUp, reported, after(age_ms)).status).toBe(status)
  })
})

describe('the next check', () => {
  test('follows after 5 s, 15 s, 1 min, 5 min, 30 min, then every half hour', () => {
    const ages: number[] = []
    for (let at = startedAt; ages.length < 7;) {
      at = getNextCheckTime(startedAt, at)
      ages.push((at.getTime() - startedAt.getTime()) / 1_000)
    }
    expect(ages).toEqual([5, 20, 80, 380, 2_180, 3_980, 5_780])
  })

  test('is always in the next half hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 48 * hour_ms }), fc.integer({ min: 1, max: 1_000 }), (age_ms, attempts) => {
        for (const next of [getNextCheckTime(startedAt, after(age_ms)), getNextAttemptTime(attempts, after(age_ms))]) {
          const wait_ms = next.getTime() - startedAt.getTime() - age_ms
          expect(wait_ms).toBeGreaterThan(0)
          expect(wait_ms).toBeLessThanOrEqual(1_800_000)
        }
      }),
    )
  })
})

test.each([
  ['booking:ABCD1234', 'ABCD1234'],
  ['top_up:stripe', 'stripe'],
  ['ABCD1234', 'ABCD1234'],
  ['test', undefined],
  ['', undefined],
  ['Parking in Toronto', undefined],
  ['booking:', undefined],
])('the label %o is about %o', (label, subject) => {
  expect(parseLabelSubject(label)).toBe(subject)
})
