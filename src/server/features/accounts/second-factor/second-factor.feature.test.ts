import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmLogin, exportPersonalData } from '#contract/accounts/account.ts'
import { getProfile, logIn } from '#contract/accounts/auth.ts'
import { employeeList, getPerson, resetSecondFactor } from '#contract/accounts/desk/people.ts'
import {
  confirmSecondFactor,
  factorGrace_days,
  recoveryCodeCount,
  renewRecoveryCodes,
  setUpSecondFactor,
  verifySecondFactor,
} from '#contract/accounts/second-factor.ts'
import { completeCommand } from '#server/commands/command.ts'
import { resetFactor } from '#server/commands/reset-factor.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { hashPassword } from '../login/passwords.ts'

const password = 'a key for every barrier'
let world: World
let password_hash: string
beforeAll(async () => {
  world = await createWorld({ settings: { SECOND_FACTOR: 'on' } })
  password_hash = await hashPassword(password)
})
afterAll(() => world.close())

const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: world.clock.now.getTime() })
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')
const nextStep = () => world.clock.advance(0.5)

async function newStaff(role: 'admin' | 'administrator' | 'pos_operator' = 'admin'): Promise<Driver> {
  const person = await world.buildDriver({ role })
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.user_id).execute()
  await confirm(person)
  return person
}
const confirm = ({ user_id }: Driver) =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()
async function signIn({ email }: Driver): Promise<string> {
  const { body } = await world.call(logIn, { body: { identifier: email, password } })
  return body.access_token
}
const stateOf = async (token: string) => (await world.call(getProfile, { token })).body.second_factor
const readPeople = async (token: string) => (await world.call(employeeList.endpoint, { token })).status
const verify = (token: string, body: object) => world.call(verifySecondFactor, { token, body })

/** Switches it on for a person, and returns the secret and the recovery codes. */
async function setUp({ token }: Driver): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = (await world.call(setUpSecondFactor, { token })).body
  const { recovery_codes } = (await world.call(confirmSecondFactor, { token, body: { code: codeOf(secret) } })).body
  nextStep()
  return { secret, recovery_codes }
}

test('is demanded of strong roles after a time of grace, and of nobody else', async () => {
  const admin = await newStaff()
  const weak = await newStaff('pos_operator')
  const driver = await world.buildDriver()
  const { body } = await world.call(getProfile, { token: admin.token })
  const due = new Date(world.clock.now.getTime() + factorGrace_days * 86_400_000).toISOString()
  expect([body.second_factor, body.second_factor_due_at]).toEqual(['due', due])
  expect([await stateOf(weak.token), await stateOf(driver.token)]).toEqual(['off', 'off'])
  expect(outcomeOf(await world.call(setUpSecondFactor, { token: driver.token }))).toBe('403 forbidden')
  expect(await readPeople(admin.token)).toBe(200)
  world.clock.advance(factorGrace_days * 24 * 60)
  expect(await stateOf(admin.token)).toBe('overdue')
  expect(await readPeople(admin.token)).toBe(403)
  expect((await world.call(getProfile, { token: admin.token })).body.permissions).toEqual([])
  expect(await stateOf(weak.token)).toBe('off')
  expect(outcomeOf(await world.call(setUpSecondFactor, { token: admin.token }))).toBe('403 reauth_required')
  await confirm(admin)
  await setUp(admin)
  expect([await stateOf(admin.token), await readPeople(admin.token)]).toEqual(['passed', 200])
})

test('every session shows it once: until then it opens nothing of the desk', async () => {
  const admin = await newStaff()
  const other = await signIn(admin)
  expect(await readPeople(other)).toBe(200)
  const { secret } = (await world.call(setUpSecondFactor, { token: admin.token })).body
  const wrong = await world.call(confirmSecondFactor, { token: admin.token, body: { code: wrongCode(secret) } })
  expect(outcomeOf(wrong)).toBe('422 validation_failed')
  expect(await stateOf(other)).toBe('due')
  const body = { code: codeOf(secret) }
  const confirmed = await world.call(confirmSecondFactor, { token: admin.token, body })
  expect(new Set(confirmed.body.recovery_codes).size).toBe(recoveryCodeCount)
  expect(confirmed.body.user.permissions).toContain('roles.update')
  expect([await stateOf(other), await readPeople(other)]).toEqual(['needed', 403])
  const later = await world.call(logIn, { body: { identifier: admin.email, password } })
  expect([later.body.user.second_factor, later.body.user.permissions]).toEqual(['needed', []])
  // The code that set it up has been used.
  expect(outcomeOf(await verify(other, body))).toBe('422 validation_failed')
  nextStep()
  expect(outcomeOf(await verify(other, { code: wrongCode(secret) }))).toBe('422 validation_failed')
  const tries = await Promise.all([1, 2, 3].map(() => verify(other, { code: codeOf(secret) })))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([await stateOf(other), await readPeople(other)]).toEqual(['passed', 200])
  const [stored] = await world.db.selectFrom('mails').select('subject').where('to_address', '=', admin.email).execute()
  expect(stored?.subject).toBe('Two-step verification is on')
})

test('replaces the password where it is asked for again', async () => {
  const admin = await newStaff()
  const { secret } = await setUp(admin)
  world.clock.advance(30)
  const { token } = admin
  expect(outcomeOf(await world.call(renewRecoveryCodes, { token }))).toBe('403 reauth_required')
  expect(outcomeOf(await world.call(confirmLogin, { token, body: { password } }))).toBe('403 second_factor_needed')
  expect(outcomeOf(await verify(token, { code: codeOf(secret) }))).toBe(200)
  expect((await world.call(renewRecoveryCodes, { token })).body.recovery_codes).toHaveLength(recoveryCodeCount)
})

test('a recovery code works once, and is stored as a hash', async () => {
  const admin = await newStaff()
  const { recovery_codes } = await setUp(admin)
  const token = await signIn(admin)
  const [first = ''] = recovery_codes
  const used = await verify(token, { recovery_code: first.toLowerCase() })
  expect([used.status, used.body.recovery_codes_left]).toEqual([200, recoveryCodeCount - 1])
  expect(outcomeOf(await verify(await signIn(admin), { recovery_code: first }))).toBe('422 validation_failed')
  const other = await newStaff()
  await setUp(other)
  expect(outcomeOf(await verify(await signIn(other), { recovery_code: recovery_codes[1] }))).toBe(
    '422 validation_failed',
  )
  const stored = await world.db.selectFrom('recovery_codes').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
  const copy = await world.call(exportPersonalData, { token: admin.token })
  expect(copy.raw.toString()).not.toContain(first.replaceAll('-', ''))
})

test('a colleague who may do as much resets it: every device is logged out', async () => {
  const admin = await newStaff()
  const colleague = await newStaff('administrator')
  await setUp(colleague)
  const params = { id: colleague.user_id }
  const weaker = await newStaff('administrator')
  const strong = await newStaff()
  await setUp(strong)
  const reset = (by: Driver, id: string) => world.call(resetSecondFactor, { token: by.token, params: { id } })
  expect(outcomeOf(await reset(weaker, strong.user_id))).toBe('403 beyond_access')
  expect(outcomeOf(await reset(strong, strong.user_id))).toBe('403 own_access')
  const read = () => world.call(getPerson, { token: admin.token, params })
  expect((await read()).body.has_second_factor).toBe(true)
  await confirm(admin)
  expect((await reset(admin, colleague.user_id)).body.has_second_factor).toBe(false)
  expect(outcomeOf(await world.call(getProfile, { token: colleague.token }))).toBe('401 unauthorized')
  expect(await stateOf(await signIn(colleague))).toBe('due')
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('record_id', '=', colleague.user_id)
    .execute()
  expect(entries).toEqual([{ action: 'resetSecondFactor', user_id: admin.user_id }])
})

test('the command of the terminal resets the only admin, with an entry in the log and an email', async () => {
  const admin = await newStaff()
  await setUp(admin)
  const run = (...words: string[]) => completeCommand(() => resetFactor.run(world.deps, words, Buffer.alloc(0)))
  expect((await run(admin.email.toUpperCase())).exit_code).toBe(0)
  expect(outcomeOf(await world.call(getProfile, { token: admin.token }))).toBe('401 unauthorized')
  expect(await stateOf(await signIn(admin))).toBe('due')
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['user_id', 'role', 'action', 'after'])
    .where('action', '=', 'resetSecondFactorByCommand')
    .execute()
  expect(entries).toEqual([
    {
      user_id: admin.user_id,
      role: 'admin',
      action: 'resetSecondFactorByCommand',
      after: { second_factor: false, logged_out: true },
    },
  ])
  const mails = await world.db.selectFrom('mails').select('subject').where('to_address', '=', admin.email).execute()
  expect(mails.map(({ subject }) => subject)).toContain('Two-step verification was reset')
  expect((await run(admin.email)).error).toBe(`${admin.email} has no two-step verification.`)
  expect((await run('nobody@test.example')).error).toBe('There is no account for nobody@test.example.')
})
