import { expect } from 'vitest'
import { createBooking, quoteBooking, type Booking } from '#contract/bookings.ts'
import type { Currency } from '#contract/money.ts'
import { findBalance } from '#server/features/wallet/ledger.ts'
import { newId } from '#server/ids.ts'
import { expectCountedSpaces } from '#test/sweep.ts'
import type { Driver, TestPark, World } from '#test/world.ts'

const quarter_ms = 15 * 60_000

/** A window on the quarter: `from` quarters after the running one, `length` quarters long. */
export function windowOf(world: World, from: number, length: number): { start_time: string; end_time: string } {
  const start = (Math.floor(world.clock.now.getTime() / quarter_ms) + from) * quarter_ms
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + length * quarter_ms).toISOString() }
}

export const wantOf = (world: World, park: TestPark, from = 8, length = 8) => ({
  park_id: park.id,
  plate: 'ABC 123',
  ...windowOf(world, from, length),
})

export async function bookingOf(world: World, driver: Driver, park: TestPark, from = 8, length = 8): Promise<Booking> {
  const booked = await world.call(createBooking, { token: driver.token, body: wantOf(world, park, from, length) })
  expect(booked.status, JSON.stringify(booked.body)).toBe(201)
  return booked.body
}

export const quoteOf = (world: World, body: object, language = 'en') =>
  world.call(quoteBooking, { body, headers: { 'accept-language': language } })

export const balanceOf = (world: World, driver: Driver, currency: Currency = 'CAD') =>
  findBalance(world.db, driver.user_id, currency)

/** Everything that a try which failed must leave as it was. */
export async function everything(world: World): Promise<Record<string, string>> {
  const tables = [
    'bookings',
    'booking_history',
    'ledger_transfers',
    'ledger_entries',
    'pool_days',
    'idempotency_keys',
    'mails',
  ] as const
  const counted: Record<string, string> = {}
  for (const table of tables)
    counted[table] = JSON.stringify(await world.db.selectFrom(table).selectAll().execute(), plain)
  return counted
}
const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** The books balance, and the counters are what the bookings make. */
export async function expectSound(world: World): Promise<void> {
  await world.expectBalancedLedger()
  await expectCountedSpaces(world.db)
}

/** A newer version of the park's tariff for ordinary cars. */
export async function changeTariff(world: World, park: TestPark, increment_minor: bigint): Promise<void> {
  const current = await world.db
    .selectFrom('tariffs')
    .selectAll()
    .where('park_id', '=', park.id)
    .where('vehicle_type_id', '=', 1)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('tariffs')
    .values({
      ...current,
      terms: JSON.stringify(current.terms),
      id: newId(),
      version: current.version + 1,
      increment_minor,
    })
    .execute()
}
