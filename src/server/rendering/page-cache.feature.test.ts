import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateEvent } from '#contract/events/events.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { PAGE_CACHE_SECONDS: '10' } })
})
afterAll(() => world.close())

const open = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

/** Opens a private event, as a guest's browser does, and returns the cookie with its grant. */
async function openAsGuest(code: string): Promise<string> {
  const { headers } = await world.call(openPrivateEvent, { body: { code } })
  return String(headers['set-cookie']).split(';')[0]!
}

test('sends the same page again for its lifetime, and then a new one', async () => {
  const first = await open('/about')
  const again = await open('/about')
  expect(again.body).toBe(first.body)
  expect(again.headers).toMatchObject({ etag: first.headers['etag'], 'cache-control': 'no-cache' })
  world.clock.advance(1)
  expect((await open('/about')).headers['etag']).not.toBe(first.headers['etag'])
})

test('answers 304 without a body to a browser that has the page', async () => {
  const { headers } = await open('/terms')
  const again = await open('/terms', { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(again.headers).toMatchObject({
    etag: headers['etag'],
    vary: expect.stringContaining('accept-language') as string,
  })
  expect((await open('/terms', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

test('keeps languages and countries apart', async () => {
  const languageOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1]
  const english = await open('/events', { 'accept-language': 'en' })
  const french = await open('/events', { 'accept-language': 'fr' })
  const chosen = await open('/events', { 'accept-language': 'en', cookie: 'language=fr' })
  expect([english, french, chosen].map(({ body }) => languageOf(body))).toEqual(['en', 'fr', 'fr'])
  expect(french.headers['etag']).not.toBe(english.headers['etag'])
  // A cache that stored the French page must not give it to an English reader.
  const revalidated = await open('/events', {
    'accept-language': 'en',
    'if-none-match': String(french.headers['etag']),
  })
  expect([revalidated.statusCode, languageOf(revalidated.body)]).toEqual([200, 'en'])
  for (const { headers } of [english, french, chosen]) expect(headers['vary']).toMatch(/accept-language(.*)cookie/)
})

test('asks visitors to log in at once, and nobody who is signed in', async () => {
  const prompt = 'Please login to view your account'
  for (const path of ['/wallet', '/orders', '/notifications', '/documents']) {
    const [visitor, driver] = [await open(path), await open(path, { cookie: 'signed_in=1' })]
    expect(visitor.body).toContain(prompt)
    expect(driver.body).not.toContain(prompt)
    expect((await open(path)).body).toBe(visitor.body)
  }
})

test('shares nothing between a guest of a private event and other visitors', async () => {
  const { event_code } = await buildEvent(world, { name: 'Secret wedding', private_code: 'ROSE-GARDEN-42' })
  const guest = { cookie: await openAsGuest('ROSE-GARDEN-42') }
  const other = { cookie: 'language=en' }
  const page = `/event/${event_code}`
  for (const round of ['first', 'second']) {
    const shown = await open(page, guest)
    expect([round, shown.statusCode, shown.body.includes('Secret wedding')]).toEqual([round, 200, true])
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(shown.headers['etag']).toBeUndefined()
    for (const headers of [other, {}]) {
      const hidden = await open(page, headers)
      expect([round, hidden.statusCode, hidden.body.includes('Secret wedding')]).toEqual([round, 404, false])
    }
  }
  for (const url of ['/', '/events']) {
    const seen = await open(url, guest)
    expect(seen.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
    expect(seen.headers['etag']).toBeUndefined()
    expect((await open(url, other)).body).not.toContain('Secret wedding')
  }
})

test('sends a page whose data fail as a frame that asks for them itself, and does not keep it', async () => {
  const key = 'GET /api/v1/front/events'
  const mounted = world.app.mounted.get(key)!
  world.app.mounted.set(key, { ...mounted, handler: () => Promise.reject(new Error('broken')) })
  const { statusCode, headers, body } = await open('/events?country=SN')
  expect([statusCode, headers['retry-after'], headers['etag']]).toEqual([503, '5', undefined])
  expect(body).toMatch(/^<!doctype html>.*role="progressbar"/s)
  world.app.mounted.set(key, mounted)
  expect((await open('/events?country=SN')).statusCode).toBe(200)
})

test('does not keep what does not exist', async () => {
  const { statusCode, headers } = await open('/no-such-page')
  expect([statusCode, headers['etag']]).toEqual([404, undefined])
})
