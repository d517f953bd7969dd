import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLoginMethods } from '#contract/accounts/account.ts'
import {
  requestPasswordReset,
  getProfile,
  logInWithEmail,
  requestEmailLogin,
  resetPassword,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import {
  goodPassword,
  logInAs,
  mailsTo,
  buildEmail,
  newestCode,
  registerUser,
  registerVerifiedUser,
  callResetCode,
  wrongCode,
} from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const request = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.call(requestEmailLogin, { body: { email, accept_terms: true, ...more }, headers })
const enter = (email: string, code: string, more: object = {}) =>
  world.call(logInWithEmail, { body: { email, code, ...more } })
async function requestCode(email: string): Promise<string> {
  expect((await request(email)).status).toBe(202)
  return newestCode(world, email)
}

describe('a new address', () => {
  test('gets a code, then an account in the driver’s country without a password', async () => {
    const email = buildEmail()
    const answer = await request(email, { language: 'fr' })
    expect([answer.status, answer.body]).toEqual([202, { message: `We’ve sent a six-digit code to ${email}.` }])
    const [mail, ...more] = await mailsTo(world, email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Votre code de connexion')
    expect(mail!.html).toContain('<html lang="fr">')
    const entered = await enter(email, await newestCode(world, email), { country_code: 'SN' })
    expect(entered.status).toBe(200)
    expect(entered.body).toMatchObject({
      token_type: 'Bearer',
      is_new_user: true,
      user: { email, first_name: email.split('@')[0], country_id: 'SN', role: 'customer' },
    })
    const token = entered.body.access_token
    expect((await world.call(getProfile, { token })).body).toEqual(entered.body.user)
    expect((await world.call(getLoginMethods, { token })).body.has_password).toBe(false)
    expect((await logInAs(world, email)).status).toBe(401)
  })

  test('is told nothing of accounts, the owner of one in the email', async () => {
    const sentence = 'You already have an account with this address.'
    const fresh = buildEmail()
    const { email: owned } = await registerVerifiedUser(world)
    world.clock.advance(1)
    const answers = await Promise.all([request(fresh), request(owned)])
    expect(answers.map(({ status, body }) => [status, body.message.replace(/to .*/, '')])).toEqual(
      [202, 202].map((status) => [status, 'We’ve sent a six-digit code ']),
    )
    expect((await mailsTo(world, fresh))[0]!.html).not.toContain(sentence)
    expect((await mailsTo(world, owned))[0]!.html).toContain(sentence)
  })

  test('can set a password afterwards', async () => {
    const email = buildEmail()
    await enter(email, await requestCode(email))
    const code = await callResetCode(world, email)
    expect((await world.call(resetPassword, { body: { email, code, password: goodPassword } })).status).toBe(204)
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test('can be registered with a password while its code waits', async () => {
    const email = buildEmail()
    await request(email)
    await registerUser(world, email, { first_name: 'Ada' })
    const [mail] = await mailsTo(world, email)
    expect(mail!.text).not.toContain('more than once')
    const verified = await world.call(verifyEmail, { body: { email, code: await newestCode(world, email) } })
    expect(verified.body.user.first_name).toBe('Ada')
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test('becomes one account after a double click', async () => {
    const email = buildEmail()
    const answers = await Promise.all([request(email), request(email), request(email)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const code = await newestCode(world, email)
    const entries = await Promise.all(Array.from({ length: 3 }, () => enter(email, code)))
    expect(entries.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })
})

describe('a request for a code', () => {
  const countAccounts = async () =>
    Number(
      (
        await world.db
          .selectFrom('users')
          .select(sql<string>`count(*)`.as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  test('opens no account, remembers nobody and is the same for every address', async () => {
    const { email: owned } = await registerVerifiedUser(world)
    const before = await countAccounts()
    const sources = () => world.db.selectFrom('known_sources').select(['user_id', 'source']).orderBy('source').execute()
    const known = await sources()
    const unknown = Array.from({ length: 5 }, buildEmail)
    for (const email of [...unknown, owned]) expect((await request(email)).status).toBe(202)
    expect([await countAccounts(), await sources()]).toEqual([before, known])
    // A wrong code opens none either, and neither does a password that is guessed or forgotten.
    const [email] = unknown as [string]
    expect((await enter(email, wrongCode(await newestCode(world, email)))).problem.code).toBe('invalid_code')
    expect((await logInAs(world, email)).status).toBe(401)
    expect((await world.call(requestPasswordReset, { body: { email } })).status).toBe(202)
    expect(await countAccounts()).toBe(before)
    expect((await enter(email, await newestCode(world, email))).status).toBe(200)
    expect(await countAccounts()).toBe(before + 1)
  })

  test('keeps the tries of who asked for it apart from those of strangers', async () => {
    const email = buildEmail()
    const code = await requestCode(email)
    const guess = (given: string, remoteAddress: string) =>
      world.app.inject({ method: 'POST', url: logInWithEmail.path, payload: { email, code: given }, remoteAddress })
    for (let tries = 0; tries < 6; tries += 1) await guess(wrongCode(code), '203.0.113.9')
    expect((await guess(code, '203.0.113.9')).json().code).toBe('code_expired')
    expect((await enter(email, code)).status).toBe(200)
  })
})

describe('an address with an account', () => {
  test('gets the same response as a new one, a code in its language, and keeps its details', async () => {
    const { email } = await registerVerifiedUser(world, { language: 'fr', country_code: 'CA' })
    // Mails of one instant have no order.
    world.clock.advance(1)
    const unknown = buildEmail()
    const [known, other] = [await request(email), await request(unknown)]
    expect(known.status).toBe(other.status)
    expect(JSON.stringify(known.body).replace(email, '')).toBe(JSON.stringify(other.body).replace(unknown, ''))
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(other.headers).sort())
    expect((await mailsTo(world, email))[0]!.subject).toBe('Votre code de connexion')
    const entered = await enter(email, await newestCode(world, email), { country_code: 'US' })
    expect(entered.body).toMatchObject({ is_new_user: false, user: { first_name: 'Ada', country_id: 'CA' } })
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test.each(['before', 'after'])('drops what a stranger registered %s the code was requested', async (moment) => {
    const email = buildEmail()
    const planted = { first_name: 'Eve', phone: '+14165550100', password: 'stranger-Password-1' }
    if (moment === 'before') await registerUser(world, email, planted)
    world.clock.advance(1)
    const code = await requestCode(email)
    if (moment === 'after') await registerUser(world, email, planted)
    const entered = await enter(email, code)
    expect(entered.body.user).toMatchObject({ first_name: email.split('@')[0], phone: null })
    expect((await logInAs(world, email, planted.password)).status).toBe(401)
  })
})

describe('the code', () => {
  test('can be used once, for ten minutes and with five wrong tries', async () => {
    const email = buildEmail()
    const first = await requestCode(email)
    expect((await enter(email, wrongCode(first))).problem.code).toBe('invalid_code')
    expect((await enter(email, first)).status).toBe(200)
    expect((await enter(email, first)).problem.code).toBe('code_expired')
    world.clock.advance(1)
    const second = await requestCode(email)
    world.clock.advance(10)
    expect((await enter(email, second)).problem.code).toBe('code_expired')
    const third = await requestCode(email)
    for (let tries = 0; tries < 5; tries += 1) await enter(email, wrongCode(third))
    expect((await enter(email, third)).problem.code).toBe('code_expired')
  })

  test('is not one to confirm an address or to reset a password', async () => {
    const email = buildEmail()
    const code = await requestCode(email)
    const answers = [
      await world.call(verifyEmail, { body: { email, code } }),
      await world.call(resetPassword, { body: { email, code, password: goodPassword } }),
      await enter(buildEmail(), code),
    ]
    expect(answers.map(({ problem }) => problem.code)).toEqual(answers.map(() => 'invalid_code'))
    expect((await enter(email, code)).status).toBe(200)
  })
})

test.each([
  ['terms not accepted', { accept_terms: false }, 'accept_terms', 'Please Accept our all Terms and Privacy!'],
  ['no terms', { accept_terms: undefined }, 'accept_terms', 'Please Accept our all Terms and Privacy!'],
  ['no address', { email: '' }, 'email', 'This field is required!'],
  ['not an address', { email: 'nobody' }, 'email', 'Please enter a valid email'],
  ['a header in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email', 'Please enter a valid email'],
  ['a role', { role: 'admin' }, 'role', 'This field isn’t recognised.'],
])('refuses %s', async (_name, more, field, message) => {
  const answer = await request(buildEmail(), more)
  expect(answer.status).toBe(422)
  expect(answer.problem.errors).toContainEqual({ field, message })
})

describe('with limits', () => {
  let limited: World
  beforeAll(async () => {
    limited = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_REGISTER_HOUR: '5' } })
  })
  afterAll(() => limited.close())
  const ask = (email: string, ip: string) =>
    limited.app.inject({
      method: 'POST',
      url: requestEmailLogin.path,
      payload: { email, accept_terms: true },
      remoteAddress: ip,
    })

  test('mails one code a minute, and the first stays valid', async () => {
    const email = buildEmail()
    for (let clicks = 0; clicks < 2; clicks += 1) expect((await ask(email, '198.51.100.1')).statusCode).toBe(202)
    expect(await mailsTo(limited, email)).toHaveLength(1)
    const body = { email, code: await newestCode(limited, email) }
    expect((await limited.call(logInWithEmail, { body })).status).toBe(200)
  })

  test('refuses the eleventh code of an hour to one address, whether or not it has an account', async () => {
    const [unknown, known] = [buildEmail(), (await limited.buildDriver()).email]
    for (const email of [unknown, known]) {
      for (let codes = 0; codes < 10; codes += 1) {
        expect((await ask(email, `198.51.101.${codes}`)).statusCode).toBe(202)
        limited.clock.advance(1)
      }
      const refused = await ask(email, '198.51.101.10')
      expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
        429,
        'rate_limited',
        '3000',
      ])
      expect(await mailsTo(limited, email)).toHaveLength(10)
      limited.clock.advance(60)
      expect((await ask(email, '198.51.101.11')).statusCode).toBe(202)
      limited.clock.advance(60)
    }
  })

  test('counts the requests of a network, whoever they are for', async () => {
    const answers = []
    for (let tries = 0; tries < 6; tries += 1) answers.push(await ask(buildEmail(), '198.51.100.2'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 202, 429])
    expect((await ask(buildEmail(), '198.51.100.3')).statusCode).toBe(202)
  })

  test('refuses the eleventh guess of a network', async () => {
    const email = buildEmail()
    await ask(email, '198.51.100.4')
    const code = await newestCode(limited, email)
    const guess = () =>
      limited.app.inject({
        method: 'POST',
        url: logInWithEmail.path,
        payload: { email, code: wrongCode(code) },
        remoteAddress: '198.51.100.5',
      })
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})
