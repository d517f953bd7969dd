import { callbackify } from 'node:util'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { health } from '#contract/system.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addNewPermissions } from '#server/features/access/roles.ts'
import { accessRoutes } from '#server/features/access/routes.ts'
import { serveLoginHelper } from '#server/features/accounts/login/login-helper.ts'
import { devMailRoutes } from '#server/features/accounts/mail/dev-mail.ts'
import { createSessionFinder } from '#server/features/accounts/queries.ts'
import { accountsRoutes } from '#server/features/accounts/routes.ts'
import { addressesRoutes } from '#server/features/addresses/routes.ts'
import { bookingsRoutes } from '#server/features/bookings/routes.ts'
import { branchesRoutes } from '#server/features/branches/routes.ts'
import { cartRoutes } from '#server/features/cart/routes.ts'
import { catalogueRoutes } from '#server/features/catalogue/routes.ts'
import { contentRoutes } from '#server/features/content/routes.ts'
import { useCurrencyFormats } from '#server/features/currencies/formats.ts'
import { currenciesRoutes } from '#server/features/currencies/routes.ts'
import { deskRoutes } from '#server/features/desk/routes.ts'
import { documentFeeRoutes } from '#server/features/documents/fees/routes.ts'
import { documentFileRoutes } from '#server/features/documents/files/routes.ts'
import { inspectionCentreRoutes } from '#server/features/documents/inspections/routes.ts'
import { documentRequestRoutes } from '#server/features/documents/requests/routes.ts'
import { staffDocumentRoutes } from '#server/features/documents/staff/routes.ts'
import { eventsRoutes } from '#server/features/events/routes.ts'
import { figuresRoutes } from '#server/features/figures/routes.ts'
import { gateRoutes } from '#server/features/gate/routes.ts'
import { leadsRoutes } from '#server/features/leads/routes.ts'
import { notificationsRoutes } from '#server/features/notifications/routes.ts'
import { customerOrdersRoutes } from '#server/features/orders/customer-routes.ts'
import { ordersRoutes } from '#server/features/orders/routes.ts'
import { parksRoutes } from '#server/features/parks/routes.ts'
import { partnersRoutes } from '#server/features/partners/routes.ts'
import { placesRoutes } from '#server/features/places/routes.ts'
import { privacyRoutes } from '#server/features/privacy/routes.ts'
import { promosRoutes } from '#server/features/promos/routes.ts'
import { reviewsRoutes } from '#server/features/reviews/routes.ts'
import { searchRoutes } from '#server/features/search/routes.ts'
import { vehiclesRoutes } from '#server/features/vehicles/routes.ts'
import { walletRoutes } from '#server/features/wallet/routes.ts'
import { swaggerOptions } from '#server/http/api-description.ts'
import { limitConnections, timeLimits } from '#server/http/connections.ts'
import { serveFiles } from '#server/http/files.ts'
import { useJson } from '#server/http/json.ts'
import { logOptions } from '#server/http/log-options.ts'
import { findLogFailure, standardOutput } from '#server/http/log-writer.ts'
import { mount, readCaller, useContract } from '#server/http/mount.ts'
import { sendProblem, useProblems } from '#server/http/problems.ts'
import { useSecurityHeaders } from '#server/http/security.ts'
import { serveCountryChoice } from '#server/rendering/choose-country.ts'
import { serveDocs } from '#server/rendering/docs.ts'
import { serveFeeds } from '#server/rendering/feeds.ts'
import { serveMovedPages } from '#server/rendering/moved-pages.ts'
import { type CreateRenderer, servePages } from '#server/rendering/routes.ts'
import { serveSitemaps } from '#server/rendering/sitemaps.ts'

/** By the matched route: an address can be written in several ways, such as `/%61pi/v1/parks`. */
const isCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true
const isWebhook = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/v1/webhooks/') === true

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
  await addNewPermissions(deps.db)
  await useCurrencyFormats(deps.db)
  const { config } = deps
  const { TRUST_PROXY: proxies } = config
  const app = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { ...logOptions, level: config.LOG_LEVEL, stream: standardOutput },
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 1024 * 1024,
    genReqId: () => newId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    ...timeLimits(config),
    rewriteUrl: ({ url = '/' }) => toDecodable(toOriginForm(url)),
    // Errors before a route is found.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  })
  limitConnections(app.server, config)
  useContract(app)
  useProblems(app)
  useJson(app)
  app.decorate('identify', createSessionFinder(deps))

  await app.register(cookie)
  await useSecurityHeaders(app, config, deps.ip_lookups, deps.payments.stripe?.form)
  app.addHook('onRequest', (request, _reply, done) => {
    const { ignores_token } = request.routeOptions.config
    if (request.headers.authorization === undefined || ignores_token === true || !isCall(request)) done()
    else readCallerWithCallback(request, done)
  })
  if (config.RATE_LIMITS) {
    await app.register(rateLimit, {
      timeWindow: 60_000,
      max: (request) => (request.signedIn === undefined ? config.RATE_ANONYMOUS_MINUTE : config.RATE_SIGNED_IN_MINUTE),
      keyGenerator: (request) => request.signedIn?.user_id ?? request.ip,
      // Pages and files are not limited, nor are the providers’ webhooks, which come in bursts and are signed. A form
      // that is posted to a page is.
      allowList: (request) => (isCall(request) ? isWebhook(request) : request.method !== 'POST'),
      enableDraftSpec: true,
    })
  }
  await app.register(compress, {
    // Request bodies are small; decompressing them would allow zip bombs.
    globalDecompression: false,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } },
  })
  // The embedded engine runs on this event loop and may block it for a second or two at start, without any overload.
  const maxEventLoopDelay = deps.engine === 'embedded' ? 0 : config.OVERLOAD_MS
  await app.register(underPressure, { maxEventLoopDelay, exposeStatusRoute: false })
  await app.register(swagger, swaggerOptions)

  await app.register(async (api) => {
    mount(api, health, async () => {
      await sql`select 1`.execute(deps.db)
      return { status: 'ok' as const, log: findLogFailure() === undefined ? ('ok' as const) : ('failing' as const) }
    })
    accessRoutes(api, deps)
    currenciesRoutes(api, deps)
    placesRoutes(api, deps)
    accountsRoutes(api, deps)
    vehiclesRoutes(api, deps)
    parksRoutes(api, deps)
    searchRoutes(api, deps)
    walletRoutes(api, deps)
    promosRoutes(api, deps)
    bookingsRoutes(api, deps)
    gateRoutes(api, deps)
    reviewsRoutes(api, deps)
    eventsRoutes(api, deps)
    branchesRoutes(api, deps)
    catalogueRoutes(api, deps)
    addressesRoutes(api, deps)
    cartRoutes(api, deps)
    ordersRoutes(api, deps)
    customerOrdersRoutes(api, deps)
    notificationsRoutes(api, deps)
    documentRequestRoutes(api, deps)
    documentFeeRoutes(api, deps)
    inspectionCentreRoutes(api, deps)
    documentFileRoutes(api, deps)
    staffDocumentRoutes(api, deps)
    privacyRoutes(api, deps)
    leadsRoutes(api, deps)
    contentRoutes(api, deps)
    figuresRoutes(api, deps)
    partnersRoutes(api, deps)
    deskRoutes(api, deps)
  })
  await serveLoginHelper(app, config)
  serveDocs(app, deps)
  serveSitemaps(app, deps)
  serveFeeds(app, deps)
  if (!config.production && config.SMTP_URL === undefined) devMailRoutes(app, deps)
  await serveFiles(app, deps.config.data_dir)
  serveCountryChoice(app)
  serveMovedPages(app)
  servePages(app, deps, await openPages?.(app))
  return app
}
