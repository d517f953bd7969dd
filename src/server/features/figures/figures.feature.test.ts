import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getFigures } from '#contract/figures/figures.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { minCounts } from './rules.ts'

let world: World
let park: TestPark
let tariff_id: string
beforeEach(async () => {
  world = await createWorld()
  park = await world.buildPark()
  tariff_id = (await world.db.selectFrom('tariffs').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => world.close())

const fetchFigures = async (country = 'CA') => (await world.call(getFigures, { query: { country } })).body
const drivers = (count: number) => Promise.all(Array.from({ length: count }, () => world.buildDriver()))
const daysAgo = (days: number) => new Date(world.clock.now.getTime() - days * 86_400_000)

async function insertBooking({ user_id }: Driver, at: Date, status: string): Promise<string> {
  const id = newId(at.getTime())
  await world.db
    .insertInto('bookings')
    .values({
      id,
      booking_code: newCode(),
      user_id,
      park_id: park.id,
      pool_id: park.pool_id,
      vehicle_type_id: 1,
      tariff_id,
      plate: 'ABC 123',
      start_time: at,
      priced_from: at,
      end_time: new Date(at.getTime() + 3_600_000),
      status,
      payment_status: 'paid',
      refund_status: 'none',
      lines: '[]',
      total_minor: 0n,
      currency: 'CAD',
      cancellation: 'flexible',
      created_at: at,
    })
    .execute()
  return id
}
const insertReview = (driver: Driver, booking_id: string, rating: number, at: Date) =>
  world.db
    .insertInto('reviews')
    .values({
      id: newId(),
      park_id: park.id,
      user_id: driver.user_id,
      booking_id,
      rating,
      language: 'en',
      created_at: at,
    })
    .execute()

describe('coverage', () => {
  test('accepts a country by code or name and rejects unknown ones', async () => {
    const { parks, places } = await fetchFigures('CA')
    expect(parks).toBe(1)
    expect(places).toEqual({ airport: 0, city: 0, stadium: 0, station: 0 })
    expect((await fetchFigures('Nigeria')).parks).toBe(0)
    const refused = await world.call(getFigures, { query: { country: 'Atlantis' } })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'country'])
    const answer = await world.call(getFigures, { query: { country: 'CA' } })
    expect(answer.headers['cache-control']).toBe('public, max-age=600')
  })
})

describe('usage', () => {
  test('hides counts below the minimum', async () => {
    const few = await drivers(minCounts.active_users - 1)
    const booking_id = await insertBooking(few[0]!, daysAgo(1), 'completed')
    await insertReview(few[0]!, booking_id, 5, daysAgo(1))
    expect(await fetchFigures()).toMatchObject({ active_users: null, bookings: null, satisfaction_percent: null })
  })

  test('counts active users, paid bookings and satisfaction over their periods', async () => {
    const many = await drivers(110)
    // Two were last seen more than 30 days ago, one of whom has booked since. Users count once.
    const away = many.slice(0, 2).map(({ user_id }) => user_id)
    await world.db
      .updateTable('sessions')
      .set({ last_seen_at: daysAgo(31) })
      .where('user_id', 'in', away)
      .execute()
    const bookings: string[] = []
    for (let n = 0; n < 120; n += 1) bookings.push(await insertBooking(many[n % 80]!, daysAgo(29), 'completed'))
    await world.db.deleteFrom('bookings').where('user_id', '=', many[1]!.user_id).execute()
    await insertBooking(many[5]!, daysAgo(31), 'completed')
    await insertBooking(many[5]!, daysAgo(2), 'expired')
    await insertBooking(many[5]!, daysAgo(2), 'pending')
    const stored = await world.db
      .selectFrom('bookings')
      .select(['id', 'user_id'])
      .where('status', '=', 'completed')
      .execute()
    for (const [n, { id }] of stored.slice(0, 60).entries())
      await insertReview(many[3]!, id, n < 57 ? 4 + (n % 2) : 3, daysAgo(300))
    for (const { id } of stored.slice(60, 70)) await insertReview(many[3]!, id, 1, daysAgo(366))
    expect(await fetchFigures()).toMatchObject({ active_users: 100, bookings: 110, satisfaction_percent: 95 })
  })

  test('counts usage once an hour', async () => {
    expect((await fetchFigures()).active_users).toBeNull()
    await drivers(150)
    expect((await fetchFigures()).active_users).toBeNull()
    world.clock.advance(59)
    expect((await fetchFigures()).active_users).toBeNull()
    world.clock.advance(2)
    expect((await fetchFigures()).active_users).toBe(150)
  })
})
