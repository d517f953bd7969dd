import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { exportPersonalData } from '#contract/accounts/account.ts'
import { getProfile, requestEmailLogin, resetPassword } from '#contract/accounts/auth.ts'
import { getOtpSettings, updateOtpSettings } from '#contract/settings/desk.ts'
import {
  listTextCountries,
  logInWithNumber,
  logInWithNumberAndEmail,
  requestNumberEmail,
  requestNumberLogin,
} from '#contract/sms/number-login.ts'
import { confirmTextNumber, getTextSettings, sendTextCode } from '#contract/sms/numbers.ts'
import { useSettings } from '#server/features/settings/current.ts'
import { createAfricasTalking } from '#server/providers/sms/africas-talking.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators, type SmsSimulators } from '#simulators/sms.ts'
import { buildEmail, callResetCode, logInAs, mailsTo, newestCode, wrongCode } from '#test/kits/mailbox.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { sendQueuedSms } from './outbox.ts'

let world: World
let simulators: SmsSimulators

beforeAll(async () => {
  simulators = await startSmsSimulators()
  const sms = {
    africastalking: createAfricasTalking({ ...simulators.keys.africastalking, is_simulated: true }),
    twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }),
  }
  world = await createWorld({ sms, log, settings: { RATE_SMS_RANGE_DAY: '1000' } })
})
beforeEach(() => {
  world.clock.now = new Date('2026-12-01T15:00:00Z')
})
afterAll(async () => {
  await world.close()
  await simulators.close()
})

/** Messages that are not sent are warned of. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let count = 0
/** A number in Toronto that no other test has. */
const newNumber = () => {
  count += 1
  return `+1416555${1_000 + count}`
}
const request = (phone: string, more: object = {}, at: World = world) =>
  at.call(requestNumberLogin, { body: { phone, country_code: 'CA', accept_terms: true, ...more } })
/** What has arrived on a phone, newest last. */
async function textsTo(number: string, at: World = world): Promise<string[]> {
  await sendQueuedSms(at.deps)
  return simulators.inbox.filter(({ to }) => to === number).map(({ text }) => text)
}
const codeOn = async (number: string) => /\d{6}/.exec((await textsTo(number)).at(-1)!)![0]
const enter = (number: string, code: string) => world.call(logInWithNumber, { body: { number, code } })
/** Requests and enters a code. */
async function prove(number: string) {
  expect((await request(number)).status).toBe(202)
  const { status, body } = await enter(number, await codeOn(number))
  expect(status).toBe(200)
  return body
}
const mailCode = (number: string, proof: string, email: string) =>
  world.call(requestNumberEmail, { body: { number, proof, email } })
const open = (number: string, proof: string, email: string, code: string) =>
  world.call(logInWithNumberAndEmail, { body: { number, proof, email, code, country_code: 'CA' } })
/** Opens an account with a number and an email address. */
async function openAccount(number: string, email = buildEmail()) {
  const { proof } = await prove(number)
  expect((await mailCode(number, proof!, email)).status).toBe(202)
  const { body } = await open(number, proof!, email, await newestCode(world, email))
  return body
}
const numberOf = async (token: string) => (await world.call(getTextSettings, { token })).body.number
async function confirm(driver: Driver, number: string): Promise<void> {
  await world.call(sendTextCode, { token: driver.token, body: { phone: number } })
  const code = await codeOn(number)
  expect((await world.call(confirmTextNumber, { token: driver.token, body: { code } })).status).toBe(200)
}
const countAccounts = async () => (await world.db.selectFrom('users').select('id').execute()).length
async function changeChannel(channel: 'both' | 'email' | 'sms') {
  const value = JSON.stringify({ version: 1, values: { channel } })
  await world.db
    .insertInto('settings')
    .values({ key: 'site_settings.otp', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await useSettings(world.db, world.deps.config)
}

describe('a number without an account', () => {
  test('opens one with an email address that a code confirms, and logs in by itself from then on', async () => {
    const [number, email] = [newNumber(), buildEmail()]
    const before = await countAccounts()
    const { login, proof } = await prove(number)
    expect([login, await countAccounts()]).toEqual([null, before])
    expect((await mailCode(number, proof!, email)).body).toEqual({
      message: `We’ve sent a six-digit code to ${email}.`,
    })
    const code = await newestCode(world, email)
    expect(outcomeOf(await open(number, proof!, email, wrongCode(code)))).toBe('400 invalid_code')
    expect(await countAccounts()).toBe(before)
    const opened = await open(number, proof!, email, code)
    expect(opened.body).toMatchObject({ is_new_user: true, user: { email, phone: number, country_id: 'CA' } })
    const token = opened.body.access_token
    expect((await world.call(getProfile, { token })).body).toEqual(opened.body.user)
    expect(await numberOf(token)).toBe(number)
    world.clock.advance(2)
    const again = await prove(number)
    expect([again.proof, again.login?.user.id, again.login?.is_new_user]).toEqual([null, opened.body.user.id, false])
  })

  test('is added to the account that the address has', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const number = newNumber()
    const body = await openAccount(number, driver.email)
    expect(body).toMatchObject({ is_new_user: false, user: { id: driver.user_id, phone: number } })
  })

  test('becomes a full account with a password, under the same id', async () => {
    const email = buildEmail()
    const { user } = await openAccount(newNumber(), email)
    const code = await callResetCode(world, email)
    await world.call(resetPassword, { body: { email, code, password: 'a long drive to the sea' } })
    expect((await logInAs(world, email, 'a long drive to the sea')).body.user.id).toBe(user.id)
  })

  test('needs its own proof, once and for an hour', async () => {
    const [number, email] = [newNumber(), buildEmail()]
    const { proof } = await prove(number)
    expect(outcomeOf(await mailCode(newNumber(), proof!, email))).toBe('409 number_unproved')
    expect(outcomeOf(await mailCode(number, 'A'.repeat(43), email))).toBe('409 number_unproved')
    await mailCode(number, proof!, email)
    const code = await newestCode(world, email)
    expect(outcomeOf(await open(number, 'A'.repeat(43), email, code))).toBe('409 number_unproved')
    // Another code for the number, which anybody can ask for, takes nothing from it.
    world.clock.advance(2)
    await request(number)
    expect((await open(number, proof!, email, code)).status).toBe(200)
    expect(outcomeOf(await mailCode(number, proof!, email))).toBe('409 number_unproved')
    const late = newNumber()
    const { proof: old } = await prove(late)
    world.clock.advance(61)
    expect(outcomeOf(await mailCode(late, old!, email))).toBe('409 number_unproved')
  })
})

describe('a request for a code', () => {
  test('answers the same for numbers with and without an account; only the phone reads which', async () => {
    const [known, unknown] = [newNumber(), newNumber()]
    await openAccount(known)
    world.clock.advance(2)
    const answers = await Promise.all([request(known), request(unknown)])
    const shapes = answers.map(({ status, body, headers }) => [
      status,
      JSON.stringify(body).replaceAll(/\d/g, '0'),
      Object.keys(headers).sort(),
    ])
    expect(shapes[0]).toEqual(shapes[1])
    expect((await textsTo(known)).at(-1)).toMatch(/^\d{6} logs you in to your Parkwell account\./)
    expect((await textsTo(unknown)).at(-1)).toMatch(/^\d{6} is your Parkwell code\./)
  })

  test.each([
    ['NG', '0803 123 4501', '+2348031234501'],
    ['NG', '234 803-123-4502', '+2348031234502'],
    ['CA', '(416) 555-0191', '+14165550191'],
    ['SN', '77 123 45 67', '+221771234567'],
    ['US', '206.555.0192', '+12065550192'],
    ['CA', '00221 77 123 45 68', '+221771234568'],
  ])('reads a number of %s as it is dialled: %s', async (country_code, phone, number) => {
    const { status, body } = await request(phone, { country_code })
    expect([status, body.number]).toEqual([202, number])
    expect(await textsTo(number)).toHaveLength(1)
  })

  test.each([
    ['no number', '12345', 'phone', 'Enter a valid phone number. If it’s from another country, add the country code.'],
    ['another country', '+447911123456', 'phone', 'We can’t send text messages to this number.'],
  ])('refuses %s', async (_case, phone, field, message) => {
    const { status, problem } = await request(phone)
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('needs the terms', async () => {
    const { status, problem } = await request(newNumber(), { accept_terms: false })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'accept_terms'])
  })

  test('is limited: one code a minute and ten an hour to a number, and those of a network', async () => {
    const limited = await createWorld({
      sms: world.deps.sms,
      log,
      settings: { RATE_LIMITS: 'on', RATE_REGISTER_HOUR: '12', RATE_SMS_NUMBER_DAY: '2' },
    })
    onTestFinished(() => limited.close())
    const number = newNumber()
    for (let clicks = 0; clicks < 2; clicks += 1) expect((await request(number, {}, limited)).status).toBe(202)
    expect(await textsTo(number, limited)).toHaveLength(1)
    for (let codes = 0; codes < 8; codes += 1) {
      limited.clock.advance(1.1)
      expect((await request(number, {}, limited)).status).toBe(202)
    }
    // The limit of the day for one number, which holds for codes as well.
    expect(await textsTo(number, limited)).toHaveLength(2)
    limited.clock.advance(1.1)
    expect((await request(number, {}, limited)).status).toBe(202)
    const refused = await request(number, {}, limited)
    expect(outcomeOf(refused)).toBe('429 rate_limited')
    expect(outcomeOf(await request(newNumber(), {}, limited))).toBe('429 rate_limited')
  })
})

describe('the code', () => {
  test('can be used once, for ten minutes and with five wrong tries', async () => {
    const number = newNumber()
    await request(number)
    const first = await codeOn(number)
    expect(outcomeOf(await enter(number, wrongCode(first)))).toBe('400 invalid_code')
    expect((await enter(number, first)).status).toBe(200)
    expect(outcomeOf(await enter(number, first))).toBe('400 code_expired')
    world.clock.advance(2)
    await request(number)
    const second = await codeOn(number)
    world.clock.advance(10)
    expect(outcomeOf(await enter(number, second))).toBe('400 code_expired')
    await request(number)
    const third = await codeOn(number)
    for (let tries = 0; tries < 5; tries += 1) await enter(number, wrongCode(third))
    expect(outcomeOf(await enter(number, third))).toBe('400 code_expired')
  })

  test('is stored as a hash, and that of one number is none of another', async () => {
    const [number, other] = [newNumber(), newNumber()]
    await request(number)
    const code = await codeOn(number)
    const { code_hash } = await world.db
      .selectFrom('email_codes')
      .select('code_hash')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(code_hash).toString('latin1')).not.toContain(code)
    await request(other)
    if ((await codeOn(other)) !== code) expect(outcomeOf(await enter(other, code))).toBe('400 invalid_code')
  })
})

describe('an account with a confirmed number', () => {
  test('is logged in to by it, until another account has confirmed it or the profile has another', async () => {
    const [first, second] = [
      await world.buildDriver({ country_code: 'CA' }),
      await world.buildDriver({ country_code: 'CA' }),
    ]
    const number = newNumber()
    await confirm(first, number)
    world.clock.advance(2)
    expect((await prove(number)).login?.user.id).toBe(first.user_id)
    await confirm(second, number)
    world.clock.advance(2)
    expect((await prove(number)).login?.user.id).toBe(second.user_id)
    await world.db.updateTable('users').set({ phone: '+14165559999' }).where('id', '=', second.user_id).execute()
    world.clock.advance(2)
    expect((await prove(number)).login).toBeNull()
  })

  test('tells its owner by email of a login with a device that it does not know', async () => {
    const [number, email] = [newNumber(), buildEmail()]
    await openAccount(number, email)
    const subjects = async () => (await mailsTo(world, email)).map(({ subject }) => subject)
    world.clock.advance(2)
    await prove(number)
    expect(await subjects()).not.toContain('New login with your mobile number')
    world.clock.advance(2)
    await request(number)
    const payload = { number, code: await codeOn(number) }
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: logInWithNumber.path,
      payload,
      remoteAddress: '203.0.113.80',
    })
    expect(statusCode).toBe(200)
    expect(await subjects()).toContain('New login with your mobile number')
  })

  test('of somebody who works here needs the emailed code too', async () => {
    const admin = await world.buildDriver({ country_code: 'CA', role: 'admin' })
    const number = newNumber()
    await confirm(admin, number)
    world.clock.advance(2)
    const { login, proof } = await prove(number)
    expect(login).toBeNull()
    await mailCode(number, proof!, admin.email)
    const { body } = await open(number, proof!, admin.email, await newestCode(world, admin.email))
    expect(body.user.id).toBe(admin.user_id)
  })

  test('is refused when it is disabled', async () => {
    const number = newNumber()
    const { user } = await openAccount(number)
    await world.db.updateTable('users').set({ disabled_at: world.clock.now }).where('id', '=', user.id).execute()
    world.clock.advance(2)
    await request(number)
    expect(outcomeOf(await enter(number, await codeOn(number)))).toBe('403 account_disabled')
  })

  test('exports the codes of its number', async () => {
    const { access_token } = await openAccount(newNumber())
    const { body } = await world.call(exportPersonalData, { token: access_token })
    expect(body.held['codes']).toContainEqual(expect.objectContaining({ purpose: 'log_in_number' }))
  })
})

describe('the settings', () => {
  test('switch text messages off: the server sends no code to a number, and offers none', async () => {
    onTestFinished(() => changeChannel('both'))
    expect((await world.call(listTextCountries, {})).body.countries).toEqual(['CA', 'NG', 'SN', 'US'])
    await changeChannel('email')
    expect((await world.call(listTextCountries, {})).body.countries).toEqual([])
    expect(outcomeOf(await request(newNumber()))).toBe('409 code_by_email')
  })

  test('have codes sent by text message alone, where a gateway sends any', async () => {
    onTestFinished(() => changeChannel('both'))
    await changeChannel('sms')
    const ask = (country_code: string) =>
      world.call(requestEmailLogin, {
        body: { email: buildEmail(), country_code: country_code as 'CA', accept_terms: true },
      })
    expect(outcomeOf(await ask('CA'))).toBe('409 code_by_text')
    // The address of a new account is confirmed all the same.
    expect((await openAccount(newNumber())).is_new_user).toBe(true)
    await world.db.updateTable('sms_gateways').set({ is_active: false }).where('country', '=', 'SN').execute()
    onTestFinished(async () => {
      await world.db.updateTable('sms_gateways').set({ is_active: true }).where('country', '=', 'SN').execute()
    })
    expect((await ask('SN')).status).toBe(202)
  })

  test('name the countries with a gateway, and refuse text messages alone without any', async () => {
    const { token } = await world.buildDriver({ role: 'admin' })
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const { body } = await world.call(getOtpSettings, { token })
    expect(body).toMatchObject({ channel: 'both', text_countries: ['CA', 'NG', 'SN', 'US'] })
    const { code_minutes, code_tries, resend_seconds, version } = body
    const update = (channel: 'both' | 'email' | 'sms') =>
      world.call(updateOtpSettings, { token, body: { channel, code_minutes, code_tries, resend_seconds, version } })
    await world.db.updateTable('sms_gateways').set({ is_active: false }).execute()
    onTestFinished(async () => {
      await world.db.updateTable('sms_gateways').set({ is_active: true }).execute()
    })
    const refused = await update('sms')
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [{ field: 'channel', message: 'Switch on an SMS gateway first.' }],
    ])
    expect((await world.call(getOtpSettings, { token })).body).toMatchObject({ channel: 'both', text_countries: [] })
  })
})
