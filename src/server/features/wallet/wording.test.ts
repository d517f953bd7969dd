import { expect, test } from 'vitest'
import { transactionKinds } from '#contract/wallet.ts'
import { lineText, moneyText, outcomeText, startedText } from './wording.ts'

const payment = { provider: 'stripe', amount_minor: 2_050n, currency: 'CAD' } as const

test('money has its own sign and digits in both languages', () => {
  expect(moneyText(125_000n, 'NGN', 'en')).toBe('₦1,250')
  expect(moneyText(2_050n, 'CAD', 'en')).toBe('CA$20.50')
  expect(moneyText(1_500n, 'XOF', 'en')).toBe('CFA\u00a01,500')
  expect(moneyText(1_500n, 'XOF', 'fr')).toBe('1\u202f500\u00a0CFA')
  expect(moneyText(2_050n, 'USD', 'fr')).toBe('20,50\u202f$')
})

test('a verification under way is told in the words of the specification', () => {
  expect(outcomeText('in_progress', payment, 'en')).toBe('Payment verification already in progress')
  expect(outcomeText('in_progress', payment, 'fr')).toBe('La vérification du paiement est déjà en cours')
})

test('answers name the amount and the provider', () => {
  expect(startedText(payment, 'en')).toBe('Continue to Stripe to pay CA$20.50.')
  expect(outcomeText('credited', payment, 'fr')).toBe('Votre portefeuille a été crédité de 20,50\u00a0CA$.')
  expect(outcomeText('provider_silent', payment, 'en')).toContain('Stripe does not answer')
})

test('every kind of transfer has its words, with a subject and without, in both languages', () => {
  for (const kind of transactionKinds)
    for (const language of ['en', 'fr'] as const)
      for (const label of ['test', `${kind}:ABCD1234`]) {
        const text = lineText(kind, label, language)
        expect(text).not.toMatch(/wallet_answers|\{\{/)
        expect(text.includes('ABCD1234')).toBe(label !== 'test')
      }
  expect(lineText('top_up', 'top_up:paystack', 'fr')).toBe('Recharge par Paystack')
  expect(lineText('refund', 'booking:ABCD1234', 'en')).toBe('Refund, booking ABCD1234')
})
