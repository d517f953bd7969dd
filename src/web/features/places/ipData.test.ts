import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ipLookups } from '#server/providers/geo/ip-lookups.ts'
import { type IpLookupStandIn, startIpLookup } from '#simulators/ip-lookup.ts'
import { parseIpResponse } from './ipData.ts'

let lookup: IpLookupStandIn
beforeAll(async () => {
  lookup = await startIpLookup()
})
afterAll(() => lookup.close())

const origin = 'https://parkwell.example'
const ask = (service: number) => fetch(lookup.urls[service]!, { headers: { origin, 'accept-language': 'en-CA' } })
const read = async (response: Response) => parseIpResponse(await response.json(), 'x', 0)

test.each([0, 1, 2])('service %d locates a browser, and may know nothing or refuse', async (service) => {
  lookup.set(service, 'answers')
  const answer = await ask(service)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await read(answer)).toMatchObject({
    ip: '203.0.113.12',
    location: { countryCode: 'CA', city: 'Toronto', region: 'Ontario', latitude: 43.6532, timezone: 'America/Toronto' },
  })
  for (const [behaviour, status] of [
    ['knows_nothing', 200],
    ['refuses', 429],
    ['refuses_browsers', 403],
  ] as const) {
    lookup.set(service, behaviour)
    const refusal = await ask(service)
    expect(refusal.status).toBe(status)
    expect(refusal.headers.has('access-control-allow-origin')).toBe(behaviour !== 'refuses_browsers')
    expect(await read(refusal)).toBeUndefined()
  }
})

test('asks three services in production that answer browsers', () => {
  const hosts = ipLookups(
    readConfig({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://parkwell.example',
      DATABASE_URL: 'postgres://db/parkwell',
    }),
    undefined,
  ).map((address) => new URL(address).host)
  expect(hosts).toEqual(['ipapi.co', 'get.geojs.io', 'ipinfo.io'])
})
