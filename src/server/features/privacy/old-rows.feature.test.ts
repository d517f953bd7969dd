import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { forgetOldRows } from './old-rows.ts'

const day_minutes = 24 * 60

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const setYears = (years: number) => {
  const before = world.clock.now
  world.clock.now = new Date(before)
  world.clock.advance(Math.ceil(years * 365.25) * day_minutes)
  onTestFinished(() => void (world.clock.now = before))
}
const platesOf = async (ids: readonly string[]) =>
  (await world.db.selectFrom('bookings').select(['id', 'plate']).where('id', 'in', ids).execute())
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ plate }) => plate)
const countOf = async (table: 'booking_history' | 'webhook_events' | 'pool_days') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

async function book(country_code: 'CA' | 'SN', count: number): Promise<string[]> {
  // Ids of one moment are in no order.
  world.clock.advance(1)
  const driver = await world.buildDriver({ country_code, balance_minor: 10_000_000n })
  const park = await world.buildPark({ country_code, capacity: 50 })
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await buildPaidBooking(world, driver, park)).id)
  return ids
}

test('old books lose who it was, by the law of their country, and keep the money', async () => {
  const [canadian] = await book('CA', 1)
  const [senegalese] = await book('SN', 1)
  const ids = [canadian!, senegalese!]
  const plates = await platesOf(ids)
  setYears(5)
  await forgetOldRows(world.deps)
  expect(await platesOf(ids)).toEqual(plates)
  setYears(4)
  await forgetOldRows(world.deps)
  expect(await platesOf(ids)).toEqual(['', plates[1]])
  setYears(4)
  await forgetOldRows(world.deps)
  expect(await platesOf(ids)).toEqual(['', ''])
  expect(await countOf('booking_history')).toBe(0)
  expect(await countOf('pool_days')).toBe(0)
  await world.expectBalancedLedger()
})

test('a row that fails stops no other, is named, and is tried again', async () => {
  const ids = await book('CA', 3)
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`.execute(
    world.db,
  )
  await sql`create trigger refuse_one before update on bookings for each row when (old.id = ${sql.lit(ids[1])})
    execute function refuse_one()`.execute(world.db)
  setYears(9)
  const log = { ...world.deps.log, error: () => undefined }
  await expect(forgetOldRows({ ...world.deps, log })).rejects.toThrow(
    `1 rows could not be forgotten: bookings of CA ${ids[1]}`,
  )
  expect((await platesOf(ids)).map((plate) => plate === '')).toEqual([true, false, true])
  await sql`drop trigger refuse_one on bookings`.execute(world.db)
  await forgetOldRows(world.deps)
  expect(await platesOf(ids)).toEqual(['', '', ''])
})

test('passes in wallets are forgotten 800 days after the booking was made, with the devices that have them', async () => {
  const ids = await book('CA', 2)
  const created_at = new Date(world.clock.now)
  for (const booking_id of ids) {
    await world.db.insertInto('wallet_passes').values({ booking_id, locale: 'en-CA', created_at }).execute()
    await world.db
      .insertInto('wallet_registrations')
      .values({ id: newId(), booking_id, device_id: 'device', push_token: 'token', registered_at: created_at })
      .execute()
  }
  const count = async () => {
    const { rows } = await sql<{ passes: number; devices: number }>`
      select (select count(*)::int from wallet_passes where booking_id = any(${ids}::uuid[])) as passes,
        (select count(*)::int from wallet_registrations where booking_id = any(${ids}::uuid[])) as devices`.execute(
      world.db,
    )
    return rows[0]
  }
  const before = world.clock.now
  onTestFinished(() => void (world.clock.now = before))
  world.clock.now = new Date(before)
  world.clock.advance(799 * day_minutes)
  await forgetOldRows(world.deps)
  expect(await count()).toEqual({ passes: 2, devices: 2 })
  world.clock.advance(2 * day_minutes)
  await forgetOldRows(world.deps)
  expect(await count()).toEqual({ passes: 0, devices: 0 })
  expect(await platesOf(ids)).not.toContain('')
})

test('messages of providers that were never processed stay', async () => {
  const received_at = new Date(world.clock.now)
  const event = {
    provider: 'stripe',
    event_type: 'test',
    body: Buffer.from('{}'),
    received_at,
    next_attempt_at: received_at,
  }
  for (const processed_at of [received_at, null])
    await world.db
      .insertInto('webhook_events')
      .values({ id: newId(received_at.getTime()), event_key: newId(), ...event, processed_at })
      .execute()
  setYears(1)
  await forgetOldRows(world.deps)
  expect(await countOf('webhook_events')).toBe(2)
  setYears(2)
  await forgetOldRows(world.deps)
  expect(await countOf('webhook_events')).toBe(1)
})
