import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteView, listViews, mostViews, saveView, shareView } from '#contract/lists/views.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const save = ({ token }: Driver, name: string, query = 'state=active&sort=-start_time') =>
  world.call(saveView, { token, body: { list: 'bookings', name, query } })
const namesFor = async ({ token }: Driver) =>
  (await world.call(listViews, { token, query: { list: 'bookings' } })).body.items.map(({ name }) => name)
const roleId = async (code: string) =>
  (await world.db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

test('a view is its owner’s alone until it is shared with a role, and only its owner can take it back', async () => {
  const [owner, colleague, employee] = [
    await world.buildDriver({ role: 'administrator' }),
    await world.buildDriver({ role: 'administrator' }),
    await world.buildDriver({ role: 'employee' }),
  ]
  const [view] = (await save(owner, 'Arrivals')).body.items
  const params = { id: view!.id }
  expect(view).toMatchObject({ name: 'Arrivals', query: 'state=active&sort=-start_time', role: null, is_own: true })
  expect(await namesFor(colleague)).toEqual([])
  const share = (by: Driver, role_id: string | null) =>
    world.call(shareView, { token: by.token, params, body: { role_id } })
  expect((await share(colleague, await roleId('administrator'))).status).toBe(404)
  await share(owner, await roleId('administrator'))
  expect(await namesFor(colleague)).toEqual(['Arrivals'])
  expect(await namesFor(employee)).toEqual([])
  expect((await world.call(deleteView, { token: colleague.token, params })).status).toBe(404)
  expect((await share(owner, await roleId('customer'))).problem.errors?.[0]?.field).toBe('role_id')
  await share(owner, null)
  expect(await namesFor(colleague)).toEqual([])
  expect((await world.call(deleteView, { token: owner.token, params })).status).toBe(204)
  expect(await namesFor(owner)).toEqual([])
})

test('sharing needs its own permission', async () => {
  const employee = await world.buildDriver({ role: 'employee' })
  const [view] = (await save(employee, 'Mine')).body.items
  const call = { token: employee.token, params: { id: view!.id }, body: { role_id: await roleId('employee') } }
  expect((await world.call(shareView, call)).status).toBe(403)
})

test('at most 30, also when they are saved at once', async () => {
  const owner = await world.buildDriver({ role: 'employee' })
  const answers = await Promise.all(Array.from({ length: mostViews + 3 }, (_view, n) => save(owner, `View ${n}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(mostViews)
  expect(answers.filter(({ problem }) => problem?.code === 'too_many_views')).toHaveLength(3)
})

test('wrong names and queries are refused by name', async () => {
  const { token } = await world.buildDriver({ role: 'employee' })
  const fieldOf = async (body: object) =>
    (await world.call(saveView, { token, body: body as never })).problem.errors?.[0]?.field
  expect(await fieldOf({ list: 'bookings', name: ' ', query: '' })).toBe('name')
  expect(await fieldOf({ list: '../bookings', name: 'A', query: '' })).toBe('list')
  expect(await fieldOf({ list: 'bookings', name: 'A', query: 'x'.repeat(2_001) })).toBe('query')
})
