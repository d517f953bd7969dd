import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPasswordReset, getProfile, resetPassword, verifyEmail } from '#contract/accounts/auth.ts'
import {
  goodPassword,
  logInAs,
  mailsTo,
  buildEmail,
  newestCode,
  registerVerifiedUser,
  registerUser,
  callResetCode,
  wrongCode,
} from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const newPassword = 'Another-Harbour-3-Cup'
const reset = (email: string, code: string, password: string = newPassword) =>
  world.call(resetPassword, { body: { email, code, password } })

test('ends every session and the old password after a reset', async () => {
  const { email, token } = await registerVerifiedUser(world)
  const { body: second } = await logInAs(world, email)
  const code = await callResetCode(world, email)
  const answer = await reset(email, code)
  expect([answer.status, answer.body]).toEqual([204, ''])
  for (const dead of [token, second.access_token])
    expect((await world.call(getProfile, { token: dead })).status).toBe(401)
  expect((await logInAs(world, email)).status).toBe(401)
  expect((await logInAs(world, email, newPassword)).status).toBe(200)
  const [mail] = await mailsTo(world, email)
  expect(mail!.subject).toBe('Your password was changed')
  expect((await reset(email, code, goodPassword)).problem.code).toBe('code_expired')
})

test('returns the same response for known and unknown addresses', async () => {
  const { email } = await registerVerifiedUser(world)
  const unknown = buildEmail()
  const answers = [
    await world.call(requestPasswordReset, { body: { email } }),
    await world.call(requestPasswordReset, { body: { email: unknown } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(answers[0]!.body).toEqual(answers[1]!.body)
  expect(await mailsTo(world, unknown)).toEqual([])
  expect((await mailsTo(world, email))[0]!.text).toContain('/forgot-password')
})

test('refuses a wrong code, an unknown address and a confirmation code alike', async () => {
  const { email } = await registerVerifiedUser(world)
  const code = await callResetCode(world, email)
  const waiting = buildEmail()
  await registerUser(world, waiting)
  const verifying = await newestCode(world, waiting)
  const answers = [
    await reset(email, wrongCode(code)),
    await reset(buildEmail(), code),
    await reset(waiting, verifying),
    await world.call(verifyEmail, { body: { email, code } }),
  ]
  expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(answers.map(() => [400, 'invalid_code']))
})

test('invalidates the code after ten minutes, after five wrong attempts and when a newer one is sent', async () => {
  const { email } = await registerVerifiedUser(world)
  const first = await callResetCode(world, email)
  const second = await callResetCode(world, email)
  if (first !== second) expect((await reset(email, first)).problem.code).toBe('invalid_code')
  world.clock.advance(10)
  expect((await reset(email, second)).problem.code).toBe('code_expired')
  const third = await callResetCode(world, email)
  for (let tries = 0; tries < 5; tries += 1) await reset(email, wrongCode(third))
  expect((await reset(email, third)).problem.code).toBe('code_expired')
  expect((await logInAs(world, email)).status).toBe(200)
})

test('lets one of two concurrent resets succeed', async () => {
  const { email } = await registerVerifiedUser(world)
  const code = await callResetCode(world, email)
  const passwords = ['First-Lighthouse-1-Sea', 'Second-Lighthouse-2-Sea']
  const answers = await Promise.all(passwords.map((password) => reset(email, code, password)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  const winner = passwords[answers.findIndex(({ status }) => status === 204)]!
  expect((await logInAs(world, email, winner)).status).toBe(200)
})

test('refuses a guessable password without using up an attempt', async () => {
  const { email } = await registerVerifiedUser(world)
  const code = await callResetCode(world, email)
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await reset(email, code, 'password123')
    expect(answer.problem.errors).toEqual([
      { field: 'password', message: 'This password is too common. Choose another one.' },
    ])
  }
  expect((await reset(email, code)).status).toBe(204)
})

test('confirms the address too, and invalidates its confirmation code', async () => {
  const email = buildEmail()
  await registerUser(world, email)
  const verifying = await newestCode(world, email)
  expect((await reset(email, await callResetCode(world, email))).status).toBe(204)
  expect((await logInAs(world, email, newPassword)).status).toBe(200)
  expect((await world.call(verifyEmail, { body: { email, code: verifying } })).status).toBe(400)
})

test('mails in the account’s language, whatever the requested one', async () => {
  const { email } = await registerVerifiedUser(world, { language: 'fr' })
  await world.call(requestPasswordReset, { body: { email }, headers: { 'accept-language': 'en' } })
  const [mail] = await mailsTo(world, email)
  expect(mail!.subject).toBe('Votre code pour réinitialiser votre mot de passe')
  expect(mail!.text).toContain('Saisissez ce code')
  expect(mail!.html).toContain('<html lang="fr">')
})
