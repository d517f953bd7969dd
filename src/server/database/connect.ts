import { constants, mkdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { minute_ms } from '#contract/time.ts'
import { loadPart } from '#server/missing-part.ts'
import { isAway, isLimitsRefusal, isStandby, PoolerFound, StandbyFound } from './errors.ts'
import { prepareRepeatedStatements, PreparedStatementNames } from './prepared.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface Database {
  db: Db
  engine: 'embedded' | 'server'
  /** Runs SQL text of several statements, as migrations need. */
  exec(sql: string): Promise<void>
  /** Throws when the database does not answer within a second; the embedded one answers when it gets to it. */
  probe(): Promise<void>
  /** How many statements and transactions wait for a connection of the pool. */
  waiting(): number
  /** Copies the files of the embedded database into a new folder, as they are at one moment: it stands still meanwhile. */
  copyFiles?: (folder: string) => Promise<void>
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
  // A server beside PostgreSQL does not load the engine, and a release does not have it.
  const [{ PGlite }, { pg_trgm }] = await loadPart('embedded_database', () =>
    Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite/contrib/pg_trgm')]),
  )
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
    probe: async () => void (await pglite.query('select 1')),
    // It takes one at a time, in their order.
    waiting: () => 0,
    ...(folder === undefined
      ? {}
      : {
          copyFiles: (target: string) =>
            pglite.transaction(async (tx) => {
              await tx.exec('checkpoint')
              await cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
            }),
        }),
    close: () => db.destroy(),
  }
}

/**
 * What a connection is for: its limits. Requests give up before a balancer does; jobs may take long but wait no longer for
 * a lock; commands of the terminal and migrations, which somebody watches, have none.
 */
const limits_ms = {
  requests: { statement: 20_000, lock: 5_000, pause: 30_000 },
  jobs: { statement: 5 * minute_ms, lock: 5_000, pause: minute_ms },
  commands: { statement: 0, lock: 0, pause: 0 },
} as const
export type WorkKind = keyof typeof limits_ms

export interface ServerOptions {
  work?: WorkKind
  /**
   * Whether statements are prepared and limits set on the connection. False behind a pooler that gives each transaction
   * another connection: limits are then set in each transaction, and those of single statements are the role's.
   */
  owns_connections?: boolean
  /** Called where `owns_connections` turns out to be untrue later. */
  onPooler?: (found: PoolerFound) => void
}

/** Calls `onStandby` where a statement shows that the server of a connection takes no changes any more. */
function watchForStandby(client: pg.PoolClient, onStandby: () => void): void {
  const plain = client.query.bind(client) as (...query: unknown[]) => unknown
  const query = (...args: unknown[]): unknown => {
    const answer = plain(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isStandby(error)) onStandby()
      throw error
    })
  }
  client.query = query as typeof client.query
}

/** How long the database may take to answer a probe. */
const probe_ms = 1_000

/**
 * Asks a PostgreSQL server for an answer over a connection of its own, which opens again after a failure: what waits for
 * the pool, or for a lock, says nothing about the server. Calls that come together share one question.
 */
class DatabaseProbe {
  readonly #url: string
  #client: pg.Client | undefined
  #asked: Promise<void> | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Throws what the server or the connection answered, that it is a standby, or that it took longer than a second. */
  ask(): Promise<void> {
    this.#asked ??= this.#tryOnce().finally(() => (this.#asked = undefined))
    return this.#asked
  }

  async close(): Promise<void> {
    await this.#asked?.catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #tryOnce(): Promise<void> {
    const client = this.#client ?? this.#create()
    try {
      if (this.#client === undefined) await client.connect()
      this.#client = client
      const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
      if (rows[0]!.is_standby) throw new StandbyFound()
    } catch (error) {
      this.#client = undefined
      // A server that does not answer does not say goodbye either.
      void client.end().catch(() => undefined)
      throw error
    }
  }

  #create(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'parkwell probe',
      connectionTimeoutMillis: probe_ms,
      query_timeout: probe_ms,
    })
    client.on('error', () => undefined)
    return client
  }
}

/** Pauses before a connection is tried again; a transaction is tried again as well. */
const pauses_ms = [50, 250]

/**
 * Opens a pool of at most `size` connections to the PostgreSQL server at `url`. Throws when it cannot be reached, and
 * PoolerFound when it is none but a pooler, though `owns_connections`.
 */
export async function openServer(
  url: string,
  size: number,
  { work = 'commands', owns_connections = true, onPooler }: ServerOptions = {},
): Promise<Database> {
  const { statement, lock, pause } = limits_ms[work]
  const limits = `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${pause}`
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    application_name: `parkwell ${work}`,
    ...(owns_connections ? { options: limits } : {}),
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        (parsers as Record<number, (text: string) => unknown>)[oid] ??
        pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // When the server drops a connection, the running statement fails and the pool opens a new one. Without error listeners
  // on the pool (idle connections) and the clients (busy ones), the process would exit.
  pool.on('error', () => undefined)
  // Where one connection leads to a standby, so may all that were opened before: they are closed instead of being used.
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  const leave = (found: number) => {
    if (found === generation) generation += 1
  }
  const statements = new PreparedStatementNames()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (owns_connections) prepareRepeatedStatements(client, statements, onPooler)
    const opened = generation
    generations.set(client, opened)
    watchForStandby(client, () => leave(opened))
  })
  const takeConnection = async () => {
    for (;;) {
      const client = await pool.connect()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }
  const connect = async () => {
    for (const pause_ms of pauses_ms) {
      try {
        return await takeConnection()
      } catch (error) {
        if (!isAway(error)) throw error
        await wait(pause_ms)
      }
    }
    return takeConnection()
  }
  await pool.query('select 1').catch((error: unknown) => {
    throw isLimitsRefusal(error) ? new PoolerFound(error) : error
  })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  })
  const probe = new DatabaseProbe(url)
  return {
    db,
    engine: 'server',
    exec: async (sql) => void (await pool.query(sql)),
    probe: async () => {
      const current = generation
      try {
        await probe.ask()
      } catch (error) {
        if (isStandby(error)) leave(current)
        throw error
      }
    },
    waiting: () => pool.waitingCount,
    close: async () => {
      await Promise.all([db.destroy(), probe.close()])
    },
  }
}
