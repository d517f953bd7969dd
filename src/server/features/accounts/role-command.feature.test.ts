import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { getProfile } from '#contract/auth.ts'
import { readConfig } from '#server/config.ts'
import { acquireLock } from '#server/database/lock.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { newId } from '#server/ids.ts'
import { createWorld } from '#test/world.ts'
import { runRoleCommand } from './role-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'parkwell-staff-'))
const data_dir = join(folder, 'data')
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
const now = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  const database = await openDatabase(config)
  await seedReference(database.db, { places: false })
  const person = { first_name: 'Ada', country_id: 1, language: 'en', terms_accepted_at: now, created_at: now }
  await database.db
    .insertInto('users')
    .values({ ...person, id: newId(), email: 'ada@test.example', email_verified_at: now })
    .execute()
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command with nothing of the tests' own environment. */
const runCommand = (words: string[], environment: Record<string, string> = { DATA_DIR: data_dir }) =>
  runRoleCommand(words, environment)

async function roleOf(email: string): Promise<string | undefined> {
  const database = await openDatabase(config)
  const row = await database.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  await database.close()
  return row?.role
}

test('gives a role and ignores the case of the address and the role', async () => {
  expect(await runCommand(['Ada@Test.Example', 'STAFF'])).toEqual({
    exit_code: 0,
    output: 'ada@test.example is now staff.',
  })
  expect(await roleOf('ada@test.example')).toBe('staff')
})

test('on a PostgreSQL server, works while the product runs, and refuses unknown addresses', async () => {
  const world = await createWorld({ engine: 'server' })
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
    const DATABASE_URL = inject('server_url').replace(/postgres$/, rows[0]!.name)
    const { email, token } = await world.newDriver()
    expect(await runCommand([email, 'admin'], { DATABASE_URL })).toEqual({
      exit_code: 0,
      output: `${email} is now admin.`,
    })
    expect((await world.call(getProfile, { token })).body).toMatchObject({ role: 'admin' })
    await world.db.updateTable('users').set({ email_verified_at: null }).where('email', '=', email).execute()
    expect(await runCommand([email, 'guard'], { DATABASE_URL })).toEqual({
      exit_code: 0,
      output: `${email} is now guard. The email address is not confirmed yet, so the account cannot log in.`,
    })
    expect(await runCommand(['nobody@test.example', 'staff'], { DATABASE_URL })).toEqual({
      exit_code: 1,
      error: 'There is no account for nobody@test.example. Register it first.',
    })
  } finally {
    await world.close()
  }
})

describe('refuses in one sentence', () => {
  test.each([
    ['no words', [], /^Usage: npm run staff -- EMAIL ROLE, where ROLE is one of customer, guard, staff, admin$/],
    ['too many words', ['ada@test.example', 'staff', 'now'], /^Usage: npm run staff -- EMAIL ROLE/],
    ['a wrong role', ['ada@test.example', 'king'], /^There is no role king\. Usage: npm run staff/],
    ['no address', ['ada', 'staff'], /^ada is not an email address\./],
  ])('%s', async (_name, words, sentence) => {
    expect(await runCommand(words)).toEqual({ exit_code: 1, error: expect.stringMatching(sentence) })
  })

  test('a missing database', async () => {
    expect(await runCommand(['ada@test.example', 'staff'], { DATA_DIR: join(folder, 'none') })).toEqual({
      exit_code: 1,
      error: expect.stringMatching(/^There is no database in .*none yet\. Start the server once/),
    })
  })

  test('a wrong setting', async () => {
    expect(await runCommand(['ada@test.example', 'staff'], { DATABASE_URL: 'mysql://x' })).toEqual({
      exit_code: 1,
      error: expect.stringMatching(/^Invalid settings:\nDATABASE_URL/),
    })
  })

  test('an embedded database in use by a running server, as a process', async () => {
    const release = acquireLock(data_dir)
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data_dir }
    const result = spawnSync(process.execPath, ['scripts/staff.ts', 'ada@test.example', 'admin'], { env })
    release()
    expect([result.status, String(result.stdout)]).toEqual([1, ''])
    expect(String(result.stderr)).toMatch(/in use by a running server \(process \d+\).*set DATABASE_URL.*\n$/)
  })
})
