import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { day_ms, minute_ms } from '#contract/time.ts'
import { fetchTraced } from '#server/trace.ts'
import { IdentityError } from './identity.ts'

const timeout_ms = 5_000
const maxResponse_bytes = 256 * 1024
/** Shortest time between two requests, so that tokens with invented key ids don't cause one each. */
const minRequestInterval_ms = 30_000
const maxCacheAge_ms = day_ms

interface CachedKeys {
  keys: JWTVerifyGetKey
  fresh_until: number
  requested_at: number
}

/**
 * Returns a resolver of an issuer's public keys, cached for the response's `max-age`. An unknown key id triggers a new
 * request, at most every 30 s. While the issuer is unreachable, cached keys are used for up to a day.
 */
export function remoteKeys(url: string, clock: () => number = Date.now): JWTVerifyGetKey {
  let cached: CachedKeys | undefined
  let pending: Promise<CachedKeys> | undefined
  const request = () => (pending ??= load(url, clock()).finally(() => (pending = undefined)))

  const current = async (): Promise<CachedKeys> => {
    const now = clock()
    if (cached !== undefined && now < cached.fresh_until) return cached
    try {
      cached = await request()
    } catch (error) {
      if (cached === undefined || now - cached.requested_at > maxCacheAge_ms) throw error
      cached = { ...cached, fresh_until: now + minRequestInterval_ms }
    }
    return cached
  }

  return async (header, token) => {
    const { keys, requested_at } = await current()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock() - requested_at < minRequestInterval_ms) throw error
      cached = await request()
      return cached.keys(header, token)
    }
  }
}

async function load(url: string, now: number): Promise<CachedKeys> {
  try {
    const call = { redirect: 'error', signal: AbortSignal.timeout(timeout_ms) } as const
    const response = await fetchTraced(url, call, false)
    const text = await response.text()
    if (!response.ok || text.length > maxResponse_bytes) throw new Error(`answered ${response.status}`)
    const keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet)
    return { keys, fresh_until: now + maxAge_ms(response.headers.get('cache-control')), requested_at: now }
  } catch (error) {
    throw new IdentityError('unavailable', 'the issuer’s keys could not be had', error)
  }
}

/**
 * Returns the `max-age` of a `Cache-Control` header in milliseconds: at least a minute, also when missing; at most a
 * day.
 */
export function maxAge_ms(header: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(header ?? '')?.[1]
  return Math.min(Math.max(Number(seconds ?? 0) * 1_000, minute_ms), maxCacheAge_ms)
}
