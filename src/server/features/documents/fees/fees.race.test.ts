import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '#server/database/connect.ts'
import { constraintOf } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => (world = await createWorld()))
afterAll(() => world.close())

const enter = (db: Db | Tx, category: string | null) =>
  db
    .insertInto('document_fees')
    .values({
      id: newId(),
      kind: 'vehicle_licence',
      part: 'government',
      category,
      amount_minor: 1_000n,
      valid_from: '2026-01-01',
      source: 'Schedule',
      observed_on: '2026-01-01',
      created_at: world.clock.now,
    })
    .execute()

/** Resolves once another connection to this database waits for a lock. */
const expectWaiting = () =>
  expect
    .poll(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.db,
        )
      return rows.length
    })
    .toBe(1)

test('of two fees for the same requests that are entered at once, one is refused', async () => {
  const [entered, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = world.db.transaction().execute(async (tx) => {
    await enter(tx, 'saloon')
    entered.resolve()
    await end.promise
  })
  await entered.promise
  // For every category, so for this one as well.
  const second = enter(world.db, null).then(
    () => 'entered',
    (error: unknown) => constraintOf(error),
  )
  await expectWaiting()
  end.resolve()
  await first
  expect(await second).toBe('document_fees_overlap')
  expect(await enter(world.db, 'suv')).toBeDefined()
})

test('a fee that was waited for and rolled back is no obstacle', async () => {
  const [entered, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = world.db
    .transaction()
    .execute(async (tx) => {
      await enter(tx, 'truck')
      entered.resolve()
      await end.promise
      throw new Error('rolled back')
    })
    .catch((error: Error) => error.message)
  await entered.promise
  const second = enter(world.db, 'truck')
  await expectWaiting()
  end.resolve()
  expect(await first).toBe('rolled back')
  await second
})
