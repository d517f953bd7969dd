import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeTrace, type OpenSpan, runInTrace, startRequest, type Trace } from '#server/trace.ts'
import { isProbePath } from './probes.ts'

interface TracedRequest {
  trace: Trace
  /** Undefined where nothing is recorded, and once it has ended. */
  span: OpenSpan | undefined
}

const traced = new WeakMap<IncomingMessage, TracedRequest>()

function findTraced(request: IncomingMessage): TracedRequest {
  const known = traced.get(request)
  if (known !== undefined) return known
  const started = startRequest(request.headers, !isProbePath(request.url ?? ''))
  traced.set(request, started)
  return started
}

/** The log of a request, each line of which names its trace. */
export const traceLog = (
  log: FastifyBaseLogger,
  bindings: object,
  options: object,
  request: IncomingMessage,
): FastifyBaseLogger => log.child({ ...bindings, ...describeTrace(findTraced(request).trace) }, options)

/** Says how a request was answered, by the pattern of its address. */
function endSpan({ raw, method, routeOptions, refusal }: FastifyRequest, reply?: FastifyReply): void {
  const found = findTraced(raw)
  if (found.span === undefined) return
  const route = routeOptions.url ?? 'none'
  const { statusCode = 499 } = reply ?? {}
  found.span.end(
    {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      ...(refusal !== undefined && { 'parkwell.refusal': refusal }),
    },
    statusCode >= 500 ? (refusal ?? String(statusCode)) : undefined,
    `${method} ${route}`,
  )
  found.span = undefined
}

/** Answers each request within its trace, so that the calls that it sets off pass it on. */
export function useTraces(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => runInTrace(findTraced(request.raw).trace, done))
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply)
    done()
  })
  // Nobody waits for the answer any more: nginx's 499.
  app.addHook('onRequestAbort', (request, done) => {
    endSpan(request)
    done()
  })
}
