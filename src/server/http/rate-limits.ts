import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The job that says whether a balancer's addresses are ignored. */
    proxyCheck: Job
  }
}

/** By the matched route: an address can be written in several ways, such as `/%61pi/v1/parks`. */
export const isCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true
const isWebhook = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/v1/webhooks/') === true

/** How long a call waits for Redis; without its answer it is not limited. */
const redis_ms = 500

/**
 * Limits the calls of the API by minute: of an account, or else of an address. Pages and files are not limited, nor are the
 * providers’ webhooks, which come in bursts and are signed. A form that is posted to a page is. Several servers count
 * together in Redis, or each allows its share.
 */
export async function limitRates(
  app: FastifyInstance,
  { config, servers, log }: Pick<Deps, 'config' | 'servers' | 'log'>,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  const redis = config.REDIS_URL === undefined ? undefined : openRedis(config.REDIS_URL, log)
  if (redis !== undefined) app.addHook('onClose', () => redis.disconnect())
  const shareOf = (limit: number) => (redis === undefined ? Math.max(1, Math.ceil(limit / servers.alive)) : limit)
  await app.register(rateLimit, {
    timeWindow: minute_ms,
    max: ({ signedIn }) =>
      shareOf(signedIn === undefined ? config.RATE_ANONYMOUS_MINUTE : config.RATE_SIGNED_IN_MINUTE),
    keyGenerator: ({ signedIn, ip }) => signedIn?.user_id ?? ip,
    allowList: (request) => (isCall(request) ? isWebhook(request) : request.method !== 'POST'),
    enableDraftSpec: true,
    ...(redis === undefined ? {} : { redis, nameSpace: 'parkwell-calls-', skipOnError: true }),
  })
}

/** Fails at once while Redis is away, instead of collecting calls for it. */
function openRedis(url: string, log: Deps['log']): Redis {
  const redis = new Redis(url, {
    connectTimeout: redis_ms,
    commandTimeout: redis_ms,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.error('calls are not limited while Redis is away', error)
    isAway = true
  })
  redis.on('ready', () => (isAway = false))
  return redis
}

/**
 * Finds out that a balancer sets `X-Forwarded-For` although TRUST_PROXY is off: all visitors would share the limits of its
 * address. The job fails for an hour after such a request, so that the desk's system health says so.
 */
export function watchForwarding(app: FastifyInstance, { config }: Pick<Deps, 'config'>): Job {
  let seen_ms = -Infinity
  if (config.TRUST_PROXY === false)
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.headers['x-forwarded-for'] !== undefined) seen_ms = performance.now()
      done()
    })
  return {
    name: 'check_proxy',
    every_s: 60,
    only_reads: true,
    run: async () => {
      if (performance.now() - seen_ms < hour_ms)
        throw new Error(
          'X-Forwarded-For arrives, but TRUST_PROXY is off: all visitors share the limits of one address. Set TRUST_PROXY',
        )
    },
  }
}
