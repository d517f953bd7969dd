import { execFile } from 'node:child_process'
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

/** `npm run staff -- …`, as npm calls it, with nothing of the tests' own environment. */
function staff(words: string[], environment: Record<string, string> = { DATA_DIR: data_dir }) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment }
    execFile(process.execPath, ['scripts/staff.ts', ...words], { env }, (error, said, complained) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said, complained }),
    )
  })
}

async function roleOf(email: string): Promise<string | undefined> {
  const database = await openDatabase(config)
  const row = await database.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  await database.close()
  return row?.role
}

test('gives a role, whatever the case of the address and the role', async () => {
  expect(await staff(['Ada@Test.Example', 'STAFF'])).toEqual({
    code: 0,
    said: 'ada@test.example is now staff.\n',
    complained: '',
  })
  expect(await roleOf('ada@test.example')).toBe('staff')
})

test('on a PostgreSQL server, works while the product runs, and refuses unknown addresses', async () => {
  const world = await createWorld({ engine: 'server' })
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
    const DATABASE_URL = inject('server_url').replace(/postgres$/, rows[0]!.name)
    const { email, token } = await world.newDriver()
    expect((await staff([email, 'admin'], { DATABASE_URL })).said).toBe(`${email} is now admin.\n`)
    expect((await world.call(getProfile, { token })).body).toMatchObject({ role: 'admin' })
    await world.db.updateTable('users').set({ email_verified_at: null }).where('email', '=', email).execute()
    expect((await staff([email, 'guard'], { DATABASE_URL })).said).toBe(
      `${email} is now guard. The email address is not confirmed yet, so the account cannot log in.\n`,
    )
    const { code, said, complained } = await staff(['nobody@test.example', 'staff'], { DATABASE_URL })
    expect([code, said]).toEqual([1, ''])
    expect(complained).toMatch(/^There is no account for nobody@test\.example\./)
  } finally {
    await world.close()
  }
})

describe('refuses, in one sentence', () => {
  test.each([
    ['no words', [], /^Usage: npm run staff -- EMAIL ROLE, where ROLE is one of customer, guard, staff, admin\n$/],
    ['too many', ['ada@test.example', 'staff', 'now'], /^Usage: npm run staff -- EMAIL ROLE/],
    ['a wrong role', ['ada@test.example', 'king'], /^There is no role king\. Usage: npm run staff/],
    ['no address', ['ada', 'staff'], /^ada is not an email address\./],
  ])('%s', async (_name, words, sentence) => {
    const { code, said, complained } = await staff(words)
    expect([code, said]).toEqual([1, ''])
    expect(complained).toMatch(sentence)
  })

  test('no database yet', async () => {
    const { code, complained } = await staff(['ada@test.example', 'staff'], { DATA_DIR: join(folder, 'none') })
    expect(code).toBe(1)
    expect(complained).toMatch(/^There is no database in .*none yet\. Start the server once/)
  })

  test('a wrong setting', async () => {
    const { code, complained } = await staff(['ada@test.example', 'staff'], { DATABASE_URL: 'mysql://x' })
    expect(code).toBe(1)
    expect(complained).toMatch(/^Invalid settings:\nDATABASE_URL/)
  })

  test('an embedded database in use by a running server', async () => {
    const release = acquireLock(data_dir)
    const { code, complained } = await staff(['ada@test.example', 'admin'])
    release()
    expect(code).toBe(1)
    expect(complained).toMatch(/in use by a running server \(process \d+\).*set DATABASE_URL.*\n$/)
  })
})
