import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, getProfile, login, register, resendVerification, verifyEmail } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  goodPassword,
  mailsTo,
  newEmail,
  newestCode,
  registerUser,
  registration,
  requestResetCode,
  wrongCode,
} from '#test/mailbox.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    settings: {
      RATE_LIMITS: 'on',
      RATE_REGISTER_HOUR: '6',
      RATE_LOGIN_ADDRESS: '25',
      RATE_ANONYMOUS_MINUTE: '100000',
      RATE_SIGNED_IN_MINUTE: '100000',
    },
  })
})
afterAll(() => world.close())

let networks = 0
/** Each test calls from a network of its own. */
const newNetwork = () => `198.51.100.${(networks += 1)}`

async function from(ip: string, endpoint: Endpoint, payload: object) {
  const answer = await world.app.inject({ method: 'POST', url: endpoint.path, payload, remoteAddress: ip })
  const problem = answer.body === '' ? { code: '' } : answer.json<{ code: string }>()
  return { status: answer.statusCode, code: problem.code, retryAfter: answer.headers['retry-after'] }
}
const tryLogin = (ip: string, identifier: string, password = 'not-the-Password-1') =>
  from(ip, login, { identifier, password })

async function reader(): Promise<{ email: string }> {
  const email = newEmail()
  await from(newNetwork(), register, registration(email))
  await world.call(verifyEmail, { body: { email, code: await newestCode(world, email) } })
  return { email }
}

describe('locks an account after ten wrong passwords in fifteen minutes', () => {
  test.each(['a known account', 'an unknown one'])('%s', async (name) => {
    const email = name === 'a known account' ? (await reader()).email : newEmail()
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await tryLogin(newNetwork(), email)).code).toBe('invalid_credentials')
      world.clock.advance(1)
    }
    const refused = await tryLogin(newNetwork(), email.toUpperCase(), goodPassword)
    expect(refused).toEqual({ status: 429, code: 'too_many_attempts', retryAfter: String(5 * 60) })
    // Tries that were refused do not make the wait longer.
    world.clock.advance(4)
    expect((await tryLogin(newNetwork(), email)).status).toBe(429)
    world.clock.advance(1)
    const after = await tryLogin(newNetwork(), email, goodPassword)
    expect(after.status).toBe(name === 'a known account' ? 200 : 401)
  })

  test('checks no more than ten concurrent passwords', async () => {
    const { email } = await reader()
    const ip = newNetwork()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogin(ip, email)))
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    expect(answers.filter(({ status }) => status === 429).length).toBe(10)
  })

  test('resets the count after a correct password', async () => {
    const { email } = await reader()
    for (let tries = 0; tries < 9; tries += 1) await tryLogin(newNetwork(), email)
    expect((await tryLogin(newNetwork(), email, goodPassword)).status).toBe(200)
    for (let tries = 0; tries < 9; tries += 1)
      expect((await tryLogin(newNetwork(), email)).code).toBe('invalid_credentials')
  })

  test('unlocks the account after a password reset', async () => {
    const { email } = await reader()
    for (let tries = 0; tries < 11; tries += 1) await tryLogin(newNetwork(), email)
    const code = await requestResetCode(world, email)
    const password = 'Another-Harbour-3-Cup'
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/reset-password',
      payload: { email, code, password },
    })
    expect(answer.statusCode).toBe(204)
    expect((await tryLogin(newNetwork(), email, password)).status).toBe(200)
  })
})

test('refuses a network that fails on many accounts, and no other', async () => {
  const ip = '2001:db8:1:2:3::9'
  for (let tries = 0; tries < 25; tries += 1) expect((await tryLogin(ip, newEmail())).status).toBe(401)
  expect((await tryLogin('2001:db8:1:2:ffff::1', newEmail())).code).toBe('too_many_attempts')
  expect((await tryLogin('2001:db8:1:3::1', newEmail())).status).toBe(401)
})

test('never refuses a network whose logins succeed', async () => {
  const { email } = await reader()
  const ip = newNetwork()
  for (let tries = 0; tries < 30; tries += 1) expect((await tryLogin(ip, email, goodPassword)).status).toBe(200)
})

test('limits wrong codes across newly requested codes', async () => {
  const email = newEmail()
  await from(newNetwork(), register, registration(email))
  const codes: string[] = []
  for (let tries = 0; tries < 10; tries += 1) {
    if (tries === 5) {
      world.clock.advance(1)
      await world.call(resendVerification, { body: { email } })
    }
    const answer = await from(newNetwork(), verifyEmail, { email, code: wrongCode(await newestCode(world, email)) })
    codes.push(answer.code)
  }
  expect(new Set(codes)).toEqual(new Set(['invalid_code']))
  const right = await from(newNetwork(), verifyEmail, { email, code: await newestCode(world, email) })
  expect([right.status, right.code]).toEqual([429, 'too_many_attempts'])
})

test('limits registrations per network and hour', async () => {
  const ip = newNetwork()
  for (let count = 0; count < 6; count += 1)
    expect((await from(ip, register, registration(newEmail()))).status).toBe(201)
  const email = newEmail()
  const refused = await from(ip, register, registration(email))
  expect(refused).toEqual({ status: 429, code: 'rate_limited', retryAfter: '3600' })
  expect(await mailsTo(world, email)).toEqual([])
  expect((await from(newNetwork(), register, registration(newEmail()))).status).toBe(201)
  world.clock.advance(60)
  expect((await from(ip, register, registration(newEmail()))).status).toBe(201)
})

describe('mails to one address', () => {
  test('limits confirmation codes to one mail a minute and keeps the last code valid', async () => {
    const email = newEmail()
    await from(newNetwork(), register, registration(email))
    const code = await newestCode(world, email)
    for (let tries = 0; tries < 3; tries += 1)
      expect((await world.call(resendVerification, { body: { email } })).status).toBe(202)
    expect((await from(newNetwork(), login, { identifier: email, password: goodPassword })).code).toBe(
      'email_not_verified',
    )
    expect((await mailsTo(world, email)).length).toBe(1)
    world.clock.advance(1)
    await world.call(resendVerification, { body: { email } })
    expect((await mailsTo(world, email)).length).toBe(2)
    expect((await world.call(verifyEmail, { body: { email, code: await newestCode(world, email) } })).status).toBe(200)
    expect(code).toMatch(/^\d{6}$/)
  })

  test('limits password codes to one mail a minute and ten an hour', async () => {
    const { email } = await reader()
    for (let minute = 0; minute < 15; minute += 1) {
      await world.call(forgotPassword, { body: { email } })
      await world.call(forgotPassword, { body: { email } })
      world.clock.advance(1)
    }
    expect((await mailsTo(world, email)).length).toBe(1 + 10)
  })

  test('limits mails about an existing account to one a minute', async () => {
    const { email } = await reader()
    const ip = newNetwork()
    await from(ip, register, registration(email))
    await from(ip, register, registration(email))
    expect((await mailsTo(world, email)).length).toBe(2)
  })
})

test('counts nothing while the limits are switched off', async () => {
  const open = await createWorld()
  try {
    const email = newEmail()
    await registerUser(open, email)
    for (let tries = 0; tries < 12; tries += 1)
      expect((await open.call(login, { body: { identifier: email, password: 'not-the-Password-1' } })).status).toBe(401)
    expect(await open.db.selectFrom('failed_attempts').selectAll().execute()).toEqual([])
    expect((await open.call(getProfile)).status).toBe(401)
  } finally {
    await open.close()
  }
})
