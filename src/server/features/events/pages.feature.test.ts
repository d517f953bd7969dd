import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEvent, type EventOptions } from '#test/kits/events-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text]) => JSON.parse(text!) as Record<string, unknown>,
  )
const own = 'http://127.0.0.1:3000'

describe('the page of an event', () => {
  test('is server-rendered with parks nearby and schema.org data', async () => {
    const park = await world.buildPark({ name: 'Around the hall', lat: 48, lng: -90 })
    const { event_code } = await buildEvent(world, { name: 'Night & <Day>', kind: 'theatre', lat: 48, lng: -90 })
    const { body, statusCode } = await get(`/event/${event_code}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Night &amp; &lt;Day&gt; | Parkwell</title>')
    expect(body).toContain(`<link rel="canonical" href="${own}/event/${event_code}" />`)
    expect(body).toMatch(/Saturday,? 5 December 2026 at 19:30/)
    expect(body).toMatch(new RegExp(`href="[^"]*${park.slug}[^"]*event=${event_code}"`))
    expect(body).toMatch(/CAD\s[\d.]+/)
    expect(dataOf(body).find((data) => data['@type'] === 'TheaterEvent')).toMatchObject({
      name: 'Night & <Day>',
      startDate: '2026-12-06T00:30:00.000Z',
      doorTime: '2026-12-05T23:30:00.000Z',
      eventStatus: 'https://schema.org/EventScheduled',
      location: { name: 'Test Hall', address: { addressLocality: 'Toronto', addressCountry: 'CA' } },
    })
    const french = (await get(`/event/${event_code}?lang=fr`)).body
    expect(french).toContain('samedi 5 décembre 2026')
    expect(french).toContain('<title>Concert de printemps | Parkwell</title>')
  })

  test('marks cancelled events and examples in the structured data', async () => {
    const cancelled = await buildEvent(world, { state: 'cancelled' })
    const example = await buildEvent(world, { example: 'test' })
    const typed = async (code: string) =>
      dataOf((await get(`/event/${code}`)).body).find((data) => 'eventStatus' in data)!
    expect((await typed(cancelled.event_code))['eventStatus']).toBe('https://schema.org/EventCancelled')
    expect((await typed(example.event_code))['disambiguatingDescription']).toContain('example')
  })

  test('returns 404 for an unknown event, also on the page for choosing a park', async () => {
    for (const url of ['/event/E22222222', '/booking/event/E22222222', '/event/%00']) {
      const { statusCode, body } = await get(url)
      expect([url, statusCode]).toEqual([url, 404])
      expect(body).toContain('noindex')
    }
  })
})

describe('the sitemap', () => {
  const eventOptions: Record<string, EventOptions> = {
    real: { name: 'Real one' },
    example: { name: 'Example one', example: 'sitemap' },
    hidden: { name: 'Hidden one', private_code: 'HIDDEN-FROM-ALL-1' },
    draft: { name: 'Draft one', state: 'draft' },
    over: {
      name: 'One that is over',
      doors_at: '2026-11-01T18:00:00Z',
      starts_at: '2026-11-01T18:00:00Z',
      ends_at: '2026-11-01T20:00:00Z',
    },
  }

  test('lists real, public, upcoming events only', async () => {
    const codes: Record<string, string> = {}
    for (const [name, event] of Object.entries(eventOptions)) codes[name] = (await buildEvent(world, event)).event_code
    expect((await get('/sitemap.xml')).body).toContain(`${own}/sitemaps/events.xml`)
    const listed = (await get('/sitemaps/events.xml')).body
    const inList = Object.keys(codes).filter((name) => listed.includes(`/event/${codes[name]}<`))
    expect(inList).toEqual(['real'])
    const indexed: string[] = []
    for (const [name, code] of Object.entries(codes))
      if (!(await get(`/event/${code}`)).body.includes('noindex')) indexed.push(name)
    expect(indexed).toEqual(['real'])
    expect((await get('/sitemaps/pages.xml')).body).toContain(`${own}/events?country=SN`)
  })
})

describe('the list', () => {
  test('links to every event across pages and is in the sitemap once per country', async () => {
    const first = await buildEvent(world, { country_code: 'NG', city: 'Lagos', timezone: 'Africa/Lagos' })
    for (let n = 0; n < 20; n += 1)
      await buildEvent(world, {
        country_code: 'NG',
        starts_at: '2026-12-20T18:00:00Z',
        ends_at: '2026-12-20T20:00:00Z',
      })
    const { body } = await get('/events?country=NG')
    expect(body).toMatch(/<h1[^>]*>Upcoming events in Nigeria<\/h1>/)
    expect(body).toContain(`href="/event/${first.event_code}"`)
    expect(body).toContain(`<link rel="canonical" href="${own}/events?country=NG" />`)
    expect(body).toContain('href="/events?country=NG&amp;page=2"')
    expect((await get('/events?country=NG&page=2')).statusCode).toBe(200)
    expect((await get('/events?country=NG&page=3')).statusCode).toBe(404)
    expect((await get('/events?country=XX')).statusCode).toBe(404)
    expect((await get('/events?country=NG&kind=match')).body).toContain('noindex')
  })
})
