import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { newId } from '#server/database/ids.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let toronto: Branch
let second: Branch
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  toronto = await buildBranch(world, token, { name: 'Front Street', country_code: 'CA' })
  second = await buildBranch(world, token, { name: 'Zephyr Lane', country_code: 'CA' })
  await buildItem(world, {
    slug: 'blades',
    name: 'Zed <blades>',
    name_fr: 'Balais d’essuie-glace',
    prices: { CAD: 1_000n },
  })
  await buildItem(world, {
    slug: 'hand-wash',
    name: 'Hand wash',
    name_fr: 'Lavage à la main',
    kind: 'service',
    work_group: 'wash',
    variations: { car: 2_500n, large: 3_500n },
  })
})
afterAll(() => world.close())

const own = 'http://127.0.0.1:3000'
const get = (url: string, country = 'CA', language = 'en') =>
  world.app.inject({ url, headers: { cookie: `country=${country}`, 'accept-language': language } })
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const dataOfType = (html: string, type: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .map(([, text]) => JSON.parse(text!) as Record<string, unknown>)
    .find((data) => data['@type'] === type)
const contentOf = (html: string) =>
  (/<div id="root">([^]*)<script type="application\/json"/.exec(html)?.[1] ?? '').replaceAll('<!-- -->', '')

test('the menu of a branch is complete before any script runs', async () => {
  const { statusCode, body } = await get('/marketplace')
  expect(statusCode).toBe(200)
  expect(contentOf(body)).toContain('Zed &lt;blades&gt;')
  expect(contentOf(body)).toContain('$11.00')
  expect(contentOf(body)).toMatch(/from <\/span><span class="[^"]*">\$27\.50/)
  expect(canonicalOf(body)).toBe(`${own}/marketplace`)
  const list = dataOfType(body, 'ItemList') as { itemListElement: { item: object }[] }
  expect(list.itemListElement.map(({ item }) => item)).toContainEqual({
    '@type': 'Product',
    name: 'Zed <blades>',
    url: `${own}/marketplace/blades?country=CA`,
    offers: {
      '@type': 'Offer',
      price: 11,
      priceCurrency: 'CAD',
      availability: 'https://schema.org/InStock',
      url: `${own}/marketplace/blades?country=CA`,
    },
  })
})

test('HTML in the name and the description of an item is text, in its pages and in their data', async () => {
  const name = 'Mat</script><img src=x onerror=alert(1)>'
  const id = await buildItem(world, { slug: 'mats', name, prices: { CAD: 500n } })
  const description = '<script>alert(2)</script>\n**not** [a link](javascript:alert(3))'
  await world.db.updateTable('items').set({ description, description_fr: description }).where('id', '=', id).execute()
  for (const address of ['/marketplace/mats', '/marketplace?search=mat', `/branch/${toronto.slug}`]) {
    const { statusCode, body } = await get(address)
    expect([address, statusCode]).toEqual([address, 200])
    expect(body).not.toMatch(/<img src=x|<script>alert|<strong>not|href="javascript:/i)
  }
  const { body } = await get('/marketplace/mats')
  expect(contentOf(body)).toContain('Mat&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(contentOf(body)).toContain('&lt;script&gt;alert(2)&lt;/script&gt;\n**not** [a link](javascript:alert(3))')
  expect(dataOfType(body, 'Product')).toMatchObject({ name })
  await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', id).execute()
})

test('filters, search and order are addresses that search engines do not list', async () => {
  const found = await get('/marketplace?search=balays')
  expect(contentOf(found.body)).toContain('Zed &lt;blades&gt;')
  expect(contentOf(found.body)).not.toContain('>Hand wash<')
  expect(canonicalOf(found.body)).toBeUndefined()
  expect(contentOf((await get('/marketplace?search=zzzzzz')).body)).toContain('No matching items')
  const sorted = contentOf((await get('/marketplace?sort=-price')).body)
  expect(sorted.indexOf('Hand wash')).toBeLessThan(sorted.indexOf('Zed'))
  expect((await get('/marketplace?page=9')).statusCode).toBe(404)
})

test('an item has its own title, address and offers, in both languages', async () => {
  const address = `${own}/marketplace/hand-wash?country=CA`
  const { body } = await get('/marketplace/hand-wash')
  expect(body).toContain('<title>Hand wash, Toronto | Parkwell</title>')
  expect(canonicalOf(body)).toBe(address)
  expect(body).toContain(`hreflang="fr" href="${address}&amp;lang=fr"`)
  expect(dataOfType(body, 'Product')).toMatchObject({
    name: 'Hand wash',
    offers: [
      { name: 'Car', price: 27.5, priceCurrency: 'CAD', availability: 'https://schema.org/InStock' },
      { name: 'Large vehicle', price: 38.5, priceCurrency: 'CAD' },
    ],
  })
  expect((await get('/marketplace/hand-wash', 'CA', 'fr')).body).toContain('<title>Lavage à la main, Toronto')
})

test('an item is found at whichever branch of the country sells it, and nowhere once it is inactive', async () => {
  const id = await buildItem(world, { slug: 'only-there', prices: { CAD: 500n } })
  await world.db
    .insertInto('branch_items')
    .values({ id: newId(), branch_id: toronto.id, item_id: id, is_hidden: true })
    .execute()
  expect(contentOf((await get('/marketplace/only-there')).body)).toContain('Zephyr Lane')
  expect((await get(`/marketplace/only-there?branch=${toronto.slug}`)).statusCode).toBe(404)
  expect((await get(`/marketplace/only-there?branch=${second.slug}`)).statusCode).toBe(200)
  await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', id).execute()
  const gone = await get(`/marketplace/only-there?branch=${second.slug}`)
  expect(gone.statusCode).toBe(404)
  expect(gone.body).toContain('<title>Not in the marketplace | Parkwell</title>')
})

test('what was made up for the demonstration says so', async () => {
  const id = await buildItem(world, { slug: 'made-up', prices: { CAD: 700n } })
  await world.db.updateTable('items').set({ is_example: true }).where('id', '=', id).execute()
  const { body } = await get('/marketplace/made-up')
  expect(contentOf(body)).toContain('Example')
  expect(dataOfType(body, 'Product')!['disambiguatingDescription']).toContain('made up')
})

test('a country without a branch keeps the texts about services and their request form', async () => {
  for (const path of ['/marketplace', '/marketplace/wash']) {
    const { statusCode, body } = await get(path, 'SN')
    expect(statusCode).toBe(200)
    expect(contentOf(body)).toContain('id="ask"')
    expect(contentOf(body)).not.toContain('Zed')
  }
  expect((await get('/marketplace', 'SN')).body).toContain('You can’t order online yet')
  expect((await get('/marketplace/blades', 'SN')).statusCode).toBe(404)
})

test('a category with a text shows it above its items and keeps its request form', async () => {
  await world.db.updateTable('item_categories').set({ slug: 'tyres' }).where('slug', '=', 'all-wash').execute()
  const content = contentOf((await get('/marketplace/tyres')).body)
  await world.db.updateTable('item_categories').set({ slug: 'all-wash' }).where('slug', '=', 'tyres').execute()
  expect(content.indexOf('<details')).toBeGreaterThan(0)
  expect(content.indexOf('<details')).toBeLessThan(content.indexOf('Hand wash'))
  expect(content.indexOf('id="ask"')).toBeGreaterThan(content.indexOf('Hand wash'))
})

test('a branch has a page; one that does not exist or is inactive is a 404', async () => {
  const { body } = await get(`/branch/${second.slug}`)
  expect(canonicalOf(body)).toBe(`${own}/branch/${second.slug}`)
  expect(dataOfType(body, 'AutomotiveBusiness')).toMatchObject({ name: 'Zephyr Lane' })
  expect((await get('/branch/nowhere')).statusCode).toBe(404)
  expect((await get('/marketplace?branch=nowhere')).statusCode).toBe(404)
  await world.db.updateTable('branches').set({ status: 'inactive' }).where('id', '=', second.id).execute()
  expect((await get(`/branch/${second.slug}`)).statusCode).toBe(404)
  await world.db.updateTable('branches').set({ status: 'active' }).where('id', '=', second.id).execute()
})

test('the sitemap has menus, categories, items and branches, by country', async () => {
  expect((await get('/sitemap.xml')).body).toContain('/sitemaps/shop.xml')
  const { body } = await get('/sitemaps/shop.xml')
  for (const path of [
    '/marketplace?country=CA',
    '/marketplace/all-wash?country=CA',
    '/marketplace/hand-wash?country=CA',
    `/branch/${second.slug}`,
  ])
    expect(body).toContain(`<loc>${own}${path}</loc>`)
  expect(body).not.toContain('country=SN')
  expect(body).not.toContain('only-there')
})

test('sliders are part of their pages before any script runs, and nothing of them is there without any', async () => {
  const id = newId()
  const content = Buffer.from([1])
  const created_at = world.clock.now
  await world.db
    .insertInto('pictures')
    .values({ id, content, small: content, width: 1, height: 1, created_at })
    .execute()
  const picture = `/api/v1/front/pictures/${id}`
  const carousel = 'aria-roledescription="carousel"'
  for (const [placement, path] of [
    ['marketplace', '/marketplace'],
    ['home', '/'],
  ] as const) {
    const before = await get(path, 'CA')
    expect(before.statusCode).toBe(200)
    expect(before.body).not.toContain(carousel)
    const texts = {
      title: `Shine <${placement}>`,
      title_fr: 'Brillant',
      alt: 'A car in foam',
      alt_fr: 'Voiture en mousse',
    }
    const shown = { wide_picture: picture, narrow_picture: `${picture}?size=small`, link: '/marketplace/hand-wash' }
    await world.db
      .insertInto('sliders')
      .values({
        id: newId(),
        placement,
        country_id: 2,
        ...texts,
        ...shown,
        status: 'active',
        starts_at: created_at,
        created_at,
      })
      .execute()
    // Another query, because pages are kept for some seconds.
    const content = contentOf((await get(`${path}?new=1`, 'CA')).body)
    expect(content).toContain(carousel)
    expect(content).toContain(`Shine &lt;${placement}&gt;</a>`)
    expect(content).toContain(`srcSet="${picture}"`)
    expect(content).toContain(`src="${picture}?size=small" alt="A car in foam"`)
    expect(contentOf((await get(`${path}?new=1`, 'CA', 'fr')).body)).toContain('alt="Voiture en mousse"')
    expect((await get(`${path}?new=1`, 'US')).body).not.toContain(carousel)
  }
})
