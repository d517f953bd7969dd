import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

/** Somewhere on earth, as a service that knows addresses tells it. */
export type Whereabouts = {
  ip: string
  country_code: string
  country: string
  city: string
  region: string
  latitude: number
  longitude: number
  timezone: string
}

/** Addresses set aside for examples (RFC 5737). */
const examples: Record<string, Whereabouts> = {
  NG: whereabouts('203.0.113.7', 'NG', 'Nigeria', 'Lagos', 'Lagos', 6.4541, 3.3947, 'Africa/Lagos'),
  CA: whereabouts('203.0.113.12', 'CA', 'Canada', 'Toronto', 'Ontario', 43.6532, -79.3832, 'America/Toronto'),
  SN: whereabouts('203.0.113.25', 'SN', 'Senegal', 'Dakar', 'Dakar', 14.6928, -17.4467, 'Africa/Dakar'),
  US: whereabouts('203.0.113.38', 'US', 'United States', 'New York', 'New York', 40.7128, -74.006, 'America/New_York'),
}

export type IpLookupStandIn = {
  /** In the order of the specification's three services. */
  urls: string[]
  /** Which of them were asked, in order. */
  readonly asked: readonly number[]
  /** Where everybody is from now on; undefined goes by the region of the browser's language again. */
  place(where: Partial<Whereabouts> | undefined): void
  /** What a service does from now on: answers, refuses, says that it does not know, or never answers. */
  set(service: number, manner: Manner): void
  close(): Promise<void>
}

type Manner = 'answers' | 'refuses' | 'knows_nothing' | 'hangs'
type Office = { asked: number[]; manners: Manner[]; place: Partial<Whereabouts> | undefined }

const newOffice = (): Office => ({ asked: [], manners: ['answers', 'answers', 'answers'], place: undefined })

/** The three services that tell a browser where it is, on a loopback port of their own. */
export async function startIpLookup(): Promise<IpLookupStandIn> {
  const office = newOffice()
  const app = Fastify({ forceCloseConnections: true })
  const paths = mountIpLookup(app, office)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    urls: paths.map((path) => origin + path),
    asked: office.asked,
    place: (where) => {
      office.place = where
    },
    set: (service, manner) => {
      office.manners[service] = manner
    },
    close: () => app.close(),
  }
}

/** Each service answers in the shape of its own; gives their paths. */
export function mountIpLookup(app: FastifyInstance, office: Office = newOffice()): string[] {
  const shapes: [string, (where: Whereabouts) => object, object][] = [
    ['/ip-lookup/1/json/', ({ country, ...where }) => ({ ...where, country_name: country }), { error: true }],
    ['/ip-lookup/2/', (where) => ({ success: true, ...where, timezone: { id: where.timezone } }), { success: false }],
    [
      '/ip-lookup/3/json',
      ({ ip, country_code, city, region, latitude, longitude, timezone }) => {
        return { ip, country: country_code, city, region, loc: `${latitude},${longitude}`, timezone }
      },
      { bogon: true },
    ],
  ]
  for (const [service, [path, told, unknown]] of shapes.entries()) {
    app.get(path, async (request, reply) => {
      office.asked.push(service)
      void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
      const manner = office.manners[service]
      if (manner === 'hangs') return reply.hijack()
      if (manner === 'refuses') return reply.code(429).send(unknown)
      if (manner === 'knows_nothing') return unknown
      return told({ ...byLanguage(request), ...office.place })
    })
  }
  return shapes.map(([path]) => path)
}

/** No address says anything on loopback; the region of a language (`en-CA`) is the next best, else Nigeria. */
function byLanguage(request: FastifyRequest): Whereabouts {
  const regions = (request.headers['accept-language'] ?? '').matchAll(/\b[a-z]{2}-([A-Z]{2})\b/g)
  const known = [...regions].map(([, region]) => examples[region!]).find((where) => where !== undefined)
  return known ?? examples['NG']!
}

function whereabouts(
  ip: string,
  country_code: string,
  country: string,
  city: string,
  region: string,
  latitude: number,
  longitude: number,
  timezone: string,
): Whereabouts {
  return { ip, country_code, country, city, region, latitude, longitude, timezone }
}
