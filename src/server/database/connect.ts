import { mkdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { prepareRepeatedStatements, PreparedStatementNames } from './prepared.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface Database {
  db: Db
  engine: 'embedded' | 'server'
  /** Runs SQL text of several statements, as migrations need. */
  exec(sql: string): Promise<void>
  close(): Promise<void>
}

const int8 = 20
const numeric = 1700
const date = 1082
/** Both engines return the same JavaScript types: int8 as bigint, numeric and date as text, timestamptz as Date. */
const parsers = {
  [int8]: (text: string) => BigInt(text),
  [numeric]: (text: string) => text,
  [date]: (text: string) => text,
}

/** The files it caches are cached by the operating system too. */
const sharedBuffers = '16MB'

/**
 * Opens the embedded engine in `folder`, or in memory when `folder` is undefined.
 * Only this process can use it. It does not fsync: data survives a killed process, but not a power failure.
 */
export async function openEmbedded(
  folder: string | undefined,
  loadDataDir?: Blob,
): Promise<Database & { pglite: PGlite }> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  // A server beside PostgreSQL does not load the engine.
  const [{ PGlite }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  // V8's optimizing compiler takes 500 MB for a single function of PostgreSQL, to run heavy statements a third faster.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  const pglite = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
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
  // When the server drops a connection, the running statement fails and the pool opens a new one. Without error listeners
  // on the pool (idle connections) and the clients (busy ones), the process would exit.
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
