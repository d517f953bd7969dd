import type { SpanContext, TraceState } from '@opentelemetry/api'
import { minute_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/deps.ts'
import { processName } from '#server/process-name.ts'
import { recordSpans, type Trace } from '#server/trace.ts'
import { version } from '#server/version.ts'

/** How often a failure to send is logged at most. */
const quiet_ms = minute_ms

export interface Traces {
  /** Sends what was recorded, and records no more. */
  close(): Promise<void>
}

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'>

/**
 * Sends traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, in OTLP as JSON over HTTP; undefined without one, and
 * OpenTelemetry is not loaded then. A caller's trace is recorded where the caller records it, and of our own traces the
 * share of OTEL_TRACES_SAMPLER_ARG. What cannot be sent is dropped.
 */
export async function openTraces(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_TRACES_SAMPLER_ARG: share,
  }: Settings,
  log: Pick<Log, 'warn'>,
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    ...(headers === undefined ? {} : { headers: parseHeaders(headers) }),
  })
  let logged_ms = -quiet_ms
  const send = exporter.export.bind(exporter)
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const now_ms = performance.now()
      if (result.error !== undefined && now_ms - logged_ms >= quiet_ms) {
        logged_ms = now_ms
        log.warn(`${spans.length} spans could not be sent: ${result.error.message}`)
      }
      done(result)
    })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'parkwell',
      'service.version': version,
      'service.instance.id': processName,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('parkwell', version)
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL }
  const toContext = ({ trace_id, span_id, flags, state }: Trace): SpanContext => ({
    traceId: trace_id,
    spanId: span_id,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(state === undefined ? {} : { traceState: api.createTraceState(state) }),
  })
  recordSpans(({ name, kind, parent, facts, started_ms }) => {
    const context =
      parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, toContext(parent))
    const options = { kind: kinds[kind], ...(started_ms === undefined ? {} : { startTime: started_ms }) }
    const span = tracer.startSpan(name, { ...options, ...(facts === undefined ? {} : { attributes: facts }) }, context)
    const { traceId, spanId, traceFlags, traceState } = span.spanContext()
    return {
      trace: { trace_id: traceId, span_id: spanId, flags: toHex(traceFlags), state: serialize(traceState) },
      end: (more, failure, renamed) => {
        if (renamed !== undefined) span.updateName(renamed)
        if (more !== undefined) span.setAttributes(more)
        if (failure !== undefined) {
          span.setAttribute('error.type', failure)
          span.setStatus({ code: api.SpanStatusCode.ERROR })
        }
        span.end()
      },
    }
  })
  return {
    close: async () => {
      recordSpans(undefined)
      // A failure to send was logged.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

const toHex = (flags: number): string => flags.toString(16).padStart(2, '0')
const serialize = (state: TraceState | undefined): string | undefined => state?.serialize() || undefined

/** The headers of a call to the collector: `name=value` pairs with commas between them, each value percent-encoded. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const
  })
  return Object.fromEntries(pairs)
}
