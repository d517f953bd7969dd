import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRoles, disablePerson } from '#contract/accounts/desk/people.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('of two admins who demote or disable each other, one remains', async () => {
  for (let round = 0; round < 6; round += 1) {
    await world.db.deleteFrom('role_assignments').execute()
    const admins = [await world.buildDriver({ role: 'admin' }), await world.buildDriver({ role: 'admin' })] as const
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const remove = ([by, other]: readonly [(typeof admins)[0], (typeof admins)[0]]) =>
      round % 2 === 0
        ? world.call(assignRoles, { token: by.token, params: { id: other.user_id }, body: { assignments: [] } })
        : world.call(disablePerson, { token: by.token, params: { id: other.user_id }, body: { reason: 'a quarrel' } })
    const results = await Promise.all([remove([admins[0], admins[1]]), remove([admins[1], admins[0]])])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    // The other one is no admin any more when their turn comes, or would be the last.
    const refused = results.find(({ status }) => status !== 200)!
    expect(['last_admin', 'beyond_access', 'forbidden', 'unauthorized']).toContain(refused.problem.code)
  }
})
