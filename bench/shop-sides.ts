import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { openServer, type Database } from '#server/database/connect.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import type { PostgresServer } from '#test/kits/postgres.ts'
import { cpuOf, profileWords, startServerProcess } from './lib.ts'
import { fillCarts, writeCustomers, type Customer } from './shops.ts'

/** The steps of an order in our shop over HTTP, and what measures them there and in another shop. */

export const steps = ['list', 'item', 'cart line', 'order', 'checkout'] as const
export type Step = (typeof steps)[number]

/** A shop whose steps are measured. Customers are numbers from 0. */
export interface ShopSide {
  /** Its processes, without the database's. */
  pids: readonly number[]
  /** A start with its data until it has answered with a list: seconds by the clock and of processor time. */
  start: { took_s: number; cpu_s: number }
  /** Its own database, whose statements are counted. */
  database: Database
  /** Processor time of its processes and of the database server, in milliseconds. */
  cpu: () => [number, number]
  /** Brings the customers to where a step begins. */
  prepare: (step: Step) => Promise<void>
  work: Record<Step, (n: number) => Promise<unknown>>
  /** Waits until what a step has left to do later is done. */
  settle?: () => Promise<void>
  stop: () => Promise<void>
}

export interface Load {
  /** How often a step is done in a round: once by each of so many customers. */
  each: number
  clients: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request over a connection that stays open, and returns the JSON of its response. Fails on any but a 2xx. */
export function callJson<T>(
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: object | undefined },
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        response.statusCode! < 300
          ? resolve(JSON.parse(text) as T)
          : reject(new Error(`${method} ${url.pathname}: ${response.statusCode} ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Closes the connections of `callJson`. */
export const closeConnections = (): void => agent.destroy()

/** The settings with which a server answers nothing from memory for a time and refuses nothing. */
const settings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  SHIPPED_DATA: 'off',
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  OVERLOAD_MS: '0',
  CATALOGUE_CACHE_SECONDS: '0',
}

interface CartAnswer {
  amounts: { total: { amount: number } }
}

/**
 * Starts our server, or that of the checkout at `cwd`, on an empty database at `url` of a server with
 * `pg_stat_statements`, with the example shop and `each` customers.
 */
export async function openOurShop(
  { url, process: { pid } }: Pick<PostgresServer, 'url' | 'process'>,
  { each }: Load,
  cwd?: string,
): Promise<ShopSide> {
  const start = () => startServerProcess({ ...settings, DATABASE_URL: url }, { cwd, words: profileWords() })
  // The first start makes its tables.
  await (await start()).stop()
  const database = await openServer(url, 4)
  const { db } = database
  await database.exec('create extension pg_stat_statements')
  await writeExampleShop(db)
  await openWide(database)
  const customers = await writeCustomers(db, each)
  await sql`analyze`.execute(db)
  const began = performance.now()
  const server = await start()
  const call = <T>(method: string, path: string, customer?: Customer, body?: object) =>
    callJson<T>(new URL(path, server.origin), {
      method,
      headers: {
        'accept-language': 'en',
        ...(customer === undefined ? {} : { authorization: `Bearer ${customer.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      body,
    })
  const branches = await db.selectFrom('branches').select(['id', 'slug']).orderBy('slug').execute()
  /** Where customers order. */
  const branch = branches.find(({ slug }) => slug === 'front-street')!
  const { id: item_id } = await db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', 'phone-holder')
    .executeTakeFirstOrThrow()
  const page = (slug: string) => `/api/v1/marketplace/items?branch=${slug}&size=20`
  await call('GET', page(branch.slug))
  const started = { took_s: (performance.now() - began) / 1_000, cpu_s: cpuOf(server.pid) / 1_000 }
  const lists = await Promise.all(
    branches.map(async ({ slug }) => ({
      slug,
      ...(await call<{ items: { slug: string }[] }>('GET', page(slug))),
    })),
  )
  /** Addresses of what the branches sell. */
  const items = lists.flatMap(({ slug, items: sold }) =>
    sold.slice(0, 5).map((item) => `/api/v1/marketplace/items/${item.slug}?branch=${slug}`),
  )
  const days = [1, 2, 3].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10))
  const free = await Promise.all(
    days.map((day) =>
      call<{ items: { starts_at: string }[] }>(
        'GET',
        `/api/v1/front/branches/${branch.slug}/slots?order_type=takeaway&work_group=counter&units=0&duration_min=0&day=${day}`,
      ),
    ),
  )
  const slots = free.flatMap(({ items: times }) => times.map(({ starts_at }) => starts_at))
  const addLine = (n: number) =>
    call<CartAnswer>('POST', '/api/v1/cart/lines', customers[n]!, { branch: branch.slug, item_id, quantity: 1 })
  const { amount: total } = (await addLine(0)).amounts.total
  const placeOrder = (n: number) =>
    call('POST', '/api/v1/orders', customers[n]!, {
      order_type: 'takeaway',
      slot: slots[n % slots.length],
      accept_terms: true,
      total,
    })
  return {
    pids: [server.pid],
    start: started,
    database,
    cpu: () => [cpuOf(server.pid), cpuOf(pid!)],
    prepare: async (step) => {
      await sql`delete from carts`.execute(db)
      if (step === 'order')
        await fillCarts(
          database,
          { customers },
          customers.map(() => ({ branch, slot: new Date() })),
        )
    },
    work: {
      list: (n) => {
        const sort = n % 2 === 0 ? '' : '&sort=price'
        return call('GET', page(branches[n % branches.length]!.slug) + sort)
      },
      item: (n) => call('GET', items[n % items.length]!),
      'cart line': addLine,
      order: placeOrder,
      checkout: async (n) => {
        await addLine(n)
        await call('GET', '/api/v1/cart/slots?order_type=takeaway', customers[n])
        await call('GET', '/api/v1/cart?order_type=takeaway', customers[n])
        await placeOrder(n)
      },
    },
    stop: async () => {
      await server.stop()
      await database.close()
    },
  }
}

/** So many can order: more stock and capacity than a run takes. */
async function openWide({ db }: Database): Promise<void> {
  await sql`update time_slots set capacity = 9999`.execute(db)
  await sql`
    with recounted as (
      update stock_levels l set on_hand = l.on_hand + 900000 returning l.id)
    insert into stock_movements (id, stock_level_id, at, kind, on_hand)
    select gen_random_uuid(), id, now(), 'received', 900000 from recounted`.execute(db)
}

/** Statements of this database but for those about statements. */
const counted = sql`dbid = (select oid from pg_database where datname = current_database())
  and query not like '%pg_stat_statements%'`

const countStatements = async ({ db }: Database): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where ${counted}`.execute(db)
  return rows[0]!.calls
}

/** `--statements`: prints what the database was asked, by how often each step asks it. */
async function printStatements({ db }: Database, step: Step, each: number): Promise<void> {
  const { rows } = await sql<{ calls: number; ms: number; query: string }>`
    select calls::float8 / ${each} as calls, total_exec_time / ${each} as ms, regexp_replace(query, '\\s+', ' ', 'g') as query
    from pg_stat_statements where ${counted} and calls >= ${each} / 40
    order by calls desc, query`.execute(db)
  console.info(`\n${step}`)
  for (const { calls, ms, query } of rows)
    console.info(`${calls.toFixed(2).padStart(6)} ${ms.toFixed(3).padStart(7)} ms  ${query.slice(0, 160)}`)
}

/** What a step costs. */
export interface Cost {
  cpu_ms: number
  /** The part of the database. */
  database_ms: number
  statements: number
}

/** Does a step for each customer, `clients` at a time, and returns what one took. */
export async function measureStep(side: ShopSide, step: Step, { each, clients }: Load): Promise<Cost> {
  const { database } = side
  await side.prepare(step)
  await side.settle?.()
  if (process.argv.includes('--statements')) await sql`select pg_stat_statements_reset()`.execute(database.db)
  const statements = await countStatements(database)
  const [server_ms, database_ms] = side.cpu()
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = next++; n < each; n = next++) await side.work[step](n)
    }),
  )
  await side.settle?.()
  const [server_after_ms, database_after_ms] = side.cpu()
  const cost = {
    cpu_ms: (server_after_ms - server_ms + database_after_ms - database_ms) / each,
    database_ms: (database_after_ms - database_ms) / each,
    statements: ((await countStatements(database)) - statements) / each,
  }
  if (process.argv.includes('--statements')) await printStatements(database, step, each)
  return cost
}
