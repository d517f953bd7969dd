import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { LiveIndex } from './live-index.ts'

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

test('applies a transaction that starts first and commits last without delaying others', async () => {
  const index = new LiveIndex()
  const refresh = () => index.refresh(world.db, world.clock.now)
  const amenitiesOf = (id: string) => index.loaded!.parks.get(id)!.amenities
  const slow = await world.buildPark({ name: 'slow' })
  const quick = await world.buildPark({ name: 'quick' })
  await refresh()
  const [started, end] = [letGo(), letGo()]
  const running = world.db.transaction().execute(async (tx) => {
    await sql`update parks set amenities = '{covered}' where id = ${slow.id}`.execute(tx)
    started.open()
    await end.wait
  })
  await started.wait
  for (const amenities of ['{ev}', '{covered}', '{ev}']) {
    await sql`update parks set amenities = ${amenities}::text[] where id = ${quick.id}`.execute(world.db)
    await refresh()
    expect([amenitiesOf(quick.id), amenitiesOf(slow.id)]).toEqual([amenities === '{ev}' ? 2 : 1, 0])
  }
  end.open()
  await running
  await refresh()
  expect(amenitiesOf(slow.id)).toBe(1)
})

test('returns consistent responses while parks change, and ends in the database’s state', async () => {
  const index = new LiveIndex()
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => world.buildPark({ name: `busy ${n}`, lat: 10 })))
  await index.refresh(world.db, world.clock.now)
  const seen: number[] = []
  await Promise.all([
    ...made.map(({ id }, n) =>
      sql`update parks set lat = 20, folded = ${`moved ${n}`} where id = ${id}`.execute(world.db),
    ),
    ...Array.from({ length: 12 }, async () => {
      await index.refresh(world.db, world.clock.now)
      seen.push(index.loaded!.parks.count({ words: ['moved'] }) + index.loaded!.parks.count({ words: ['busy'] }))
    }),
  ])
  await index.refresh(world.db, world.clock.now)
  expect(new Set(seen)).toEqual(new Set([12]))
  expect(index.loaded!.parks.count({ words: ['moved'], box: { west: -180, south: 19, east: 180, north: 21 } })).toBe(12)
})

test('loads everything again once another server was promoted, whose numbers of changes say nothing', async () => {
  const { db, clock } = world
  const { id } = await world.buildPark({ name: 'Before', lat: -20, lng: 20 })
  const index = new LiveIndex()
  await index.refresh(db, clock.now)
  const nameOf = () => {
    const card = Buffer.from(index.loaded!.parks.get(id)!.payload_bytes).toString()
    return /"name":"([^"]*)"/.exec(card)?.[1]
  }
  await sql`update parks set name = 'After' where id = ${id}`.execute(db)
  // As after the loss of a server that had come further.
  await sql`update index_changes set batch = 0 where park_id = ${id}`.execute(db)
  await index.refresh(db, clock.now)
  expect(nameOf()).toBe('Before')
  const promoted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ('timeline' in row ? { ...row, timeline: '00000002' } : row)),
    }),
  })
  await index.refresh(promoted, clock.now)
  expect(nameOf()).toBe('After')
})
