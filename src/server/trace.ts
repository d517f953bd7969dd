import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { codeOf } from '#server/database/errors.ts'

/** The request that is being answered, or a part of it, as W3C Trace Context names it. */
export interface Trace {
  /** 32 hexadecimal digits, the same for all that one request of a person sets off. */
  trace_id: string
  /** 16 hexadecimal digits, of this part. */
  span_id: string
  /** Two hexadecimal digits: whether it is recorded. */
  flags: string
  state: string | undefined
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const longestState = 512

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The part of a caller's trace that sent a request, from `traceparent`; undefined without one, or with a wrong one. */
export function readCallersTrace({ traceparent, tracestate }: Headers): Trace | undefined {
  const [, trace_id, span_id, flags] = (typeof traceparent === 'string' && pattern.exec(traceparent)) || []
  if (trace_id === undefined || span_id === undefined || flags === undefined) return undefined
  const state = typeof tracestate === 'string' && tracestate.length <= longestState ? tracestate : undefined
  return { trace_id, span_id, flags, state }
}

/** What a span says: patterns and names of ours, never what a person typed, a token or a reader's address. */
export type SpanFacts = Readonly<Record<string, string | number>>

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'internal'
  /** The part that it belongs to; undefined where it begins a trace. */
  parent: Trace | undefined
  facts?: SpanFacts
  /** Milliseconds since 1970; now by default. */
  started_ms?: number
}

/** A span that has begun, and with it a part of the trace. */
export interface OpenSpan {
  trace: Trace
  /** `failure` names the kind of an error, without its text, which may quote what a person typed. */
  end(facts?: SpanFacts, failure?: string, name?: string): void
}

type StartSpan = (start: SpanStart) => OpenSpan
let startSpan: StartSpan | undefined

/** Sets what begins a span from now on; without it, spans are not recorded. */
export const recordSpans = (start: StartSpan | undefined): void => void (startSpan = start)
export const isRecordingSpans = (): boolean => startSpan !== undefined

/** Begins the trace of a request: as a part of the caller's, or one of its own. The span is undefined without a recorder. */
export function startRequest(headers: Headers, is_recorded: boolean): { trace: Trace; span: OpenSpan | undefined } {
  const parent = readCallersTrace(headers)
  const span = is_recorded ? startSpan?.({ name: 'request', kind: 'server', parent }) : undefined
  const { trace_id, flags, state } = parent ?? { trace_id: randomBytes(16).toString('hex'), flags: '00' }
  return { trace: span?.trace ?? { trace_id, span_id: randomBytes(8).toString('hex'), flags, state }, span }
}

const current = new AsyncLocalStorage<Trace>()

export const runInTrace = <Result>(trace: Trace, work: () => Result): Result => current.run(trace, work)

/** What a line of the log says of the request being answered; empty outside of one. */
export function describeTrace(trace = current.getStore()): { trace_id?: string; span_id?: string } {
  return trace === undefined ? {} : { trace_id: trace.trace_id, span_id: trace.span_id }
}

/** The headers that pass the trace on with a call to a provider; empty outside of a request. */
export function traceHeaders(): Record<string, string> {
  const trace = current.getStore()
  if (trace === undefined) return {}
  const { trace_id, span_id, flags, state } = trace
  return { traceparent: `00-${trace_id}-${span_id}-${flags}`, ...(state !== undefined && { tracestate: state }) }
}

const nameFailure = (error: unknown): string => codeOf(error) ?? (error instanceof Error ? error.name : typeof error)

/** Does some work as a part of what is being done now, with what `describe` says of its result. */
export async function runInSpan<Result>(
  start: Omit<SpanStart, 'parent'>,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanFacts,
): Promise<Result> {
  if (startSpan === undefined) return work()
  const span = startSpan({ ...start, parent: current.getStore() })
  try {
    const result = await current.run(span.trace, work)
    span.end(describe?.(result))
    return result
  } catch (error) {
    span.end({}, nameFailure(error))
    throw error
  }
}

/** A span of a call to somebody else's server. It names the server alone: paths hold references and tokens. */
export const describeCall = (method: string, host: string): Pick<SpanStart, 'name' | 'kind' | 'facts'> => ({
  name: `${method} ${host}`,
  kind: 'client',
  facts: { 'http.request.method': method, 'server.address': host },
})

export type CallInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/**
 * A `fetch` that the trace shows. With `passes_on`, the provider can find the call in its own log by the trace's id; others
 * would only learn how our calls belong together.
 */
export const fetchTraced = (url: string | URL, init: CallInit, passes_on: boolean): Promise<Response> =>
  runInSpan(
    describeCall(init.method ?? 'GET', new URL(url).host),
    () => fetch(url, passes_on ? { ...init, headers: { ...init.headers, ...traceHeaders() } } : init),
    ({ status }) => ({ 'http.response.status_code': status }),
  )

/** What a statement does, and to which table, such as `select bookings`. */
function summarize(text: string): string {
  const [, verb = 'statement', table] = /^\s*(\w+)(?:[^]*?\b(?:from|into|update)\s+"?(\w+))?/i.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

/** Records a statement that has just ended, by its text, whose values are separate and are not recorded. */
export function recordStatement(text: string, duration_ms: number, error?: unknown): void {
  startSpan?.({
    name: summarize(text),
    kind: 'client',
    parent: current.getStore(),
    facts: { 'db.system.name': 'postgresql', 'db.query.text': text },
    started_ms: Date.now() - duration_ms,
  }).end({}, error === undefined ? undefined : nameFailure(error))
}
