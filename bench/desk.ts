import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { RoleCache, toAccess } from '#server/features/access/roles.ts'
import { noPlaces } from '#server/http/caller.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { readableCode } from '#test/kits/files/readable-codes.ts'
import { median, option, percentile, printMachine, printTable, ratio, startBench, whole } from './lib.ts'
import { buildPast, buildTown } from './town.ts'

/*
 * The desk at a million bookings, beside the bare statement that reads the same rows. Each request is made alone; the
 * first of each kind, which counts, has a column of its own. On a machine with other work, processor time says most.
 */

const bookings = option('bookings', 1_000_000)
const rounds = option('rounds', 60)
const bench = await startBench(8)
await buildTown(bench.database, 1_000)
await buildPast(bench.database, 1_000, 0, bookings)
const { db } = bench.database
// Adds the roles.
const app = await createApp({ ...bench.deps, config: { ...bench.deps.config, RATE_LIMITS: false } })
await giveRole(db, { user_id: '00000000-0000-7000-8002-000000000001', role: 'admin' })
await sql`update access_version set version = version + 1`.execute(db)
await bench.database.exec('vacuum analyze')

const ask = async (path: string): Promise<void> => {
  const { statusCode, body } = await app.inject({
    url: `/api/v1/admin/${path}`,
    headers: { authorization: 'Bearer bench-1' },
  })
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body.slice(0, 200)}`)
}
const measureOnce = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await run()
  return performance.now() - began
}
/** `cpu_ms`: of this process and the database, for each of the rounds after the first request, and for that one. */
const measure = async (run: () => Promise<unknown>) => {
  const began_ms = bench.cpu()
  const first = await measureOnce(run)
  const first_cpu_ms = bench.cpu() - began_ms
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) took.push(await measureOnce(run))
  return { first, first_cpu_ms, took, cpu_ms: (bench.cpu() - began_ms - first_cpu_ms) / rounds }
}

const bare = (where: string, order: string, limit: number) => () =>
  sql`select b.id, b.booking_code, b.status, p.name, u.email from bookings b join parks p on p.id = b.park_id
    join users u on u.id = b.user_id ${sql.raw(where)} ${sql.raw(order)} limit ${sql.lit(limit)}`.execute(db)
const oldCode = readableCode(777_777)
const newest = 'order by b.created_at desc, b.id desc'
const month = {
  from: new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10),
  to: new Date().toISOString().slice(0, 10),
}
const targets: [name: string, path: string, goal_ms: number, peer: () => Promise<unknown>][] = [
  ['list with default filters', 'bookings', 50, bare('', newest, 10)],
  ['page of 1,000 rows', 'bookings?size=1000', 150, bare('', newest, 1_000)],
  ['page 50 of 1,000 rows', 'bookings?size=1000&page=50', 150, bare('', `${newest} offset 49000`, 1_000)],
  ['search by code', `bookings?search=${oldCode}`, 50, bare(`where b.booking_code = '${oldCode}'`, '', 10)],
  ['search by plate', 'bookings?search=OLD+4242', 50, bare(`where b.plate_key = 'OLD4242'`, newest, 10)],
  [
    'search by email',
    'bookings?search=driver-777@bench.example',
    50,
    bare(`where u.email = 'driver-777@bench.example'`, newest, 10),
  ],
  ['search over everything by code', `search?q=${oldCode}`, 50, bare(`where b.booking_code = '${oldCode}'`, '', 10)],
  ['search over everything by plate', 'search?q=OLD+4242', 50, bare(`where b.plate_key = 'OLD4242'`, newest, 10)],
  [
    'search over everything by email',
    'search?q=driver-777@bench.example',
    50,
    bare(`where u.email = 'driver-777@bench.example'`, newest, 10),
  ],
  ['search over everything by a word', 'search?q=park', 50, bare(`where p.name ilike '%park%'`, newest, 10)],
  [
    'customers',
    'customers',
    50,
    () => sql`select id, email from users order by created_at desc, id desc limit 10`.execute(db),
  ],
  ['car parks', 'parks', 50, () => sql`select id, name from parks order by name limit 10`.execute(db)],
  [
    'transactions',
    'transactions',
    50,
    () => sql`select id, kind from ledger_transfers order by created_at desc, id desc limit 10`.execute(db),
  ],
  [
    'today beside yesterday and a week ago',
    'dashboard/today',
    300,
    () =>
      sql`select currency, count(*), sum(total_minor) from bookings
        where created_at >= now() - interval '8 days' group by 1`.execute(db),
  ],
  [
    'dashboard, 30 days',
    'dashboard?period=30_days',
    300,
    () =>
      sql`select currency, count(*), sum(total_minor) from bookings
        where created_at >= ${month.from}::date and created_at < ${month.to}::date + 1 group by 1`.execute(db),
  ],
  [
    'analytics, 30 days',
    'analytics?period=30_days',
    300,
    () =>
      sql`select p.country_id, b.device, count(*) from bookings b join parks p on p.id = b.park_id
        where b.created_at >= ${month.from}::date and b.created_at < ${month.to}::date + 1 group by 1, 2`.execute(db),
  ],
  [
    'rows of analytics, 30 days',
    `analytics-days?day_from=${month.from}&day_to=${month.to}`,
    300,
    () =>
      sql`select (b.created_at at time zone 'UTC')::date, p.country_id, b.device, count(*) from bookings b
        join parks p on p.id = b.park_id
        where b.created_at >= ${month.from}::date and b.created_at < ${month.to}::date + 1 group by 1, 2, 3`.execute(
        db,
      ),
  ],
]

await printMachine(bench.database)
const rows: string[][] = []
for (const [name, path, goal_ms, peer] of targets) {
  const [{ first, first_cpu_ms, took: called, cpu_ms }, { took: peers }] = [
    await measure(() => ask(path)),
    await measure(peer),
  ]
  const p95 = percentile(called, 0.95)
  rows.push([
    name,
    first.toFixed(1),
    first_cpu_ms.toFixed(0),
    median(called).toFixed(1),
    p95.toFixed(1),
    cpu_ms.toFixed(1),
    String(goal_ms),
    p95 <= goal_ms ? 'yes' : 'no',
    median(peers).toFixed(1),
    ratio(median(called), median(peers)),
  ])
}
// In memory: what a person holds, by the version of the roles, and whether one permission is in it.
const roles = new RoleCache(db)
const { version } = await db.selectFrom('access_version').select('version').executeTakeFirstOrThrow()
const held = [{ role_id: (await roles.read(version)).keys().next().value!, scope: 'everywhere' as const, ...noPlaces }]
const checks = 10_000
const perCheck = (
  await measure(async () => {
    for (let check = 0; check < checks; check += 1)
      toAccess(held, await roles.read(version)).access.get('bookings.view')
  })
).took.map((took_ms) => took_ms / checks)
rows.push([
  'role check',
  '–',
  '–',
  median(perCheck).toFixed(5),
  percentile(perCheck, 0.95).toFixed(5),
  '–',
  '0.05',
  percentile(perCheck, 0.95) <= 0.05 ? 'yes' : 'no',
  '–',
  '–',
])
printTable(
  [
    `${whole(bookings)} bookings`,
    'first ms',
    'first, CPU ms',
    'median ms',
    'p95 ms',
    'CPU ms',
    'goal ms',
    'reached',
    'bare statement ms',
    'ratio',
  ],
  rows,
)
await app.close()
await bench.stop()
