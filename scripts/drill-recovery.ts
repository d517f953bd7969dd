/**
 * Point-in-time recovery with pgBackRest: a server books on a cluster whose log is archived, with a full and an incremental
 * backup; the cluster is lost and restored to a moment between two bookings, migrated, checked and reconciled. Prints what
 * was lost, how long it took, and what a booking takes on disk. Needs `pgbackrest` and PostgreSQL's own programs, and as
 * root the account postgres. `npm run drill:recovery`.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from '#test/kits/postgres.ts'
import { bookAs, countStored, gatherCrowd, type Crowd } from './trial/crowd.ts'
import { type Production, startProduction } from './trial/production.ts'
import { launchServer, waitForServer } from './trial/servers.ts'

/** Before the full backup, before the incremental one, before and after the moment. */
const rounds = { full: 1_000, incremental: 200, before: 100, after: 50 }
const atOnce = 16
const stanza = 'parkwell'

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']).toString())
/** PostgreSQL refuses to be run by root. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

/** Where Debian keeps PostgreSQL's programs, the newest first; elsewhere they are on the path. */
const versions = '/usr/lib/postgresql'
const newest = (existsSync(versions) ? readdirSync(versions) : []).toSorted((a, b) => Number(b) - Number(a))[0]
const programs = newest === undefined ? '' : `${versions}/${newest}/bin/`

function runAsOwner(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { ...owner, encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw error ?? new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}${stdout}`)
  return stdout
}

/** Runs and says how long it took, in seconds. */
async function timed(run: () => unknown): Promise<number> {
  const started_ms = performance.now()
  await run()
  return (performance.now() - started_ms) / 1_000
}

interface Cluster {
  data: string
  url: string
  /** Calls pgBackRest for the cluster. */
  backrest: (...words: string[]) => string
  start: () => void
  stop: (how: 'fast' | 'immediate') => void
}

/** Makes a cluster on loopback whose log pgBackRest archives, encrypted, into a folder beside it. */
async function createCluster(production: Production): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-recovery-'))
  chmodSync(folder, 0o755)
  production.onClose(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  for (const name of ['repo', 'log', 'lock', 'spool', 'socket']) {
    mkdirSync(join(folder, name), { mode: 0o700 })
    if (owner.uid !== undefined) chownSync(join(folder, name), owner.uid, owner.gid)
  }
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const port = await findFreePort()
  const config = join(folder, 'pgbackrest.conf')
  writeFileSync(
    config,
    `[global]
repo1-path=${folder}/repo
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a passphrase of the drill
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
log-level-console=warn
start-fast=y
process-max=2

[${stanza}]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}/socket
pg1-user=postgres
`,
  )
  const backrest = (...words: string[]) =>
    runAsOwner('pgbackrest', [`--config=${config}`, `--stanza=${stanza}`, ...words])
  runAsOwner(`${programs}initdb`, ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'])
  appendFileSync(
    join(data, 'postgresql.conf'),
    `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${folder}/socket'
archive_mode = on
archive_command = 'pgbackrest --config=${config} --stanza=${stanza} archive-push %p'
archive_timeout = 60
`,
  )
  const control = (...words: string[]) =>
    runAsOwner(`${programs}pg_ctl`, ['-D', data, '-l', join(folder, 'log', 'postgresql.log'), '-w', ...words])
  const cluster = {
    data,
    url: `postgres://postgres@127.0.0.1:${port}/parkwell`,
    backrest,
    start: () => void control('start', '-t', '300'),
    stop: (how: 'fast' | 'immediate') => void control('stop', '-m', how),
  }
  cluster.start()
  production.onClose(() => {
    if (existsSync(join(data, 'postmaster.pid'))) cluster.stop('immediate')
  })
  runAsOwner(`${programs}createdb`, ['-h', join(folder, 'socket'), '-p', String(port), '-U', 'postgres', 'parkwell'])
  return cluster
}

async function ask<Row extends object>(url: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows[0]!
}

/** Bytes of the log, and of each table with its indexes. */
const readSize = (url: string) =>
  ask<{ wal: number; tables: Record<string, number> }>(
    url,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (select json_object_agg(relname, pg_total_relation_size(oid)) from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
  )

let nextBooking = 0
/** Makes bookings, several at once; returns their codes. */
async function book(crowd: Crowd, address: string, count: number): Promise<string[]> {
  const codes: string[] = []
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      const answer = await bookAs(crowd, address, nextBooking++)
      if (!answer.ok) throw new Error(`a booking failed: ${answer.status} ${await answer.text()}`)
      codes.push(((await answer.json()) as { booking_code: string }).booking_code)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work))
  return codes
}

/** Runs a command as an operator does, and returns its last line. The payment stand-in answers it from this process. */
async function runCommand(production: Production, name: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...words], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...production.settings, ...production.secrets },
  })
  return stdout.trim().split('\n').at(-1)!
}

const production = await startProduction()
try {
  const cluster = await createCluster(production)
  production.secrets['DATABASE_URL'] = cluster.url
  cluster.backrest('stanza-create')
  cluster.backrest('check')
  const server = await launchServer(production, { RATE_LIMITS: 'off', OVERLOAD_MS: '0' })
  await waitForServer(server)
  const crowd = await gatherCrowd(production, server.address, 500)

  const empty = await readSize(cluster.url)
  const codes = await book(crowd, server.address, rounds.full)
  const filled = await readSize(cluster.url)
  const perBooking = (more: number) => Math.round(more / rounds.full)
  const grown = Object.entries(filled.tables)
    .map(([name, size]) => ({ name, bytes: perBooking(size - empty.tables[name]!) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  console.info(
    `${rounds.full} bookings: ${all} bytes each in tables and indexes, ${perBooking(filled.wal - empty.wal)} in the log`,
  )
  console.info(grown.map(({ name, bytes }) => `${name} ${bytes}`).join(', '))
  const full_s = await timed(() => cluster.backrest('--type=full', 'backup'))
  codes.push(...(await book(crowd, server.address, rounds.incremental)))
  const incremental_s = await timed(() => cluster.backrest('--type=incr', 'backup'))
  console.info(`backups: full in ${full_s.toFixed(1)} s, incremental in ${incremental_s.toFixed(1)} s`)

  codes.push(...(await book(crowd, server.address, rounds.before)))
  const { moment } = await ask<{ moment: string }>(cluster.url, 'select clock_timestamp()::text as moment')
  const later = await book(crowd, server.address, rounds.after)
  await ask(cluster.url, 'select pg_switch_wal()::text as wal')
  const archived_s = await timed(() => cluster.backrest('check'))
  const lost_ms = Date.now() - Date.parse(moment)
  await server.stop()
  cluster.stop('immediate')
  rmSync(cluster.data, { recursive: true })

  const restored_s = await timed(() => {
    mkdirSync(cluster.data, { mode: 0o700 })
    if (owner.uid !== undefined) chownSync(cluster.data, owner.uid, owner.gid)
    cluster.backrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
  })
  const replayed_s = await timed(async () => {
    cluster.start()
    for (;;) {
      const { waits } = await ask<{ waits: boolean }>(cluster.url, 'select pg_is_in_recovery() as waits')
      if (!waits) break
    }
  })
  const lines: string[] = []
  const checked_s = await timed(async () => {
    lines.push(await runCommand(production, 'migrate'))
    lines.push(await runCommand(production, 'ledger-check', '--stock'))
    const today = new Date().toISOString().slice(0, 10)
    lines.push(await runCommand(production, 'reconcile', '--from', today, '--to', today))
  })
  const restored = await countStored(production, codes)
  const tooMuch = await countStored(production, later)
  const again = await launchServer(production, { RATE_LIMITS: 'off', OVERLOAD_MS: '0' })
  const ready_s = await timed(() => waitForServer(again))
  const afterwards = await book(crowd, again.address, 1)
  console.info(lines.join('\n'))
  console.info(
    `restored to the moment: ${restored} of ${codes.length} bookings before it, ${tooMuch} of ${later.length} after it`,
  )
  console.info(
    `lost: ${later.length - tooMuch} bookings of ${(lost_ms / 1_000).toFixed(1)} s; the last log was archived in ${archived_s.toFixed(1)} s`,
  )
  console.info(
    `took ${restored_s.toFixed(1)} s to restore, ${replayed_s.toFixed(1)} s to replay, ${checked_s.toFixed(1)} s to check, ${ready_s.toFixed(1)} s until ready; ${afterwards.length} booking made`,
  )
  await again.stop()
  process.exitCode = restored === codes.length && tooMuch === 0 ? 0 : 1
} finally {
  await production.close()
}
