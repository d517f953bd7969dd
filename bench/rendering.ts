import autocannon from 'autocannon'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import {
  compare,
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
} from './lib.ts'
import { openReactRouter } from './peers/react-router.ts'

/*
 * Park pages over HTTP, none of them cached, beside the JSON of the same parks; with `--beside FOLDER` also beside the
 * park pages of another checkout of this repository, for instance the commit before a change; with `--peer` beside the
 * same components rendered by React Router's own server.
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

const peer = process.argv.includes('--peer') ? await openReactRouter(server.origin) : undefined

interface Target {
  origins: readonly string[]
  cpu: () => number
}
const ours: Target = { ...server, origins: [server.origin] }

const latencies = new Map<string, { p50: number; p99: number }[]>()
/** The clients share the origins; of several, the slower one's latencies count. */
const load =
  (name: string, { origins, cpu: serverCpu }: Target, paths: string[], encoding = 'identity') =>
  async (): Promise<Rate> => {
    // The database's time is part of a page's cost; this process' own, which loads, is not.
    const cpu = () => serverCpu() + bench.cpu() - ownCpu()
    const before = cpu()
    const results = await Promise.all(
      origins.map((url) =>
        autocannon({
          url,
          connections: connections / origins.length,
          duration: seconds,
          headers: { 'accept-encoding': encoding },
          requests: paths.map((path) => ({ path })),
        }),
      ),
    )
    for (const { non2xx, errors } of results)
      if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} failed`)
    const most = (of: 'p50' | 'p99') => Math.max(...results.map(({ latency }) => latency[of]))
    latencies.set(name, [...(latencies.get(name) ?? []), { p50: most('p50'), p99: most('p99') }])
    const done = results.reduce((sum, { requests }) => sum + requests.total, 0)
    return { a_second: done / results[0]!.duration, cpu_ms: (cpu() - before) / done }
  }

const variants: Record<string, () => Promise<Rate>> = {
  'the data alone, as JSON': load('the data alone, as JSON', ours, dataPaths),
  page: load('page', ours, pagePaths),
  'page, in brotli': load('page, in brotli', ours, pagePaths, 'br'),
}
const targets: [string, Target][] = []
if (other) targets.push(['of the other checkout', { ...other, origins: [other.origin] }])
if (peer) targets.push(['by React Router', peer])
for (const [name, target] of targets) {
  variants[`page ${name}`] = load(`page ${name}`, target, pagePaths)
  variants[`page ${name}, in brotli`] = load(`page ${name}, in brotli`, target, pagePaths, 'br')
}
const figures = await compare(variants, rounds)
/** What a page consists of. */
const describe = async (name: string, { origins }: Target): Promise<string> => {
  const html = await (await fetch(origins[0]! + pagePaths[0]!)).text()
  // The content may be streamed behind the place where it belongs.
  const content = html.slice(html.indexOf('<body')).replaceAll(/<script[^]*?<\/script>/g, '')
  const elements = content.match(/<[a-z]/g)!.length
  return `${name}: ${whole(html.length)} characters, ${whole(elements)} elements`
}
const sizes = await Promise.all(
  [['ours', ours] as [string, Target], ...targets].map(([name, target]) => describe(name, target)),
)
await server.stop()
await other?.stop()
await peer?.stop()

await printMachine(bench.database)
console.info(`${sizes.join('\n')}\n`)
const data = figures['the data alone, as JSON']!
printTable(
  [
    `${connections} clients`,
    'a second',
    'p50 ms',
    'p99 ms',
    'CPU ms of server and database',
    'CPU of the data',
    ...targets.flatMap(([name]) => [`a second of ${name}`, `CPU of ${name}`]),
  ],
  Object.entries(figures).map(([name, { a_second, cpu_ms }]) => {
    // The first round warms up.
    const seen = latencies.get(name)!.slice(1)
    const others = targets.map(
      ([target]) => figures[`page ${target}${name.endsWith('in brotli') ? ', in brotli' : ''}`]!,
    )
    return [
      name,
      whole(a_second),
      median(seen.map(({ p50 }) => p50)).toFixed(1),
      median(seen.map(({ p99 }) => p99)).toFixed(1),
      cpu_ms.toFixed(2),
      ratio(cpu_ms, data.cpu_ms),
      ...others.flatMap((peer) => [ratio(a_second, peer.a_second), ratio(cpu_ms, peer.cpu_ms)]),
    ]
  }),
)
await bench.stop()
