import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidBooking, buildScanPark } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { checkSpaces } from './space-check.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  await buildPaidBooking(world, driver, await buildScanPark(world, { capacity: 9 }), 20, 8)
})
afterAll(() => world.close())

const slots = (change: string) =>
  `update pool_days set used = (select array_agg((${change})::smallint order by slot) from unnest(used) with ordinality as u(n, slot))`

// Other tests compare it after each of theirs with a count that the product has no part in (`expectConsistentData`).
test('finds nothing wrong with a booking and its counters', async () => {
  expect(await checkSpaces(world.db)).toEqual([])
})

test.each([
  [
    'spaces that are counted twice',
    slots('n * 2'),
    slots('n / 2'),
    /8 quarter hours are wrong, .* 1 spaces are taken and 2 counted/,
  ],
  [
    'spaces that nothing takes',
    slots('case when slot <= 2 and n = 0 then n + 3 else n end'),
    slots('case when slot <= 2 and n = 3 then 0 else n end'),
    /from 00:00 UTC on, where 0 spaces are taken and 3 counted/,
  ],
  [
    'a booking whose counters are gone',
    'alter table pool_days rename to lost; create table pool_days (like lost including all)',
    'drop table pool_days; alter table lost rename to pool_days',
    /8 quarter hours are wrong, .* 1 spaces are taken and 0 counted/,
  ],
])('names %s', async (_name, tamper, undo, sentence) => {
  await world.database.exec(tamper)
  expect(await checkSpaces(world.db)).toContainEqual(expect.stringMatching(sentence))
  await world.database.exec(undo)
  expect(await checkSpaces(world.db)).toEqual([])
})

test('names a space that is not released with its booking, and leaves out days whose counters may be deleted', async () => {
  await sql`update bookings set space_until = null`.execute(world.db)
  expect((await checkSpaces(world.db)).length).toBeGreaterThan(0)
  await sql`update pool_days set day = day - 1000`.execute(world.db)
  expect(await checkSpaces(world.db)).toEqual([])
})
