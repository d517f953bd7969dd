import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/deps.ts'
import {
  joinPools,
  openEmbedded,
  openServer,
  type Database,
  type Db,
  type ServerOptions,
  type WorkKind,
} from './connect.ts'
import { isAway, isPasswordRefused } from './errors.ts'
import { acquireLock } from './lock.ts'
import { compareSchema, describeSchema, migrate } from './migrate.ts'
import { openReplica, type Replica } from './replica.ts'

/** Most jobs wait for a row or a provider; two connections run them all. */
const jobConnections = 2
const retry_ms = 1_000

/** The database is of another version than this release. */
export class SchemaMismatch extends Error {}

/** The database as the server uses it. */
export interface OpenDatabase extends Database {
  /** The same database with the limits of jobs, over connections of their own. */
  jobs_db: Db
  /** Where what may lag is read; undefined without one. */
  replica?: Replica | undefined
}

type Options = Pick<ServerOptions, 'onPooler' | 'read_only'> & {
  log: Log
  /** Fills the migrated database before anything else uses it, without limits on time. */
  prepare: (db: Db) => Promise<void>
}

/**
 * Opens the configured database and prepares it. Applies pending migrations to an empty one, and outside production; else
 * throws SchemaMismatch where the database is older or newer than this release. Waits for a PostgreSQL server that is away,
 * and logs that; throws what another one answers, and DatabaseInUse when another process has the embedded database open.
 */
export async function openDatabase(
  config: Config,
  { prepare, log, onPooler, read_only }: Options,
): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATABASE_POOL: size, DATABASE_PREPARED: owns_connections } = config
  if (url === undefined) {
    const embedded = await openEmbeddedFolder(config)
    await prepare(embedded.db)
    return { ...embedded, jobs_db: embedded.db }
  }
  const open = (work: WorkKind, connections: number, replica?: Replica) =>
    openServer(url, connections, {
      work,
      replica,
      owns_connections,
      previous_url: config.DATABASE_URL_PREVIOUS,
      ...(onPooler === undefined ? {} : { onPooler }),
      ...(read_only === undefined || work === 'commands' ? {} : { read_only }),
    })
  const setup = await openOnceThere(() => open('commands', size), log)
  try {
    // Nobody else's is there to be harmed; later, a release's migrations are a step of their own.
    if ((await compareSchema(setup)).applied.length === 0 || !config.production) await migrate(setup)
    const wrong = describeSchema(await compareSchema(setup))
    if (wrong !== undefined) throw new SchemaMismatch(wrong)
    await prepare(setup.db)
  } finally {
    await setup.close()
  }
  const addresses = [url, config.DATABASE_URL_PREVIOUS].filter((address) => address !== undefined)
  const replica =
    config.DATABASE_REPLICA_URL === undefined
      ? undefined
      : await openReplica(config.DATABASE_REPLICA_URL, addresses, { size, owns_connections })
  replica?.follow()
  const requests = await open('requests', size, replica)
  const jobs = await open('jobs', jobConnections)
  joinPools(jobs.db, requests.db)
  return {
    ...requests,
    jobs_db: jobs.db,
    replica,
    close: async () => {
      await Promise.all([requests.close(), jobs.close(), replica?.close()])
    },
  }
}

/** Opens the configured database for a command of the terminal. The tables of a PostgreSQL server stay as they are. */
export const openForCommands = (config: Config): Promise<Database> =>
  config.DATABASE_URL === undefined
    ? openEmbeddedFolder(config)
    : openServer(config.DATABASE_URL, config.DATABASE_POOL, {
        owns_connections: config.DATABASE_PREPARED,
        previous_url: config.DATABASE_URL_PREVIOUS,
      })

/**
 * The settings with the one address whose password and role the PostgreSQL server takes, for programs that know one: that of
 * DATABASE_URL, or else the one before. Throws what the server or the connection answered.
 */
export async function chooseAddress(config: Config): Promise<Config> {
  const { DATABASE_URL: url, DATABASE_URL_PREVIOUS: previous } = config
  if (url === undefined || previous === undefined) return config
  const client = new pg.Client({ connectionString: url })
  const chosen = await client.connect().then(
    () => url,
    (error: unknown) => {
      if (!isPasswordRefused(error)) throw error
      return previous
    },
  )
  await client.end().catch(() => undefined)
  return { ...config, DATABASE_URL: chosen, DATABASE_URL_PREVIOUS: undefined }
}

/** Opens the embedded database in the configured folder, with its migrations applied. Throws DatabaseInUse. */
async function openEmbeddedFolder(config: Config): Promise<Database> {
  const release = acquireLock(config.data_dir)
  try {
    const embedded = await openEmbedded(join(config.data_dir, 'database'))
    await migrate(embedded)
    return {
      ...embedded,
      close: async () => {
        await embedded.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Tries every second until the server answers; says so at the first failure and then once a minute. */
async function openOnceThere(open: () => Promise<Database>, log: Log): Promise<Database> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await open()
    } catch (error) {
      if (!isAway(error)) throw error
      if (failures % 60 === 0) log.warn(`waiting for the database: ${(error as Error).message}`)
      await wait(retry_ms)
    }
  }
}
