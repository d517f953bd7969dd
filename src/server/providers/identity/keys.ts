import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { IdentityError } from './identity.ts'

const timeout_ms = 5_000
const largest_bytes = 256 * 1024
/** Tokens of made-up keys do not make us ask more often than this. */
const pause_ms = 30_000
const longest_ms = 24 * 3_600_000

type Held = { keys: JWTVerifyGetKey; good_until: number; asked_at: number }

/**
 * An issuer's public keys, kept for as long as its answer says (`max-age`). A key that is not among them makes us ask
 * again, once in a while: it may be new. While the issuer does not answer, the keys at hand stay good for a day.
 */
export function remoteKeys(url: string, clock: () => number = Date.now): JWTVerifyGetKey {
  let held: Held | undefined
  let asking: Promise<Held> | undefined
  const ask = () => (asking ??= load(url, clock()).finally(() => (asking = undefined)))

  const current = async (): Promise<Held> => {
    const now = clock()
    if (held !== undefined && now < held.good_until) return held
    try {
      held = await ask()
    } catch (error) {
      if (held === undefined || now - held.asked_at > longest_ms) throw error
      held = { ...held, good_until: now + pause_ms }
    }
    return held
  }

  return async (header, token) => {
    const { keys, asked_at } = await current()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock() - asked_at < pause_ms) throw error
      held = await ask()
      return held.keys(header, token)
    }
  }
}

async function load(url: string, now: number): Promise<Held> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout_ms) })
    const text = await response.text()
    if (!response.ok || text.length > largest_bytes) throw new Error(`answered ${response.status}`)
    const keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet)
    return { keys, good_until: now + maxAge_ms(response.headers.get('cache-control')), asked_at: now }
  } catch (error) {
    throw new IdentityError('unavailable', 'the issuer’s keys could not be had', error)
  }
}

/** What `Cache-Control` allows, within bounds: a minute where it says nothing, a day at the most. */
export function maxAge_ms(header: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(header ?? '')?.[1]
  return Math.min(Math.max(Number(seconds ?? 0) * 1_000, 60_000), longest_ms)
}
