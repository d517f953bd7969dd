import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getSmsGateway, smsGatewayList, smsMessageList, testSmsGateway, updateSmsGateway } from '#contract/sms/desk.ts'
import { createAfricasTalking } from '#server/providers/sms/africas-talking.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators, type SmsSimulators } from '#simulators/sms.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { smsJobs } from './jobs.ts'
import { queueSms, sendQueuedSms, type QueuedSms } from './outbox.ts'
import { findSmsCosts } from './reports.ts'

let world: World
let simulators: SmsSimulators
let admin: { user_id: string; token: string }

beforeAll(async () => {
  simulators = await startSmsSimulators()
  const sms = {
    africastalking: createAfricasTalking({ ...simulators.keys.africastalking, is_simulated: true }),
    twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }),
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  world = await createWorld({ sms, log, settings: { RATE_SMS_NUMBER_DAY: '3', RATE_SMS_RANGE_DAY: '5' } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  world.deps.publicUrl = () => origin
  simulators.setWebhookBase(origin)
  admin = await world.buildDriver({ role: 'admin' })
  await confirm(admin.user_id)
})
afterEach(async () => {
  await simulators.settled()
  Object.assign(simulators.behaviour, { unavailable: false, drop_answers: 0, refusal: null, report: 'delivered' })
  await world.db.deleteFrom('sms_messages').execute()
})
afterAll(async () => {
  await world.close()
  await simulators.close()
})

const confirm = (user_id: string) =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()

const queue = (to: string, given: Partial<QueuedSms> = {}) =>
  world.db.transaction().execute((tx) =>
    queueSms(
      tx,
      world.deps,
      {
        user_id: admin.user_id,
        kind: 'booking',
        to,
        text: 'Réservé : place 12',
        expires_at: new Date(world.clock.now.getTime() + 24 * 3_600_000),
        zone: null,
        ...given,
      },
      world.clock.now,
    ),
  )
const stored = () => world.db.selectFrom('sms_messages').selectAll().orderBy('created_at').orderBy('id').execute()
const states = async () =>
  (await stored()).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

const [lagos, toronto] = ['+2348031234567', '+14165550123']

describe('the outbox', () => {
  test('sends a message once, counts its cost, stores its report and forgets its text', async () => {
    expect([await queue(lagos), await queue(toronto)]).toEqual([true, true])
    expect(await sendQueuedSms(world.deps)).toBe(2)
    await simulators.settled()
    expect(await states()).toEqual(['delivered', 'delivered'])
    const find = async (number: string) => (await stored()).find(({ to_number }) => to_number === number)
    expect(await find(lagos)).toMatchObject({
      provider: 'africastalking',
      text: '',
      cost_micro: 4_000_000n,
      cost_currency: 'NGN',
    })
    expect(await find(toronto)).toMatchObject({ provider: 'twilio', text: '', counted_micro: 8_300n, cost_micro: null })
    expect(simulators.inbox.at(-2)!.text).toBe('Réservé : place 12')
    expect(await sendQueuedSms(world.deps)).toBe(0)
    // Twilio names the price later, and it takes the place of the expected one.
    world.clock.advance(15)
    expect(await findSmsCosts(world.deps)).toBe(1)
    expect(await find(toronto)).toMatchObject({ counted_micro: 7_900n, cost_micro: 7_900n, cost_currency: 'USD' })
    expect(await findSmsCosts(world.deps)).toBe(0)
  })

  test.each(['+447911123456', '+18765550123', '+8816123456', '+33612345678'])('sends none to %s', async (number) => {
    expect(await queue(number)).toBe(false)
    expect(await stored()).toEqual([])
  })

  test('tries again what the provider did not take, and gives up once it is of no use', async () => {
    simulators.behaviour.unavailable = true
    await queue(lagos, { expires_at: new Date(world.clock.now.getTime() + 60_000) })
    await sendQueuedSms(world.deps)
    expect(await states()).toEqual(['waiting: http_503'])
    expect((await stored())[0]!.counted_micro).toBe(0n)
    simulators.behaviour.unavailable = false
    world.clock.advance(0.5)
    expect(await sendQueuedSms(world.deps)).toBe(1)
    await queue(lagos, { expires_at: new Date(world.clock.now.getTime() + 60_000) })
    world.clock.advance(2)
    expect(await sendQueuedSms(world.deps)).toBe(0)
    expect((await states()).at(-1)).toBe('expired')
  })

  test('does not send again what may have arrived, and counts it', async () => {
    simulators.behaviour.drop_answers = 1
    simulators.behaviour.report = null
    const before = simulators.inbox.length
    await queue(lagos)
    expect(await sendQueuedSms(world.deps)).toBe(0)
    world.clock.advance(60)
    await sendQueuedSms(world.deps)
    expect([await states(), simulators.inbox.length - before]).toEqual([['lost: connection'], 1])
    expect((await stored())[0]!.counted_micro).toBe(4_000_000n)
  })

  test('ends what a process that was killed had claimed', async () => {
    await queue(lagos)
    await world.db.updateTable('sms_messages').set({ state: 'sending', claimed_at: world.clock.now }).execute()
    await sendQueuedSms(world.deps)
    expect(await states()).toEqual(['sending'])
    world.clock.advance(3)
    await sendQueuedSms(world.deps)
    expect(await states()).toEqual(['lost: interrupted'])
  })

  test('stops at the limits of a number and of a range, whichever process sends', async () => {
    for (let n = 0; n < 4; n += 1) await queue(lagos)
    for (let n = 0; n < 6; n += 1) await queue(`+23480912300${n}1`)
    await Promise.all([sendQueuedSms(world.deps), sendQueuedSms(world.deps), sendQueuedSms(world.deps)])
    await simulators.settled()
    const reasons = (await stored()).map(({ to_number, state, reason }) => `${to_number === lagos} ${reason ?? state}`)
    expect(reasons.filter((reason) => reason === 'true delivered')).toHaveLength(3)
    expect(reasons.filter((reason) => reason === 'true number_limit')).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'false delivered')).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'false range_limit')).toHaveLength(1)
    // A new day has limits of its own.
    world.clock.advance(24 * 60)
    await queue(lagos)
    expect(await sendQueuedSms(world.deps)).toBe(1)
  })

  test('stops at the daily maximum of a country, and no other', async () => {
    await world.db.updateTable('sms_gateways').set({ daily_maximum_minor: 800n }).where('country', '=', 'NG').execute()
    for (let n = 0; n < 3; n += 1) await queue(`+23480${n}1234567`)
    await queue(toronto)
    expect(await sendQueuedSms(world.deps)).toBe(3)
    expect((await states()).filter((state) => state === 'refused: daily_maximum')).toHaveLength(1)
    const metrics = await import('./jobs.ts').then(({ smsMetrics }) => smsMetrics(world.deps))
    expect(await metrics.find(({ name }) => name === 'parkwell_sms_stopped')!.read()).toBe(1)
    await world.db
      .updateTable('sms_gateways')
      .set({ daily_maximum_minor: 2_000_000n })
      .where('country', '=', 'NG')
      .execute()
  })

  test('waits for the morning of its time zone, where it can wait', async () => {
    world.clock.now = new Date('2026-12-01T23:30:00Z')
    await queue(lagos, { zone: 'Africa/Lagos' })
    await queue(toronto)
    expect(await sendQueuedSms(world.deps)).toBe(1)
    const waiting = (await stored()).find(({ to_number }) => to_number === lagos)!
    expect(waiting.next_attempt_at.toISOString()).toBe('2026-12-02T07:00:00.000Z')
    expect(await queue(lagos, { zone: 'Africa/Lagos', expires_at: new Date('2026-12-02T06:00:00Z') })).toBe(false)
    world.clock.now = new Date('2026-12-02T07:00:00Z')
    expect(await sendQueuedSms(world.deps)).toBe(1)
  })

  test('deletes messages after 30 days', async () => {
    await queue(lagos)
    world.clock.advance(31 * 24 * 60)
    await smsJobs.find(({ name }) => name === 'forget_sms')!.run(world.deps)
    expect(await stored()).toEqual([])
  })
})

describe('reports', () => {
  test('are taken from the provider alone', async () => {
    await queue(lagos)
    simulators.behaviour.report = null
    await sendQueuedSms(world.deps)
    const provider_id = (await stored())[0]!.provider_id!
    const send = (url: string) =>
      world.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'AAAA' },
        payload: new URLSearchParams({ id: provider_id, status: 'Failed', failureReason: 'UserIsInactive' }).toString(),
      })
    expect((await send('/api/v1/webhooks/africastalking/guessed')).statusCode).toBe(401)
    expect((await send('/api/v1/webhooks/twilio')).statusCode).toBe(401)
    expect(await states()).toEqual(['sent'])
    const token = simulators.keys.africastalking.callback_token
    expect((await send(`/api/v1/webhooks/africastalking/${token}`)).statusCode).toBe(200)
    expect(await states()).toEqual(['failed: UserIsInactive'])
  })
})

describe('the desk', () => {
  const update = async (country: string, changes: object, token = admin.token) => {
    const { body } = await world.call(getSmsGateway, { token, params: { id: country } })
    const { provider, sender, is_active, price, currency, version } = body
    const same = { provider, sender, is_active, price, currency, daily_maximum: body.daily_maximum.amount, version }
    return world.call(updateSmsGateway, { token, params: { id: country }, body: { ...same, ...changes } })
  }

  test('lists each country with its provider, its mode and what today costs', async () => {
    await queue(lagos)
    await sendQueuedSms(world.deps)
    const { body } = await world.call(smsGatewayList.endpoint, { token: admin.token })
    expect(body.items.map(({ id }) => id)).toEqual(['CA', 'NG', 'SN', 'US'])
    expect(body.items[1]).toMatchObject({
      country: 'Nigeria',
      provider: 'africastalking',
      mode: 'sandbox',
      cost_today: { amount: 4, currency: 'NGN' },
      sent_today: 1,
      last_response: 'ok',
    })
    const messages = await world.call(smsMessageList.endpoint, { token: admin.token, query: { country: 'NG' } })
    expect(messages.body.items[0]).toMatchObject({ to_number: '+234 ••• 567', cost: '4 NGN', kind: 'booking' })
  })

  test('shows that a key is set, and no more of it than its end', async () => {
    const { body } = await world.call(getSmsGateway, { token: admin.token, params: { id: 'NG' } })
    expect(body.part_price).toBe('4\u00a0NGN')
    expect(body.secret).toBe(`•••• ${simulators.keys.africastalking.api_key.slice(-4)}`)
    expect(JSON.stringify(body)).not.toContain(simulators.keys.africastalking.api_key)
  })

  test('a change is audited, asks for the password, and the next message follows it', async () => {
    const other = await world.buildDriver({ role: 'admin' })
    expect(outcomeOf(await update('NG', { sender: 'PARKWELL' }, other.token))).toBe('403 reauth_required')
    await confirm(admin.user_id)
    const { body } = await update('NG', { provider: 'twilio', sender: 'PARKWELL' })
    expect(body).toMatchObject({ provider: 'twilio', sender: 'PARKWELL', version: 2 })
    await queue(lagos)
    await sendQueuedSms(world.deps)
    expect(simulators.inbox.at(-1)).toMatchObject({ provider: 'twilio', sender: 'PARKWELL' })
    await update('NG', { is_active: false })
    await queue(lagos)
    await sendQueuedSms(world.deps)
    expect(await states()).toContain('refused: inactive')
    const log = await world.db.selectFrom('audit_log').select('record_id').where('kind', '=', 'sms_gateway').execute()
    expect(log.map(({ record_id }) => record_id)).toEqual(['NG', 'NG'])
    await update('NG', { provider: 'africastalking', sender: null, is_active: true })
  })

  test.each([
    ['sender', { sender: 'much too long a name' }],
    ['price', { price: 0 }],
    ['daily_maximum', { daily_maximum: -1 }],
    ['provider', { provider: 'pigeon' }],
  ])('refuses a wrong %s', async (field, changes) => {
    await confirm(admin.user_id)
    const { status, problem } = await update('SN', changes)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  test('sends a test to the number of the person who asks', async () => {
    const ask = () => world.call(testSmsGateway, { token: admin.token, params: { id: 'CA' } })
    expect(outcomeOf(await ask())).toBe('409 sms_own_number')
    await world.db.updateTable('users').set({ phone: lagos }).where('id', '=', admin.user_id).execute()
    expect((await ask()).status).toBe(200)
    await sendQueuedSms(world.deps)
    expect(simulators.inbox.at(-1)).toMatchObject({ provider: 'twilio', to: lagos })
  })

  test('administrators see the gateways, and only admins change them', async () => {
    const { token, user_id } = await world.buildDriver({ role: 'administrator' })
    await confirm(user_id)
    expect((await world.call(smsGatewayList.endpoint, { token })).status).toBe(200)
    const change = { params: { id: 'NG' }, body: { version: 1 } }
    expect((await world.call(updateSmsGateway, { token, ...change })).status).toBe(403)
    const staff = await world.buildDriver({ role: 'staff' })
    expect((await world.call(smsGatewayList.endpoint, { token: staff.token })).status).toBe(403)
  })

  test('a further country has a row that is switched off at first', async () => {
    const { addGateways } = await import('./records.ts')
    const config = { ...world.deps.config, SMS_COUNTRIES: ['NG', 'FR'] }
    await addGateways({ db: world.db, config })
    await addGateways({ db: world.db, config })
    const { rows } = await sql<{ is_active: boolean }>`select is_active from sms_gateways where country = 'FR'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ is_active: false }])
    await world.db.deleteFrom('sms_gateways').where('country', '=', 'FR').execute()
  })
})
