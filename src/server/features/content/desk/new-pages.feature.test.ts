import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getContent, getContentItem, getPost, listPosts } from '#contract/content/content.ts'
import {
  createPage,
  deletePage,
  discardPageDraft,
  getDeskPage,
  movePage,
  pageList,
  previewPage,
  publishPage,
  revertPage,
  savePageDraft,
  schedulePage,
  withdrawPage,
  type DeskPage,
} from '#contract/content/desk/pages.ts'
import { hour_ms } from '#contract/time.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/database/connect.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
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

const create = (changes: object = {}, retryKey?: string) =>
  world.call(createPage, {
    token: staff.token,
    body: { kind: 'post', title: 'Parking at night', title_fr: 'Se garer la nuit', slug: null, ...changes } as never,
    ...(retryKey !== undefined && { headers: { 'idempotency-key': retryKey } }),
  })
const read = async (id: string): Promise<DeskPage> =>
  (await world.call(getDeskPage, { token: staff.token, params: { id } })).body

const sentences = {
  en: ['How to find a lit car park, and what to look at before you leave the car.', 'Light, people and a short walk.'],
  fr: [
    'Trouver un parking éclairé, et ce qu’il faut vérifier avant de quitter la voiture.',
    'De la lumière et du monde.',
  ],
} as const
/** A draft with everything that its author has to write. */
const complete = (id: string, language: 'en' | 'fr', text: string) =>
  text
    .replace(/^title: Se garer la nuit$/m, `title: Se garer la nuit, ${id.slice(-9)}`)
    .replace(/^description: .*$/m, `description: ${sentences[language][0]} ${id}`)
    .replace(/^lead: .*$/m, `lead: ${sentences[language][1]} ${sentences[language][1]}`)
    .replace('tags: []', language === 'en' ? 'tags: [Rules]' : 'tags: [Règles]')
    .concat(`${sentences[language][1]}\n`)

async function save(id: string, change: (text: string, language: 'en' | 'fr') => string) {
  const { text_en, text_fr, version } = await read(id)
  const body = { text_en: change(text_en, 'en'), text_fr: change(text_fr, 'fr'), version }
  return world.call(savePageDraft, { token: staff.token, params: { id }, body })
}
/** Does a call that takes a version alone. */
async function change(endpoint: unknown, id: string) {
  const { version } = await read(id)
  return world.call(endpoint as typeof publishPage, { token: staff.token, params: { id }, body: { version } })
}
async function write(changes: object = {}): Promise<string> {
  const { id } = (await create(changes)).body
  const saved = await save(id, (text, language) => complete(id, language, text))
  expect(saved.body.mistakes).toEqual([])
  return id
}
async function writePublished(changes: object = {}): Promise<string> {
  const id = await write(changes)
  expect((await change(publishPage, id)).status).toBe(200)
  return id
}
const schedule = async (id: string, publish_at: Date | null, withdraw_at: Date | null = null) =>
  world.call(schedulePage, {
    token: staff.token,
    params: { id },
    body: {
      publish_at: publish_at?.toISOString() ?? null,
      withdraw_at: withdraw_at?.toISOString() ?? null,
      version: (await read(id)).version,
    },
  })
const show = (path: string, language = 'en') => world.app.inject({ url: `${path}?lang=${language}` })
const listIds = async () =>
  (await world.call(listPosts, { query: { size: 100 } as never })).body.items.map(({ id }) => id)
const inHours = (hours: number) => new Date(world.clock.now.getTime() + hours * hour_ms)
const runJobs = async (deps = world.deps) => {
  for (const { run } of contentJobs) await run(deps)
}

test('a post begins as a draft with an address made from its title, and says what is missing', async () => {
  const { status, body } = await create({ title: 'Is it safe? Déjà vu & more' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    id: 'posts.is-it-safe-deja-vu-more',
    address: '/post/is-it-safe-deja-vu-more',
    kind: 'post',
    source: 'unpublished',
    title: 'Is it safe? Déjà vu & more',
    title_fr: 'Se garer la nuit',
    published: null,
    actions: ['schedule', 'move', 'remove'],
  })
  expect(body.mistakes.map(({ language }) => language)).toContain('fr')
  expect(body.mistakes.map(({ message }) => message)).toContain('The detail “tags” is missing.')
  expect((await change(publishPage, body.id)).problem.code).toBe('page_mistakes')
  expect((await show(body.address)).statusCode).toBe(404)
  expect(await listIds()).not.toContain('is-it-safe-deja-vu-more')
  expect((await create({ title: 'Is it safe? Déjà vu & more' })).body.id).toBe('posts.is-it-safe-deja-vu-more-2')
})

test.each([
  [{ slug: 'toronto-winter' }, '422 validation_failed slug'],
  [{ slug: 'Not an address' }, '422 validation_failed slug'],
  [{ slug: '../about' }, '422 validation_failed slug'],
  [{ kind: 'page' }, '422 validation_failed kind'],
  [{ title: 'a' }, '422 validation_failed title'],
  [{ title: 'x\u202ey turned round' }, '422 validation_failed title'],
])('with %o is not created', async (changes, outcome) => {
  expect(outcomeOf(await create(changes))).toBe(outcome)
})

test('a title is text, whatever it contains', async () => {
  const title = '"a": [b] # {{data.parks}} <script>alert(1)</script>'
  const { body } = await create({ title, slug: 'hostile-title' })
  expect(body.text_en.startsWith('---\ntitle: ')).toBe(true)
  expect(body.title_en).toContain('<script>')
  const saved = await save(body.id, (text, language) => complete(body.id, language, text))
  const { text_en, text_fr } = saved.body
  const preview = await world.call(previewPage, {
    token: staff.token,
    params: { id: body.id },
    body: { language: 'en', text_en, text_fr },
  })
  expect(preview.body.html).not.toContain('<script>alert')
})

test('a second click begins one post', async () => {
  const answers = await Promise.all([1, 2].map(() => create({ title: 'Clicked twice' }, 'a-key-of-one-form-0001')))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('is previewed in both languages as it will look, and then in every list of posts', async () => {
  const id = await write({ title: 'Where to see it' })
  const { text_en, text_fr, address } = await read(id)
  for (const [language, text] of [
    ['en', 'Where to see it'],
    ['fr', 'Se garer la nuit'],
  ] as const) {
    const params = { id }
    const body = { language, text_en, text_fr }
    const preview = await world.call(previewPage, { token: staff.token, params, body })
    expect(preview.body.html).toContain(`<html lang="${language}"`)
    expect(preview.body.html).toMatch(new RegExp(`<h1[^>]*>${text}`))
  }
  const published = await change(publishPage, id)
  expect(published.body).toMatchObject({ source: 'desk', published: 1, actions: ['schedule', 'withdraw'] })
  const page = (await show(address)).body
  expect(page).toContain('<title>Where to see it')
  expect(page).toContain('hreflang="fr"')
  expect(page).toContain('"@type":"BlogPosting"')
  expect((await show(address, 'fr')).body).toContain('Se garer la nuit')
  expect((await show('/blog')).body).toContain(`href="${address}`)
  expect((await show('/blog/rss.xml', 'fr')).body).toContain(`${address}?lang=fr`)
  expect((await show('/sitemaps/posts.xml')).body).toContain(`${address}</loc>`)
  const other = await world.call(getPost, { params: { id: 'a-wrong-fine' } })
  expect(other.body.more.map((post) => post.id)).toContain('where-to-see-it')
  const listed = await world.call(pageList.endpoint, { token: staff.token, query: { search: 'where to see' } as never })
  expect(listed.body.items).toMatchObject([{ address, source: 'desk', mistakes: 0 }])
})

test('a help article is on the help page and at its own address', async () => {
  const id = await writePublished({ kind: 'article', title: 'Pay with Wave', title_fr: 'Payer avec Wave' })
  expect(id).toBe('help.pay-with-wave')
  const help = await world.call(getContent, { params: { page: 'help' } })
  expect(help.body.items.find((item) => item.id === 'pay-with-wave')?.title).toBe('Pay with Wave')
  expect((await show('/help')).body).toContain('href="/help/pay-with-wave')
  const page = (await show('/help/pay-with-wave', 'fr')).body
  expect(page).toContain('<title>Payer avec Wave')
  expect(page).toContain('BreadcrumbList')
  expect((await show('/sitemaps/pages.xml')).body).toContain('/help/pay-with-wave</loc>')
  expect((await show('/help/none')).statusCode).toBe(404)
  await change(withdrawPage, id)
  expect((await show('/help/pay-with-wave')).statusCode).toBe(404)
  const params = { page: 'help', id: 'pay-with-wave' } as const
  expect((await world.call(getContentItem, { params })).status).toBe(404)
})

test('is unpublished with its versions, published again, and never loses its only text', async () => {
  const id = await writePublished({ title: 'There and back' })
  expect((await change(revertPage, id)).problem.code).toBe('page_no_file')
  expect((await change(withdrawPage, 'posts.toronto-winter')).problem.code).toBe('page_has_file')
  const withdrawn = await change(withdrawPage, id)
  expect(withdrawn.body).toMatchObject({ source: 'unpublished', published: null, actions: ['schedule'] })
  expect(withdrawn.body.text_en).toContain('There and back')
  expect((await show('/post/there-and-back')).statusCode).toBe(404)
  expect((await change(withdrawPage, id)).problem.code).toBe('page_unpublished')
  expect((await change(discardPageDraft, id)).problem.code).toBe('page_no_draft')
  const { version } = await read(id)
  const params = { id }
  expect((await world.call(deletePage, { token: staff.token, params, query: { version } })).problem.code).toBe(
    'page_was_published',
  )
  expect((await change(publishPage, id)).body).toMatchObject({ published: 2, versions: [{ number: 2 }, { number: 1 }] })
  expect((await show('/post/there-and-back')).statusCode).toBe(200)
})

test('keeps its address once it was published; earlier ones lead to it', async () => {
  const id = await write({ title: 'First address' })
  const move = async (page: string, slug: string) =>
    world.call(movePage, {
      token: staff.token,
      params: { id: page },
      body: { slug, version: (await read(page)).version },
    })
  const moved = await move(id, 'second-address')
  expect(moved.body).toMatchObject({ id: 'posts.second-address', address: '/post/second-address' })
  // A colleague who opened it before still finds it, and loses nothing.
  expect(await read(id)).toMatchObject({ id: 'posts.second-address' })
  const stale = { text_en: 'mine', text_fr: 'le mien', version: moved.body.version - 1 }
  expect((await world.call(savePageDraft, { token: colleague.token, params: { id }, body: stale })).problem.code).toBe(
    'changed_meanwhile',
  )
  expect(outcomeOf(await move(moved.body.id, 'toronto-winter'))).toBe('422 validation_failed slug')
  expect((await create({ slug: 'first-address' })).status).toBe(422)
  expect((await show('/post/first-address')).statusCode).toBe(404)
  await change(publishPage, moved.body.id)
  const redirect = await show('/post/first-address', 'fr')
  expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/post/second-address?lang=fr'])
  expect((await move(moved.body.id, 'third-address')).problem.code).toBe('page_was_published')
})

test('is published and unpublished at its times, once, whichever process comes first', async () => {
  const id = await write({ title: 'On time' })
  const other = await createApp({ ...world.deps, db: world.db.withoutPlugins() as Db })
  onTestFinished(() => other.close())
  const there = { ...world.deps, db: world.db.withoutPlugins() as Db }
  const planned = await schedule(id, inHours(1), inHours(3))
  expect(planned.body).toMatchObject({ publish_at: inHours(1).toISOString(), timezone: 'Africa/Lagos' })
  // What is corrected meanwhile is published as it is then.
  await save(id, (text) => text.replace('title: On time', 'title: Right on time'))
  await runJobs()
  expect((await show('/post/on-time')).statusCode).toBe(404)
  world.clock.advance(60)
  await Promise.all([runJobs(), runJobs(there)])
  // What the other process did is seen with the next run.
  await Promise.all([runJobs(), runJobs(there)])
  expect((await show('/post/on-time')).body).toContain('<title>Right on time')
  expect((await other.inject({ url: '/post/on-time' })).statusCode).toBe(200)
  const { versions, publish_at } = await read(id)
  expect([versions, publish_at]).toMatchObject([[{ number: 1, person: 'Ada' }], null])
  world.clock.advance(120)
  await Promise.all([runJobs(), runJobs(there)])
  await runJobs()
  expect((await show('/post/on-time')).statusCode).toBe(404)
  expect(await read(id)).toMatchObject({ source: 'unpublished', withdraw_at: null })
  const log = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('record_id', '=', id)
    .where('request_id', '=', 'schedule')
    .execute()
  expect(log.map(({ action }) => action).sort()).toEqual(['publishPage', 'withdrawPage'])
})

test('after a stop that lasts longer than its times, it is published and unpublished in their order', async () => {
  const id = await write({ title: 'Slept through' })
  await schedule(id, inHours(1), inHours(2))
  world.clock.advance(300)
  await runJobs()
  expect(await read(id)).toMatchObject({ source: 'unpublished', versions: [{ number: 1 }], publish_at: null })
})

test('a draft with mistakes is not published at its time, says so, and does not hold up others', async () => {
  const [bad, good] = [await write({ title: 'A bad one' }), await write({ title: 'B good one' })]
  for (const id of [bad, good]) expect((await schedule(id, inHours(1))).status).toBe(200)
  await save(bad, (text) => `${text}\n[x](javascript:alert(1))\n`)
  world.clock.advance(60)
  await runJobs()
  expect(await read(bad)).toMatchObject({ publish_failed: 'mistakes', publish_at: null, source: 'unpublished' })
  expect(await read(good)).toMatchObject({ publish_failed: null, source: 'desk' })
})

test('a draft is not published once whoever scheduled it may no longer publish, says so, and can be taken on', async () => {
  const leaving = await world.buildDriver({ role: 'staff' })
  const id = await write({ title: 'Written by somebody who left' })
  const planned = await world.call(schedulePage, {
    token: leaving.token,
    params: { id },
    body: { publish_at: inHours(1).toISOString(), withdraw_at: null, version: (await read(id)).version },
  })
  expect(planned.status).toBe(200)
  await world.db.deleteFrom('role_assignments').where('user_id', '=', leaving.user_id).execute()
  world.clock.advance(60)
  await runJobs()
  expect(await read(id)).toMatchObject({ publish_failed: 'permission', publish_at: null, source: 'unpublished' })
  expect((await show('/post/written-by-somebody-who-left')).statusCode).toBe(404)
  expect((await change(publishPage, id)).status).toBe(200)
  expect(await read(id)).toMatchObject({ publish_failed: null, source: 'desk' })
})

test('refuses a schedule that cannot be met', async () => {
  const id = await write({ title: 'Not planned well' })
  expect(outcomeOf(await schedule(id, inHours(-1)))).toBe('422 validation_failed publish_at')
  expect(outcomeOf(await schedule(id, inHours(2), inHours(1)))).toBe('422 validation_failed withdraw_at')
  expect(outcomeOf(await schedule(id, null, inHours(1)))).toBe('422 validation_failed publish_at')
  expect((await schedule('posts.toronto-winter', inHours(1))).problem.code).toBe('page_no_draft')
  await schedule(id, inHours(1))
  expect((await schedule(id, null)).body).toMatchObject({ publish_at: null, withdraw_at: null })
  const { body } = await create({ title: 'Empty still' })
  expect((await schedule(body.id, inHours(1))).problem.code).toBe('page_mistakes')
})

test('is deleted before it was ever published, and begun by staff alone', async () => {
  const { id, version } = (await create({ title: 'Thrown away' })).body
  const params = { id }
  const removed = await world.call(deletePage, { token: staff.token, params, query: { version } })
  expect(removed.status).toBe(204)
  expect((await world.call(getDeskPage, { token: staff.token, params })).status).toBe(404)
  const employee = await world.buildDriver({ role: 'employee' })
  const body = { kind: 'post', title: 'No right', title_fr: 'Aucun droit', slug: null } as const
  expect((await world.call(createPage, { token: employee.token, body })).status).toBe(403)
})
