import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHundredths, toHundredths, toStripeUnits, wholeAmount } from './units.ts'

describe('amounts sent to providers', () => {
  test.each([
    ['NGN', 500_000n, 500_000],
    ['USD', 2_550n, 2_550],
    ['CAD', 100n, 100],
    ['XOF', 5_000n, 500_000],
  ])('Paystack takes %s in hundredths of the major unit', (currency, minor, wire) => {
    expect(toHundredths('paystack', minor, currency)).toBe(wire)
    expect(fromHundredths('paystack', wire, currency)).toBe(minor)
  })

  test.each([
    ['NGN', 500_000n, 500_000],
    ['USD', 2_550n, 2_550],
    ['CAD', 100n, 100],
    ['XOF', 5_000n, 5_000],
  ])('Stripe takes %s in its minor unit, which XOF has none of', (currency, minor, wire) => {
    expect(toStripeUnits(minor, currency)).toBe(wire)
  })

  test('converts amounts to Paystack’s unit and back', () => {
    const currency = fc.constantFrom('NGN', 'USD', 'CAD', 'XOF')
    const minor = fc.bigInt({ min: 1n, max: 10_000_000_000n })
    fc.assert(
      fc.property(currency, minor, (code, amount) => {
        expect(fromHundredths('paystack', toHundredths('paystack', amount, code), code)).toBe(amount)
      }),
    )
  })

  test.each([0n, -5n, 2n ** 60n])('refuses to request %s', (amount) => {
    expect(() => toHundredths('paystack', amount, 'NGN')).toThrowError(expect.objectContaining({ kind: 'refused' }))
    expect(() => toStripeUnits(amount, 'USD')).toThrowError(expect.objectContaining({ kind: 'refused' }))
  })

  test.each(['EUR', 'constructor', 'xof', ''])('refuses the currency %j', (currency) => {
    const refused = expect.objectContaining({ kind: 'refused', code: 'unsupported_currency' })
    expect(() => toHundredths('paystack', 100n, currency)).toThrowError(refused)
    expect(() => fromHundredths('paystack', 100, currency)).toThrowError(refused)
    expect(() => toStripeUnits(100n, currency)).toThrowError(refused)
  })

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('refuses the response amount %s', (amount) => {
    const senseless = expect.objectContaining({ kind: 'unavailable', code: 'bad_answer' })
    expect(() => wholeAmount('stripe', amount)).toThrowError(senseless)
    expect(() => fromHundredths('paystack', amount, 'NGN')).toThrowError(senseless)
  })

  test('refuses a response with a fraction of a franc', () => {
    expect(() => fromHundredths('paystack', 500_050, 'XOF')).toThrowError(
      expect.objectContaining({ kind: 'unavailable' }),
    )
  })
})
