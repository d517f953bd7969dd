import { sql, type RawBuilder } from 'kysely'
import { createApp } from '#server/app.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { median, option, printMachine, printTable, startBench, whole } from './lib.ts'
import { buildShops } from './shops.ts'

/*
 * Reports of a year with a million orders, two lines each, in a hundred branches, with all that the ledger moved for them: the
 * rows and the totals of each, and a file of all rows. Each request is made alone; the first of each kind is not measured.
 */

const orders = option('orders', 1_000_000)
const rounds = option('rounds', 3)
const lines = 2
const bench = await startBench(8)
const { branches, customers } = await buildShops(bench.database, { branches: 100, customers: 1_000 })
const { db } = bench.database
const app = await createApp({ ...bench.deps, config: { ...bench.deps.config, RATE_LIMITS: false } })
const { user_id } = customers[0]!
await giveRole(db, { user_id, role: 'admin' })
await sql`update access_version set version = version + 1`.execute(db)
const token = 'bench-reports'
await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, confirmed_at)
  values (gen_random_uuid(), ${user_id}, ${hashToken(token)}, now(), now() + interval '1 day', now(), now())`.execute(
  db,
)
await writeOrders()
await writeLedger()
await bench.database.exec('vacuum analyze')

/** A UUID of version 7, as the product gives them, so that the rows of a day lie together in the indexes. */
function timeId(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`
}

/** Orders of the last 365 days, nine of ten completed and paid out after an hour, the others canceled and refunded. */
async function writeOrders(): Promise<void> {
  const tax = JSON.stringify([
    {
      code: 'hst',
      name: 'HST',
      name_fr: 'TVH',
      kind: 'percentage',
      value: '13000',
      amount_minor: '130',
      source: 'Bench',
    },
  ])
  const batch = 100_000
  for (let from = 0; from < orders; from += batch)
    await sql`
      with written as (
        insert into orders (id, order_number, token, user_id, branch_id, currency, status, payment_status, payment_method,
          refund_status, refunded_minor, source, order_type, slot_starts_at, slot_ends_at, handover_code, language, includes_tax,
          subtotal_minor, offer_minor, coupon_minor, delivery_charge_minor, delivery_net_minor, delivery_total_minor,
          total_minor, goods_minor, promotion_minor, tax_minor, commission, delivered_by, released_at, created_at)
        select ${timeId(sql`at`)}, 'B' || lpad(n::text, 7, '0'), 1 + n % 999,
          (${customers.map((customer) => customer.user_id)}::uuid[])[1 + n % ${customers.length}::int],
          (${branches.map(({ id }) => id)}::uuid[])[1 + (n * 7) % ${branches.length}::int], 'CAD',
          case when n % 10 = 0 then 'canceled' else 'completed' end, 'paid', 'wallet',
          case when n % 10 = 0 then 'full' else 'none' end, case when n % 10 = 0 then 2260 else 0 end,
          'web', 'takeaway', at, at, '0000', 'en', false, 2000, 0, 0, 0, 0, 0, 2260, 2000, 0, 260, 10000, 'branch',
          case when n % 10 > 0 then at + interval '1 hour' end, at
        from (select n, now() - (n::float8 / ${orders}::int) * interval '365 days' as at
          from generate_series(${from + 1}::int, ${Math.min(from + batch, orders)}::int) n) g
        returning id, created_at, status)
      insert into order_lines (id, order_id, position, item_id, item_slug, name, name_fr, kind, work_group, quantity, unit_minor,
        subtotal_minor, goods_minor, taxes, total_minor, refunded_quantity, refunded_minor)
      select ${timeId(sql`w.created_at`)}, w.id, p, i.id, i.slug, i.name, i.name_fr, i.kind, 'counter', 1, 1000, 1000, 1000,
        ${tax}::jsonb, 1130, (w.status = 'canceled')::int, case when w.status = 'canceled' then 1130 else 0 end
      from written w cross join generate_series(0, ${lines - 1}::int) p
        join lateral (select * from items where (w.id is not null) offset floor(random() * 42)::int limit 1) i on true`.execute(
      db,
    )
  await sql`
    with written as (
      insert into order_refunds (id, order_id, number, amount_minor, cause, at)
      select gen_random_uuid(), id, 1, 2260, 'branch', created_at + interval '10 minutes' from orders where status = 'canceled'
      returning id, order_id)
    insert into order_refund_lines (id, refund_id, line_id, quantity, goods_minor, promotion_minor, taxes, total_minor)
    select gen_random_uuid(), w.id, l.id, 1, 1000, 0, '[{"code": "hst", "amount_minor": "130"}]', 1130
    from written w join order_lines l on l.order_id = w.order_id`.execute(db)
}

/** What the ledger moved for them. Balances of customers are as the entries leave them; none is numbered. */
async function writeLedger(): Promise<void> {
  const account = (kind: string, owner: RawBuilder<unknown>) =>
    sql`(select id from ledger_accounts where kind = ${kind} and owner = ${owner} and currency = 'CAD')`
  await sql`insert into ledger_accounts (id, kind, owner, currency)
    select gen_random_uuid(), k, b.id::text, 'CAD' from branches b cross join unnest(array['order_held', 'branch_payable']) k
    union all select gen_random_uuid(), 'fee_income', '', 'CAD' union all select gen_random_uuid(), 'tax_payable', 'hst', 'CAD'
    on conflict do nothing`.execute(db)
  const months = 12
  // One instant for all statements, so that each order is in one month.
  const end = new Date()
  for (let month = 0; month < months; month += 1) {
    const within = sql`o.created_at >= ${end}::timestamptz - make_interval(days => ${Math.ceil((365 / months) * (month + 1))}::int)
      and o.created_at < ${end}::timestamptz - make_interval(days => ${Math.ceil((365 / months) * month)}::int)`
    const post = (
      kind: string,
      at: RawBuilder<unknown>,
      where: RawBuilder<unknown>,
      postings: RawBuilder<unknown>,
    ) => sql`
      with written as (
        insert into ledger_transfers (id, kind, reference, description, created_at)
        select ${timeId(at)}, ${kind}, o.id::text || case when ${kind} = 'refund' then '/1' else '' end, 'order:' || o.order_number, ${at}
        from orders o where ${within} and ${where} returning id, description, created_at)
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
      select w.id, p.account_id, 'CAD', p.amount_minor, w.created_at
      from written w join orders o on o.order_number = split_part(w.description, ':', 2)
      cross join lateral (${postings}) p (account_id, amount_minor)`
    const customer = account('customer', sql`o.user_id::text`)
    const held = account('order_held', sql`o.branch_id::text`)
    await post('order', sql`o.created_at`, sql`true`, sql`values (${customer}, -2260), (${held}, 2260)`).execute(db)
    await post(
      'order_release',
      sql`o.released_at`,
      sql`o.released_at is not null`,
      sql`values (${held}, -2260), (${account('branch_payable', sql`o.branch_id::text`)}, 1800),
        (${account('fee_income', sql`''`)}, 200), (${account('tax_payable', sql`'hst'`)}, 260)`,
    ).execute(db)
    await post(
      'refund',
      sql`o.created_at + interval '10 minutes'`,
      sql`o.status = 'canceled'`,
      sql`values (${held}, -2260), (${customer}, 2260)`,
    ).execute(db)
  }
}

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
const ask = async (path: string): Promise<void> => {
  const response = await fetch(`${origin}/api/v1/admin/${path}`, { headers })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body.slice(0, 300)}`)
}
const measure = async (path: string): Promise<number[]> => {
  await ask(path)
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await ask(path)
    took.push(performance.now() - began)
  }
  return took
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
const [from, to] = [day(365), day(0)]
const year = (filter: string) => `${filter}_from=${from}&${filter}_to=${to}`
const reports: [name: string, list: string, query: string, by: readonly string[]][] = [
  ['Sales', 'reports/sales', year('placed'), ['day', 'branch', 'method']],
  ['Items', 'reports/items', year('placed'), ['day', 'branch']],
  ['Credit Balance', 'reports/credit-balance', '', ['country']],
  ['Taxes', 'reports/taxes', year('due'), ['day', 'code']],
  ['Documents', 'reports/documents', year('created'), ['day']],
  ['Parking', 'reports/parking', year('start'), ['day', 'park']],
]
await printMachine(bench.database)
const rows: string[][] = []
const goal_ms = 2_000
const add = async (name: string, path: string) => {
  const took = await measure(path)
  const slowest = Math.max(...took)
  rows.push([name, whole(Math.round(median(took))), whole(Math.round(slowest)), slowest <= goal_ms ? 'yes' : 'no'])
}
for (const [name, list, query, groups] of reports) {
  await add(`${name}: first page`, `${list}?${query}`)
  await add(`${name}: totals`, `${list}/totals?${query}`)
  for (const by of groups) await add(`${name}: totals by ${by}`, `${list}/totals?${query}&by=${by}`)
}
await add('Sales: totals of a branch', `reports/sales/totals?${year('placed')}&branch=${branches[0]!.id}`)
await add('Sales: totals converted', `reports/sales/totals?${year('placed')}&into=CAD`)
printTable([`${whole(orders)} orders of a year`, 'median ms', 'slowest ms', 'within 2 s'], rows)

/** Reads a file as it comes, and the memory that the process took meanwhile beyond what it had. */
async function readFile(path: string): Promise<{ rows: number; seconds: number; memory_mb: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  let count = 0
  const began = performance.now()
  const response = await fetch(`${origin}/api/v1/admin/${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  for await (const part of response.body!) {
    for (const byte of part as Uint8Array) if (byte === 10) count += 1
    most = Math.max(most, process.memoryUsage.rss())
  }
  return { rows: count, seconds: (performance.now() - began) / 1_000, memory_mb: (most - before) / 2 ** 20 }
}

const files: string[][] = []
for (const [name, path] of [
  ['Sales, columns as shown', `reports/sales?${year('placed')}&format=csv`],
  [
    'Sales, numbers alone',
    `reports/sales?${year('placed')}&format=csv&columns=order_number,placed_at,branch,total,net`,
  ],
] as const) {
  const file = await readFile(path)
  files.push([
    name,
    whole(file.rows),
    file.seconds.toFixed(1),
    whole(Math.round(file.rows / file.seconds)),
    file.memory_mb.toFixed(0),
  ])
}
printTable(['CSV', 'rows', 'seconds', 'rows a second', 'more memory, MiB'], files)
await app.close()
await bench.stop()
