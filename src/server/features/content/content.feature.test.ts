import { afterAll, beforeAll, expect, test } from 'vitest'
import { getContent, getContentItem, getPost, listPosts } from '#contract/content/content.ts'
import { listParks } from '#contract/parks/parks.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { getPage } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const get = (url: string, language = 'en') => world.app.inject({ url, headers: { 'accept-language': language } })

test('returns a page as HTML in the requested language, with its subpages', async () => {
  const english = getContent.answer!.parse((await get('/api/v1/content/marketplace')).json())
  const french = getContent.answer!.parse((await get('/api/v1/content/marketplace', 'fr-SN')).json())
  expect(english.title).toBe('Marketplace')
  expect(french.title).toBe('Services')
  expect(english.items.map(({ id }) => id)).toContain('wash')
  expect(JSON.stringify([english, french])).not.toContain('{{')
})

test('the privacy policy names the third parties that the browser contacts, if any', async () => {
  const { deps } = world
  const withThirdParties = {
    ...deps,
    ip_lookups: ['https://where.example/json', 'http://127.0.0.1:4000/stand-in'],
    config: { ...deps.config, SENTRY_DSN: 'https://key@errors.example/7' },
  }
  const thirdPartySections = async (contentDeps: typeof deps) =>
    (await getPage(contentDeps, 'privacy-policy', 'en')).sections.filter(({ id }) =>
      ['lookups', 'reports'].includes(id),
    )
  const [lookups, reports] = await thirdPartySections(withThirdParties)
  expect(JSON.stringify(lookups)).toContain('does not answer: where.example.')
  expect(JSON.stringify(reports)).toContain('reports it to errors.example, an error service')
  expect(await thirdPartySections(deps)).toEqual([])
})

test('leaves example parks out of the figures', async () => {
  const figure = async () => {
    const { sections } = getContent.answer!.parse((await get('/api/v1/content/about')).json())
    const [block] = sections[0]!.blocks
    return block?.kind === 'figures' ? block.items[0]!.title : undefined
  }
  const before = Number(await figure())
  await world.buildPark({})
  const example = await world.buildPark({})
  await world.db
    .updateTable('parks')
    .set({ examples: ['park'] })
    .where('id', '=', example.id)
    .execute()
  expect(Number(await figure())).toBe(before)
  world.clock.advance(11)
  expect(Number(await figure())).toBe(before + 1)
})

test('counts as many chargers as the search finds, even if other facts of a park are examples', async () => {
  const park = await world.buildPark({ country_code: 'US' })
  await world.db
    .updateTable('parks')
    .set({ amenities: ['ev', 'guard'], examples: ['amenities', 'partner'] })
    .where('id', '=', park.id)
    .execute()
  world.clock.advance(11)
  const { sections } = getContent.answer!.parse((await get('/api/v1/content/electric-vehicle-charging')).json())
  const [block] = sections[0]!.blocks
  const found = await world.call(listParks, { query: { country: 'US', amenities: 'ev' } })
  expect(found.body.total).toBe(1)
  expect(block).toMatchObject({ kind: 'figures', items: [{ id: 'chargers', title: '1' }, {}, {}] })
})

test('returns a service under its page only', async () => {
  const answer = await get('/api/v1/content/marketplace/wash')
  expect(getContentItem.answer!.parse(answer.json()).items.map(({ id }) => id)).not.toContain('wash')
  expect((await get('/api/v1/content/marketplace/none')).statusCode).toBe(404)
  expect((await get('/api/v1/content/about/wash')).statusCode).toBe(404)
  expect((await get('/api/v1/content/none')).statusCode).toBe(422)
})

test('lists posts, newest first, by tag and page', async () => {
  const all = listPosts.answer!.parse((await get('/api/v1/posts?size=100')).json())
  expect(all.items.map(({ date }) => date)).toEqual(
    all.items
      .map(({ date }) => date)
      .sort()
      .reverse(),
  )
  const [topic] = all.tags
  const some = listPosts.answer!.parse((await get(`/api/v1/posts?tag=${encodeURIComponent(topic!.tag)}&size=2`)).json())
  expect(some.total).toBe(topic!.total)
  expect(some.items.length).toBe(2)
  expect(some.items.every(({ tags }) => tags.includes(topic!.tag))).toBe(true)
  expect((await get('/api/v1/posts?page=0')).statusCode).toBe(422)
})

test('returns a post with three related posts', async () => {
  const post = getPost.answer!.parse((await get('/api/v1/posts/toronto-winter')).json())
  expect(post.sections.length).toBeGreaterThan(3)
  expect(post.more.map(({ id }) => id)).toHaveLength(3)
  expect(post.more.map(({ id }) => id)).not.toContain('toronto-winter')
  for (const id of ['none', '..%2Fabout', 'about']) expect((await get(`/api/v1/posts/${id}`)).statusCode).toBe(404)
})
