import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, startPostgres } from '#test/kits/postgres.ts'
import type { Production } from './production.ts'

/** Whether the PostgreSQL of this machine has the extension. */
export function hasCitus(): boolean {
  const folder = execFileSync(join(findBinaries(), 'pg_config'), ['--pkglibdir']).toString().trim()
  return existsSync(join(folder, 'citus.so'))
}

export interface Cluster {
  /** Of the database, at the coordinator. */
  url: string
  version: string
  /** Places a schema on one worker, with all its tables. */
  distribute: (schema: string) => Promise<void>
  /** The port of the worker that has the schema. */
  findWorker: (schema: string) => Promise<number>
  /** Moves a schema to the other worker while it is read and written. */
  move: (schema: string) => Promise<void>
}

/** What Citus needs of each node; functions of triggers find their tables by a path of their own. */
const settings = [
  'shared_preload_libraries=citus',
  'citus.enable_unsafe_triggers=on',
  'max_prepared_transactions=200',
  'wal_level=logical',
  'max_replication_slots=400',
  'max_wal_senders=40',
]

/** Starts a coordinator and two workers on loopback, with an empty database. They end with `onClose`. */
export async function startCluster(onClose: Production['onClose']): Promise<Cluster> {
  const ports: number[] = []
  for (let node = 0; node < 3; node += 1) {
    const server = await startPostgres({ settings })
    onClose(() => server.stop())
    await execute(server.url, 'create database parkwell')
    ports.push(Number(new URL(server.url).port))
    await execute(addressOf(ports.at(-1)!), 'create extension citus')
  }
  const [coordinator, ...workers] = ports as [number, number, number]
  const url = addressOf(coordinator)
  await execute(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
  for (const port of workers) await execute(url, `select citus_add_node('127.0.0.1', ${port})`)
  const findWorker = async (schema: string) => {
    const [row] = await execute(url, 'select distinct nodeport from citus_shards where table_name::text like $1', [
      `${schema}.%`,
    ])
    return (row as { nodeport: number }).nodeport
  }
  const [version] = await execute(url, 'select citus_version() as version')
  return {
    url,
    version: (version as { version: string }).version,
    distribute: async (schema) => void (await execute(url, 'select citus_schema_distribute($1)', [schema])),
    findWorker,
    move: async (schema) => {
      const from = await findWorker(schema)
      const to = workers.find((port) => port !== from)!
      await execute(url, `select citus_schema_move($1, '127.0.0.1', $2)`, [schema, to])
    },
  }
}

const addressOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/parkwell`

async function execute(connectionString: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<object>(text, values)).rows
  } finally {
    await client.end()
  }
}
