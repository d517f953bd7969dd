import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'
import replaced from './migrations/0440_replaced.json' with { type: 'json' }
import { transact } from './transact.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Makes what the replaced files made. A database that has applied all of those does not need it. */
const baseline = '0440_baseline.sql'

/**
 * Applies each file that was not applied before, in order of name, each in its own transaction: SQL, or TypeScript with a
 * function `up` where a library must read the data. An advisory lock makes processes that start together wait. Returns the
 * names of the applied files. Throws where the schema of the search path does not exist, and where the database is of a
 * version before the baseline.
 */
export async function migrate(database: Database): Promise<string[]> {
  const { db } = database
  await requireSchema(database)
  await database.exec(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const state = await compareSchema(database)
  if (state.lost.length > 0) throw new Error(describeSchema(state))
  const applied: string[] = []
  for (const name of state.missing) {
    if (await isApplied(database, name)) continue
    await (name.endsWith('.sql') ? applyText : applyModule)(database, name).catch(async (error: unknown) => {
      if (!(await isApplied(database, name))) throw error
    })
    applied.push(name)
  }
  await sql`select 1`.execute(db)
  return applied
}

/**
 * Throws where the first schema of the search path is missing: its tables would be created in the next one, among those of
 * another cell.
 */
async function requireSchema({ db }: Database): Promise<void> {
  const { rows } = await sql<{ path: string; schema: string | null }>`
    select current_setting('search_path') as path, current_schema()::text as schema`.execute(db)
  const { path, schema } = rows[0]!
  const first = path.split(',')[0]!.trim().replaceAll('"', '')
  if (first !== '$user' && first !== schema)
    throw new Error(`The schema ${first} of the search path does not exist. Create it first: create schema ${first}`)
}

/** One round trip, one transaction; the lock makes a second process wait and then find the row. */
async function applyText({ exec }: Database, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await exec(`begin; ${lock}; ${path}; ${marker(name)}; ${text}; commit;`).catch(async (error: unknown) => {
    await exec('rollback').catch(() => undefined)
    throw error
  })
}

async function applyModule({ db }: Database, name: string): Promise<void> {
  const { up } = (await import(new URL(name, folder).href)) as { up: (tx: Tx) => Promise<void> }
  await transact(db, async (tx) => {
    for (const statement of [lock, path, marker(name)]) await sql.raw(statement).execute(tx)
    await up(tx)
  })
}

/** The schema of a database beside that of this version, by migrations. */
export interface SchemaState {
  applied: readonly string[]
  /** Of this version, not applied yet: the database is older. */
  missing: readonly string[]
  /** Applied, but not of this version: the database is newer. */
  unknown: readonly string[]
  /** Not applied, and replaced by the baseline since others of these were: the database is too old for this version. */
  lost: readonly string[]
}

/** Compares the schema of the database with that of this version. Changes nothing. */
export async function compareSchema({ db }: Database): Promise<SchemaState> {
  const table = await sql<{
    exists: boolean
  }>`select to_regclass(quote_ident(current_schema()) || '.migrations') is not null as exists`.execute(db)
  const { rows } = table.rows[0]!.exists
    ? await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const files = await listFiles()
  const lost = replaced.filter((name) => !applied.includes(name))
  const isReplaced = lost.length < replaced.length
  return {
    applied,
    missing: files.filter((name) => !applied.includes(name) && !(isReplaced && name === baseline)),
    unknown: applied.filter((name) => !files.includes(name) && !replaced.includes(name)),
    lost: isReplaced ? lost : [],
  }
}

/** What is wrong with the schema, and what to do; undefined where it is that of this version. */
export function describeSchema({ missing, unknown, lost }: SchemaState): string | undefined {
  if (lost.length > 0)
    return `The database is of a version before 0.1.0: it lacks ${lost[0]!}. Run \`npm run migrate\` of release 0.1.0 first.`
  if (unknown.length > 0)
    return `The database is of a newer version: it has ${unknown.at(-1)!}. Start a release that knows it.`
  if (missing.length > 0)
    return `The database is of an older version: it lacks ${missing[0]!}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}. Run \`npm run migrate\` of this release first.`
  return undefined
}

const listFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /\.(sql|ts)$/.test(name)).sort()

const lock = 'select pg_advisory_xact_lock(727274)'
/** The path that `set search_path from current` writes into functions: the schema, and `public` for its extensions. */
const path = `select set_config('search_path',
  case current_schema() when 'public' then 'public' else quote_ident(current_schema()) || ', public' end, true)`
/** Comes first: it fails when another process has applied the file, and the rest is not run. */
const marker = (name: string) => `insert into migrations (name) values ('${name}')`

async function isApplied({ db }: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migrations where name = ${name}`.execute(db)
  return rows.length > 0
}
