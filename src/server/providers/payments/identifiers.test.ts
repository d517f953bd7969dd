import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { closeServer, listen, payAs, startReceiver, type Receiver } from '#simulators/test-kit.ts'
import { parseExactJson, toExactJson } from './exact-json.ts'
import { createPaystack } from './paystack.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

/** Two neighbours that are one and the same float. */
const [odd, even] = ['9007199254740993', '9007199254740992'] as const
const huge = '123456789012345678901234567890'

describe('JSON', () => {
  test.each([odd, even, `-${odd}`, huge])('keeps %s, however deep, and writes it as it was', (digits) => {
    const text = `{"a":[{"id":${digits},"text":"${digits}"}],"amount":500000,"part":1.5}`
    expect(parseExactJson(text)).toEqual({ a: [{ id: BigInt(digits), text: digits }], amount: 500_000, part: 1.5 })
    expect(toExactJson(parseExactJson(text))).toBe(text)
  })

  test('keeps every whole number, and reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (id) => {
        expect(BigInt(parseExactJson(String(id)) as bigint)).toBe(id)
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const text = JSON.stringify(value)
        expect(toExactJson(parseExactJson(text))).toBe(text)
      }),
    )
  })
})

let simulators: Simulators
let receiver: Receiver
let providers: Record<ProviderName, PaymentProvider>
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
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

const currencies = { paystack: 'NGN', wave: 'XOF', stripe: 'CAD' } as const

async function pay(name: ProviderName, reference: string, amount_minor: bigint) {
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
  const state = await providers[name].findPayment({ reference, provider_reference: started.provider_reference })
  if (state.state !== 'success') throw new Error('nobody paid')
  return { reference, provider_reference: state.provider_reference, fees: state.fees }
}

describe.each(['paystack', 'wave', 'stripe'] as const)('payments at %s whose ids are neighbours', (name) => {
  test('are told apart when they are fetched, listed, refunded, disputed and announced', async () => {
    const references = ['PW-ID-1', 'PW-ID-2', 'PW-ID-3']
    const provider = providers[name]
    receiver.received.length = 0
    const payments = []
    for (const [at, reference] of references.entries())
      payments.push(await pay(name, reference, 5_000n + BigInt(at) * 1_000n))
    const ids = payments.map(({ provider_reference }) => provider_reference)
    expect(new Set(ids).size).toBe(3)
    if (name === 'paystack') {
      expect(ids).toEqual([odd, '9007199254740994', '9007199254740995'])
      expect(payments.map(({ fees }) => fees[0]?.fee_id)).toEqual(ids)
    }

    await simulators.control.settled()
    const webhooks = receiver.received.map(({ raw, headers }) => provider.verifyWebhook(raw, headers, new Date()))
    expect(new Set(webhooks.map(({ event_key }) => event_key)).size).toBe(webhooks.length)
    if (name !== 'stripe')
      expect(webhooks.map(({ reference, provider_reference }) => [reference, provider_reference])).toEqual(
        payments.map(({ reference, provider_reference }) => [reference, provider_reference]),
      )

    for (const payment of payments) {
      if (provider.findReference !== undefined && !payment.provider_reference.startsWith('cs_'))
        expect(await provider.findReference(payment.provider_reference)).toBe(payment.reference)
      expect(await provider.findPayment(payment)).toMatchObject({ provider_reference: payment.provider_reference })
    }

    const [, second] = payments as [unknown, (typeof payments)[number]]
    const made = await provider.refundPayment({
      reference: 'RF-ABCDEFGH',
      payment: second,
      amount_minor: 6_000n,
      currency: currencies[name],
    })
    const returned = simulators.control.desks[name].books().map((line) => [line.reference, line.returned_minor])
    expect(returned).toEqual([
      ['PW-ID-1', 0n],
      ['PW-ID-2', 6_000n],
      ['PW-ID-3', 0n],
    ])
    await simulators.control.desks[name].dispute?.('PW-ID-3')
    for (const payment of provider.findReversals === undefined ? [] : payments) {
      const kinds = (await provider.findReversals!(payment)).map(({ kind }) => kind)
      expect(kinds).toEqual({ 'PW-ID-1': [], 'PW-ID-2': ['refund'], 'PW-ID-3': ['dispute'] }[payment.reference])
    }

    const listed = await provider.listPayments(new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000))
    expect(listed.payments.map(({ reference }) => reference).toSorted()).toEqual(references)
    if (name !== 'stripe')
      expect(new Set(listed.payments.map(({ provider_reference: id }) => id))).toEqual(new Set(ids))
    const refund = listed.reversals.find(({ kind }) => kind === 'refund')
    expect(refund).toMatchObject({
      provider_refund_id: made.provider_refund_id,
      payment_reference: 'PW-ID-2',
      amount_minor: 6_000n,
    })
  })
})

describe('a provider that sends its ids as numbers', () => {
  /** Answers every request with the same text; returns the paths that were requested. */
  async function answering(text: string, use: (base_url: string) => Promise<void>): Promise<string[]> {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const base_url = await listen(server)
    try {
      await use(base_url)
    } finally {
      await closeServer(server)
    }
    return requests
  }
  const secrets = { api_key: 'wave_sn_prod_key', webhook_secret: 'wave_sn_WHS_secret' }
  const session = (id: string) =>
    `{"id":${id},"amount":"5000","currency":"XOF","checkout_status":"complete","payment_status":"succeeded",
      "client_reference":"PW-7","wave_launch_url":"https://pay.wave.com/c/1","when_completed":"2026-03-02T09:59:00Z"}`

  test.each([odd, huge])('is understood with Wave’s id %s', async (id) => {
    await answering(`{"result":[${session(id)}]}`, async (base_url) => {
      const wave = createWave({ ...secrets, base_url })
      expect(await wave.findPayment({ reference: 'PW-7', provider_reference: null })).toMatchObject({
        state: 'success',
        provider_reference: id,
      })
    })
    const items = `{"page_info":{"end_cursor":null,"has_next_page":false},"items":[
      {"transaction_id":${id},"amount":"4950","fee":"50","currency":"XOF","client_reference":"PW-7","checkout_api_session_id":${id}}]}`
    await answering(items, async (base_url) => {
      const wave = createWave({ ...secrets, base_url })
      const listed = await wave.listPayments(new Date('2026-03-02'), new Date('2026-03-03'))
      expect(listed.payments).toMatchObject([{ provider_reference: id, fees: [{ fee_id: id }] }])
    })
    const requests = await answering('{}', async (base_url) => {
      const payment = { reference: 'PW-7', provider_reference: id }
      await createWave({ ...secrets, base_url }).refundPayment({
        reference: 'RF-ABCDEFGH',
        payment,
        amount_minor: 5_000n,
        currency: 'XOF',
      })
    })
    expect(requests).toEqual([`/v1/checkout/sessions/${id}/refund`])
    const body = Buffer.from(`{"id":${id},"type":"checkout.session.completed","data":${session(id)}}`)
    const headers = { authorization: `Bearer ${secrets.webhook_secret}` }
    const wave = createWave({ ...secrets, base_url: 'https://api.wave.com' })
    expect(wave.verifyWebhook(body, headers, new Date())).toMatchObject({ event_key: id, provider_reference: id })
  })

  test('is never taken for another payment of Paystack', async () => {
    const paystack = createPaystack({ secret_key: 'sk_test_secret', base_url: 'https://api.paystack.co' })
    const webhook = (event: string, data: string) => {
      const raw = Buffer.from(`{"event":"${event}","data":${data}}`)
      const signature = createHmac('sha512', 'sk_test_secret').update(raw).digest('hex')
      return paystack.verifyWebhook(raw, { 'x-paystack-signature': signature }, new Date())
    }
    for (const id of [odd, even, huge]) {
      expect(webhook('charge.success', `{"id":${id},"reference":"PW-7"}`)).toMatchObject({
        event_key: `charge.success:${id}:PW-7`,
        provider_reference: id,
      })
      expect(
        webhook('charge.dispute.create', `{"id":${id},"transaction":{"id":${id},"reference":"PW-7"}}`),
      ).toMatchObject({ event_key: `charge.dispute.create:${id}:PW-7`, provider_reference: id })
    }
    // A number that has lost its digits before it reached us identifies nothing.
    expect(webhook('charge.success', `{"id":9.007199254740993e15,"reference":"PW-7"}`)).toMatchObject({
      event_type: 'unreadable',
      provider_reference: null,
    })
  })

  test('is refused at Stripe, whose SDK rounds numbers and whose ids are texts', async () => {
    const refund = `{"id":${odd},"object":"refund","status":"succeeded","amount":5000,"currency":"cad","metadata":{},"payment_intent":"pi_1"}`
    const list = `{"object":"list","url":"/v1/refunds","has_more":false,"data":[${refund}]}`
    await answering(list, async (base_url) => {
      const stripe = createStripe({ secret_key: 'sk_test_secret', webhook_secret: 'whsec_secret', base_url })
      await expect(stripe.findReversals!({ reference: 'PW-7', provider_reference: 'pi_1' })).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'bad_answer',
      })
    })
  })
})
