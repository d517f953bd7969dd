import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { copySeededDatabase } from '#test/e2e/kit/seed.ts'
import { median, option, printTable, readMb, startBench, startServerProcess, whole } from './lib.ts'

/*
 * What the product takes to start again and to run: seconds until it answers, processor time, and resident memory a
 * minute later and at its peak, with the embedded database and beside a PostgreSQL server; and the same of an import of
 * eight kilobytes. Linux only: memory is read from /proc.
 */

const rounds = option('rounds', 3)
const settles_s = option('settles', 60)

const folder = mkdtempSync(join(tmpdir(), 'parkwell-start-'))
const cache = join(folder, 'compiled')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

interface Started {
  ready_s: number
  cpu_s: number
  later_mb: number
  peak_mb: number
}
type Settings = Record<string, string>

async function startProduct(settings: Settings, settle_s: number): Promise<Started> {
  const began = performance.now()
  const { origin, pid, cpu, stop } = await startServerProcess({
    NODE_ENV: 'development',
    NODE_COMPILE_CACHE: cache,
    ...settings,
  })
  await readPage(origin, '/')
  const [ready_s, cpu_s] = [(performance.now() - began) / 1_000, cpu() / 1_000]
  // What visitors ask for first, so that what is loaded when it is needed is loaded.
  for (const path of ['/parks-list?country=CA', '/api/v1/parks/front/suggest?q=tor&country=CA', '/search?country=CA'])
    await readPage(origin, path)
  await wait(settle_s * 1_000)
  const seen = { ready_s, cpu_s, later_mb: readMb(pid, 'VmRSS'), peak_mb: readMb(pid, 'VmHWM') }
  await stop()
  return seen
}

async function readPage(origin: string, path: string): Promise<void> {
  const response = await fetch(origin + path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await response.arrayBuffer()
}

/** Starts once to write what a first start leaves behind, then `rounds` times. */
async function measureStarts(data_dir: string, settings: Settings): Promise<Started[]> {
  const all = { DATA_DIR: data_dir, ...settings }
  for (let tries = 0; !existsSync(join(data_dir, 'parks.snapshot')); tries += 1) {
    if (tries === 5) throw new Error('no snapshot was written')
    await startProduct(all, 5)
  }
  const starts: Started[] = []
  while (starts.length < rounds) starts.push(await startProduct(all, settles_s))
  return starts
}

/** Runs an import in a process of its own, which prints its peak as it ends. */
async function measureImport(settings: Settings): Promise<Started> {
  const file = join(folder, 'parks.ndjson')
  const parks = Array.from({ length: 32 }, (_, n) => ({
    source: 'osm_wilmington',
    source_id: `way/${n}`,
    name: `Bench Garage ${n} of the Harbour`,
    lat: 39.7 + n / 1_000,
    lng: -75.5,
    city: 'Wilmington',
    state_code: 'US-DE',
    country_code: 'US',
  }))
  writeFileSync(
    file,
    parks
      .map((park) => JSON.stringify(park))
      .join('\n')
      .padEnd(8_192),
  )
  const began = performance.now()
  const printPeak = `data:text/javascript,process.on('exit',()=>console.log('peak',process.resourceUsage().maxRSS))`
  const child = spawn(process.execPath, ['--import', printPeak, 'scripts/import.ts', file], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the import ended with ${String(code)}: ${lines.join('\n')}`)
  const peak_mb = Number(/^peak (\d+)/.exec(lines.at(-1)!)![1]) / 1024
  return { ready_s: (performance.now() - began) / 1_000, cpu_s: Number.NaN, later_mb: Number.NaN, peak_mb }
}

const embedded = join(folder, 'embedded')
await copySeededDatabase(join(embedded, 'database'))
const withEmbedded = await measureStarts(embedded, {})
const embeddedImport = await measureImport({ DATA_DIR: embedded })

const bench = await startBench()
const beside = join(folder, 'beside')
const withServer = await measureStarts(beside, { DATABASE_URL: bench.url, DEMO_DATA: 'off' })
const serverImport = await measureImport({ DATABASE_URL: bench.url, DATA_DIR: beside })
await bench.stop()

const row = (name: string, seen: Started[]) => {
  const of = (field: keyof Started) => median(seen.map((entry) => entry[field]))
  const known = (value: number, digits: number) => (Number.isNaN(value) ? '' : value.toFixed(digits))
  return [name, of('ready_s').toFixed(1), known(of('cpu_s'), 1), known(of('later_mb'), 0), whole(of('peak_mb'))]
}
printTable(
  [`${rounds} starts each`, 'seconds until it answers', 'CPU s', `MB after ${settles_s} s`, 'MB at the peak'],
  [
    row('started again, embedded', withEmbedded),
    row('started again, beside a PostgreSQL server', withServer),
    row('import of 8 kB, embedded', [embeddedImport]),
    row('import of 8 kB, PostgreSQL server', [serverImport]),
  ],
)
