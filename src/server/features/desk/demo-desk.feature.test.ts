import { expect, onTestFinished, test } from 'vitest'
import { getProfile } from '#contract/auth.ts'
import { demoRoles, openDemoDesk } from '#contract/desk/demo.ts'
import { parkList } from '#contract/desk/parks.ts'
import { createWorld } from '#test/world.ts'

const createDemo = async (settings: Record<string, string>) => {
  const world = await createWorld({ settings })
  onTestFinished(() => world.close())
  return world
}

test('outside of production each role of the demo opens the desk, and sees what the role may', async () => {
  const world = await createDemo({ DEMO_DATA: 'on' })
  const park = await world.newPark()
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
  expect((await world.call(openDemoDesk, { body: { role: 'customer' as never } })).status).toBe(422)
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
