import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { describeTrace, readTrace, runInTrace, type Trace } from '#server/trace.ts'

const traces = new WeakMap<IncomingMessage, Trace>()

function traceOf(request: IncomingMessage): Trace {
  const known = traces.get(request)
  if (known !== undefined) return known
  const trace = readTrace(request.headers)
  traces.set(request, trace)
  return trace
}

/** The log of a request, each line of which names its trace. */
export const traceLog = (
  log: FastifyBaseLogger,
  bindings: object,
  options: object,
  request: IncomingMessage,
): FastifyBaseLogger => log.child({ ...bindings, ...describeTrace(traceOf(request)) }, options)

/** Answers each request within its trace, so that the calls that it sets off pass it on. */
export function useTraces(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => runInTrace(traceOf(request.raw), done))
}
