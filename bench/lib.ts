import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openServer, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { hooks } from '#server/features.ts'
import { VisitCounter } from '#server/features/figures/visit-counter.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { ServerList } from '#server/http/server-list.ts'
import { ReadOnlyMode } from '#server/read-only.ts'
import { loadShippedData } from '#server/shipped-data.ts'
import { createWorkers } from '#server/workers/workers.ts'
import { startPostgres } from '#test/kits/postgres.ts'

/** Starts a temporary PostgreSQL server with fsync on, as in production, and the product's schema. */
export async function startBench(connections = 16): Promise<{
  url: string
  database: Database
  deps: Deps
  /** CPU time of this process and the database server so far, in milliseconds. */
  cpu(): number
  stop(): Promise<void>
}> {
  const server = await startPostgres({ fsync: true })
  process.once('exit', () => server.process.kill('SIGINT'))
  const database = await openServer(server.url, connections)
  await migrate(database)
  const config = readConfig({ NODE_ENV: 'test', DEMO_DATA: 'off', LOG_LEVEL: 'silent' })
  await loadShippedData(database.db, config)
  const deps: Deps = {
    db: database.db,
    engine: 'server',
    probe: database.probe,
    read_only: new ReadOnlyMode(),
    waiting: database.waiting,
    readMode: database.readMode,
    servers: new ServerList(),
    config,
    clock: () => new Date(),
    publicUrl: () => 'http://127.0.0.1:3000',
    payments: {},
    payouts: {},
    sms: {},
    mailer: { send: async () => undefined, close: async () => undefined },
    visits: new VisitCounter(),
    wallets: {},
    search: new LiveIndex(),
    workers: createWorkers(),
    hooks,
    log: console,
  }
  await deps.search.refresh(database.db, new Date())
  return {
    url: server.url,
    database,
    deps,
    cpu: () => cpuOf(server.process.pid!) + ownCpu(),
    stop: async () => {
      await deps.workers.close()
      await database.close()
      await server.stop()
    },
  }
}

export interface ServerProcess {
  origin: string
  child: ChildProcess
  pid: number
  /** CPU time of the server so far, in milliseconds. */
  cpu(): number
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>
}

/** The options of Node and the settings that `npm start` gives the server. */
const startScript = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }).scripts.start
const startOptions = startScript.match(/--\S+/g) ?? []
const startSettings = Object.fromEntries(
  [...startScript.matchAll(/((?:MALLOC|NODE)_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)

/**
 * Starts the product in a process of its own as `npm start` does, with nothing of this environment but `PATH`, and waits for
 * its address. `words` stand before `src/server/main.ts` too, `cwd` is another checkout, `ipc` opens a channel for messages.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  { words = [], cwd, ipc = false }: { words?: readonly string[]; cwd?: string | undefined; ipc?: boolean } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...startOptions, ...words, 'src/server/main.ts'], {
    cwd,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', PORT: '0', ...startSettings, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? ['ipc' as const] : [])],
  })
  // Stops the server if the benchmark fails.
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const announced = / is at (http:[^\s"]+)/.exec(line)?.[1]
      if (announced !== undefined) resolve(announced)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    origin,
    child,
    pid: child.pid!,
    cpu: () => cpuOf(child.pid!),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Resident memory of a process, now or at its peak, in MB. */
export const readMb = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** CPU time of this process so far, in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * CPU time of a process and its children, those that have ended included, in milliseconds (resolution 10 ms); 0 on
 * systems other than Linux. A connection pool closes its idle connections, and each is a process of the database.
 */
export function cpuOf(parent: number): number {
  if (!existsSync('/proc/self/stat')) return 0
  const stats = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return [
        [
          Number(pid),
          ...text
            .slice(text.lastIndexOf(')') + 2)
            .split(' ')
            .slice(1)
            .map(Number),
        ],
      ]
    } catch {
      return []
    }
  })
  // Fields of proc(5) after the state: the parent first, user and system time the eleventh and twelfth.
  const own = stats.filter(([pid, ppid]) => pid === parent || ppid === parent)
  const ended = stats.find(([pid]) => pid === parent) ?? []
  const ticks = own.reduce((sum, fields) => sum + fields[11]! + fields[12]!, (ended[13] ?? 0) + (ended[14] ?? 0))
  return ticks * 10
}

/** A number from the command line: `--parks 50000`. */
export function option(name: string, default_value: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? default_value : Number(process.argv[at + 1])
}

/** Returns the text after `--name`; undefined without it. */
export function textOption(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}

/** `--profile FOLDER`: words for `startServerProcess` with which each thread of a server writes its processor time there. */
export function profileWords(): string[] {
  const folder = textOption('profile')
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** Operations per second, and CPU time per operation, which does not depend on other load on the machine. */
export interface Rate {
  a_second: number
  cpu_ms: number
}

/** Runs `work` in `workers` parallel loops for `seconds`. */
export async function rate(
  { cpu }: { cpu(): number },
  workers: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<Rate> {
  const began = performance.now()
  const before = cpu()
  const end = began + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  const took = performance.now() - began
  return { a_second: (done * 1_000) / took, cpu_ms: (cpu() - before) / done }
}

/**
 * Measures the rate of each variant, the median of its rounds. The variants run in turns, so that other load on the
 * machine affects all of them alike.
 */
export async function compare<Name extends string>(
  variants: Record<Name, () => Promise<Rate>>,
  rounds: number,
): Promise<Record<Name, Rate>> {
  const names = Object.keys(variants) as Name[]
  const seen = new Map<Name, Rate[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const measured = await variants[name]()
      // The first round warms up.
      if (round > 0) seen.get(name)!.push(measured)
    }
  const middle = (name: Name): Rate => ({
    a_second: median(seen.get(name)!.map(({ a_second }) => a_second)),
    cpu_ms: median(seen.get(name)!.map(({ cpu_ms }) => cpu_ms)),
  })
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Record<Name, Rate>
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.info([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const ratio = (value: number, peer: number): string => (value / peer).toFixed(2)

/** Prints cores, versions and load of the machine. */
export async function printMachine({ db }: Database): Promise<void> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  console.info(
    `\n${availableParallelism()} cores, PostgreSQL ${rows[0]!.version.split(' ')[0]}, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(0)}\n`,
  )
}
