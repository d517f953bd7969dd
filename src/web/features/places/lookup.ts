import { pageConfig } from '#web/lib/config.ts'
import { readJson, writeJson } from '#web/lib/storage.ts'
import { type IpData, readAnswer } from './ipData.ts'

const cacheKey = 'ip_lookup'
/** From the specification: how long a service is waited for, and an answer kept. */
const PATIENCE_MS = 5_000
const KEPT_MS = 3_600_000

/** What was found within the hour. */
export function readLookup(now = Date.now()): IpData | undefined {
  const kept = readJson(cacheKey) as { data?: IpData; expires_at?: number } | null | undefined
  const fresh = typeof kept?.expires_at === 'number' && kept.expires_at > now && kept.expires_at <= now + KEPT_MS
  return fresh && typeof kept.data?.location?.countryCode === 'string' ? kept.data : undefined
}

/** Asks the services one after the other, and keeps the first answer; undefined when none of them knows. */
export async function lookUp(): Promise<IpData | undefined> {
  const kept = readLookup()
  if (kept !== undefined) return kept
  for (const address of pageConfig.ip_lookups) {
    const data = await ask(address)
    if (data === undefined) continue
    writeJson(cacheKey, { data, expires_at: data.timestamp + KEPT_MS })
    return data
  }
  return undefined
}

async function ask(address: string): Promise<IpData | undefined> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return answer.ok ? readAnswer(await answer.json(), new URL(address).host, Date.now()) : undefined
  } catch {
    return undefined
  }
}
