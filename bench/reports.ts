import { sql, type RawBuilder } from 'kysely'
import { createApp } from '#server/app.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { addLedgerDays } from '#server/features/reports/days/ledger-days.ts'
import { recountReportDays } from '#server/features/reports/days/recount.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { median, option, printMachine, printTable, startBench, whole } from './lib.ts'
import { buildShops } from './shops.ts'

/*
 * Reports of a year with a million orders, two lines each, in a hundred branches, with all that the ledger moved for them: the
 * rows and the totals of each, and a file of all rows. Each request is made alone, the first of each kind and later ones;
 * beside them, statements that read the same rows and nothing else.
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
const { rows: found } = await sql<{ id: string }>`select id from items order by slug`.execute(db)
const items = found.map(({ id }) => id)
/** When the rows were written: all of them count from it, so that each order is in one month. */
const end = new Date()
const began = performance.now()
await writeOrders()
await writeLedger()
await bench.database.exec('vacuum analyze')
console.log(`wrote the rows in ${whole(Math.round((performance.now() - began) / 1_000))} s`)
const counting = performance.now()
await recountReportDays(bench.deps)
await addLedgerDays(bench.deps)
console.log(`counted the days in ${whole(Math.round((performance.now() - counting) / 1_000))} s`)
await bench.database.exec('vacuum analyze')

/** Runs statements without triggers and foreign keys, which take most of the time of a load. */
function load(run: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await run(tx)
  })
}

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
    await load((tx) =>
      sql`
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
        from (select n, ${end}::timestamptz - (n::float8 / ${orders}::int) * interval '365 days' as at
          from generate_series(${from + 1}::int, ${Math.min(from + batch, orders)}::int) n) g
        returning id, order_number, created_at, status)
      insert into order_lines (id, order_id, position, item_id, item_slug, name, name_fr, kind, work_group, quantity, unit_minor,
        subtotal_minor, goods_minor, taxes, total_minor, refunded_quantity, refunded_minor)
      select ${timeId(sql`w.created_at`)}, w.id, p, i.id, i.slug, i.name, i.name_fr, i.kind, 'counter', 1, 1000, 1000, 1000,
        ${tax}::jsonb, 1130, (w.status = 'canceled')::int, case when w.status = 'canceled' then 1130 else 0 end
      from written w cross join generate_series(0, ${lines - 1}::int) p
        join items i on i.id = (${items}::uuid[])[1 + (substr(w.order_number, 2)::int * 7 + p * 11) % ${items.length}::int]`.execute(
        tx,
      ),
    )
  await load((tx) =>
    sql`
    with written as (
      insert into order_refunds (id, order_id, number, amount_minor, cause, at)
      select gen_random_uuid(), id, 1, 2260, 'branch', created_at + interval '10 minutes' from orders where status = 'canceled'
      returning id, order_id)
    insert into order_refund_lines (id, refund_id, line_id, quantity, goods_minor, promotion_minor, taxes, total_minor)
    select gen_random_uuid(), w.id, l.id, 1, 1000, 0, '[{"code": "hst", "amount_minor": "130"}]', 1130
    from written w join order_lines l on l.order_id = w.order_id`.execute(tx),
  )
  await sql`insert into changed_report_days (branch_id, day)
    select distinct o.branch_id, (t.at at time zone b.timezone)::date
    from orders o join branches b on b.id = o.branch_id
    cross join lateral (select o.created_at as at union all select o.released_at where o.released_at is not null) t`.execute(
    db,
  )
}

/** What the ledger moved for them. Balances of customers are as the entries leave them; none is numbered. */
async function writeLedger(): Promise<void> {
  await sql`insert into ledger_accounts (id, kind, owner, currency)
    select gen_random_uuid(), k, b.id::text, 'CAD' from branches b cross join unnest(array['order_held', 'branch_payable']) k
    union all select gen_random_uuid(), 'fee_income', '', 'CAD' union all select gen_random_uuid(), 'tax_payable', 'hst', 'CAD'
    on conflict do nothing`.execute(db)
  // The transfers of orders, the postings of each kind, and what is posted.
  const transfers = sql`(
    select 'order' as kind, o.created_at as at, '' as suffix, o.* from orders o
    union all select 'order_release', o.released_at, '', o.* from orders o where released_at is not null
    union all select 'refund', o.created_at + interval '10 minutes', '/1', o.* from orders o where status = 'canceled')`
  const postings = sql`(values
    ('order', 1, 'customer', 'user', -2260), ('order', 2, 'order_held', 'branch', 2260),
    ('order_release', 1, 'order_held', 'branch', -2260), ('order_release', 2, 'branch_payable', 'branch', 1800),
    ('order_release', 3, 'fee_income', '', 200), ('order_release', 4, 'tax_payable', 'hst', 260),
    ('refund', 1, 'order_held', 'branch', -2260), ('refund', 2, 'customer', 'user', 2260))
    p (kind, n, account, owner, amount_minor)`
  await load(async (tx) => {
    await sql`create temporary table posted on commit drop as
      select ${timeId(sql`t.at`)} as transfer_id, t.kind, t.id::text || t.suffix as reference, t.order_number, t.at,
        t.user_id, t.branch_id from ${transfers} t`.execute(tx)
    await sql`insert into ledger_transfers (id, kind, reference, description, created_at)
      select transfer_id, kind, reference, 'order:' || order_number, at from posted order by at`.execute(tx)
    await sql`insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
      select t.transfer_id, a.id, 'CAD', p.amount_minor, t.at
      from posted t join ${postings} on p.kind = t.kind join ledger_accounts a on a.kind = p.account and a.currency = 'CAD'
        and a.owner = case p.owner when 'user' then t.user_id::text when 'branch' then t.branch_id::text else p.owner end
      order by t.at, t.transfer_id, p.n`.execute(tx)
  })
}

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
const ask = async (path: string): Promise<void> => {
  const response = await fetch(`${origin}/api/v1/admin/${path}`, { headers })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body.slice(0, 300)}`)
}
const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const from_ms = performance.now()
  await run()
  return performance.now() - from_ms
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
const [from, to] = [day(365), day(0)]
const year = (filter: string) => `${filter}_from=${from}&${filter}_to=${to}`
const reports: [name: string, list: string, query: string, by: readonly string[]][] = [
  ['Sales', 'reports/sales', year('placed'), ['day', 'branch', 'method']],
  ['Items', 'reports/items', year('placed'), ['day', 'branch']],
  ['Credit Balance', 'reports/credit-balance', '', ['country']],
  ['Taxes', 'reports/taxes', year('due'), ['day', 'code']],
  ['Transactions', 'reports/transactions', year('created'), ['day', 'kind', 'branch']],
  ['Documents', 'reports/documents', year('created'), ['day']],
  ['Parking', 'reports/parking', year('start'), ['day', 'park']],
  ['Journal', 'reports/journal', year('day'), ['day', 'account']],
]
await printMachine(bench.database)
const rows: string[][] = []
const goal_ms = 2_000
const write = (name: string, first: number, later: readonly number[]) => {
  const isWithin = Math.max(first, ...later) <= goal_ms
  rows.push([name, whole(Math.round(first)), whole(Math.round(median(later))), isWithin ? 'yes' : 'no'])
}
const measure = async (name: string, run: () => Promise<unknown>) => {
  const first = await timed(run)
  const later: number[] = []
  for (let round = 0; round < rounds; round += 1) later.push(await timed(run))
  write(name, first, later)
}
const add = (name: string, path: string) => measure(name, () => ask(path))
for (const [name, list, query, groups] of reports) {
  await add(`${name}: first page`, `${list}?${query}`)
  await add(`${name}: totals`, `${list}/totals?${query}`)
  for (const by of groups) await add(`${name}: totals by ${by}`, `${list}/totals?${query}&by=${by}`)
}
await add('Sales: totals of a branch', `reports/sales/totals?${year('placed')}&branch=${branches[0]!.id}`)
await add('Sales: totals converted', `reports/sales/totals?${year('placed')}&into=CAD`)
await add('Sales: totals of an item', `reports/sales/totals?${year('placed')}&item=${items[0]!}`)
// A late change of every hundredth day of a branch, which its orders are counted for until the job has run.
await sql`insert into changed_report_days (branch_id, day) select distinct on (day) branch_id, day from sales_days`.execute(
  db,
)
await add('Items: totals, 366 days changed', `reports/items/totals?${year('placed')}`)
await recountReportDays(bench.deps)
const period = sql`o.created_at >= ${end}::timestamptz - interval '365 days'`
await measure('bare statement: orders', () =>
  sql`select o.branch_id, count(*), sum(o.total_minor), sum(o.refunded_minor) from orders o where ${period} group by 1`.execute(
    db,
  ),
)
await measure('bare statement: lines', () =>
  sql`select l.item_id, sum(l.quantity), sum(l.total_minor) from orders o join order_lines l on l.order_id = o.id
    where ${period} group by 1`.execute(db),
)
await measure('bare statement: taxes of lines', () =>
  sql`select x.code, sum(x.amount_minor) from orders o join order_lines l on l.order_id = o.id
    cross join lateral jsonb_to_recordset(l.taxes) as x (code text, amount_minor bigint) where ${period} group by 1`.execute(
    db,
  ),
)
await measure('bare statement: ledger', () =>
  sql`select e.account_id, sum(e.amount_minor) from ledger_entries e group by 1`.execute(db),
)
printTable([`${whole(orders)} orders of a year`, 'first ms', 'later ms', 'within 2 s'], rows)

/**
 * Reads a file as it comes, and the memory that the process took meanwhile beyond what it had. CPU time is that of the product
 * and the database together, which other load on the machine leaves as it is.
 */
async function readFile(path: string): Promise<{ rows: number; seconds: number; cpu_s: number; memory_mb: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const cpu = bench.cpu()
  let most = before
  let count = 0
  const from_ms = performance.now()
  const response = await fetch(`${origin}/api/v1/admin/${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  for await (const part of response.body!) {
    const bytes = part as Uint8Array
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
    most = Math.max(most, process.memoryUsage.rss())
  }
  const seconds = (performance.now() - from_ms) / 1_000
  return { rows: count, seconds, cpu_s: (bench.cpu() - cpu) / 1_000, memory_mb: (most - before) / 2 ** 20 }
}

// The load takes longer than a password is good for.
await sql`update sessions set confirmed_at = now(), last_seen_at = now()`.execute(db)
const files: string[][] = []
const writeFile = (name: string, { rows: count, seconds, cpu_s, memory_mb }: Awaited<ReturnType<typeof readFile>>) =>
  files.push([
    name,
    whole(count),
    seconds.toFixed(1),
    whole(Math.round(count / seconds)),
    ((cpu_s * 1_000_000) / count).toFixed(0),
    memory_mb.toFixed(0),
  ])
for (const [name, path] of [
  ['Sales, columns as shown', `reports/sales?${year('placed')}&format=csv`],
  [
    'Sales, numbers alone',
    `reports/sales?${year('placed')}&format=csv&columns=order_number,placed_at,branch,total,net`,
  ],
] as const)
  writeFile(name, await readFile(path))

/** The same rows through a cursor, as the driver has them, with nothing written. */
async function readBare(): Promise<Awaited<ReturnType<typeof readFile>>> {
  const cpu = bench.cpu()
  const from_ms = performance.now()
  let count = 0
  await transact(db, async (tx) => {
    await sql`declare bare no scroll cursor for
      select o.order_number, o.created_at, b.name, o.total_minor, o.total_minor - o.refunded_minor as net
      from orders o join branches b on b.id = o.branch_id where ${period} order by o.created_at desc`.execute(tx)
    for (;;) {
      const { rows: fetched } = await sql`fetch 2000 from bare`.execute(tx)
      count += fetched.length
      if (fetched.length < 2_000) break
    }
  })
  return {
    rows: count,
    seconds: (performance.now() - from_ms) / 1_000,
    cpu_s: (bench.cpu() - cpu) / 1_000,
    memory_mb: 0,
  }
}
writeFile('bare cursor: numbers alone', await readBare())
printTable(['CSV', 'rows', 'seconds', 'rows a second', 'CPU of a row, µs', 'more memory, MiB'], files)
await app.close()
await bench.stop()
