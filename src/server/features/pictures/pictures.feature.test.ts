import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cityPictures,
  type CityPicture,
  cityPictureUrl,
  parkPictures,
  type ParkPicture,
  parkPictureUrl,
} from '#contract/pictures/pictures.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
/** Where the packed map has streets, and where it has none but a coast. */
const boston = { lat: 42.3555, lng: -71.0602 }
const dakar = { lat: 14.6708, lng: -17.4381 }
const parks: Record<string, TestPark & { lat: number; lng: number }> = {}

beforeAll(async () => {
  world = await createWorld()
  for (const [name, at, country_code] of [
    ['inner', boston, 'US'],
    ['beside it', { lat: boston.lat + 0.001, lng: boston.lng }, 'US'],
    ['coast', dakar, 'SN'],
  ] as const)
    parks[name] = { ...at, ...(await world.buildPark({ name, ...at, country_code, capacity: 120 })) }
}, 60_000)
afterAll(() => world.close())

const draw = async (url: string) => {
  const { statusCode, headers, body } = await world.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
  return { status: statusCode, headers, body }
}

test('a city is drawn from its streets and car parks, in at most 10 kB', async () => {
  for (const picture of Object.keys(cityPictures) as CityPicture[])
    for (const at of [boston, dakar]) {
      const { status, headers, body } = await draw(cityPictureUrl(at, picture))
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(body).toMatch(/^<svg [^>]+>.+<\/svg>$/)
      const size = picture === 'card' ? Buffer.byteLength(body) : brotliCompressSync(body).length
      expect(size, picture).toBeLessThanOrEqual(10_000)
      // Its car parks, by their size.
      expect(body).toMatch(/class="y" stroke-width="[\d.]+"/)
      expect(body.includes('class="c"'), 'main streets').toBe(at === boston)
    }
})

test('a car park is drawn with its streets, or with coast and a scale bar where there are none', async () => {
  const sizes = Object.keys(parkPictures) as ParkPicture[]
  for (const picture of sizes) {
    const inner = await draw(parkPictureUrl(parks['inner']!, picture, undefined))
    const coast = await draw(parkPictureUrl(parks['coast']!, picture, undefined))
    expect([inner.status, coast.status]).toEqual([200, 200])
    expect(Math.max(inner.body.length, coast.body.length)).toBeLessThanOrEqual(picture === 'small' ? 6_000 : 12_000)
    expect(inner.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(inner.body).toMatch(/<use href="#r"/)
    // The neighbour is 111 m away.
    expect(inner.body).toContain('class="n"')
    expect(coast.body).not.toContain('<use')
    expect(coast.body).toContain('500\u00a0m</text>')
  }
})

test('a dotted line leads to the destination, or towards it', async () => {
  const { lat, lng } = boston
  const inside = await draw(parkPictureUrl(parks['inner']!, 'small', { lat: lat + 0.001, lng: lng + 0.001 }))
  const outside = await draw(parkPictureUrl(parks['inner']!, 'small', { lat: lat + 0.02, lng }))
  const none = await draw(parkPictureUrl(parks['inner']!, 'small', undefined))
  expect(inside.body).toMatch(/class="k" d=".+class="z"/)
  expect(outside.body).toMatch(/class="k" d=".+class="h"/)
  expect(none.body).not.toContain('class="k"')
})

test('two servers draw the same', async () => {
  const urls = [
    ...Object.keys(cityPictures).map((picture) => cityPictureUrl(boston, picture as CityPicture)),
    ...Object.keys(parkPictures).map((picture) => parkPictureUrl(parks['inner']!, picture as ParkPicture, dakar)),
    parkPictureUrl(parks['coast']!, 'wide', boston),
  ]
  const first = await Promise.all(urls.map(draw))
  const { servePictures } = await import('./routes.ts')
  const { default: fastify } = await import('fastify')
  const other = fastify()
  servePictures(other, world.deps)
  for (const [n, url] of urls.entries()) expect((await other.inject(url)).body).toBe(first[n]!.body)
  await other.close()
})

test('other addresses are no pictures', async () => {
  const { id } = parks['inner']!
  for (const url of [
    '/pictures/cities/42.3555,-71.0602/card.svg',
    '/pictures/cities/91,0/card.svg',
    '/pictures/cities/42.356,-71.06/huge.svg',
    '/pictures/cities/42.356,-71.06/constructor.svg',
    `/pictures/parks/${id}/card.svg`,
    `/pictures/parks/${id}/small.svg?to=north`,
    `/pictures/parks/${id}/small.svg?to=1,2&to=3,4`,
    `/pictures/parks/${crypto.randomUUID()}/small.svg`,
    '/pictures/parks/none/small.svg',
  ])
    expect((await draw(url)).status, url).toBe(404)
})
