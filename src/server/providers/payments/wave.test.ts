import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { payAs, startReceiver, type Receiver } from '#simulators/test-kit.ts'
import type { PaymentProvider, StartPayment } from './provider.ts'
import { createWave } from './wave.ts'

let simulators: Simulators
let receiver: Receiver
let wave: PaymentProvider
let clock = Date.now()

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({ port: 0, host: '127.0.0.1', now: () => new Date(clock) })
  simulators.setWebhookBase(receiver.url)
  wave = createWave(simulators.keys.wave)
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
  reference: `PW-WV-${(count += 1)}`,
  amount_minor: 5_000n,
  currency: 'XOF',
  email: 'awa@example.com',
  callback_url: 'http://127.0.0.1:3999/payment/success?provider=wave',
  cancel_url: 'http://127.0.0.1:3999/payment/success?cancelled=1',
  metadata: {},
  language: 'fr',
  ...change,
})
const find = (reference: string, provider_reference: string | null = null) =>
  wave.findPayment({ reference, provider_reference })
const refused = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'refused', code })
const unavailable = (code: string) => expect.objectContaining({ name: 'ProviderError', kind: 'unavailable', code })
const sessionsOf = async (reference: string): Promise<unknown[]> => {
  const { api_key, base_url } = simulators.keys.wave
  const response = await fetch(`${base_url}/v1/checkout/sessions/search?client_reference=${reference}`, {
    headers: { authorization: `Bearer ${api_key}` },
  })
  return ((await response.json()) as { result: unknown[] }).result
}

describe('a Wave payment', () => {
  test('is started, paid, reported by a signed webhook, and found by session and by reference', async () => {
    const request = payment()
    const started = await wave.startPayment(request)
    expect(started).toEqual({
      provider_reference: expect.stringMatching(/^cos-/),
      payment_url: `${simulators.base_urls.wave}/pay/${started.provider_reference}`,
    })
    expect(await (await fetch(started.payment_url ?? '')).text()).toContain('XOF\u00a05,000</p>')

    expect(await payAs(started.payment_url, 'success')).toBe(request.callback_url)
    const success = {
      state: 'success',
      provider_reference: started.provider_reference,
      amount_minor: 5_000n,
      currency: 'XOF',
      paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      top_up_id: null,
      is_reversed: false,
      fees: [],
    }
    expect(await find(request.reference, started.provider_reference)).toEqual(success)
    expect(await find(request.reference)).toEqual(success)
    const [webhook] = receiver.received
    if (!webhook) throw new Error('no webhook')
    expect(webhook.path).toBe('/api/v1/webhooks/wave')
    expect(wave.verifyWebhook(webhook.raw, webhook.headers, new Date())).toEqual({
      event_key: expect.stringMatching(/^EV_/),
      event_type: 'checkout.session.completed',
      reference: request.reference,
      provider_reference: started.provider_reference,
    })
  })

  test('reports the reason when it fails and sends a webhook', async () => {
    const request = payment()
    const { payment_url, provider_reference } = await wave.startPayment(request)
    expect(await payAs(payment_url, 'failed')).toBe(request.cancel_url)
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'failed',
      provider_reference,
      reason: 'insufficient-funds',
    })
    const [webhook] = receiver.received
    if (!webhook) throw new Error('no webhook')
    expect(wave.verifyWebhook(webhook.raw, webhook.headers, new Date())).toMatchObject({
      event_type: 'checkout.session.payment_failed',
      reference: request.reference,
    })
  })

  test('left pending or abandoned can still be paid', async () => {
    const request = payment()
    const { payment_url, provider_reference } = await wave.startPayment(request)
    expect(await payAs(payment_url, 'pending')).toBe(request.callback_url)
    expect(await find(request.reference, provider_reference)).toEqual({
      state: 'pending',
      provider_reference,
      is_processing: false,
    })
    expect(await payAs(payment_url, 'abandoned')).toBe(request.cancel_url)
    expect(await find(request.reference)).toEqual({ state: 'pending', provider_reference, is_processing: false })
    await payAs(payment_url, 'success')
    expect(await find(request.reference, provider_reference)).toMatchObject({ state: 'success' })
  })

  test('fails after half an hour and can’t be paid afterwards', async () => {
    const request = payment()
    const { payment_url, provider_reference } = await wave.startPayment(request)
    clock += 31 * 60_000
    const expired = { state: 'failed', provider_reference, reason: 'expired' }
    expect(await find(request.reference, provider_reference)).toEqual(expired)
    await payAs(payment_url, 'success')
    expect(await find(request.reference, provider_reference)).toEqual(expired)
  })

  test('is unknown when never started or of another reference', async () => {
    expect(await find('PW-WV-none')).toEqual({ state: 'unknown' })
    expect(await find('PW-WV-none', 'cos-none')).toEqual({ state: 'unknown' })
    const { provider_reference } = await wave.startPayment(payment())
    expect(await find('PW-WV-none', provider_reference)).toEqual({ state: 'unknown' })
  })
})

describe('Wave errors', () => {
  test('returns the first session when started twice with one reference', async () => {
    const request = payment()
    const first = await wave.startPayment(request)
    expect(await wave.startPayment(request)).toEqual(first)
    expect(await sessionsOf(request.reference)).toHaveLength(1)
  })

  test('refuses a reference that is paid or used with another amount', async () => {
    const request = payment()
    const { payment_url } = await wave.startPayment(request)
    await expect(wave.startPayment({ ...request, amount_minor: 9_000n })).rejects.toThrowError(
      refused('duplicate_reference'),
    )
    await payAs(payment_url, 'success')
    await expect(wave.startPayment(request)).rejects.toThrowError(refused('duplicate_reference'))
  })

  test('finds the session of a lost response and keeps one session', async () => {
    simulators.control.set('wave', { drop_answers: 1, drop_reads: 1 })
    const request = payment()
    const started = await wave.startPayment(request)
    expect(await sessionsOf(request.reference)).toEqual([expect.objectContaining({ id: started.provider_reference })])
    await payAs(started.payment_url, 'success')
    expect(await find(request.reference)).toMatchObject({ state: 'success', amount_minor: 5_000n })
  })

  test('throws for a refused amount or currency', async () => {
    await expect(wave.startPayment(payment({ currency: 'NGN' }))).rejects.toThrowError(refused('unsupported_currency'))
    simulators.control.set('wave', { refuse: true })
    await expect(wave.startPayment(payment())).rejects.toThrowError(refused('request-validation-error'))
  })

  test('refuses http addresses except on localhost', async () => {
    const request = payment({ callback_url: 'http://parkwell.example/payment/success' })
    await expect(wave.startPayment(request)).rejects.toThrowError(refused('request-validation-error'))
  })

  test('refuses a wrong key', async () => {
    const stranger = createWave({ ...simulators.keys.wave, api_key: 'wave_sn_prod_wrong' })
    await expect(stranger.startPayment(payment())).rejects.toThrowError(refused('invalid-auth'))
    expect(() => createWave({ ...simulators.keys.wave, webhook_secret: '' })).toThrow()
  })

  test('throws unavailable when Wave is down, silent or slow', async () => {
    simulators.control.set('wave', { unavailable: true })
    await expect(wave.startPayment(payment())).rejects.toThrowError(unavailable('http_500'))
    await expect(find('PW-WV-1', 'cos-x')).rejects.toThrowError(unavailable('http_500'))
    simulators.control.reset()
    const nowhere = createWave({ ...simulators.keys.wave, base_url: 'http://127.0.0.1:9' })
    await expect(nowhere.startPayment(payment())).rejects.toThrowError(unavailable('connection'))
    simulators.control.set('wave', { delay_ms: 60_000 })
    const hasty = createWave({ ...simulators.keys.wave, timeout_ms: 50 })
    await expect(hasty.startPayment(payment())).rejects.toThrowError(unavailable('timeout'))
  })
})

describe('a Wave key with request signing', () => {
  let signing: Simulators
  beforeAll(async () => {
    signing = await startSimulators({
      port: 0,
      host: '127.0.0.1',
      secrets: { wave_signing_secret: 'wave_sn_AKS_secret' },
    })
  })
  afterAll(() => signing.close())

  test('signs every call, with and without a body', async () => {
    const signed = createWave(signing.keys.wave)
    const request = payment()
    const { payment_url, provider_reference } = await signed.startPayment(request)
    await payAs(payment_url, 'success')
    const paid = { reference: request.reference, provider_reference }
    expect(await signed.findPayment(paid)).toMatchObject({ state: 'success' })
    expect(await signed.findPayment({ ...paid, provider_reference: null })).toMatchObject({ state: 'success' })
    const { amount_minor, currency } = request
    await signed.refundPayment({ reference: 'RF-1', payment: paid, amount_minor, currency })
    const { payments, reversals } = await signed.listPayments(...aroundNow())
    expect([payments.length, reversals.length]).toEqual([1, 1])
  })

  test.each([undefined, 'wave_sn_AKS_wrong'])('is refused with the secret %s', async (signing_secret) => {
    const unsigned = createWave({ ...signing.keys.wave, signing_secret })
    await expect(unsigned.startPayment(payment())).rejects.toThrowError(refused('invalid-auth'))
    await expect(unsigned.listPayments(...aroundNow())).rejects.toThrowError(refused('invalid-auth'))
  })
})

test('names the API that a Wave key may not use', async () => {
  simulators.control.set('wave', { without_balance_scope: true })
  await expect(wave.listPayments(...aroundNow())).rejects.toThrowError(/may not use the Balance API/)
})

test('accepts webhooks that are sent with the shared secret', async () => {
  simulators.control.set('wave', { webhook_strategy: 'shared_secret' })
  const { payment_url } = await wave.startPayment(payment())
  await payAs(payment_url, 'success')
  const [webhook] = receiver.received
  expect(webhook?.headers['wave-signature']).toBeUndefined()
  expect(wave.verifyWebhook(webhook!.raw, webhook!.headers, new Date())).toMatchObject({
    event_type: 'checkout.session.completed',
  })
  const { webhook_secret } = simulators.keys.wave
  for (const authorization of [
    `Bearer ${webhook_secret}x`,
    `Bearer ${webhook_secret.slice(1)}`,
    'Bearer ',
    webhook_secret,
  ])
    expect(() => wave.verifyWebhook(webhook!.raw, { authorization }, new Date())).toThrowError(/signature/)
  // A signature that is wrong is not saved by the secret beside it.
  const both = { authorization: `Bearer ${webhook_secret}`, 'wave-signature': 't=1,v1=00' }
  expect(() => wave.verifyWebhook(webhook!.raw, both, new Date())).toThrowError(/signature/)
})

describe('a government tax on a Wave payment', () => {
  const listPaid = async (government_tax: 'paid_by_us' | 'paid_by_wave', isRefunded = false) => {
    simulators.control.set('wave', { government_tax })
    const request = payment({ amount_minor: 1_550n })
    const { payment_url } = await wave.startPayment(request)
    await payAs(payment_url, 'success')
    if (isRefunded) await simulators.control.desks.wave.refund(request.reference)
    const { payments, reversals } = await wave.listPayments(...aroundNow())
    return {
      payment: payments.find(({ reference }) => reference === request.reference)!,
      reversal: reversals.find(({ payment_reference }) => payment_reference === request.reference),
      books: simulators.control.desks.wave.books().find(({ reference }) => reference === request.reference)!,
    }
  }

  test('is a fee of ours, beside Wave’s own, and the payer’s amount stays whole', async () => {
    const { payment: paid, books } = await listPaid('paid_by_us')
    expect(paid.amount_minor).toBe(1_550n)
    expect(paid.fees).toMatchObject([
      { amount_minor: 16n },
      { fee_id: expect.stringMatching(/:government_tax$/), amount_minor: 16n },
    ])
    expect(paid.fees.reduce((sum, { amount_minor }) => sum + amount_minor!, 0n)).toBe(books.kept_minor)
  })

  test('costs nothing when Wave pays it', async () => {
    const { payment: paid } = await listPaid('paid_by_wave')
    expect([paid.amount_minor, paid.fees.map(({ amount_minor }) => amount_minor)]).toEqual([1_550n, [16n]])
  })

  test('comes back with a refund', async () => {
    const { payment: paid, reversal } = await listPaid('paid_by_us', true)
    expect(reversal?.amount_minor).toBe(1_550n)
    const sum = [...paid.fees, ...(reversal?.fees ?? [])].reduce((total, { amount_minor }) => total + amount_minor!, 0n)
    expect(sum).toBe(0n)
  })
})

function aroundNow(): [Date, Date] {
  return [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
}
