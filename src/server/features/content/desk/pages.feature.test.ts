import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  discardPageDraft,
  getDeskPage,
  getPageVersion,
  pageList,
  previewPage,
  publishPage,
  restorePageVersion,
  revertPage,
  savePageDraft,
  type DeskPage,
} from '#contract/content/desk/pages.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/database/connect.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { contentJobs } from '../jobs.ts'

let world: World
let staff: Driver
let colleague: Driver
beforeAll(async () => {
  world = await createWorld({ settings: { PAGE_CACHE_SECONDS: '10' } })
  staff = await world.buildDriver({ role: 'staff' })
  colleague = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

const id = 'affiliates'
const params = { id }
const read = async (page = id): Promise<DeskPage> =>
  (await world.call(getDeskPage, { token: staff.token, params: { id: page } })).body

/** Saves a draft in which `change` was applied to both texts. */
async function save(change: (text: string) => string, page = id) {
  const { text_en, text_fr, version } = await read(page)
  const body = { text_en: change(text_en), text_fr: change(text_fr), version }
  return world.call(savePageDraft, { token: staff.token, params: { id: page }, body })
}
const publish = async (page = id) =>
  world.call(publishPage, { token: staff.token, params: { id: page }, body: { version: (await read(page)).version } })
async function publishChanged(change: (text: string) => string, page = id) {
  expect((await save(change, page)).status).toBe(200)
  const published = await publish(page)
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return published.body
}
const show = async (language: string, path = '/affiliates') =>
  (await world.app.inject({ url: `${path}?lang=${language}` })).body
const rename = (title: string) => (text: string) => text.replace(/^title: .*$/m, `title: ${title}`)

beforeEach(async () => {
  for (const page of [id, 'posts.toronto-winter', 'help']) {
    const { actions } = await read(page)
    for (const [action, endpoint] of [
      ['discard', discardPageDraft],
      ['revert', revertPage],
    ] as const)
      if (actions.includes(action)) {
        const { version } = await read(page)
        expect(
          (await world.call(endpoint, { token: staff.token, params: { id: page }, body: { version } })).status,
        ).toBe(200)
      }
  }
})

test('lists every page in both languages with its source and its mistakes', async () => {
  const { body } = await world.call(pageList.endpoint, { token: staff.token, query: { size: 100 } })
  expect(body.total).toBeGreaterThan(30)
  expect(body.items.find(({ address }) => address === '/affiliates')).toMatchObject({
    title_en: 'Affiliates',
    title_fr: 'Affiliation',
    source: 'file',
    kind: 'page',
    mistakes: 0,
    wrong: null,
    has_draft: false,
  })
  expect(body.items.filter(({ mistakes }) => mistakes !== 0)).toEqual([])
  await save((text) => text.replace('(/search)', '(/serach)'))
  const filtered = await world.call(pageList.endpoint, {
    token: staff.token,
    query: { wrong: 'true', search: 'affil' },
  })
  expect(filtered.body.items).toMatchObject([{ has_draft: true, mistakes: 0, draft_mistakes: 2 }])
  const guard = await world.buildDriver({ role: 'guard' })
  expect((await world.call(pageList.endpoint, { token: guard.token })).status).toBe(403)
})

test('shows a draft to nobody, and what is published at once, in both languages and in the head', async () => {
  const before = await show('en')
  await save(rename('Earn with us'))
  expect(await show('en')).toBe(before)
  expect(await publish()).toMatchObject({ status: 200, body: { source: 'desk', published: 1, drafted_at: null } })
  for (const language of ['en', 'fr']) {
    const page = await show(language)
    expect(page).toContain('<title>Earn with us')
    expect(page).toContain('<meta property="og:title" content="Earn with us')
  }
  expect(await show('en', '/sitemaps/pages.xml')).toContain(
    `/affiliates</loc><lastmod>${world.clock.now.toISOString()}</lastmod>`,
  )
})

test('shows it in every process, without a restart', async () => {
  const other = await createApp({ ...world.deps, db: world.db.withoutPlugins() as Db })
  onTestFinished(() => other.close())
  const showThere = async () => (await other.inject({ url: '/affiliates?lang=en' })).body
  expect(await showThere()).toContain('<title>Affiliates')
  await publishChanged(rename('Elsewhere'))
  expect(contentJobs.every(({ every_s }) => every_s <= 5)).toBe(true)
  for (const { run } of contentJobs) await run({ ...world.deps, db: world.db.withoutPlugins() as Db })
  expect(await show('en')).toContain('<title>Elsewhere')
})

test('reverts to the file, keeps the versions and brings one back as a draft', async () => {
  await publishChanged(rename('One'))
  await publishChanged(rename('Two'))
  const { version, versions } = await read()
  expect(versions[0]).toMatchObject({ person: 'Ada' })
  const reverted = await world.call(revertPage, { token: staff.token, params, body: { version } })
  expect(reverted.body).toMatchObject({ source: 'file', published: null, title_en: 'Affiliates' })
  expect(await show('en')).toContain('<title>Affiliates')
  const number = versions[1]!.number
  const opened = await world.call(getPageVersion, { token: staff.token, params: { id, number: String(number) } })
  expect(opened.body.text_en).toContain('title: One')
  const body = { number, version: version + 1 }
  const restored = await world.call(restorePageVersion, { token: staff.token, params, body })
  expect(restored.body).toMatchObject({ source: 'file', text_en: opened.body.text_en })
  expect(await show('en')).toContain('<title>Affiliates')
  const again = await world.call(restorePageVersion, {
    token: staff.token,
    params,
    body: { number, version: version + 2 },
  })
  expect(again.problem).toMatchObject({ status: 409, code: 'page_has_draft' })
  expect((await world.call(getPageVersion, { token: staff.token, params: { id, number: '999' } })).status).toBe(404)
})

test('of two people who save one page, the second is told who was first', async () => {
  world.clock.advance(1)
  const { text_en, text_fr, version } = await read()
  const body = { text_en, text_fr, version }
  const answers = await Promise.all(
    [staff, colleague].map(({ token }) => world.call(savePageDraft, { token, params, body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.problem).toMatchObject({ code: 'changed_meanwhile', who: 'Ada', version: version + 1 })
  const stale = await world.call(publishPage, { token: colleague.token, params, body: { version } })
  expect(stale.problem.code).toBe('changed_meanwhile')
})

test.each([
  ['a script', '\n\n<script>alert(document.cookie)</script>'],
  ['a link with a script', '\n\n[Open](javascript:alert(1))'],
  ['HTML', '\n\n<iframe src="https://elsewhere.example"></iframe>'],
  ['a picture of another host', '\n\n![x](https://elsewhere.example/pixel.png)'],
  ['a site that is not listed', '\n\n[x](https://elsewhere.example)'],
  ['a card that runs a script', '\n\n::: cards\n### A {to=javascript:alert(1)}\nb\n:::\n'],
])('does not publish %s, and shows it as text in the preview', async (_what, hostile) => {
  const saved = await save((text) => `${text.trimEnd()}${hostile}\n`)
  expect(saved.status).toBe(200)
  expect(saved.body.mistakes.length).toBeGreaterThan(1)
  const refused = await publish()
  expect(refused.problem).toMatchObject({ status: 422, code: 'page_mistakes' })
  expect(refused.problem.message).toContain(`(${saved.body.mistakes.length})`)
  const { text_en, text_fr } = saved.body
  const preview = await world.call(previewPage, {
    token: staff.token,
    params,
    body: { language: 'en', text_en, text_fr },
  })
  expect(preview.body.html).toContain('<title>Affiliates')
  expect(preview.body.html).not.toMatch(/<script|modulepreload|<iframe|javascript:alert\(1\)"|src="https:/)
  expect(await show('en')).not.toContain('elsewhere.example')
})

test('names each mistake with its line in the language of the reader', async () => {
  const { text_en, text_fr, version } = await read()
  const body = { text_en: text_en.replace(/^description: .*$/m, 'description: Short'), text_fr, version }
  const headers = { 'accept-language': 'fr' }
  const saved = await world.call(savePageDraft, { token: staff.token, params, body, headers })
  expect(saved.body.mistakes).toEqual([
    { language: 'en', line: 4, message: '«\u00a0description\u00a0» compte 5 caractères. Il en faut au moins 50.' },
  ])
})

test('renders a draft as readers would see it, and nothing where its head is wrong', async () => {
  const { text_en, text_fr } = await read('posts.toronto-winter')
  const preview = (language: 'en' | 'fr', text: string) =>
    world.call(previewPage, {
      token: staff.token,
      params: { id: 'posts.toronto-winter' },
      body: { language, text_en, text_fr: text },
    })
  const changed = await preview('fr', rename('L’hiver arrive')(text_fr))
  expect(changed.body.html).toContain('<html lang="fr"')
  expect(changed.body.html).toContain('L’hiver arrive')
  expect(changed.body.mistakes).toEqual([])
  const broken = await preview('fr', 'Nothing')
  expect(broken.body).toMatchObject({ html: null, mistakes: [{ language: 'fr', line: 1 }] })
})

test('what a post says follows in the blog, its feed and its sitemap', async () => {
  await publishChanged(rename('Snow in town'), 'posts.toronto-winter')
  expect(await show('en', '/post/toronto-winter')).toContain('<title>Snow in town')
  expect(await show('en', '/blog/rss.xml')).toContain('<title>Snow in town</title>')
  expect(await show('en', '/sitemaps/posts.xml')).toContain(
    `/post/toronto-winter</loc><lastmod>${world.clock.now.toISOString()}</lastmod>`,
  )
})

test('a page that others link to keeps its anchors', async () => {
  const saved = await save((text) => text.replaceAll('{#pass-offline}', '{#pass}'), 'help')
  expect(saved.status).toBe(200)
  expect((await publish('help')).problem.code).toBe('page_mistakes')
})

test('is in the audit log without its texts, and refuses what is not there', async () => {
  world.clock.advance(1)
  await publishChanged(rename('Audited'))
  const log = await world.db
    .selectFrom('audit_log')
    .select(['action', 'permission', 'before', 'after'])
    .where('kind', '=', 'page')
    .where('record_id', '=', id)
    .where('at', '=', world.clock.now)
    .orderBy('action')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['publishPage', 'savePageDraft'])
  expect(JSON.stringify(log)).not.toContain('Audited')
  const { version } = await read()
  const none = await world.call(discardPageDraft, { token: staff.token, params, body: { version } })
  expect(none.problem).toMatchObject({ status: 409, code: 'page_no_draft' })
  for (const missing of ['none', 'posts.none', 'posts', 'hosts'])
    expect((await world.call(getDeskPage, { token: staff.token, params: { id: missing } })).status).toBe(404)
  expect((await world.call(getDeskPage, { token: staff.token, params: { id: '../about' } })).status).toBe(422)
  const long = { text_en: 'x'.repeat(40_001), text_fr: 'x', version }
  expect((await world.call(savePageDraft, { token: staff.token, params, body: long })).status).toBe(422)
})
