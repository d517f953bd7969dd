import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { createRandom } from '#server/features/demo/random.ts'
import {
  expectConsistentDatabase,
  expectNoneOf,
  findBookingDiscrepancies,
  findSpaceDiscrepancies,
} from '#test/kits/consistency.ts'
import { isInTurn, rounds } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { actAtRandom, createBookingChaos, expectConsistentSales, expectCoverage } from './booking-scenario.ts'
import { runCrowd, seed, startKillableServer, startServers, withSeed } from './harness.ts'

const frequentCalls = [
  'createQuote',
  'createBooking',
  'holdSpace',
  'extendBooking',
  'changeBookingStatus',
  'checkIn',
  'checkOut',
]

async function createChaosWorld(): Promise<World> {
  const world = await createWorld({ engine: 'server', pool: 4 })
  onTestFinished(() => world.close())
  return world
}

test(
  `keeps bookings, spaces and money consistent at three servers while time jumps and connections are killed (seed ${seed})`,
  { timeout: 300_000 * rounds },
  () =>
    withSeed(async () => {
      const world = await createChaosWorld()
      const servers = await startServers(world, { count: 3, jobs: [advanceBookings] })
      const chaos = await createBookingChaos(world, servers.target, { seed })
      const events = createRandom(`${seed} events`)
      // No error is excused until connections are killed in the second round, when some drivers owe for overstays.
      for (const { count, killRate } of [
        { count: 15, killRate: 0 },
        { count: 12, killRate: 0.08 },
      ]) {
        await runCrowd(
          8,
          () => actAtRandom(chaos, count * rounds),
          async (run) => {
            while (!run.isOver) {
              await pause(events.whole(5, 60))
              const draw = events.next()
              if (draw < killRate) await servers.killConnection()
              else if (draw < 0.3) world.clock.advance(events.whole(1, 6))
              else if (draw < 0.8) await servers.runJobs()
              else await sweepSnapshot(world)
            }
          },
        )
        await expectConsistentDatabase(world.db)
        // Four days later the jobs have closed everything that was open, each booking once.
        world.clock.advance(4 * 24 * 60)
        await servers.runJobs()
        expect(await findOpenBookings(world)).toEqual([])
        await expectConsistentDatabase(world.db)
      }
      await expectConsistentSales(chaos, world.db)
      expectCoverage(chaos, frequentCalls)
      servers.expectNoErrors()
    }),
)

/** Sweeps one snapshot of the database during the run. */
async function sweepSnapshot({ db }: World): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) =>
      expectNoneOf([...(await findSpaceDiscrepancies(tx)), ...(await findBookingDiscrepancies(tx))]),
    )
}

const findOpenBookings = ({ db }: World) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('status', 'in', ['pending', 'active', 'checked_in', 'overstayed'])
    .execute()

test.runIf(isInTurn('bookings when a server is killed', 2))(
  'catches up after a server is killed and restarted, and performs a repeated call once',
  { timeout: 400_000 * rounds },
  () =>
    withSeed(async () => {
      const world = await createChaosWorld()
      world.clock.now = new Date()
      const { server, target, killRepeatedly } = await startKillableServer(world)
      const chaos = await createBookingChaos(world, target, { seed: `${seed} process`, now: () => new Date() })
      const whileDown = async () => {
        await expectConsistentDatabase(world.db)
        await expireHolds(world)
      }
      await runCrowd(
        8,
        () => actAtRandom(chaos, 15 * rounds),
        (run) => killRepeatedly(run, chaos.random, { count: rounds, delays_ms: [300, 900], whileDown }),
      )
      await expireHolds(world)
      await expect.poll(() => countDue(world)).toBe(0)
      await server.kill()
      await expectConsistentDatabase(world.db)
      await expectConsistentSales(chaos, world.db)
      expectCoverage(chaos, ['createQuote', 'createBooking', 'holdSpace', 'changeBookingStatus'])
    }),
)

const expireHolds = ({ db }: World) =>
  sql`update bookings set held_until = created_at, next_look_at = created_at where status = 'pending'`.execute(db)

const countDue = async ({ db }: World): Promise<number> =>
  (await db.selectFrom('bookings').select('id').where('next_look_at', '<=', new Date()).execute()).length
