import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBooking, createQuote } from '#contract/bookings/bookings.ts'
import { examplePrivateCode, getEvent, listEventParks, listEvents, openPrivateEvent } from '#contract/events/events.ts'
import { suggest } from '#contract/places/places.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on' } })
})
// Past the period in which wrong codes count.
beforeEach(() => world.clock.advance(20))
afterAll(() => world.close())

const open = (code: unknown, headers: Record<string, string> = {}) =>
  world.call(openPrivateEvent, { body: { code }, headers })
const secret = (code: string) => buildEvent(world, { venue: 'Hidden House', private_code: code })
const page = (event_code: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url: `/event/${event_code}`, headers })

describe('a private event', () => {
  test('opens with its code: the endpoint with a grant, the page with a cookie', async () => {
    const { event_code } = await secret('ROSE-GARDEN-42')
    const { status, body, headers } = await open('  rose garden 42 ')
    expect(status).toBe(200)
    expect(body.event).toMatchObject({ event_code, is_private: true, venue: 'Hidden House' })
    expect(new Date(body.expires_at).getTime()).toBe(world.clock.now.getTime() + 6 * 60 * 60_000)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/; Max-Age=21600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(headers['cache-control']).toBe('private, no-store')
    const params = { event_code }
    const shown = { cookie: cookie.split(';')[0]! }
    for (const with_grant of [{ 'event-grant': body.grant }, shown]) {
      const seen = await world.call(getEvent, { params, headers: with_grant })
      expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect((await world.call(listEventParks, { params, query: {}, headers: with_grant })).status).toBe(200)
    }
    const html = await page(event_code, shown)
    expect(html.statusCode).toBe(200)
    expect(html.body).toContain('Spring concert')
    expect(html.body).toContain('<meta name="robots" content="noindex" />')
    expect(html.headers['cache-control']).toBe('private, no-store')
  })

  test('is hidden without it in every endpoint, page, list, sitemap and suggestion', async () => {
    const { event_code } = await secret('NOWHERE-TO-BE-SEEN')
    const none = await world.call(getEvent, { params: { event_code: 'E22222222' } })
    const shown: Record<string, string>[] = [
      {},
      { 'event-grant': 'EG1.e30.AAAA' },
      { cookie: `event_grant_${event_code}=x` },
    ]
    for (const headers of shown) {
      const hidden = await world.call(getEvent, { params: { event_code }, headers })
      expect({ ...hidden.problem, request_id: '' }).toEqual({ ...none.problem, request_id: '' })
      expect((await world.call(listEventParks, { params: { event_code }, query: {}, headers })).status).toBe(404)
    }
    const [hidden, missing] = [await page(event_code), await page('E22222222')]
    expect([hidden.statusCode, missing.statusCode]).toEqual([404, 404])
    const withoutCode = (body: string, code: string) => body.replaceAll(code, '')
    expect(withoutCode(hidden.body, event_code)).toBe(withoutCode(missing.body, 'E22222222'))
    const { body: listed } = await world.call(listEvents, { query: { size: 100 } })
    expect(listed.items.filter((event) => event.event_code === event_code)).toEqual([])
    expect((await world.call(listEvents, { query: { text: 'hidden house' } })).body.total).toBe(0)
    const suggested = await world.call(suggest, { query: { q: 'Hidden House' } })
    expect(JSON.stringify(suggested.body)).not.toContain('Hidden')
    for (const url of ['/events', '/sitemap.xml', '/sitemaps/pages.xml'])
      expect((await world.app.inject(url)).body).not.toContain(event_code)
  })

  test('a grant is limited to its event, expires and can’t be forged', async () => {
    const ownEvent = await secret('FIRST-CODE-OF-TWO')
    const other = await secret('SECOND-CODE-OF-TWO')
    const { grant } = (await open('first code of two')).body
    const status = async (event_code: string, text: string) =>
      (await world.call(getEvent, { params: { event_code }, headers: { 'event-grant': text } })).status
    const [version, content, signature] = grant.split('.')
    const forged = Buffer.from(JSON.stringify({ c: other.event_code, e: 9_999_999_999 })).toString('base64url')
    expect(await status(ownEvent.event_code, grant)).toBe(200)
    expect(await status(other.event_code, grant)).toBe(404)
    for (const text of [
      `${version}.${forged}.${signature}`,
      `${version}.${content}`,
      `${version}.${content}.`,
      `${version}.e30.${signature}`,
      '..',
      grant.slice(0, -3),
    ])
      expect([text, await status(text.includes(forged) ? other.event_code : ownEvent.event_code, text)]).toEqual([
        text,
        404,
      ])
    world.clock.advance(6 * 60 - 1)
    expect(await status(ownEvent.event_code, grant)).toBe(200)
    world.clock.advance(1)
    expect(await status(ownEvent.event_code, grant)).toBe(404)
  })

  test('can’t be quoted or booked without the grant', async () => {
    const { event_code } = await secret('GUESTS-OF-THE-HOUSE')
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const times = { start_time: '2026-12-05T22:30:00Z', end_time: '2026-12-06T04:15:00Z' }
    const quoted = { park_id: park.id, ...times, event_code }
    const booked = { ...quoted, plate: 'GUEST 1' }
    const refused = [
      await world.call(createQuote, { body: quoted }),
      await world.call(createBooking, { token: driver.token, body: booked }),
    ]
    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual([
      [404, 'event_not_found'],
      [404, 'event_not_found'],
    ])
    const headers = { 'event-grant': (await open('GUESTS-OF-THE-HOUSE')).body.grant }
    expect((await world.call(createQuote, { body: quoted, headers })).body.event).toMatchObject({ event_code })
    const made = await world.call(createBooking, { token: driver.token, body: booked, headers })
    expect([made.status, made.body.event?.event_code]).toEqual([201, event_code])
  })
})

describe('wrong codes', () => {
  test('get the response for an unknown event', async () => {
    const { event_code } = await secret('ONE-ANSWER-FOR-ALL')
    const pastEvent = await buildEvent(world, {
      private_code: 'OVER-AND-DONE-1',
      doors_at: '2026-11-01T18:00:00Z',
      starts_at: '2026-11-01T18:00:00Z',
      ends_at: '2026-11-01T20:00:00Z',
    })
    await buildEvent(world, { private_code: 'NOT-YET-SHOWN-1', state: 'draft' })
    const wrong = [
      'WRONG',
      event_code,
      pastEvent.event_code,
      'OVER-AND-DONE-1',
      'NOT-YET-SHOWN-1',
      '%',
      "' or 1=1 --",
      '---',
    ]
    const responses = new Set<string>()
    for (const code of wrong) {
      const { status, problem, headers } = await open(code)
      expect([code, status, headers['set-cookie']]).toEqual([code, 404, undefined])
      responses.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    const none = await world.call(getEvent, { params: { event_code: 'E22222222' } })
    expect([...responses]).toEqual([JSON.stringify({ ...none.problem, request_id: '' })])
  })

  test('are limited to ten in 15 minutes, after which the right code is refused too', async () => {
    await secret('TEN-TRIES-AND-OUT')
    for (let n = 0; n < 10; n += 1) expect((await open(`GUESS-${n}`)).status).toBe(404)
    const stopped = await open('TEN-TRIES-AND-OUT')
    expect([stopped.status, stopped.problem.code]).toEqual([429, 'rate_limited'])
    expect(Number(stopped.headers['retry-after'])).toBe(15 * 60)
    world.clock.advance(15)
    expect((await open('TEN-TRIES-AND-OUT')).status).toBe(200)
  })

  test('are counted when sent concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => open(`AT-ONCE-${n}`)))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('do not include right codes in the count', async () => {
    await secret('AS-OFTEN-AS-YOU-LIKE')
    for (let n = 0; n < 15; n += 1) expect((await open('AS-OFTEN-AS-YOU-LIKE')).status).toBe(200)
    expect((await open('WRONG-AFTER-ALL')).status).toBe(404)
  })

  test.each([[''], ['   '], ['x'.repeat(61)], [7], [null]])('rejects %j as a code', async (code) => {
    expect((await open(code)).status).toBe(422)
  })
})

// Last, because it advances the clock past all other tests.
test('the demo’s private event opens with its code, also after it is renewed', async () => {
  await writeExampleEvents(world.db, world.clock.now)
  const first = (await open(examplePrivateCode)).body.event
  expect(first).toMatchObject({ is_example: true, is_private: true })
  world.clock.advance(30 * 24 * 60)
  expect((await open(examplePrivateCode)).status).toBe(404)
  await writeExampleEvents(world.db, world.clock.now)
  expect((await open(examplePrivateCode)).body.event.event_code).not.toBe(first.event_code)
})
