import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { DB } from '#server/database/tables.ts'
import { transact } from '#server/database/transact.ts'
import { priceCart } from '#server/features/cart/price.ts'
import { findCart } from '#server/features/cart/store.ts'
import { placeOrder, taken } from '#server/features/orders/create/place.ts'
import type { OrderRequest } from '#server/features/orders/create/request.ts'
import { checkStock } from '#server/features/orders/stock-check.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { compare, option, percentile, printMachine, printTable, ratio, startBench, whole, type Rate } from './lib.ts'
import { buildShops, fillCarts, type Customer, type Shops } from './shops.ts'

/*
 * Placing orders of the marketplace, beside a bare transaction with the same writes: those that one placed order made are
 * sent again for other customers, without what is read and checked. And what pricing a cart of 50 lines costs to compute.
 */

const branches = option('branches', 100)
const each = option('orders', 800)
const rounds = option('rounds', 5)
const connections = 16

/** A whole number from 0 below `count`. */
const randomBelow = (count: number): number => Math.floor(Math.random() * count)

const bench = await startBench(connections)
const { deps, database } = bench
const shops = await buildShops(database, { branches, customers: Math.max(each, branches) })

interface Place {
  branch: Shops['branches'][number]
  slot: Date
}
const anyPlace = (): Place => {
  const branch = shops.branches[randomBelow(branches)]!
  return { branch, slot: shops.slots[randomBelow(shops.slots.length)]! }
}
const onePlace = (): Place => ({ branch: shops.branches[0]!, slot: shops.slots[0]! })

const place = (at: Place, { user_id, email }: Customer, db = deps.db) => {
  const user = { user_id, email, language: 'en', country_code: 'CA', access: new Map() } as unknown as SignedIn
  const slot = at.slot.toISOString()
  const request: OrderRequest = { order_type: 'takeaway', slot, accept_terms: true, total: shops.total, hold: false }
  const retry = { key: randomUUID(), call: 'placeOrder', body_hash: Buffer.from('bench') }
  const now = deps.clock()
  const placeNow = (tx: Tx) =>
    runIdempotently(tx, user_id, retry, now, () =>
      placeOrder(tx, { ...deps, db }, { user, locale: 'en-CA', now }, request),
    )
  return transact(db, placeNow, { taken })
}

/** Runs `each` orders from full carts, `connections` at a time. Filling the carts is not measured. */
const measure =
  (choose: () => Place, work: (at: Place, customer: Customer) => Promise<unknown>) => async (): Promise<Rate> => {
    const places = Array.from({ length: each }, choose)
    await fillCarts(database, shops, places)
    const [began, before] = [performance.now(), bench.cpu()]
    let next = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let at = next++; at < each; at = next++) await work(places[at]!, shops.customers[at]!)
      }),
    )
    return { a_second: (each * 1_000) / (performance.now() - began), cpu_ms: (bench.cpu() - before) / each }
  }

interface Write {
  sql: string
  parameters: readonly unknown[]
}
/** What placing one order at a branch writes, and what in it belongs to this order and its customer alone. */
interface Template {
  writes: Write[]
  customer: Customer
  slot: Date
  order_number: string
}

async function record(at: Place, customer: Customer): Promise<Template> {
  const sent: Write[] = []
  const pool = new pg.Pool({ connectionString: bench.url, max: 1, types: { getTypeParser: parserOf } })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) })
  const { order_number } = await place(at, customer, db)
  await db.destroy()
  const isWrite = ({ sql: text }: Write) => /^\s*(insert|update|delete|with)\b/i.test(text)
  return { writes: sent.filter(isWrite), customer, slot: at.slot, order_number }
}

function parserOf(oid: number): (text: string) => unknown {
  if (oid === 20) return BigInt
  return oid === 1082 || oid === 1700 ? String : (pg.types.getTypeParser(oid) as (text: string) => unknown)
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** Sends the writes of a placed order for another customer, under new ids. */
function repeat({ writes, customer: first, slot, order_number }: Template, at: Place, customer: Customer) {
  const ids = new Map<string, string>([
    [first.user_id, customer.user_id],
    [first.cart_id, customer.cart_id],
  ])
  for (const id of shops.fixed_ids) ids.set(id, id)
  const number = newCode()
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value
        .replaceAll(uuid, (id) => {
          if (!ids.has(id)) ids.set(id, newId())
          return ids.get(id)!
        })
        .replaceAll(order_number, number)
        .replaceAll(first.email, customer.email)
    if (Array.isArray(value)) return value.map(rename)
    return value instanceof Date && value.getTime() === slot.getTime() ? at.slot : value
  }
  return transact(deps.db, async (tx) => {
    for (const write of writes) await tx.executeQuery(toQuery(write, write.parameters.map(rename)))
  })
}

const toQuery = ({ sql: text }: Write, parameters: readonly unknown[]) => ({
  sql: text,
  parameters,
  query: { kind: 'RawNode' as const, sqlFragments: [text], parameters: [] },
  queryId: { queryId: text },
})

const templates = new Map<string, Template>()
const firsts = shops.branches.map((branch) => ({ branch, slot: shops.slots[0]! }))
// The first order of a branch opens its accounts; later ones are the rule.
await fillCarts(database, shops, firsts)
for (const [at, first] of firsts.entries()) await place(first, shops.customers[at]!)
await fillCarts(database, shops, firsts)
for (const [at, first] of firsts.entries()) templates.set(first.branch.id, await record(first, shops.customers[at]!))
const bare = (at: Place, customer: Customer) => repeat(templates.get(at.branch.id)!, at, customer)

const statements = templates.get(shops.branches[0]!.id)!.writes.length
const spread = await compare({ bare: measure(anyPlace, bare), product: measure(anyPlace, place) }, rounds)
const sample = await compare({ bare: measure(onePlace, bare), product: measure(onePlace, place) }, rounds)

await printMachine(database)
printTable(
  [
    `orders a second, ${connections} connections, ${statements} writes each`,
    'bare',
    'product',
    'of bare',
    'CPU ms each: bare',
    'product',
  ],
  Object.entries({ [`spread over ${branches} branches`]: spread, 'all on one item and one slot': sample }).map(
    ([what, figures]) => [
      what,
      whole(figures.bare.a_second),
      whole(figures.product.a_second),
      ratio(figures.product.a_second, figures.bare.a_second),
      figures.bare.cpu_ms.toFixed(2),
      figures.product.cpu_ms.toFixed(2),
    ],
  ),
)

/** The last units of an item: `each` customers, and enough for a tenth of them. */
async function sellOut(): Promise<string> {
  const [branch, slot] = [shops.branches[0]!, shops.slots[1]!]
  const left = Math.floor(each / 10)
  await sql`with recounted as (
      update stock_levels l set on_hand = l.reserved + ${left} from stock_levels before
      where before.id = l.id and l.branch_id = ${branch.id} returning l.id, l.on_hand - before.on_hand as change)
    insert into stock_movements (id, stock_level_id, at, kind, on_hand)
    select gen_random_uuid(), id, now(), 'recount', change from recounted`.execute(deps.db)
  await fillCarts(
    database,
    shops,
    Array.from({ length: each }, () => ({ branch, slot })),
  )
  const attempts = shops.customers.slice(0, each).map((customer) => place({ branch, slot }, customer))
  const done = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length
  return `${done} of ${left} units sold to ${each} customers at once`
}
console.info(`\n${await sellOut()}`)
const wrong = [...(await checkLedger(deps.db)), ...(await checkStock(deps.db))]
console.info(`sweep: ${wrong.slice(0, 20).join('\n') || 'nothing oversold, stock and slots right, ledger balanced'}`)

/** Computing time of pricing a cart with many lines: of the thread that answers, without the database and other threads. */
async function measurePricing() {
  const customer = shops.customers[0]!
  await fillCarts(database, shops, [{ branch: shops.branches[0]!, slot: shops.slots[0]! }], 50)
  const cart = (await findCart(deps.db, { user_id: customer.user_id }))!
  const priceOnce = async () => {
    const before = process.threadCpuUsage()
    await priceCart(deps.db, cart, {}, customer.user_id, new Date())
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  for (let n = 0; n < 100; n += 1) await priceOnce()
  const times: number[] = []
  for (let n = 0; n < 1_000; n += 1) times.push(await priceOnce())
  const figures = [0.5, 0.99].map((share) => percentile(times, share).toFixed(2))
  printTable([`CPU ms to price a cart of ${cart.lines.length} lines`, 'p50', 'p99'], [['product', ...figures]])
}
console.info('')
await measurePricing()
await bench.stop()
