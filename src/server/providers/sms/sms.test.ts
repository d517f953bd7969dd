import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startSmsSimulators, type SmsSimulators } from '#simulators/sms.ts'
import { startReceiver, type Receiver } from '#simulators/test-kit.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { createSms } from './create-sms.ts'
import { readMicro, smsProviders, type SmsProvider, type SmsProviderName } from './provider.ts'
import { createTwilio, signReport } from './twilio.ts'

let simulators: SmsSimulators
let receiver: Receiver
let providers: Record<SmsProviderName, SmsProvider>

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSmsSimulators()
  simulators.setWebhookBase(receiver.url)
  providers = {
    africastalking: createAfricasTalking(simulators.keys.africastalking),
    twilio: createTwilio(simulators.keys.twilio),
  }
})
afterEach(async () => {
  await simulators.settled()
  Object.assign(simulators.behaviour, { unavailable: false, drop_answers: 0, refusal: null, report: 'delivered' })
  receiver.received.length = 0
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

const sms = { to: '+2348031234567', text: 'Your code is 042917', sender: 'PARKWELL', status_url: null }
const lastReport = async (url: string, token = '') => {
  await simulators.settled()
  const { raw, headers } = receiver.received.at(-1)!
  return { url, token, form: new URLSearchParams(raw.toString()), headers }
}

describe.each(smsProviders)('%s', (name) => {
  test('sends a message, with its sender and its text', async () => {
    const { provider_id } = await providers[name].send(sms)
    expect(simulators.inbox.at(-1)).toMatchObject({
      provider: name,
      provider_id,
      to: sms.to,
      text: sms.text,
      sender: 'PARKWELL',
    })
  })

  test('may be tried again where the provider takes nothing', async () => {
    simulators.behaviour.unavailable = true
    await expect(providers[name].send(sms)).rejects.toMatchObject({ kind: 'unavailable', code: 'http_503' })
  })

  test('is lost where the answer is, because the message may have been sent', async () => {
    simulators.behaviour.drop_answers = 1
    const before = simulators.inbox.length
    await expect(providers[name].send(sms)).rejects.toMatchObject({ kind: 'lost' })
    expect(simulators.inbox.length).toBe(before + 1)
  })

  test('says what the provider refuses', async () => {
    simulators.behaviour.refusal = name === 'twilio' ? '21610' : 'UserInBlacklist'
    await expect(providers[name].send(sms)).rejects.toMatchObject({
      kind: 'refused',
      code: simulators.behaviour.refusal,
    })
  })

  test('names no secret in its errors', async () => {
    const wrong =
      name === 'twilio'
        ? createTwilio({ ...simulators.keys.twilio, auth_token: 'a-wrong-token' })
        : createAfricasTalking({ ...simulators.keys.africastalking, api_key: 'a-wrong-key' })
    const error = await wrong.send(sms).catch((error: unknown) => error)
    expect(error).toMatchObject({ kind: 'refused' })
    expect(JSON.stringify(error) + String(error)).not.toMatch(/a-wrong/)
    expect(wrong.last_four).toMatch(/^(oken|-key)$/)
  })
})

test("Africa's Talking names the price at once, and the reason for which it has no sender", async () => {
  const { cost } = await providers.africastalking.send(sms)
  expect(cost).toEqual({ micro: 4_000_000n, currency: 'NGN' })
  simulators.behaviour.refusal = 'InvalidSenderId'
  await expect(providers.africastalking.send(sms)).rejects.toMatchObject({ kind: 'refused', code: 'InvalidSenderId' })
  simulators.behaviour.refusal = 'InsufficientBalance'
  await expect(providers.africastalking.send(sms)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('Twilio names the price once the message is sent, and sends from a service or a number', async () => {
  const { provider_id, cost } = await providers.twilio.send({ ...sms, sender: `MG${'0'.repeat(32)}` })
  expect(cost).toBeNull()
  expect(await providers.twilio.findCost!(provider_id)).toEqual({ micro: 7_900n, currency: 'USD' })
  await expect(providers.twilio.send({ ...sms, sender: null })).rejects.toMatchObject({ code: 'no_sender' })
  await expect(providers.twilio.send({ ...sms, to: '08031234567' })).rejects.toMatchObject({ code: '21211' })
})

test("Africa's Talking reports what became of a message to an address with our secret", async () => {
  const { callback_token } = simulators.keys.africastalking
  const { provider_id } = await providers.africastalking.send(sms)
  const report = await lastReport('', callback_token)
  expect(receiver.received.at(-1)!.path).toBe(`/api/v1/webhooks/africastalking/${callback_token}`)
  expect(providers.africastalking.readReport(report)).toEqual({ provider_id, state: 'delivered', reason: null })
  expect(providers.africastalking.readReport({ ...report, token: 'guessed' })).toBeUndefined()
  const closed = createAfricasTalking({ ...simulators.keys.africastalking, callback_token: undefined })
  expect(closed.readReport({ ...report, token: '' })).toBeUndefined()
  simulators.behaviour.report = 'failed'
  await providers.africastalking.send(sms)
  const failed = providers.africastalking.readReport(await lastReport('', callback_token))
  expect(failed).toMatchObject({ state: 'failed', reason: 'UserIsInactive' })
})

test('Twilio signs what it reports; a change in the address, a field or the key is found', async () => {
  const url = `${receiver.url}/reports`
  const { provider_id } = await providers.twilio.send({ ...sms, status_url: url })
  const report = await lastReport(url)
  expect(providers.twilio.readReport(report)).toEqual({ provider_id, state: 'delivered', reason: null })
  expect(providers.twilio.readReport({ ...report, url: `${url}/` })).toBeUndefined()
  expect(providers.twilio.readReport({ ...report, headers: {} })).toBeUndefined()
  const changed = new URLSearchParams(report.form)
  changed.set('MessageStatus', 'failed')
  expect(providers.twilio.readReport({ ...report, form: changed })).toBeUndefined()
  const rotated = { ...simulators.keys.twilio, auth_token: 'next', previous_token: simulators.keys.twilio.auth_token }
  expect(createTwilio(rotated).readReport(report)).toMatchObject({ provider_id })
  simulators.behaviour.report = 'failed'
  await providers.twilio.send({ ...sms, status_url: url })
  expect(providers.twilio.readReport(await lastReport(url))).toMatchObject({ state: 'failed', reason: '30003' })
})

test('the signature of Twilio is that of its documentation', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  expect(signReport('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

test('a provider that cannot be reached may be tried again', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const gone = createTwilio({ ...simulators.keys.twilio, base_url: `http://127.0.0.1:${port}` })
  await expect(gone.send(sms)).rejects.toMatchObject({ kind: 'unavailable', code: 'connection' })
})

test('the mode follows from the account, the sender and the address', () => {
  const [{ africastalking }, { twilio }] = [simulators.keys, simulators.keys]
  const modes = [
    createAfricasTalking(africastalking).modeOf(null),
    createAfricasTalking({ ...africastalking, username: 'parkwell' }).modeOf(null),
    createTwilio(twilio).modeOf('+15005550006'),
    createTwilio(twilio).modeOf('+14155550100'),
    createTwilio({ ...twilio, is_simulated: true }).modeOf('+14155550100'),
  ]
  expect(modes).toEqual(['sandbox', 'live', 'sandbox', 'live', 'sandbox'])
})

test('providers are those with a key; without any, stand-ins take their place outside production', async () => {
  const single = await createSms(readConfig({ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' }))
  expect([Object.keys(single.providers), single.simulators]).toEqual([['twilio'], undefined])
  const none = await createSms(readConfig({ SIMULATORS: 'off' }))
  expect([none.providers, none.simulators]).toEqual([{}, undefined])
  const simulated = await createSms(readConfig({}))
  expect(Object.values(simulated.providers).map((provider) => provider.modeOf('PARKWELL'))).toEqual([
    'sandbox',
    'sandbox',
  ])
  await simulated.simulators?.close()
})

test('a price is read to the millionth and never below what is charged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99_999_999 }), (whole, part) => {
      const micro = readMicro(`${whole}.${String(part).padStart(8, '0')}`)!
      const exact = BigInt(whole) * 100_000_000n + BigInt(part)
      expect(micro * 100n - exact).toBeGreaterThanOrEqual(0n)
      expect(micro * 100n - exact).toBeLessThan(100n)
    }),
  )
  expect(['', '-1', '1e3', 'NaN', '1.', ' 1'].map(readMicro)).toEqual(Array.from({ length: 6 }, () => undefined))
})
