import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { getProfile } from '#contract/auth.ts'
import { acquireLock } from '#server/database/lock.ts'
import { createWorld } from '#test/world.ts'
import { runRoleCommand } from './role-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'parkwell-staff-'))
const data_dir = join(folder, 'data')

beforeAll(() => mkdirSync(join(data_dir, 'database'), { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command with nothing of the tests' own environment. */
const runCommand = (words: string[], environment: Record<string, string> = { DATA_DIR: data_dir }) =>
  runRoleCommand(words, environment)

test('sets the role of an account in any case while the product runs, and refuses unknown addresses', async () => {
  const world = await createWorld({ engine: 'server' })
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
    const DATABASE_URL = inject('server_url').replace(/postgres$/, rows[0]!.name)
    const { email, token } = await world.newDriver()
    expect(await runCommand([email.toUpperCase(), 'STAFF'], { DATABASE_URL })).toEqual({
      exit_code: 0,
      output: `${email} is now staff.`,
    })
    expect((await world.call(getProfile, { token })).body).toMatchObject({ role: 'staff' })
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
    ['no words', [], /^Usage: npm run staff -- EMAIL ROLE, where ROLE is one of customer, guard, staff$/],
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
    const result = spawnSync(process.execPath, ['scripts/staff.ts', 'ada@test.example', 'staff'], { env })
    release()
    expect([result.status, String(result.stdout)]).toEqual([1, ''])
    expect(String(result.stderr)).toMatch(/in use by a running server \(process \d+\).*set DATABASE_URL.*\n$/)
  })
})
