import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { createInvitation, listInvitable } from '#contract/accounts/desk/invitations.ts'
import { assignRoles, employeeList, getPerson } from '#contract/accounts/desk/people.ts'
import { getInvitation, registerWithInvitation } from '#contract/accounts/invitations.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { listGuardedParks } from '#contract/gate/guard-lists.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { payeeList, proposePayout } from '#contract/payouts/desk/payees.ts'
import { parkingReport } from '#contract/reports/desk/parking.ts'
import { settlementsReport } from '#contract/reports/desk/settlements.ts'
import { isOperatorRole, listGrants, shippedRoles, type ShippedRole } from '#contract/shipped-roles.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { findPayee } from '#test/kits/desk/payouts-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let owner: Driver
let partner_id: string
beforeAll(async () => {
  world = await createWorld()
  await world.buildPark({ name: 'Own garage', partner: 'City Parking' })
  await world.buildPark({ name: 'Other garage', partner: 'Others' })
  owner = await world.buildDriver({ role: 'partner', partner: 'City Parking' })
  partner_id = await findOrCreatePartner(world.db, 'CA', 'City Parking')
})
afterAll(() => world.close())

const confirm = () => world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
const roleId = async (code: ShippedRole) =>
  (await world.db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

const offer = async (by: Driver, email: string, code: ShippedRole, place_id: string | null = partner_id) => {
  await confirm()
  return world.call(createInvitation, {
    token: by.token,
    body: { email, language: 'en', role_id: await roleId(code), scope: 'partner', place_id },
  })
}

/** Somebody who joined by an invitation, and the page that it led to. */
async function join(by: Driver, code: ShippedRole): Promise<{ token: string; user_id: string; page: string }> {
  const email = `${code}-${crypto.randomUUID()}@test.example`
  expect((await offer(by, email, code)).status).toBe(201)
  const { text } = await world.db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const token = /invitation\/([\w-]+)/.exec(text)![1]!
  const { body } = await world.call(getInvitation, { params: { token } })
  const joined = await world.call(registerWithInvitation, {
    params: { token },
    body: { first_name: 'Ada', last_name: 'Obi', password: 'a lamp above the barrier', accept_terms: true },
  })
  expect(joined.status, JSON.stringify(joined.problem)).toBe(201)
  const { access_token, user, start } = joined.body
  expect(start).toEqual(body.start)
  return { token: access_token, user_id: user.id, page: start.page }
}

test('an operator’s people see and do what their role is for, at their car parks alone', async () => {
  const [manager, accountant, attendant] = [
    await join(owner, 'partner_manager'),
    await join(owner, 'partner_accountant'),
    await join(owner, 'partner_attendant'),
  ]
  expect([manager.page, accountant.page, attendant.page]).toEqual(['desk', 'desk', 'guard'])
  const month = { start_from: '2026-11-01', start_to: '2026-12-31' }
  const see = async ({ token }: { token: string }) => ({
    parks: (await world.call(parkList.endpoint, { token })).status,
    bookings: (await world.call(bookingList.endpoint, { token })).status,
    payees: (await world.call(payeeList.endpoint, { token })).status,
    settlements: (await world.call(settlementsReport.endpoint, { token })).status,
    parking: (await world.call(parkingReport.endpoint, { token, query: month })).status,
    people: (await world.call(employeeList.endpoint, { token })).status,
    gate: (await world.call(listGuardedParks, { token })).status,
  })
  expect(await see(manager)).toEqual({
    parks: 200,
    bookings: 200,
    payees: 403,
    settlements: 403,
    parking: 200,
    people: 200,
    gate: 200,
  })
  expect(await see(accountant)).toEqual({
    parks: 200,
    bookings: 200,
    payees: 200,
    settlements: 200,
    parking: 200,
    people: 403,
    gate: 403,
  })
  expect(await see(attendant)).toEqual({
    parks: 200,
    bookings: 200,
    payees: 403,
    settlements: 403,
    parking: 403,
    people: 403,
    gate: 200,
  })
  for (const { token } of [manager, accountant, attendant]) {
    const { items } = (await world.call(parkList.endpoint, { token })).body
    expect(items.map(({ name }) => name)).toEqual(['Own garage'])
  }
  // Money leaves by the owner alone.
  const { id } = await findPayee(world, partner_id)
  for (const { token } of [manager, accountant, attendant])
    expect(outcomeOf(await world.call(proposePayout, { token, params: { id } }))).toBe('403 forbidden')
})

test('an owner sees their people and takes a role away; a manager gives what they have themselves', async () => {
  const manager = await join(owner, 'partner_manager')
  const attendant = await join(owner, 'partner_attendant')
  await confirm()
  const { items } = (await world.call(employeeList.endpoint, { token: owner.token, query: { size: 50 } })).body
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([manager.user_id, attendant.user_id]))
  const by = { user_id: manager.user_id, token: manager.token, email: '' }
  const offered = (await world.call(listInvitable, { token: manager.token })).body.roles.map(({ name }) => name)
  expect(offered).toContain('Parking Attendant')
  expect(offered).not.toContain('Partner Accountant')
  expect(outcomeOf(await offer(by, 'accountant@test.example', 'partner_accountant'))).toBe('403 beyond_access')
  // Whoever may do more is not changed by whoever may do less.
  const change = async (token: string, id: string) =>
    outcomeOf(await world.call(assignRoles, { token, params: { id }, body: { assignments: [] } }))
  expect(await change(manager.token, owner.user_id)).toBe('403 beyond_access')
  expect(await change(owner.token, attendant.user_id)).toBe(200)
  expect(outcomeOf(await world.call(getPerson, { token: owner.token, params: { id: attendant.user_id } }))).toBe(
    '404 not_found',
  )
  expect((await world.call(bookingList.endpoint, { token: attendant.token })).status).toBe(403)
  const log = (await world.call(auditList.endpoint, { token: owner.token })).body
  expect(log.items).toContainEqual(expect.objectContaining({ action: 'assignRoles' }))
})

test('the roles of an operator are held for one alone, and are within what its owner may do', async () => {
  const role_id = await roleId('partner_manager')
  await confirm()
  const everywhere = await world.call(createInvitation, {
    token: owner.token,
    body: { email: 'new@test.example', language: 'en', role_id, scope: 'everywhere', place_id: null },
  })
  expect(outcomeOf(everywhere)).toMatch(/^422/)
  const others = await findOrCreatePartner(world.db, 'CA', 'Others')
  expect(outcomeOf(await offer(owner, 'new@test.example', 'partner_manager', others))).toBe('403 beyond_access')
  const ofOwner = new Set(listGrants(shippedRoles.find(({ code }) => code === 'partner')!))
  for (const role of shippedRoles.filter(({ code }) => isOperatorRole(code)))
    expect(listGrants(role).filter((permission) => !ofOwner.has(permission))).toEqual([])
})
