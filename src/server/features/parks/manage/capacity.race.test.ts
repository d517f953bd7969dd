import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBookingStatus, createBooking } from '#contract/bookings/bookings.ts'
import { changeCapacity, closePark, getCapacity, reopenPark } from '#contract/parks/desk/capacity.ts'
import { bookingRequestFor, expectConsistentData } from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

test('lowering and closing while bookings come in never leaves more sold than the capacity', async () => {
  const { token } = await world.buildDriver({ role: 'staff' })
  const drivers = await Promise.all(Array.from({ length: 8 }, () => world.buildDriver({ balance_minor: 10_000_000n })))
  for (let round = 0; round < rounds; round += 1) {
    const park = await world.buildPark({ capacity: 12, increment_minor: 1n })
    const params = { id: park.id }
    const outcomes: string[] = []
    const closedSince = new Map<string, string[]>()
    const sales = drivers.map(async (driver, n) => {
      for (let turn = 0; turn < 6; turn += 1) {
        const body = bookingRequestFor(world, park, 8 + ((n * 13 + turn * 29) % 300), 20 + ((n * 7 + turn) % 90))
        // A driver's own vehicle several times.
        const made = await world.call(createBooking, { token: driver.token, body: { ...body, again: true } })
        outcomes.push(made.status === 201 ? 'sold' : made.problem.code!)
        if (made.status === 201 && (n + turn) % 4 === 0)
          await world.call(changeBookingStatus, {
            token: driver.token,
            params: { id: made.body.id },
            query: { status: 'cancelled' },
          })
      }
    })
    const changes = (async () => {
      for (const capacity of [10, 8, 6, 4, 3, 2, 5, 1]) {
        const { version } = (await world.call(getCapacity, { token, params })).body
        const from = capacity % 2 === 0 ? '2026-11-21' : '2026-11-22'
        const changed = await world.call(changeCapacity, {
          token,
          params,
          body: { vehicle_class: 'car', capacity, from, version },
        })
        outcomes.push(changed.status === 200 ? 'lowered' : changed.problem.code!)
      }
    })()
    const closures = (async () => {
      for (const hour of [12, 18]) {
        const closed = await world.call(closePark, {
          token,
          params,
          body: {
            vehicle_class: null,
            starts_at: `2026-11-22T${hour}:00`,
            ends_at: `2026-11-22T${hour + 2}:00`,
            reason: 'Works',
          },
        })
        expect(closed.status, JSON.stringify(closed.body)).toBe(200)
        const last = closed.body.closures.at(-1)!
        const soldBefore = await readClosedUse(park.pool_id, last)
        closedSince.set(JSON.stringify(last), soldBefore)
      }
    })()
    await Promise.all([...sales, changes, closures])
    expect(
      [...new Set(outcomes)].filter(
        (code) =>
          !['sold', 'lowered', 'no_space', 'park_out_of_use', 'capacity_sold', 'changed_meanwhile'].includes(code),
      ),
    ).toEqual([])
    expect(outcomes).toContain('sold')
    expect(outcomes).toContain('lowered')
    // After a closure was stored, its quarter hours only emptied.
    for (const [closure, before] of closedSince) {
      const after = await readClosedUse(park.pool_id, JSON.parse(closure))
      for (const [n, used] of after.entries()) expect(Number(used)).toBeLessThanOrEqual(Number(before[n]))
    }
    const { pools, closures: open } = (await world.call(getCapacity, { token, params, query: { days: 6 } })).body
    for (const { used, capacity } of pools[0]!.days)
      for (const [slot, sold] of used.entries()) expect(sold).toBeLessThanOrEqual(capacity[slot]!)
    for (const { id } of open)
      expect((await world.call(reopenPark, { token, params: { ...params, closure_id: id } })).status).toBe(200)
    await expectConsistentData(world)
  }
})

/** What is sold in the quarter hours of a closure. */
async function readClosedUse(pool_id: number, { starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  const row = await world.db
    .selectFrom('pool_days')
    .select('used')
    .where('pool_id', '=', pool_id)
    .where('day', '=', starts_at.slice(0, 10))
    .executeTakeFirst()
  const slotOf = (at: string) => (Date.parse(at) - Date.parse(at.slice(0, 10))) / 900_000
  const end = ends_at.slice(0, 10) === starts_at.slice(0, 10) ? slotOf(ends_at) : 96
  return (row?.used ?? []).slice(slotOf(starts_at), end).map(String)
}
