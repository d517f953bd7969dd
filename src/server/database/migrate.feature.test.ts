import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isInTurn } from '#test/kits/rounds.ts'
import { describeSchema as readSchema } from '../../../scripts/schema-text.ts'
import { openServer, type Database } from './connect.ts'
import { newCode } from './ids.ts'
import { compareSchema, describeSchema, migrate } from './migrate.ts'
import replaced from './migrations/0440_replaced.json' with { type: 'json' }

const folder = 'src/server/database/migrations'
const names = ['before', 'after'].map((when) => `migrations_${when}_${newCode(12).toLowerCase()}`)
let before: Database
let after: Database
beforeAll(async () => {
  const root = await openServer(inject('server_url'), 1)
  for (const name of names) await root.exec(`create database ${name}`)
  await root.close()
  const open = (name: string) => openServer(inject('server_url').replace(/postgres$/, name), 1)
  before = await open(names[0]!)
  after = await open(names[1]!)
})
afterAll(async () => {
  await Promise.all([before.close(), after.close()])
  const root = await openServer(inject('server_url'), 1)
  for (const name of names) await root.exec(`drop database ${name} with (force)`)
  await root.close()
})

/** Writes down that these were applied, as databases of earlier versions have it. */
async function recordMigrations({ db, exec }: Database, files: readonly string[]): Promise<void> {
  await exec('drop table if exists migrations; create table migrations (name text primary key)')
  await sql`insert into migrations select unnest(${files}::text[])`.execute(db)
}

test('a database that has applied what the baseline replaces goes on with what came later', async () => {
  await recordMigrations(before, replaced)
  const state = await compareSchema(before)
  expect(state).toMatchObject({ unknown: [], lost: [] })
  expect(state.missing.filter((name) => name <= '0440_z')).toEqual([])
})

test('a database of a version before the baseline is refused and stays as it is', async () => {
  const some = replaced.slice(0, -1)
  await recordMigrations(before, some)
  await expect(migrate(before)).rejects.toThrow(`it lacks ${replaced.at(-1)}. Run \`npm run migrate\` of release 0.1.0`)
  expect((await compareSchema(before)).applied).toEqual(some)
  await recordMigrations(before, ['9999_of_later.sql'])
  expect(describeSchema(await compareSchema(before))).toMatch('newer version: it has 9999_of_later.sql')
})

/** The commit in which the baseline replaced them; undefined where the history does not go back that far. */
function findCommit(): string | undefined {
  const words = ['log', '-1', '--format=%H', '--diff-filter=D', '--', `${folder}/${replaced[0]}`]
  const commit = execFileSync('git', words, { encoding: 'utf8' }).trim()
  return commit === '' ? undefined : commit
}

/** The rows of all tables, without what is random or a moment, and the feed of earlier versions. */
async function readRows({ db }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'park_changes')
    order by 1`.execute(db)
  const stored: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'epoch' - 'changed_at' - 'created_at' - case when to_jsonb(t) ? 'code' then 'id' else '' end)::text as row
      from ${sql.table(name)} t order by 1`.execute(db)
    if (rows.length > 0) stored[name] = rows.map(({ row }) => row)
  }
  return stored
}

const hasTurn = isInTurn('the baseline', 16)
test.runIf(hasTurn)('the baseline makes the schema and the rows of what it replaces', async ({ skip }) => {
  const commit = findCommit()
  if (commit === undefined) return skip('the history does not go back that far')
  await before.exec('drop table migrations')
  for (const name of replaced.filter((file) => file.endsWith('.sql'))) {
    const text = execFileSync('git', ['show', `${commit}^:${folder}/${name}`], { encoding: 'utf8' })
    await before.exec(`begin; set local search_path = public; ${text}; commit;`)
  }
  await after.exec(
    `begin; set local search_path = public; ${await readFile(`${folder}/0440_baseline.sql`, 'utf8')}; commit;`,
  )
  expect(await readSchema(after.db)).toBe(await readSchema(before.db))
  expect(await readRows(after)).toEqual(await readRows(before))
  await recordMigrations(before, replaced)
  await migrate(before)
  expect(await readSchema(before.db)).toBe(await readFile('src/server/database/schema.sql', 'utf8'))
})
