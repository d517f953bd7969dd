import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** Addresses that the stand-in knows, in the four countries and one outside them. */
const known = [
  ['290', 'Bremner Boulevard', 'Toronto', 'Ontario', 'ca', 43.6426, -79.3871],
  ['20', 'West 34th Street', 'New York', 'New York', 'us', 40.7484, -73.9857],
  ['23', 'Allen Avenue', 'Ikeja', 'Lagos', 'ng', 6.6018, 3.3515],
  ['10', 'Avenue Cheikh Anta Diop', 'Dakar', 'Dakar', 'sn', 14.6928, -17.4634],
  ['10', 'Allen Avenue', 'London', 'England', 'gb', 51.58, -0.09],
] as const

export interface GeocoderStandIn {
  photon: string
  nominatim: string
  /** What was asked, in order. */
  readonly requests: { path: string; query: Record<string, string>; agent: string }[]
  /** The status of further answers; 200 at first. */
  answerWith(status: number): void
  close(): Promise<void>
}

/** Starts a geocoder on a loopback port that speaks the protocols of Photon and Nominatim. For tests only. */
export async function startGeocoder(): Promise<GeocoderStandIn> {
  const requests: GeocoderStandIn['requests'] = []
  let status = 200
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const query = request.query as Record<string, string>
    requests.push({ path: pathname, query, agent: request.headers['user-agent'] ?? '' })
    if (status !== 200) await reply.code(status).send({ message: 'not now' })
  })
  const find = (q: string) => {
    const words = q.toLowerCase().split(/[\s,]+/)
    return known.filter((address) => words.every((word) => address.join(' ').toLowerCase().includes(word)))
  }
  app.get<{ Querystring: { q: string } }>('/photon/api', async ({ query }) => ({
    type: 'FeatureCollection',
    features: find(query.q).map(([housenumber, street, city, state, code, lat, lng]) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { osm_type: 'N', type: 'house', housenumber, street, city, state, countrycode: code.toUpperCase() },
    })),
  }))
  app.get<{ Querystring: { q: string; countrycodes: string } }>('/nominatim/search', async ({ query }) =>
    find(query.q)
      .filter(([, , , , code]) => query.countrycodes.split(',').includes(code))
      .map(([house_number, road, city, state, country_code, lat, lon]) => ({
        lat: String(lat),
        lon: String(lon),
        name: '',
        addresstype: 'place',
        address: { house_number, road, city, state, country_code },
      })),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    photon: `${origin}/photon/api`,
    nominatim: `${origin}/nominatim/search`,
    requests,
    answerWith: (next) => {
      status = next
    },
    close: () => app.close(),
  }
}
