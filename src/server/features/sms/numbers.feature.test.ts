import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { updateProfile } from '#contract/accounts/auth.ts'
import {
  confirmTextNumber,
  getTextSettings,
  sendTextCode,
  stopTexts,
  stopTextsByKey,
  updateTextTopic,
  type TextTopic,
} from '#contract/sms/numbers.ts'
import { day_ms } from '#contract/time.ts'
import { transact } from '#server/database/transact.ts'
import { remindOfEnds } from '#server/features/notifications/push/remind.ts'
import { acceptOrder } from '#server/features/orders/lifecycle/advance-orders.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { useSettings } from '#server/features/settings/current.ts'
import { createAfricasTalking } from '#server/providers/sms/africas-talking.ts'
import { createTwilio, signReport } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators, type SmsSimulators } from '#simulators/sms.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildOrder, buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { smsJobs } from './jobs.ts'
import { sendQueuedSms } from './outbox.ts'

let world: World
let simulators: SmsSimulators

beforeAll(async () => {
  simulators = await startSmsSimulators()
  const sms = {
    africastalking: createAfricasTalking({ ...simulators.keys.africastalking, is_simulated: true }),
    twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }),
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  world = await createWorld({ sms, log, settings: { RATE_SMS_NUMBER_DAY: '100', RATE_SMS_RANGE_DAY: '100' } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  world.deps.publicUrl = () => origin
  simulators.setWebhookBase(origin)
})
beforeEach(() => {
  world.clock.now = new Date('2026-12-01T15:00:00Z')
})
afterEach(async () => {
  await simulators.settled()
  simulators.behaviour.refusal = null
})
afterAll(async () => {
  await world.close()
  await simulators.close()
})

let count = 0
/** A number in Lagos or Toronto that no other test has. */
const newNumber = (country: 'NG' | 'CA' = 'CA') => {
  count += 1
  const end = String(1_000 + count)
  return country === 'NG' ? `+234803123${end}` : `+1416555${end}`
}
const send = (driver: Driver, phone: string) => world.call(sendTextCode, { token: driver.token, body: { phone } })
const read = async (driver: Driver) => (await world.call(getTextSettings, { token: driver.token })).body
/** What has arrived on a phone since, newest last. */
async function textsTo(number: string): Promise<string[]> {
  await sendQueuedSms(world.deps)
  return simulators.inbox.filter(({ to }) => to === number).map(({ text }) => text)
}
const codeOn = async (number: string) => /\d{6}/.exec((await textsTo(number)).at(-1)!)![0]
const enter = (driver: Driver, code: string) => world.call(confirmTextNumber, { token: driver.token, body: { code } })
async function confirm(driver: Driver, number: string): Promise<void> {
  expect((await send(driver, number)).status).toBe(200)
  expect((await enter(driver, await codeOn(number))).status).toBe(200)
}
const choose = (driver: Driver, topic: TextTopic, is_on = true) =>
  world.call(updateTextTopic, { token: driver.token, body: { topic, is_on } })
const chosen = async (driver: Driver) =>
  (await read(driver)).topics.filter(({ is_on }) => is_on).map(({ topic }) => topic)

describe('confirming a number', () => {
  test('a code on the phone makes it the number of the profile', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const number = newNumber()
    expect(await read(driver)).toMatchObject({ is_offered: true, number: null, code_sent_at: null })
    const sent = await send(driver, number.slice(2))
    expect(sent.body).toMatchObject({ suggested: number, code_sent_at: world.clock.now.toISOString(), number: null })
    expect((await textsTo(number)).at(-1)).toMatch(/^\d{6} is your Parkwell code\. It expires after 10 minutes\./)
    const code = await codeOn(number)
    expect(outcomeOf(await enter(driver, code === '000000' ? '000001' : '000000'))).toBe('400 invalid_code')
    expect((await enter(driver, code)).body).toMatchObject({ number, suggested: number, code_sent_at: null })
    expect(outcomeOf(await enter(driver, code))).toBe('400 code_expired')
    // Another number of the profile is not confirmed.
    await world.call(updateProfile, { token: driver.token, body: { phone: newNumber() } })
    expect((await read(driver)).number).toBeNull()
  })

  test('a code expires, is tried five times at most, and one for another number replaces it', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const [first, second] = [newNumber(), newNumber()]
    await send(driver, first)
    const code = await codeOn(first)
    world.clock.advance(11)
    expect(outcomeOf(await enter(driver, code))).toBe('400 code_expired')
    expect((await read(driver)).code_sent_at).toBeNull()
    await send(driver, first)
    const again = await codeOn(first)
    for (let tries = 0; tries < 5; tries += 1) await enter(driver, again === '000000' ? '000001' : '000000')
    expect(outcomeOf(await enter(driver, again))).toBe('400 code_expired')
    await send(driver, first)
    const replaced = await codeOn(first)
    await send(driver, second)
    const valid = await codeOn(second)
    if (replaced !== valid) expect(outcomeOf(await enter(driver, replaced))).toBe('400 invalid_code')
    expect((await enter(driver, valid)).body.number).toBe(second)
  })

  test.each([
    ['no number', '12345'],
    ['a country without text messages', '+447911123456'],
    ['a country whose gateway is off', '+221771234567'],
  ])('refuses %s', async (_case, phone) => {
    await world.db.updateTable('sms_gateways').set({ is_active: false }).where('country', '=', 'SN').execute()
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { status, problem } = await send(driver, phone)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'phone'])
    await world.db.updateTable('sms_gateways').set({ is_active: true }).where('country', '=', 'SN').execute()
  })

  test('is not offered where the gateway of the country is off', async () => {
    const driver = await world.buildDriver({ country_code: 'SN' })
    expect((await read(driver)).is_offered).toBe(true)
    await world.db.updateTable('sms_gateways').set({ is_active: false }).where('country', '=', 'SN').execute()
    expect((await read(driver)).is_offered).toBe(false)
    await world.db.updateTable('sms_gateways').set({ is_active: true }).where('country', '=', 'SN').execute()
  })

  test('whoever has the phone now takes the number from the account that had it', async () => {
    const [before, now] = [
      await world.buildDriver({ country_code: 'CA' }),
      await world.buildDriver({ country_code: 'CA' }),
    ]
    const number = newNumber()
    await confirm(before, number)
    await choose(before, 'bookings')
    await confirm(now, number)
    expect((await read(before)).number).toBeNull()
    expect(await chosen(before)).toEqual([])
    expect((await read(now)).number).toBe(number)
  })

  test('codes are sent within limits', async () => {
    const limited = await createWorld({
      sms: world.deps.sms,
      settings: { RATE_LIMITS: 'on', RATE_REGISTER_HOUR: '1000' },
    })
    const driver = await limited.buildDriver({ country_code: 'CA' })
    const ask = () => limited.call(sendTextCode, { token: driver.token, body: { phone: '+14165550199' } })
    expect((await ask()).status).toBe(200)
    const soon = await ask()
    expect([outcomeOf(soon), soon.headers['retry-after']]).toEqual(['429 rate_limited', '60'])
    for (let n = 0; n < 9; n += 1) {
      limited.clock.advance(1.1)
      expect((await ask()).status).toBe(200)
    }
    limited.clock.advance(1.1)
    expect(outcomeOf(await ask())).toBe('429 rate_limited')
    await limited.close()
  })
})

describe('text messages about bookings and orders', () => {
  test('need a confirmed number, and are off until they are chosen', async () => {
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
    expect(outcomeOf(await choose(driver, 'bookings'))).toBe('409 text_number_needed')
    const number = newNumber()
    await confirm(driver, number)
    const before = (await textsTo(number)).length
    const park = await world.buildPark({ name: 'Front Street' })
    await buildPaidBooking(world, driver, park, 96, 8)
    expect(await textsTo(number)).toHaveLength(before)
    await choose(driver, 'bookings')
    const booking = await buildPaidBooking(world, driver, park, 192, 8)
    const [text] = (await textsTo(number)).slice(before)
    expect(text).toContain(`Booking ${booking.booking_code}.`)
    expect(text).toMatch(/^Parkwell: Front Street is booked from .* Reply STOP to end\.$/)
    await choose(driver, 'bookings', false)
    await buildPaidBooking(world, driver, park, 288, 8)
    expect(await textsTo(number)).toHaveLength(before + 1)
  })

  test('wait for the morning, unless what they are about comes before it', async () => {
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
    const number = newNumber()
    await confirm(driver, number)
    await choose(driver, 'bookings')
    const before = (await textsTo(number)).length
    const park = await world.buildPark({ timezone: 'America/Toronto' })
    // 23:00 in Toronto.
    world.clock.now = new Date('2026-12-02T04:00:00Z')
    await buildPaidBooking(world, driver, park, 96, 8)
    expect(await textsTo(number)).toHaveLength(before)
    await buildPaidBooking(world, driver, park, 8, 8)
    expect(await textsTo(number)).toHaveLength(before + 1)
    world.clock.now = new Date('2026-12-02T13:00:00Z')
    expect(await textsTo(number)).toHaveLength(before + 2)
  })

  test('remind of the end once, with the page where the booking is extended', async () => {
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
    const number = newNumber()
    await confirm(driver, number)
    await choose(driver, 'parking_ends')
    const park = await world.buildPark({ name: 'Front Street' })
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    const before = (await textsTo(number)).length
    world.clock.advance(115)
    await Promise.all([remindOfEnds(world.deps), remindOfEnds(world.deps)])
    const texts = (await textsTo(number)).slice(before)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`/booking-details/${booking.booking_code}`)
  })

  test('report the states of orders, in French for a French account', async () => {
    const { token } = await world.buildDriver({ role: 'admin' })
    const branch = await buildBranch(world, token)
    const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
    const stock_level_id = await buildStock(world, branch.id, item_id, 50)
    const driver = await world.buildDriver({ country_code: 'CA', language: 'fr', balance_minor: 100_000n })
    const number = newNumber()
    await confirm(driver, number)
    await choose(driver, 'orders')
    const line = { item_id, quantity: 1, goods_minor: 1_000n, stock_level_id }
    const order = await buildOrder(world, driver, branch, { lines: [line] })
    const before = (await textsTo(number)).length
    const author = { actor: 'manager', actor_id: null, at: world.clock.now } as const
    await transact(world.db, async (tx) => acceptOrder(tx, world.deps, await lockOrder(tx, order.id), author, 0))
    const [text] = (await textsTo(number)).slice(before)
    expect(text).toMatch(/^Parkwell : .* a confirmé la commande /)
    expect(text).toContain(order.order_number)
  })
})

describe('stopping', () => {
  async function buildReader(country: 'NG' | 'CA') {
    const driver = await world.buildDriver({ country_code: country, balance_minor: 1_000_000n })
    const number = newNumber(country)
    await confirm(driver, number)
    for (const topic of ['bookings', 'orders'] as const) await choose(driver, topic)
    expect(await chosen(driver)).toEqual(['bookings', 'orders'])
    return { driver, number }
  }
  const endings = async ({ user_id }: Driver) =>
    (await world.db.selectFrom('text_consents').select('ended_by').where('user_id', '=', user_id).execute()).map(
      ({ ended_by }) => ended_by,
    )
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    })

  test('one press ends all, and what was agreed to stays on record', async () => {
    const { driver } = await buildReader('CA')
    const { body } = await world.call(stopTexts, { token: driver.token })
    expect(body.topics.some(({ is_on }) => is_on)).toBe(false)
    expect(await endings(driver)).toEqual(['settings', 'settings'])
    world.clock.now = new Date(world.clock.now.getTime() + 4 * 365 * day_ms)
    await smsJobs.find(({ name }) => name === 'forget_sms')!.run(world.deps)
    expect(await endings(driver)).toEqual([])
  })

  test('the link in a message from a name, which nobody can reply to, ends all without a login', async () => {
    await world.db.updateTable('sms_gateways').set({ sender: 'PARKWELL' }).where('country', '=', 'NG').execute()
    const { driver, number } = await buildReader('NG')
    await buildPaidBooking(world, driver, await world.buildPark({ country_code: 'NG', name: 'Ikeja' }), 96, 8)
    const [link, key] = /\/t\/(\w+)$/.exec((await textsTo(number)).at(-1)!)!
    const followed = await world.app.inject({ url: link })
    expect([followed.statusCode, followed.headers.location]).toEqual([302, `/unsubscribe/${key}?texts=1`])
    expect((await world.call(stopTextsByKey, { params: { key: key! } })).status).toBe(204)
    expect(await endings(driver)).toEqual(['link', 'link'])
    expect((await world.call(stopTextsByKey, { params: { key: 'A'.repeat(10) } })).status).toBe(404)
    await world.db.updateTable('sms_gateways').set({ sender: null }).where('country', '=', 'NG').execute()
  })

  test('a reply to Twilio ends all, if Twilio has signed it', async () => {
    const { driver, number } = await buildReader('CA')
    const path = '/api/v1/webhooks/twilio/replies'
    const { account_sid, auth_token } = simulators.keys.twilio
    const form = { AccountSid: account_sid, From: number, To: '+15005550006', Body: ' Stop ', MessageSid: 'SM1' }
    const sign = (given: Record<string, string>) => ({
      'x-twilio-signature': signReport(auth_token, world.deps.publicUrl() + path, new URLSearchParams(given)),
    })
    expect((await post(path, form, { 'x-twilio-signature': 'AAAA' })).statusCode).toBe(401)
    const thanks = { ...form, Body: 'Thanks, see you at the bus stop' }
    expect((await post(path, thanks, sign(thanks))).statusCode).toBe(204)
    expect(await chosen(driver)).toEqual(['bookings', 'orders'])
    expect((await post(path, form, sign(form))).statusCode).toBe(204)
    expect(await endings(driver)).toEqual(['reply', 'reply'])
  })

  test("so does an opt-out or a reply that Africa's Talking sends to the address with our secret", async () => {
    const token = simulators.keys.africastalking.callback_token
    for (const of of [
      (from: string) => ({ phoneNumber: from, senderId: 'PARKWELL' }),
      (from: string) => ({ from, text: 'STOP', to: '12345' }),
    ]) {
      const { driver, number } = await buildReader('NG')
      expect((await post('/api/v1/webhooks/africastalking/guessed/replies', of(number))).statusCode).toBe(401)
      expect((await post(`/api/v1/webhooks/africastalking/${token}/replies`, of(number))).statusCode).toBe(204)
      expect(await endings(driver)).toEqual(['reply', 'reply'])
    }
  })

  test.each([
    ['CA', '21610'],
    ['NG', 'UserInBlacklist'],
  ] as const)('a provider in %s that refuses because somebody opted out ends all (%s)', async (country, refusal) => {
    const { driver } = await buildReader(country)
    simulators.behaviour.refusal = refusal
    await buildPaidBooking(world, driver, await world.buildPark({ country_code: country }), 96, 8)
    await sendQueuedSms(world.deps)
    expect(await endings(driver)).toEqual(['reply', 'reply'])
  })
})

test('no number is confirmed while that is switched off; those that are stay so, and a code that was sent works', async () => {
  const [known, waiting, another] = [await world.buildDriver(), await world.buildDriver(), await world.buildDriver()]
  const [knownNumber, waitingNumber] = [newNumber(), newNumber()]
  await confirm(known, knownNumber)
  await choose(known, 'bookings')
  expect((await read(another)).is_offered).toBe(true)
  expect((await send(waiting, waitingNumber)).status).toBe(200)
  const switchTo = async (phone_verification: boolean) => {
    const value = JSON.stringify({ version: 1, values: phone_verification ? {} : { phone_verification } })
    await world.db
      .insertInto('settings')
      .values({ key: 'site_settings.site', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    await useSettings(world.db, world.deps.config)
  }
  onTestFinished(() => switchTo(true))
  await switchTo(false)
  expect((await read(another)).is_offered).toBe(false)
  expect(outcomeOf(await send(another, newNumber()))).toMatch(/^422 /)
  expect(await read(known)).toMatchObject({ number: knownNumber })
  expect(await chosen(known)).toEqual(['bookings'])
  expect((await enter(waiting, await codeOn(waitingNumber))).status).toBe(200)
  expect((await read(waiting)).number).toBe(waitingNumber)
  await switchTo(true)
  expect((await read(another)).is_offered).toBe(true)
})
