import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { countLazily } from './counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A table with so many rows, its count, and what adds one. */
async function createTable(name: string, rows: number) {
  const table = sql.table(name)
  await sql`create table ${table} (n int)`.execute(world.db)
  await sql`insert into ${table} select generate_series(1, ${rows}::int)`.execute(world.db)
  const statement = sql<{ count: number }>`select count(*)::int as count from ${table}`
  const count = async (later_ms = 0) => (await countLazily(world.db, statement, performance.now() + later_ms))[0]!.count
  return { count, insert: () => sql`insert into ${table} values (0)`.execute(world.db) }
}

test('few rows are counted each time', async () => {
  const { count, insert } = await createTable('few', 10)
  expect(await count()).toBe(10)
  await insert()
  expect(await count()).toBe(11)
})

test('many rows are counted again in the background, and the last count answers meanwhile', async () => {
  const { count, insert } = await createTable('many', 10_000)
  expect(await count()).toBe(10_000)
  await insert()
  // Half a minute is more than thirty times what it took.
  expect(await count(30_000)).toBe(10_000)
  await expect.poll(() => count(30_000)).toBe(10_001)
})

test('after a minute many rows are counted before the answer', async () => {
  const { count, insert } = await createTable('late', 10_000)
  expect(await count()).toBe(10_000)
  await insert()
  expect(await count(61_000)).toBe(10_001)
})
