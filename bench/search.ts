import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { openServer, type Database, type Db } from '#server/database/connect.ts'
import { hooks } from '#server/features.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { VisitCounter } from '#server/features/figures/visit-counter.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { findSuggestions } from '#server/features/search/suggestions.ts'
import { ServerList } from '#server/http/server-list.ts'
import { ReadOnlyMode } from '#server/read-only.ts'
import { createWorkers } from '#server/workers/workers.ts'
import {
  compare,
  cpuOf,
  median,
  option,
  percentile,
  printMachine,
  printTable,
  ratio,
  startBench,
  whole,
  type Rate,
} from './lib.ts'
import { sqlListApp } from './sql-list.ts'

/*
 * The park list over HTTP with the shipped data: from the index, by SQL (`sql-list.ts`) and as plain node:http with the
 * same bytes. Each server is a child process that runs this script with `serve`. With `--suggestions` only those.
 */

const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const connections = option('connections', 64)
const path = '/api/v1/parks/front/parks/'

type Variant = 'stringify' | 'buffer' | 'index' | 'sql'

if (process.argv[2] === 'serve' || process.argv[3] === 'serve') await serve()
else await measure()

async function serve(): Promise<void> {
  const [variant, url, body] = process.argv.slice(process.argv.indexOf('serve') + 1) as [Variant, string, string]
  process.env['TZ'] = 'UTC'
  process.on('disconnect', () => process.exit(0))
  if (variant === 'stringify' || variant === 'buffer') {
    const answer = JSON.parse(body) as object
    const bytes = Buffer.from(body)
    const server = createServer((_request, response) => {
      const out = variant === 'buffer' ? bytes : Buffer.from(JSON.stringify(answer))
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': out.length })
      response.end(out)
    })
    server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
    return
  }
  const database = await openServer(url, 4)
  const app = variant === 'sql' ? sqlListApp(database.db) : await indexApp(database)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send!({ port: (app.server.address() as { port: number }).port })
}

async function indexApp({ db, probe, waiting, readMode }: Database) {
  const { readConfig } = await import('#server/config.ts')
  const search = new LiveIndex()
  await search.refresh(db, new Date())
  return createApp({
    db,
    engine: 'server',
    probe,
    waiting,
    readMode,
    read_only: new ReadOnlyMode(),
    servers: new ServerList(),
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_ANONYMOUS_MINUTE: '1000000' }),
    clock: () => new Date(),
    publicUrl: () => '',
    payments: {},
    payouts: {},
    sms: {},
    mailer: { send: async () => undefined, close: async () => undefined },
    search,
    visits: new VisitCounter(),
    wallets: {},
    workers: createWorkers(),
    hooks,
    log: console,
  })
}

interface Served {
  origin: string
  child: ChildProcess
}

async function start(variant: Variant, url: string, body = ''): Promise<Served> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', variant, url, body])
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  )
  return { origin: `http://127.0.0.1:${port}`, child }
}

async function measure(): Promise<void> {
  const bench = await startBench()
  const { db } = bench.database
  await applyDemoOverlay(db)
  if (process.argv.includes('--suggestions')) {
    await measureSuggestions(db)
    return bench.stop()
  }
  const url = bench.url
  const { rows } = { rows: await db.selectFrom('parks').select(['lat', 'lng']).orderBy('id').execute() }
  // Positions of parks, where drivers search.
  const points = Array.from({ length: 400 }, (_, n) => rows[(n * 7_919) % rows.length]!)
  const near = points.map(({ lat, lng }, n) => `lat=${(lat + (n % 20) / 1e4).toFixed(5)}&lng=${lng.toFixed(5)}&size=20`)
  const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000)
  const at = (hour: number) => new Date(tomorrow.getTime() + hour * 3_600_000).toISOString()
  // 1 to 4 hours, some past midnight UTC, where the counters' day ends.
  const inWindow = near.map(
    (query, n) => `${query}&start_time=${at(14 + (n % 8))}&end_time=${at(15 + (n % 8) + (n % 4))}`,
  )
  // Half the spaces are taken in every second park.
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select id, ${at(0)}::date + n, capacity, array_fill((capacity / 2)::smallint, array[96])
    from pools, generate_series(0, 1) n where id % 2 = 0`.execute(db)

  const servers = new Map<Variant, Served>()
  servers.set('index', await start('index', url))
  servers.set('sql', await start('sql', url))
  const body = await (await fetch(`${servers.get('index')!.origin}${path}?${near[0]}`)).text()
  for (const variant of ['stringify', 'buffer'] as const) servers.set(variant, await start(variant, url, body))

  let query_count = 0
  const uniqueQuery = () => {
    const { lat, lng } = points[(query_count += 1) % points.length]!
    return `${path}?lat=${(lat + query_count / 1e8).toFixed(8)}&lng=${lng.toFixed(5)}&size=20`
  }
  const load = (variant: Variant, queries: string[] | (() => string)) => async (): Promise<Rate> => {
    const { origin, child } = servers.get(variant)!
    const cpu = () => cpuOf(child.pid!)
    const before = cpu()
    const { requests, non2xx, errors, duration } = await autocannon({
      url: origin,
      connections,
      duration: seconds,
      requests: Array.isArray(queries)
        ? queries.map((query) => ({ path: `${path}?${query}` }))
        : [{ setupRequest: (request) => ({ ...request, path: queries() }) }],
    })
    if (non2xx > 0 || errors > 0) throw new Error(`${variant}: ${non2xx} refused, ${errors} failed`)
    return { a_second: requests.total / duration, cpu_ms: (cpu() - before) / requests.total }
  }
  const variants = {
    stringify: load('stringify', near),
    buffer: load('buffer', near),
    near: load('index', near),
    unique: load('index', uniqueQuery),
    window: load('index', inWindow),
    'near by SQL': load('sql', near),
    'window by SQL': load('sql', inWindow),
  }
  const figures = await compare(variants, rounds)
  for (const { child } of servers.values()) child.disconnect()

  await printMachine(bench.database)
  const row = (title: string, name: keyof typeof variants, peer: keyof typeof variants) => [
    title,
    whole(figures[name].a_second),
    ratio(figures[name].a_second, figures.stringify.a_second),
    ratio(figures[name].a_second, figures[peer].a_second),
    whole(figures[name].cpu_ms * 1_000),
    ratio(figures[name].cpu_ms, figures.stringify.cpu_ms),
  ]
  printTable(
    [
      `${whole(rows.length)} parks, ${connections} connections, ${whole(body.length)} bytes an answer`,
      'a second',
      'of plain',
      'of SQL',
      'CPU µs of the server for one',
      'of plain',
    ],
    [
      row('plain node:http, JSON.stringify of one answer', 'stringify', 'near by SQL'),
      row('plain node:http, one answer as bytes', 'buffer', 'near by SQL'),
      row('nearest 20, index: 400 repeated queries', 'near', 'near by SQL'),
      row('nearest 20, index: each query once', 'unique', 'near by SQL'),
      row('nearest 20, SQL', 'near by SQL', 'near by SQL'),
      row('nearest 20 with the price and spaces of a window, index', 'window', 'window by SQL'),
      row('the same, SQL', 'window by SQL', 'window by SQL'),
    ],
  )
  await measureSuggestions(db)
  await bench.stop()
}

/** Every prefix of each name as it is typed, and names with two letters swapped. */
async function measureSuggestions(db: Db): Promise<void> {
  const search = new LiveIndex()
  const began = performance.now()
  await search.refresh(db, new Date())
  console.info(`\nloaded in ${whole(performance.now() - began)} ms\n`)
  const names = await db.selectFrom('places').select('name').orderBy('weight', 'desc').limit(4_000).execute()
  const typed = names
    .filter((_, n) => n % 20 === 0)
    .flatMap(({ name }) => Array.from({ length: Math.min(name.length, 10) }, (_, n) => name.slice(0, n + 1)))
  const wrong = names
    .filter(({ name }, n) => n % 10 === 5 && name.length > 5)
    .map(({ name }) => `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`)
  const index = await search.current()
  const time = async (q: string, near: object) => {
    const each: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const from = performance.now()
      findSuggestions(index, { q, country: 'CA', ...near }, 'en')
      if (round > 0) each.push(performance.now() - from)
    }
    return Math.min(...each)
  }
  const table: string[][] = []
  for (const [title, texts, near] of [
    ['as typed', typed, {}],
    ['as typed, with a place', typed, { lat: 43.65, lng: -79.38 }],
    ['with an error', wrong, {}],
  ] as const) {
    const times: number[] = []
    for (const text of texts) times.push(await time(text, near))
    table.push([
      title,
      whole(texts.length),
      (median(times) * 1e3).toFixed(0),
      (percentile(times, 0.99) * 1e3).toFixed(0),
    ])
  }
  printTable(['suggestions in the process', 'texts', 'p50 µs', 'p99 µs'], table)
}
