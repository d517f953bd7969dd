import { expect, test } from 'vitest'
import { transferKinds } from '#contract/wallet/ledger.ts'
import { describeEntry, formatMinorAmount, describeOutcome, describeStartedTopUp } from './texts.ts'

const payment = { provider: 'stripe', amount_minor: 2_050n, requested_minor: 2_050n, currency: 'CAD' } as const

test('formats money with its currency’s symbol and digits in both languages', () => {
  expect(formatMinorAmount(125_000n, 'NGN', 'en-NG')).toBe('₦1,250')
  expect(formatMinorAmount(2_050n, 'CAD', 'en')).toBe('CAD\u00a020.50')
  expect(formatMinorAmount(2_050n, 'CAD', 'en-CA')).toBe('$20.50')
  expect(formatMinorAmount(2_050n, 'CAD', 'en-NG')).toBe('CAD\u00a020.50')
  expect(formatMinorAmount(1_500n, 'XOF', 'en-SN')).toBe('F\u00a0CFA\u00a01,500')
  expect(formatMinorAmount(1_500n, 'XOF', 'fr-SN')).toBe('1\u202f500\u00a0F\u00a0CFA')
  expect(formatMinorAmount(2_050n, 'USD', 'fr-US')).toBe('20,50\u202f$')
})

test('describes a verification in progress in the specification’s words', () => {
  expect(describeOutcome('in_progress', payment, 'en')).toBe('Payment verification already in progress')
  expect(describeOutcome('in_progress', payment, 'fr')).toBe('La vérification du paiement est déjà en cours')
})

test('names the amount and the provider', () => {
  expect(describeStartedTopUp(payment, 'en-CA')).toBe('Continue to Stripe to pay $20.50.')
  expect(describeOutcome('credited', payment, 'fr')).toBe('Votre portefeuille a été crédité de 20,50\u00a0CAD.')
  expect(describeOutcome('provider_silent', payment, 'en')).toContain('Stripe isn’t responding')
})

test('describes every kind of transfer with and without a subject in both languages', () => {
  for (const kind of transferKinds)
    for (const language of ['en', 'fr'] as const)
      for (const label of ['test', `${kind}:ABCD1234`]) {
        const text = describeEntry(kind, label, language)
        expect(text).not.toMatch(/wallet_answers|\{\{/)
        expect(text.includes('ABCD1234')).toBe(label !== 'test')
      }
  expect(describeEntry('top_up', 'top_up:paystack', 'fr')).toBe('Recharge par Paystack')
  expect(describeEntry('refund', 'booking:ABCD1234', 'en')).toBe('Refund, booking ABCD1234')
  expect(describeEntry('refund', 'order:ABCD1234', 'en')).toBe('Refund, order ABCD1234')
})
