import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportPersonalData } from '#contract/accounts/account.ts'
import * as contract from '#contract/favourites/favourites.ts'
import { listChosenParks } from '#contract/parks/chosen-parks.ts'
import { getParkRecord, mergePark } from '#contract/parks/desk/park-record.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let parks: TestPark[]
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  parks = [
    await world.buildPark({ name: 'One' }),
    await world.buildPark({ name: 'Two' }),
    await world.buildPark({ name: 'Three' }),
  ]
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver()
})

const add = (park_id: string, token = driver.token) => world.call(contract.addFavourite, { token, params: { park_id } })
const remove = (park_id: string, token = driver.token) =>
  world.call(contract.removeFavourite, { token, params: { park_id } })
const join = (park_ids: readonly string[], token = driver.token) =>
  world.call(contract.joinFavourites, { token, body: { park_ids } })
const list = async (token = driver.token) => (await world.call(contract.listFavourites, { token })).body.park_ids

test('are added once, listed newest first, removed, and each person’s own', async () => {
  const [first, second] = parks.map(({ id }) => id) as [string, string, string]
  for (const id of [first, second, first]) {
    expect((await add(id)).status).toBe(204)
    world.clock.advance(1)
  }
  expect(await list()).toEqual([second, first])
  expect(await list((await world.buildDriver()).token)).toEqual([])
  expect([(await remove(second)).status, (await remove(second)).status]).toEqual([204, 204])
  expect(await list()).toEqual([first])
  const exported = await world.call(exportPersonalData, { token: driver.token })
  expect(exported.body.held['favourite_parks']).toMatchObject([{ name: 'One' }])
})

test('of a device join those of the account in their order; unknown car parks are left out', async () => {
  const [first, second, three] = parks.map(({ id }) => id) as [string, string, string]
  await add(first)
  world.clock.advance(1)
  expect((await join([three, newId(), second, first, three])).body.park_ids).toEqual([three, second, first])
  expect((await join([])).body.park_ids).toEqual([three, second, first])
})

test('are 100 at most', async () => {
  const made = await Promise.all(Array.from({ length: 101 }, (_, n) => world.buildPark({ name: `Many ${n}` })))
  const ids = made.map(({ id }) => id)
  await Promise.all(ids.slice(0, 99).map((id) => add(id)))
  expect((await join(ids.slice(1).toReversed())).body.park_ids).toHaveLength(100)
  const left = ids.slice(99).find((id) => id !== ids[100])!
  const refused = await add(left)
  expect([refused.status, refused.problem.code]).toEqual([409, 'too_many_favourites'])
  expect(await list()).toHaveLength(100)
  // One that is there already is no further one.
  expect((await add(ids[0]!)).status).toBe(204)
})

test('are refused without a login, for no car park, and for what is no ID', async () => {
  expect([(await world.call(contract.listFavourites, {})).status, (await add(newId())).problem.code]).toEqual([
    401,
    'park_not_found',
  ])
  expect([(await add('x')).status, (await join(['x'])).status, (await join(Array(101).fill(newId()))).status]).toEqual([
    422, 422, 422,
  ])
})

test('follow a car park into the record that it was merged into', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const [gone, stays] = [
    await world.buildPark({ name: 'Gone', partner: null }),
    await world.buildPark({ name: 'Stays' }),
  ]
  for (const table of ['pools', 'tariffs'] as const)
    await world.db.deleteFrom(table).where('park_id', '=', gone.id).execute()
  const both = await world.buildDriver()
  for (const id of [gone.id, stays.id]) await add(id, both.token)
  await add(gone.id)
  const params = { id: gone.id }
  const { version, title } = (await world.call(getParkRecord, { token: staff.token, params })).body
  const body = { into: stays.park_code, confirm: title, version }
  expect((await world.call(mergePark, { token: staff.token, params, body })).status).toBe(200)
  expect([await list(), await list(both.token)]).toEqual([[stays.id], [stays.id]])
  // A device still has the old ID.
  const third = await world.buildDriver()
  expect((await join([gone.id], third.token)).body.park_ids).toEqual([stays.id])
  const chosen = await world.call(listChosenParks, { query: { ids: `${gone.id},${parks[0]!.id}` } })
  expect(chosen.body.items.map(({ name }) => name)).toEqual(['Stays', 'One'])
  expect((await remove(gone.id)).status).toBe(204)
  expect(await list()).toEqual([])
})

test('car parks are listed by their IDs, in their order, with the price of the window', async () => {
  const ids = [parks[1]!.id, newId(), parks[0]!.id]
  const times = { start_time: '2026-11-22T10:00:00Z', end_time: '2026-11-22T12:00:00Z' }
  const { body } = await world.call(listChosenParks, { query: { ids: ids.join(','), ...times } })
  expect(body.items.map(({ name, price }) => [name, price?.unit])).toEqual([
    ['Two', 'stay'],
    ['One', 'stay'],
  ])
  const refused = async (query: object) => (await world.call(listChosenParks, { query })).status
  expect([
    await refused({}),
    await refused({ ids: 'x' }),
    await refused({ ids: Array(101).fill(newId()).join(',') }),
  ]).toEqual([422, 422, 422])
})
