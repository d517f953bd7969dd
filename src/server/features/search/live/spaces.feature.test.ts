import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quarter_ms } from '#contract/time.ts'
import { findSpacesLeft, releaseSpace, allocateSpace } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { LiveSpaces } from './spaces.ts'

let world: World
let pools: { id: number; capacity: number }[]
let moment = 0
const spaces = new LiveSpaces(() => moment)

beforeAll(async () => {
  world = await createWorld()
  pools = await Promise.all(
    [1, 2, 300].map(async (capacity) => ({ id: (await world.buildPark({ capacity })).pool_id, capacity })),
  )
})
afterAll(() => world.close())

const day = Date.UTC(2026, 10, 25)
const windowOf = (from: number, length: number): Window => ({
  start: new Date(day + from * quarter_ms),
  end: new Date(day + (from + length) * quarter_ms),
})
const take = (pool_id: number, window: Window) =>
  world.db.transaction().execute((tx) => allocateSpace(tx, pool_id, window))
const release = (pool_id: number, window: Window) =>
  world.db.transaction().execute((tx) => releaseSpace(tx, pool_id, window))

test('returns what the database returns for any window and concurrent calls', async () => {
  for (const [n, { id }] of pools.entries())
    for (const [from, length] of [
      [10, 4],
      [90, 12],
      [200, 300],
    ] as const)
      await take(id, windowOf(from + n, length))
  const someWindow = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }))
    .map(([from, length]) => windowOf(from, length))
  const somePools = fc.subarray([0, 1, 2], { minLength: 1 }).map((which) => which.map((n) => pools[n]!))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(somePools, someWindow), { minLength: 1, maxLength: 6 }), async (requests) => {
      spaces.forget()
      const left = await Promise.all(requests.map(([some, window]) => spaces.findLeft(world.db, some, window)))
      for (const [n, [some, window]] of requests.entries())
        expect(left[n]).toEqual(await findSpacesLeft(world.db, some, window))
    }),
    { numRuns: 60 },
  )
})

test('sees sold spaces after half a second or after the index refreshes', async () => {
  const [pool] = pools
  const window = windowOf(600, 8)
  const left = async () => (await spaces.findLeft(world.db, [pool!], window)).get(pool!.id)
  expect(await left()).toBe(1)
  await take(pool!.id, window)
  moment += 400
  expect(await left()).toBe(1)
  moment += 101
  expect(await left()).toBe(0)
  await release(pool!.id, window)
  spaces.forget()
  expect(await left()).toBe(1)
})

test('discards reads that started before forget', async () => {
  const [pool] = pools
  const window = windowOf(700, 8)
  const early = spaces.findLeft(world.db, [pool!], window)
  spaces.forget()
  await early
  await take(pool!.id, window)
  expect(await spaces.findLeft(world.db, [pool!], window)).toEqual(new Map([[pool!.id, 0]]))
})
