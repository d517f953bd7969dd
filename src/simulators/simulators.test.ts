import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPaystack } from '#server/providers/payments/paystack.ts'
import type { PaymentProvider, StartPayment } from '#server/providers/payments/provider.ts'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { createWave } from '#server/providers/payments/wave.ts'
import { languageOf } from './page.ts'
import { startSimulators, type Simulators } from './simulators.ts'
import { payAs, startReceiver, type Receiver } from './test-kit.ts'

let simulators: Simulators
let receiver: Receiver
let providers: Record<'paystack' | 'wave' | 'stripe', PaymentProvider>

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    webhook_urls: { paystack: `${receiver.url}/ps`, wave: `${receiver.url}/wv`, stripe: `${receiver.url}/st` },
    secrets: { paystack_secret_key: 'sk_test_given' },
    retry_delays_ms: [1, 1, 1],
  })
  const { keys } = simulators
  providers = {
    paystack: createPaystack(keys.paystack),
    wave: createWave(keys.wave),
    stripe: createStripe(keys.stripe),
  }
})
afterEach(async () => {
  await simulators.control.releaseWebhooks()
  await simulators.control.settled()
  simulators.control.reset()
  receiver.answer(200)
  receiver.received.length = 0
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

let count = 0
const currencies = { paystack: 'NGN', wave: 'XOF', stripe: 'CAD' }
const names = ['paystack', 'wave', 'stripe'] as const
/** How many notices each provider sends of a success. */
const webhookCount = { paystack: 1, wave: 1, stripe: 2 }

async function start(name: (typeof names)[number], change: Partial<StartPayment> = {}) {
  const want: StartPayment = {
    reference: `PW-SIM-${(count += 1)}`,
    amount_minor: 250_000n,
    currency: currencies[name],
    email: 'a@example.com',
    callback_url: 'http://localhost:4321/payment/success',
    cancel_url: 'http://localhost:4321/payment/success?cancelled=1',
    metadata: {},
    language: 'en',
    ...change,
  }
  const started = await providers[name].startPayment(want)
  return { want, page: started.authorization_url ?? started.payment_url ?? started.checkout_url ?? '', started }
}
const pageText = async (page: string, language = 'en') =>
  (await fetch(page, { headers: { 'accept-language': language } })).text()

describe.each(names)('the hosted page of %s', (name) => {
  test('shows that it is a simulation, the amount, the reference and four outcomes', async () => {
    const { want, page } = await start(name)
    const text = await pageText(page)
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('No real money moves')
    expect(text).toContain(want.reference)
    expect(text).toMatch(name === 'wave' ? /XOF\u00a0250,000</ : /(NGN|CAD)\u00a02,500\.00</)
    expect([...text.matchAll(/name="outcome" value="(\w+)"/g)].map(([, outcome]) => outcome)).toEqual([
      'success',
      'failed',
      'abandoned',
      'pending',
    ])
  })

  test('is in French for French browsers', async () => {
    const { page } = await start(name, { language: 'fr' })
    const text = await pageText(page, 'fr-SN,fr;q=0.9,en;q=0.5')
    expect(text).toContain('<html lang="fr">')
    expect(text).toContain('Aucun argent réel ne circule')
  })

  test('forbids scripts and restricts its form to the product’s addresses', async () => {
    const { page } = await start(name)
    const policy = (await fetch(page)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://localhost:4321;")
    expect(policy).not.toContain('unsafe-inline')
  })

  test('applies a repeated post once and redirects to the same address', async () => {
    const { want, page, started } = await start(name)
    const [first, second] = await Promise.all([payAs(page, 'success'), payAs(page, 'success')])
    expect(second).toBe(first)
    expect(await payAs(page, 'failed')).toBe(first)
    expect(receiver.received).toHaveLength(webhookCount[name])
    const { reference } = want
    const { provider_reference } = started
    expect(await providers[name].findPayment({ reference, provider_reference })).toMatchObject({ state: 'success' })
    const text = await pageText(page)
    expect(text).toContain('This payment succeeded.')
    expect(text).not.toContain('<form')
  })

  test('refuses an unknown outcome', async () => {
    const { page } = await start(name)
    for (const body of ['outcome=free', '', 'outcome']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await fetch(page, { method: 'POST', headers, body })).status).toBe(400)
    }
    expect(receiver.received).toEqual([])
  })

  test('shows an error for an unknown payment', async () => {
    const { page } = await start(name)
    const response = await fetch(page.replace(/[^/]+$/, 'none'))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Payment not found')
  })
})

describe('text from outside on a page', () => {
  const nasty = `"><script>alert('x')</script>&amp;`

  test.each(['wave', 'stripe'] as const)('is escaped by %s', async (name) => {
    const { page } = await start(name, { reference: nasty })
    const text = await pageText(page)
    expect(text).not.toContain('<script')
    expect(text).toContain('&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;amp;')
  })

  test('is refused as a script address', async () => {
    const refused = expect.objectContaining({ kind: 'refused' })
    for (const name of names) {
      await expect(start(name, { callback_url: 'javascript:alert(1)' })).rejects.toThrowError(refused)
    }
  })
})

describe('webhooks', () => {
  test.each(names)('of %s arrive before the payer returns', async (name) => {
    const { page } = await start(name)
    await payAs(page, 'success')
    expect(receiver.received.map(({ path }) => path)).toEqual(
      Array.from({ length: webhookCount[name] }, () => ({ paystack: '/ps', wave: '/wv', stripe: '/st' })[name]),
    )
  })

  test.each(names)('of %s can be held until they are released, and sent twice with the same key', async (name) => {
    simulators.control.set(name, { webhooks: 'held', webhook_copies: 2 })
    const { want, page } = await start(name)
    await payAs(page, 'success')
    expect(receiver.received).toEqual([])
    const log = simulators.control.webhooks.filter(({ reference }) => reference === want.reference)
    expect(log.map(({ attempts }) => attempts.length)).toEqual(Array.from({ length: webhookCount[name] * 2 }, () => 0))
    await simulators.control.releaseWebhooks()
    expect(log.every(({ delivered }) => delivered)).toBe(true)
    const keys = receiver.received.map(({ raw, headers }) => providers[name].verifyWebhook(raw, headers, new Date()))
    expect(keys).toHaveLength(webhookCount[name] * 2)
    expect(new Set(keys.map(({ event_key }) => event_key)).size).toBe(webhookCount[name])
  })

  test('can be left out', async () => {
    simulators.control.set('wave', { webhooks: 'never' })
    const { page } = await start('wave')
    await payAs(page, 'success')
    expect(receiver.received).toEqual([])
  })

  test('are retried a few times with new signatures when they fail', async () => {
    receiver.answer(500, 503, 200)
    const { want, page } = await start('wave')
    await payAs(page, 'success')
    await simulators.control.settled()
    const entry = simulators.control.webhooks.find(({ reference }) => reference === want.reference)
    expect(entry?.attempts.map(({ status }) => status)).toEqual([500, 503, 200])
    expect(entry?.delivered).toBe(true)

    receiver.answer(401)
    const other = await start('wave')
    await payAs(other.page, 'success')
    await simulators.control.settled()
    const lost = simulators.control.webhooks.find(({ reference }) => reference === other.want.reference)
    expect(lost?.attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(lost?.delivered).toBe(false)
  })

  test('are dropped without an address and sent once one is set', async () => {
    const alone = await startSimulators({ port: 0, host: '127.0.0.1', retry_delays_ms: [] })
    const wave = createWave(alone.keys.wave)
    const { want } = await start('wave')
    const started = await wave.startPayment(want)
    expect(await payAs(started.payment_url, 'success')).toBe(want.callback_url)
    expect(alone.control.webhooks[0]).toMatchObject({ url: null, attempts: [{ status: null }] })
    alone.setWebhookBase('http://127.0.0.1:9/')
    const other = await wave.startPayment({ ...want, reference: 'PW-ALONE-2' })
    await payAs(other.payment_url, 'success')
    expect(alone.control.webhooks[1]).toMatchObject({
      url: 'http://127.0.0.1:9/api/v1/webhooks/wave',
      attempts: [{ status: null, error: expect.any(String) }],
    })
    await alone.close()
  })

  test('that wait for a retry are dropped on close', async () => {
    const short = await startSimulators({ port: 0, host: '127.0.0.1', retry_delays_ms: [3_600_000] })
    const wave = createWave(short.keys.wave)
    const { want } = await start('wave')
    const { payment_url } = await wave.startPayment(want)
    await payAs(payment_url, 'success')
    await short.close()
    await short.control.settled()
    expect(short.control.webhooks[0]?.attempts).toHaveLength(1)
  })
})

describe('the simulators', () => {
  test('return the adapters’ settings with random secrets by default', () => {
    expect(simulators.keys.paystack.secret_key).toBe('sk_test_given')
    expect(simulators.keys.stripe.webhook_secret).toMatch(/^whsec_[0-9a-f]{48}$/)
  })

  test('close immediately, even while a response is delayed', async () => {
    const atWork = Promise.withResolvers<void>()
    const now = () => {
      atWork.resolve()
      return new Date()
    }
    const slow = await startSimulators({ port: 0, host: '127.0.0.1', now })
    slow.control.set('wave', { delay_ms: 3_600_000 })
    const { want } = await start('wave')
    const response = fetch(`${slow.keys.wave.base_url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.keys.wave.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: '5000',
        currency: 'XOF',
        success_url: want.callback_url,
        error_url: want.cancel_url,
      }),
    }).then(
      () => 'over',
      () => 'over',
    )
    await atWork.promise
    await slow.close()
    expect(await response).toBe('over')
  })

  test('refuse malformed bodies with the provider’s error', async () => {
    const { base_url, secret_key } = simulators.keys.paystack
    const headers = { authorization: `Bearer ${secret_key}`, 'content-type': 'application/json' }
    const response = await fetch(`${base_url}/transaction/initialize`, { method: 'POST', headers, body: '{"amount":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ status: false, code: 'invalid_params' })
  })

  test('choose the browser’s preferred language', () => {
    expect(languageOf(null, 'de-DE,en;q=0.5,fr;q=0.8')).toBe('fr')
    expect(languageOf(null, 'fr;q=0')).toBe('en')
    expect(languageOf('fr', 'en')).toBe('fr')
    expect(languageOf('auto', undefined)).toBe('en')
  })
})
