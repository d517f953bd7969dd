import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/documents/desk/inspection-centres.ts'
import { transact } from '#server/database/transact.ts'
import { buildBareRequest } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { bookAppointment, findFreeAppointments } from './appointments.ts'
import { startOfDay } from './times.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'administrator' })).token
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = new Date('2026-11-23T06:00:00Z')
})

const facts = {
  name: 'Ojodu',
  state: 'LA' as const,
  city: 'Ojodu',
  address: '1 Ogunnusi Road',
  phone: null,
  opening_hours: 'Mo-Fr 08:00-10:00',
  capacity_per_hour: 2,
}
const create = (changes: object = {}) =>
  world.call(contract.createInspectionCentre, { token, body: { ...facts, ...changes } })
const days = { starts_on: '2026-11-24', ends_on: '2026-11-25', reason: 'Public holiday', reason_fr: 'Jour férié' }
const free = async (day: string, next: string) =>
  (
    await findFreeAppointments(
      world.db,
      { state: 'LA', from: startOfDay(day), until: startOfDay(next) },
      world.clock.now,
    )
  ).flatMap(({ times }) => times).length

test('a centre offers appointments once it is active, outside its closures', async () => {
  const { body: centre } = await create()
  expect(centre).toMatchObject({
    status: 'inactive',
    booked: 0,
    actions: ['update', 'activate', 'add_closure', 'remove'],
  })
  expect(await free('2026-11-23', '2026-11-26')).toBe(0)
  const params = { id: centre.id }
  await world.call(contract.activateInspectionCentre, { token, params })
  expect(await free('2026-11-23', '2026-11-26')).toBe(6)
  const closed = await world.call(contract.createInspectionClosure, { token, params, body: days })
  expect(closed.status).toBe(200)
  expect(await free('2026-11-23', '2026-11-26')).toBe(2)
  const { body: listed } = await world.call(contract.inspectionClosureList.endpoint, {
    token,
    query: { centre: centre.id },
  })
  expect(listed.items).toMatchObject([{ centre: 'Ojodu', starts_on: '2026-11-24', booked: 0 }])
  const closure = { token, params: { id: listed.items[0]!.id } }
  const { body: changed } = await world.call(contract.updateInspectionClosure, {
    ...closure,
    body: { ...days, ends_on: '2026-11-24', version: 1 },
  })
  expect(changed).toMatchObject({ ends_on: '2026-11-24', version: 2 })
  expect(await free('2026-11-23', '2026-11-26')).toBe(4)
  const remove = (version: number) => world.call(contract.deleteInspectionClosure, { ...closure, query: { version } })
  expect(outcomeOf(await remove(1))).toBe('409 changed_meanwhile')
  expect((await remove(2)).status).toBe(204)
})

test('a centre with appointments is not deleted, and keeps them when it closes or is changed', async () => {
  // Lists compare with the time of the database.
  world.clock.now = new Date()
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const starts_at = new Date(`${day}T08:00:00.000Z`)
  const { body: centre } = await create({ name: 'Epe', city: 'Epe', opening_hours: 'Mo-Su 08:00-10:00' })
  const params = { id: centre.id }
  await world.call(contract.activateInspectionCentre, { token, params })
  const booking = {
    request_id: await buildBareRequest(world, await world.buildDriver()),
    state: 'LA',
    centre_id: centre.id,
  } as const
  await transact(world.db, (tx) => bookAppointment(tx, { ...booking, starts_at }, world.clock.now))
  const { body: off } = await world.call(contract.deactivateInspectionCentre, { token, params })
  expect(off).toMatchObject({ booked: 1, actions: ['update', 'activate', 'add_closure'] })
  const query = { version: off.version }
  expect(outcomeOf(await world.call(contract.deleteInspectionCentre, { token, params, query }))).toBe('409 in_use')
  await world.call(contract.createInspectionClosure, {
    token,
    params,
    body: { ...days, starts_on: day, ends_on: day },
  })
  const { body: closures } = await world.call(contract.inspectionClosureList.endpoint, {
    token,
    query: { centre: 'epe' },
  })
  expect(closures.items[0]!.booked).toBe(1)
  const { body: slots } = await world.call(contract.appointmentList.endpoint, { token, query: { centre: centre.id } })
  expect(slots.items).toMatchObject([{ centre: 'Epe', used: 1, capacity: 2, starts_at: starts_at.toISOString() }])
})

test.each([
  [{ opening_hours: 'when we like' }, 'opening_hours'],
  [{ opening_hours: 'Fr 18:00-02:00; Sa 10:00-20:00' }, 'opening_hours'],
  [{ capacity_per_hour: 0 }, 'capacity_per_hour'],
  [{ capacity_per_hour: 201 }, 'capacity_per_hour'],
  [{ state: 'ON2' }, 'state'],
  [{ name: '' }, 'name'],
])('a centre with %o is refused', async (changes, field) => {
  expect(outcomeOf(await create(changes))).toBe(`422 validation_failed ${field}`)
})

test('days in the wrong order and old versions are refused', async () => {
  const { body: centre } = await create({ name: 'Badagry' })
  const params = { id: centre.id }
  const body = { ...days, ends_on: '2026-11-23' }
  expect(outcomeOf(await world.call(contract.createInspectionClosure, { token, params, body }))).toBe(
    '422 validation_failed ends_on',
  )
  const update = (version: number) =>
    world.call(contract.updateInspectionCentre, { token, params, body: { ...facts, name: 'Badagry', version } })
  expect((await update(1)).body.version).toBe(2)
  expect(outcomeOf(await update(1))).toBe('409 changed_meanwhile')
  expect((await world.call(contract.deleteInspectionCentre, { token, params, query: { version: 2 } })).status).toBe(204)
})

test('staff keeps centres, and deletes none', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const { body: centre } = await world.call(contract.createInspectionCentre, { token: staff.token, body: facts })
  const input = { token: staff.token, params: { id: centre.id }, query: { version: 1 } }
  expect((await world.call(contract.deleteInspectionCentre, input)).status).toBe(403)
})
