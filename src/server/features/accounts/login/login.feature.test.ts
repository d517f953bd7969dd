import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProfile, getProfile, logIn, logOut } from '#contract/accounts/auth.ts'
import {
  goodPassword,
  logInAs,
  mailsTo,
  buildEmail,
  newestCode,
  registerVerifiedUser,
  registerUser,
} from '#test/kits/mailbox.ts'
import { createWorld, setCheapPasswords, type World } from '#test/kits/world.ts'
import { passwordCost, setPasswordCost } from './passwords.ts'

let world: World
beforeAll(async () => {
  setPasswordCost(passwordCost)
  world = await createWorld()
})
afterAll(async () => {
  setCheapPasswords()
  await world.close()
})

const profileOf = (token: string) => world.call(getProfile, { token })

describe('logging in', () => {
  test('returns a new token that is valid for thirty days', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const answer = await logInAs(world, email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toMatchObject({ token_type: 'Bearer', user: { email } })
    expect(Buffer.from(answer.body.access_token, 'base64url').length).toBe(32)
    expect(answer.body.access_token).not.toBe(token)
    expect(Date.parse(answer.body.expires_at) - world.clock.now.getTime()).toBe(30 * 86_400_000)
    expect((await profileOf(answer.body.access_token)).status).toBe(200)
  })

  test('refuses a wrong password and an unknown address alike, with equal work', async () => {
    const { email } = await registerVerifiedUser(world)
    const timed = async (identifier: string) => {
      const started = performance.now()
      const answer = await logInAs(world, identifier, 'not-the-Password-1')
      const { request_id: _id, ...problem } = answer.problem
      return { ms: performance.now() - started, problem, status: answer.status }
    }
    await timed(buildEmail())
    const [known, unknown] = [await timed(email), await timed(buildEmail())]
    expect(unknown.problem).toEqual(known.problem)
    expect([known.status, known.problem.code]).toEqual([401, 'invalid_credentials'])
    // A password that is hashed takes milliseconds; a lookup that finds nobody would not.
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(5)
  })

  test('reports an unconfirmed address only after the right password, and mails a new code', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    expect((await logInAs(world, email, 'not-the-Password-1')).problem.code).toBe('invalid_credentials')
    expect((await mailsTo(world, email)).length).toBe(1)
    const right = await logInAs(world, email)
    expect([right.status, right.problem.code]).toEqual([403, 'email_not_verified'])
    expect((await mailsTo(world, email)).length).toBe(2)
    expect(await newestCode(world, email)).toMatch(/^\d{6}$/)
  })

  test('refuses every password for an account without one', async () => {
    const driver = await world.buildDriver()
    for (const password of ['undefined', 'nullnull', goodPassword])
      expect((await logInAs(world, driver.email, password)).status).toBe(401)
  })

  test.each([
    ['nothing', {}, 'identifier'],
    ['no address', { identifier: 'nobody', password: goodPassword }, 'identifier'],
    ['a short password', { identifier: 'a@b.example', password: 'short' }, 'password'],
    ['an object', { identifier: { $ne: null }, password: goodPassword }, 'identifier'],
    ['a list', { identifier: ['a@b.example'], password: goodPassword }, 'identifier'],
    ['more', { identifier: 'a@b.example', password: goodPassword, role: 'admin' }, 'role'],
  ])('refused: %s', async (_name, body, field) => {
    const answer = await world.call(logIn, { body })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.map((problem) => problem.field)).toContain(field)
  })

  test('refuses in the requested language', async () => {
    const answer = await world.call(logIn, {
      body: { identifier: buildEmail(), password: goodPassword },
      headers: { 'accept-language': 'fr' },
    })
    expect(answer.problem.message).toBe('L’adresse e-mail ou le mot de passe est incorrect.')
  })
})

describe('a session', () => {
  test('ends on logout, and no other does', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const { body: other } = await logInAs(world, email)
    const answer = await world.call(logOut, { token })
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect((await profileOf(token)).status).toBe(401)
    expect((await world.call(logOut, { token })).status).toBe(401)
    expect((await profileOf(other.access_token)).status).toBe(200)
  })

  test('ends after thirty days', async () => {
    const { email } = await registerVerifiedUser(world)
    const { body } = await logInAs(world, email)
    world.clock.advance(30 * 1_440 - 1)
    expect((await profileOf(body.access_token)).status).toBe(200)
    world.clock.advance(1)
    expect((await profileOf(body.access_token)).status).toBe(401)
  })

  test('records its last use once an hour', async () => {
    const { email } = await registerVerifiedUser(world)
    const { body } = await logInAs(world, email)
    const seen = async () => {
      const rows = await world.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('last_seen_at')
        .where('users.email', '=', email)
        .orderBy('last_seen_at', 'desc')
        .execute()
      return rows[0]!.last_seen_at.getTime()
    }
    const start = world.clock.now.getTime()
    world.clock.advance(59)
    await profileOf(body.access_token)
    expect(await seen()).toBe(start)
    world.clock.advance(1)
    await profileOf(body.access_token)
    await expect.poll(seen).toBe(world.clock.now.getTime())
  })

  test.each(['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic abc', `Bearer ${'x'.repeat(10_000)}`, "Bearer ' or 1=1"])(
    'is refused for the header “%s”',
    async (authorization) => {
      const answer = await world.call(getProfile, { headers: { authorization } })
      expect([answer.status, answer.problem.code]).toEqual([401, 'unauthorized'])
    },
  )
})

test('stores no token, code or password in plain text', async () => {
  const email = buildEmail()
  await registerUser(world, email)
  const code = await newestCode(world, email)
  const { token } = await registerVerifiedUser(world)
  const { body } = await logInAs(world, email)
  expect(body).toMatchObject({ code: 'email_not_verified' })
  const rows = [
    await world.db.selectFrom('sessions').selectAll().execute(),
    await world.db.selectFrom('email_codes').selectAll().execute(),
    await world.db.selectFrom('users').selectAll().execute(),
    await world.db.selectFrom('failed_attempts').selectAll().execute(),
  ]
  const written = JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array
      ? [
          Buffer.from(value).toString('hex'),
          Buffer.from(value).toString('latin1'),
          Buffer.from(value).toString('base64url'),
        ]
      : typeof value === 'bigint'
        ? String(value)
        : value,
  )
  for (const secret of [token, Buffer.from(token, 'base64url').toString('hex'), goodPassword, `"${code}"`])
    expect(written).not.toContain(secret)
  expect(written).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})

describe('the profile', () => {
  test('updates given fields, clears null fields and keeps the rest', async () => {
    const { email, token } = await registerVerifiedUser(world, { last_name: 'Lovelace', phone: '+14165550101' })
    const changed = await world.call(updateProfile, {
      token,
      body: { first_name: ' Adá ', phone: null, country_code: 'SN', language: 'fr' },
      headers: { 'accept-language': 'fr' },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      email,
      first_name: 'Adá',
      last_name: 'Lovelace',
      phone: null,
      country_id: 'SN',
      country: { id: 3, code: 'SN', name: 'Sénégal' },
      language: 'fr',
    })
    expect((await profileOf(token)).body).toMatchObject({ country: { name: 'Senegal' }, language: 'fr' })
    expect((await world.call(updateProfile, { token, body: {} })).body).toMatchObject({ first_name: 'Adá' })
  })

  test.each([
    ['role', { role: 'admin' }],
    ['id', { id: '00000000-0000-7000-8000-000000000000' }],
    ['email', { email: 'other@test.example' }],
    ['email_verified', { email_verified: true }],
    ['password_hash', { password_hash: 'x' }],
    ['permissions', { permissions: ['money.review'] }],
    ['country_id', { country_id: 2 }],
    ['photo_url', { photo_url: 'javascript:alert(1)' }],
    ['first_name', { first_name: null }],
    ['first_name', { first_name: 'x'.repeat(81) }],
    ['phone', { phone: 'call me' }],
    ['language', { language: 'xx' }],
  ])('refuses %s', async (field, body) => {
    const { token } = await world.buildDriver()
    const answer = await world.call(updateProfile, { token, body })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.map((problem) => problem.field)).toEqual([field])
    expect((await profileOf(token)).body).toMatchObject({ role: 'customer', first_name: 'Ada', photo_url: null })
  })

  test('shows the role', async () => {
    const { token } = await world.buildDriver({ role: 'guard' })
    expect((await profileOf(token)).body).toMatchObject({ role: 'guard' })
  })

  test('requires a login', async () => {
    expect((await world.call(getProfile)).status).toBe(401)
    expect((await world.call(updateProfile, { body: { first_name: 'Eve' } })).status).toBe(401)
  })
})
