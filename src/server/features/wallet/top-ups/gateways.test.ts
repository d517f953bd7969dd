import { readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { describeGateway, listTopUpProviders } from './gateways.ts'

const keys = {
  PAYSTACK_SECRET_KEY: 'sk_live_paystack_secret',
  WAVE_API_KEY: 'wave_sn_prod_secret',
  WAVE_WEBHOOK_SECRET: 'wave_sn_WHS_secret',
  STRIPE_SECRET_KEY: 'sk_live_stripe_secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
}
const stripe = createStripe({
  secret_key: keys.STRIPE_SECRET_KEY,
  webhook_secret: keys.STRIPE_WEBHOOK_SECRET,
  public_key: 'pk_live_stripe',
  base_url: 'https://api.stripe.com',
})
const all = { paystack: {}, wave: {}, stripe }
const house = (
  settings: Record<string, string>,
  payments: Parameters<typeof describeGateway>[0]['payments'] = all,
) => ({
  config: readConfig({ NODE_ENV: 'test', ...settings }),
  payments,
})

describe('the gateway of a country', () => {
  test.each([
    ['NG', { provider: 'paystack', currency: 'NGN', symbol: '₦', least: 100, most: 10_000_000 }],
    ['SN', { provider: 'wave', currency: 'XOF', symbol: 'CFA', least: 100, most: 2_000_000 }],
    ['US', { provider: 'stripe', currency: 'USD', symbol: '$', least: 1, most: 10_000 }],
    ['CA', { provider: 'stripe', currency: 'CAD', symbol: 'CA$', least: 1, most: 10_000 }],
    ['FR', { provider: 'paystack', currency: 'NGN', symbol: '₦', least: 100, most: 10_000_000 }],
  ])('of %s, and Nigeria’s for any other', (country, gateway) => {
    expect(describeGateway(house({}), country)).toMatchObject(gateway)
  })

  test('contains public keys and addresses and no secret, for any settings', () => {
    const public_keys = { PAYSTACK_PUBLIC_KEY: 'pk_live_paystack', STRIPE_PUBLIC_KEY: 'pk_live_stripe' }
    const gateways = ['NG', 'SN', 'US', 'CA'].map((country) =>
      describeGateway(house({ ...keys, ...public_keys }), country),
    )
    expect(gateways[0]).toMatchObject({
      mode: 'inline',
      config: { public_key: 'pk_live_paystack', script_url: 'https://js.paystack.co/v2/inline.js' },
    })
    expect(gateways[1]).toMatchObject({
      mode: 'redirect',
      config: { public_key: null, script_url: null, api_url: 'https://api.wave.com' },
      fallback: { provider: 'paystack', currency: 'XOF', mode: 'inline' },
    })
    expect(gateways[2]).toMatchObject({
      mode: 'inline',
      config: { public_key: 'pk_live_stripe', script_url: 'https://js.stripe.com/endive/stripe.js' },
    })
    expect(gateways.filter(({ fallback }) => fallback !== undefined)).toHaveLength(1)
    expect(JSON.stringify(gateways)).not.toMatch(/secret|sk_/)
  })

  test('loads the release of Stripe.js that Stripe’s own package loads', () => {
    const loader = readFileSync('node_modules/@stripe/stripe-js/dist/index.mjs', 'utf8')
    const release = /RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1]
    expect(Stripe.API_VERSION.split('.')[1]).toBe(release)
    expect(stripe.form?.script_url).toBe(`https://js.stripe.com/${release}/stripe.js`)
  })

  test('shows Stripe’s form only with a public key', () => {
    expect(describeGateway(house({}, { stripe: {} }), 'CA')).toMatchObject({
      mode: 'redirect',
      config: { public_key: null, script_url: null },
    })
  })

  test('refuses to start with a secret key in place of a public key', () => {
    expect(() => house({ PAYSTACK_PUBLIC_KEY: 'sk_live_oops' })).toThrow(/PAYSTACK_PUBLIC_KEY/)
  })

  test.each([
    ['the stand-ins redirect, whatever the key', { PAYSTACK_PUBLIC_KEY: 'pk_test' }, all, 'redirect'],
    ['both keys', { PAYSTACK_PUBLIC_KEY: 'pk_live', PAYSTACK_SECRET_KEY: 'sk' }, all, 'inline'],
    ['a key and no public one', { PAYSTACK_SECRET_KEY: 'sk' }, all, 'redirect'],
    ['neither stand-ins nor a key, in a demonstration', { SIMULATORS: 'off' }, {}, 'demo'],
    ['the same without a demonstration', { SIMULATORS: 'off', DEMO_DATA: 'off' }, {}, 'closed'],
    [
      'production without a key',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://parkwell.example', DATABASE_URL: 'postgres://db/parkwell' },
      {},
      'closed',
    ],
    ['another provider’s key alone', { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'w' }, { stripe: {} }, 'closed'],
  ])('%s', (_name, settings, payments, mode) => {
    expect(describeGateway(house(settings, payments), 'NG').mode).toBe(mode)
  })

  test.each([
    ['Wave first, then Paystack', {}, all, ['wave', 'paystack']],
    ['Wave alone where the setting says so', { PAYSTACK_XOF: 'off' }, all, ['wave']],
    ['Wave alone without a key for Paystack', {}, { wave: {} }, ['wave']],
    ['Paystack alone without one for Wave', {}, { paystack: {} }, ['paystack']],
    ['nobody', {}, {}, []],
  ] as [string, Record<string, string>, object, string[]][])(
    'in Senegal %s',
    (_name, settings, payments, providers) => {
      expect(listTopUpProviders(house(settings, payments), 'SN')).toEqual(providers)
      expect(describeGateway(house(settings, payments), 'SN').fallback !== undefined).toBe(
        providers.includes('paystack'),
      )
    },
  )
})
