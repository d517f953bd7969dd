import { constants, mkdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Dialect, type LogEvent, type Transaction } from 'kysely'
import pg from 'pg'
import { minute_ms } from '#contract/time.ts'
import { loadPart } from '#server/missing-part.ts'
import { isRecordingSpans, recordStatement } from '#server/trace.ts'
import { isAway, isLimitsRefusal, isPasswordRefused, isStandby, PoolerFound } from './errors.ts'
import { prepareRepeatedStatements, PreparedStatementNames } from './prepared.ts'
import { DatabaseProbe, relievePools } from './probe.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

const requestPools = new WeakMap<Db, Db>()

/** Makes `requestPool` answer the pool of requests for one that does other work on the same database, and for a transaction. */
export const joinPools = (pool: Db, requests: Db): void => void requestPools.set(pool, requests)

/**
 * The pool of this process that serves requests on the database of `pool` or of a transaction. What is in memory of a database is found by it, so
 * that a job refreshes what requests read.
 */
export const requestPool = (pool: Db): Db => requestPools.get(pool) ?? pool
export type Tx = Transaction<DB>

export interface Database {
  db: Db
  engine: 'embedded' | 'server'
  /** Runs SQL text of several statements, as migrations need. */
  exec(sql: string): Promise<void>
  /** Throws when the database does not answer within a second; the embedded one answers when it gets to it. */
  probe(): Promise<void>
  /**
   * Reads whether changes are taken, as `probe` does: what an operator has stored (null without), and false for
   * `takes_changes` on a standby.
   */
  readMode(): Promise<StoredMode>
  /** How many statements and transactions wait for a connection of the pool. */
  waiting(): number
  /** A connection of the pool of a server, which its taker releases. */
  connect?: () => Promise<pg.PoolClient>
  /** Copies the files of the embedded database into a new folder, as they are at one moment: it stands still meanwhile. */
  copyFiles?: (folder: string) => Promise<void>
  close(): Promise<void>
}

export interface StoredMode {
  stored: unknown
  takes_changes: boolean
}

const modeQuery = `select (select value from settings where key = 'read_only') as stored,
  current_setting('transaction_read_only') = 'off' as takes_changes`

/** What connections follow: while an operator has switched it on, their transactions change nothing. */
export interface ReadOnlySwitch {
  readonly isSwitchedOn: boolean
  /** The database has refused a change. */
  noteRefusal(): void
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

/** Records each statement where somebody collects traces. */
const createDb = (dialect: Dialect): Db => new Kysely<DB>({ dialect, ...(isRecordingSpans() ? { log: record } : {}) })

const record = ({ query, queryDurationMillis, ...event }: LogEvent): void =>
  recordStatement(query.sql, queryDurationMillis, event.level === 'error' ? event.error : undefined)

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
  const db = createDb(new PGliteDialect({ pglite }))
  return {
    db,
    engine: 'embedded',
    pglite,
    exec: async (sql) => void (await pglite.exec(sql)),
    probe: async () => void (await pglite.query('select 1')),
    readMode: async () => (await pglite.query<StoredMode>(modeQuery)).rows[0]!,
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

/**
 * What PostgreSQL thinks that helpers of a statement cost to start; 1,000 by default. With that, a search of the desk
 * takes three times the processor time, for helpers that find nothing to do (bench/desk.ts); a report over a year of
 * orders costs more than this, and has helpers still.
 */
const parallel_setup_cost = 20_000

/** Connections to another server, for some of the reads. */
export interface OtherConnections {
  /** A connection for what is being read now; undefined where that is read here. */
  take(): Promise<pg.PoolClient> | undefined
}

export interface ServerOptions {
  work?: WorkKind
  /**
   * Whether statements are prepared and limits set on the connection. False behind a pooler that gives each transaction
   * another connection: limits are then set in each transaction, and those of single statements are the role's.
   */
  owns_connections?: boolean
  /** Called where `owns_connections` turns out to be untrue later. */
  onPooler?: (found: PoolerFound) => void
  /** The address before this one, used where the server refuses its password or role. */
  previous_url?: string | undefined
  /** What the connections follow; without it, they take changes. */
  read_only?: ReadOnlySwitch
  /** Where what may lag is read in place of here. */
  replica?: OtherConnections | undefined
  /** Whether it is opened without asking the server anything. */
  may_be_away?: boolean
}

/**
 * Calls `onStandby` where a statement shows that the server of a connection takes no changes any more. A refusal while the
 * mode is switched on comes from our own setting of the connection.
 */
function watchForStandby(client: pg.PoolClient, read_only: ReadOnlySwitch | undefined, onStandby: () => void): void {
  const plain = client.query.bind(client) as (...query: unknown[]) => unknown
  const query = (...args: unknown[]): unknown => {
    const answer = plain(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isStandby(error) && read_only?.isSwitchedOn !== true) {
        read_only?.noteRefusal()
        onStandby()
      }
      throw error
    })
  }
  client.query = query as typeof client.query
}

/** Returns what makes a connection that is taken from the pool follow the switch. */
function followSwitch(read_only: ReadOnlySwitch): (client: pg.PoolClient) => Promise<void> {
  const refusing = new WeakSet<pg.PoolClient>()
  return async (client) => {
    const { isSwitchedOn: isOn } = read_only
    if (isOn === refusing.has(client)) return
    await client.query(`set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    if (isOn) refusing.add(client)
    else refusing.delete(client)
  }
}

/** How long the address before is tried first, once the server has refused the one in use. */
const refused_ms = 5_000

/** Takes a connection from the first pool whose password the server takes. */
function takeFirstAllowed([current, previous]: readonly pg.Pool[]): () => Promise<pg.PoolClient> {
  if (previous === undefined) return () => current!.connect()
  let refusedUntil_ms = 0
  return async () => {
    const isRefused = performance.now() < refusedUntil_ms
    const [first, second] = isRefused ? [previous, current!] : [current!, previous]
    try {
      return await first.connect()
    } catch (error) {
      if (!isPasswordRefused(error)) throw error
      refusedUntil_ms = isRefused ? 0 : performance.now() + refused_ms
      return second.connect()
    }
  }
}

/** Pauses before a connection is tried again; a transaction is tried again as well. */
const pauses_ms = [50, 250]

/** The options of an address, such as the `search_path` of a cell, before those of ours: pg takes the address's alone. */
function joinOptions(address: string, own: string | undefined): { connectionString: string; options?: string } {
  const [base = '', query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  const options = [parameters.get('options'), own].filter(Boolean).join(' ')
  parameters.delete('options')
  const connectionString = parameters.size === 0 ? base : `${base}?${parameters}`
  return options === '' ? { connectionString } : { connectionString, options }
}

/**
 * Opens a pool of at most `size` connections to the PostgreSQL server at `url`. Throws when it cannot be reached, and
 * PoolerFound when it is none but a pooler, though `owns_connections`.
 */
export async function openServer(
  url: string,
  size: number,
  { work = 'commands', owns_connections = true, may_be_away = false, ...options }: ServerOptions = {},
): Promise<Database> {
  const { onPooler, previous_url, read_only, replica } = options
  const { statement, lock, pause } = limits_ms[work]
  const limits = owns_connections
    ? `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${pause} -c parallel_setup_cost=${parallel_setup_cost}`
    : undefined
  const urls = previous_url === undefined ? [url] : [url, previous_url]
  const pools = urls.map(
    (address) =>
      new pg.Pool({
        ...joinOptions(address, limits),
        max: size,
        connectionTimeoutMillis: 10_000,
        // What every process reads again each half minute finds its connection, instead of opening one.
        idleTimeoutMillis: minute_ms,
        application_name: `parkwell ${work}`,
        types: {
          getTypeParser: ((oid: number, format?: 'text') =>
            (parsers as Record<number, (text: string) => unknown>)[oid] ??
            pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
        },
      }),
  )
  // When the server drops a connection, the running statement fails and the pool opens a new one. Without error listeners
  // on the pool (idle connections) and the clients (busy ones), the process would exit.
  // Where one connection leads to a standby, so may all that were opened before: they are closed instead of being used.
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  const leave = (found: number) => {
    if (found === generation) generation += 1
  }
  const statements = new PreparedStatementNames()
  for (const pool of pools) {
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      if (owns_connections) prepareRepeatedStatements(client, statements, onPooler)
      const opened = generation
      generations.set(client, opened)
      watchForStandby(client, read_only, () => leave(opened))
    })
  }
  const takeFrom = takeFirstAllowed(pools)
  const takeConnection = async () => {
    for (;;) {
      const client = await takeFrom()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }
  const probe = new DatabaseProbe(urls)
  const endRelief = work === 'requests' && owns_connections ? relievePools(pools, probe) : () => undefined
  const take = async () => {
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
  const follow = read_only !== undefined && owns_connections ? followSwitch(read_only) : undefined
  const connect = async () => {
    const client = await take()
    try {
      await follow?.(client)
      return client
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  const run = async (statement: string) => {
    const client = await connect()
    try {
      await client.query(statement)
    } finally {
      client.release()
    }
  }
  const close = async () => void (await Promise.all(pools.map((pool) => pool.end())))
  if (!may_be_away)
    await run('select 1').catch((error: unknown) => {
      endRelief()
      throw isLimitsRefusal(error) ? new PoolerFound(error) : error
    })
  const connectAnywhere = () => replica?.take() ?? connect()
  const db = createDb(
    new PostgresDialect({ pool: { connect: connectAnywhere, end: close, options: pools[0]!.options } }),
  )
  return {
    db,
    engine: 'server',
    connect,
    exec: run,
    probe: async () => {
      const current = generation
      try {
        await probe.check()
      } catch (error) {
        if (isStandby(error)) leave(current)
        throw error
      }
    },
    readMode: async () => {
      const [mode] = (await probe.ask(modeQuery)) as [StoredMode]
      // It may stand by for another server, to which the next connection leads.
      if (!mode.takes_changes) await probe.leave()
      return mode
    },
    waiting: () => pools.reduce((sum, pool) => sum + pool.waitingCount, 0),
    close: async () => {
      endRelief()
      await Promise.all([db.destroy(), probe.close()])
    },
  }
}
