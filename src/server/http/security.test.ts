import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { useSecurityHeaders } from './security.ts'

async function headersOf(
  settings: Record<string, string | undefined>,
  ipLookups?: string[],
  stripe_script?: string,
): Promise<Record<string, unknown>> {
  const app = Fastify()
  const form = stripe_script === undefined ? undefined : { public_key: 'pk_test', script_url: stripe_script }
  await useSecurityHeaders(app, readConfig({ NODE_ENV: 'test', ...settings }), ipLookups, form)
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}
const policyOf = async (...given: Parameters<typeof headersOf>): Promise<string> =>
  String((await headersOf(...given))['content-security-policy'])

test('allows scripts from this origin only', async () => {
  for (const settings of [{}, { PAYSTACK_PUBLIC_KEY: 'pk_test' }, { PAYSTACK_SECRET_KEY: 'sk_test' }]) {
    const policy = await policyOf(settings)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
    expect(policy).not.toContain('paystack')
  }
})

test('allows Paystack’s script and frame when its inline checkout is enabled', async () => {
  const policy = await policyOf({ PAYSTACK_PUBLIC_KEY: 'pk_test', PAYSTACK_SECRET_KEY: 'sk_test' })
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.paystack\.co 'sha256-[^' ]+';/)
  expect(policy).toContain("frame-src 'self' https://checkout.paystack.com;")
  expect(policy).not.toContain('unsafe-eval')
})

test('allows Stripe’s script, frames, pictures and calls when its form is shown in our page', async () => {
  const policy = await policyOf({ MAP_STYLE_URL: 'packed' }, [], 'https://js.stripe.com/endive/stripe.js')
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com 'sha256-")
  expect(policy).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(policy).toContain("img-src 'self' data: blob: https://*.stripe.com;")
  const standIn = await policyOf({ MAP_STYLE_URL: 'packed' }, [], 'http://127.0.0.1:4567/stripe/endive/stripe.js')
  expect(standIn).toContain("script-src 'self' http://127.0.0.1:4567 'sha256-")
  expect(standIn).toContain("connect-src 'self' http://127.0.0.1:4567;")
  expect(standIn).not.toContain('stripe.com')
})

test('lets the providers’ frames ask for a payment only where their form is shown', async () => {
  const paymentOf = async (...given: Parameters<typeof headersOf>) =>
    /payment=(\S.*)$/.exec(String((await headersOf(...given))['permissions-policy']))?.[1]
  expect(await paymentOf({})).toBe('()')
  const keys = { PAYSTACK_PUBLIC_KEY: 'pk_test', PAYSTACK_SECRET_KEY: 'sk_test' }
  expect(await paymentOf(keys)).toBe('(self "https://checkout.paystack.com")')
  expect(await paymentOf({}, [], 'https://js.stripe.com/endive/stripe.js')).toBe(
    '(self "https://js.stripe.com" "https://pay.google.com")',
  )
})

test('allows connections only to the map, IP lookup and error report hosts', async () => {
  expect(await policyOf({ MAP_STYLE_URL: 'packed' })).toContain("connect-src 'self';")
  expect(await policyOf({ MAP_STYLE_URL: 'own' })).toContain("connect-src 'self';")
  expect(await policyOf({})).toContain("connect-src 'self' https://tiles.openfreemap.org;")
  const lookups = ['https://ipapi.co/json/', 'https://get.geojs.io/v1/ip/geo.json']
  const policy = await policyOf({ MAP_STYLE_URL: 'packed', SENTRY_DSN: 'https://key@errors.example.com/7' }, lookups)
  expect(policy).toContain("connect-src 'self' https://ipapi.co https://get.geojs.io https://errors.example.com;")
})

test('frames the login pages from this origin only, and keeps the popup’s way back to the page', async () => {
  const settings = { MAP_STYLE_URL: 'packed', FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'key' }
  const headers = await headersOf({
    ...settings,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://parkwell.example',
    DATABASE_URL: 'postgres://db/parkwell',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-src 'self';")
  expect(policy).toContain("script-src 'self' https://apis.google.com 'sha256-")
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect((await headersOf({}))['cross-origin-opener-policy']).toBe('same-origin')
  // Firebase's library requires HTTPS for them, which a local server does not have.
  expect(await policyOf(settings)).toContain("frame-src 'self' https://p.firebaseapp.com;")
})

test('answers with JSON have a policy that allows nothing, and their errors too', async () => {
  const app = Fastify()
  await useSecurityHeaders(app, readConfig({ NODE_ENV: 'test' }))
  app.get('/json', { config: { is_json: true } }, async ({ query }) => {
    if (Object.keys(query as object).length > 0) throw new Error('refused')
    return {}
  })
  for (const [url, status] of [
    ['/json', 200],
    ['/json?fails', 500],
  ] as const) {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('permissions-policy')
  }
  await app.close()
})
