import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { countLazily } from './counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await sql`create table counted (n int)`.execute(world.db)
})
afterAll(() => world.close())

const insert = () => sql`insert into counted values (1)`.execute(world.db)
/** A count that takes at least so long. */
const countSlowly = (seconds: number) =>
  sql<{ total: number }>`select count(*)::int as total from counted, (select pg_sleep(${sql.lit(seconds)})) as wait`

test('few rows are counted each time', async () => {
  const count = sql<{ total: number }>`select count(*)::int as total from counted`
  const before = (await countLazily(world.db, count))[0]!.total
  await insert()
  expect((await countLazily(world.db, count))[0]!.total).toBe(before + 1)
})

test('a count that takes long is answered from the last one, and again in the background', async () => {
  const count = countSlowly(0.05)
  const [first] = await countLazily(world.db, count)
  await insert()
  expect(await countLazily(world.db, count)).toEqual([first])
  // Thirty times as long later.
  const later = performance.now() + 10_000
  expect(await countLazily(world.db, count, later)).toEqual([first])
  await expect.poll(async () => (await countLazily(world.db, count, later))[0]!.total).toBe(first!.total + 1)
})

test('after a minute it is counted before it is answered', async () => {
  const count = countSlowly(0.03)
  const [first] = await countLazily(world.db, count)
  await insert()
  expect((await countLazily(world.db, count, performance.now() + 61_000))[0]!.total).toBe(first!.total + 1)
})
