import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openServer } from '#server/database/connect.ts'
import { copySeededDatabase } from '#test/e2e/kit/seed.ts'
import { startPostgres } from '#test/kits/postgres.ts'
import { cpuOf, median, option, printTable, startServerProcess, textOption } from './lib.ts'

/*
 * Processor time of a server that nobody calls, with the shipped car parks: its own and that of its database, by minute,
 * beside a PostgreSQL server and with the embedded database (`--embedded 0` leaves it out). `--beside FOLDER` measures another
 * checkout of the repository as well, one after the other, each with a database of its own.
 */

const rounds = option('rounds', 5)
const settles_s = option('settles', 90)
const seconds = option('seconds', 60)
const hasEmbedded = option('embedded', 1) === 1
const beside = textOption('beside')

interface Idle {
  server_s: number
  database_s: number
}

/** `settle` readies the database once the server has answered for a while. */
async function measure(
  settings: Record<string, string>,
  cwd: string | undefined,
  { settle, databaseCpu }: { settle: () => Promise<void>; databaseCpu: () => number },
): Promise<Idle> {
  const server = await startServerProcess(
    { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1', DEMO_DATA: 'off', ...settings },
    { cwd },
  )
  await wait((settles_s * 1_000) / 2)
  await settle()
  await wait((settles_s * 1_000) / 2)
  const minutes: Idle[] = []
  while (minutes.length < rounds) {
    const before = [cpuOf(server.pid), databaseCpu()] as const
    await wait(seconds * 1_000)
    const toMinute = 60 / seconds / 1_000
    minutes.push({
      server_s: (cpuOf(server.pid) - before[0]) * toMinute,
      database_s: (databaseCpu() - before[1]) * toMinute,
    })
  }
  await server.stop()
  return {
    server_s: median(minutes.map(({ server_s }) => server_s)),
    database_s: median(minutes.map(({ database_s }) => database_s)),
  }
}

async function measureBesideServer(folder: string, cwd: string | undefined): Promise<Idle> {
  const postgres = await startPostgres({ fsync: true })
  process.once('exit', () => postgres.process.kill('SIGINT'))
  // Otherwise the database does it by itself, while it is measured.
  const settle = async () => {
    const database = await openServer(postgres.url, 1)
    await database.exec('vacuum analyze')
    await database.close()
  }
  const databaseCpu = () => cpuOf(postgres.process.pid!)
  const idle = await measure({ DATABASE_URL: postgres.url, DATA_DIR: folder }, cwd, { settle, databaseCpu })
  await postgres.stop()
  return idle
}

async function measureEmbedded(folder: string, cwd: string | undefined): Promise<Idle> {
  await copySeededDatabase(join(folder, 'database'))
  const nothing = { settle: async () => undefined, databaseCpu: () => 0 }
  return measure({ DATA_DIR: folder, NODE_ENV: 'development' }, cwd, nothing)
}

const folder = mkdtempSync(join(tmpdir(), 'parkwell-idle-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const seen: [string, Idle][] = []
for (const [n, cwd] of [undefined, ...(beside === undefined ? [] : [beside])].entries()) {
  const name = cwd ?? 'this checkout'
  seen.push([`${name}, beside a PostgreSQL server`, await measureBesideServer(join(folder, `server ${n}`), cwd)])
  if (hasEmbedded) seen.push([`${name}, embedded`, await measureEmbedded(join(folder, `embedded ${n}`), cwd)])
}
printTable(
  ['a server that nobody calls', 'CPU s a minute, server', 'database', 'together'],
  seen.map(([name, { server_s, database_s }]) => [
    name,
    server_s.toFixed(2),
    database_s.toFixed(2),
    (server_s + database_s).toFixed(2),
  ]),
)
