import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'
import { transact } from './transact.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Applies each file that was not applied before, in order of name, each in its own transaction: SQL, or TypeScript with a
 * function `up` where a library must read the data. An advisory lock makes processes that start together wait. Returns the
 * names of the applied files.
 */
export async function migrate(database: Database): Promise<string[]> {
  const { db } = database
  await database.exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const files = await listFiles()
  const applied: string[] = []
  for (const name of files) {
    if (await isApplied(database, name)) continue
    await (name.endsWith('.sql') ? applyText : applyModule)(database, name).catch(async (error: unknown) => {
      if (!(await isApplied(database, name))) throw error
    })
    applied.push(name)
  }
  await sql`select 1`.execute(db)
  return applied
}

/** One round trip, one transaction; the lock makes a second process wait and then find the row. */
async function applyText({ exec }: Database, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await exec(`begin; ${lock}; ${marker(name)}; ${text}; commit;`).catch(async (error: unknown) => {
    await exec('rollback').catch(() => undefined)
    throw error
  })
}

async function applyModule({ db }: Database, name: string): Promise<void> {
  const { up } = (await import(new URL(name, folder).href)) as { up: (tx: Tx) => Promise<void> }
  await transact(db, async (tx) => {
    for (const statement of [lock, marker(name)]) await sql.raw(statement).execute(tx)
    await up(tx)
  })
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

const listFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /\.(sql|ts)$/.test(name)).sort()

const lock = 'select pg_advisory_xact_lock(727274)'
/** Comes first: it fails when another process has applied the file, and the rest is not run. */
const marker = (name: string) => `insert into migrations (name) values ('${name}')`

async function isApplied({ db }: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migrations where name = ${name}`.execute(db)
  return rows.length > 0
}
