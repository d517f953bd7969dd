import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pageRoutes } from '#contract/pages.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded, type Db } from '#server/database/connect.ts'
import { loadShippedData } from '#server/shipped-data.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { copySeededDatabase } from '#test/e2e/kit/seed.ts'
import { startPostgres } from '#test/kits/postgres.ts'
import {
  cpuOf,
  median,
  option,
  printTable,
  profileWords,
  ratio,
  startBench,
  startServerProcess,
  textOption,
  whole,
} from './lib.ts'
import { multiplyParks } from './many-parks.ts'

/*
 * What each public page and each GET costs with the shipped parks and with many: processor time of server and database by
 * request, one request at a time, nothing cached. `--engine embedded` measures the embedded database, `--only map` the
 * targets with this in their names, `--parks 0` the shipped parks alone, and `--beside FOLDER` these alone, with another
 * checkout of this repository in place of the many.
 */

const parks = option('parks', 500_000)
/** Processor time of one round; it is counted in steps of 10 ms. */
const atLeast_ms = option('least', 120)
const rounds = option('rounds', 9)
const warmUp_ms = 300
const only = new RegExp(textOption('only') ?? '')
const isEmbedded = process.argv.includes('embedded')
const beside = textOption('beside')
/** Each server that is measured: with so many parks, of this checkout or another. */
const chosen: { more: number; cwd?: string }[] =
  beside !== undefined
    ? [{ more: 0 }, { more: 0, cwd: beside }]
    : parks > 0
      ? [{ more: 0 }, { more: parks }]
      : [{ more: 0 }]

const folder = mkdtempSync(join(tmpdir(), 'parkwell-routes-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

interface Product {
  origin: string
  cpu: () => number
  stop: () => Promise<void>
}
interface Target {
  name: string
  paths: readonly string[]
  isOwn?: true
}

async function startProduct(
  settings: Record<string, string>,
  databaseCpu: () => number,
  cwd: string | undefined,
): Promise<Product> {
  const server = await startServerProcess(
    {
      NODE_ENV: 'development',
      RATE_LIMITS: 'off',
      OVERLOAD_MS: '0',
      PAGE_CACHE_SECONDS: '0',
      ...settings,
    },
    { cwd, words: profileWords() },
  )
  return { origin: server.origin, cpu: () => server.cpu() + databaseCpu(), stop: server.stop }
}

/** Every public page, and every GET that reads parks or places. Called before parks are added: the same in both sizes. */
async function listTargets(db: Db): Promise<Target[]> {
  const all = await db
    .selectFrom('parks')
    .innerJoin('tariffs', 'tariffs.park_id', 'parks.id')
    .select(['parks.slug', 'parks.lat', 'parks.lng'])
    .distinct()
    .where('country_id', '=', 2)
    .where('partner_id', 'is not', null)
    .orderBy('parks.slug')
    .execute()
  const some = Array.from({ length: 20 }, (_, n) => all[(n * 7_919) % all.length]!)
  const places = await db
    .selectFrom('places')
    .select(['kind', 'slug'])
    .where('slug', 'is not', null)
    .where('country_id', '=', 2)
    .orderBy('weight', 'desc')
    .execute()
  // In the same country as the parks above.
  const event = await db
    .selectFrom('events')
    .select('event_code')
    .where('private_code_hash', 'is', null)
    .where('country_id', '=', 2)
    // Not one of those that end while this runs.
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  const placesOf = (kind: string) => places.filter((place) => place.kind === kind).slice(0, 5)
  const pages = pageRoutes
    .filter(({ same }) => same === undefined)
    .flatMap(({ path }): Target[] => {
      if (path.includes(':slug')) return [{ name: path, paths: some.map(({ slug }) => path.replace(':slug', slug)) }]
      if (path.includes(':place')) {
        const found = placesOf(path.split('-')[0]!.slice(1))
        return found.length === 0 ? [] : [{ name: path, paths: found.map(({ slug }) => path.replace(':place', slug!)) }]
      }
      const filled = path
        .replace(':post', 'toronto-winter')
        .replace(':service', 'wash')
        .replace(':event', event?.event_code ?? ':event')
      return filled.includes(':') ? [] : [{ name: path, paths: [filled] }]
    })
  const api = '/api/v1'
  const near = some.map(({ lat, lng }) => `lat=${lat}&lng=${lng}`)
  const get = (name: string, paths: readonly string[]): Target => ({ name, paths: paths.map((path) => api + path) })
  const box = (lat: number, lng: number, size: number) =>
    [lng - size, lat - size, lng + size, lat + size].map((edge) => edge.toFixed(4)).join()
  return [
    ...pages,
    get(
      'GET a park',
      some.map(({ slug }) => `/front/parks/${slug}?vehicle_type_id=1`),
    ),
    get(
      'GET its rate',
      some.map(({ slug }) => `/front/parks/${slug}/rate?vehicle_type_id=1`),
    ),
    get(
      'GET its reviews',
      some.map(({ slug }) => `/front/parks/${slug}/reviews`),
    ),
    get('GET parks of a country', ['/parks/front/parks/?country=CA', '/parks/front/parks/?country=CA&page=5']),
    get(
      'GET parks near a point',
      near.map((point) => `/parks/front/parks/?${point}`),
    ),
    get('GET parks by text', ['/parks/front/parks/?country=CA&search=Toronto', '/parks/front/parks/?search=garage']),
    get(
      'GET the map of a city',
      some.map(({ lat, lng }) => `/parks/front/map?zoom=13&bbox=${box(lat, lng, 0.03)}`),
    ),
    get('GET the map of a country', ['/parks/front/map?zoom=4&bbox=-140,42,-52,60']),
    get('GET the directory', ['/parks/front/parks/directory?country=CA&state=CA-ON&city=Toronto']),
    get(
      'GET suggestions',
      ['tor', 'cn tower', 'garage', 'M5V 2T6'].map((q) => `/parks/front/suggest?country=CA&q=${encodeURIComponent(q)}`),
    ),
    get('GET known places', ['/parks/front/suggest/known?country=CA']),
    get('GET prices of cities', ['/front/city-prices?country=CA']),
    get('GET figures', ['/front/figures?country=CA']),
    get('GET events', [
      '/front/events?country=CA',
      `/front/events?${near[0]!.replace('lat=', 'near=').replace('&lng=', ',')}`,
    ]),
    ...(event ? [get('GET parks of an event', [`/front/events/${event.event_code}/parks`])] : []),
    ...(['airport', 'city', 'stadium', 'station'] as const).flatMap((kind) => [
      get(`GET ${kind} places`, [`/places/${kind}?country=CA`]),
      get(
        `GET one ${kind}`,
        placesOf(kind).map(({ slug }) => `/places/${kind}/${slug}`),
      ),
    ]),
  ].filter(({ paths }) => paths.length > 0)
}

const ownPaths = ['bookings/list', 'user/vehicles/', 'users/profile', 'users/export', 'wallet', 'wallet/transactions']
/** The signed-in reads, of a driver with money. */
const ownTargets = ownPaths.map((path): Target => ({
  name: `GET own ${path}`,
  paths: [`/api/v1/${path}`],
  isOwn: true,
}))

/** One server with its number of parks. */
interface MeasuredServer {
  product: Product
  size: number
  /** Its token for the signed-in reads. */
  token: string
  idle_ms_a_second: number
  targets: readonly Target[]
}

/** Asks a target's addresses in turn, until the processor was busy for `least_ms`. Returns the number of requests. */
async function ask({ product, token }: MeasuredServer, target: Target, least_ms: number): Promise<number> {
  const { name, paths, isOwn } = target
  const headers = { 'accept-language': 'en', ...(isOwn && { authorization: `Bearer ${token}` }) }
  const before = product.cpu()
  let calls = 0
  while (calls < paths.length || (product.cpu() - before < least_ms && calls < 500)) {
    const response = await fetch(product.origin + paths[calls++ % paths.length]!, { headers })
    await response.arrayBuffer()
    if (!response.ok && response.status !== 302) throw new Error(`${name}: ${response.status} for ${response.url}`)
  }
  return calls
}

/** Returns the processor time of one request, in milliseconds. */
async function measure(server: MeasuredServer, target: Target): Promise<number> {
  const { cpu } = server.product
  const [before, began] = [cpu(), performance.now()]
  const calls = await ask(server, target, atLeast_ms)
  const idle_ms = ((performance.now() - began) / 1_000) * server.idle_ms_a_second
  return Math.max(0, cpu() - before - idle_ms) / calls
}

const idle_s = 10
const quiet_ms = 150

/**
 * Waits until the server has done what follows its start, such as writing its snapshot, and returns the processor time that
 * it and the database take each second with nothing to do: their jobs look for work.
 */
async function measureIdle({ cpu }: Product): Promise<number> {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = cpu()
    await wait(1_000)
    if (cpu() - before < quiet_ms) break
  }
  const before = cpu()
  await wait(idle_s * 1_000)
  return (cpu() - before) / idle_s
}

async function prepare(product: Product, size: number, targets: readonly Target[]): Promise<MeasuredServer> {
  const { token } = await buildDriver(product.origin, { country_code: 'CA', language: 'en', top_up: 100 })
  const idle_ms_a_second = await measureIdle(product)
  console.info(
    `${whole(size)} parks: ${idle_ms_a_second.toFixed(1)} ms of CPU a second when idle, which is not counted.`,
  )
  return { product, size, token, idle_ms_a_second, targets: [...new Set([...targets, ...ownTargets])] }
}

/**
 * Measures each target on both servers in short turns, and takes the median: on a shared machine the same work takes more
 * processor time at some moments than at others.
 */
async function compare(servers: readonly MeasuredServer[]): Promise<[string, number[]][]> {
  const rows: [string, number[]][] = []
  for (const { name } of servers[0]!.targets.filter(({ name }) => only.test(name))) {
    const targets = servers.map((server) => server.targets.find((target) => target.name === name)!)
    // Warms up, because the two sizes run different code: only the larger one has clusters on the map of a city.
    for (const [n, server] of servers.entries()) await ask(server, targets[n]!, warmUp_ms)
    const costs = servers.map((): number[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [n, server] of servers.entries()) costs[n]!.push(await measure(server, targets[n]!))
    const medians = costs.map(median)
    console.info(`${name}: ${medians.map((cost) => cost.toFixed(2)).join(', ')}`)
    rows.push([name, medians])
  }
  return rows
}

const servers: MeasuredServer[] = []
const stops: (() => Promise<void>)[] = []
const countParks = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('parks')
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

if (isEmbedded) {
  for (const { more, cwd } of chosen) {
    const data_dir = join(folder, cwd === undefined ? String(more) : 'beside')
    await copySeededDatabase(join(data_dir, 'database'))
    const database = await openEmbedded(join(data_dir, 'database'))
    const targets = await listTargets(database.db)
    if (more > 0) await multiplyParks(database.db, more)
    const size = await countParks(database.db)
    await database.close()
    const product = await startProduct({ DATA_DIR: data_dir, SHIPPED_DATA: 'off' }, () => 0, cwd)
    stops.push(product.stop)
    servers.push(await prepare(product, size, targets))
  }
} else {
  const own = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
  for (const { more, cwd } of chosen) {
    const data_dir = join(folder, cwd === undefined ? String(more) : 'beside')
    if (cwd !== undefined) {
      // It migrates and fills a database of its own.
      const postgres = await startPostgres({ fsync: true })
      process.once('exit', () => postgres.process.kill('SIGINT'))
      const product = await startProduct(
        { DATABASE_URL: postgres.url, DATA_DIR: data_dir, EXAMPLE_ORDERS: 'off' },
        () => cpuOf(postgres.process.pid!),
        cwd,
      )
      stops.push(product.stop, postgres.stop)
      const { size, targets } = servers[0]!
      servers.push(await prepare(product, size, targets))
      continue
    }
    const bench = await startBench()
    // Its work on what the benchmark wrote is not the requests'.
    await bench.database.exec('alter system set autovacuum = off')
    await bench.database.exec('select pg_reload_conf()')
    await loadShippedData(bench.database.db, readConfig({ NODE_ENV: 'development' }))
    const targets = await listTargets(bench.database.db)
    if (more > 0) await multiplyParks(bench.database.db, more)
    const product = await startProduct(
      { DATABASE_URL: bench.url, DATA_DIR: data_dir, SHIPPED_DATA: 'off' },
      () => bench.cpu() - own(),
      cwd,
    )
    stops.push(product.stop, bench.stop)
    servers.push(await prepare(product, await countParks(bench.database.db), targets))
  }
}
const rows = await compare(servers)
for (const stop of stops) await stop()

printTable(
  [
    `CPU ms of server and database, ${isEmbedded ? 'embedded' : 'PostgreSQL'}`,
    ...servers.map(({ size }, n) => (chosen[n]!.cwd === undefined ? `${whole(size)} parks` : 'the other checkout')),
    ...(servers.length > 1 ? ['times'] : []),
  ],
  rows.map(([name, costs]) => [
    name,
    ...costs.map((cost) => cost.toFixed(2)),
    ...(costs.length > 1 ? [ratio(costs[1]!, costs[0]!)] : []),
  ]),
)
