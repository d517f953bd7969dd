import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { payAs, startReceiver, type Receiver } from '#simulators/test-kit.ts'
import type { PaymentProvider, StartPayment } from './provider.ts'
import { createStripe } from './stripe.ts'

let simulators: Simulators
let receiver: Receiver
let stripe: PaymentProvider
let clock = Date.now()
const now = () => new Date(clock)

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({ port: 0, host: '127.0.0.1', now })
  simulators.setWebhookBase(receiver.url)
  stripe = createStripe({ ...simulators.keys.stripe, now })
})
afterEach(async () => {
  await simulators.control.settled()
  simulators.control.reset()
  receiver.received.length = 0
  clock = Date.now()
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

let count = 0
const payment = (change: Partial<StartPayment> = {}): StartPayment => ({
  reference: `PW-ST-${(count += 1)}`,
  amount_minor: 2_550n,
  currency: 'USD',
  email: 'sam@example.com',
  callback_url: 'http://127.0.0.1:3999/payment/success?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:3999/payment/success?cancelled=1',
  metadata: { account_id: 'a1' },
  language: 'en',
  ...change,
})
const find = (reference: string, provider_reference: string | null = null) =>
  stripe.findPayment({ reference, provider_reference })
const refused = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'refused', code })
const unavailable = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'unavailable', code })
const receivedWebhooks = () =>
  receiver.received
    .map(({ raw, headers }) => stripe.verifyWebhook(raw, headers, now()))
    .toSorted((a, b) => a.event_type.localeCompare(b.event_type))

/** Confirms an intent as the inline card form does. */
async function confirm(intent: string, payment_method: string): Promise<number> {
  const { secret_key, base_url } = simulators.keys.stripe
  const response = await fetch(`${base_url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret_key}` },
    body: new URLSearchParams({ payment_method }),
  })
  return response.status
}

describe('a payment through Stripe’s Checkout Session', () => {
  test('is started, paid, reported by two signed webhooks, and found by either identifier or by reference', async () => {
    const request = payment()
    const started = await stripe.startPayment(request)
    expect(started).toEqual({
      provider_reference: expect.stringMatching(/^cs_/),
      checkout_url: `${simulators.base_urls.stripe}/stripe/pay/${started.provider_reference}`,
    })
    expect(await (await fetch(started.checkout_url ?? '')).text()).toContain('USD\u00a025.50</p>')

    expect(await payAs(started.checkout_url, 'success')).toBe(
      `http://127.0.0.1:3999/payment/success?session=${started.provider_reference}`,
    )
    const [completed, succeeded] = receivedWebhooks()
    expect(completed).toEqual({
      event_key: expect.stringMatching(/^evt_/),
      event_type: 'checkout.session.completed',
      reference: request.reference,
      provider_reference: started.provider_reference,
    })
    expect(succeeded).toEqual({
      event_key: expect.stringMatching(/^evt_/),
      event_type: 'payment_intent.succeeded',
      reference: request.reference,
      provider_reference: expect.stringMatching(/^pi_/),
    })
    const paid = {
      state: 'success',
      amount_minor: 2_550n,
      currency: 'USD',
      paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      top_up_id: null,
      is_reversed: false,
      fees: [{ fee_id: expect.stringMatching(/^txn_/), told: '104 USD', currency: 'USD', amount_minor: 104n }],
    }
    const intent = succeeded?.provider_reference ?? null
    expect(await find(request.reference, started.provider_reference)).toEqual({
      ...paid,
      provider_reference: started.provider_reference,
    })
    expect(await find(request.reference, intent)).toEqual({ ...paid, provider_reference: intent })
    expect(await find(request.reference)).toEqual({ ...paid, provider_reference: intent })
  })

  test('in XOF is charged and credited in whole francs', async () => {
    const request = payment({ currency: 'XOF', amount_minor: 5_000n, language: 'fr' })
    const { checkout_url, provider_reference } = await stripe.startPayment(request)
    expect(await (await fetch(checkout_url ?? '')).text()).toContain('5\u202f000\u00a0XOF</p>')
    await payAs(checkout_url, 'success')
    expect(await find(request.reference, provider_reference)).toMatchObject({ amount_minor: 5_000n, currency: 'XOF' })
  })

  test('fails with the reason when it is declined', async () => {
    const request = payment({ currency: 'CAD' })
    const { checkout_url, provider_reference } = await stripe.startPayment(request)
    expect(await payAs(checkout_url, 'failed')).toBe(request.cancel_url)
    const failed = { state: 'failed', reason: 'insufficient_funds' }
    expect(await find(request.reference, provider_reference)).toMatchObject(failed)
    expect(await find(request.reference)).toMatchObject(failed)
    expect(receivedWebhooks()).toMatchObject([
      { event_type: 'checkout.session.expired', reference: request.reference },
      { event_type: 'payment_intent.payment_failed', reference: request.reference },
    ])
  })

  test('is pending with a delayed method until the bank decides', async () => {
    const request = payment()
    const { checkout_url, provider_reference } = await stripe.startPayment(request)
    await payAs(checkout_url, 'pending')
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'pending',
      provider_reference,
      is_processing: true,
    })
    await payAs(checkout_url, 'success')
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'success' })

    const other = payment()
    const second = await stripe.startPayment(other)
    await payAs(second.checkout_url, 'pending')
    await payAs(second.checkout_url, 'failed')
    expect(await find(other.reference, second.provider_reference)).toMatchObject({ state: 'failed' })
  })

  test('abandoned can still be paid until the session expires', async () => {
    const request = payment()
    const { checkout_url, provider_reference } = await stripe.startPayment(request)
    expect(await payAs(checkout_url, 'abandoned')).toBe(request.cancel_url)
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'pending',
      provider_reference,
      is_processing: false,
    })
    expect(await find(request.reference)).toEqual({ state: 'pending', provider_reference, is_processing: false })
    clock += 36 * 60_000
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'failed', reason: 'expired' })
    await payAs(checkout_url, 'success')
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'failed' })
  })

  test('is unknown when never started or of another reference', async () => {
    expect(await find('PW-ST-none')).toEqual({ state: 'unknown' })
    expect(await find("' OR status:'succeeded")).toEqual({ state: 'unknown' })
    expect(await find('PW-ST-none', 'cs_test_none')).toEqual({ state: 'unknown' })
    const { provider_reference, checkout_url } = await stripe.startPayment(payment())
    await payAs(checkout_url, 'success')
    expect(await find('PW-ST-none', provider_reference)).toEqual({ state: 'unknown' })
    const intent = receivedWebhooks().find(({ event_type }) => event_type === 'payment_intent.succeeded')
    expect(await find('PW-ST-none', intent?.provider_reference ?? null)).toEqual({ state: 'unknown' })
  })
})

describe('a payment through the inline card form', () => {
  const start = async (request = payment()) => {
    const started = await stripe.createPaymentIntent?.({ ...request, customer_id: null })
    if (!started) throw new Error('no intent')
    return { request, ...started }
  }

  test('is created, paid and found', async () => {
    const { request, client_secret, provider_reference } = await start()
    expect(client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'pending',
      provider_reference,
      is_processing: false,
    })
    expect(await confirm(provider_reference, 'pm_card_visa')).toBe(200)
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'success', amount_minor: 2_550n })
    expect(receivedWebhooks()).toMatchObject([{ event_type: 'payment_intent.succeeded', reference: request.reference }])
  })

  test('can be paid after a declined card and fails after half an hour', async () => {
    const { request, provider_reference } = await start()
    expect(await confirm(provider_reference, 'pm_card_chargeDeclined')).toBe(402)
    expect(receivedWebhooks()).toMatchObject([
      { event_type: 'payment_intent.payment_failed', reference: request.reference },
    ])
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'pending',
      provider_reference,
      is_processing: false,
    })
    clock += 31 * 60_000
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'failed',
      provider_reference,
      reason: 'insufficient_funds',
    })
    await confirm(provider_reference, 'pm_card_visa')
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'success' })
  })

  test('returns one intent when created twice with one reference', async () => {
    const first = await start()
    expect(await start(first.request)).toEqual(first)
    await expect(
      stripe.createPaymentIntent?.({ ...first.request, amount_minor: 9_900n, customer_id: null }),
    ).rejects.toThrowError(refused('duplicate_reference'))
  })
})

describe('Stripe errors', () => {
  test('returns the first session when started twice with one reference', async () => {
    const request = payment()
    const first = await stripe.startPayment(request)
    expect(await stripe.startPayment(request)).toEqual(first)
    clock += 5_000
    expect(await stripe.startPayment(request)).toEqual(first)
    await expect(stripe.startPayment({ ...request, amount_minor: 9_900n })).rejects.toThrowError(
      refused('duplicate_reference'),
    )
    await payAs(first.checkout_url, 'success')
    await expect(stripe.startPayment(request)).rejects.toThrowError(refused('duplicate_reference'))
  })

  test('retries a lost response with the same key and keeps one session', async () => {
    simulators.control.set('stripe', { drop_answers: 1 })
    const request = payment()
    const started = await stripe.startPayment(request)
    await payAs(started.checkout_url, 'success')
    expect(await find(request.reference, started.provider_reference)).toMatchObject({ state: 'success' })
    expect(receiver.received).toHaveLength(2)
  })

  test('throws for a refused amount', async () => {
    await expect(stripe.startPayment(payment({ amount_minor: 10n }))).rejects.toThrowError(refused('amount_too_small'))
    await expect(stripe.startPayment(payment({ amount_minor: 10_000_000_000n }))).rejects.toThrowError(
      refused('amount_too_large'),
    )
    simulators.control.set('stripe', { refuse: true })
    await expect(stripe.startPayment(payment())).rejects.toThrowError(refused('amount_too_small'))
  })

  test('refuses a wrong key', async () => {
    const stranger = createStripe({ ...simulators.keys.stripe, secret_key: 'sk_test_wrong' })
    await expect(stranger.startPayment(payment())).rejects.toThrowError(expect.objectContaining({ kind: 'refused' }))
    expect(() => createStripe({ ...simulators.keys.stripe, webhook_secret: '' })).toThrow()
  })

  test('throws unavailable when Stripe is down, silent or slow', async () => {
    simulators.control.set('stripe', { unavailable: true })
    await expect(stripe.startPayment(payment())).rejects.toThrowError(unavailable('http_500'))
    await expect(find('PW-ST-1', 'cs_test_x')).rejects.toThrowError(unavailable('http_500'))
    simulators.control.reset()
    const nowhere = createStripe({ ...simulators.keys.stripe, base_url: 'http://127.0.0.1:9' })
    await expect(nowhere.startPayment(payment())).rejects.toThrowError(unavailable('connection'))
    simulators.control.set('stripe', { delay_ms: 60_000 })
    const hasty = createStripe({ ...simulators.keys.stripe, timeout_ms: 50 })
    await expect(hasty.startPayment(payment())).rejects.toThrowError(unavailable('connection'))
  })
})
