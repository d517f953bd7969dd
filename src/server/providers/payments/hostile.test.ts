import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#simulators/test-kit.ts'
import { createPaystack } from './paystack.ts'
import type { PaymentProvider, StartPayment } from './provider.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

// A server in a provider's place that answers whatever the test says: what comes back must never count as money.
let server: Server
let base_url: string
let answer: (response: ServerResponse, path: string) => void = (response) => response.end()
const paths: string[] = []
const bodies: string[] = []

let providers: Record<'paystack' | 'wave' | 'stripe', PaymentProvider>

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      answer(response, request.url ?? '')
    })
  })
  base_url = await listen(server)
  providers = {
    paystack: createPaystack({ secret_key: 'sk_test_x', base_url, timeout_ms: 2_000 }),
    wave: createWave({ api_key: 'wave_x', webhook_secret: 'wave_y', base_url, timeout_ms: 2_000 }),
    stripe: createStripe({ secret_key: 'sk_test_x', webhook_secret: 'whsec_y', base_url, timeout_ms: 2_000 }),
  }
})
afterAll(() => closeServer(server))

const answers = (body: string, status = 200, headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
const request = (currency: string): StartPayment => ({
  reference: 'PW-1',
  amount_minor: 5_000n,
  currency,
  email: 'a@example.com',
  callback_url: 'https://parkwell.example/payment/success',
  cancel_url: 'https://parkwell.example/payment/success',
  metadata: {},
  language: 'en',
})
const unavailable = expect.objectContaining({ name: 'ProviderError', kind: 'unavailable' })
const references = { paystack: null, wave: 'cos-1', stripe: 'cs_1' }
const currencies = { paystack: 'NGN', wave: 'XOF', stripe: 'USD' }

describe.each(['paystack', 'wave', 'stripe'] as const)('%s answering', (name) => {
  const find = () => providers[name].findPayment({ reference: 'PW-1', provider_reference: references[name] })
  const start = () => providers[name].startPayment(request(currencies[name]))

  test.each([
    ['nothing', ''],
    ['a web page', '<html>Bad gateway</html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object of nothing', '{}'],
    ['half an answer', '{"status":true,"data":{"status":"success"'],
    [
      'other types',
      '{"status":true,"data":{"status":"success","reference":["PW-1"],"amount":"500000"},"id":7,"amount":5000}',
    ],
  ])('%s decides nothing', async (_what, body) => {
    answers(body)
    await expect(find()).rejects.toThrowError(unavailable)
    await expect(start()).rejects.toThrowError(unavailable)
  })

  test('does not report a payment as unknown for a 404 from a proxy', async () => {
    answers('<html>Not found</html>', 404)
    await expect(find()).rejects.toThrowError(expect.objectContaining({ name: 'ProviderError' }))
  })

  test('is unavailable, not refused, when it answers 429', async () => {
    answers('{"message":"slow down","error":{"type":"rate_limit_error"}}', 429)
    await expect(find()).rejects.toThrowError(unavailable)
    await expect(start()).rejects.toThrowError(unavailable)
  })

  test('does not follow a redirect with the key', async () => {
    answers('', 302, { location: `${base_url}/elsewhere` })
    paths.length = 0
    await expect(find()).rejects.toThrowError(unavailable)
    expect(paths.filter((path) => path.includes('elsewhere'))).toEqual([])
  })
})

describe('an endless response', () => {
  test.each(['paystack', 'wave'] as const)('of %s is cut off', async (name) => {
    const chunk = 'x'.repeat(64 * 1024)
    answer = (response) => {
      response.on('error', () => undefined)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) continue
      }
      response.on('drain', more)
      more()
    }
    await expect(
      providers[name].findPayment({ reference: 'PW-1', provider_reference: references[name] }),
    ).rejects.toThrowError(expect.objectContaining({ kind: 'unavailable', code: 'bad_answer' }))
  })
})

describe('an impossible success', () => {
  const paystackAnswer = (change: object) =>
    answers(
      JSON.stringify({
        status: true,
        data: {
          id: 1,
          status: 'success',
          reference: 'PW-1',
          amount: 5000,
          currency: 'NGN',
          paid_at: 'soon',
          ...change,
        },
      }),
    )
  const findAtPaystack = () => providers.paystack.findPayment({ reference: 'PW-1', provider_reference: null })

  test('is refused at Paystack: another reference, a fraction, a negative amount, an unsupported currency', async () => {
    for (const change of [{ reference: 'PW-2' }, { amount: 50.5 }, { amount: -5000 }, { amount: 2 ** 60 }]) {
      paystackAnswer(change)
      await expect(findAtPaystack()).rejects.toThrowError(unavailable)
    }
    paystackAnswer({ currency: 'EUR' })
    await expect(findAtPaystack()).rejects.toThrowError(expect.objectContaining({ name: 'ProviderError' }))
  })

  test('is read at Paystack: a partial payment, an unknown status, an invalid time', async () => {
    paystackAnswer({ amount: 3000, requested_amount: 5000 })
    expect(await findAtPaystack()).toMatchObject({ state: 'success', amount_minor: 3_000n, paid_at: null })
    paystackAnswer({ status: 'sublimated' })
    expect(await findAtPaystack()).toMatchObject({ state: 'pending' })
    paystackAnswer({ status: 'reversed', gateway_response: 'Sent\nback' })
    expect(await findAtPaystack()).toMatchObject({ state: 'failed', reason: 'Sent back' })
    paystackAnswer({ status: 'abandoned' })
    expect(await findAtPaystack()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  })

  const waveAnswer = (change: object) =>
    answers(
      JSON.stringify({
        id: 'cos-1',
        amount: '5000',
        currency: 'XOF',
        checkout_status: 'open',
        payment_status: 'processing',
        client_reference: 'PW-1',
        wave_launch_url: 'https://pay.wave.com/c/cos-1',
        ...change,
      }),
    )
  const findAtWave = () => providers.wave.findPayment({ reference: 'PW-1', provider_reference: 'cos-1' })

  test('is refused at Wave: invalid amounts', async () => {
    for (const amount of ['', '5000.5', '-5', '5e3', '0x10', ' 5000', '9'.repeat(16)]) {
      waveAnswer({ amount, payment_status: 'succeeded' })
      await expect(findAtWave()).rejects.toThrowError(unavailable)
    }
    waveAnswer({ amount: '5000.00', payment_status: 'succeeded' })
    expect(await findAtWave()).toMatchObject({ state: 'success', amount_minor: 5_000n })
  })

  test('stays pending at Wave after a failed attempt on an open session', async () => {
    waveAnswer({ last_payment_error: { code: 'insufficient-funds' } })
    expect(await findAtWave()).toEqual({ state: 'pending', provider_reference: 'cos-1', is_processing: false })
    waveAnswer({ payment_status: 'cancelled' })
    expect(await findAtWave()).toMatchObject({ state: 'failed', reason: 'cancelled' })
  })

  test('is refused at Stripe: paid without a payment', async () => {
    const session = { id: 'cs_1', status: 'complete', payment_status: 'paid', client_reference_id: 'PW-1' }
    answers(JSON.stringify({ ...session, amount_total: 5000, currency: 'usd', payment_intent: null }))
    await expect(providers.stripe.findPayment({ reference: 'PW-1', provider_reference: 'cs_1' })).rejects.toThrowError(
      unavailable,
    )
  })
})

describe('a payment page address', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'ftp://pay.example/x', ''])(
    'is refused: %j',
    async (bad) => {
      answers(JSON.stringify({ status: true, data: { authorization_url: bad, access_code: 'a', reference: 'PW-1' } }))
      await expect(providers.paystack.startPayment(request('NGN'))).rejects.toThrowError(unavailable)
    },
  )
})

describe('a Paystack list', () => {
  const [from, to] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]
  const refund = { id: 7, transaction: 41, amount: 100, currency: 'NGN', status: 'processed' }
  const transaction = (id: number) => ({ id, reference: `PW-${id}`, status: 'success', amount: 100, currency: 'NGN' })
  const send = (response: ServerResponse, data: unknown, meta = {}) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ status: true, data, meta }))

  test('is read to the last page that it names, however few items a page has', async () => {
    answer = (response, path) => {
      const page = Number(new URL(path, base_url).searchParams.get('page'))
      send(response, path.startsWith('/transaction') ? [transaction(page)] : [], { pageCount: 3 })
    }
    const { payments } = await providers.paystack.listPayments(from, to)
    expect(payments.map(({ reference }) => reference)).toEqual(['PW-1', 'PW-2', 'PW-3'])
  })

  test('of refunds that names payments of other days by their id is assigned to them', async () => {
    answer = (response, path) => {
      if (path.startsWith('/transaction/')) return send(response, transaction(41))
      return send(response, path.startsWith('/refund') ? [refund] : [])
    }
    const { reversals } = await providers.paystack.listPayments(from, to)
    expect(reversals).toMatchObject([{ provider_refund_id: '7', payment_reference: 'PW-41' }])
  })
})

test('a Paystack refund names no currency: it is that of the payment', async () => {
  const made = { id: 7, transaction: 41, amount: 100, currency: 'NGN', status: 'pending' }
  answer = (response, path) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: true, data: path === '/refund' ? made : [] }))
  const payment = { reference: 'PW-1', provider_reference: '41' }
  await providers.paystack.refundPayment({ reference: 'RF-2', payment, amount_minor: 100n, currency: 'NGN' })
  expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ transaction: 'PW-1', amount: 100, merchant_note: 'refund RF-2' })
})
