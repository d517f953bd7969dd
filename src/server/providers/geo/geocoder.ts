import * as z from 'zod'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { day_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import { type CallInit, fetchTraced } from '#server/trace.ts'
import { geocoderProtocols, type Protocol } from './geocoder-protocols.ts'

/** An address in one of the countries served. `name`: house number and street, or the name of what is there. */
export interface Address {
  name: string
  city: string | null
  state: string | null
  country_code: CountryCode
  lat: number
  lng: number
}
export interface AddressRequest {
  text: string
  language: Language
  /** Addresses elsewhere are left out; without a country, those outside the countries served. */
  country: CountryCode | undefined
}
export interface Geocoder {
  /** Returns the best matches first; none when the service fails, or is asked too often to wait. */
  findAddresses(request: AddressRequest): Promise<Address[]>
}

const most = 5
const timeout_ms = 3_000
const largestAnswer_bytes = 256 * 1024
/** After an error or "too many requests", nothing is asked for this long. */
const pause_ms = 30_000
/** Requests are spaced, and one that would wait longer than this is not made. */
const longestWait_ms = 1_500
const max_entries = 2_000
const retention_ms = day_ms

interface Options {
  fetch: (url: string | URL, init: CallInit) => Promise<Response>
  now: () => number
  wait: (ms: number) => Promise<void>
}
const real: Options = {
  fetch: (url, init) => fetchTraced(url, init, true),
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Returns the configured geocoder, or undefined without `GEOCODER_URL`. */
export function createGeocoder(
  {
    GEOCODER_URL,
    GEOCODER_PER_SECOND,
    PUBLIC_URL,
  }: Pick<Config, 'GEOCODER_URL' | 'GEOCODER_PER_SECOND' | 'PUBLIC_URL'>,
  log: Pick<Console, 'warn'>,
  { fetch: send, now, wait }: Options = real,
): Geocoder | undefined {
  if (GEOCODER_URL === undefined) return undefined
  const url = new URL(GEOCODER_URL)
  const protocol = geocoderProtocols[url.pathname.endsWith('/search') ? 'nominatim' : 'photon']
  // Nominatim's terms ask for the name of the product and a way to reach its operator.
  const contact = PUBLIC_URL ?? settings().site.support_email ?? undefined
  const agent = contact === undefined ? settings().company.name : `${settings().company.name} (${contact})`
  const spacing_ms = 1_000 / GEOCODER_PER_SECOND
  const cache = new Map<string, { until: number; found: Promise<Address[]> }>()
  let next = -Infinity
  let pausedUntil = -Infinity

  const ask = async (request: AddressRequest): Promise<Address[]> => {
    const at = Math.max(now(), next)
    next = at + spacing_ms
    if (at > now()) await wait(at - now())
    const response = await send(addressOf(url, protocol, request), {
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
      headers: { accept: 'application/json', 'accept-language': request.language, 'user-agent': agent },
    })
    if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
    return clip(protocol.read(await readJson(response)), request.country)
  }

  return {
    async findAddresses(request) {
      const key = [request.language, request.country ?? '', request.text.toLowerCase()].join('\0')
      const known = cache.get(key)
      if (known !== undefined && known.until > now()) return known.found
      if (now() < pausedUntil || next - now() > longestWait_ms) return []
      const found = ask(request).catch((error: unknown) => {
        cache.delete(key)
        if (now() >= pausedUntil) log.warn('geocoder:', error instanceof Error ? error.message : error)
        pausedUntil = now() + pause_ms
        return []
      })
      // The oldest entry is the first one.
      if (cache.size >= max_entries) cache.delete(cache.keys().next().value!)
      cache.set(key, { until: now() + retention_ms, found })
      return found
    },
  }
}

function addressOf(url: URL, protocol: Protocol, request: AddressRequest): URL {
  const target = new URL(url)
  const query = protocol.query({ ...request, most: most * 2 })
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return target
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer_bytes) throw new Error('the geocoder’s answer is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const Served = z.enum(Object.keys(countryIds) as [CountryCode, ...CountryCode[]])

/** Keeps the addresses of the countries served, and of the asked one. */
function clip(found: readonly (Omit<Address, 'country_code'> & { country_code: string })[], country?: CountryCode) {
  return found
    .flatMap((address): Address[] => {
      const served = Served.safeParse(address.country_code.toUpperCase())
      return served.success ? [{ ...address, country_code: served.data }] : []
    })
    .filter(({ country_code }) => country === undefined || country_code === country)
    .slice(0, most)
}
