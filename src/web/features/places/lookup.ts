import { hour_ms } from '#contract/time.ts'
import { pageConfig } from '#web/api/config.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'
import { type IpData, parseIpResponse } from './ipData.ts'

const cacheKey = 'ip_lookup'
/** Timeout of a service and lifetime of a result (specification). */
const TIMEOUT_MS = 5_000
const CACHE_MS = hour_ms

/** The result cached within the last hour. */
export function readLookup(now = Date.now()): IpData | undefined {
  const cached = readJson(cacheKey) as { data?: IpData; expires_at?: number } | null | undefined
  const fresh = typeof cached?.expires_at === 'number' && cached.expires_at > now && cached.expires_at <= now + CACHE_MS
  return fresh && typeof cached.data?.location?.countryCode === 'string' ? cached.data : undefined
}

/** Asks the services in order and caches the first result; undefined if none has one. */
export async function lookUp(): Promise<IpData | undefined> {
  const cached = readLookup()
  if (cached !== undefined) return cached
  for (const address of pageConfig.ip_lookups) {
    const data = await fetchIpData(address)
    if (data === undefined) continue
    writeJson(cacheKey, { data, expires_at: data.timestamp + CACHE_MS })
    return data
  }
  return undefined
}

async function fetchIpData(address: string): Promise<IpData | undefined> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answer.ok ? parseIpResponse(await answer.json(), new URL(address).host, Date.now()) : undefined
  } catch {
    return undefined
  }
}
