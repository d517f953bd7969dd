import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { demoReset, resetDemo } from '#server/demo-reset.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DEMO_RESET_MINUTES: '30' } })
})
afterAll(() => world.close())

const count = async (table: 'users' | 'ledger_entries' | 'parks' | 'tariffs' | 'sessions') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('every thirty minutes customers and money go, staff and parks stay', async () => {
  await world.newPark()
  await world.newDriver({ balance_minor: 500n })
  await world.newDriver({ role: 'staff' })
  const [job] = demoReset(world.deps.config)
  await job!.run(world.deps)
  world.clock.advance(29)
  await job!.run(world.deps)
  expect(await count('ledger_entries')).toBe(2)
  world.clock.advance(1)
  await job!.run(world.deps)
  expect({
    users: await count('users'),
    sessions: await count('sessions'),
    entries: await count('ledger_entries'),
  }).toEqual({ users: 1, sessions: 1, entries: 0 })
  expect(await count('parks')).toBe(1)
  expect(await count('tariffs')).toBe(1)
  await world.newDriver({ balance_minor: 100n })
  await job!.run(world.deps)
  expect(await count('users')).toBe(2)
})

test('off unless set, and refused in production', async () => {
  expect(demoReset(readConfig({}))).toEqual([])
  await expect(resetDemo({ ...world.deps, config: { ...world.deps.config, production: true } })).rejects.toThrow(
    'production',
  )
})
