import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { payAs, startReceiver, type Receiver } from '#simulators/test-kit.ts'
import { parseExactJson } from './exact-json.ts'
import { createPaystack } from './paystack.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

let simulators: Simulators
let receiver: Receiver
let providers: Record<ProviderName, PaymentProvider>
const from = new Date(Date.now() - 86_400_000)
const to = new Date(Date.now() + 86_400_000)

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({ port: 0, host: '127.0.0.1' })
  simulators.setWebhookBase(receiver.url)
  const { keys } = simulators
  providers = {
    paystack: createPaystack(keys.paystack),
    wave: createWave(keys.wave),
    stripe: createStripe(keys.stripe),
  }
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

const currencies = { paystack: 'NGN', wave: 'XOF', stripe: 'CAD' } as const
let count = 0

/** A payment that somebody made. */
async function paid(name: ProviderName, amount_minor = 5_000n) {
  const reference = `PW-RF-${(count += 1)}`
  const started = await providers[name].startPayment({
    reference,
    amount_minor,
    currency: currencies[name],
    email: 'a@example.com',
    callback_url: 'http://127.0.0.1:3999/payment/success',
    cancel_url: 'http://127.0.0.1:3999/payment/success?cancelled=1',
    metadata: { top_up: `id-of-${reference}` },
    language: 'en',
  })
  await payAs(started.authorization_url ?? started.payment_url ?? started.checkout_url, 'success')
  const answer = await providers[name].findPayment({ reference, provider_reference: started.provider_reference })
  if (answer.state !== 'success') throw new Error('nobody paid')
  return {
    reference,
    provider_reference: answer.provider_reference,
    said: answer,
    currency: currencies[name],
    amount_minor,
  }
}
type Paid = Awaited<ReturnType<typeof paid>>

const newReference = () =>
  `RF-${'ABCDEFGHJK'.at(count % 10)}2345678${'ABCDEFGHJK'.at((count += 1) % 10)}${(count % 8) + 2}`
const refund = (name: ProviderName, payment: Paid, reference: string, amount_minor = payment.amount_minor) =>
  providers[name].refundPayment({ reference, payment, amount_minor, currency: payment.currency })
const returned = (name: ProviderName, { reference }: Paid) =>
  simulators.control.desks[name].books().find((line) => line.reference === reference)?.returned_minor
const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' })

describe.each(['paystack', 'stripe', 'wave'] as const)('a refund at %s', (name) => {
  let payment: Paid
  beforeEach(async () => {
    payment = await paid(name)
  })

  test('is sent once, however often it is requested', async () => {
    const reference = newReference()
    const first = await refund(name, payment, reference)
    expect(first).toMatchObject({ kind: 'refund', amount_minor: 5_000n, currency: payment.currency })
    for (const _again of [1, 2]) {
      const again = await refund(name, payment, reference)
      expect(again.provider_refund_id).toBe(first.provider_refund_id)
    }
    expect(returned(name, payment)).toBe(5_000n)
  })

  test('is found after a lost response', async () => {
    const reference = newReference()
    simulators.control.set(name, { drop_answers: 2 })
    await refund(name, payment, reference).catch(() => undefined)
    simulators.control.set(name, { drop_answers: 0 })
    await refund(name, payment, reference)
    expect(returned(name, payment)).toBe(5_000n)
  })

  test('is listed on its day with the payment', async () => {
    await refund(name, payment, newReference())
    const { payments, reversals } = await providers[name].listPayments(from, to)
    const listed = payments.find(({ reference }) => reference === payment.reference)
    expect(listed).toMatchObject({ amount_minor: 5_000n, currency: payment.currency })
    expect(['success', 'reversed']).toContain(listed?.state)
    expect(reversals.filter((reversal) => reversal.payment_reference === payment.reference)).toMatchObject([
      { state: 'done', amount_minor: 5_000n, kind: 'refund' },
    ])
  })

  test('is refused for an unpaid payment', async () => {
    const nobody = {
      ...payment,
      reference: 'PW-NOBODY',
      provider_reference: name === 'stripe' ? 'pi_nobody' : 'cos-nobody',
    }
    await expect(refund(name, nobody, newReference())).rejects.toEqual(refused)
  })

  if (name !== 'wave') {
    test('can be partial but not more than the remaining amount', async () => {
      await refund(name, payment, newReference(), 2_000n)
      await refund(name, payment, newReference(), 2_000n)
      await expect(refund(name, payment, newReference(), 2_000n)).rejects.toEqual(refused)
      expect(returned(name, payment)).toBe(4_000n)
      const found = await providers[name].findReversals!(payment)
      expect(found.map(({ amount_minor, state }) => [amount_minor, state])).toEqual([
        [2_000n, 'done'],
        [2_000n, 'done'],
      ])
      expect(new Set(found.map(({ reference }) => reference)).size).toBe(2)
    })

    test('is reported by webhook and by lookup when it fails later', async () => {
      simulators.control.set(name, { refunds: 'failing' })
      const reference = newReference()
      expect((await refund(name, payment, reference)).state).toBe('pending')
      await simulators.control.settled()
      const webhooks = receiver.received.map(({ raw, headers }) =>
        providers[name].verifyWebhook(raw, headers, new Date()),
      )
      const aboutRefunds = webhooks.filter(({ event_type }) => event_type.includes('refund'))
      expect(aboutRefunds.map(({ event_type }) => event_type)).toContain('refund.failed')
      for (const webhook of aboutRefunds) expect(webhook.reference).toBe(payment.reference)
      expect(await providers[name].findReversals!(payment)).toMatchObject([{ reference, state: 'failed' }])
      expect(returned(name, payment)).toBe(0n)
    })

    test('has no reference when made in the dashboard', async () => {
      await simulators.control.desks[name].refund(payment.reference, 1_000n)
      expect(await providers[name].findReversals!(payment)).toMatchObject([{ reference: null, amount_minor: 1_000n }])
    })
  }
})

describe('lists', () => {
  test('are read to the last page', async () => {
    const references: string[] = []
    for (let n = 0; n < 105; n += 1) {
      const reference = `PW-LIST-${n}`
      references.push(reference)
      await providers.paystack.startPayment({
        reference,
        amount_minor: 100n,
        currency: 'NGN',
        email: 'a@example.com',
        callback_url: 'http://127.0.0.1:3999/',
        cancel_url: 'http://127.0.0.1:3999/',
        metadata: {},
        language: 'en',
      })
      await providers.stripe.createPaymentIntent!({
        reference,
        amount_minor: 100n,
        currency: 'CAD',
        metadata: {},
        customer_id: null,
      })
    }
    for (const name of ['paystack', 'stripe'] as const) {
      const { payments } = await providers[name].listPayments(from, to)
      const listed = payments.filter(({ reference }) => reference?.startsWith('PW-LIST-'))
      expect(listed.map(({ reference }) => reference).sort()).toEqual(references.toSorted())
    }
  })

  test('of Wave are read day by day and page by page', async () => {
    const payments: Paid[] = []
    for (let n = 0; n < 51; n += 1) payments.push(await paid('wave', 1_000n + BigInt(n)))
    const listed = (await providers.wave.listPayments(from, to)).payments
    for (const { reference, amount_minor } of payments)
      expect(listed.filter((candidate) => candidate.reference === reference)).toMatchObject([
        { amount_minor, state: 'success' },
      ])
  })

  test('are empty for another period', async () => {
    const long_ago = [new Date('2020-01-01T00:00:00Z'), new Date('2020-01-02T00:00:00Z')] as const
    for (const name of ['paystack', 'stripe', 'wave'] as const)
      expect(await providers[name].listPayments(...long_ago)).toEqual({ payments: [], reversals: [] })
  })
})

/** The stand-in against the provider's own SDK, its types and its errors: nothing of ours is between. */
describe('Stripe’s SDK with the simulator', () => {
  const sdk = () => {
    const { hostname, port } = new URL(simulators.base_urls.stripe)
    return new Stripe(simulators.keys.stripe.secret_key, {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
    })
  }
  const intentOf = async (payment: Paid): Promise<Stripe.PaymentIntent> => {
    const session = await sdk().checkout.sessions.retrieve(payment.provider_reference, {
      expand: ['payment_intent.latest_charge'],
    })
    return session.payment_intent as Stripe.PaymentIntent
  }

  test('returns a refund of the declared type and updates its charge', async () => {
    const payment = await paid('stripe')
    const { id } = await intentOf(payment)
    const made: Stripe.Refund = await sdk().refunds.create({
      payment_intent: id,
      amount: 1_200,
      metadata: { note: 'x' },
    })
    expect(made).toMatchObject({
      object: 'refund',
      amount: 1_200,
      currency: 'cad',
      status: 'succeeded',
      payment_intent: id,
      metadata: { note: 'x' },
    })
    const charge = (await intentOf(payment)).latest_charge as Stripe.Charge
    expect(charge).toMatchObject({ amount_refunded: 1_200, disputed: false })
    const list = await sdk().refunds.list({ payment_intent: id })
    expect(list.data.map((entry) => entry.id)).toEqual([made.id])
    expect(list.has_more).toBe(false)
  })

  test('returns the same refund for the same key and an idempotency error for another body', async () => {
    const { id } = await intentOf(await paid('stripe'))
    const once = { idempotencyKey: `key-${id}` }
    const first = await sdk().refunds.create({ payment_intent: id, amount: 100 }, once)
    expect((await sdk().refunds.create({ payment_intent: id, amount: 100 }, once)).id).toBe(first.id)
    await expect(sdk().refunds.create({ payment_intent: id, amount: 200 }, once)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    )
  })

  test('refuses too large and repeated full refunds as invalid requests', async () => {
    const { id } = await intentOf(await paid('stripe'))
    const tooMuch = sdk().refunds.create({ payment_intent: id, amount: 5_001 })
    await expect(tooMuch).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    await sdk().refunds.create({ payment_intent: id })
    await expect(sdk().refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  test('sends webhooks that the SDK parses: charge.refunded, refund.created, charge.dispute.created and closed', async () => {
    const payment = await paid('stripe')
    receiver.received.length = 0
    await simulators.control.desks.stripe.refund(payment.reference, 100n)
    await simulators.control.desks.stripe.dispute!(payment.reference)
    await simulators.control.desks.stripe.closeDispute!(payment.reference, 'won')
    const secret = simulators.keys.stripe.webhook_secret
    const events = receiver.received.map(({ raw, headers }) =>
      sdk().webhooks.constructEvent(raw, headers['stripe-signature'] as string, secret),
    )
    expect(events.map(({ type }) => type).sort()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.refunded',
      'refund.created',
    ])
    const { id } = await intentOf(payment)
    for (const { data } of events) expect((data.object as { payment_intent: string }).payment_intent).toBe(id)
    const [closed] = events.filter(({ type }) => type === 'charge.dispute.closed')
    expect((closed!.data.object as Stripe.Dispute).status).toBe('won')
    expect(await providers.stripe.findReference!(id)).toBe(payment.reference)
  })

  test('pages through a whole list', async () => {
    const seen: string[] = []
    for await (const intent of sdk().paymentIntents.list({
      limit: 7,
      created: { gte: Math.floor(from.getTime() / 1000) },
    }))
      seen.push(intent.id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(100)
  })
})

/** Field by field, against what Paystack publishes of its API and its events. */
describe('Paystack’s published samples with the simulator', () => {
  const ask = async (path: string, body?: object) => {
    const { base_url, secret_key } = simulators.keys.paystack
    const response = await fetch(`${base_url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${secret_key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: parseExactJson(await response.text()) as Record<string, unknown> }
  }

  test('POST /refund: the transaction by its reference, an amount in the subunit, and the response', async () => {
    const payment = await paid('paystack')
    const { status, body } = await ask('/refund', { transaction: payment.reference, amount: 10_00, merchant_note: 'x' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: true,
      message: 'Refund has been queued for processing',
      data: {
        transaction: { reference: payment.reference, amount: 5_000, currency: 'NGN' },
        id: expect.any(BigInt),
        integration: expect.any(Number),
        status: 'pending',
        amount: 1_000,
        currency: 'NGN',
        merchant_note: 'x',
        customer_note: expect.any(String),
        refunded_by: expect.any(String),
        expected_at: expect.any(String),
        deducted_amount: expect.any(Number),
        fully_deducted: expect.any(Boolean),
        channel: null,
        domain: expect.any(String),
      },
    })
  })

  test('GET /refund and /transaction: lists with their meta', async () => {
    const meta = { total: expect.any(Number), skipped: 0, perPage: 5, page: 1, pageCount: expect.any(Number) }
    const query = `?perPage=5&page=1&from=${from.toISOString()}&to=${to.toISOString()}`
    for (const path of ['/refund', '/transaction']) {
      const { body } = await ask(`${path}${query}`)
      expect(body).toMatchObject({ status: true, message: expect.any(String), data: expect.any(Array), meta })
      expect((body['data'] as object[]).length).toBeGreaterThan(0)
    }
    const [refunded] = (await ask('/refund?perPage=1')).body['data'] as object[]
    expect(refunded).toMatchObject({
      transaction: expect.any(BigInt),
      transaction_reference: expect.any(String),
      dispute: null,
      settlement: null,
    })
  })

  test('returns a message, next step, type and code with a refusal', async () => {
    const { status, body } = await ask('/refund', { transaction: 'PW-NOBODY' })
    expect(status).toBe(400)
    expect(body).toEqual({
      status: false,
      message: expect.any(String),
      meta: { nextStep: expect.any(String) },
      type: 'validation_error',
      code: expect.any(String),
    })
  })

  test('refund.pending, .processing and .processed: the published fields, an amount as text', async () => {
    const payment = await paid('paystack')
    receiver.received.length = 0
    await simulators.control.desks.paystack.refund(payment.reference, 1_000n)
    const events = receiver.received.map(({ raw }) => JSON.parse(raw.toString()) as { event: string; data: object })
    expect(events.map(({ event }) => event).sort()).toEqual(['refund.pending', 'refund.processed', 'refund.processing'])
    for (const { event, data } of events)
      expect(data).toEqual({
        status: event.slice('refund.'.length),
        transaction_reference: payment.reference,
        refund_reference: event === 'refund.processed' ? expect.any(String) : null,
        amount: '1000',
        currency: 'NGN',
        processor: 'instant-transfer',
        customer: { first_name: expect.any(String), last_name: expect.any(String), email: 'a@example.com' },
        integration: expect.any(Number),
        domain: 'test',
      })
  })

  test('charge.dispute.create: names the payment in its transaction', async () => {
    const payment = await paid('paystack')
    receiver.received.length = 0
    await simulators.control.desks.paystack.dispute!(payment.reference)
    const [{ raw, headers }] = receiver.received as [Receiver['received'][number]]
    expect(parseExactJson(raw.toString())).toMatchObject({
      event: 'charge.dispute.create',
      data: {
        id: expect.any(BigInt),
        refund_amount: 5_000,
        currency: 'NGN',
        status: 'awaiting-merchant-feedback',
        resolution: null,
        category: 'chargeback',
        transaction_reference: null,
        transaction: { reference: payment.reference },
      },
    })
    expect(providers.paystack.verifyWebhook(raw, headers, new Date())).toMatchObject({ reference: payment.reference })
  })

  test('assigns the published refund webhook to its payment', async () => {
    const { createHmac } = await import('node:crypto')
    const body = JSON.stringify({
      event: 'refund.processed',
      data: {
        status: 'processed',
        transaction_reference: 'PW-SAMPLE',
        refund_reference: '132013318360',
        amount: '5000',
        currency: 'NGN',
        processor: 'mpgs_zen',
        customer: { first_name: 'A', last_name: 'B', email: 'a@example.com' },
        integration: 412829,
        domain: 'live',
      },
    })
    const signature = createHmac('sha512', simulators.keys.paystack.secret_key).update(body).digest('hex')
    const webhook = providers.paystack.verifyWebhook(
      Buffer.from(body),
      { 'x-paystack-signature': signature },
      new Date(),
    )
    expect(webhook).toMatchObject({ event_type: 'refund.processed', reference: 'PW-SAMPLE' })
  })
})
