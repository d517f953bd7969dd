import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settings } from '#server/settings.ts'
import { startGeocoder, type GeocoderStandIn } from '#simulators/geocoder.ts'
import { createGeocoder } from './geocoder.ts'

let standIn: GeocoderStandIn
beforeAll(async () => {
  standIn = await startGeocoder()
})
afterAll(() => standIn.close())
afterEach(() => {
  standIn.answerWith(200)
  standIn.requests.length = 0
})

/** A geocoder whose time passes only where a test says so; it waits without delay. */
function create(url: string, perSecond = 1) {
  const clock = { ms: 0, waited: 0 }
  const warnings: unknown[][] = []
  const geocoder = createGeocoder(
    { GEOCODER_URL: url, GEOCODER_PER_SECOND: perSecond, PUBLIC_URL: 'https://parkwell.example' },
    { warn: (...parts: unknown[]) => warnings.push(parts) },
    {
      fetch,
      now: () => clock.ms,
      wait: async (ms) => {
        clock.waited += ms
      },
    },
  )!
  const find = async (text: string, country?: 'CA' | 'NG' | 'US' | 'SN') =>
    (await geocoder.findAddresses({ text, language: 'en', country })).map(({ name, city }) => `${name}, ${city}`)
  return { find, clock, warnings }
}

const protocols = ['photon', 'nominatim'] as const

test.each(protocols)('finds an address through %s, naming the product', async (protocol) => {
  const { find } = create(standIn[protocol])
  expect(await find('290 bremner', 'CA')).toEqual(['290 Bremner Boulevard, Toronto'])
  const [request] = standIn.requests
  expect(request?.agent).toBe('Parkwell (https://parkwell.example)')
  expect(request?.query).toMatchObject(
    protocol === 'photon'
      ? { q: '290 bremner', lang: 'en', bbox: '-141.1,41.6,-52.5,83.2' }
      : { q: '290 bremner', format: 'jsonv2', addressdetails: '1', countrycodes: 'ca' },
  )
})

test.each(protocols)('leaves out addresses of other countries than the asked ones (%s)', async (protocol) => {
  const { find, clock } = create(standIn[protocol])
  expect(await find('allen avenue', 'NG')).toEqual(['23 Allen Avenue, Ikeja'])
  clock.ms += 10_000
  expect(await find('allen avenue', 'US')).toEqual([])
  clock.ms += 10_000
  expect(await find('allen avenue')).toEqual(['23 Allen Avenue, Ikeja'])
})

test('keeps answers for a day, and asks once for concurrent requests', async () => {
  const { find, clock } = create(standIn.photon)
  await Promise.all([find('290 Bremner', 'CA'), find('290 bremner', 'CA')])
  clock.ms += 23 * 3_600_000
  await find('290 bremner', 'CA')
  expect(standIn.requests).toHaveLength(1)
  clock.ms += 2 * 3_600_000
  await find('290 bremner', 'CA')
  expect(standIn.requests).toHaveLength(2)
})

test('asks once a second, and not at all where it would wait too long', async () => {
  const { find, clock } = create(standIn.nominatim)
  await find('290 bremner')
  expect(clock.waited).toBe(0)
  expect(await find('20 west 34th')).toEqual(['20 West 34th Street, New York'])
  expect(clock.waited).toBe(1_000)
  expect(await find('10 avenue')).toEqual([])
  expect(standIn.requests).toHaveLength(2)
  clock.ms += 2_000
  expect(await find('10 avenue')).toEqual(['10 Avenue Cheikh Anta Diop, Dakar'])
})

test.each([429, 503])('pauses after %d, says so once, and does not keep the failure', async (status) => {
  const { find, clock, warnings } = create(standIn.photon)
  standIn.answerWith(status)
  expect(await find('290 bremner')).toEqual([])
  clock.ms += 5_000
  expect(await find('290 bremner')).toEqual([])
  expect(standIn.requests).toHaveLength(1)
  expect(warnings).toEqual([['geocoder:', `the geocoder answered ${status}`]])
  standIn.answerWith(200)
  clock.ms += 30_000
  expect(await find('290 bremner')).toEqual(['290 Bremner Boulevard, Toronto'])
})

test('is off without an address, and refuses one of neither protocol', () => {
  const nothing = { GEOCODER_URL: undefined, GEOCODER_PER_SECOND: 1, PUBLIC_URL: undefined }
  expect(createGeocoder(nothing, console)).toBeUndefined()
  expect(settings.GEOCODER_URL.safeParse('https://example.com/geocode').success).toBe(false)
  expect(settings.GEOCODER_URL.safeParse('https://photon.komoot.io/api/').success).toBe(true)
})
