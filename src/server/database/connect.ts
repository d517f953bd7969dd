import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { prepareRepeatedStatements, PreparedStatementNames } from './prepared.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export type Database = {
  db: Db
  engine: 'embedded' | 'server'
  /** Runs SQL text of several statements, as migrations need. */
  exec(sql: string): Promise<void>
  close(): Promise<void>
}

const int8 = 20
const numeric = 1700
const date = 1082
/** Both engines give the same JavaScript values: int8 as bigint, numeric and date as text, timestamptz as Date. */
const parsers = {
  [int8]: (text: string) => BigInt(text),
  [numeric]: (text: string) => text,
  [date]: (text: string) => text,
}

/**
 * Opens the embedded engine in `folder`, or in memory when `folder` is undefined.
 * It lives in this process alone and does not fsync: it survives a killed process, not a power failure.
 */
export async function openEmbedded(
  folder: string | undefined,
  loadDataDir?: Blob,
): Promise<Database & { pglite: PGlite }> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
    extensions: { pg_trgm },
    parsers,
  })
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    engine: 'embedded',
    pglite,
    exec: async (sql) => void (await pglite.exec(sql)),
    close: () => db.destroy(),
  }
}

/** Opens a pool of at most `size` connections to the PostgreSQL server at `url`. Throws when it cannot be reached. */
export async function openServer(url: string, size: number): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        (parsers as Record<number, (text: string) => unknown>)[oid] ??
        pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that the server drops fails the statement that runs on it and is replaced at the next use; without a
  // listener, of the idle ones at the pool and of those in use at themselves, it would end the process.
  pool.on('error', () => undefined)
  const statements = new PreparedStatementNames()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareRepeatedStatements(client, statements)
  })
  await pool.query('select 1')
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, engine: 'server', exec: async (sql) => void (await pool.query(sql)), close: () => db.destroy() }
}
