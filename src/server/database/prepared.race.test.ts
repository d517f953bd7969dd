import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { databaseUrlOf } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { openServer, type Db, type Tx } from './connect.ts'
import { PoolerFound } from './errors.ts'
import { transact } from './transact.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 1 })
  await sql`create table outlived (id integer)`.execute(world.db)
  await sql`insert into outlived values (7)`.execute(world.db)
})
afterAll(() => world.close())

const findRow = async (db: Db | Tx) =>
  (await sql<object>`select * from outlived where id = ${7}::int`.execute(db)).rows[0]
const prepared = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like 'select * from outlived%'`.execute(
    world.db,
  )
  return rows[0]!.count
}

test('prepares repeated statements, which keep working after their table changes', async () => {
  for (let n = 0; n < 4; n += 1) expect(await findRow(world.db)).toEqual({ id: 7 })
  expect(await prepared()).toBe(1)
  await sql`alter table outlived add column name text`.execute(world.db)
  expect(await findRow(world.db)).toEqual({ id: 7, name: null })
  await sql`alter table outlived add column place text`.execute(world.db)
  expect(await transact(world.db, findRow)).toEqual({ id: 7, name: null, place: null })
})

test.each([
  ['has forgotten a statement', { code: '26000', executions: 3, meanwhile: 'deallocate all' }],
  ['has another statement of its name', { code: '42P05', executions: 2, meanwhile: 'prepare s0 as select 1' }],
])('a connection that %s belongs to a pooler', async (_what, { code, executions, meanwhile }) => {
  const found: PoolerFound[] = []
  const database = await openServer(await databaseUrlOf(world), 1, { onPooler: (error) => found.push(error) })
  onTestFinished(() => database.close())
  for (let n = 0; n < executions; n += 1) await findRow(database.db)
  expect(found).toEqual([])
  // As when a transaction gets the connection on which another client has worked.
  await database.exec(meanwhile)
  await expect(findRow(database.db)).rejects.toMatchObject({ code })
  expect(found).toEqual([expect.any(PoolerFound)])
})
