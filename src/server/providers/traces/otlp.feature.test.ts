import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addFunds } from '#contract/wallet/wallet.ts'
import { databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { openTraces } from './otlp.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector that takes OTLP as JSON over HTTP. */
const received: { url: string | undefined; key: string | undefined; body: Export }[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    received.push({ url: request.url, key: request.headers['x-key'] as string, body: JSON.parse(text) as Export })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const allSpans = () =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
const valueOf = ({ attributes }: Span, name: string) => {
  const { value } = attributes.find(({ key }) => key === name) ?? {}
  return value?.stringValue ?? value?.intValue
}

let world: World
let endpoint: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
  collector.close()
})

const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'

test('a server sends spans of requests, statements, calls to providers and jobs, without personal data', async () => {
  const driver = await world.buildDriver({ country_code: 'NG' })
  const server = await startServerProcess(
    await databaseUrlOf(world),
    { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key' },
    { signal: 'SIGTERM' },
  )
  const call = (path: string, method: string, body?: object) =>
    fetch(server.address + path, {
      method,
      headers: {
        authorization: `Bearer ${driver.token}`,
        traceparent: `00-${trace_id}-${caller}-01`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  expect((await call('/api/v1/wallet/payments/secret-reference', 'GET')).status).toBe(404)
  expect((await call(addFunds.path, 'POST', { amount: 5_000, currency: 'NGN' })).status).toBe(addFunds.status)
  expect((await call('/health/ready', 'GET')).status).toBe(200)
  // Jobs begin half a second after the start.
  const findRun = () => world.db.selectFrom('job_runs').selectAll().where('name', '=', 'announce_server').execute()
  await expect.poll(findRun).toHaveLength(1)
  // A server that ends sends what it still has.
  expect(await server.end()).toEqual({ code: 0, signal: null })

  expect(new Set(received.map(({ url, key }) => `${url} ${key}`))).toEqual(new Set(['/v1/traces a key']))
  const resource = received[0]!.body.resourceSpans[0]!.resource.attributes
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'parkwell' } })

  const ours = allSpans().filter(({ traceId }) => traceId === trace_id)
  const requests = ours.filter(({ parentSpanId }) => parentSpanId === caller)
  expect(requests.map((span) => [span.name, span.kind, valueOf(span, 'http.response.status_code')])).toEqual([
    ['GET /api/v1/wallet/payments/:reference', 2, 404],
    [`POST ${addFunds.path}`, 2, addFunds.status],
  ])
  expect(requests.map((span) => valueOf(span, 'parkwell.refusal'))).toEqual(['payment_not_found', undefined])
  const parts = ours.filter(({ parentSpanId }) => parentSpanId === requests[1]!.spanId)
  const provider = parts.filter((span) => valueOf(span, 'server.address') !== undefined)
  expect(provider.map((span) => [span.name, valueOf(span, 'http.response.status_code')])).toEqual([
    [expect.stringMatching(/^POST 127\.0\.0\.1:\d+$/), 200],
  ])
  const statements = ours.filter((span) => valueOf(span, 'db.query.text') !== undefined)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['insert top_ups', 'commit']))
  for (const { parentSpanId } of statements) expect(ours.map(({ spanId }) => spanId)).toContain(parentSpanId)

  const jobs = allSpans().filter(({ name }) => name.startsWith('job '))
  expect(jobs.map(({ name }) => name)).toContain('job announce_server')
  expect(jobs.every(({ traceId, parentSpanId }) => traceId !== trace_id && parentSpanId === undefined)).toBe(true)

  const sent = JSON.stringify(received)
  for (const personal of [driver.email, driver.user_id, driver.token, 'secret-reference'])
    expect(sent).not.toContain(personal)
}, 400_000)

test('a trace that the caller does not record is passed on without being sent, and so is all of a share of none', async () => {
  received.length = 0
  const traces = await openTraces(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: undefined, OTEL_TRACES_SAMPLER_ARG: 0 },
    console,
  )
  try {
    const headers = (flags: string) => ({ traceparent: `00-${trace_id}-${caller}-${flags}` })
    for (const flags of ['00', '01']) await world.app.inject({ url: '/api/v1/countries', headers: headers(flags) })
    await world.app.inject({ url: '/api/v1/countries' })
  } finally {
    await traces!.close()
  }
  expect(allSpans().map(({ traceId, name }) => [traceId, name])).toEqual([[trace_id, 'GET /api/v1/countries']])
})

test('a collector that is away costs a line in the log, and no request', async () => {
  // It tries again until then, which is ten seconds otherwise.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
  onTestFinished(() => void vi.unstubAllEnvs())
  const warnings: string[] = []
  const away = createServer()
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
  const { port } = away.address() as AddressInfo
  await new Promise((resolve) => away.close(resolve))
  const traces = await openTraces(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    { warn: (line: string) => void warnings.push(line) },
  )
  expect((await world.app.inject({ url: '/api/v1/countries' })).statusCode).toBe(200)
  await traces!.close()
  expect(warnings).toEqual([expect.stringMatching(/^\d+ spans could not be sent: /)])
})
