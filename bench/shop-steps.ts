import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { openServer, type Database } from '#server/database/connect.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import { startPostgres } from '#test/kits/postgres.ts'
import {
  cpuOf,
  median,
  option,
  printMachine,
  printTable,
  profileWords,
  ratio,
  startServerProcess,
  textOption,
  type ServerProcess,
} from './lib.ts'
import { fillCarts, writeCustomers, type Customer } from './shops.ts'

/*
 * What each step of an order in the shop costs over HTTP, from the list to the paid order, with nothing answered from
 * memory for a time: processor time and statements. With `--beside FOLDER` also in another checkout of this repository, in
 * turns, each with a PostgreSQL server of its own that it has migrated itself.
 */

const rounds = option('rounds', 5)
const each = option('each', 320)
const clients = option('clients', 16)
const beside = textOption('beside')
/** `--only list`: the steps with this in their names. */
const only = new RegExp(textOption('only') ?? '')

const steps = ['list', 'item', 'cart line', 'order', 'checkout'] as const
type Step = (typeof steps)[number]

interface Side {
  server: ServerProcess
  database: Database
  customers: Customer[]
  branches: { id: string; slug: string }[]
  /** Where customers order; free times of its counter. */
  branch: { id: string; slug: string }
  slots: string[]
  /** Addresses of what the branches sell. */
  items: string[]
  /** What is ordered, and what it costs. */
  item_id: string
  total: number
  /** Processor time of the server and of the database, in milliseconds. */
  cpu: () => [number, number]
  stop: () => Promise<void>
}

const agent = new Agent({ keepAlive: true, maxSockets: clients })

function call<T>(side: Pick<Side, 'server'>, method: string, path: string, token?: string, body?: object): Promise<T> {
  const headers = {
    'accept-language': 'en',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
  }
  return new Promise<T>((resolve, reject) => {
    const sent = request(new URL(path, side.server.origin), { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        response.statusCode! < 300
          ? resolve(JSON.parse(text) as T)
          : reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function open(cwd: string | undefined): Promise<Side> {
  const postgres = await startPostgres({ fsync: true, settings: ['shared_preload_libraries=pg_stat_statements'] })
  process.once('exit', () => postgres.process.kill('SIGINT'))
  const server = await startServerProcess(
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://127.0.0.1',
      DATABASE_URL: postgres.url,
      SHIPPED_DATA: 'off',
      DEMO_DATA: 'off',
      RATE_LIMITS: 'off',
      OVERLOAD_MS: '0',
      CATALOGUE_CACHE_SECONDS: '0',
    },
    { cwd, words: profileWords() },
  )
  const database = await openServer(postgres.url, 4)
  const { db } = database
  await database.exec('create extension pg_stat_statements')
  await writeExampleShop(db)
  await openWide(database)
  const customers = await writeCustomers(db, each)
  await sql`analyze`.execute(db)
  const branches = await db.selectFrom('branches').select(['id', 'slug']).orderBy('slug').execute()
  const branch = branches.find(({ slug }) => slug === 'front-street')!
  const { id: item_id } = await db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', 'phone-holder')
    .executeTakeFirstOrThrow()
  const of = { server }
  const page = (slug: string) => `/api/v1/marketplace/items?branch=${slug}&size=20`
  const lists = await Promise.all(
    branches.map(async ({ slug }) => ({
      slug,
      ...(await call<{ items: { slug: string }[] }>(of, 'GET', page(slug))),
    })),
  )
  const days = [1, 2, 3].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10))
  const free = await Promise.all(
    days.map((day) =>
      call<{ items: { starts_at: string }[] }>(
        of,
        'GET',
        `/api/v1/front/branches/${branch.slug}/slots?order_type=takeaway&work_group=counter&units=0&duration_min=0&day=${day}`,
      ),
    ),
  )
  const side: Side = {
    server,
    database,
    customers,
    branches,
    branch,
    item_id,
    total: 0,
    slots: free.flatMap(({ items }) => items.map(({ starts_at }) => starts_at)),
    items: lists.flatMap(({ slug, items }) =>
      items.slice(0, 5).map((item) => `/api/v1/marketplace/items/${item.slug}?branch=${slug}`),
    ),
    cpu: () => [cpuOf(server.pid), cpuOf(postgres.process.pid!)],
    stop: async () => {
      await server.stop()
      await database.close()
      await postgres.stop()
    },
  }
  return { ...side, total: (await addLine(side, 0)).amounts.total.amount }
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

interface CartAnswer {
  amounts: { total: { amount: number } }
}

const addLine = (side: Side, n: number) =>
  call<CartAnswer>(side, 'POST', '/api/v1/cart/lines', side.customers[n]!.token, {
    branch: side.branch.slug,
    item_id: side.item_id,
    quantity: 1,
  })

const placeOrder = (side: Side, n: number) =>
  call(side, 'POST', '/api/v1/orders', side.customers[n]!.token, {
    order_type: 'takeaway',
    slot: side.slots[n % side.slots.length],
    accept_terms: true,
    total: side.total,
  })

const work: Record<Step, (side: Side, n: number) => Promise<unknown>> = {
  list: (side, n) => {
    const sort = n % 2 === 0 ? '' : '&sort=price'
    const { slug } = side.branches[n % side.branches.length]!
    return call(side, 'GET', `/api/v1/marketplace/items?branch=${slug}&size=20${sort}`)
  },
  item: (side, n) => call(side, 'GET', side.items[n % side.items.length]!),
  'cart line': addLine,
  order: placeOrder,
  checkout: async (side, n) => {
    const { token } = side.customers[n]!
    await addLine(side, n)
    await call(side, 'GET', '/api/v1/cart/slots?order_type=takeaway', token)
    await call(side, 'GET', '/api/v1/cart?order_type=takeaway', token)
    await placeOrder(side, n)
  },
}

const countStatements = async ({ db }: Database): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query not like '%pg_stat_statements%'`.execute(
    db,
  )
  return rows[0]!.calls
}

/** `--statements`: prints what the database was asked, by how often each step asks it. */
async function printStatements({ db }: Database, step: Step): Promise<void> {
  const { rows } = await sql<{ calls: number; ms: number; query: string }>`
    select calls::float8 / ${each} as calls, total_exec_time / ${each} as ms, regexp_replace(query, '\\s+', ' ', 'g') as query
    from pg_stat_statements where query not like '%pg_stat_statements%' and calls >= ${each} / 40
    order by calls desc, query`.execute(db)
  console.info(`\n${step}`)
  for (const { calls, ms, query } of rows)
    console.info(`${calls.toFixed(2).padStart(6)} ${ms.toFixed(3).padStart(7)} ms  ${query.slice(0, 160)}`)
}

interface Cost {
  cpu_ms: number
  /** The part of the database. */
  database_ms: number
  statements: number
}

/** Does a step for each customer, `clients` at a time, and returns what one took. */
async function measure(side: Side, step: Step): Promise<Cost> {
  await sql`delete from carts`.execute(side.database.db)
  if (step === 'order')
    await fillCarts(
      side.database,
      side,
      side.customers.map(() => ({ branch: side.branch, slot: new Date() })),
    )
  if (process.argv.includes('--statements')) await sql`select pg_stat_statements_reset()`.execute(side.database.db)
  const statements = await countStatements(side.database)
  const [server_ms, database_ms] = side.cpu()
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = next++; n < each; n = next++) await work[step](side, n)
    }),
  )
  const [server_after_ms, database_after_ms] = side.cpu()
  const cost = {
    cpu_ms: (server_after_ms - server_ms + database_after_ms - database_ms) / each,
    database_ms: (database_after_ms - database_ms) / each,
    statements: ((await countStatements(side.database)) - statements) / each,
  }
  if (process.argv.includes('--statements')) await printStatements(side.database, step)
  return cost
}

const sides: [string, Side][] = [['this', await open(undefined)]]
if (beside !== undefined) sides.push(['beside', await open(beside)])

const costs = new Map<string, Cost[]>()
const shown = steps.filter((step) => only.test(step))
for (let round = 0; round <= rounds; round += 1)
  for (const step of shown)
    for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
      const cost = await measure(side, step)
      // The first round warms up.
      if (round > 0) costs.set(`${name} ${step}`, [...(costs.get(`${name} ${step}`) ?? []), cost])
    }

const middle = (name: string, step: Step, figure: keyof Cost): number =>
  median(costs.get(`${name} ${step}`)!.map((cost) => cost[figure]))
await printMachine(sides[0]![1].database)
const isCompared = sides.length > 1
printTable(
  [
    `CPU ms of server and database, ${clients} clients, ${rounds} rounds of ${each}`,
    'CPU ms',
    'of which database',
    'statements',
    ...(isCompared ? ['CPU ms of the other', 'of which database', 'its statements', 'CPU of the other'] : []),
  ],
  shown.map((step) => [
    step,
    middle('this', step, 'cpu_ms').toFixed(2),
    middle('this', step, 'database_ms').toFixed(2),
    middle('this', step, 'statements').toFixed(1),
    ...(isCompared
      ? [
          middle('beside', step, 'cpu_ms').toFixed(2),
          middle('beside', step, 'database_ms').toFixed(2),
          middle('beside', step, 'statements').toFixed(1),
          ratio(middle('this', step, 'cpu_ms'), middle('beside', step, 'cpu_ms')),
        ]
      : []),
  ]),
)
agent.destroy()
for (const [, side] of sides) await side.stop()
