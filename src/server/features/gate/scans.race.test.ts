import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minute_ms } from '#contract/time.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { bookingCallsOf, expectConsistentData, buildPaidBooking, buildScanPark } from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildGuard, buildPhone } from '#test/kits/scan-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

const cars = 3
const phones = 3

/** What happens at the gate: a phone scans a car some minutes after the start, or tries to send what it has. */
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      phone: fc.nat(phones - 1),
      car: fc.nat(cars - 1),
      direction: fc.constantFrom('in' as const, 'out' as const),
      admitted: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      minutes: fc.integer({ min: 0, max: 25 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      phones: fc.subarray([0, 1, 2], { minLength: 1 }),
      lost: fc.boolean(),
      size: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

/** When a car came and left, by the scans alone. */
function expectedOf(scans: { direction: string; at: number }[], start: number, end: number) {
  const sorted = scans.toSorted((a, b) => a.at - b.at)
  const arrived = sorted.find(({ at }) => at >= start - 5 * minute_ms && at < end)?.at
  const left = sorted.find(({ direction, at }) => direction === 'out' && arrived !== undefined && at >= arrived)?.at
  return { arrived, left }
}

test(
  'a random run of three phones with cuts is merged without a lost or doubled scan',
  { timeout: 300_000 * rounds },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 30 }), async (events) => {
        const start = world.clock.now
        const park = await buildScanPark(world, { capacity: 10 })
        const guards = await Promise.all(Array.from({ length: phones }, () => buildGuard(world, park)))
        const devices = await Promise.all(guards.map((guard) => buildPhone(world, guard, park)))
        const drivers = await Promise.all(
          Array.from({ length: cars }, () => world.buildDriver({ balance_minor: 1_000n })),
        )
        const bookings = []
        for (const driver of drivers) bookings.push(await buildPaidBooking(world, driver, park, 1, 4))
        const [first] = bookings
        const [from, to] = [Date.parse(first!.start_time), Date.parse(first!.end_time)]
        world.clock.now = new Date(from)
        const made: { car: number; direction: 'in' | 'out'; at: number; admitted: boolean; nonce: string }[] = []
        for (const entry of events) {
          if (entry.kind === 'scan') {
            world.clock.now = new Date(world.clock.now.getTime() + entry.minutes * minute_ms)
            const { car, direction, admitted } = entry
            const { nonce, at } = devices[entry.phone]!.scan({
              at: world.clock.now,
              direction,
              code: bookings[car]!.booking_code,
              admitted,
            })
            made.push({ car, direction, at: Date.parse(at), admitted, nonce })
          } else {
            const calls = entry.phones.flatMap((phone) => {
              const device = devices[phone]!
              // Two tabs of one phone send at the same time.
              return device.queue.length === 0 ? [] : [device.send(entry), device.send({ ...entry, lost: true })]
            })
            const answers = await Promise.all([...calls, advanceBookings(world.deps).then(() => undefined)])
            for (const answer of answers) if (answer !== undefined) expect(answer.body).toMatchObject({ stopped: null })
          }
        }
        for (const device of devices) while (device.queue.length > 0) await device.send({ size: 3 })
        await expectConsistentData(world)
        const stored = await world.db
          .selectFrom('guard_scans')
          .select(['id', 'at'])
          .where('park_code', '=', park.park_code)
          .execute()
        expect(new Map(stored.map(({ id, at }) => [id, at.getTime()]))).toEqual(
          new Map(made.map(({ nonce, at }) => [nonce, at])),
        )
        for (const [car, booking] of bookings.entries()) {
          const details = await bookingCallsOf(world, drivers[car]!).see(booking.id)
          const own = made.filter((scan) => scan.car === car && scan.admitted)
          const { arrived, left } = expectedOf(own, from, to)
          const causes = details.history.map(({ cause }) => cause)
          expect(causes.filter((cause) => cause === 'arrived' || cause === 'scanned')).toHaveLength(
            arrived === undefined ? 0 : 1,
          )
          expect(details.checked_in_at).toBe(arrived === undefined ? null : new Date(arrived).toISOString())
          if (left !== undefined) {
            expect([details.status, details.checked_out_at]).toEqual(['completed', new Date(left).toISOString()])
            expect(causes.filter((cause) => cause === 'left')).toHaveLength(1)
            if (left < to + 10 * minute_ms) expect(details.total).toBe(booking.total)
          } else if (arrived !== undefined && world.clock.now.getTime() < to + 24 * 60 * minute_ms)
            expect(['checked_in', 'overstayed']).toContain(details.status)
        }
        world.clock.now = new Date(Math.max(start.getTime(), world.clock.now.getTime()))
      }),
      { numRuns: 3 * rounds, interruptAfterTimeLimit: 240_000 * rounds },
    )
  },
)
