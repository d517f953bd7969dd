import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { useSecurityHeaders } from './security.ts'

async function policyOf(settings: Record<string, string | undefined>, ipLookups?: string[]): Promise<string> {
  const app = Fastify()
  await useSecurityHeaders(app, readConfig({ NODE_ENV: 'test', ...settings }), ipLookups)
  const { headers } = await app.inject('/')
  await app.close()
  return String(headers['content-security-policy'])
}

test('allows scripts from this origin only', async () => {
  for (const settings of [{}, { PAYSTACK_PUBLIC_KEY: 'pk_test' }, { PAYSTACK_SECRET_KEY: 'sk_test' }]) {
    const policy = await policyOf(settings)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('paystack')
  }
})

test('allows Paystack’s script and frame when its inline checkout is enabled', async () => {
  const policy = await policyOf({ PAYSTACK_PUBLIC_KEY: 'pk_test', PAYSTACK_SECRET_KEY: 'sk_test' })
  expect(policy).toContain("script-src 'self' https://js.paystack.co;")
  expect(policy).toContain("frame-src 'self' https://checkout.paystack.com;")
  expect(policy).not.toContain('unsafe-eval')
})

test('allows connections only to the map, IP lookup and error report hosts', async () => {
  expect(await policyOf({ MAP_STYLE_URL: 'packed' })).toContain("connect-src 'self';")
  expect(await policyOf({ MAP_STYLE_URL: 'own' })).toContain("connect-src 'self';")
  expect(await policyOf({})).toContain("connect-src 'self' https://tiles.openfreemap.org;")
  const lookups = ['https://ipapi.co/json/', 'https://ipwho.is/']
  const policy = await policyOf({ MAP_STYLE_URL: 'packed', SENTRY_DSN: 'https://key@errors.example.com/7' }, lookups)
  expect(policy).toContain("connect-src 'self' https://ipapi.co https://ipwho.is https://errors.example.com;")
})
