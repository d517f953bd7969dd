import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#server/database/transact.ts'
import { constraintOf } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { newCentre } from '#test/inspection-kit.ts'
import { createWorld, type World } from '#test/world.ts'
import { bookAppointment, releaseAppointment } from './appointments.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 20 })
  world.clock.now = new Date('2026-11-23T07:30:00Z')
})
afterAll(() => world.close())

const starts_at = new Date('2026-11-23T09:00:00Z')
const book = (centre_id: string, request_id: string) =>
  transact(world.db, (tx) =>
    bookAppointment(tx, { request_id, state: 'LA', centre_id, starts_at }, world.clock.now),
  ).then(
    () => 'booked',
    (error: unknown) => constraintOf(error) ?? String(error),
  )
const used = async (centre_id: string) =>
  (
    await world.db
      .selectFrom('inspection_slots')
      .select(['used', 'cap'])
      .where('centre_id', '=', centre_id)
      .executeTakeFirstOrThrow()
  ).used

test('of twenty people for the last appointment one gets it', async () => {
  const centre = await newCentre(world, { capacity_per_hour: 3 })
  for (let count = 0; count < 2; count += 1) expect(await book(centre, newId())).toBe('booked')
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => book(centre, newId())))
  expect(outcomes.toSorted()).toEqual(['booked', ...Array.from({ length: 19 }, () => 'inspection_slots_not_full')])
  expect(await used(centre)).toBe(3)
})

test('of twenty people for the first and only appointment one gets it', async () => {
  const centre = await newCentre(world, { capacity_per_hour: 1 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => book(centre, newId())))
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(await used(centre)).toBe(1)
})

test('an appointment that is given back twice at once is given back once', async () => {
  const centre = await newCentre(world, { capacity_per_hour: 2 })
  const request_id = newId()
  for (const id of [request_id, newId()]) expect(await book(centre, id)).toBe('booked')
  await Promise.all(
    Array.from({ length: 10 }, () => transact(world.db, (tx) => releaseAppointment(tx, request_id, world.clock.now))),
  )
  expect(await used(centre)).toBe(1)
})
