import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import type { Tx } from './connect.ts'
import { runInSavepoint, transact } from './transact.ts'

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
  // The one that is repeated may take its first row before the other has woken up, and they meet once more.
  expect(tries.first + tries.second).toBeGreaterThanOrEqual(3)
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

test('repeats what another transaction took first, only where that is named, three times', async () => {
  await world.db.insertInto('settings').values({ key: 'taken', value: '0' }).execute()
  let tries = 0
  const take = async (tx: Tx) => {
    tries += 1
    await tx.insertInto('settings').values({ key: 'taken', value: '1' }).execute()
  }
  await expect(transact(world.db, take)).rejects.toMatchObject({ constraint: 'settings_pkey' })
  expect(tries).toBe(1)
  await expect(transact(world.db, take, { taken: new Set(['settings_pkey']) })).rejects.toThrow('settings_pkey')
  expect(tries).toBe(5)
})

test('tries again for a lock as often as it is told', async () => {
  let tries = 0
  let [held, freed]: (() => void)[] = []
  const isHeld = new Promise<void>((resolve) => (held = resolve))
  const isFreed = new Promise<void>((resolve) => (freed = resolve))
  const holding = transact(world.db, async (tx) => {
    await sql`lock table settings in access exclusive mode`.execute(tx)
    held!()
    await isFreed
  })
  await isHeld
  const waiting = transact(
    world.db,
    async (tx) => {
      tries += 1
      if (tries === 3) freed!()
      await sql`set local lock_timeout = 50`.execute(tx)
      if (tries >= 3) await holding
      await sql`lock table settings in access exclusive mode`.execute(tx)
    },
    { lock_retries: 4 },
  )
  await waiting
  expect(tries).toBe(3)
})

test('a savepoint that is repeated keeps what came before it', async () => {
  let tries = 0
  await transact(world.db, async (tx) => {
    await tx.insertInto('settings').values({ key: 'before', value: '1' }).execute()
    await runInSavepoint(
      tx,
      async () => {
        tries += 1
        const key = tries === 1 ? 'before' : 'after'
        await tx.insertInto('settings').values({ key, value: '1' }).execute()
      },
      true,
    )
  })
  const stored = await world.db.selectFrom('settings').select('key').where('key', 'in', ['before', 'after']).execute()
  expect([tries, stored.length]).toEqual([2, 2])
})
