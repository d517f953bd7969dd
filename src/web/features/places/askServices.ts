import { pageConfig } from '#web/api/config.ts'
import { type IpData, parseIpResponse } from './ipData.ts'
import { readLookup, storeLookup } from './lookup.ts'

/** Timeout of a service (specification). */
const TIMEOUT_MS = 5_000

/** Asks the services in order and caches the first result; undefined if none has one. */
export async function lookUp(): Promise<IpData | undefined> {
  const cached = readLookup()
  if (cached !== undefined) return cached
  for (const address of pageConfig.ip_lookups) {
    const data = await fetchIpData(address)
    if (data === undefined) continue
    storeLookup(data)
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
