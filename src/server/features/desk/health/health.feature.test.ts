import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getSearchIndex,
  importList,
  indexList,
  reloadSearchIndex,
  getMail,
  getWebhook,
  jobList,
  mailList,
  mailRecord,
  retryMail,
  retryWebhook,
  serverList,
  webhookList,
} from '#contract/desk/health.ts'
import { health } from '#contract/system.ts'
import { hour_ms } from '#contract/time.ts'
import { newId } from '#server/database/ids.ts'
import { storeIndexState } from '#server/features/search/live/index-state.ts'
import { startJobs } from '#server/run-jobs.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let administrator: Driver
beforeAll(async () => {
  world = await createWorld()
  administrator = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

const after = (delay_ms: number) => new Date(world.clock.now.getTime() + delay_ms)

async function insertMail(change: { sent_at?: Date; created_at?: Date; last_error?: string } = {}): Promise<string> {
  const id = newId(world.clock.now.getTime())
  const mail = { to_address: `${id}@example.com`, subject: 'Your verification code', text: 'Code: 123456', html: '' }
  const times = { created_at: world.clock.now, next_attempt_at: after(hour_ms), attempts: 3, last_error: 'refused' }
  await world.db
    .insertInto('mails')
    .values({ id, ...mail, ...times, ...change })
    .execute()
  return id
}
const dueAt = async (id: string) =>
  (await world.db.selectFrom('mails').select('next_attempt_at').where('id', '=', id).executeTakeFirstOrThrow())
    .next_attempt_at

describe('mails', () => {
  test('a mail that waits after a failure is sent at once when somebody asks for it, and shows no contents', async () => {
    const { token } = administrator
    const id = await insertMail()
    const { body } = await world.call(getMail, { token, params: { id } })
    expect(body).toMatchObject({ state: 'waiting', actions: ['retry'], last_error: 'refused' })
    expect(JSON.stringify(body)).not.toContain('123456')
    expect((await world.call(retryMail, { token, params: { id } })).body.actions).toEqual([])
    expect(await dueAt(id)).toEqual(world.clock.now)
    expect((await world.call(retryMail, { token, params: { id } })).problem.code).toBe('invalid_transition')
  })

  test('the list tells what was sent and what was given up, and is not for everybody', async () => {
    const { token } = administrator
    await insertMail({ sent_at: world.clock.now })
    const old = await insertMail({ created_at: after(-25 * hour_ms) })
    const { body } = await world.call(mailList.endpoint, { token, query: { state: 'given_up' } })
    expect(body.items.map(({ id }) => id)).toEqual([old])
    expect(body.counts['sent']).toBeGreaterThan(0)
    const staff = await world.buildDriver({ role: 'staff' })
    expect((await world.call(mailList.endpoint, { token: staff.token })).status).toBe(403)
  })
})

describe('many at once', () => {
  const change = (body: object, token = administrator.token) =>
    world.call(mailRecord.bulkEndpoint, { token, body: body as never })

  test('each has a result: those that are refused say why, in the language of the caller, and the others are done', async () => {
    const [first, second] = [await insertMail(), await insertMail()]
    const sent = await insertMail({ sent_at: world.clock.now })
    const { body } = await change({ action: 'retry', ids: [first, sent, 'nothing', second, second] })
    expect(body.results.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual([
      'ok',
      'invalid_transition',
      'not_found',
      'ok',
      'invalid_transition',
    ])
    expect(body.results[1]!.message).toMatch(/\.$/)
    expect([await dueAt(first), await dueAt(second)]).toEqual([world.clock.now, world.clock.now])
    const entries = await world.db
      .selectFrom('audit_log')
      .select('record_id')
      .where('action', '=', 'retryMail')
      .execute()
    expect(entries.map(({ record_id }) => record_id)).toEqual(expect.arrayContaining([first, second]))
    expect(entries.map(({ record_id }) => record_id)).not.toContain(sent)
  })

  test('more than 1,000, none, an unknown action and an unknown field are 422', async () => {
    const ids = Array.from({ length: 1_001 }, (_one, n) => `mail ${n}`)
    expect((await change({ action: 'retry', ids })).problem.errors?.[0]?.message).toBe('Choose at most 1,000 rows.')
    expect((await change({ action: 'retry', ids: [] })).status).toBe(422)
    expect((await change({ action: 'delete', ids: ['x'] })).problem.errors?.[0]?.field).toBe('action')
    expect((await change({ action: 'retry', ids: ['x'], role: 'admin' })).status).toBe(422)
  })

  test('the permission is that of the action', async () => {
    const id = await insertMail()
    const { token, user_id } = await world.buildDriver()
    const role_id = newId(world.clock.now.getTime())
    const names = { name: 'Reader', name_fr: 'Lecture', code: `own_${role_id}`, position: 500 }
    await world.db
      .insertInto('roles')
      .values({ id: role_id, ...names, changed_at: world.clock.now })
      .execute()
    await world.db.insertInto('role_permissions').values({ role_id, permission: 'health.view' }).execute()
    await world.db
      .insertInto('role_assignments')
      .values({
        id: newId(world.clock.now.getTime()),
        user_id,
        role_id,
        scope: 'everywhere',
        created_at: world.clock.now,
      })
      .execute()
    await world.db
      .updateTable('access_version')
      .set({ version: sql`version + 1` })
      .execute()
    expect((await world.call(mailList.endpoint, { token })).status).toBe(200)
    expect((await change({ action: 'retry', ids: [id] }, token)).problem.code).toBe('forbidden')
    expect(await dueAt(id)).toEqual(after(hour_ms))
  })
})

test('a message of a provider that could not be processed is processed again', async () => {
  const { token } = administrator
  const id = newId(world.clock.now.getTime())
  const event = { provider: 'paystack', event_key: id, event_type: 'charge.success', reference: `none-${id}` }
  const times = { received_at: world.clock.now, processed_at: world.clock.now, next_attempt_at: world.clock.now }
  await world.db
    .insertInto('webhook_events')
    .values({ id, ...event, body: Buffer.from('{}'), ...times, attempts: 9, last_error: 'unreachable' })
    .execute()
  const { body } = await world.call(webhookList.endpoint, {
    token,
    query: { state: 'failed', search: event.reference },
  })
  expect(body.items.map((row) => row.id)).toEqual([id])
  await world.call(retryWebhook, { token, params: { id } })
  expect((await world.call(getWebhook, { token, params: { id } })).body.state).not.toBe('failed')
})

test('the last run of each job is known, and a failure at once', async () => {
  const { promise: ran, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    resolve()
    throw new Error('no network')
  }
  const stop = startJobs({ ...world.deps, log: { ...world.deps.log, error: () => undefined } }, [
    { name: 'webhooks', every_s: 60, run },
  ])
  await ran
  await stop()
  const { body } = await world.call(jobList.endpoint, { token: administrator.token, query: { search: 'webhooks' } })
  expect(body.items).toMatchObject([{ name: 'webhooks', state: 'failed', last_error: 'no network', every_s: 60 }])
})

describe('the search index of a process', () => {
  const read = async () => {
    const { body } = await world.call(indexList.endpoint, { token: administrator.token })
    return body.items
  }

  test('is compared with the car parks of the database, and is late once its process is silent', async () => {
    await world.buildPark()
    await storeIndexState(world.deps)
    expect(await read()).toMatchObject([{ id: world.deps.search.id, state: 'current', parks: 1, listed: 1 }])
    await world.db.updateTable('index_states').set({ parks: 0 }).execute()
    expect(await read()).toMatchObject([{ state: 'incomplete' }])
    world.clock.advance(4)
    expect(await read()).toMatchObject([{ state: 'late' }])
    const { token } = administrator
    const { body } = await world.call(getSearchIndex, { token, params: { id: world.deps.search.id } })
    expect(body.actions).toEqual([])
    await storeIndexState(world.deps)
    expect(await read()).toMatchObject([{ state: 'current', parks: 1 }])
  })

  test('is loaded again when staff ask for it, once', async () => {
    const { token } = administrator
    const params = { id: world.deps.search.id }
    await storeIndexState(world.deps)
    const before = world.deps.search.loaded!.parks
    expect((await world.call(reloadSearchIndex, { token, params })).body.state).toBe('reloading')
    expect((await world.call(reloadSearchIndex, { token, params })).problem.code).toBe('invalid_transition')
    await storeIndexState(world.deps)
    expect(world.deps.search.loaded!.parks).not.toBe(before)
    expect(await read()).toMatchObject([{ state: 'current' }])
    const audited = await world.db
      .selectFrom('audit_log')
      .select('record_id')
      .where('action', '=', 'reloadSearchIndex')
      .execute()
    expect(audited).toEqual([{ record_id: params.id }])
  })

  test('is forgotten an hour after its process has ended', async () => {
    const gone = {
      id: newId(),
      started_at: after(-7_200_000),
      noted_at: after(-3_601_000),
      refreshed_at: after(-3_601_000),
    }
    await world.db
      .insertInto('index_states')
      .values({ ...gone, parks: 1, listed: 1 })
      .execute()
    await storeIndexState(world.deps)
    expect((await read()).map(({ id }) => id)).toEqual([world.deps.search.id])
  })
})

test('imports are listed by source and country', async () => {
  await world.buildPark({ country_code: 'SN' })
  const { token } = administrator
  const { body } = await world.call(importList.endpoint, { token, query: { country: 'SN' } })
  expect(body.items).toMatchObject([{ source: 'test', title: 'Test', licence: 'CC0', country: 'SN', parks: 1 }])
  expect(body.items[0]!.imported_at).toBe(world.clock.now.toISOString())
})

test('the servers are listed with their version, which the health of each names too', async () => {
  await world.deps.servers.announce(world.db)
  const { body } = await world.call(serverList.endpoint, { token: administrator.token })
  const { version } = (await world.call(health, {})).body
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const times = { started_at: expect.any(String), seen_at: expect.any(String) }
  // As its operators know it; by its id where an earlier version runs.
  expect(body.items).toMatchObject([{ process: `${hostname()}:${process.pid}`, version, ...times }])
  await world.db.updateTable('servers').set({ process: null }).execute()
  const [earlier] = (await world.call(serverList.endpoint, { token: administrator.token })).body.items
  expect(earlier).toMatchObject({ process: earlier!.id })
  await world.deps.servers.leave(world.db)
  expect((await world.call(serverList.endpoint, { token: administrator.token })).body.items).toEqual([])
})
