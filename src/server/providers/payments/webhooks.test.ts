import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createPaystack } from './paystack.ts'
import { ProviderError, type PaymentProvider } from './provider.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

const now = new Date('2026-03-02T10:00:00Z')
const at = Math.floor(now.getTime() / 1000)
const hmac = (algorithm: string, secret: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((digest, part) => digest.update(part), createHmac(algorithm, secret)).digest('hex')

const paystack = createPaystack({ secret_key: 'sk_test_secret', base_url: 'https://api.paystack.co' })
const wave = createWave({
  api_key: 'wave_sn_prod_key',
  webhook_secret: 'wave_sn_WHS_secret',
  base_url: 'https://api.wave.com',
})
const stripe = createStripe({
  secret_key: 'sk_test_secret',
  webhook_secret: 'whsec_secret',
  base_url: 'https://api.stripe.com',
})
const sdk = new Stripe('sk_test_secret')

type Sign = (raw: Buffer, timestamp?: number, secret?: string) => Record<string, string>
const signPaystack: Sign = (raw, _timestamp, secret = 'sk_test_secret') => ({
  'x-paystack-signature': hmac('sha512', secret, raw),
})
const signWave: Sign = (raw, timestamp = at, secret = 'wave_sn_WHS_secret') => ({
  'wave-signature': `t=${timestamp},v1=${hmac('sha256', secret, String(timestamp), raw)}`,
})
const signStripe: Sign = (raw, timestamp = at, secret = 'whsec_secret') => ({
  'stripe-signature': sdk.webhooks.generateTestHeaderString({ payload: raw.toString('utf8'), secret, timestamp }),
})

// Bodies in the shape that each provider publishes, spaced as a re-serialised one would not be.
const bodies = {
  paystack: `{"event":"charge.success",  "data":{"id":4099260516,"domain":"test","status":"success",
    "reference":"PW-7","amount":500000,"message":null,"gateway_response":"Successful","paid_at":"2026-03-02T09:59:00.000Z",
    "created_at":"2026-03-02T09:58:00.000Z","channel":"card","currency":"NGN","ip_address":"197.210.54.33","metadata":"",
    "log":null,"fees":null,"requested_amount":500000,"customer":{"id":181873746,"email":"demo@example.com"}}}`,
  wave: `{"id":"EV_QvEZuDSQbLdI",  "type":"checkout.session.completed","data":{"id":"cos-18qq25rgr100a","amount":"5000",
    "checkout_status":"complete","client_reference":"PW-7","currency":"XOF","error_url":"https://parkwell.example/no",
    "last_payment_error":null,"business_name":"Annie\\u2019s","payment_status":"succeeded","transaction_id":"TCN4Y4ZC3FM",
    "success_url":"https://parkwell.example/yes","wave_launch_url":"https://pay.wave.com/c/cos-18qq25rgr100a",
    "when_completed":"2026-03-02T09:59:00Z","when_created":"2026-03-02T09:58:00Z","when_expires":"2026-03-02T10:28:00Z"}}`,
  stripe: `{"id":"evt_1NG8Du2eZvKYlo2CUI79vXWy",  "object":"event","api_version":"2026-10-28.endive","created":1772445540,
    "data":{"object":{"id":"pi_3MtwBwLkdIwHu7ix28a3tqPa","object":"payment_intent","amount":2550,"amount_received":2550,
    "currency":"usd","status":"succeeded","metadata":{"reference":"PW-7"}}},"livemode":false,"pending_webhooks":1,
    "request":{"id":null,"idempotency_key":null},"type":"payment_intent.succeeded"}`,
}

const cases: [string, PaymentProvider, Sign, Buffer][] = [
  ['paystack', paystack, signPaystack, Buffer.from(bodies.paystack)],
  ['wave', wave, signWave, Buffer.from(bodies.wave)],
  ['stripe', stripe, signStripe, Buffer.from(bodies.stripe)],
]
const badSignature = expect.objectContaining({ name: 'ProviderError', kind: 'bad_signature' })

describe.each(cases)('a webhook of %s', (_name, provider, sign, raw) => {
  const read = (body: Buffer, headers: Record<string, string | string[] | undefined>, when = now) =>
    provider.verifyWebhook(body, headers, when)

  test('is accepted with a valid signature over the raw body', () => {
    expect(read(raw, sign(raw))).toMatchObject({ reference: 'PW-7', event_key: expect.any(String) })
  })

  test('has the same event key when sent again', () => {
    expect(read(raw, sign(raw)).event_key).toBe(read(raw, sign(raw, at - 1)).event_key)
  })

  test('is refused when signed with another secret', () => {
    expect(() => read(raw, sign(raw, at, 'whsec_other'))).toThrowError(badSignature)
  })

  test('is refused when one byte is changed', () => {
    const altered = Buffer.from(raw.toString('utf8').replace('PW-7', 'PW-8'))
    expect(() => read(altered, sign(raw))).toThrowError(badSignature)
    expect(() => read(Buffer.concat([raw, Buffer.from(' ')]), sign(raw))).toThrowError(badSignature)
    expect(() => read(Buffer.alloc(0), sign(raw))).toThrowError(badSignature)
  })

  test('is refused when parsed and serialized again', () => {
    const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString('utf8'))))
    expect(() => read(again, sign(raw))).toThrowError(badSignature)
  })

  test('is refused without a signature, with two, or with an invalid one', () => {
    const [[header = '', value = ''] = []] = Object.entries(sign(raw))
    for (const wrong of [undefined, '', [value, value], 'rubbish', value.slice(0, -2), `${value}00`, 'v1=', 't=,v1=']) {
      expect(() => read(raw, { [header]: wrong })).toThrowError(badSignature)
    }
  })

  test('gets its hash as event key when signed but unreadable', () => {
    for (const odd of ['not json', 'null', '[]', '{}', '"text"', '{"event":1,"type":2,"id":3,"data":null}', '0']) {
      const body = Buffer.from(odd)
      expect(read(body, sign(body))).toEqual({
        event_key: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        event_type: 'unreadable',
        reference: null,
        provider_reference: null,
      })
    }
  })
})

describe.each(cases.slice(1))('the timestamp in a signature of %s', (_name, provider, sign, raw) => {
  test('is accepted up to five minutes old', () => {
    expect(provider.verifyWebhook(raw, sign(raw, at - 300), now)).toMatchObject({ reference: 'PW-7' })
    expect(() => provider.verifyWebhook(raw, sign(raw, at - 301), now)).toThrowError(badSignature)
  })

  test('can’t be changed in an old webhook', () => {
    const [[header = '', value = ''] = []] = Object.entries(sign(raw, at - 3600))
    const fresh = value.replace(`t=${at - 3600}`, `t=${at}`)
    expect(() => provider.verifyWebhook(raw, { [header]: fresh }, now)).toThrowError(badSignature)
  })
})

describe('Wave’s signatures', () => {
  const raw = Buffer.from(bodies.wave)
  const right = signWave(raw)['wave-signature']

  test('are accepted when one of several is valid, as during a change of secret', () => {
    const other = 'ab'.repeat(32)
    const header = right?.replace('v1=', `v1=${other},v1=`)
    expect(wave.verifyWebhook(raw, { 'wave-signature': header }, now)).toMatchObject({ reference: 'PW-7' })
    const none = `t=${at},v1=${other},v1=${other}`
    expect(() => wave.verifyWebhook(raw, { 'wave-signature': none }, now)).toThrowError(badSignature)
  })

  test('are refused when a dot separates the timestamp and the body', () => {
    const dotted = `t=${at},v1=${hmac('sha256', 'wave_sn_WHS_secret', `${at}.`, raw)}`
    expect(() => wave.verifyWebhook(raw, { 'wave-signature': dotted }, now)).toThrowError(badSignature)
  })

  test('are refused when from the future or too long', () => {
    expect(() => wave.verifyWebhook(raw, signWave(raw, at + 301), now)).toThrowError(badSignature)
    const endless = `${right}${`,v1=${'ab'.repeat(32)}`.repeat(1000)}`
    expect(() => wave.verifyWebhook(raw, { 'wave-signature': endless }, now)).toThrowError(badSignature)
  })
})

describe('the contents of a webhook', () => {
  const ofPaystack = (event: object) => {
    const raw = Buffer.from(JSON.stringify(event))
    return paystack.verifyWebhook(raw, signPaystack(raw), now)
  }
  const ofStripe = (type: string, object: object) => {
    const raw = Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }))
    return stripe.verifyWebhook(raw, signStripe(raw), now)
  }

  test('Paystack: a charge by event, number and reference', () => {
    const raw = Buffer.from(bodies.paystack)
    expect(paystack.verifyWebhook(raw, signPaystack(raw), now)).toEqual({
      event_key: 'charge.success:4099260516:PW-7',
      event_type: 'charge.success',
      reference: 'PW-7',
      provider_reference: '4099260516',
    })
  })

  test('Paystack: a refund and a dispute by their payment', () => {
    const refund = { status: 'processed', transaction_reference: 'PW-7', refund_reference: 'R1', amount: 500000 }
    expect(ofPaystack({ event: 'refund.processed', data: refund })).toMatchObject({
      event_key: expect.stringMatching(/^sha256:/),
      reference: 'PW-7',
      provider_reference: null,
    })
    const dispute = { id: 358950, status: 'pending', transaction: { id: 896467688, reference: 'PW-7', amount: 500000 } }
    expect(ofPaystack({ event: 'charge.dispute.create', data: dispute })).toEqual({
      event_key: 'charge.dispute.create:358950:PW-7',
      event_type: 'charge.dispute.create',
      reference: 'PW-7',
      provider_reference: '896467688',
    })
  })

  test('Stripe: a session by its reference, a refund by its payment, an unrelated object by nothing', () => {
    const session = { id: 'cs_1', object: 'checkout.session', client_reference_id: 'PW-7', payment_intent: 'pi_1' }
    expect(ofStripe('checkout.session.completed', session)).toEqual({
      event_key: 'evt_1',
      event_type: 'checkout.session.completed',
      reference: 'PW-7',
      provider_reference: 'cs_1',
    })
    const refund = { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: {} }
    expect(ofStripe('refund.updated', refund)).toMatchObject({ reference: null, provider_reference: 'pi_1' })
    const product = { id: 'prod_1', object: 'product', metadata: null }
    expect(ofStripe('product.created', product)).toMatchObject({ reference: null, provider_reference: null })
  })

  test('accepts and refuses the same bodies as Stripe’s SDK', () => {
    const raw = Buffer.from(bodies.stripe)
    const header = signStripe(raw)['stripe-signature'] ?? ''
    const event = sdk.webhooks.constructEvent(raw, header, 'whsec_secret', 300, undefined, now.getTime())
    expect(event.id).toBe(stripe.verifyWebhook(raw, { 'stripe-signature': header }, now).event_key)
    expect(() => sdk.webhooks.constructEvent(raw, header, 'whsec_other', 300, undefined, now.getTime())).toThrow()
  })

  test('names no secret in its errors', () => {
    try {
      paystack.verifyWebhook(Buffer.from('{}'), { 'x-paystack-signature': 'ab' }, now)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ProviderError)
      expect(String(error)).not.toContain('secret')
    }
  })
})
