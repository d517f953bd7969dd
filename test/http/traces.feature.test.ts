import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFunds } from '#contract/wallet/wallet.ts'
import { LogWriter, standardOutput } from '#server/http/log-writer.ts'
import { createPaystack } from '#server/providers/payments/paystack.ts'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { createWorld, type World } from '#test/kits/world.ts'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const [, trace_id] = traceparent.split('-')

const received: { traceparent: string | undefined; tracestate: string | undefined }[] = []
const provider = createServer((request, response) => {
  const { traceparent: parent, tracestate } = request.headers
  received.push({ traceparent: parent as string | undefined, tracestate: tracestate as string | undefined })
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"status":false,"message":"no"}')
})

let world: World
let token: Record<'NG' | 'CA', string>
const lines: { reqId?: string; trace_id?: string; span_id?: string }[] = []
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  standardOutput.write = (line) => void lines.push(JSON.parse(line) as object)
  world = await createWorld({
    settings: { LOG_LEVEL: 'info' },
    payments: {
      paystack: createPaystack({ secret_key: 'sk_test_1', base_url }),
      stripe: createStripe({ secret_key: 'sk_test_1', webhook_secret: 'whsec_1', base_url }),
    },
  })
  const [NG, CA] = [await world.buildDriver({ country_code: 'NG' }), await world.buildDriver({ country_code: 'CA' })]
  token = { NG: NG.token, CA: CA.token }
}, 120_000)
afterAll(async () => {
  standardOutput.write = LogWriter.prototype.write
  await world.close()
  provider.close()
})

test('every line of a request names its trace and the request id that a proxy has given', async () => {
  lines.length = 0
  const headers = { traceparent, 'x-request-id': 'proxy-73' }
  await world.app.inject({ url: '/api/v1/countries', headers })
  expect(lines.length).toBe(2)
  expect(lines.map((line) => [line.reqId, line.trace_id])).toEqual(lines.map(() => ['proxy-73', trace_id]))
  expect(new Set(lines.map(({ span_id }) => span_id)).size).toBe(1)
  expect(lines[0]!.span_id).toMatch(/^(?!00f067aa0ba902b7)[0-9a-f]{16}$/)
})

test.each([
  undefined,
  '',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
])('a request with the traceparent %s begins a trace of its own', async (given) => {
  lines.length = 0
  await world.app.inject({ url: '/api/v1/countries', headers: given === undefined ? {} : { traceparent: given } })
  expect(lines[0]!.trace_id).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
  expect(lines[0]!.trace_id).not.toBe(trace_id)
})

test.each(['NG', 'CA'] as const)('calls to the provider of %s pass the trace on', async (country) => {
  received.length = 0
  lines.length = 0
  const body = { amount: 5_000, currency: country === 'NG' ? 'NGN' : 'CAD' }
  await world.call(addFunds, { body, token: token[country], headers: { traceparent, tracestate: 'vendor=1' } })
  expect(received.length).toBeGreaterThan(0)
  const span_id = lines.find((line) => line.trace_id === trace_id)!.span_id!
  for (const sent of received)
    expect(sent).toEqual({ traceparent: `00-${trace_id}-${span_id}-01`, tracestate: 'vendor=1' })
})
