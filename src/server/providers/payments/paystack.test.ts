import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { payAs, startReceiver, type Receiver } from '#simulators/test-kit.ts'
import { createPaystack } from './paystack.ts'
import type { PaymentProvider, StartPayment } from './provider.ts'

let simulators: Simulators
let receiver: Receiver
let paystack: PaymentProvider

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({ port: 0, host: '127.0.0.1' })
  simulators.setWebhookBase(receiver.url)
  paystack = createPaystack(simulators.keys.paystack)
})
afterEach(async () => {
  await simulators.control.settled()
  simulators.control.reset()
  receiver.received.length = 0
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

let count = 0
const payment = (change: Partial<StartPayment> = {}): StartPayment => ({
  reference: `PW-PS-${(count += 1)}`,
  amount_minor: 500_000n,
  currency: 'NGN',
  email: 'ada@example.com',
  callback_url: 'http://127.0.0.1:3999/payment/success?provider=paystack',
  cancel_url: 'http://127.0.0.1:3999/payment/success?cancelled=1',
  metadata: { account_id: 'a1' },
  language: 'en',
  ...change,
})
const found = (reference: string, provider = paystack) => provider.findPayment({ reference, provider_reference: null })
const refused = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'refused', code })
const unavailable = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'unavailable', code })

describe('a Paystack payment', () => {
  test('is started, paid, reported by a signed webhook, and found', async () => {
    const request = payment()
    const started = await paystack.startPayment(request)
    expect(started).toEqual({
      provider_reference: null,
      access_code: expect.stringMatching(/^\w{15}$/),
      authorization_url: `${simulators.base_urls.paystack}/pay/${started.access_code}`,
    })

    expect(await payAs(started.authorization_url, 'success')).toBe(
      `${request.callback_url}&trxref=${request.reference}&reference=${request.reference}`,
    )
    const [webhook] = receiver.received
    expect(webhook?.path).toBe('/api/v1/webhooks/paystack')
    const state = await found(request.reference)
    expect(state).toEqual({
      state: 'success',
      provider_reference: expect.stringMatching(/^\d+$/),
      amount_minor: 500_000n,
      currency: 'NGN',
      paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      top_up_id: null,
      is_reversed: false,
      fees: [{ fee_id: expect.stringMatching(/^\d+$/), told: '7500 NGN', currency: 'NGN', amount_minor: 7_500n }],
    })
    if (!webhook || state.state !== 'success') throw new Error('no webhook')
    expect(paystack.verifyWebhook(webhook.raw, webhook.headers, new Date())).toEqual({
      event_key: `charge.success:${state.provider_reference}:${request.reference}`,
      event_type: 'charge.success',
      reference: request.reference,
      provider_reference: state.provider_reference,
    })
  })

  test('in XOF is charged and credited in whole francs', async () => {
    const request = payment({ currency: 'XOF', amount_minor: 5_000n })
    const { authorization_url } = await paystack.startPayment(request)
    expect(await (await fetch(authorization_url ?? '')).text()).toContain('XOF\u00a05,000</p>')
    await payAs(authorization_url, 'success')
    expect(await found(request.reference)).toMatchObject({
      state: 'success',
      amount_minor: 5_000n,
      currency: 'XOF',
      fees: [{ told: '7500 XOF', amount_minor: 75n }],
    })
  })

  test('credits the requested amount when the payer bears the fees', async () => {
    simulators.control.set('paystack', { payer_bears_fees: true })
    const request = payment()
    const { authorization_url } = await paystack.startPayment(request)
    expect(await (await fetch(authorization_url ?? '')).text()).toContain('NGN\u00a05,075.00')
    await payAs(authorization_url, 'success')
    // The payer's sum covers what Paystack keeps: of ours it keeps nothing.
    expect(await found(request.reference)).toMatchObject({ state: 'success', amount_minor: 500_000n, fees: [] })
  })

  test('fails with the reason when it is declined', async () => {
    const request = payment()
    const { authorization_url } = await paystack.startPayment(request)
    await payAs(authorization_url, 'failed')
    expect(await found(request.reference)).toMatchObject({ state: 'failed', reason: 'Declined' })
  })

  test('stays pending until it is decided', async () => {
    const request = payment()
    const { authorization_url } = await paystack.startPayment(request)
    await payAs(authorization_url, 'pending')
    expect(await found(request.reference)).toMatchObject({ state: 'pending' })
    await payAs(authorization_url, 'success')
    expect(await found(request.reference)).toMatchObject({ state: 'success' })
  })

  test('is pending for half an hour when abandoned, then failed, and succeeds if paid later', async () => {
    const request = payment()
    const { authorization_url } = await paystack.startPayment(request)
    expect(await payAs(authorization_url, 'abandoned')).toBe(request.cancel_url)
    expect(receiver.received).toEqual([])
    const after = (minutes: number) =>
      createPaystack({ ...simulators.keys.paystack, now: () => new Date(Date.now() + minutes * 60_000) })
    expect(await found(request.reference, after(29))).toMatchObject({ state: 'pending' })
    expect(await found(request.reference, after(31))).toMatchObject({ state: 'failed' })
    await payAs(authorization_url, 'success')
    expect(await found(request.reference, after(31))).toMatchObject({ state: 'success', amount_minor: 500_000n })
  })

  test('is unknown when never started', async () => {
    expect(await found('PW-PS-none')).toEqual({ state: 'unknown' })
    expect(await found('../../etc/passwd')).toEqual({ state: 'unknown' })
  })
})

describe('Paystack errors', () => {
  test('refuses a second start with the same reference', async () => {
    const request = payment()
    await paystack.startPayment(request)
    await expect(paystack.startPayment(request)).rejects.toThrowError(refused('duplicate_reference'))
  })

  test('throws for a refused amount', async () => {
    simulators.control.set('paystack', { refuse: true })
    const request = payment()
    await expect(paystack.startPayment(request)).rejects.toThrowError(refused('invalid_params'))
    expect(await found(request.reference)).toEqual({ state: 'unknown' })
  })

  test('throws for an unsupported currency without a request', async () => {
    await expect(paystack.startPayment(payment({ currency: 'EUR' }))).rejects.toThrowError(
      refused('unsupported_currency'),
    )
  })

  test('refuses a wrong key', async () => {
    const stranger = createPaystack({ ...simulators.keys.paystack, secret_key: 'sk_test_wrong' })
    await expect(stranger.startPayment(payment())).rejects.toThrowError(refused('invalid_Key'))
    await expect(found('PW-PS-1', stranger)).rejects.toThrowError(refused('invalid_Key'))
  })

  test('creates no adapter with an empty key', () => {
    expect(() => createPaystack({ secret_key: ' ', base_url: 'https://api.paystack.co' })).toThrow()
  })

  test('throws unavailable when Paystack is down', async () => {
    simulators.control.set('paystack', { unavailable: true })
    const request = payment()
    await expect(paystack.startPayment(request)).rejects.toThrowError(unavailable('http_500'))
    await expect(found(request.reference)).rejects.toThrowError(unavailable('http_500'))
    simulators.control.reset()
    expect(await found(request.reference)).toEqual({ state: 'unknown' })
    await expect(paystack.startPayment(request)).resolves.toHaveProperty('authorization_url')
  })

  test('throws unavailable when the connection is refused', async () => {
    const nowhere = createPaystack({ secret_key: 'sk_test_x', base_url: 'http://127.0.0.1:9' })
    await expect(nowhere.startPayment(payment())).rejects.toThrowError(unavailable('connection'))
  })

  test('lets the caller start again with a new reference after a lost response', async () => {
    simulators.control.set('paystack', { drop_answers: 1 })
    const request = payment()
    await expect(paystack.startPayment(request)).rejects.toThrowError(unavailable('answer_lost'))
    expect(await found(request.reference)).toMatchObject({ state: 'pending' })
    await expect(paystack.startPayment(payment())).resolves.toHaveProperty('authorization_url')
  })

  test('retries a read whose response is lost', async () => {
    const request = payment()
    const { authorization_url } = await paystack.startPayment(request)
    await payAs(authorization_url, 'success')
    simulators.control.set('paystack', { drop_reads: 1 })
    expect(await found(request.reference)).toMatchObject({ state: 'success' })
  })

  test('throws a timeout when the response is late', async () => {
    simulators.control.set('paystack', { delay_ms: 60_000 })
    const hasty = createPaystack({ ...simulators.keys.paystack, timeout_ms: 50 })
    await expect(found('PW-PS-1', hasty)).rejects.toThrowError(unavailable('timeout'))
    await expect(hasty.startPayment(payment())).rejects.toThrowError(expect.objectContaining({ kind: 'unavailable' }))
  })
})
