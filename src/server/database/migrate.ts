import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Applies each `.sql` file that was not applied before, in order of name, each in its own transaction. An advisory lock
 * makes processes that start together wait. Returns the names of the applied files.
 */
export async function migrate(database: Database): Promise<string[]> {
  const { db, exec } = database
  await exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const files = await listFiles()
  const applied: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, folder), 'utf8')
    if (await isApplied(database, name)) continue
    // One round trip, one transaction; the lock makes a second process wait and then find the row.
    await exec(`begin; select pg_advisory_xact_lock(727274); ${withMarker(name, text)} commit;`).catch(
      async (error: unknown) => {
        await exec('rollback').catch(() => undefined)
        if (!(await isApplied(database, name))) throw error
      },
    )
    applied.push(name)
  }
  await sql`select 1`.execute(db)
  return applied
}

/** How many migrations the database has, and how many of this version it does not have. Changes nothing. */
export async function countMigrations({ db }: Database): Promise<{ applied: number; missing: number }> {
  const table = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db)
  const { rows } = table.rows[0]!.exists
    ? await sql<{ name: string }>`select name from migrations`.execute(db)
    : { rows: [] }
  const applied = new Set(rows.map(({ name }) => name))
  return { applied: applied.size, missing: (await listFiles()).filter((name) => !applied.has(name)).length }
}

const listFiles = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The insert comes first: it fails when another process has applied the file, and the rest is not run. */
const withMarker = (name: string, text: string) => `insert into migrations (name) values ('${name}'); ${text};`

async function isApplied({ db }: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migrations where name = ${name}`.execute(db)
  return rows.length > 0
}
