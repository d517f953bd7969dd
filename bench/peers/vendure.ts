import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { openServer, type Database } from '#server/database/connect.ts'
import { findFreePort, type PostgresServer } from '#test/kits/postgres.ts'
import { cpuOf } from '../lib.ts'
import { callJson, type Load, type ShopSide, type Step } from '../shop-sides.ts'
import { installPeer } from './packages.ts'
import type { VendureShop } from './vendure-process.ts'

/** A Vendure shop that sells what our example shop sells, with its worker; steps as its own storefront does them. */

const program = join(import.meta.dirname, 'vendure-process.ts')

/** Starts a process of the shop; `ready` resolves when it has started. */
function startProcess(role: 'server' | 'worker', shop: VendureShop): { child: ChildProcess; ready: Promise<void> } {
  const child = spawn(process.execPath, [program, role], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', SHOP: JSON.stringify(shop) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve()
    })
    child.once('exit', (code) => reject(new Error(`Vendure's ${role} ended with ${code}`)))
  })
  return { child, ready }
}

const runPopulate = (shop: VendureShop) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'populate'], {
      env: { PATH: process.env['PATH'], SHOP: JSON.stringify(shop) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Vendure's import ended with ${code}`))))
  })

interface SoldForm {
  slug: string
  name: string
  description: string
  category: string
  form: string | null
  attribute: string | null
  price_minor: number
}

/** What our example shop sells for Canadian dollars, in the format of Vendure's import. */
async function describeItems({ db }: Database): Promise<string> {
  const { rows } = await sql<SoldForm>`
    select i.slug, i.name, i.description, c.name as category, v.value_code as form, a.name as attribute,
      p.amount_minor::int as price_minor
    from items i join item_categories c on c.id = i.category_id
    left join item_variations v on v.item_id = i.id
    left join item_attributes a on a.id = i.attribute_id
    join prices p on (p.item_id = i.id or p.variation_id = v.id) and p.currency = 'CAD' and p.branch_id is null
    order by c.position, i.position, i.slug, v.position`.execute(db)
  return stringify(
    rows.map(({ slug, name, description, category, form, attribute, price_minor }, at) => {
      // Further forms of an item leave its own columns empty.
      const isFirst = rows[at - 1]?.slug !== slug
      return {
        name: isFirst ? name : '',
        slug: isFirst ? slug : '',
        description: isFirst ? description : '',
        assets: '',
        facets: isFirst ? `category:${category}` : '',
        optionGroups: isFirst ? (attribute ?? '') : '',
        optionValues: form ?? '',
        sku: `${slug}-${form ?? 'one'}`,
        price: (price_minor / 100).toFixed(2),
        taxCategory: 'standard',
        stockOnHand: 1_000_000,
        trackInventory: 'true',
        variantAssets: '',
        variantFacets: '',
      }
    }),
    { header: true },
  )
}

const error = '... on ErrorResult { errorCode message }'
const order = `... on Order { id code state totalQuantity total totalWithTax shippingWithTax currencyCode
  lines { id quantity unitPriceWithTax linePriceWithTax productVariant { id name sku } featuredAsset { preview } } }`

/** Between the steps a storefront needs no more than this. */
const state = '... on Order { id state }'

const queries = {
  list: `query ($sort: SearchResultSortParameter) {
    search(input: { take: 20, groupByProduct: true, sort: $sort }) {
      totalItems
      items { productId productName slug description currencyCode inStock productAsset { preview }
        priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } } }`,
  item: `query ($slug: String!) {
    product(slug: $slug) { id name slug description featuredAsset { preview } assets { preview }
      optionGroups { id name options { id name } } facetValues { name facet { name } }
      variants { id name sku price priceWithTax currencyCode stockLevel options { id name groupId } } } }`,
  add: `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${order} ${error} } }`,
  cart: `query { activeOrder { ${order} } }`,
  address: `mutation { setOrderShippingAddress(input: { fullName: "Ada Bench", streetLine1: "1 Front Street West",
    city: "Toronto", province: "ON", postalCode: "M5J 2X5", countryCode: "CA" }) { ${state} ${error} } }`,
  methods: 'query { eligibleShippingMethods { id name priceWithTax } }',
  method: `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${state} ${error} } }`,
  arrange: `mutation { transitionOrderToState(state: "ArrangingPayment") { ${state} ${error} } }`,
  pay: `mutation { addPaymentToOrder(input: { method: "at-once", metadata: {} }) { ${order} ${error} } }`,
} as const

/** Writes the shop into the empty database at `url`, with what ours (`own`) sells, and starts its server and worker. */
export async function openVendure(
  { url, process: { pid } }: Pick<PostgresServer, 'url' | 'process'>,
  own: Database,
  { each }: Load,
): Promise<ShopSide> {
  installPeer('vendure')
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-vendure-'))
  const items_csv = join(folder, 'items.csv')
  writeFileSync(items_csv, await describeItems(own))
  const { hostname, port, pathname } = new URL(url)
  const shop: VendureShop = {
    database: { host: decodeURIComponent(hostname), port: Number(port), database: pathname.slice(1) },
    port: await findFreePort(),
    customers: each,
    items_csv,
  }
  await runPopulate(shop)
  rmSync(folder, { recursive: true })
  const database = await openServer(url, 2)
  const { db } = database
  await database.exec('create extension pg_stat_statements')
  await sql`analyze`.execute(db)

  const endpoint = new URL(`http://127.0.0.1:${shop.port}/shop-api`)
  const send = async <T = Record<string, unknown>>(
    name: keyof typeof queries,
    variables: object = {},
    n?: number,
  ): Promise<T> => {
    const { data, errors } = await callJson<{ data: Record<string, unknown> | null; errors?: unknown }>(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(n === undefined ? {} : { authorization: `Bearer bench-${n}` }),
      },
      body: { query: queries[name], variables },
    })
    const refused = Object.values(data ?? {}).some(
      (value) => typeof value === 'object' && value !== null && 'errorCode' in value,
    )
    if (errors !== undefined || refused) throw new Error(`Vendure, ${name}: ${JSON.stringify({ data, errors })}`)
    return data as T
  }

  const began = performance.now()
  const server = startProcess('server', shop)
  await server.ready
  await send('list')
  const worker = startProcess('worker', shop)
  await worker.ready
  const start = {
    took_s: (performance.now() - began) / 1_000,
    cpu_s: (cpuOf(server.child.pid!) + cpuOf(worker.child.pid!)) / 1_000,
  }

  /** Waits until the worker has done all jobs of the server. */
  const settle = async (): Promise<void> => {
    for (let left = 600; left > 0; left -= 1) {
      const { rows } = await sql<{ open: boolean }>`
        select exists (select from job_record where state in ('PENDING', 'RUNNING', 'RETRYING')) as open
        -- pg_stat_statements`.execute(db)
      if (!rows[0]!.open) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error("Vendure's worker has not done its jobs in a minute")
  }
  await settle()
  const found = await send<{ search: { totalItems: number; items: { slug: string }[] } }>('list')
  if (found.search.totalItems !== 42) throw new Error(`Vendure lists ${found.search.totalItems} items`)
  const slugs = found.search.items.map(({ slug }) => slug)
  const holder = await send<{ product: { variants: { id: string }[] } }>('item', { slug: 'phone-holder' })
  const id = holder.product.variants[0]!.id
  const { rows: methods } = await sql<{ id: number }>`select id from shipping_method -- pg_stat_statements`.execute(db)
  const method = { id: [String(methods[0]!.id)] }

  /** Customers with a line in their cart. */
  const filled = new Set<number>()
  const addLine = async (n: number) => {
    await send('add', { id }, n)
    filled.add(n)
  }
  const placeOrder = async (n: number) => {
    await send('address', {}, n)
    await send('method', method, n)
    await send('arrange', {}, n)
    const { addPaymentToOrder } = await send<{ addPaymentToOrder: { state: string } }>('pay', {}, n)
    if (addPaymentToOrder.state !== 'PaymentSettled') throw new Error(`Vendure: ${addPaymentToOrder.state}`)
    filled.delete(n)
  }
  const customers = Array.from({ length: each }, (_, n) => n)
  return {
    pids: [server.child.pid!, worker.child.pid!],
    start,
    database,
    cpu: () => [cpuOf(server.child.pid!) + cpuOf(worker.child.pid!), cpuOf(pid!)],
    prepare: async (step: Step) => {
      const needsLine = step === 'order'
      for (const n of customers) if (needsLine !== filled.has(n)) await (needsLine ? addLine(n) : placeOrder(n))
    },
    settle,
    work: {
      list: (n) => send('list', { sort: n % 2 === 0 ? {} : { price: 'ASC' } }),
      item: (n) => send('item', { slug: slugs[n % slugs.length] }),
      'cart line': addLine,
      order: placeOrder,
      checkout: async (n) => {
        await addLine(n)
        await send('methods', {}, n)
        await send('cart', {}, n)
        await placeOrder(n)
      },
    },
    stop: async () => {
      for (const { child } of [server, worker]) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
      await database.close()
    },
  }
}
