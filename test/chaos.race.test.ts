import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openServer } from '#server/database/connect.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { randomOf } from '#server/features/demo/random.ts'
import { act, createChaos, expectBusy, expectFair } from '#test/chaos.ts'
import { startProcess, urlOf } from '#test/server-process.ts'
import { expectWhole, sweepBookings, sweepSpaces } from '#test/sweep.ts'
import { createWorld, type World } from '#test/world.ts'

/** `CHAOS_SEED` replays one seed, `CHAOS_ROUNDS` makes each run so many times longer. */
const seeds = process.env['CHAOS_SEED'] === undefined ? [newSeed()] : [process.env['CHAOS_SEED']]
const length = Number(process.env['CHAOS_ROUNDS'] ?? 1)

function newSeed(): string {
  return String(Math.floor(Math.random() * 1e9))
}

/** Names the seed of what failed, so that the same stream of calls can be sent again. */
async function seeded(seed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`CHAOS_SEED=${seed} fails: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Several servers on one database and one clock; `kill` ends a connection of theirs that is at work. */
async function startApps(world: World, count: number) {
  const url = `${await urlOf(world)}?application_name=chaos`
  const killed: number[] = []
  const isExcused = (from: number, to: number) => killed.some((at) => at > from - 5_000 && at < to)
  const errors: { at: number; said: string }[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (...said: unknown[]) => errors.push({ at: performance.now(), said: said.join(' ') }),
  }
  const apps = await Promise.all(
    Array.from({ length: count }, async () => {
      const database = await openServer(url, 3)
      const deps = { ...world.deps, db: database.db, log }
      const app = await createApp({ ...deps, config: { ...deps.config, LOG_LEVEL: 'silent' } })
      return { deps, database, app, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
    }),
  )
  return {
    apps,
    isExcused,
    kill: async () => {
      killed.push(performance.now())
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'chaos'
        order by state = 'idle', random() limit 1`.execute(world.db)
      killed.push(performance.now())
    },
    /** What the job does, in all servers at once. */
    tickAll: async () => {
      const from = performance.now()
      const ticks = await Promise.allSettled(apps.map(({ deps }) => advanceBookings(deps)))
      const failed = ticks.find(({ status }) => status === 'rejected')
      if (failed !== undefined && !isExcused(from, performance.now())) throw (failed as PromiseRejectedResult).reason
    },
    close: async () => {
      for (const { app, database } of apps) {
        await app.close()
        await database.close()
      }
      expect(errors.filter(({ at }) => !isExcused(at - 100, at)).map(({ said }) => said)).toEqual([])
    },
  }
}

const often = [
  'quoteBooking',
  'createBooking',
  'holdSpace',
  'extendBooking',
  'changeBookingStatus',
  'checkIn',
  'checkOut',
]

test.each(
  seeds.flatMap((seed) => [
    { seed, breaks: 0.04, what: 'time jumps and connections break' },
    { seed, breaks: 0, what: 'time jumps' },
  ]),
)(
  'drivers do everything at once, at three servers, while $what (seed $seed)',
  { timeout: 60_000 * length },
  ({ seed, breaks }) =>
    seeded(seed, async () => {
      const world = await createWorld({ engine: 'server', pool: 4 })
      const servers = await startApps(world, 3)
      const chaos = await createChaos(world, seed, {
        addresses: () => servers.apps.map(({ address }) => address),
        isExcused: servers.isExcused,
      })
      const fate = randomOf(`${seed} fate`)
      const trouble = async (run: { isOver: boolean }) => {
        while (!run.isOver) {
          await pause(fate.whole(5, 60))
          const drawn = fate.next()
          if (drawn < breaks) await servers.kill()
          else if (drawn < 0.3) world.clock.advance(fate.whole(1, 6))
          else if (drawn < 0.8) await servers.tickAll()
          else await lookAround(world)
        }
      }
      // The second time some of them owe for cars that stayed on.
      for (const acts of [40 * length, 20 * length]) {
        const run = { isOver: false }
        const crowd = Promise.all(Array.from({ length: 8 }, () => act(chaos, acts)))
        await Promise.all([crowd.finally(() => (run.isOver = true)), trouble(run)])
        await expectWhole(world.db)
        // Long after, whatever was open is closed, by whichever server comes first, once.
        world.clock.advance(4 * 24 * 60)
        await servers.tickAll()
        expect(await openBookings(world)).toEqual([])
        await expectWhole(world.db)
      }
      await expectFair(chaos, world.db)
      expectBusy(chaos, often)
      await servers.close()
      await world.close()
    }),
)

/** The sweep in the middle of it all, over one picture of the database. */
async function lookAround({ db }: World): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => expect([...(await sweepSpaces(tx)), ...(await sweepBookings(tx))]).toEqual([]))
}

const openBookings = ({ db }: World) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('status', 'in', ['pending', 'active', 'checked_in', 'overstayed'])
    .execute()

test(
  'a server that is killed in the middle of its work and started again catches up, and a repeated call is done once',
  { timeout: 120_000 * length },
  () =>
    seeded(seeds[0]!, async () => {
      const world = await createWorld({ engine: 'server', pool: 4 })
      const { clock } = world
      clock.now = new Date()
      const gaps: { from: number; to: number }[] = []
      const server = await startProcess(await urlOf(world))
      const chaos = await createChaos(world, `${seeds[0]!} process`, {
        addresses: () => [server.address],
        isExcused: (from, to) => gaps.some((gap) => gap.from < to && gap.to > from),
        now: () => new Date(),
      })
      const run = { isOver: false }
      const trouble = async () => {
        for (let kills = 0; !run.isOver && kills < 2 * length; kills += 1) {
          await pause(chaos.random.whole(300, 900))
          const gap = { from: performance.now(), to: Infinity }
          gaps.push(gap)
          await server.kill()
          await expectWhole(world.db)
          await overdue(world)
          await server.start()
          gap.to = performance.now() + 2_000
        }
      }
      const crowd = Promise.all(Array.from({ length: 8 }, () => act(chaos, 50 * length)))
      await Promise.all([crowd.finally(() => (run.isOver = true)), trouble()])
      await overdue(world)
      await expect.poll(() => countOverdue(world), { timeout: 20_000 }).toBe(0)
      await server.kill()
      await expectWhole(world.db)
      await expectFair(chaos, world.db)
      expectBusy(chaos, ['quoteBooking', 'createBooking', 'holdSpace', 'changeBookingStatus'])
      await world.close()
    }),
)

/** As if ten minutes had passed: what is held is over. */
const overdue = ({ db }: World) =>
  sql`update bookings set held_until = created_at, next_look_at = created_at where status = 'pending'`.execute(db)

const countOverdue = async ({ db }: World): Promise<number> =>
  (await db.selectFrom('bookings').select('id').where('next_look_at', '<=', new Date()).execute()).length
