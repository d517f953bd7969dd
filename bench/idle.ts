import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copySeededDatabase } from '#test/e2e/kit/seed.ts'
import { cpuOf, median, option, printMachine, printTable, startBench, startServerProcess, textOption } from './lib.ts'

/*
 * Processor time of a server that nobody calls, with the shipped car parks: its own and that of its database, by minute.
 * `--beside FOLDER` measures another checkout of the repository on the same database, one after the other.
 */

const rounds = option('rounds', 5)
const settles_s = option('settles', 90)
const seconds = option('seconds', 60)
const beside = textOption('beside')

interface Idle {
  server_s: number
  database_s: number
}

async function measure(
  settings: Record<string, string>,
  cwd: string | undefined,
  databaseCpu: () => number,
): Promise<Idle> {
  const server = await startServerProcess(
    { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1', ...settings },
    { cwd },
  )
  await wait(settles_s * 1_000)
  const minutes: Idle[] = []
  while (minutes.length < rounds) {
    const before = [cpuOf(server.pid), databaseCpu()] as const
    await wait(seconds * 1_000)
    const scale = 60 / seconds / 1_000
    minutes.push({
      server_s: (cpuOf(server.pid) - before[0]) * scale,
      database_s: (databaseCpu() - before[1]) * scale,
    })
  }
  await server.stop()
  return {
    server_s: median(minutes.map(({ server_s }) => server_s)),
    database_s: median(minutes.map(({ database_s }) => database_s)),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'parkwell-idle-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const bench = await startBench()
// Otherwise the database does it by itself, while it is measured.
await bench.database.exec('vacuum analyze')
const own_ms = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
const databaseCpu = () => bench.cpu() - own_ms()
const seen: [string, Idle][] = []
const besideServer = { DATABASE_URL: bench.url, DEMO_DATA: 'off', DATA_DIR: join(folder, 'beside') }
for (const [name, cwd] of [
  ['this checkout', undefined],
  ...(beside === undefined ? [] : [[beside, beside] as const]),
] as const)
  seen.push([`${name}, beside a PostgreSQL server`, await measure(besideServer, cwd, databaseCpu)])
for (const [name, cwd] of [
  ['this checkout', undefined],
  ...(beside === undefined ? [] : [[beside, beside] as const]),
] as const) {
  const data = join(folder, `embedded ${name === 'this checkout' ? 'here' : 'beside'}`)
  await copySeededDatabase(join(data, 'database'))
  seen.push([
    `${name}, embedded`,
    await measure({ DATA_DIR: data, NODE_ENV: 'development', DEMO_DATA: 'off' }, cwd, () => 0),
  ])
}
await printMachine(bench.database)
printTable(
  ['a server that nobody calls', 'CPU s a minute, server', 'database', 'together'],
  seen.map(([name, { server_s, database_s }]) => [
    name,
    server_s.toFixed(2),
    database_s.toFixed(2),
    (server_s + database_s).toFixed(2),
  ]),
)
await bench.stop()
