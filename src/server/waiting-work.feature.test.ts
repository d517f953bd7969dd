import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day_ms } from '#contract/time.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildEdgeRows, buildMissingRows, readEdgeTables } from '#test/kits/edge-rows.ts'
import { buildOrder, buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import type { Deps } from './deps.ts'
import { jobsOf } from './features.ts'
import type { Due, Job } from './jobs.ts'
import { startJobs } from './run-jobs.ts'

type Moment = Exclude<Due, 'change'>
const findDue = async ({ db, clock, ...deps }: Deps, due: Moment): Promise<Date | null> => {
  const moment = due({ db, clock, ...deps }, clock())
  if (moment === undefined) return null
  const { rows } = await sql<{ at: Date | null }>`select ${moment} as at`.execute(db)
  return rows[0]!.at
}

describe('jobs that wait for rows', () => {
  let world: World
  let jobs: (Job & { due: Moment })[]

  /** A booking and an order, beside rows of other tables at the edges of what they allow, past and to come. */
  beforeAll(async () => {
    world = await createWorld()
    jobs = jobsOf(world.deps.config).flatMap(({ due, ...job }) => (typeof due === 'function' ? [{ ...job, due }] : []))
    const park = await world.buildPark()
    await buildPaidBooking(world, await world.buildDriver({ balance_minor: 100_000n }), park)
    const branch = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token)
    const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
    const stock_level_id = await buildStock(world, branch.id, item_id, 50)
    const line = { item_id, quantity: 1, goods_minor: 1_000n, stock_level_id }
    await buildOrder(world, await world.buildDriver({ balance_minor: 100_000n }), branch, { lines: [line] })
    const tables = await readEdgeTables(world.db)
    await buildMissingRows(world.db, tables, 12)
    const own = new Set(['bookings', 'orders', 'users', 'parks', 'pools', 'tariffs', 'branches', 'items'])
    await buildEdgeRows(
      world.db,
      tables.filter((table) => !own.has(table.name)),
      0,
    )
  })
  afterAll(() => world.close())

  test('are due whenever they have something to do, and not again once it is done', async () => {
    const active = new Set<string>()
    const missed: string[] = []
    const endless: string[] = []
    const quiet = { ...world.deps, log: { ...world.deps.log, error: () => undefined, warn: () => undefined } }
    for (const passed_ms of [0, 60_000, 900_000, 3_600_000, day_ms, 3 * day_ms, 40 * day_ms]) {
      world.clock.advance(passed_ms / 60_000)
      for (const { name, due, run } of jobs) {
        const due_at = await findDue(world.deps, due)
        const found = await run(quiet).catch(() => undefined)
        if (typeof found !== 'number' || found === 0) continue
        active.add(name)
        if (due_at === null || due_at > world.clock.now) missed.push(`${name}: ${found} done, due ${String(due_at)}`)
        const next = await findDue(world.deps, due)
        if (next !== null && next <= world.clock.now && (await run(quiet).catch(() => 0)) === 0)
          endless.push(`${name}: due ${next.toISOString()}, and nothing to do`)
      }
    }
    expect(missed).toEqual([])
    expect(endless).toEqual([])
    expect([...active].toSorted()).toEqual(expect.arrayContaining(['booking_lifecycle', 'recount_sales', 'send_mails']))
    expect(active.size).toBeGreaterThan(jobs.length / 3)
  })
})

describe('the look at the database', () => {
  let world: World
  beforeAll(async () => (world = await createWorld()))
  afterAll(() => world.close())

  /** Counts the runs of jobs of a process, from its start until `stop`. */
  function startCounting(jobs: Pick<Job, 'name' | 'every_s' | 'due'>[], found = 1) {
    const runs = new Map<string, number>()
    const stop = startJobs(
      world.deps,
      jobs.map((job) => ({
        ...job,
        run: async () => {
          runs.set(job.name, (runs.get(job.name) ?? 0) + 1)
          return found
        },
      })),
    )
    return { stop, runsOf: (name: string) => runs.get(name) ?? 0 }
  }

  test('runs a job after a change that anybody has made, and one for which something waits', async () => {
    const when: Due = () => sql`(select to_timestamp(0) from push_keys_waiting limit 1)`
    await sql`create table push_keys_waiting (id int)`.execute(world.db)
    const { stop, runsOf } = startCounting([
      { name: 'settings', every_s: 0.1, due: 'change' },
      { name: 'send_mails', every_s: 0.1, due: when },
    ])
    try {
      await expect.poll(() => [runsOf('settings') > 0, runsOf('send_mails') > 0]).toEqual([true, true])
      const [followed, sent] = [runsOf('settings'), runsOf('send_mails')]
      await sql`insert into push_keys_waiting values (1)`.execute(world.db)
      await expect.poll(() => runsOf('settings')).toBeGreaterThan(followed)
      // While it finds something, at its interval.
      await expect.poll(() => runsOf('send_mails')).toBeGreaterThan(sent + 2)
    } finally {
      await stop()
    }
  })

  test('takes everything as changed where each node of the database numbers its transactions itself', async () => {
    // As if the extension were installed: what it is needs a cluster.
    const installed = sql`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 99999, 'citus', extowner, extnamespace, false, '12' from pg_extension where extname = 'plpgsql'`
    await installed.execute(world.db)
    const { stop, runsOf } = startCounting([{ name: 'settings', every_s: 0.1, due: 'change' }])
    try {
      await expect.poll(() => runsOf('settings')).toBeGreaterThan(3)
    } finally {
      await stop()
      await sql`delete from pg_extension where oid = 99999`.execute(world.db)
    }
  })

  test('stores the runs of all jobs together, and those that had nothing to do', async () => {
    await world.db.deleteFrom('job_runs').execute()
    const { stop } = startCounting([
      { name: 'settings', every_s: 0.1, due: 'change' },
      { name: 'send_sms', every_s: 2, due: () => undefined },
    ])
    try {
      await expect
        .poll(() => world.db.selectFrom('job_runs').select(['name', 'last_error']).orderBy('name').execute())
        .toEqual([
          { name: 'send_sms', last_error: null },
          { name: 'settings', last_error: null },
        ])
    } finally {
      await stop()
    }
  })
})
