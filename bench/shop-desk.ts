import { sql, type RawBuilder } from 'kysely'
import { createApp } from '#server/app.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { recountSales } from '#server/features/orders/sale-sums.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { median, option, percentile, printMachine, printTable, startBench, whole } from './lib.ts'
import { buildShops } from './shops.ts'

/*
 * The dashboard and the list of orders at a million orders of a year, with two lines each, in a hundred branches. Each request
 * is made alone; the first of each kind is not measured.
 */

const orders = option('orders', 1_000_000)
const rounds = option('rounds', 30)
const lines = 2
const bench = await startBench(8)
const { branches, customers } = await buildShops(bench.database, { branches: 100, customers: 1_000 })
const { db } = bench.database
const app = await createApp({ ...bench.deps, config: { ...bench.deps.config, RATE_LIMITS: false } })
const { user_id } = customers[0]!
await giveRole(db, { user_id, role: 'admin' })
await sql`update access_version set version = version + 1`.execute(db)
const token = 'bench-desk'
await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at)
  values (gen_random_uuid(), ${user_id}, ${hashToken(token)}, now(), now() + interval '1 day', now())`.execute(db)
await writeOrders()
await recountSales(bench.deps)
await bench.database.exec('vacuum analyze')

/** A UUID of version 7, as the product gives them, so that the rows of a day lie together in the indexes. */
function timeId(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`
}

/** Orders of the last 365 days, nine of ten completed and the others refunded, more of them in the evening. */
async function writeOrders(): Promise<void> {
  const batch = 100_000
  for (let from = 0; from < orders; from += batch)
    await sql`
      with written as (
        insert into orders (id, order_number, token, user_id, branch_id, currency, status, payment_status, source, order_type,
          slot_starts_at, slot_ends_at, handover_code, language, includes_tax, subtotal_minor, offer_minor, coupon_minor,
          delivery_charge_minor, delivery_net_minor, delivery_total_minor, total_minor, refunded_minor, commission,
          delivered_by, created_at)
        select ${timeId(sql`at`)}, 'B' || lpad(n::text, 7, '0'), 1 + n % 999,
          (${customers.map((customer) => customer.user_id)}::uuid[])[1 + n % ${customers.length}::int],
          (${branches.map(({ id }) => id)}::uuid[])[1 + (n * 7) % ${branches.length}::int], 'CAD',
          case when n % 10 = 0 then 'canceled' else 'completed' end, 'paid', 'web', 'takeaway', at, at, '0000', 'en', false,
          2000, 0, 0, 0, 0, 0, 2260, case when n % 10 = 0 then 2260 else 0 end, 0, 'branch', at
        from (select n, now() - (n::float8 / ${orders}::int) * interval '365 days' as at
          from generate_series(${from + 1}::int, ${Math.min(from + batch, orders)}::int) n) g
        returning id, created_at)
      insert into order_lines (id, order_id, position, item_id, item_slug, name, name_fr, kind, work_group, quantity, unit_minor,
        subtotal_minor, goods_minor, total_minor)
      select ${timeId(sql`w.created_at`)}, w.id, p, i.id, i.slug, i.name, i.name_fr, i.kind, 'counter', 1, 1000, 1000, 1000, 1130
      from written w cross join generate_series(0, ${lines - 1}::int) p
        join lateral (select * from items where (w.id is not null) offset floor(random() * 42)::int limit 1) i on true`.execute(
      db,
    )
}

const ask = async (path: string): Promise<void> => {
  const { statusCode, body } = await app.inject({
    url: `/api/v1/admin/${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body.slice(0, 200)}`)
}
const measure = async (run: () => Promise<unknown>): Promise<number[]> => {
  await run()
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await run()
    took.push(performance.now() - began)
  }
  return took
}

const bare = (days: number) => () =>
  sql`select status, count(*), sum(total_minor) from orders where created_at >= now() - make_interval(days => ${days}::int)
    group by 1`.execute(db)
const first = branches[0]!.id
const targets: [name: string, path: string, goal_ms: number, peer: () => Promise<unknown>][] = [
  ['dashboard, today', 'dashboard?period=today', 300, bare(1)],
  ['dashboard, 7 days', 'dashboard?period=7_days', 300, bare(7)],
  ['dashboard, 30 days', 'dashboard?period=30_days', 300, bare(30)],
  ['today beside yesterday and a week ago', 'dashboard/today', 300, bare(8)],
  ['dashboard of a branch, 30 days', `dashboard?period=30_days&branch=${first}`, 300, bare(30)],
  ['orders with default filters', 'online-orders', 50, bare(1)],
]
await printMachine(bench.database)
const rows: string[][] = []
for (const [name, path, goal_ms, peer] of targets) {
  const [called, peers] = [await measure(() => ask(path)), await measure(peer)]
  const p95 = percentile(called, 0.95)
  const reached = p95 <= goal_ms ? 'yes' : 'no'
  rows.push([name, median(called).toFixed(1), p95.toFixed(1), String(goal_ms), reached, median(peers).toFixed(1)])
}
printTable(
  [`${whole(orders)} orders`, 'median ms', 'p95 ms', 'goal ms', 'reached', 'bare count of the period, ms'],
  rows,
)
await app.close()
await bench.stop()
