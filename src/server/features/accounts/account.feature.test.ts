import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changePassword,
  revokeOtherSessions,
  revokeSession,
  getLoginMethods,
  listSessions,
} from '#contract/accounts/account.ts'
import { getProfile, logIn, resetPassword } from '#contract/accounts/auth.ts'
import { goodPassword, logInAs, mailsTo, registerVerifiedUser, callResetCode } from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    settings: {
      RATE_LIMITS: 'on',
      RATE_ANONYMOUS_MINUTE: '100000',
      RATE_REGISTER_HOUR: '1000',
      RATE_LOGIN_ADDRESS: '1000',
    },
  })
})
afterAll(() => world.close())

const otherPassword = 'Loud-Anchor-4-Meadow'
const change = (token: string, body: object) => world.call(changePassword, { token, body })
const isIn = async (token: string) => (await world.call(getProfile, { token })).status === 200

describe('changing the password', () => {
  test('ends every session, including the current one, and opens a new one', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const { body: other } = await logInAs(world, email)
    const code = await callResetCode(world, email)
    const answer = await change(token, { current_password: goodPassword, password: otherPassword })
    expect([answer.status, answer.body.token_type, answer.body.user.email]).toEqual([200, 'Bearer', email])
    expect([await isIn(token), await isIn(other.access_token), await isIn(answer.body.access_token)]).toEqual([
      false,
      false,
      true,
    ])
    expect((await logInAs(world, email)).status).toBe(401)
    expect((await logInAs(world, email, otherPassword)).status).toBe(200)
    expect((await mailsTo(world, email))[0]!.subject).toBe('Your password was changed')
    // A code that was mailed before opens nothing any longer.
    const late = await world.call(resetPassword, { body: { email, code, password: goodPassword } })
    expect(late.status).toBe(400)
  })

  test.each([
    ['a wrong one', { current_password: 'not-the-Password-1', password: otherPassword }, 'current_password'],
    ['a common one', { current_password: goodPassword, password: 'password123' }, 'password'],
    ['the same one', { current_password: goodPassword, password: goodPassword }, 'password'],
    ['a short one', { current_password: goodPassword, password: 'short' }, 'password'],
    ['none', { password: otherPassword }, 'current_password'],
    ['more', { current_password: goodPassword, password: otherPassword, role: 'admin' }, 'role'],
  ])('refused: %s', async (_name, body, field) => {
    const { email, token } = await registerVerifiedUser(world)
    const answer = await change(token, body)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.map((problem) => problem.field)).toEqual([field])
    expect(await isIn(token)).toBe(true)
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test('limits wrong passwords sent with a stolen token', async () => {
    const { token } = await registerVerifiedUser(world)
    const tries = []
    for (let n = 0; n < 11; n += 1)
      tries.push((await change(token, { current_password: `wrong-Password-${n}`, password: otherPassword })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    expect((await change(token, { current_password: goodPassword, password: otherPassword })).status).toBe(429)
  })

  test('lets one of two concurrent changes succeed', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const answers = await Promise.all(
      [otherPassword, 'Third-Bottle-9-Harbour'].map((password) =>
        change(token, { current_password: goodPassword, password }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect((await logInAs(world, email)).status).toBe(401)
  })

  test('refuses accounts that have no password', async () => {
    const driver = await world.buildDriver()
    expect((await world.call(getLoginMethods, { token: driver.token })).body).toEqual({
      email: driver.email,
      has_password: false,
      providers: [],
    })
    const answer = await change(driver.token, { current_password: 'nullnull', password: otherPassword })
    expect(answer.problem.errors?.[0]?.field).toBe('current_password')
  })
})

describe('devices', () => {
  const agents = {
    phone:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    tablet:
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  }
  const logInFrom = async (email: string, user_agent: string) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'user-agent': user_agent },
      payload: { identifier: email, password: goodPassword },
    })
    return answer.json<{ access_token: string }>().access_token
  }

  test('lists the current device first, with its name and last use', async () => {
    const { email, token } = await registerVerifiedUser(world)
    world.clock.advance(5)
    await logInFrom(email, agents.phone)
    world.clock.advance(5)
    await logInFrom(email, agents.tablet)
    const { body } = await world.call(listSessions, { token })
    expect(body.map(({ device, current }) => [device.kind, device.browser, device.system, current])).toEqual([
      ['other', null, null, true],
      ['tablet', 'Safari', 'iPad', false],
      ['phone', 'Chrome', 'Android', false],
    ])
    expect(Date.parse(body[1]!.last_seen_at)).toBe(world.clock.now.getTime())
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('logs out one device and no other', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const phone = await logInFrom(email, agents.phone)
    const tablet = await logInFrom(email, agents.tablet)
    const { body } = await world.call(listSessions, { token })
    const { id } = body.find(({ device }) => device.kind === 'phone')!
    expect((await world.call(revokeSession, { token, params: { id } })).status).toBe(204)
    expect([await isIn(phone), await isIn(tablet), await isIn(token)]).toEqual([false, true, true])
    expect((await world.call(revokeSession, { token, params: { id } })).status).toBe(404)
  })

  test('logs out all other devices', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const phone = await logInFrom(email, agents.phone)
    const tablet = await logInFrom(email, agents.tablet)
    expect((await world.call(revokeOtherSessions, { token })).status).toBe(204)
    expect([await isIn(phone), await isIn(tablet), await isIn(token)]).toEqual([false, false, true])
  })

  test('returns 404 for another account’s device', async () => {
    const mine = await registerVerifiedUser(world)
    const theirs = await registerVerifiedUser(world)
    const { body } = await world.call(listSessions, { token: theirs.token })
    const answer = await world.call(revokeSession, { token: mine.token, params: { id: body[0]!.id } })
    expect([answer.status, answer.problem.code]).toEqual([404, 'not_found'])
    expect(await isIn(theirs.token)).toBe(true)
  })

  test.each([listSessions, revokeOtherSessions, getLoginMethods])('requires a login: $name', async (endpoint) => {
    expect((await world.call(endpoint)).status).toBe(401)
  })
})

describe('a login without Remember me', () => {
  test('lasts a day at most, is marked in the list of sessions, and stays so over a change of the password', async () => {
    const { email } = await registerVerifiedUser(world)
    const hours = (expires_at: string) => Math.round((Date.parse(expires_at) - world.clock.now.getTime()) / 3_600_000)
    const body = { identifier: email, password: goodPassword, remember: false }
    const { body: entered } = await world.call(logIn, { body })
    expect(hours(entered.expires_at)).toBe(24)
    const sessions = await world.call(listSessions, { token: entered.access_token })
    expect(sessions.body.map(({ current, ends_with_browser }) => [current, ends_with_browser])).toEqual([
      [true, true],
      [false, false],
    ])
    const changed = await change(entered.access_token, { current_password: goodPassword, password: otherPassword })
    expect(hours(changed.body.expires_at)).toBe(24)
    const { body: remembered } = await logInAs(world, email, otherPassword)
    expect(hours(remembered.expires_at)).toBe(30 * 24)
  })
})
