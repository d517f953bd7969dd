import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { constraintOf } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { AppError } from '#server/http/errors.ts'
import { buildBareRequest, buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import {
  bookAppointment,
  endAppointment,
  findAppointments,
  findFreeAppointments,
  releaseAppointment,
} from './appointments.ts'
import { startOfDay } from './times.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-23T07:30:00Z')
  for (const table of ['inspection_appointments', 'inspection_slots', 'inspection_centres'] as const)
    await world.db.deleteFrom(table).execute()
})

const free = async (day: string, next: string, state: 'LA' | 'KN' = 'LA') =>
  (
    await findFreeAppointments(world.db, { state, from: startOfDay(day), until: startOfDay(next) }, world.clock.now)
  ).map(({ centre, times }) => [
    centre.name,
    ...times.map((time) => `${time.starts_at.toISOString().slice(5, 16)} ${time.free}`),
  ])
const book = (centre_id: string, starts_at: string, request_id?: string, state: 'LA' | 'KN' = 'LA') =>
  transact(world.db, async (tx) =>
    bookAppointment(
      tx,
      {
        request_id: request_id ?? (await buildBareRequest(world, driver)),
        state,
        centre_id,
        starts_at: new Date(starts_at),
      },
      world.clock.now,
    ),
  ).then(
    () => 'booked',
    (error: unknown) => (error instanceof AppError ? error.code : (constraintOf(error) ?? String(error))),
  )

test('lists what is left at the centres of the state, from now on', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 2 })
  await buildCentre(world, { state: 'KN', name: 'Kano' })
  await buildCentre(world, { name: 'Not open yet', status: 'inactive' })
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('booked')
  expect(await free('2026-11-23', '2026-11-24')).toEqual([
    ['Ikeja', '11-23T08:00 2', '11-23T09:00 1', '11-23T10:00 2', '11-23T11:00 2'],
  ])
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('booked')
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('inspection_slots_not_full')
  expect((await free('2026-11-23', '2026-11-24'))[0]).not.toContain('11-23T09:00 1')
  // Nothing beyond the 60th day.
  expect(await free('2027-01-22', '2027-01-23')).toMatchObject([
    ['Ikeja', '01-22T07:00 2', '01-22T08:00 2', {}, {}, {}],
  ])
  expect(await free('2027-01-25', '2027-01-26')).toEqual([['Ikeja']])
})

test.each([
  ['2026-11-23T07:00:00Z', 'is over'],
  ['2026-11-23T08:30:00Z', 'is not on the hour'],
  ['2026-11-23T12:00:00Z', 'is after hours'],
  ['2026-11-24T09:00:00Z', 'is on a day on which it is closed'],
  ['2027-01-25T09:00:00Z', 'is more than 60 days ahead'],
])('refuses %s, which %s', async (starts_at) => {
  const centre = await buildCentre(world)
  await world.db
    .insertInto('inspection_closures')
    .values({
      id: newId(),
      centre_id: centre,
      starts_on: '2026-11-24',
      ends_on: '2026-11-24',
      reason: 'a',
      reason_fr: 'b',
    })
    .execute()
  expect(await book(centre, starts_at)).toBe('appointment_gone')
})

test('refuses a centre of another state, and one that is inactive', async () => {
  expect(await book(await buildCentre(world, { state: 'KN' }), '2026-11-23T09:00:00Z')).toBe('appointment_gone')
  expect(await book(await buildCentre(world, { status: 'inactive' }), '2026-11-23T09:00:00Z')).toBe('appointment_gone')
  expect(await book(newId(), '2026-11-23T09:00:00Z')).toBe('appointment_gone')
})

test('an appointment that is given back can be booked again, and is given back once', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 1 })
  const request_id = await buildBareRequest(world, driver)
  expect(await book(centre, '2026-11-23T09:00:00Z', request_id)).toBe('booked')
  expect(await book(centre, '2026-11-23T10:00:00Z', request_id)).toBe('inspection_appointments_booked')
  for (let time = 0; time < 2; time += 1)
    await transact(world.db, (tx) => releaseAppointment(tx, request_id, world.clock.now))
  expect(await book(centre, '2026-11-23T09:00:00Z', request_id)).toBe('booked')
  await transact(world.db, (tx) => endAppointment(tx, request_id, 'failed', world.clock.now))
  // What was inspected stays taken.
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('inspection_slots_not_full')
  expect(await book(centre, '2026-11-24T09:00:00Z', request_id)).toBe('booked')
  expect((await findAppointments(world.db, request_id)).map(({ status }) => status)).toEqual([
    'booked',
    'failed',
    'released',
  ])
})

test('a lowered capacity holds from the next booking on', async () => {
  const centre = await buildCentre(world, { capacity_per_hour: 3 })
  for (let count = 0; count < 2; count += 1) expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('booked')
  await world.db.updateTable('inspection_centres').set({ capacity_per_hour: 1 }).where('id', '=', centre).execute()
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('inspection_slots_not_full')
  await world.db.updateTable('inspection_centres').set({ capacity_per_hour: 4 }).where('id', '=', centre).execute()
  expect(await book(centre, '2026-11-23T09:00:00Z')).toBe('booked')
})
