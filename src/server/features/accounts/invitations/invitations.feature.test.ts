import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, logIn } from '#contract/accounts/auth.ts'
import {
  createInvitation,
  getDeskInvitation,
  invitationList,
  listInvitable,
  resendInvitation,
  withdrawInvitation,
} from '#contract/accounts/desk/invitations.ts'
import { disablePerson } from '#contract/accounts/desk/people.ts'
import { acceptInvitation, getInvitation, registerWithInvitation } from '#contract/accounts/invitations.ts'
import type { ScopeType } from '#contract/permissions.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let branch: { id: string }
let otherBranch: { id: string }
let park: TestPark
let otherPark: TestPark
beforeAll(async () => {
  world = await createWorld()
  admin = await confirm(await world.buildDriver({ role: 'admin' }))
  branch = await buildBranch(world, admin.token, { country_code: 'CA', name: 'Front Street' })
  otherBranch = await buildBranch(world, admin.token, { country_code: 'CA', name: 'King Street' })
  park = await world.buildPark({ partner: 'Gates' })
  otherPark = await world.buildPark({ partner: 'Others' })
})
afterAll(() => world.close())

/** The person has just entered their password. */
async function confirm(person: Driver): Promise<Driver> {
  const { user_id } = person
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()
  return person
}
async function newManager(branch_id: string): Promise<Driver> {
  const person = await world.buildDriver()
  await giveRole(world.db, { user_id: person.user_id, role: 'branch_manager', branch_id })
  return confirm(person)
}
const roleId = async (code: string) =>
  (await world.db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const newAddress = () => `invited-${crypto.randomUUID()}@test.example`

type Offer = [role: ShippedRole, scope: ScopeType, place_id: string | null]
const invite = async (by: Driver, email: string, [role, scope, place_id]: Offer) =>
  world.call(createInvitation, {
    token: by.token,
    body: { email, language: 'en', role_id: await roleId(role), scope, place_id },
  })
/** The token of the newest link to an address. */
async function tokenFor(email: string): Promise<string> {
  const { text } = await world.db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/invitation\/([\w-]+)/.exec(text)![1]!
}
const details = { first_name: 'Ama', last_name: 'Diop', password: 'a lamp above the barrier', accept_terms: true }
const open = (token: string) => world.call(getInvitation, { params: { token } })
const register = (token: string) => world.call(registerWithInvitation, { params: { token }, body: details })
const accept = (token: string, by: Driver) => world.call(acceptInvitation, { params: { token }, token: by.token })
const rolesOf = async (email: string) =>
  world.db
    .selectFrom('role_assignments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('roles as r', 'r.id', 'a.role_id')
    .select(['r.code', 'a.scope', 'a.branch_id'])
    .where('u.email', '=', email)
    .execute()

test('somebody without an account sets a password, and has the role once', async () => {
  const email = newAddress()
  const sent = await invite(admin, email, ['employee', 'branch', branch.id])
  expect([sent.status, sent.body.state, sent.body.place]).toEqual([201, 'waiting', 'Front Street'])
  const token = await tokenFor(email)
  const stored = await world.db.selectFrom('invitations').selectAll().where('email', '=', email).execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const start = { page: 'desk', branch_id: branch.id }
  expect((await open(token)).body).toMatchObject({ state: 'waiting', email, has_account: false, start })
  expect(await rolesOf(email)).toEqual([])
  const registered = await register(token)
  expect([registered.status, registered.body.start]).toEqual([201, start])
  const profile = await world.call(getProfile, { token: registered.body.access_token })
  expect(profile.body).toMatchObject({ email, role: 'employee', branches: [{ id: branch.id }] })
  expect(outcomeOf(await register(token))).toBe('409 invitation_over')
  expect((await open(token)).body.state).toBe('accepted')
  const body = { identifier: email, password: details.password }
  expect(outcomeOf(await world.call(logIn, { body }))).toBe(200)
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'branch_id'])
    .where('branch_id', '=', branch.id)
    .where('action', 'in', ['createInvitation', 'acceptInvitation'])
    .orderBy('action', 'desc')
    .execute()
  expect(entries).toEqual([
    { action: 'createInvitation', user_id: admin.user_id, branch_id: branch.id },
    { action: 'acceptInvitation', user_id: profile.body.id, branch_id: branch.id },
  ])
})

test('the owner of an account accepts after logging in, and nobody else', async () => {
  const owner = await world.buildDriver()
  const other = await world.buildDriver()
  await invite(admin, owner.email, ['staff', 'everywhere', null])
  const token = await tokenFor(owner.email)
  expect((await open(token)).body).toMatchObject({ has_account: true, place: null })
  expect(outcomeOf(await register(token))).toBe('400 account_exists')
  expect(outcomeOf(await accept(token, other))).toBe('403 invitation_other')
  expect(await rolesOf(owner.email)).toEqual([])
  const accepted = await accept(token, owner)
  expect([accepted.status, accepted.body.user.role]).toEqual([200, 'staff'])
  expect(outcomeOf(await accept(token, owner))).toBe('409 invitation_over')
  expect(outcomeOf(await invite(admin, owner.email, ['staff', 'everywhere', null]))).toBe('409 role_held')
  expect(outcomeOf(await invite(admin, admin.email, ['staff', 'everywhere', null]))).toBe('403 own_access')
})

test('an account that nobody verified is claimed, without what a stranger entered', async () => {
  const email = newAddress()
  const owner = await world.buildDriver()
  const columns = { email, email_verified_at: null, phone: '+14165550100' }
  await world.db.updateTable('users').set(columns).where('id', '=', owner.user_id).execute()
  await invite(admin, email, ['employee', 'branch', branch.id])
  expect((await register(await tokenFor(email))).status).toBe(201)
  const account = await world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(account).toMatchObject({ first_name: 'Ama', phone: null })
  expect(outcomeOf(await world.call(getProfile, { token: owner.token }))).toBe('401 unauthorized')
})

test('a link ends after seven days, when it is replaced and when it is withdrawn', async () => {
  const email = newAddress()
  const { body } = await invite(admin, email, ['guard', 'park', park.park_code])
  const first = await tokenFor(email)
  expect((await open(first)).body.start).toEqual({ page: 'guard', branch_id: null })
  expect(outcomeOf(await invite(admin, email, ['guard', 'park', park.park_code]))).toBe('409 invitation_open')
  const params = { id: body.id }
  world.clock.advance(1)
  expect(outcomeOf(await world.call(resendInvitation, { token: admin.token, params }))).toBe(200)
  expect(outcomeOf(await open(first))).toBe('404 not_found')
  const second = await tokenFor(email)
  expect((await open(second)).body.state).toBe('waiting')
  world.clock.advance(7 * 24 * 60)
  await confirm(admin)
  expect((await open(second)).body.state).toBe('expired')
  expect(outcomeOf(await register(second))).toBe('409 invitation_over')
  const read = await world.call(getDeskInvitation, { token: admin.token, params })
  expect(read.body).toMatchObject({ state: 'expired', actions: ['resend'] })
  // Inviting again sends the one that has expired.
  expect((await invite(admin, email, ['guard', 'park', park.park_code])).body).toMatchObject({ id: body.id })
  const third = await tokenFor(email)
  expect(outcomeOf(await world.call(withdrawInvitation, { token: admin.token, params }))).toBe(200)
  expect((await open(third)).body.state).toBe('withdrawn')
  expect(outcomeOf(await register(third))).toBe('409 invitation_over')
  expect(outcomeOf(await world.call(resendInvitation, { token: admin.token, params }))).toBe('409 invitation_over')
  world.clock.advance(-7 * 24 * 60 - 1)
})

test('nobody offers more than they may do themselves, nor elsewhere', async () => {
  const manager = await newManager(branch.id)
  const operator = await confirm(await world.buildDriver({ role: 'partner', partner: 'Gates' }))
  const { partner_id } = await world.db
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', otherPark.id)
    .executeTakeFirstOrThrow()
  const own = await world.db
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', park.id)
    .executeTakeFirstOrThrow()
  const cases: [by: Driver, offer: Offer, outcome: string | number][] = [
    [manager, ['employee', 'branch', branch.id], 201],
    [manager, ['employee', 'branch', otherBranch.id], '403 beyond_access'],
    [manager, ['employee', 'everywhere', null], '403 beyond_access'],
    [manager, ['administrator', 'branch', branch.id], '403 beyond_access'],
    [manager, ['admin', 'everywhere', null], '403 beyond_access'],
    [manager, ['guard', 'park', park.park_code], '403 beyond_access'],
    [operator, ['partner', 'partner', own.partner_id], 201],
    [operator, ['guard', 'park', park.park_code], 201],
    [operator, ['partner', 'partner', partner_id], '403 beyond_access'],
    [operator, ['guard', 'park', otherPark.park_code], '403 beyond_access'],
    [operator, ['staff', 'everywhere', null], '403 beyond_access'],
    [admin, ['guard', 'everywhere', null], '422 validation_failed'],
    [admin, ['employee', 'branch', crypto.randomUUID()], '422 validation_failed'],
    [await confirm(await world.buildDriver({ role: 'staff' })), ['guard', 'park', park.park_code], '403 forbidden'],
  ]
  const outcomes: unknown[] = []
  for (const [by, offer] of cases) outcomes.push(outcomeOf(await invite(by, newAddress(), offer)))
  expect(outcomes).toEqual(cases.map(([, , outcome]) => outcome))
  const namesOf = async ({ token }: Driver) => (await world.call(listInvitable, { token })).body
  const { roles } = await namesOf(operator)
  expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Guard', 'Partner']))
  expect(roles.flatMap(({ scopes }) => scopes).filter((scope) => scope !== 'partner' && scope !== 'park')).toEqual([])
  expect((await namesOf(operator)).partners.map(({ id }) => id)).toEqual([own.partner_id])
  expect((await namesOf(manager)).branches.map(({ id }) => id)).toEqual([branch.id])
  const rows = await world.call(invitationList.endpoint, { token: operator.token })
  expect(new Set(rows.body.items.map(({ role }) => role))).toEqual(new Set(['Guard', 'Partner']))
  // Without a password entered lately, nothing is sent.
  const stranger = await world.buildDriver({ role: 'admin' })
  expect(outcomeOf(await invite(stranger, newAddress(), ['staff', 'everywhere', null]))).toBe('403 reauth_required')
})

test('an invitation ends with the right of its sender to give the role', async () => {
  const manager = await newManager(branch.id)
  const [lost, disabled] = [newAddress(), newAddress()]
  await invite(manager, lost, ['employee', 'branch', branch.id])
  await invite(manager, disabled, ['employee', 'branch', branch.id])
  const [first, second] = [await tokenFor(lost), await tokenFor(disabled)]
  expect((await open(first)).body.state).toBe('waiting')
  await world.db.deleteFrom('role_assignments').where('user_id', '=', manager.user_id).execute()
  expect((await open(first)).body.state).toBe('withdrawn')
  expect(outcomeOf(await register(first))).toBe('409 invitation_over')
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
  expect((await open(second)).body.state).toBe('waiting')
  const params = { id: manager.user_id }
  await world.call(disablePerson, { token: admin.token, params, body: { reason: 'Left the company' } })
  expect(outcomeOf(await register(second))).toBe('409 invitation_over')
})

test('two at a time make one invitation, one account, and one end', async () => {
  const email = newAddress()
  const sent = await Promise.all([1, 2, 3].map(() => invite(admin, email, ['employee', 'branch', branch.id])))
  expect(sent.map(outcomeOf).toSorted()).toEqual([201, '409 invitation_open', '409 invitation_open'])
  const token = await tokenFor(email)
  const params = { id: sent.find(({ status }) => status === 201)!.body.id }
  const ends = await Promise.all([
    register(token),
    register(token),
    world.call(withdrawInvitation, { token: admin.token, params }),
  ])
  expect(ends.filter(({ status }) => status < 300)).toHaveLength(1)
  expect((await rolesOf(email)).length).toBe(ends[2].status === 200 ? 0 : 1)
})
