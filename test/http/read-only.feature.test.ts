import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { runCommand } from '#server/commands/run.ts'
import { changes } from '#server/http/mount.ts'
import { look_ms, storeReadOnly } from '#server/read-only.ts'
import { startJobs } from '#server/run-jobs.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { inTurn, isInTurn } from '#test/kits/rounds.ts'
import { compiled, databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

const until = '2026-11-28T10:00:00.000Z'
const reason = 'PostgreSQL 17'

let world: World
let admin: Driver
let park: TestPark
beforeAll(async () => {
  world = await createWorld({ engine: 'server', follows_read_only: true, settings: { PAGE_CACHE_SECONDS: '10' } })
  admin = await world.buildDriver({ role: 'admin', balance_minor: 100_000n })
  park = await world.buildPark({ name: 'Quay', lat: 43.65, lng: -79.38, city: 'Toronto' })
  await open('/')
  await turnOn(until)
}, 120_000)
afterAll(() => world.close())

async function turnOn(at: string | undefined): Promise<void> {
  await storeReadOnly(world.db, { reason, since: world.clock.now.toISOString(), ...(at && { until: at }) })
  await world.deps.read_only.look(world.deps)
}
/** A connection that has been closed by the database opens again at the next look. */
const look = () => world.deps.read_only.look(world.deps).catch(() => world.deps.read_only.look(world.deps))

async function turnOff(): Promise<void> {
  await storeReadOnly(world.db, undefined)
  await world.deps.read_only.look(world.deps)
}

const open = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { 'accept-language': 'en', ...headers } })

const callAny = (method: string, path: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: method as 'POST',
    url: path.replaceAll(/\{\w+\}/g, 'x'),
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en', ...headers },
  })

test('refuses every call that writes, and answers the others', async () => {
  const endpoints = (await loadEndpoints()).filter((endpoint) => endpoint.method !== 'GET' || changes(endpoint))
  const mounted = [...world.app.mounted.values()]
  // None that writes goes by another way.
  const open = mounted.filter(({ endpoint, is_change }) => is_change === true && !changes(endpoint))
  expect(open.map(({ endpoint }) => endpoint.name)).toEqual([])
  expect(endpoints.filter(changes).length).toBeGreaterThan(250)
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const { statusCode, headers, body } = await callAny(method, path)
    if (!changes(endpoint)) expect([path, statusCode === 503]).toEqual([path, false])
    else {
      expect([path, statusCode, JSON.parse(body)]).toMatchObject([path, 503, { code: 'read_only', until }])
      // From 09:03:20 on the 21st.
      expect(headers['retry-after']).toBe('608200')
      if (path.startsWith('/api/')) expect([path, headers['read-only']]).toEqual([path, until])
    }
  }
})

test('says until when in the language of the reader, in UTC', async () => {
  const english = (await callAny('POST', '/api/v1/bookings')).json<{ message: string }>()
  expect(english.message.replaceAll(/\s/g, ' ')).toBe(
    'We’re doing maintenance, so nothing can be booked, paid or changed until November 28, 2026 at 10:00 AM UTC.',
  )
  const french = await callAny('POST', '/api/v1/bookings', { 'accept-language': 'fr-SN' })
  expect(french.json<{ message: string }>().message.replaceAll(/\s/g, ' ')).toBe(
    'Maintenance en cours : réservations, paiements et modifications sont suspendus. Reprise prévue : 28 novembre 2026 à 10:00 UTC.',
  )
})

test('providers are told to send their messages again', async () => {
  for (const provider of ['paystack', 'stripe', 'wave'])
    expect((await callAny('POST', `/api/v1/webhooks/${provider}`)).statusCode).toBe(503)
})

test('every page says it in the server’s HTML, in a language in turn, in the time of the country', async () => {
  const sentences = {
    en: ['aria-label="Maintenance"', 'changed until Sat 28 Nov at 11:00 (West Africa Time)'],
    fr: ['aria-label="Maintenance"', 'payer ni modifier jusqu’au sam. 28 nov. à 11:00 (heure d’Afrique de l’Ouest)'],
  }
  let count = 0
  const takeLanguage = inTurn(['en', 'fr'] as const, 1)
  for (const { path } of pageRoutes) {
    const url = path.replace(':slug', park.slug).replaceAll(/:\w+/g, 'x')
    for (const language of takeLanguage()) {
      const { statusCode, body } = await open(url, { cookie: `language=${language}; country=NG` })
      if (statusCode === 301 || statusCode === 302) continue
      const text = body.replaceAll(/<!-- -->/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')
      expect([url, statusCode < 500, ...sentences[language].filter((words) => !text.includes(words))]).toEqual([
        url,
        true,
      ])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(50)
})

test('a form from a browser without scripts comes back as it was typed, with the sentence', async () => {
  const form = new URLSearchParams({
    lead: 'contact',
    opened_at: new Date(world.clock.now.getTime() - 60_000).toISOString(),
    name: 'Ada Obi',
    email: 'ada@test.example',
    booking_code: '',
    message: 'Where is my receipt?',
    website: '',
  })
  const { statusCode, body } = await world.app.inject({
    method: 'POST',
    url: '/help',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: form.toString(),
  })
  expect(statusCode).toBe(503)
  expect(body).toContain('nothing can be booked, paid or changed until')
  expect(body).toContain('Ada Obi')
})

test('jobs that write pause, and those that read go on', async () => {
  const ran: string[] = []
  const job = (name: 'send_mails' | 'search_index') => ({ name, every_s: 60, run: async () => void ran.push(name) })
  const reading = Promise.withResolvers<void>()
  const stop = startJobs(world.deps, [
    job('send_mails'),
    { ...job('search_index'), only_reads: true, run: async () => (ran.push('search_index'), reading.resolve()) },
  ])
  await reading.promise
  await stop()
  expect(ran).toEqual(['search_index'])
})

test('without a time, and after it has passed, says only that it goes on', async () => {
  await turnOn(undefined)
  const answer = await callAny('POST', '/api/v1/bookings')
  expect(answer.json()).toMatchObject({ code: 'read_only', message: expect.stringMatching(/right now/) })
  expect(answer.json()).not.toHaveProperty('until')
  expect([answer.headers['retry-after'], answer.headers['read-only']]).toEqual(['10', 'on'])
  await turnOn('2026-11-21T09:00:00Z')
  expect((await callAny('POST', '/api/v1/bookings')).headers['retry-after']).toBe('10')
  await turnOn(until)
})

test('enters by itself where the database takes no changes, and leaves when it does', async () => {
  await turnOff()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const name = sql.id(rows[0]!.name)
  const press = () => callAny('POST', '/api/v1/notifications/read')
  const disconnect = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(world.db)
  await world.db.connection().execute((connection) => disconnect.execute(connection))
  await look()
  expect(world.deps.read_only.state).toEqual({ cause: 'database', until: undefined })
  const refused = await callAny('POST', '/api/v1/bookings')
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'read_only' }])
  await world.db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    await sql`alter database ${name} reset default_transaction_read_only`.execute(connection)
    await disconnect.execute(connection)
  })
  await look()
  expect(world.deps.read_only.state).toBeUndefined()
  expect((await press()).statusCode).not.toBe(503)
})

test.runIf(isInTurn('the command switches', 3))('the command switches all servers', { timeout: 400_000 }, async () => {
  // Five seconds are promised; a loaded machine answers late.
  expect(look_ms).toBeLessThan(5_000)
  const DATABASE_URL = await databaseUrlOf(world)
  const server = await startServerProcess(DATABASE_URL)
  onTestFinished(world.deps.read_only.follow(world.deps, { warn: () => undefined }))
  const url = '/api/v1/countries'
  const modes = async () => [
    (await fetch(server.address + url)).headers.get('read-only'),
    (await open(url)).headers['read-only'] ?? null,
  ]
  const year = new Date().getUTCFullYear() + 1
  const words = ['on', '--until', `${year}-11-28T10:00Z`, '--reason', reason]
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/read-only.ts', ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, DATABASE_URL },
  })
  const at = `${year}-11-28T10:00:00.000Z`
  expect(stdout).toContain(`Read-only until ${at}`)
  await expect.poll(modes).toEqual([at, at])
  const refused = await fetch(`${server.address}/api/v1/auth/login`, { method: 'POST' })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'read_only' }])
  const run = (...given: string[]) => runCommand('read-only', given, { DATABASE_URL })
  expect(await run('off')).toMatchObject({ exit_code: 0 })
  await expect.poll(modes).toEqual([null, null])
  expect(await run('on')).toMatchObject({ exit_code: 1, error: expect.stringContaining('--reason') })
  expect(await run('on', '--until', '10:00', '--reason', reason)).toMatchObject({ exit_code: 1 })
})
