import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { getParkRecord, mergePark } from '#contract/parks/desk/park-record.ts'
import { bookingRequestFor, expectConsistentData } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

test('bookings made while a car park is merged belong to the one that stays', async () => {
  const { token } = await world.buildDriver({ role: 'staff' })
  const drivers = await Promise.all(Array.from({ length: 8 }, () => world.buildDriver({ balance_minor: 10_000_000n })))
  for (let round = 0; round < 4; round += 1) {
    const seller = await world.buildPark({ capacity: 20, increment_minor: 1n, name: `Seller ${round}` })
    const listing = await world.buildPark({ partner: null, name: `Listing ${round}` })
    for (const table of ['pools', 'tariffs'] as const)
      await world.db.deleteFrom(table).where('park_id', '=', listing.id).execute()
    const { version, title } = (await world.call(getParkRecord, { token, params: { id: seller.id } })).body
    const outcomes: (number | string)[] = []
    const sales = drivers.map(async (driver, n) => {
      for (let turn = 0; turn < 4; turn += 1) {
        const body = bookingRequestFor(world, seller, 8 + n * 13 + turn * 40, 8)
        const { status, problem } = await world.call(createBooking, { token: driver.token, body })
        outcomes.push(status === 201 ? 'sold' : problem.code!)
      }
    })
    const merger = (async () => {
      // After the first sales.
      while (outcomes.length < 3) await new Promise(setImmediate)
      const body = { into: listing.park_code, confirm: title, version }
      return world.call(mergePark, { token, params: { id: seller.id }, body })
    })()
    const [merged] = await Promise.all([merger, ...sales])
    expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
    // Who asked too late is told so, and never sold a space that nobody has.
    expect(outcomes.filter((outcome) => outcome !== 'sold' && outcome !== 'park_not_bookable')).toEqual([])
    const rows = await world.db
      .selectFrom('bookings')
      .select(['park_id', 'pool_id'])
      .where('pool_id', '=', seller.pool_id)
      .execute()
    expect(rows).toHaveLength(outcomes.filter((outcome) => outcome === 'sold').length)
    expect(new Set(rows.map(({ park_id }) => park_id))).toEqual(new Set([listing.id]))
  }
  await expectConsistentData(world)
})
