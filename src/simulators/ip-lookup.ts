import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

/** A location as reported by an IP location service. */
export interface Whereabouts {
  ip: string
  country_code: string
  country: string
  city: string
  region: string
  latitude: number
  longitude: number
  timezone: string
}

/** Example locations with documentation addresses (RFC 5737). */
const examples: Record<string, Whereabouts> = {
  NG: {
    ip: '203.0.113.7',
    country_code: 'NG',
    country: 'Nigeria',
    city: 'Lagos',
    region: 'Lagos',
    latitude: 6.4541,
    longitude: 3.3947,
    timezone: 'Africa/Lagos',
  },
  CA: {
    ip: '203.0.113.12',
    country_code: 'CA',
    country: 'Canada',
    city: 'Toronto',
    region: 'Ontario',
    latitude: 43.6532,
    longitude: -79.3832,
    timezone: 'America/Toronto',
  },
  SN: {
    ip: '203.0.113.25',
    country_code: 'SN',
    country: 'Senegal',
    city: 'Dakar',
    region: 'Dakar',
    latitude: 14.6928,
    longitude: -17.4467,
    timezone: 'Africa/Dakar',
  },
  US: {
    ip: '203.0.113.38',
    country_code: 'US',
    country: 'United States',
    city: 'New York',
    region: 'New York',
    latitude: 40.7128,
    longitude: -74.006,
    timezone: 'America/New_York',
  },
}

export interface IpLookupStandIn {
  /** In the specification's order. */
  urls: string[]
  /** Indexes of the requested services, in order. */
  readonly requests: readonly number[]
  /** Sets everybody's location; undefined uses the region of the browser's language. */
  place(where: Partial<Whereabouts> | undefined): void
  /**
   * Sets a service's behaviour: respond, refuse after too many requests, refuse browsers as ipwho.is does (403 without
   * CORS), report an unknown location, or never respond.
   */
  set(service: number, behaviour: Behaviour): void
  close(): Promise<void>
}

type Behaviour = 'answers' | 'refuses' | 'refuses_browsers' | 'knows_nothing' | 'hangs'
interface State {
  requests: number[]
  behaviours: Behaviour[]
  place: Partial<Whereabouts> | undefined
}

const newState = (): State => ({ requests: [], behaviours: ['answers', 'answers', 'answers'], place: undefined })

/** Starts the three IP location services on their own loopback port. */
export async function startIpLookup(): Promise<IpLookupStandIn> {
  const state = newState()
  const app = Fastify({ forceCloseConnections: true })
  const paths = mountIpLookup(app, state)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    urls: paths.map((path) => origin + path),
    requests: state.requests,
    place: (where) => {
      state.place = where
    },
    set: (service, behaviour) => {
      state.behaviours[service] = behaviour
    },
    close: () => app.close(),
  }
}

interface Service {
  path: string
  answer: (where: Whereabouts) => object
  unknown: object
  limited: object
}

/** ipapi.co, geojs.io and ipinfo.io, in their order and with their formats: a location, an unknown one, too many requests. */
const services: readonly Service[] = [
  {
    path: '/ip-lookup/1/json/',
    answer: ({ country, ...where }) => ({ ...where, country_name: country }),
    unknown: { ip: '127.0.0.1', error: true, reason: 'Reserved IP Address', reserved: true, version: 'IPv4' },
    limited: { error: true, reason: 'RateLimited', message: 'Visit https://ipapi.co/ratelimited/ for details' },
  },
  {
    path: '/ip-lookup/2/v1/ip/geo.json',
    answer: ({ latitude, longitude, ...where }) => ({
      ...where,
      latitude: String(latitude),
      longitude: String(longitude),
    }),
    unknown: { ip: '127.0.0.1', latitude: 'nil', longitude: 'nil', organization_name: 'Unknown', area_code: '0' },
    limited: { message: 'Too Many Requests' },
  },
  {
    path: '/ip-lookup/3/json',
    answer: ({ ip, country_code, city, region, latitude, longitude, timezone }) => {
      return { ip, country: country_code, city, region, loc: `${latitude},${longitude}`, timezone }
    },
    unknown: { ip: '127.0.0.1', bogon: true },
    limited: { status: 429, error: { title: 'Rate limit exceeded', message: 'Upgrade to increase your usage limits' } },
  },
]

/** Adds the services, each with its own response format; returns their paths. */
export function mountIpLookup(app: FastifyInstance, state: State = newState()): string[] {
  for (const [index, { path, answer, unknown, limited }] of services.entries()) {
    app.get(path, async (request, reply) => {
      state.requests.push(index)
      void reply.header('cache-control', 'no-store')
      const behaviour = state.behaviours[index]
      if (behaviour === 'refuses_browsers' && request.headers.origin !== undefined)
        return reply.code(403).send({ success: false, message: 'CORS is not supported on the Free plan' })
      void reply.header('access-control-allow-origin', '*')
      if (behaviour === 'hangs') return reply.hijack()
      if (behaviour === 'refuses') return reply.code(429).send(limited)
      if (behaviour === 'knows_nothing') return unknown
      return answer({ ...byLanguage(request), ...state.place })
    })
  }
  return services.map(({ path }) => path)
}

/** Loopback addresses have no location, so use the region of the first byRegion language (`en-CA`), else Nigeria. */
function byLanguage(request: FastifyRequest): Whereabouts {
  const regions = (request.headers['accept-language'] ?? '').matchAll(/\b[a-z]{2}-([A-Z]{2})\b/g)
  const byRegion = [...regions].map(([, region]) => examples[region!]).find((where) => where !== undefined)
  return byRegion ?? examples['NG']!
}
