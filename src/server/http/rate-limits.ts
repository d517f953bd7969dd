import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minute_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'

/** By the matched route: an address can be written in several ways, such as `/%61pi/v1/parks`. */
export const isCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true
const isWebhook = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/v1/webhooks/') === true

/**
 * Limits the calls of the API by minute: of an account, or else of an address. Pages and files are not limited, nor are the
 * providers’ webhooks, which come in bursts and are signed. A form that is posted to a page is.
 */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.RATE_LIMITS) return
  await app.register(rateLimit, {
    timeWindow: minute_ms,
    max: ({ signedIn }) => (signedIn === undefined ? config.RATE_ANONYMOUS_MINUTE : config.RATE_SIGNED_IN_MINUTE),
    keyGenerator: ({ signedIn, ip }) => signedIn?.user_id ?? ip,
    allowList: (request) => (isCall(request) ? isWebhook(request) : request.method !== 'POST'),
    enableDraftSpec: true,
  })
}
