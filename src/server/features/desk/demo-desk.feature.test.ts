import { expect, onTestFinished, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import { demoRoles, openDemoDesk } from '#contract/accounts/desk/demo.ts'
import { getPerson } from '#contract/accounts/desk/people.ts'
import { branchList } from '#contract/branches/desk/branches.ts'
import { listGuardedParks } from '#contract/gate/guard-lists.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { buildBranch } from '#test/kits/shop-kit.ts'
import { createWorld } from '#test/kits/world.ts'

const createDemo = async (settings: Record<string, string>) => {
  const world = await createWorld({ settings })
  onTestFinished(() => world.close())
  return world
}

test('outside of production each role of the demo opens the desk, and sees what the role may', async () => {
  const world = await createDemo({ DEMO_DATA: 'on' })
  const park = await world.buildPark()
  for (const role of demoRoles) {
    const { status, body } = await world.call(openDemoDesk, { body: { role } })
    expect([status, body.user.role]).toEqual([200, role])
    // The same person is found again.
    const again = await world.call(openDemoDesk, { body: { role } })
    expect(again.body.user.email).toBe(body.user.email)
    expect((await world.call(getProfile, { token: body.access_token })).body.role).toBe(role)
  }
  const { body: partner } = await world.call(openDemoDesk, { body: { role: 'partner' } })
  const { body: parks } = await world.call(parkList.endpoint, { token: partner.access_token })
  expect(parks.items.map(({ id }) => id)).toEqual([park.id])
  // Whose people see their own words, and no others.
  expect(partner.user.operator).toEqual({ id: expect.any(String), name: parks.items[0]!.partner })
  for (const role of ['admin', 'branch_manager', 'guard'] as const)
    expect((await world.call(openDemoDesk, { body: { role } })).body.user.operator).toBeNull()
  expect((await world.call(openDemoDesk, { body: { role: 'customer' as never } })).status).toBe(422)
})

test('each role that is held at a place is held at one, so that its people see what is there and nothing else', async () => {
  const world = await createDemo({ DEMO_DATA: 'on' })
  const { token } = await world.buildDriver({ role: 'admin' })
  const [branch, elsewhere] = [await buildBranch(world, token), await buildBranch(world, token, { name: 'Elsewhere' })]
  for (let n = 0; n < 3; n += 1) await world.buildPark({ name: `Garage ${n}` })
  const open = async (role: (typeof demoRoles)[number]) => (await world.call(openDemoDesk, { body: { role } })).body
  for (const role of ['branch_manager', 'employee'] as const) {
    const { access_token } = await open(role)
    const { body } = await world.call(branchList.endpoint, { token: access_token })
    expect(body.items).toHaveLength(1)
    expect([branch.id, elsewhere.id]).toContain(body.items[0]!.id)
  }
  await open('guard')
  // Who opens it again guards the same car parks.
  const guard = await open('guard')
  const { body: parks } = await world.call(listGuardedParks, { token: guard.access_token })
  expect(parks.items).toHaveLength(2)
  const params = { id: guard.user.id }
  const { body: person } = await world.call(getPerson, { token, params })
  expect(person.assignments.map(({ place }) => place).toSorted()).toEqual(
    parks.items.map(({ name }) => name).toSorted(),
  )
  expect(person.assignments).toMatchObject([
    { role: 'Guard', scope: 'park' },
    { role: 'Guard', scope: 'park' },
  ])
})

test('in production, and without the demo’s data, the call does not exist', async () => {
  const world = await createDemo({ DEMO_DATA: 'off' })
  expect((await world.call(openDemoDesk, { body: { role: 'admin' } })).status).toBe(404)
  const { createApp } = await import('#server/app.ts')
  const config = { ...world.deps.config, production: true, demo: true }
  const app = await createApp({ ...world.deps, config })
  onTestFinished(() => app.close())
  const answer = await app.inject({ method: 'POST', url: openDemoDesk.path, payload: { role: 'admin' } })
  expect(answer.statusCode).toBe(404)
  expect(await world.db.selectFrom('users').select('id').where('email', 'like', 'admin.demo@%').execute()).toEqual([])
})
