import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mistakeKinds, reportMistake } from '#contract/parks/mistakes.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let park: TestPark

beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_MISTAKES_HOUR: '3' } })
  park = await world.buildPark()
})
beforeEach(() => world.clock.advance(120))
afterAll(() => world.close())

const report = (body: object, more: { token?: string; language?: string; handle?: string } = {}) =>
  world.call(reportMistake, {
    params: { parkId: more.handle ?? park.slug },
    body,
    ...(more.token === undefined ? {} : { token: more.token }),
    headers: { 'accept-language': more.language ?? 'en' },
  })
const stored = () => world.db.selectFrom('park_mistakes').selectAll().orderBy('created_at').orderBy('id').execute()

test('accepts a report from anybody and replies in their language', async () => {
  const text = '  The barrier\r\nis at 1.9 m, not 2.1.  '
  const answer = await report({ kind: 'limits', text, email: ' Ada@Example.com ' }, { language: 'fr' })
  expect([answer.status, answer.body]).toEqual([201, { message: 'Merci. Nous allons vérifier et corriger si besoin.' }])
  expect((await report({ kind: 'closed', website: '' }, { handle: park.park_code })).status).toBe(201)
  const [closed, limits] = (await stored()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  expect(limits).toMatchObject({
    park_id: park.id,
    kind: 'limits',
    body: 'The barrier\nis at 1.9 m, not 2.1.',
    email: 'ada@example.com',
    user_id: null,
    language: 'fr',
    settled_at: null,
  })
  expect(closed).toMatchObject({ kind: 'closed', body: null, email: null, language: 'en' })
})

test('stores the reporter, and keeps the report after the account is deleted', async () => {
  const driver = await world.buildDriver()
  await report({ kind: 'price', text: 'It is 4.00 now' }, { token: driver.token })
  expect((await stored()).at(-1)).toMatchObject({ kind: 'price', user_id: driver.user_id })
  await world.db.deleteFrom('users').where('id', '=', driver.user_id).execute()
  expect((await stored()).at(-1)).toMatchObject({ kind: 'price', user_id: null })
})

test('ignores bots that fill in the hidden field', async () => {
  const before = (await stored()).length
  const { status, body } = await report({ kind: 'other', text: 'Buy now', website: 'https://spam.example' })
  expect([status, body.message]).toEqual([201, 'Thank you. We’ll check it and make any corrections.'])
  expect(await stored()).toHaveLength(before)
})

test('limits reports per network for an hour', async () => {
  const before = (await stored()).length
  for (let n = 0; n < 3; n += 1) expect((await report({ kind: 'hours', text: `no ${n}` })).status).toBe(201)
  const refused = await report({ kind: 'hours' })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(await stored()).toHaveLength(before + 3)
  world.clock.advance(61)
  expect((await report({ kind: 'hours' })).status).toBe(201)
})

test.each([
  [{}, 'kind'],
  [{ kind: 'rude' }, 'kind'],
  [{ kind: 'other' }, 'text'],
  [{ kind: 'other', text: '   ' }, 'text'],
  [{ kind: 'price', text: 'x'.repeat(1_001) }, 'text'],
  [{ kind: 'price', text: 'a\u0000b' }, 'text'],
  [{ kind: 'price', email: 'nobody' }, 'email'],
  [{ kind: 'price', settled_at: 'now' }, 'settled_at'],
])('%j is refused for its %s', async (body, field) => {
  const { status, problem } = await report(body)
  expect({ status, fields: problem.errors?.map((error) => error.field) }).toEqual({ status: 422, fields: [field] })
})

test('returns 404 for an unknown park', async () => {
  expect((await report({ kind: 'closed' }, { handle: 'nobody' })).problem.code).toBe('park_not_found')
})

test('stores the contract’s kinds and is emptied by the demo reset', async () => {
  const rows = mistakeKinds.map((kind, n) => ({
    id: `00000000-0000-7000-8000-00000000000${n}`,
    park_id: park.id,
    kind,
    language: 'en',
    created_at: new Date(world.clock.now),
  }))
  await world.db.insertInto('park_mistakes').values(rows).execute()
  await resetDemo(world.deps)
  expect(await stored()).toEqual([])
})
