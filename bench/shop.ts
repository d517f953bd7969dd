import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import {
  compare,
  cpuOf,
  option,
  printMachine,
  printTable,
  ratio,
  startBench,
  startServerProcess,
  whole,
  type Rate,
} from './lib.ts'

/*
 * What a branch of the example shop sells, as `GET /marketplace/items` answers it from memory and as it does without, beside
 * plain node:http with the same bytes in a process of its own.
 */

const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const connections = option('connections', 64)
const path = '/api/v1/marketplace/items'

const at = process.argv.indexOf('serve')
if (at >= 0) servePlain(process.argv[at + 1]!, process.argv[at + 2] === 'bytes')
else await measure()

function servePlain(body: string, isBytes: boolean): void {
  process.on('disconnect', () => process.exit(0))
  const ready = Buffer.from(body)
  const answer = JSON.parse(body) as object
  const server = createServer((_request, response) => {
    const bytes = isBytes ? ready : Buffer.from(JSON.stringify(answer))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
}

async function startPlain(body: string, kind: 'bytes' | 'stringify'): Promise<{ origin: string; child: ChildProcess }> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', body, kind])
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  )
  return { origin: `http://127.0.0.1:${port}`, child }
}

async function measure(): Promise<void> {
  const bench = await startBench()
  await writeExampleShop(bench.database.db)
  const start = (CATALOGUE_CACHE_SECONDS: string) =>
    startServerProcess({
      NODE_ENV: 'development',
      DATABASE_URL: bench.url,
      SHIPPED_DATA: 'off',
      DEMO_DATA: 'off',
      RATE_LIMITS: 'off',
      OVERLOAD_MS: '0',
      CATALOGUE_CACHE_SECONDS,
    })
  const [cached, read] = [await start('2'), await start('0')]
  const branches = await bench.database.db.selectFrom('branches').select('slug').orderBy('slug').execute()
  const queries = branches.flatMap(({ slug }) => ['', '&sort=price'].map((more) => `?branch=${slug}&size=20${more}`))
  const body = await (await fetch(`${cached.origin}${path}${queries[0]}`)).text()
  const [bytes, stringify] = [await startPlain(body, 'bytes'), await startPlain(body, 'stringify')]
  const load = (origin: string, pid: number) => async (): Promise<Rate> => {
    const before = cpuOf(pid)
    const { requests, non2xx, errors, duration } = await autocannon({
      url: origin,
      connections,
      duration: seconds,
      requests: queries.map((query) => ({ path: `${path}${query}` })),
    })
    if (non2xx > 0 || errors > 0) throw new Error(`${origin}: ${non2xx} refused, ${errors} failed`)
    return { a_second: requests.total / duration, cpu_ms: (cpuOf(pid) - before) / requests.total }
  }
  const figures = await compare(
    {
      'plain node:http, JSON.stringify of one response': load(stringify.origin, stringify.child.pid!),
      'plain node:http, one response as bytes': load(bytes.origin, bytes.child.pid!),
      'items, from memory': load(cached.origin, cached.pid),
      'items, read for each request': load(read.origin, read.pid),
    },
    rounds,
  )
  await printMachine(bench.database)
  const peer = figures['plain node:http, JSON.stringify of one response']
  printTable(
    [`${connections} connections, ${body.length} bytes`, 'a second', 'of plain', 'CPU µs of the server', 'of plain'],
    Object.entries(figures).map(([name, { a_second, cpu_ms }]) => [
      name,
      whole(a_second),
      ratio(a_second, peer.a_second),
      whole(cpu_ms * 1_000),
      ratio(cpu_ms, peer.cpu_ms),
    ]),
  )
  for (const { child } of [bytes, stringify]) child.disconnect()
  await cached.stop()
  await read.stop()
  await bench.stop()
}
