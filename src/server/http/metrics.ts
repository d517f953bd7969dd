import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { acceptedValues } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from './errors.ts'
import { isProbe } from './probes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What this process measures, in the formats of Prometheus. */
    metrics: Registry
  }
  interface FastifyRequest {
    /** The code of the problem with which the request was refused. */
    refusal: string | undefined
  }
}

/** The bounds that OpenTelemetry's conventions name for http.server.request.duration. */
const bounds_s = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** A figure that is not read in time is left out of the answer: a scrape must end also while the database is busy. */
const read_ms = 2_000

/** Reads a figure when it is asked for; several by a label. */
export interface Figure {
  name: string
  help: string
  label?: string
  read: () => Promise<number | readonly { of: string; value: number }[]> | number
}

/** Adds figures that are read for each answer. One that fails is left out. */
export function addFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const { name, help, label, read } of figures)
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        this.reset()
        const late = new Promise<undefined>((resolve) => setTimeout(resolve, read_ms, undefined).unref())
        const found = await Promise.race([Promise.resolve().then(read), late]).catch(() => undefined)
        if (typeof found === 'number') this.set(found)
        else for (const { of, value } of found ?? []) this.set({ [label!]: of }, value)
        if (found === undefined) this.remove()
      },
    })
}

/** Counts requests by route and status, and what calls that change something came to. */
export function useMetrics(app: FastifyInstance, { probe, waiting }: Pick<Deps, 'probe' | 'waiting'>): void {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: bounds_s,
    registers: [registry],
  })
  const calls = new Counter({
    name: 'parkwell_calls_total',
    help: 'Calls of the API that change something, by operation and outcome: ok, or the code of the problem',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  })
  addFigures(registry, [
    {
      name: 'parkwell_database_up',
      help: 'Whether the database answers within a second',
      read: () =>
        probe().then(
          () => 1,
          () => 0,
        ),
    },
    {
      name: 'parkwell_database_pool_waiting',
      help: 'Statements and transactions that wait for a connection of the pool',
      read: () => waiting(),
    },
  ])
  app.decorate('metrics', registry)
  app.decorateRequest('refusal', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (!isProbe(request))
      requests.observe(
        {
          http_request_method: method,
          http_route: routeOptions.url ?? 'none',
          http_response_status_code: reply.statusCode,
        },
        reply.elapsedTime / 1_000,
      )
    const call = operationOf(request)
    if (call !== undefined) calls.inc({ call, outcome: request.refusal ?? 'ok' })
    done()
  })
}

const operationOf = ({ method, routeOptions }: FastifyRequest): string | undefined =>
  method === 'GET' || method === 'HEAD'
    ? undefined
    : (routeOptions.schema as { operationId?: string } | undefined)?.operationId

/**
 * Serves `/metrics`: with METRICS_TOKEN to those who send it as a bearer token, in production to nobody else. With
 * METRICS_PORT they are on a port of their own instead, which `listenForMetrics` opens.
 */
export function serveMetrics(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const { METRICS_PORT: port, production } = config
  const tokens = acceptedValues(config, 'METRICS_TOKEN')
  if (port !== undefined || (tokens.length === 0 && production)) return
  app.get('/metrics', async ({ headers }, reply) => {
    const given = headers.authorization ?? ''
    if (tokens.length > 0 && !tokens.some((token) => isEqual(given, `Bearer ${token}`)))
      throw new AppError('unauthorized')
    reply.header('cache-control', 'no-store').type(app.metrics.contentType)
    return app.metrics.metrics()
  })
}

/** Serves the metrics of `app` on a port of their own. The returned server is closed by its caller. */
export async function listenForMetrics(app: FastifyInstance, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    app.metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': app.metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
