import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, logIn } from '#contract/accounts/auth.ts'
import { assignRoles, disablePerson, enablePerson, getPerson, logOutPerson } from '#contract/accounts/desk/people.ts'
import { updateRole, createRole, deleteRole, getRole } from '#contract/accounts/desk/roles.ts'
import { leadList } from '#contract/leads/desk.ts'
import { addGuard } from '#contract/parks/desk/park-record.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'
import { transact } from '#server/database/transact.ts'
import { findOrCreatePartner, giveRole } from '#test/kits/desk/access-kit.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { assignRole } from './assignments.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = await newStaff('admin')
})
afterAll(() => world.close())

/** A person with a role who has just entered their password. */
async function newStaff(role: ShippedRole, partner?: string): Promise<Driver> {
  const person = await world.buildDriver({ role, ...(partner !== undefined && { partner }) })
  await world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', person.user_id)
    .execute()
  return person
}
const roleId = async (code: string) =>
  (await world.db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const make = (permissions: Permission[], by = admin, name = `Role ${crypto.randomUUID().slice(0, 8)}`) =>
  world.call(createRole, { token: by.token, body: { name, name_fr: name, permissions } })
const assign = async (by: Driver, person: Driver, roles: [code: string][]) => {
  const assignments = await Promise.all(
    roles.map(async ([code]) => ({ role_id: await roleId(code), scope: 'everywhere' as const, place_id: null })),
  )
  return world.call(assignRoles, { token: by.token, params: { id: person.user_id }, body: { assignments } })
}

describe('a role', () => {
  test('is made, changed and deleted, and takes effect on the next call', async () => {
    const made = await make(['leads.view'])
    expect(made.status).toBe(201)
    const { id, version, name } = made.body
    const person = await world.buildDriver()
    const leads = async () => (await world.call(leadList.endpoint, { token: person.token })).status
    expect(await leads()).toBe(403)
    const held = { assignments: [{ role_id: id, scope: 'everywhere', place_id: null }] }
    const params = { id: person.user_id }
    expect((await world.call(assignRoles, { token: admin.token, params, body: held })).status).toBe(200)
    expect(await leads()).toBe(200)
    expect((await world.call(getProfile, { token: person.token })).body.permissions).toEqual(['leads.view'])
    const body = { name, name_fr: name, permissions: ['parks.view'] as Permission[], version }
    const changed = await world.call(updateRole, { token: admin.token, params: { id }, body })
    expect(changed.body).toMatchObject({ permissions: ['parks.view'], version: version + 1, holders: 1 })
    expect(await leads()).toBe(403)
    const remove = (query: object) => world.call(deleteRole, { token: admin.token, params: { id }, query })
    const used = await remove({ version: version + 1 })
    expect([outcomeOf(used), used.problem['count']]).toEqual(['409 in_use', 1])
    await world.call(assignRoles, { token: admin.token, params, body: { assignments: [] } })
    expect(outcomeOf(await remove({ version: version + 1 }))).toBe(204)
    expect(outcomeOf(await world.call(getRole, { token: admin.token, params: { id } }))).toBe('404 not_found')
  })

  test('of two people who save it, the second is told who changed it', async () => {
    const { id, version, name } = (await make(['leads.view'])).body
    const other = await newStaff('admin')
    world.clock.advance(1)
    const save = (by: Driver, permissions: Permission[]) =>
      world.call(updateRole, { token: by.token, params: { id }, body: { name, name_fr: name, permissions, version } })
    expect((await save(other, ['leads.view', 'money.view'])).status).toBe(200)
    const refused = await save(admin, ['parks.view'])
    expect(outcomeOf(refused)).toBe('409 changed_meanwhile')
    expect(refused.problem).toMatchObject({ who: 'Ada', at: world.clock.now.toISOString() })
  })

  test.each([
    ['has no permission', [], '422 validation_failed'],
    ['has an unknown one', ['parks.fly'], '422 validation_failed'],
  ])('is refused when it %s', async (_why, permissions, outcome) => {
    expect(outcomeOf(await make(permissions as Permission[]))).toBe(outcome)
  })

  test('has a name of its own, in any case', async () => {
    const { name } = (await make(['leads.view'])).body
    expect(outcomeOf(await make(['leads.view'], admin, name.toUpperCase()))).toBe('409 role_exists')
  })

  test('that is fixed or ships stays', async () => {
    for (const code of ['admin', 'customer'] as const) {
      const id = await roleId(code)
      const body = { name: 'King', name_fr: 'Roi', permissions: ['leads.view'] as Permission[], version: 1 }
      expect(outcomeOf(await world.call(updateRole, { token: admin.token, params: { id }, body }))).toBe(
        '409 role_fixed',
      )
    }
    const id = await roleId('pos_operator')
    const { version } = (await world.call(getRole, { token: admin.token, params: { id } })).body
    expect(outcomeOf(await world.call(deleteRole, { token: admin.token, params: { id }, query: { version } }))).toBe(
      '409 role_fixed',
    )
  })
})

describe('nobody', () => {
  test('gives or takes rights that they do not have, nor changes somebody who may do more', async () => {
    const manager = await newStaff('administrator')
    const person = await world.buildDriver()
    expect(outcomeOf(await assign(manager, person, [['staff']]))).toBe(200)
    expect(outcomeOf(await assign(manager, person, [['admin']]))).toBe('403 beyond_access')
    expect(outcomeOf(await assign(manager, admin, []))).toBe('403 beyond_access')
    expect(outcomeOf(await make(['roles.update'], manager))).toBe('403 forbidden')
    const employee = await newStaff('employee')
    expect(outcomeOf(await assign(employee, person, []))).toBe('403 forbidden')
    // Who may change roles cannot add rights to one that they lack themselves.
    const roleMaker = (await make(['roles.view', 'roles.create', 'roles.update', 'employees.view', 'employees.update']))
      .body
    const maker = await newStaff('customer')
    await world.call(assignRoles, {
      token: admin.token,
      params: { id: maker.user_id },
      body: { assignments: [{ role_id: roleMaker.id, scope: 'everywhere', place_id: null }] },
    })
    expect(outcomeOf(await make(['employees.view'], maker))).toBe(201)
    expect(outcomeOf(await make(['customers.view'], maker))).toBe('403 beyond_access')
    expect(outcomeOf(await assign(maker, person, []))).toBe('403 beyond_access')
    const own = { name: 'Mine', name_fr: 'Le mien', permissions: ['roles.update' as const], version: roleMaker.version }
    const params = { id: roleMaker.id }
    expect(outcomeOf(await world.call(updateRole, { token: maker.token, params, body: own }))).toBe('403 own_access')
  })

  test('makes guards who may not check passes there themselves', async () => {
    const park = await world.buildPark({ partner: 'Northline' })
    const { id: role_id } = (await make(['guards.view', 'guards.update'])).body
    const manager = await world.buildDriver()
    const partner_id = await findOrCreatePartner(world.db, 'CA', 'Northline')
    await transact(world.db, (tx) =>
      assignRole(tx, { user_id: manager.user_id, role_id, scope: 'partner', partner_id }, world.clock.now),
    )
    const { email } = await world.buildDriver()
    const added = await world.call(addGuard, { token: manager.token, params: { id: park.id }, body: { email } })
    expect(outcomeOf(added)).toBe('403 beyond_access')
  })

  test('of a country changes its guards more than once, unless they also work in another', async () => {
    const manager = await newStaff('customer')
    await giveRole(world.db, { user_id: manager.user_id, role: 'administrator', country_code: 'CA' })
    const [first, second] = [await world.buildPark(), await world.buildPark()]
    const guard = await world.buildDriver()
    const role_id = await roleId('guard')
    const work = (...parks: { id: string }[]) =>
      world.call(assignRoles, {
        token: manager.token,
        params: { id: guard.user_id },
        body: { assignments: parks.map(({ id }) => ({ role_id, scope: 'park' as const, place_id: id })) },
      })
    expect(outcomeOf(await work(first))).toBe(200)
    expect(outcomeOf(await work(first, second))).toBe(200)
    const abroad = await world.buildPark({ country_code: 'NG', lat: 6.5, lng: 3.4 })
    await giveRole(world.db, { user_id: guard.user_id, role: 'guard', park_id: abroad.id })
    expect(outcomeOf(await work(second))).toBe('403 beyond_access')
  })

  test('changes their own roles or status', async () => {
    expect(outcomeOf(await assign(admin, admin, [['admin']]))).toBe('403 own_access')
    const params = { id: admin.user_id }
    expect(
      outcomeOf(await world.call(disablePerson, { token: admin.token, params, body: { reason: 'holiday' } })),
    ).toBe('403 own_access')
  })

  test('gives roles that do not exist, or for partners that do not', async () => {
    const person = await world.buildDriver()
    const send = (role_id: string, place_id: string | null) =>
      world.call(assignRoles, {
        token: admin.token,
        params: { id: person.user_id },
        body: { assignments: [{ role_id, scope: place_id === null ? 'everywhere' : 'partner', place_id }] },
      })
    const missing = crypto.randomUUID()
    expect(outcomeOf(await send(missing, null))).toBe('422 validation_failed')
    expect(outcomeOf(await send(await roleId('partner'), missing))).toBe('422 validation_failed')
    const partner_id = await findOrCreatePartner(world.db, 'CA', 'Northline')
    expect(outcomeOf(await send(await roleId('admin'), partner_id))).toBe('422 validation_failed')
    expect(outcomeOf(await send(await roleId('partner'), partner_id))).toBe(200)
  })

  test('changes roles without having entered their password lately', async () => {
    const hasty = await world.buildDriver({ role: 'admin' })
    expect(outcomeOf(await make(['leads.view'], hasty))).toBe('403 reauth_required')
    expect(outcomeOf(await assign(hasty, await world.buildDriver(), [['staff']]))).toBe('403 reauth_required')
  })
})

describe('a disabled account', () => {
  test('is logged out, cannot log in, and can be enabled again', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const { id } = (await world.call(getProfile, { token })).body
    const [params, credentials] = [{ id }, { identifier: email, password: goodPassword }]
    expect((await world.call(logOutPerson, { token: admin.token, params })).status).toBe(200)
    expect((await world.call(getProfile, { token })).status).toBe(401)
    const reason = 'Sold spaces that were not theirs'
    const disabled = await world.call(disablePerson, { token: admin.token, params, body: { reason } })
    expect(disabled.body).toMatchObject({ disabled_reason: reason, disabled_at: world.clock.now.toISOString() })
    const refused = await world.call(logIn, { body: credentials })
    expect([outcomeOf(refused), refused.problem.message]).toEqual([
      '403 account_disabled',
      'This account has been disabled. Please contact support.',
    ])
    expect((await world.call(enablePerson, { token: admin.token, params })).body.disabled_at).toBeNull()
    expect((await world.call(logIn, { body: credentials })).status).toBe(200)
    expect((await world.call(getPerson, { token: admin.token, params })).body).toMatchObject({
      email,
      can_change: true,
    })
  })
})
