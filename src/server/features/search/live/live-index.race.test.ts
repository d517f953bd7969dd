import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { LiveParks } from './live-index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const letGo = () => {
  let open: () => void = () => undefined
  const wait = new Promise<void>((resolve) => (open = resolve))
  return { open, wait }
}

test('a transaction that began first and commits last is seen, and holds up nobody meanwhile', async () => {
  const parks = new LiveParks()
  const follow = () => parks.follow(world.db, world.clock.now)
  const amenitiesOf = (id: string) => parks.held!.parks.get(id)!.amenities
  const slow = await world.newPark({ name: 'slow' })
  const quick = await world.newPark({ name: 'quick' })
  await follow()
  const [begun, end] = [letGo(), letGo()]
  const running = world.db.transaction().execute(async (tx) => {
    await sql`update parks set amenities = '{covered}' where id = ${slow.id}`.execute(tx)
    begun.open()
    await end.wait
  })
  await begun.wait
  for (const amenities of ['{ev}', '{covered}', '{ev}']) {
    await sql`update parks set amenities = ${amenities}::text[] where id = ${quick.id}`.execute(world.db)
    await follow()
    expect([amenitiesOf(quick.id), amenitiesOf(slow.id)]).toEqual([amenities === '{ev}' ? 2 : 1, 0])
  }
  end.open()
  await running
  await follow()
  expect(amenitiesOf(slow.id)).toBe(1)
})

test('parks that change while others ask: each answer is whole, and the last is what the database has', async () => {
  const parks = new LiveParks()
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => world.newPark({ name: `busy ${n}`, lat: 10 })))
  await parks.follow(world.db, world.clock.now)
  const seen: number[] = []
  await Promise.all([
    ...made.map(({ id }, n) =>
      sql`update parks set lat = 20, folded = ${`moved ${n}`} where id = ${id}`.execute(world.db),
    ),
    ...Array.from({ length: 12 }, async () => {
      await parks.follow(world.db, world.clock.now)
      seen.push(parks.held!.parks.count({ words: ['moved'] }) + parks.held!.parks.count({ words: ['busy'] }))
    }),
  ])
  await parks.follow(world.db, world.clock.now)
  expect(new Set(seen)).toEqual(new Set([12]))
  expect(parks.held!.parks.count({ words: ['moved'], box: { west: -180, south: 19, east: 180, north: 21 } })).toBe(12)
})
