import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, resendVerification, verifyEmail } from '#contract/accounts/auth.ts'
import {
  goodPassword,
  logInAs,
  mailsTo,
  buildEmail,
  newestCode,
  registerVerifiedUser,
  registerUser,
  buildRegistration,
  wrongCode,
} from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const verify = (email: string, code: string) => world.call(verifyEmail, { body: { email, code } })

describe('opening an account', () => {
  test('mails a code to the address and returns no token', async () => {
    const email = buildEmail()
    const answer = await registerUser(world, email, {
      last_name: 'Lovelace',
      phone: '+1 416 555 0101',
      country_code: 'CA',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ message: `Check your inbox: we’ve sent an email to ${email}.`, email })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const [mail, ...more] = await mailsTo(world, email)
    expect(more).toEqual([])
    expect(mail!.html).toContain(await newestCode(world, email))
    expect(mail!.text).toContain('/verify')

    const verified = await verify(email, await newestCode(world, email))
    expect(verified.status).toBe(200)
    expect(Date.parse(verified.body.expires_at) - world.clock.now.getTime()).toBe(30 * 86_400_000)
    expect(verified.body.user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+14165550101',
      country_id: 'CA',
      country: { id: 2, code: 'CA', name: 'Canada' },
      language: 'en',
      role: 'customer',
      created_at: world.clock.now.toISOString(),
    })
    const profile = await world.call(getProfile, { token: verified.body.token })
    expect(profile.body).toEqual(verified.body.user)
  })

  test('defaults the country to Nigeria and stores the address in lower case', async () => {
    const email = buildEmail()
    const answer = await registerUser(world, ` ${email.toUpperCase()} `)
    expect(answer.body.email).toBe(email)
    const verified = await verify(email.toUpperCase(), await newestCode(world, email))
    expect(verified.body.user).toMatchObject({ email, country_id: 'NG', last_name: null, phone: null, photo_url: null })
  })

  test.each([
    ['what the browser asks for', {}, { 'accept-language': 'fr-SN,fr;q=0.9,en;q=0.5' }, 'fr'],
    ['what was chosen, before it', { language: 'fr' }, { 'accept-language': 'en' }, 'fr'],
    ['English else', {}, {}, 'en'],
  ])('the mail is in the reader’s language: %s', async (_name, more, headers: Record<string, string>, language) => {
    const email = buildEmail()
    const answer = await registerUser(world, email, more, headers)
    const [mail] = await mailsTo(world, email)
    expect(mail!.subject).toBe(language === 'fr' ? 'Votre code de vérification' : 'Your verification code')
    expect(mail!.html).toContain(`<html lang="${language}">`)
    const answered = headers['accept-language']?.startsWith('fr') === true ? 'Consultez' : 'Check your inbox'
    expect(answer.body.message.startsWith(answered)).toBe(true)
    const verified = await verify(email, await newestCode(world, email))
    expect(verified.body.user.language).toBe(language)
  })

  test.each([
    ['terms not accepted', { accept_terms: false }, 'accept_terms', 'Please Accept our all Terms and Privacy!'],
    ['no terms', { accept_terms: undefined }, 'accept_terms', 'Please Accept our all Terms and Privacy!'],
    ['short password', { password: 'abc' }, 'password', 'Password must be at least 8 characters'],
    [
      'a most used password',
      { password: 'Password123' },
      'password',
      'This password is too common. Choose another one.',
    ],
    ['the product’s name', { password: 'Parkwell1' }, 'password', 'This password is too common. Choose another one.'],
    ['no name', { first_name: '  ' }, 'first_name', 'This field is required!'],
    ['not an address', { email: 'nobody' }, 'email', 'Please enter a valid email'],
    ['two addresses', { email: 'a@b.example, c@d.example' }, 'email', 'Please enter a valid email'],
    ['a header in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email', 'Please enter a valid email'],
    ['NUL in the name', { first_name: 'A\u0000da' }, 'first_name', 'Some of these characters aren’t allowed.'],
    ['an unknown country', { country_code: 'XX' }, 'country_code', 'This value isn’t valid.'],
    ['an unknown language', { language: 'de' }, 'language', 'This value isn’t valid.'],
    ['a role', { role: 'admin' }, 'role', 'This field isn’t recognised.'],
    ['a proved address', { email_verified: true }, 'email_verified', 'This field isn’t recognised.'],
  ])('refuses %s', async (_name, more, field, message) => {
    const email = buildEmail()
    const answer = await registerUser(world, email, more)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toContainEqual({ field, message })
    expect(await mailsTo(world, email)).toEqual([])
  })

  test.each(['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}'])(
    'refuses %s',
    async (more) => {
      const email = buildEmail()
      const body = JSON.stringify(buildRegistration(email)).replace('{', `{${more},`)
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/v1/auth/register',
        headers: { 'content-type': 'application/json' },
        payload: body,
      })
      expect(answer.statusCode).toBe(400)
      expect(await mailsTo(world, email)).toEqual([])
    },
  )

  test('accepts unusual but valid names and passwords', async () => {
    const { token } = await registerVerifiedUser(world, {
      first_name: "Ọ̀ṣun'); drop table users; --",
      last_name: '<b>{{email}} $t(errors.internal)</b> 123456',
      password: '\u0000 é 漢字 🚗 " \' \\ %00',
    })
    const profile = await world.call(getProfile, { token })
    expect(profile.body).toMatchObject({
      first_name: "Ọ̀ṣun'); drop table users; --",
      last_name: '<b>{{email}} $t(errors.internal)</b> 123456',
    })
    expect((await logInAs(world, profile.body.email, '\u0000 é 漢字 🚗 " \' \\ %00')).status).toBe(200)
  })

  test('treats composed and decomposed accents as the same password', async () => {
    const { email } = await registerVerifiedUser(world, { password: 'crème brûlée'.normalize('NFC') })
    expect((await logInAs(world, email, 'crème brûlée'.normalize('NFD'))).status).toBe(200)
  })
})

describe('an address that has an account', () => {
  test('gets the same response, a mail to its owner, and no change', async () => {
    const { email, token } = await registerVerifiedUser(world)
    // Mails of one instant have no order.
    world.clock.advance(1)
    const stranger = buildEmail()
    const unknown = await registerUser(world, stranger, { first_name: 'Eve', password: 'another-Passphrase-1' })
    const known = await registerUser(world, email, { first_name: 'Eve', password: 'another-Passphrase-1' })
    expect(known.status).toBe(unknown.status)
    expect(JSON.stringify(known.body).replaceAll(email, '')).toBe(JSON.stringify(unknown.body).replaceAll(stranger, ''))
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort())

    const [mail] = await mailsTo(world, email)
    expect(mail!.subject).toBe('You already have an account')
    expect(mail!.text).toContain('/auth')
    expect(mail!.text).toContain('/forgot-password')
    expect(mail!.text).not.toMatch(/\d{6}|Eve/)
    expect((await world.call(getProfile, { token })).body.first_name).toBe('Ada')
    expect((await logInAs(world, email, 'another-Passphrase-1')).status).toBe(401)
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test('gets no faster response than a new address', async () => {
    const { email } = await registerVerifiedUser(world)
    const timed = async (to: string) => {
      const started = performance.now()
      await registerUser(world, to)
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 5; round += 1) {
      known.push(await timed(email))
      unknown.push(await timed(buildEmail()))
    }
    expect(Math.min(...known)).toBeGreaterThan(140)
    expect(Math.min(...unknown)).toBeGreaterThan(140)
  })

  test('updates the details and replaces the code when registered again with the same password', async () => {
    const email = buildEmail()
    await registerUser(world, email, { first_name: 'Adda' })
    const first = await newestCode(world, email)
    await registerUser(world, email, { first_name: 'Ada', country_code: 'SN', language: 'fr' })
    const second = await newestCode(world, email)
    if (first !== second) expect((await verify(email, first)).problem.code).toBe('invalid_code')
    const verified = await verify(email, second)
    expect(verified.body.user).toMatchObject({ first_name: 'Ada', country_id: 'SN', language: 'fr' })
    expect((await logInAs(world, email)).status).toBe(200)
  })

  test.each([
    ['a stranger first, then the owner', 'stranger-Password-1', goodPassword],
    ['the owner first, then a stranger', goodPassword, 'stranger-Password-1'],
  ])('no password is planted: %s', async (_name, first, second) => {
    const email = buildEmail()
    await registerUser(world, email, { first_name: 'First', password: first, phone: '+14165550100' })
    await registerUser(world, email, { first_name: 'Second', password: second })
    const [mail] = await mailsTo(world, email)
    expect(mail!.text).toContain('registered more than once')
    const verified = await verify(email, await newestCode(world, email))
    expect(verified.status).toBe(200)
    expect(verified.body.user).toMatchObject({ first_name: 'First', phone: null })
    expect((await logInAs(world, email, first)).status).toBe(401)
    expect((await logInAs(world, email, second)).status).toBe(401)
  })

  test('gets one account and keeps its password after a double click', async () => {
    const email = buildEmail()
    const answers = await Promise.all([
      registerUser(world, email),
      registerUser(world, email),
      registerUser(world, email),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await verify(email, await newestCode(world, email))).status).toBe(200)
    expect((await logInAs(world, email)).status).toBe(200)
  })
})

describe('the confirmation code', () => {
  test('can be used once', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const code = await newestCode(world, email)
    expect((await verify(email, code)).status).toBe(200)
    const again = await verify(email, code)
    expect([again.status, again.problem.code]).toEqual([400, 'code_expired'])
  })

  test('can be used once by two concurrent requests', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const code = await newestCode(world, email)
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('expires after ten minutes', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const code = await newestCode(world, email)
    world.clock.advance(10)
    const late = await verify(email, code)
    expect([late.status, late.problem.code]).toEqual([400, 'code_expired'])
    await world.call(resendVerification, { body: { email } })
    expect((await verify(email, await newestCode(world, email))).status).toBe(200)
  })

  test('allows five wrong attempts and no sixth', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const code = await newestCode(world, email)
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await verify(email, wrongCode(code))
      expect([wrong.status, wrong.problem.code]).toEqual([400, 'invalid_code'])
    }
    const sixth = await verify(email, code)
    expect([sixth.status, sixth.problem.code]).toEqual([400, 'code_expired'])
  })

  test('allows five wrong attempts when they are concurrent', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const code = await newestCode(world, email)
    await Promise.all(Array.from({ length: 5 }, () => verify(email, wrongCode(code))))
    expect((await verify(email, code)).problem.code).toBe('code_expired')
  })

  test('is valid for its own account only', async () => {
    const [mine, yours] = [buildEmail(), buildEmail()]
    await registerUser(world, mine)
    await registerUser(world, yours)
    const [code, other] = [await newestCode(world, mine), await newestCode(world, yours)]
    if (code !== other) expect((await verify(yours, code)).status).toBe(400)
  })

  test.each(['12345', '1234567', 'abcdef', '١٢٣٤٥٦', "1' or 1", ''])('must be six digits: %s', async (code) => {
    expect((await verify(buildEmail(), code)).status).toBe(422)
  })

  test('is refused for an unknown address like a wrong code', async () => {
    const email = buildEmail()
    await registerUser(world, email)
    const wrong = await verify(email, wrongCode(await newestCode(world, email)))
    const unknown = await verify(buildEmail(), '123123')
    const bare = ({ problem: { request_id: _id, ...rest } }: typeof wrong) => rest
    expect(bare(unknown)).toEqual(bare(wrong))
  })
})

describe('requesting a new code', () => {
  test('returns the same response for unknown, unconfirmed and confirmed addresses, and mails only the unconfirmed one', async () => {
    const waiting = buildEmail()
    await registerUser(world, waiting)
    const { email: proved } = await registerVerifiedUser(world)
    const unknown = buildEmail()
    const answers = []
    for (const email of [waiting, proved, unknown])
      answers.push(await world.call(resendVerification, { body: { email } }))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await mailsTo(world, waiting)).length).toBe(2)
    expect((await mailsTo(world, proved)).length).toBe(1)
    expect(await mailsTo(world, unknown)).toEqual([])
  })
})
