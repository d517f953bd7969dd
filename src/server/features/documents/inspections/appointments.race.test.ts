import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintOf } from '#server/database/errors.ts'
import { transact } from '#server/database/transact.ts'
import { buildBareRequest, buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { bookAppointment, releaseAppointment } from './appointments.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 20 })
  driver = await world.buildDriver()
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
const newRequest = () => buildBareRequest(world, driver)
/** Twenty requests book the same hour at one time. */
async function race(centre_id: string): Promise<string[]> {
  const requests: string[] = []
  for (let count = 0; count < 20; count += 1) requests.push(await newRequest())
  return Promise.all(requests.map((request_id) => book(centre_id, request_id)))
}
const used = async (centre_id: string) =>
  (
    await world.db
      .selectFrom('inspection_slots')
      .select(['used', 'cap'])
      .where('centre_id', '=', centre_id)
      .executeTakeFirstOrThrow()
  ).used

test('of twenty people for the last appointment one gets it', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 3 })
  for (let count = 0; count < 2; count += 1) expect(await book(centre, await newRequest())).toBe('booked')
  const outcomes = await race(centre)
  expect(outcomes.toSorted()).toEqual(['booked', ...Array.from({ length: 19 }, () => 'inspection_slots_not_full')])
  expect(await used(centre)).toBe(3)
})

test('of twenty people for the first and only appointment one gets it', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 1 })
  const outcomes = await race(centre)
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(await used(centre)).toBe(1)
})

test('an appointment that is given back twice at once is given back once', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 2 })
  const request_id = await newRequest()
  for (const id of [request_id, await newRequest()]) expect(await book(centre, id)).toBe('booked')
  await Promise.all(
    Array.from({ length: 10 }, () => transact(world.db, (tx) => releaseAppointment(tx, request_id, world.clock.now))),
  )
  expect(await used(centre)).toBe(1)
})
