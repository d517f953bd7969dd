import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#simulators/test-kit.ts'
import { createPaystackPayouts } from './paystack.ts'
import type { PayoutHandle, PayoutProvider } from './provider.ts'
import { createStripePayouts } from './stripe.ts'
import { createWavePayouts } from './wave.ts'

// A server in a provider's place that answers whatever the test says: an answer that makes no sense must never say that money
// was paid, or that it was not.
const names = ['paystack', 'wave', 'stripe'] as const
type Name = (typeof names)[number]

let server: Server
let base_url: string
let answer: (response: ServerResponse, path: string, method: string) => void = (response) => response.end()
const calls: { path: string; headers: Record<string, unknown>; body: string }[] = []
let payouts: Record<Name, PayoutProvider>

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      calls.push({ path: `${request.method} ${request.url}`, headers: request.headers, body })
      answer(response, request.url ?? '', request.method ?? '')
    })
  })
  base_url = await listen(server)
  const timeout_ms = 2_000
  payouts = {
    paystack: createPaystackPayouts({ secret_key: 'sk_test_x', base_url, timeout_ms }),
    wave: createWavePayouts({ api_key: 'wave_x', base_url, timeout_ms }),
    stripe: createStripePayouts({ secret_key: 'sk_test_x', base_url, timeout_ms }),
  }
})
afterAll(() => closeServer(server))

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
const answers = (body: unknown, status = 200) => {
  answer = (response) => json(response, body, status)
}
const currencies = { paystack: 'NGN', wave: 'XOF', stripe: 'USD' }
const reference = 'po_0000000000000001'
const handle = (name: Name): PayoutHandle => ({ reference, amount_minor: 5_000n, currency: currencies[name] })
const send = (name: Name) =>
  payouts[name].send({
    ...handle(name),
    recipient: { paystack: 'RCP_1', wave: '+221771234567', stripe: 'acct_1' }[name],
    reason: 'May',
  })
const unavailable = expect.objectContaining({ name: 'ProviderError', kind: 'unavailable' })

/** What each provider answers of a payout that is done, as its list or its single answer has it. */
const done = {
  paystack: { id: 1, reference, transfer_code: 'TRF_1', status: 'success', amount: 5_000, currency: 'NGN' },
  wave: {
    id: 'pt-1',
    currency: 'XOF',
    receive_amount: '5000',
    fee: '50',
    status: 'succeeded',
    client_reference: reference,
  },
  stripe: {
    id: 'tr_1',
    object: 'transfer',
    amount: 5_000,
    amount_reversed: 0,
    reversed: false,
    currency: 'usd',
    metadata: { reference },
  },
}
const wrap = (name: Name, payout: object) =>
  ({
    paystack: { status: true, data: payout },
    wave: { result: [payout] },
    stripe: { object: 'list', url: '/v1/transfers', has_more: false, data: [payout] },
  })[name]
const answersPayout = (name: Name, change: object = {}) => answers(wrap(name, { ...done[name], ...change }))

describe.each(names)('%s answering', (name) => {
  test.each([
    ['nothing', ''],
    ['a web page', '<html>Bad gateway</html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object of nothing', '{}'],
    ['half an answer', '{"status":true,"data":{"status":"success"'],
    ['other types', '{"status":true,"result":{},"data":{"status":7,"amount":"5000"}}'],
  ])('%s decides nothing', async (_what, body) => {
    answers(body)
    await expect(payouts[name].find(handle(name))).rejects.toThrowError(unavailable)
    await expect(send(name)).rejects.toThrowError(unavailable)
    await expect(payouts[name].findBalances()).rejects.toThrowError(unavailable)
    await expect(payouts[name].listPayouts(new Date(0), new Date(86_400_000))).rejects.toThrowError(unavailable)
  })

  test.each([400, 403, 404, 409, 422])('an error page of a proxy (%i) decides nothing', async (status) => {
    answers('<html>No</html>', status)
    const problem = expect.objectContaining({ name: 'ProviderError' })
    await expect(payouts[name].find(handle(name))).rejects.toThrowError(problem)
    await expect(send(name)).rejects.toThrowError(problem)
  })

  test.each([429, 500, 502, 503])('%i is not certain', async (status) => {
    answers({ status: false, message: 'Transfer not found', code: 'not-found', error: { type: 'api_error' } }, status)
    await expect(payouts[name].find(handle(name))).rejects.toThrowError(unavailable)
    await expect(send(name)).rejects.toThrowError(unavailable)
  })

  test('other money than was sent decides nothing', async () => {
    answersPayout(name)
    expect(await payouts[name].find(handle(name))).toMatchObject({ state: 'paid' })
    const wrong = {
      paystack: [{ amount: 500 }, { amount: 5_000.5 }, { amount: -5_000 }, { amount: 2 ** 60 }, { currency: 'USD' }],
      wave: [
        ...['500', '5000.5', '-5000', '5e3', '', '9'.repeat(20)].map((receive_amount) => ({ receive_amount })),
        { currency: 'XAF' },
      ],
      stripe: [{ amount: 500 }, { amount: 5_000.5 }, { amount: -5_000 }, { amount: 2 ** 60 }, { currency: 'cad' }],
    }[name]
    for (const change of wrong) {
      answersPayout(name, change)
      await expect(payouts[name].find(handle(name))).rejects.toThrowError(unavailable)
    }
  })

  test('the payout of another reference is not ours', async () => {
    const other = 'po_0000000000000002'
    const change = {
      paystack: { reference: other },
      wave: { client_reference: other },
      stripe: { metadata: { reference: other } },
    }[name]
    answersPayout(name, change)
    const found = payouts[name].find(handle(name))
    if (name === 'paystack') await expect(found).rejects.toThrowError(unavailable)
    else expect(await found).toEqual({ state: 'unknown' })
  })

  test('an unknown state is pending', async () => {
    if (name === 'stripe') return
    answersPayout(name, { status: 'sublimated' })
    expect(await payouts[name].find(handle(name))).toMatchObject({ state: 'pending', waits_for: null })
  })

  test('a redirect is not followed with the key', async () => {
    answer = (response) => response.writeHead(302, { location: `${base_url}/elsewhere` }).end()
    calls.length = 0
    await expect(payouts[name].find(handle(name))).rejects.toThrowError(unavailable)
    expect(calls.filter(({ path }) => path.includes('elsewhere'))).toEqual([])
  })
})

test.each(['paystack', 'wave'] as const)('an endless answer of %s is cut off', async (name) => {
  const chunk = 'x'.repeat(64 * 1024)
  answer = (response) => {
    response.on('error', () => undefined)
    const more = () => {
      while (!response.destroyed && response.write(chunk)) continue
    }
    response.on('drain', more)
    more()
  }
  await expect(payouts[name].find(handle(name))).rejects.toThrowError(
    expect.objectContaining({ kind: 'unavailable', code: 'bad_answer' }),
  )
})

describe('a refusal', () => {
  const paystackRefuses = (message: string, status = 400, code = 'x') => {
    answer = (response, _path, method) =>
      method === 'POST'
        ? json(response, { status: false, message, code }, status)
        : json(response, { status: false, message: 'Transfer not found', code: 'transfer_not_found' }, 404)
  }
  test.each([
    ['Your balance is not enough to fulfil this request', 'balance'],
    ['You cannot initiate third party payouts as a starter business', 'setup'],
    ['You need to disable the OTP requirement to use this feature.', 'setup'],
    ['Recipient specified is invalid', 'recipient'],
    ['Account closed', 'recipient'],
    ['The moon is full', 'provider'],
  ])('of Paystack, “%s”, is one of %s', async (message, cause) => {
    paystackRefuses(message)
    expect(await send('paystack')).toMatchObject({ state: 'failed', failure: { cause } })
  })

  test('of a used reference without a payout is not certain', async () => {
    paystackRefuses('Please provide a unique reference. Reference already exists on a transfer')
    await expect(send('paystack')).rejects.toThrowError(unavailable)
  })

  const waveRefuses = (body: object, status: number) => {
    answer = (response, path) =>
      path.startsWith('/v1/payouts/search') ? json(response, { result: [] }) : json(response, body, status)
  }
  test.each([
    [{ code: 'insufficient-funds', message: 'Not enough' }, 422, 'balance'],
    [{ error_code: 'recipient-limit-exceeded', error_message: 'Too much' }, 422, 'recipient'],
    [{ code: 'request-validation-error', message: 'No', details: [{ loc: ['body', 'mobile'] }] }, 422, 'recipient'],
    [{ code: 'no-matching-api-key', message: 'No' }, 403, 'setup'],
    [{ code: 'a-new-code', message: 'No' }, 400, 'provider'],
  ])('of Wave, %o, is known', async (body, status, cause) => {
    waveRefuses(body, status)
    expect(await send('wave')).toMatchObject({ state: 'failed', failure: { cause } })
  })

  test('of Wave that says that the key is used is not certain', async () => {
    waveRefuses({ code: 'idempotency-mismatch', message: 'No' }, 409)
    await expect(send('wave')).rejects.toThrowError(unavailable)
  })

  test.each([
    ['balance_insufficient', 'balance'],
    ['insufficient_capabilities_for_transfer', 'recipient'],
    ['transfers_not_allowed', 'setup'],
    ['a_new_code', 'provider'],
  ])('of Stripe, %s, is one of %s', async (code, cause) => {
    answer = (response, _path, method) =>
      method === 'POST'
        ? json(response, { error: { type: 'invalid_request_error', code, message: 'No' } }, 400)
        : json(response, { object: 'list', url: '/v1/transfers', has_more: false, data: [] })
    expect(await send('stripe')).toMatchObject({ state: 'failed', failure: { cause, code } })
  })
})

describe('a request', () => {
  test('to Wave carries our reference as its key and a reason that Wave takes', async () => {
    answer = (response, path) => json(response, path.startsWith('/v1/payouts') ? { result: [] } : done.wave)
    calls.length = 0
    const reason = 'A reason that is longer than the forty characters of Wave'
    await payouts.wave.send({ ...handle('wave'), recipient: '+221771234567', reason })
    const { headers, body, path } = calls.at(-1)!
    expect([path, headers['idempotency-key']]).toEqual(['POST /v1/payout', reference])
    expect(JSON.parse(body)).toEqual({
      currency: 'XOF',
      receive_amount: '5000',
      mobile: '+221771234567',
      client_reference: reference,
      payment_reason: reason.slice(0, 40),
    })
  })

  test('to Stripe carries a key, the group and the reference', async () => {
    answer = (response, _path, method) =>
      json(response, method === 'GET' ? { ...wrap('stripe', {}), data: [] } : done.stripe)
    calls.length = 0
    await send('stripe')
    const { headers, body } = calls.at(-1)!
    expect(headers['idempotency-key']).toBe(`payout-${reference}`)
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      amount: '5000',
      currency: 'usd',
      destination: 'acct_1',
      transfer_group: reference,
      'metadata[reference]': reference,
    })
  })

  test('about an account that is not the one asked about registers nothing', async () => {
    answers({ status: true, data: { account_number: '9999999999', account_name: 'SOMEBODY ELSE' } })
    const account = { kind: 'bank', bank_code: '058', account_number: '0123456789' } as const
    await expect(payouts.paystack.registerAccount(account)).rejects.toThrowError(unavailable)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])(
    'is given no address that nobody should be sent to: %j',
    async (url) => {
      answers({ url, object: 'account_link' })
      const account = {
        kind: 'onboarding',
        owner_id: 'o',
        country: 'US',
        email: 'a@example.com',
        recipient: 'acct_1',
        return_url: 'https://parkwell.example/',
        refresh_url: 'https://parkwell.example/',
      } as const
      await expect(payouts.stripe.registerAccount(account)).rejects.toThrowError(unavailable)
    },
  )
})

test('a transfer of Stripe that was reversed in part is paid, less what came back', async () => {
  answersPayout('stripe', { amount_reversed: 2_000 })
  expect(await payouts.stripe.find(handle('stripe'))).toMatchObject({ state: 'paid', returned_minor: 2_000n })
})
