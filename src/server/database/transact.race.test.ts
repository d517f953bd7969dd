import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { transact } from './transact.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('retries one of two deadlocked transactions until both succeed', async () => {
  await world.db
    .insertInto('settings')
    .values([
      { key: 'left', value: '0' },
      { key: 'right', value: '0' },
    ])
    .execute()
  const tries = { first: 0, second: 0 }
  let meet: () => void = () => undefined
  const both = new Promise<void>((resolve) => (meet = resolve))
  let here = 0
  const work = (name: 'first' | 'second', order: readonly string[]) =>
    transact(world.db, async (tx) => {
      tries[name] += 1
      for (const [n, key] of order.entries()) {
        await sql`update settings set value = to_jsonb((value #>> '{}')::int + 1) where key = ${key}`.execute(tx)
        if (n > 0 || tries[name] > 1) continue
        here += 1
        if (here === 2) meet()
        await both
      }
    })
  await Promise.all([work('first', ['left', 'right']), work('second', ['right', 'left'])])
  const rows = await world.db.selectFrom('settings').select('value').where('key', 'in', ['left', 'right']).execute()
  expect(rows.map(({ value }) => value)).toEqual([2, 2])
  expect(tries.first + tries.second).toBe(3)
})

test('does not retry after a permanent error', async () => {
  let tries = 0
  const failing = transact(world.db, async (tx) => {
    tries += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(tries).toBe(1)
})
