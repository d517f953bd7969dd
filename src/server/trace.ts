import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The request that is being answered, as W3C Trace Context names it. */
export interface Trace {
  /** 32 hexadecimal digits, the same for all that one request of a person sets off. */
  trace_id: string
  /** 16 hexadecimal digits, of this server's part. */
  span_id: string
  /** Two hexadecimal digits: whether the caller records it. */
  flags: string
  state: string | undefined
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/
const longestState = 512

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The trace that a request names in `traceparent`, with a part of our own; a new one where it names none or a wrong one. */
export function readTrace({ traceparent, tracestate }: Headers): Trace {
  const [, trace_id, flags] = (typeof traceparent === 'string' && pattern.exec(traceparent)) || []
  const state = typeof tracestate === 'string' && tracestate.length <= longestState ? tracestate : undefined
  return {
    trace_id: trace_id ?? randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    flags: flags ?? '00',
    // It belongs to the trace that it came with.
    state: trace_id === undefined ? undefined : state,
  }
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
