import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createPayments } from './create-payments.ts'

const paystack = { PAYSTACK_SECRET_KEY: 'sk_1' }
const stripe = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const wave = { WAVE_API_KEY: 'wave_1', WAVE_WEBHOOK_SECRET: 'secret_1' }

test.each([
  [{ ...paystack, ...wave, ...stripe }, []],
  [{ ...paystack, PAYSTACK_TRANSFERS: 'on' }, ['paystack']],
  [{ ...wave, WAVE_PAYOUT_KEY: 'wave_2' }, ['wave']],
  [{ WAVE_PAYOUT_KEY: 'wave_2', WAVE_PAYOUT_SIGNING_SECRET: 'secret_2' }, ['wave']],
  [{ ...stripe, STRIPE_CONNECT: 'on', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' }, ['stripe']],
])('pays nobody out but by what is switched on: %o', async (settings, names) => {
  const { payouts, simulators } = await createPayments(readConfig({ NODE_ENV: 'test', ...settings }))
  expect(simulators).toBeUndefined()
  expect(Object.keys(payouts)).toEqual(names)
})

test('pays out by the stand-ins without any key', async () => {
  const { payouts, simulators } = await createPayments(readConfig({ NODE_ENV: 'test', SIMULATOR_PORT: '0' }))
  onTestFinished(() => simulators!.close())
  expect(Object.keys(payouts)).toEqual(['paystack', 'wave', 'stripe'])
  for (const { findBalances } of Object.values(payouts)) expect((await findBalances()).length).toBeGreaterThan(0)
})
