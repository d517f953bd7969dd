import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { mostCounted } from '#contract/lists/list-facts.ts'
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

test('more than 10,000 rows are counted to the end once that is asked for', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  await world.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into users (id, email, first_name, country_id, language, terms_accepted_at, created_at, disabled_at)
      select gen_random_uuid(), 'many-' || n || '@test.example', 'Many', 2, 'en', now(), now(), case when n <= 7 then now() end
      from generate_series(1, ${mostCounted + 20}::int) n`.execute(db)
    await sql`reset session_replication_role`.execute(db)
  })
  const read = async (query: Record<string, unknown>) =>
    (await world.call(customerList.endpoint, { token, query })).body
  const active = mostCounted + 14
  const first = await read({ size: 100 })
  expect([first.total, first.is_total_capped, first.pages]).toEqual([mostCounted, true, mostCounted / 100])
  expect([first.counts, first.capped_states]).toEqual([{ active: mostCounted, disabled: 7 }, ['active']])
  expect(await read({ state: 'disabled' })).toMatchObject({ total: 7, is_total_capped: false })
  expect(await read({ search: 'many' })).toMatchObject({ total: mostCounted, is_total_capped: true })
  expect(await read({ size: 100, count: 'exact' })).toMatchObject({
    total: active + 7,
    is_total_capped: false,
    pages: 101,
    counts: { active, disabled: 7 },
    capped_states: [],
  })
  // The pages go on behind the rows that were counted.
  expect(await read({ size: 100, page: 100 })).toMatchObject({ pages: 101, is_total_capped: true })
  const last = await read({ size: 100, page: 101 })
  expect([last.items.length, last.pages]).toEqual([21, 101])
})
