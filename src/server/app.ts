import type { IncomingMessage } from 'node:http'
import { callbackify } from 'node:util'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { health } from '#contract/system.ts'
import { newId } from '#server/database/ids.ts'
import { swaggerOptions } from '#server/http/api-description.ts'
import { limitConnections, timeLimits } from '#server/http/connections.ts'
import { serveFiles } from '#server/http/files.ts'
import { useJson } from '#server/http/json.ts'
import { logOptions } from '#server/http/log-options.ts'
import { findLogFailure, standardOutput } from '#server/http/log-writer.ts'
import { serveMetrics, useMetrics } from '#server/http/metrics.ts'
import { mount, readCaller, useContract } from '#server/http/mount.ts'
import { refuseOverload } from '#server/http/overload.ts'
import { serveProbes } from '#server/http/probes.ts'
import { sendProblem, useProblems } from '#server/http/problems.ts'
import { isCall, limitRates, watchForwarding } from '#server/http/rate-limits.ts'
import { useReadOnly } from '#server/http/read-only-calls.ts'
import { addReplicaFigures, useReplica } from '#server/http/replica-reads.ts'
import { useSecurityHeaders } from '#server/http/security.ts'
import { traceLog, useTraces } from '#server/http/tracing.ts'
import { serveCountryChoice } from '#server/rendering/choose-country.ts'
import { serveDocs } from '#server/rendering/docs.ts'
import { serveFeeds } from '#server/rendering/feeds.ts'
import { serveMovedPages } from '#server/rendering/moved-pages.ts'
import { type CreateRenderer, servePages } from '#server/rendering/routes.ts'
import { serveSitemaps } from '#server/rendering/sitemaps.ts'
import type { Deps } from './deps.ts'
import { features, mountFeatures } from './features.ts'
import { version } from './version.ts'

/** The path and query of a request line, which may name the whole address (RFC 9112, section 3.2.2). */
const toOriginForm = (url: string): string => {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Takes each `%` of a path that cannot be decoded literally, so that it is answered like any unknown address. */
const toDecodable = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const readCallerWithCallback = callbackify(readCaller)

/** Opens what renders the pages; it may add to the server. */
export type OpenPages = (app: FastifyInstance) => Promise<CreateRenderer>

/** Builds the server with every feature registered, in the order of their dependencies. Its pages are the built ones. */
export async function createApp(deps: Deps, openPages?: OpenPages): Promise<FastifyInstance> {
  const { config } = deps
  const { TRUST_PROXY: proxies } = config
  const app = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { ...logOptions, level: config.LOG_LEVEL, stream: standardOutput },
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 1024 * 1024,
    // One that a proxy has given joins our log to its own.
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : newId(),
    childLoggerFactory: (log, bindings, options, request) =>
      traceLog(log, bindings, options, request as IncomingMessage),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // What was accepted is answered; readiness has failed before.
    return503OnClosing: false,
    ...timeLimits(config),
    rewriteUrl: ({ url = '/' }) => toDecodable(toOriginForm(url)),
    // Errors before a route is found.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  })
  limitConnections(app.server, config)
  useTraces(app)
  useContract(app)
  useProblems(app)
  useJson(app)
  useReadOnly(app, deps)
  useReplica(app, deps)
  for (const { prepare } of features) await prepare?.(app, deps)

  await app.register(cookie)
  serveProbes(app, deps)
  useMetrics(app, deps)
  addReplicaFigures(app, deps)
  serveMetrics(app, deps)
  await useSecurityHeaders(app, config, deps.ip_lookups, deps.payments.stripe?.form)
  app.addHook('onRequest', (request, _reply, done) => {
    const { ignores_token } = request.routeOptions.config
    if (request.headers.authorization === undefined || ignores_token === true || !isCall(request)) done()
    else readCallerWithCallback(request, done)
  })
  app.decorate('proxyCheck', watchForwarding(app, deps))
  await limitRates(app, deps)
  await app.register(compress, {
    // Request bodies are small; decompressing them would allow zip bombs.
    globalDecompression: false,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } },
  })
  // The embedded engine runs on this event loop and may block it for a second or two at start, without any overload.
  refuseOverload(app, deps.engine === 'embedded' ? 0 : config.OVERLOAD_MS)
  await app.register(swagger, swaggerOptions)

  await app.register(async (api) => {
    mount(api, health, async () => {
      await app.checkReadiness()
      const log = findLogFailure() === undefined ? ('ok' as const) : ('failing' as const)
      return { status: 'ok' as const, log, version }
    })
    mountFeatures(api, deps)
  })
  for (const { pages } of features) await pages?.(app, deps)
  serveDocs(app, deps)
  serveSitemaps(app, deps)
  serveFeeds(app, deps)
  await serveFiles(app, deps.config.data_dir)
  serveCountryChoice(app, config)
  serveMovedPages(app)
  servePages(app, deps, await openPages?.(app))
  return app
}
