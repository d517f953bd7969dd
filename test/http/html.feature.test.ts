import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { buildEvent } from '#test/kits/events-kit.ts'
import { buildPlaces } from '#test/kits/parks-kit.ts'
import { inTurn, isInTurn } from '#test/kits/rounds.ts'
import { buildBranch } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
/** The slug of a branch without items. */
let branch: string
/** Where the places are. */
const here = { lat: 44.2, lng: -79.38 }
beforeAll(async () => {
  world = await createWorld()
  await world.buildPark({ name: 'Next door', ...here })
  const place = { country_code: 'CA', state: 'CA-ON', ...here, weight: 0.5 } as const
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = (await buildBranch(world, token, { country_code: 'US' })).slug
  const kinds = ['airport', 'city', 'stadium', 'station'] as const
  await buildPlaces(
    world,
    kinds.map((kind) => ({ ...place, kind, name: `Here & <${kind}>`, slug: `here-${kind}` })),
  )
  await buildPlaces(world, [{ ...place, kind: 'city', name: 'Far', slug: 'far-ca-on', lat: 55, lng: -90 }])
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const descriptionOf = (html: string) => /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text]) => JSON.parse(text!) as Record<string, unknown>,
  )
const dataOfType = (html: string, type: string) => dataOf(html).find((data) => data['@type'] === type)
/** What can be read without scripts: the rendered page, or the plain one of a page that the browser renders. */
const readableOf = (html: string) =>
  (/<noscript>([^]*)<\/noscript>/.exec(html) ??
    /<div id="root">([^]*)<script type="application\/json"/.exec(html))?.[1] ?? ''
const own = 'http://127.0.0.1:3000'

test.each(['en', 'fr'])(
  'every page has its own title and description before any script runs (%s)',
  async (language) => {
    const park = await world.buildPark({ name: 'Quay <Garage> & "Co"' })
    const event = await buildEvent(world)
    const titles = new Map<string, string>()
    for (const { path, key } of pageRoutes) {
      const kind = key.replace('Place', '')
      const address = path
        .replace(':slug', park.slug)
        .replace(':bookingCode', 'ABCD2345')
        .replace(':place', `here-${kind}`)
        .replace(':post', 'toronto-winter')
        .replace(':article', 'parking-for-someone-else')
        .replace(':service', 'wash')
        .replace(':branch', branch)
        .replace(':order', 'ABCD2345')
        .replace(':event', event.event_code)
        .replace(':screen', path.includes(':part') ? 'orders' : 'bookings')
        .replace(':record', 'none')
        .replace(':part', 'tickets')
      const page = await get(address, { 'accept-language': language })
      expect(page.statusCode, path).toBe(200)
      expect(page.body).toContain(`<html lang="${language}"`)
      expect(descriptionOf(page.body).length, path).toBeGreaterThan(40)
      titles.set(key, titleOf(page.body))
      expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    }
    expect(new Set(titles.values()).size).toBe(titles.size)
    expect(titles.get('park')).toContain('Quay &lt;Garage&gt; &amp; &quot;Co&quot;')
  },
)

test('a park is found by slug and by code; one that is unknown is a 404', async () => {
  const park = await world.buildPark({ name: 'Harbour' })
  const byCode = await get(`/park/${park.park_code}`)
  expect(byCode.statusCode).toBe(200)
  expect(byCode.body).toContain(`/park/${park.slug}"`)
  expect((await get('/park/nowhere-at-all')).statusCode).toBe(404)
})

test('the language that was chosen wins over the browser’s', async () => {
  const page = await get('/', { 'accept-language': 'en', cookie: 'a=b; language=fr' })
  expect(page.body).toContain('<html lang="fr"')
})

test.each([
  '/nothing',
  '/park',
  '/park/a/b',
  '/%E0%A4%A',
  '/park/%E0%A4%A?a=%',
  '/checkout/../x',
  '/index.html',
  '/.fingerprint',
])('%s does not exist', async (path) => {
  const page = await get(path)
  expect(page.statusCode).toBe(404)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toContain('%LANG%')
})

test('a park’s page tells its facts to those who run no scripts', async () => {
  const park = await world.buildPark({ name: 'Quay', capacity: 120 })
  await world.db
    .updateTable('parks')
    .set({ opening_hours: 'Mo-Fr 07:00-22:00; Sa 08:00-20:00', address: '1 Front St', rating_sum: 9, rating_count: 2 })
    .where('id', '=', park.id)
    .execute()
  const { body } = await get(`/park/${park.slug}?start=2026-11-22T10:00:00Z`)
  const address = `${own}/park/${park.slug}`
  expect(canonicalOf(body)).toBe(address)
  expect(body).toContain(`hreflang="fr" href="${address}?lang=fr"`)
  expect(body).toContain(`hreflang="x-default" href="${address}"`)
  expect(body).toContain(`<meta property="og:url" content="${address}"`)
  expect(body).toContain(`<meta property="og:image" content="${own}/share-en.png"`)
  expect(body).toContain('<meta name="twitter:card" content="summary_large_image"')
  expect(descriptionOf(body)).toMatch(/^Quay, 1 Front St, Toronto\. CAD\s\d.* for one hour/)
  expect(dataOfType(body, 'ParkingFacility')).toMatchObject({
    name: 'Quay',
    url: address,
    address: { streetAddress: '1 Front St', addressLocality: 'Toronto', addressCountry: 'CA' },
    geo: { latitude: 43.65, longitude: -79.38 },
    openingHours: ['Mo-Fr 07:00-22:00', 'Sa 08:00-20:00'],
    isAccessibleForFree: false,
    additionalProperty: { value: 120 },
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  })
  expect(dataOfType(body, 'BreadcrumbList')).toBeDefined()
  expect(readableOf(body)).toMatch(/<h1[^>]*>Quay<\/h1>/)
  expect(readableOf(body)).toMatch(/Mo-Fr 07:00-22:00|Monday.*?07:00–22:00/)
})

test('what was made up for the demonstration is told as an example, and never as a fact', async () => {
  const park = await world.buildPark({ name: 'Made up' })
  await world.db
    .updateTable('parks')
    .set({ examples: ['park'], amenities: ['cctv'] })
    .where('id', '=', park.id)
    .execute()
  const { body } = await get(`/park/${park.slug}`)
  const facts = dataOfType(body, 'ParkingFacility')!
  expect(facts['disambiguatingDescription']).toContain('made up')
  for (const fact of ['openingHours', 'additionalProperty', 'amenityFeature', 'aggregateRating', 'isAccessibleForFree'])
    expect(facts).not.toHaveProperty(fact)
  expect(descriptionOf(body)).toContain('made up')
  expect((await get('/sitemaps/parks-ca-1.xml')).body).not.toContain(`/park/${park.slug}<`)
})

test('a hostile name breaks out of nothing', async () => {
  const name = '</script></noscript><img src=x onerror=alert(1)> "\'`$& %LANG% <!--head-->'
  const park = await world.buildPark({ name, city: '"><script>alert(2)</script>', ...here })
  for (const path of [`/park/${park.slug}`, '/parks-list?country=CA', '/city-parking/here-city']) {
    const { body } = await get(path)
    expect(body).not.toContain('<img src=x')
    expect(body).not.toContain('<script>alert')
    expect(body.match(/<\/noscript>/g) ?? []).toHaveLength(body.includes('id="page-state"') ? 0 : 1)
    for (const data of dataOf(body)) expect(data['@context']).toBe('https://schema.org')
  }
  const { body } = await get(`/park/${park.slug}`)
  expect(dataOfType(body, 'ParkingFacility')!['name']).toBe(name)
})

test.each([
  ['airport', 'Airport', 'Parking at Here &amp; &lt;airport&gt;'],
  ['city', 'City', 'Parking in Here &amp; &lt;city&gt;'],
  ['stadium', 'StadiumOrArena', 'Parking at Here'],
  ['station', 'CivicStructure', 'Parking at Here'],
])('the page of a place: %s', async (kind, type, title) => {
  const { statusCode, body } = await get(`/${kind}-parking/here-${kind}`)
  expect(statusCode).toBe(200)
  expect(titleOf(body)).toContain(title)
  expect(descriptionOf(body)).toMatch(/\d+ car parks? within \d+\skm of Here .* From CAD\s\d/)
  expect(dataOfType(body, type)).toMatchObject({ geo: { latitude: here.lat } })
  expect(readableOf(body)).toMatch(/Next door<\/a>.*?1\smin walk/s)
  expect(canonicalOf(body)).toBe(`${own}/${kind}-parking/here-${kind}`)
})

test('a place without car parks is there, and is not listed', async () => {
  const { statusCode, body } = await get('/city-parking/far-ca-on')
  expect(statusCode).toBe(200)
  expect(canonicalOf(body)).toBeUndefined()
  expect(body).toContain('<meta name="robots" content="noindex" />')
  const places = (await get('/sitemaps/places-ca-1.xml')).body
  expect(places).toContain('/city-parking/here-city<')
  expect(places).not.toContain('far-ca-on')
})

test.each([
  ['/parking-types/airport-parking', '/airport-parking'],
  ['/airport-parking/?country=ca', '/airport-parking?country=CA'],
  ['//parks-list?country=CA&page=1&utm_source=x', '/parks-list?country=CA'],
  ['/parks-list?country=CA&state=CA-ON', '/parks-list?country=CA&amp;state=CA-ON'],
  ['/parks-list?lang=fr&country=CA', '/parks-list?country=CA&amp;lang=fr'],
  ['/home', '/'],
  ['/parks-list?country=CA&search=quay', undefined],
  ['/search?lat=1&lng=2', undefined],
  ['/auth', undefined],
])('%s has the one address %s', async (asked, canonical) => {
  const park = await world.buildPark({ name: 'In Ontario' })
  const state_id = world.db.selectFrom('states').select('id').where('code', '=', 'CA-ON')
  await world.db.updateTable('parks').set({ state_id }).where('id', '=', park.id).execute()
  const page = await get(asked)
  expect(page.statusCode).toBe(200)
  expect(canonicalOf(page.body)).toBe(canonical === undefined ? undefined : own + canonical)
})

test.each([
  '/airport-parking/nowhere',
  '/city-parking/here-airport',
  '/parks-list?country=ZZ',
  '/parks-list?country=CA&state=US-NY',
  '/parks-list?country=CA&city=Atlantis',
  '/parks-list?country=CA&page=0',
  '/parks-list?country=CA&page=99999',
  '/city-parking?country=CA&page=1e3',
  '/city-parking?country=CA&state=%00',
  '/park/a%00b',
  '/parking-types/boat-parking',
])('%s is a 404 that no search engine lists', async (path) => {
  const page = await get(path)
  expect(page.statusCode).toBe(404)
  expect(canonicalOf(page.body)).toBeUndefined()
  expect(page.body).toContain('content="noindex"')
  expect(readableOf(page.body)).toMatch(/<main[^]*<h1[^]*<a [^]*<footer/)
})

test('the language of the address wins over what was chosen, and the page says so', async () => {
  const page = await get('/parks-list?country=SN&lang=fr', { 'accept-language': 'en', cookie: 'language=en' })
  expect(page.body).toContain('<html lang="fr"')
  expect(titleOf(page.body)).toContain('Sénégal')
  expect(canonicalOf(page.body)).toBe(`${own}/parks-list?country=SN&amp;lang=fr`)
  expect(page.body).toContain('<meta property="og:locale" content="fr_FR"')
})

test('an old address of the desk leads to the new one for good, with its query', async () => {
  for (const [old, moved] of [
    ['/staff/leads?search=awa', '/desk/leads?search=awa'],
    ['/staff/money?kind=fee', '/desk/money?kind=fee'],
    ['/staff/money', '/desk/money'],
  ] as const) {
    const { statusCode, headers } = await get(old)
    expect([statusCode, headers.location]).toEqual([301, moved])
  }
})

test('robots.txt names the sitemap and keeps the account’s pages out', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(`Sitemap: ${own}/sitemap.xml`)
  for (const path of ['/wallet', '/profile', '/bookings', '/auth', '/checkout/', '/payment'])
    expect(body).toContain(`Disallow: ${path}\n`)
  for (const path of ['/', '/park/', '/parks-list', '/home', '/parking-types/city-parking'])
    expect(body).not.toContain(`Disallow: ${path}\n`)
})

/** Every address inside the product that a page or a sitemap names, without what robots may not follow. */
const linksOf = (text: string) =>
  [...text.matchAll(/(?:href="|<loc>)(?:http:\/\/127\.0\.0\.1:3000)?(\/[^"<]*)/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&'))
    .filter(
      (href) =>
        !/lang=en|^\/(choose-country|assets|src|node_modules|site\.webmanifest|.*\.(png|svg|css|js)$)/.test(href),
    )

/** Addresses alike: their first part, the names in their query, and the language. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, own)
  const names = [...searchParams].map(([name, value]) => (name === 'lang' ? value : name)).sort()
  return `${pathname.split('/', 2)[1]} ${names.join()}`
}

test.runIf(isInTurn('the addresses of pages', 3))('serves the addresses that pages and sitemaps link to', async () => {
  for (let n = 0; n < 22; n += 1)
    await world.buildPark({ name: `Lot ${n}`, country_code: 'SN', city: 'Dakar', lat: 14.69, lng: -17.44 })
  const found = new Set<string>()
  const waiting = ['/', '/?lang=fr', '/sitemap.xml', '/parks-list?country=SN&lang=fr']
  const lost: string[] = []
  // Pages link to each other with every window, filter and page to return to: of a kind, the first is opened in each run,
  // and five others in turn.
  const opened = [1, ...inTurn([2, 3, 4, 5, 6], 2)()]
  const counts = new Map<string, number>()
  const hasTurn = (path: string) => {
    const count = (counts.get(kindOf(path)) ?? 0) + 1
    counts.set(kindOf(path), count)
    return opened.includes(count)
  }
  while (waiting.length > 0) {
    const path = waiting.pop()!
    if (found.has(path)) continue
    found.add(path)
    if (!path.startsWith('/sitemaps/') && !hasTurn(path)) continue
    const page = await get(path)
    if (page.statusCode !== 200) lost.push(`${page.statusCode} ${path}`)
    if (/^\/(?!api\/).*lang=fr/.test(path) && String(page.headers['content-type']).includes('text/html'))
      expect(page.body, path).toContain('<html lang="fr"')
    // Every search leads to others.
    if (!path.startsWith('/search')) waiting.push(...linksOf(page.body))
  }
  expect(lost).toEqual([])
  for (const path of [
    '/parks-list?country=SN&page=2&lang=fr',
    '/airport-parking/here-airport?lang=fr',
    '/terms',
    '/post/toronto-winter?lang=fr',
    '/marketplace/wash',
    '/help?lang=fr',
    '/blog/rss.xml?lang=fr',
  ])
    expect(found).toContain(path)
})

test('a post tells search engines what it is, with a picture of its own', async () => {
  const { body } = await get('/post/toronto-winter?lang=fr')
  const address = `${own}/post/toronto-winter?lang=fr`
  expect(canonicalOf(body)).toBe(address)
  expect(body).toContain('<meta property="og:type" content="article"')
  expect(body).toContain(`<meta property="og:image" content="${own}/pictures/snow.png"`)
  expect(dataOfType(body, 'BlogPosting')).toMatchObject({
    url: address,
    inLanguage: 'fr',
    datePublished: '2026-11-20',
    image: `${own}/pictures/snow.png`,
  })
  expect(dataOfType(body, 'BreadcrumbList')).toBeDefined()
  expect(readableOf(body)).toMatch(/id="sign"/)
  expect(readableOf(body)).toContain('href="/search?lat=43.6532')
})

test('the questions of the help are told as such, and who we are', async () => {
  const help = dataOfType((await get('/help')).body, 'FAQPage')! as { mainEntity: object[] }
  expect(help.mainEntity.length).toBeGreaterThanOrEqual(40)
  expect(dataOfType((await get('/about')).body, 'Organization')).toMatchObject({ areaServed: ['NG', 'CA', 'SN', 'US'] })
})

test.each([
  ['/blog/rss.xml', '<language>en</language>', `<link>${own}/post/toronto-winter</link>`],
  ['/blog/rss.xml?lang=fr', '<language>fr</language>', `<link>${own}/post/toronto-winter?lang=fr</link>`],
])('%s has every post', async (url, language, link) => {
  const { body, headers } = await get(url)
  expect(headers['content-type']).toContain('application/rss+xml')
  expect(body).toContain(language)
  expect(body).toContain(link)
  expect(body.match(/<item>/g)!.length).toBeGreaterThanOrEqual(10)
})

test.each(['/post/none', '/post/..%2Fabout', '/marketplace/none', '/marketplace/wash/more', '/posts/toronto-winter'])(
  '%s is no page of text',
  async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  },
)

test('the numbers of a policy are the code’s own, and a section stands only where it holds', async () => {
  const policy = readableOf((await get('/cancellation-policy')).body)
  expect(policy).toMatch(/Within 10\u00a0minutes of booking<\/td>\s*<td>Full refund/)
  expect(policy).not.toContain('{{')
  const privacy = readableOf((await get('/privacy-policy')).body)
  expect(privacy).toContain('The map comes from tiles.openfreemap.org')
  expect(privacy).not.toContain('id="social"')
})
