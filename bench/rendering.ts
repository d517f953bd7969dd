import autocannon from 'autocannon'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import {
  compare,
  cpuOf,
  median,
  option,
  ownCpu,
  printMachine,
  printTable,
  ratio,
  startBench,
  startServerProcess,
  whole,
  type Rate,
  type ServerProcess,
} from './lib.ts'

/*
 * Park pages over HTTP, none of them cached, beside the JSON of the same parks; with `--beside FOLDER` also beside the
 * park pages of another checkout of this repository, for instance the commit before a change.
 */

const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const connections = option('connections', 16)
const beside = process.argv.includes('--beside') ? process.argv[process.argv.indexOf('--beside') + 1] : undefined

const bench = await startBench()
const { db } = bench.database
await applyDemoOverlay(db)
const parks = await db.selectFrom('parks').select('slug').orderBy('id').execute()
const slugs = Array.from({ length: 400 }, (_, n) => parks[(n * 7_919) % parks.length]!.slug)
// Every second one in French.
const pagePaths = slugs.map((slug, n) => `/park/${slug}${n % 2 === 0 ? '' : '?lang=fr'}`)
const dataPaths = slugs.map((slug) => `/api/v1/front/parks/${slug}?vehicle_type_id=1`)

const settings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  PAGE_CACHE_SECONDS: '0',
  DATABASE_URL: bench.url,
}
const server = await startServerProcess(settings)
const other = beside === undefined ? undefined : await startServerProcess(settings, { cwd: beside })

const latencies = new Map<string, { p50: number; p99: number }[]>()
const load =
  (name: string, { origin, pid }: ServerProcess, paths: string[], encoding = 'identity') =>
  async (): Promise<Rate> => {
    // The database's time is part of a page's cost; this process' own, which loads, is not.
    const cpu = () => cpuOf(pid) + bench.cpu() - ownCpu()
    const before = cpu()
    const { requests, latency, non2xx, errors, duration } = await autocannon({
      url: origin,
      connections,
      duration: seconds,
      headers: { 'accept-encoding': encoding },
      requests: paths.map((path) => ({ path })),
    })
    if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} failed`)
    latencies.set(name, [...(latencies.get(name) ?? []), latency])
    return { a_second: requests.total / duration, cpu_ms: (cpu() - before) / requests.total }
  }

const variants: Record<string, () => Promise<Rate>> = {
  'the data alone, as JSON': load('the data alone, as JSON', server, dataPaths),
  page: load('page', server, pagePaths),
  'page, in brotli': load('page, in brotli', server, pagePaths, 'br'),
  ...(other && {
    'page of the other checkout': load('page of the other checkout', other, pagePaths),
    'page of the other checkout, in brotli': load('page of the other checkout, in brotli', other, pagePaths, 'br'),
  }),
}
const figures = await compare(variants, rounds)
const sizeOf = async ({ origin }: ServerProcess) => (await (await fetch(origin + pagePaths[0]!)).text()).length
const sizes = [await sizeOf(server), ...(other ? [await sizeOf(other)] : [])]
await server.stop()
await other?.stop()

await printMachine(bench.database)
const data = figures['the data alone, as JSON']!
const peer = figures['page of the other checkout']
printTable(
  [
    `${connections} clients, ${sizes.map(whole).join(' and ')} characters a page`,
    'a second',
    'p50 ms',
    'p99 ms',
    'CPU ms of server and database',
    'CPU of the data',
    ...(peer ? ['a second of the other', 'CPU of the other'] : []),
  ],
  Object.entries(figures).map(([name, { a_second, cpu_ms }]) => {
    // The first round warms up.
    const seen = latencies.get(name)!.slice(1)
    return [
      name,
      whole(a_second),
      median(seen.map(({ p50 }) => p50)).toFixed(1),
      median(seen.map(({ p99 }) => p99)).toFixed(1),
      cpu_ms.toFixed(2),
      ratio(cpu_ms, data.cpu_ms),
      ...(peer ? [ratio(a_second, peer.a_second), ratio(cpu_ms, peer.cpu_ms)] : []),
    ]
  }),
)
await bench.stop()
