import { hour_ms } from '#contract/time.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'
import type { IpData } from './ipData.ts'

const cacheKey = 'ip_lookup'
/** Lifetime of a result (specification). */
const CACHE_MS = hour_ms

/** The result cached within the last hour. */
export function readLookup(now = Date.now()): IpData | undefined {
  const cached = readJson(cacheKey) as { data?: IpData; expires_at?: number } | null | undefined
  const fresh = typeof cached?.expires_at === 'number' && cached.expires_at > now && cached.expires_at <= now + CACHE_MS
  return fresh && typeof cached.data?.location?.countryCode === 'string' ? cached.data : undefined
}

export const storeLookup = (data: IpData): void => writeJson(cacheKey, { data, expires_at: data.timestamp + CACHE_MS })
