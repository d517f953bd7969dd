import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  requestPasswordReset,
  getProfile,
  logIn,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  goodPassword,
  mailsTo,
  buildEmail,
  newestCode,
  registerUser,
  buildRegistration,
  callResetCode,
  wrongCode,
} from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

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

async function from(ip: string, endpoint: Endpoint, payload: object, device?: string) {
  const cookies: Record<string, string> = device === undefined ? {} : { device }
  const answer = await world.app.inject({ method: 'POST', url: endpoint.path, payload, remoteAddress: ip, cookies })
  const problem = answer.body === '' ? { code: '' } : answer.json<{ code: string }>()
  const cookie = answer.cookies.find(({ name }) => name === 'device')
  return { status: answer.statusCode, code: problem.code, retryAfter: answer.headers['retry-after'], cookie }
}
const tryLogin = (ip: string, identifier: string, password = 'not-the-Password-1', device?: string) =>
  from(ip, logIn, { identifier, password }, device)

/** An account that was registered and verified from its home. */
async function reader(): Promise<{ email: string; home: string }> {
  const email = buildEmail()
  const home = newNetwork()
  await from(home, register, buildRegistration(email))
  await from(home, verifyEmail, { email, code: await newestCode(world, email) })
  return { email, home }
}

describe('after ten wrong passwords in fifteen minutes', () => {
  test.each(['a known account', 'an unknown one'])('refuses their network at %s, and no other', async (name) => {
    const { email, home } = name === 'a known account' ? await reader() : { email: buildEmail(), home: newNetwork() }
    const stranger = newNetwork()
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await tryLogin(stranger, email)).code).toBe('invalid_credentials')
      world.clock.advance(1)
    }
    const refused = await tryLogin(stranger, email.toUpperCase(), goodPassword)
    expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: String(5 * 60) })
    expect((await tryLogin(home, email, goodPassword)).status).toBe(name === 'a known account' ? 200 : 401)
    // Tries that were refused do not make the wait longer.
    world.clock.advance(4)
    expect((await tryLogin(stranger, email)).status).toBe(429)
    world.clock.advance(1)
    expect((await tryLogin(stranger, email)).status).toBe(401)
  })

  test('checks no more than ten concurrent passwords', async () => {
    const { email } = await reader()
    const ip = newNetwork()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogin(ip, email)))
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    expect(answers.filter(({ status }) => status === 429).length).toBe(10)
  })

  test('resets the count after a correct password', async () => {
    const { email, home } = await reader()
    for (let tries = 0; tries < 9; tries += 1) await tryLogin(home, email)
    expect((await tryLogin(home, email, goodPassword)).status).toBe(200)
    for (let tries = 0; tries < 9; tries += 1) expect((await tryLogin(home, email)).code).toBe('invalid_credentials')
  })

  test('lets the owner in again after a password reset', async () => {
    const { email } = await reader()
    const ip = newNetwork()
    for (let tries = 0; tries < 11; tries += 1) await tryLogin(ip, email)
    const code = await callResetCode(world, email)
    const password = 'Another-Harbour-3-Cup'
    expect((await from(ip, resetPassword, { email, code, password })).status).toBe(204)
    expect((await tryLogin(ip, email, password)).status).toBe(200)
  })
})

describe('strangers who guess from many networks', () => {
  const attack = async (email: string) => {
    for (let tries = 0; tries < 20; tries += 1) expect((await tryLogin(newNetwork(), email)).status).toBe(401)
  }

  test('wait longer each time', async () => {
    const { email } = await reader()
    await attack(email)
    const waits: unknown[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const refused = await tryLogin(newNetwork(), email, goodPassword)
      expect(refused.code).toBe('too_many_attempts')
      waits.push(Number(refused.retryAfter))
      world.clock.advance(Number(refused.retryAfter) / 60)
      expect((await tryLogin(newNetwork(), email)).code).toBe('invalid_credentials')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('lock out neither the network nor the device of the owner', async () => {
    const { email, home } = await reader()
    const { cookie } = await tryLogin(home, email, goodPassword)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/v1/' })
    await attack(email)
    expect((await tryLogin(newNetwork(), email, goodPassword)).status).toBe(429)
    expect((await tryLogin(home, email, goodPassword)).status).toBe(200)
    expect((await tryLogin(newNetwork(), email, goodPassword, cookie!.value)).status).toBe(200)
    // A cookie of one's own making is known to no account.
    expect((await tryLogin(newNetwork(), email, goodPassword, 'x'.repeat(43))).status).toBe(429)
  })

  test('cannot use up the code of somebody who has just registered', async () => {
    const email = buildEmail()
    const home = newNetwork()
    await from(home, register, buildRegistration(email))
    const code = await newestCode(world, email)
    for (let tries = 0; tries < 10; tries += 1)
      expect((await from(newNetwork(), verifyEmail, { email, code: wrongCode(code) })).code).toBe('invalid_code')
    expect((await from(newNetwork(), verifyEmail, { email, code })).code).toBe('code_expired')
    expect((await from(home, verifyEmail, { email, code })).status).toBe(200)
  })
})

test('refuses a network that fails on many accounts, and no other', async () => {
  const ip = '2001:db8:1:2:3::9'
  for (let tries = 0; tries < 25; tries += 1) expect((await tryLogin(ip, buildEmail())).status).toBe(401)
  expect((await tryLogin('2001:db8:1:2:ffff::1', buildEmail())).code).toBe('too_many_attempts')
  expect((await tryLogin('2001:db8:1:3::1', buildEmail())).status).toBe(401)
})

test('never refuses a network whose logins succeed', async () => {
  const { email } = await reader()
  const ip = newNetwork()
  for (let tries = 0; tries < 30; tries += 1) expect((await tryLogin(ip, email, goodPassword)).status).toBe(200)
})

test('gives each mailed code five tries of its own', async () => {
  const email = buildEmail()
  await from(newNetwork(), register, buildRegistration(email))
  const ip = newNetwork()
  for (let mail = 0; mail < 2; mail += 1) {
    const code = await newestCode(world, email)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await from(newNetwork(), verifyEmail, { email, code: wrongCode(code) })).code).toBe('invalid_code')
    expect((await from(ip, verifyEmail, { email, code })).code).toBe('code_expired')
    world.clock.advance(1)
    await world.call(resendVerification, { body: { email } })
  }
  expect((await from(ip, verifyEmail, { email, code: await newestCode(world, email) })).status).toBe(200)
})

test('limits registrations per network and hour', async () => {
  const ip = newNetwork()
  for (let count = 0; count < 6; count += 1)
    expect((await from(ip, register, buildRegistration(buildEmail()))).status).toBe(201)
  const email = buildEmail()
  const refused = await from(ip, register, buildRegistration(email))
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: '3600' })
  expect(await mailsTo(world, email)).toEqual([])
  expect((await from(newNetwork(), register, buildRegistration(buildEmail()))).status).toBe(201)
  world.clock.advance(60)
  expect((await from(ip, register, buildRegistration(buildEmail()))).status).toBe(201)
})

describe('mails to one address', () => {
  test('limits confirmation codes to one mail a minute and keeps the last code valid', async () => {
    const email = buildEmail()
    await from(newNetwork(), register, buildRegistration(email))
    const code = await newestCode(world, email)
    for (let tries = 0; tries < 3; tries += 1)
      expect((await world.call(resendVerification, { body: { email } })).status).toBe(202)
    expect((await from(newNetwork(), logIn, { identifier: email, password: goodPassword })).code).toBe(
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
      await world.call(requestPasswordReset, { body: { email } })
      await world.call(requestPasswordReset, { body: { email } })
      world.clock.advance(1)
    }
    expect((await mailsTo(world, email)).length).toBe(1 + 10)
  })

  test('limits mails about an existing account to one a minute', async () => {
    const { email } = await reader()
    const ip = newNetwork()
    await from(ip, register, buildRegistration(email))
    await from(ip, register, buildRegistration(email))
    expect((await mailsTo(world, email)).length).toBe(2)
  })
})

test('counts nothing while the limits are switched off', async () => {
  const open = await createWorld()
  try {
    const email = buildEmail()
    await registerUser(open, email)
    for (let tries = 0; tries < 12; tries += 1)
      expect((await open.call(logIn, { body: { identifier: email, password: 'not-the-Password-1' } })).status).toBe(401)
    expect(await open.db.selectFrom('failed_attempts').selectAll().execute()).toEqual([])
    expect((await open.call(getProfile)).status).toBe(401)
  } finally {
    await open.close()
  }
})
