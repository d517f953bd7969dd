import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '#server/commands/run.ts'
import { addSecret, getSecrets } from '#server/database/stored-settings.ts'
import { isGranted, rotateGrantKey, writeGrant } from '#server/features/access/grants.ts'
import { readDemoToken, rotateDemoTokenKey, writeDemoToken } from '#server/features/leads/links.ts'
import { createPayments } from '#server/providers/payments/create-payments.ts'
import { createSms } from '#server/providers/sms/create-sms.ts'
import { signReport } from '#server/providers/sms/twilio.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import { buildRoleWithPassword, databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { acceptedValues, readConfig } from './config.ts'
import { rotatedSecrets } from './settings.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ engine: 'server' })
})
afterAll(() => world.close())

type Name = (typeof rotatedSecrets)[number]
const twilioAccount = `AC${'0'.repeat(32)}`
const base = { NODE_ENV: 'test' }
const needed: Partial<Record<Name, Record<string, string>>> = {
  STRIPE_WEBHOOK_SECRET: { STRIPE_SECRET_KEY: 'sk_test_1' },
  TWILIO_AUTH_TOKEN: { TWILIO_ACCOUNT_SID: twilioAccount },
  WAVE_WEBHOOK_SECRET: { WAVE_API_KEY: 'wave_1' },
}
const body = Buffer.from('{"id":"evt_1","object":"event","type":"x","event":"x","data":{"object":{}}}')
const now = new Date('2026-11-21T09:00:00Z')
const seconds = now.getTime() / 1_000
const hmac = (kind: string, key: string, text: string) => createHmac(kind, key).update(text).update(body).digest('hex')

/** What a server with these settings accepts: whether the secret `given` is taken. */
const accepts: Record<
  Exclude<Name, 'DATABASE_URL'>,
  (settings: Record<string, string>, given: string) => Promise<boolean>
> = {
  METRICS_TOKEN: async (settings, given) => {
    const { app } = await openGuarded(settings)
    const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${given}` } })
    return answer.statusCode === 200
  },
  PAYSTACK_SECRET_KEY: (settings, given) =>
    isTaken('paystack', settings, { 'x-paystack-signature': hmac('sha512', given, '') }),
  WAVE_WEBHOOK_SECRET: (settings, given) =>
    isTaken('wave', settings, { 'wave-signature': `t=${seconds},v1=${hmac('sha256', given, String(seconds))}` }),
  STRIPE_WEBHOOK_SECRET: (settings, given) =>
    isTaken('stripe', settings, { 'stripe-signature': `t=${seconds},v1=${hmac('sha256', given, `${seconds}.`)}` }),
  TWILIO_AUTH_TOKEN: async (settings, given) => {
    const form = new URLSearchParams({ AccountSid: twilioAccount, MessageSid: 'SM1', MessageStatus: 'sent' })
    const url = 'https://parkwell.example/reports'
    const headers = { 'x-twilio-signature': signReport(given, url, form) }
    const { providers } = await createSms(readConfig({ ...base, ...settings }))
    return providers.twilio!.readReport({ url, token: '', form, headers }) !== undefined
  },
}

const guarded = new Map<Record<string, string>, Promise<World>>()
afterAll(async () => {
  for (const opened of guarded.values()) await (await opened).close()
})
/** The world with these settings. */
function openGuarded(settings: Record<string, string>): Promise<World> {
  const opened = guarded.get(settings) ?? createWorld({ settings })
  guarded.set(settings, opened)
  return opened
}

async function isTaken(name: 'paystack' | 'wave' | 'stripe', settings: object, headers: Record<string, string>) {
  const { providers } = await createPayments(readConfig({ ...base, ...settings }))
  try {
    providers[name]!.verifyWebhook(body, headers, now)
    return true
  } catch {
    return false
  }
}

test.each(Object.entries(accepts))('%s and the one before it are accepted, and no other', async (name, take) => {
  const settings = { ...needed[name as Name], [name]: 'newsecret' }
  const both = { ...settings, [`${name}_PREVIOUS`]: 'oldsecret' }
  expect(acceptedValues(readConfig({ ...base, ...both }), name as Name)).toEqual(['newsecret', 'oldsecret'])
  expect([await take(both, 'newsecret'), await take(both, 'oldsecret'), await take(both, 'other')]).toEqual([
    true,
    true,
    false,
  ])
  expect([await take(settings, 'newsecret'), await take(settings, 'oldsecret')]).toEqual([true, false])
})

test('every secret that is rotated is walked here, and needs its successor', () => {
  expect([...Object.keys(accepts), 'DATABASE_URL'].toSorted()).toEqual([...rotatedSecrets].toSorted())
  for (const name of rotatedSecrets) {
    const value = name === 'DATABASE_URL' ? 'postgres://db/parkwell' : 'oldsecret'
    expect(() => readConfig({ ...base, [`${name}_PREVIOUS`]: value })).toThrow(`${name}_PREVIOUS: set ${name} too`)
  }
})

test('our own keys: what earlier ones have signed is accepted, and only the newest signs', async () => {
  const { db } = world
  const until = new Date(now.getTime() + 60_000)
  const lead_id = crypto.randomUUID()
  const signed = async () => [await writeGrant(db, 'EVENT', until), await writeDemoToken(db, lead_id)] as const
  const accepted = async ([grant, token]: readonly [string, string]) =>
    (await isGranted(db, grant, 'EVENT', now)) && (await readDemoToken(db, token)) === lead_id
  const before = await signed()
  await db.transaction().execute(async (tx) => {
    await rotateGrantKey(tx)
    await rotateDemoTokenKey(tx)
  })
  const after = await signed()
  expect([await accepted(before), await accepted(after)]).toEqual([true, true])
  expect([before[0] === after[0], before[1] === after[1]]).toEqual([false, false])
  // Their keys alone: what the earlier one signs is another text.
  const [newest, earlier, ...rest] = await getSecrets(db, 'leads_key')
  expect([newest!.length, earlier!.length, rest.length]).toEqual([32, 32, 0])
  await db.transaction().execute((tx) => addSecret(tx, 'test_key'))
  expect(await getSecrets(db, 'test_key')).toHaveLength(2)
})

// It starts three servers.
describe.runIf(isInTurn('rolling restart', 3))('during a rolling restart', () => {
  const names = ['PAYSTACK_SECRET_KEY', 'WAVE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET', 'METRICS_TOKEN'] as const
  const all = (suffix: string, value: string) => Object.fromEntries(names.map((name) => [name + suffix, value]))
  const others = { ...needed.STRIPE_WEBHOOK_SECRET, ...needed.WAVE_WEBHOOK_SECRET }
  const kills: (() => Promise<void>)[] = []
  const start = (url: string, settings: Record<string, string>) =>
    startServerProcess(url, { ...others, ...settings }, { onEnd: (kill) => void kills.push(kill) })
  type Server = Awaited<ReturnType<typeof start>>
  let role: Awaited<ReturnType<typeof buildRoleWithPassword>>
  /** With the secrets before, and with both these and the new ones. */
  let before: Server
  let meanwhile: Server
  beforeAll(async () => {
    role = await buildRoleWithPassword(world, 'old', (end) => void kills.push(end))
    const { urlWith } = role
    const both = { ...all('', 'newsecret'), ...all('_PREVIOUS', 'oldsecret'), DATABASE_URL_PREVIOUS: urlWith('old') }
    const url = await databaseUrlOf(world)
    ;[before, meanwhile] = await Promise.all([start(url, all('', 'oldsecret')), start(urlWith('new'), both)])
    return async () => {
      await Promise.all(kills.map((kill) => kill()))
    }
  })
  /** The next server of the rolling restart, which knows the new secrets and the new password alone. */
  let next: Server

  test('the password of the database changes under load without a failed request', { timeout: 400_000 }, async () => {
    const statuses = new Set<number>()
    /** Some clients at once, for a while. */
    const load = ({ address }: Server, clients = 4) =>
      Promise.all(
        Array.from({ length: clients }, async () => {
          for (let n = 0; n < 5; n += 1)
            for (const path of ['/api/v1/countries', '/health/ready', '/api/v1/vehicles/public'])
              statuses.add((await fetch(address + path)).status)
        }),
      )
    await load(meanwhile)
    await Promise.all([load(meanwhile), role.change('new')])
    // More at once than before: they open connections.
    await load(meanwhile, 8)
    next = await start(role.urlWith('new'), all('', 'newsecret'))
    await Promise.all([load(meanwhile), load(next)])
    expect([...statuses]).toEqual([200])
  })

  test('secrets of webhooks and metrics change without a refused message', { timeout: 300_000 }, async () => {
    let sent = 0
    const send = async (address: string, secret: string) => {
      const at = String(Math.floor(Date.now() / 1_000))
      const text = JSON.stringify({ id: `evt_${sent++}`, object: 'event', type: 'x', event: 'x', data: { object: {} } })
      const sign = (kind: string, start: string) => createHmac(kind, secret).update(start).update(text).digest('hex')
      const post = async (provider: string, headers: Record<string, string>) => {
        const response = await fetch(`${address}/api/v1/webhooks/${provider}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: text,
        })
        return response.status
      }
      const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${secret}` } })
      return {
        paystack: await post('paystack', { 'x-paystack-signature': sign('sha512', '') }),
        wave: await post('wave', { 'wave-signature': `t=${at},v1=${sign('sha256', at)}` }),
        stripe: await post('stripe', { 'stripe-signature': `t=${at},v1=${sign('sha256', `${at}.`)}` }),
        metrics: metrics.status,
      }
    }
    const taken = { paystack: 200, wave: 200, stripe: 200, metrics: 200 }
    const refused = { paystack: 401, wave: 401, stripe: 401, metrics: 401 }
    expect([await send(before.address, 'oldsecret'), await send(before.address, 'newsecret')]).toEqual([taken, refused])
    expect([await send(meanwhile.address, 'oldsecret'), await send(meanwhile.address, 'newsecret')]).toEqual([
      taken,
      taken,
    ])
    expect([await send(next.address, 'oldsecret'), await send(next.address, 'newsecret')]).toEqual([refused, taken])
  })

  test('our own keys change, and what they have signed stays valid', { timeout: 300_000 }, async () => {
    const url = await databaseUrlOf(world)
    const servers = [meanwhile, next]
    const keysOf = async ({ address }: { address: string }) => {
      const response = await fetch(`${address}/api/v1/passes/keys`)
      return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    }
    const before = await keysOf(servers[0]!)
    expect(before.length).toBeGreaterThan(0)
    for (const command of ['passes:rotate', 'secrets:rotate'])
      expect(await runCommand(command, [], { DATABASE_URL: url })).toMatchObject({ exit_code: 0, error: '' })
    for (const server of servers) {
      const after = await keysOf(server)
      expect(after).toEqual(expect.arrayContaining(before))
      expect(after).toHaveLength(before.length + 1)
    }
  })
})
