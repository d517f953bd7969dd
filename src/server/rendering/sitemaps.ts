import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { inLanguage } from '#contract/addresses/address.ts'
import { placeKinds, countryIds, type languages } from '#contract/geography.ts'
import { pagePath, pageRoutes } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findSitemapShop } from '#server/features/catalogue/sitemap.ts'
import { publishedTexts } from '#server/features/content/published-texts.ts'
import { findAllPosts } from '#server/features/content/queries.ts'
import { findSitemapEvents } from '#server/features/events/queries.ts'
import { isListed } from '#server/features/parks/offers.ts'
import { findOfferedPlaces } from '#server/features/search/offered-places.ts'
import { AppError } from '#server/http/errors.ts'
import { addressOf } from './address.ts'
import { escapeHtml } from './markup.ts'

interface Entry {
  address: string
  changed: Date | null
}

/** Pages in one part: each stands there in both languages, and a part may hold 50,000. */
export const partSize = 10_000

/** `robots.txt`, `sitemap.xml` and its parts: the pages, and each country's parks and places. */
export function serveSitemaps(app: FastifyInstance, deps: Deps): void {
  const hidden = { schema: { hide: true } }
  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(deps.publicUrl())),
  )
  app.get('/sitemap.xml', hidden, async (_request, reply) => sendXml(reply, await indexOf(deps)))
  app.get<{ Params: { part: string } }>('/sitemaps/:part', hidden, async ({ params }, reply) => {
    const entries = await entriesOf(deps, params.part)
    if (entries === undefined || entries.length === 0) throw new AppError('not_found')
    return sendXml(reply, urlSet(entries, deps.publicUrl()))
  })
}

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(xml)

/** Account pages have nothing to find; the rest is told page by page. */
function robots(publicUrl: string): string {
  const open = new Set(['search'])
  const closed = pageRoutes
    .filter(({ listed, key }) => !listed && !open.has(key))
    .map(({ path }) => path.split(':')[0]!)
  return [
    'User-agent: *',
    ...[...new Set(closed)].sort().map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

async function indexOf(deps: Deps): Promise<string> {
  const { db } = deps
  const publicUrl = deps.publicUrl()
  const parts: Entry[] = [
    { address: '/sitemaps/pages.xml', changed: null },
    { address: '/sitemaps/posts.xml', changed: null },
    ...((await findEventEntries(deps)).length === 0 ? [] : [{ address: '/sitemaps/events.xml', changed: null }]),
    ...((await findShopEntries(deps)).length === 0 ? [] : [{ address: '/sitemaps/shop.xml', changed: null }]),
  ]
  for (const country of deps.config.COUNTRIES) {
    const { count, changed } = await countParks(db, country)
    for (let part = 1; (part - 1) * partSize < count; part += 1)
      parts.push({ address: `/sitemaps/parks-${country.toLowerCase()}-${part}.xml`, changed })
    const places = await findOfferedPlaces(deps, countryIds[country])
    for (let part = 1; (part - 1) * partSize < places.length; part += 1)
      parts.push({ address: `/sitemaps/places-${country.toLowerCase()}-${part}.xml`, changed })
  }
  const items = parts.map(
    ({ address, changed }) => `<sitemap><loc>${escapeHtml(publicUrl + address)}</loc>${lastmod(changed)}</sitemap>`,
  )
  return `${declaration}<sitemapindex xmlns="${sitemapSpace}">\n${items.join('\n')}\n</sitemapindex>\n`
}

async function entriesOf(deps: Deps, name: string): Promise<Entry[] | undefined> {
  const { db } = deps
  if (name === 'pages.xml') return findPageEntries(deps)
  if (name === 'posts.xml') return findPostEntries(deps)
  if (name === 'events.xml') return findEventEntries(deps)
  if (name === 'shop.xml') return findShopEntries(deps)
  const [, what, code, number] = /^(parks|places)-([a-z]{2})-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const country = deps.config.COUNTRIES.find((candidate) => candidate.toLowerCase() === code)
  if (country === undefined) return undefined
  const first = (Number(number) - 1) * partSize
  if (what === 'parks') return findParkEntries(db, country, first)
  const { changed } = await countParks(db, country)
  const places = await findOfferedPlaces(deps, countryIds[country])
  return places
    .slice(first, first + partSize)
    .map((place) => ({ address: pagePath(`${place.kind}Place`, { place: place.slug }), changed }))
}

/** The pages that are the same for everybody, and the first page of each country's lists. */
async function findPageEntries(deps: Deps): Promise<Entry[]> {
  const fixed = pageRoutes.filter(({ listed, same, path }) => listed && same === undefined && !path.includes(':'))
  const lists = [pagePath('parksList'), pagePath('events'), ...placeKinds.map((kind) => pagePath(`${kind}Parking`))]
  const published = publishedTexts(deps.db)
  await published.load()
  const services = published.listNames('marketplace').map((id) => pagePath('service', { service: id }))
  const articles = published.listNames('help').map((id) => pagePath('article', { article: id }))
  const countries = lists.flatMap((path) => deps.config.COUNTRIES.map((country) => addressOf(path, { country })))
  const findChange = await findTextChanges(deps)
  return [...fixed.map(({ path }) => path), ...services, ...articles, ...countries].map((address) => ({
    address,
    changed: findChange(address.slice(1)),
  }))
}

/** When a text was published in the desk; null for one that comes from its file. */
async function findTextChanges({ db }: Deps): Promise<(name: string) => Date | null> {
  const published = publishedTexts(db)
  await published.load()
  return (name) => {
    const text = published.find('en', name)
    return text === undefined ? null : new Date(text.changed_ms)
  }
}

async function findPostEntries(deps: Deps): Promise<Entry[]> {
  const findChange = await findTextChanges(deps)
  return (await findAllPosts(deps, 'en')).map(({ id, date }) => ({
    address: pagePath('post', { post: id }),
    changed: findChange(`posts/${id}`) ?? new Date(date),
  }))
}

const findEventEntries = async ({ db, clock }: Deps): Promise<Entry[]> =>
  (await findSitemapEvents(db, clock())).map((event) => ({
    address: pagePath('event', { event: event.event_code }),
    changed: event.changed,
  }))

/** What branches sell: the menus, categories and items of each country, and the branches. */
async function findShopEntries({ db, clock }: Deps): Promise<Entry[]> {
  const { branches, countries } = await findSitemapShop(db, clock())
  const lists = countries.flatMap(({ country, slugs }) =>
    [pagePath('marketplace'), ...slugs.map((slug) => pagePath('service', { service: slug }))].map((path) =>
      addressOf(path, { country }),
    ),
  )
  return [...lists, ...branches.map((slug) => pagePath('branch', { branch: slug }))].map((address) => ({
    address,
    changed: null,
  }))
}

/** A park that was made up for the demonstration is no page for a search engine to send drivers to. */
const isReal = sql<boolean>`${isListed} and not ('park' = any(p.examples))`
const changedAt = sql`greatest(p.imported_at, (select max(t.created_at) from tariffs t where t.park_id = p.id))`

async function countParks(db: Db, country: CountryCode): Promise<{ count: number; changed: Date | null }> {
  const { rows } = await sql<{ count: number; changed: Date | null }>`
    select count(*)::int as count, max(${changedAt}) as changed from parks p
    where p.country_id = ${countryIds[country]} and ${isReal}`.execute(db)
  return rows[0]!
}

async function findParkEntries(db: Db, country: CountryCode, first: number): Promise<Entry[]> {
  const { rows } = await sql<{ slug: string; changed: Date }>`
    select p.slug, ${changedAt} as changed from parks p
    where p.country_id = ${countryIds[country]} and ${isReal}
    order by p.slug limit ${partSize} offset ${first}`.execute(db)
  return rows.map(({ slug, changed }) => ({ address: pagePath('park', { slug }), changed }))
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const sitemapSpace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const lastmod = (changed: Date | null) => (changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`)

/** Each page once for each language, and each time with all of its languages. */
function urlSet(entries: readonly Entry[], publicUrl: string): string {
  const at = (address: string, language: (typeof languages)[number]) =>
    escapeHtml(publicUrl + inLanguage(address, language))
  const offered = offeredLanguages()
  const items = entries.flatMap(({ address, changed }) => {
    const links = [
      ...offered.map((language) => [language, at(address, language)] as const),
      ['x-default', at(address, settings().languages.default_language)] as const,
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    return offered.map(
      (language) => `<url><loc>${at(address, language)}</loc>${lastmod(changed)}${links.join('')}</url>`,
    )
  })
  return `${declaration}<urlset xmlns="${sitemapSpace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${items.join('\n')}\n</urlset>\n`
}
