import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { processWebhooks } from './webhooks.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

/** A webhook about `reference` in the provider’s format. */
const bodyOf = (provider: ProviderName, reference: string, id: string): string =>
  JSON.stringify(
    {
      paystack: { event: 'charge.success', data: { id: Number.parseInt(id, 36), reference } },
      wave: { id, type: 'checkout.session.completed', data: { id: `cos-${id}`, client_reference: reference } },
      stripe: {
        id,
        type: 'checkout.session.completed',
        data: { object: { id: `cs_${id}`, object: 'checkout.session', client_reference_id: reference } },
      },
    }[provider],
  )

function signed(provider: ProviderName, body: string, at = world.clock.now): Record<string, string> {
  const { paystack, wave, stripe } = world.simulators.keys
  const t = Math.floor(at.getTime() / 1000)
  const hmac = (algorithm: string, secret: string, text: string) =>
    createHmac(algorithm, secret).update(text).digest('hex')
  if (provider === 'paystack') return { 'x-paystack-signature': hmac('sha512', paystack.secret_key, body) }
  if (provider === 'wave')
    return { 'wave-signature': `t=${t},v1=${hmac('sha256', wave.webhook_secret, `${t}${body}`)}` }
  return { 'stripe-signature': `t=${t},v1=${hmac('sha256', stripe.webhook_secret, `${t}.${body}`)}` }
}

async function send(provider: ProviderName, body: string, headers: Record<string, string>) {
  const response = await world.app.inject({
    method: 'POST',
    url: `/api/v1/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { status: response.statusCode, body: response.json() }
}

const eventsOf = (reference: string) =>
  world.db.selectFrom('webhook_events').selectAll().where('reference', '=', reference).execute()

describe.each(providerCases)('webhooks from $provider', ({ provider, country_code, amount }) => {
  test('are refused and not stored without a valid signature of the exact bytes', async () => {
    const body = bodyOf(provider, `PW-FORGED-${provider}`, 'f1')
    const headers = signed(provider, body)
    const [name] = Object.keys(headers)
    const other = signed(provider, bodyOf(provider, 'PW-OTHER', 'f2'))
    for (const [sent, given] of [
      [body, {}],
      [body, { [name!]: '' }],
      [body, { [name!]: 'nonsense' }],
      [body, other],
      [`${body} `, headers],
      [JSON.stringify(JSON.parse(body), null, 1), headers],
      ['', headers],
      ['not json', headers],
    ] as const) {
      expect(await send(provider, sent, given)).toMatchObject({ status: 401, body: { code: 'invalid_signature' } })
    }
    expect(await eventsOf(`PW-FORGED-${provider}`)).toEqual([])
  })

  test('are stored once before the response and processed once', async () => {
    world.simulators.control.set(provider, { webhooks: 'never' })
    const driver = await world.buildDriver({ country_code })
    const { reference, page } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    const body = bodyOf(provider, reference, 'e1')
    const replay = () => send(provider, body, signed(provider, body))
    expect(await replay()).toEqual({ status: 200, body: { received: true } })
    const [event] = await eventsOf(reference)
    expect(Buffer.from(event!.body).toString()).toBe(body)
    await expect.poll(() => world.balance(driver)).toBe(amount)
    await expect.poll(async () => (await eventsOf(reference))[0]?.processed_at).toEqual(world.clock.now)
    expect(await Promise.all([replay(), replay(), replay()])).toEqual([1, 2, 3].map(() => event200))
    expect(await processWebhooks(world.deps)).toBe(0)
    expect(await eventsOf(reference)).toMatchObject([{ attempts: 1, last_error: null }])
    expect(await world.countCredits(driver)).toBe(1)
  })

  test('are stored and marked if the payment is unknown or another provider’s', async () => {
    const driver = await world.buildDriver({ country_code: country_code === 'CA' ? 'SN' : 'CA' })
    const { reference } = await world.startTopUp(driver, 500)
    for (const named of [`PW-NOBODY-${provider}`, reference]) {
      const body = bodyOf(provider, named, `u${named.length}`)
      expect(await send(provider, body, signed(provider, body))).toEqual(event200)
      await expect
        .poll(() => eventsOf(named))
        .toMatchObject([{ last_error: 'unknown reference', processed_at: expect.any(Date) }])
    }
    expect(await world.balance(driver)).toBe(0)
  })

  test('are retried at growing intervals while the provider does not respond', async () => {
    world.simulators.control.set(provider, { webhooks: 'never' })
    const driver = await world.buildDriver({ country_code })
    const { reference, page } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    world.simulators.control.set(provider, { unavailable: true })
    const body = bodyOf(provider, reference, 'd1')
    expect(await send(provider, body, signed(provider, body))).toEqual(event200)
    const waiting = () => eventsOf(reference)
    await expect.poll(waiting).toMatchObject([{ attempts: 1, processed_at: null, last_error: expect.any(String) }])
    expect(await processWebhooks(world.deps)).toBe(0)
    world.clock.advance(1)
    await processWebhooks(world.deps)
    expect(await waiting()).toMatchObject([{ attempts: 2, processed_at: null }])
    world.simulators.control.set(provider, { unavailable: false })
    world.clock.advance(1)
    await processWebhooks(world.deps)
    expect(await waiting()).toMatchObject([{ attempts: 3, processed_at: world.clock.now, last_error: null }])
    expect(await world.balance(driver)).toBe(amount)
  })

  test('are abandoned after a day without success', async () => {
    const driver = await world.buildDriver({ country_code })
    const { payments } = world.deps
    const { reference } = await world.startTopUp(driver, amount)
    const body = bodyOf(provider, reference, 'g1')
    world.deps.payments = {
      ...payments,
      [provider]: { ...payments[provider], findPayment: () => Promise.reject(new Error('broken')) },
    }
    await send(provider, body, signed(provider, body))
    await expect.poll(() => eventsOf(reference)).toMatchObject([{ attempts: 1, last_error: 'broken' }])
    world.clock.advance(24 * 60)
    await processWebhooks(world.deps)
    world.deps.payments = payments
    expect(await eventsOf(reference)).toMatchObject([
      { attempts: 2, processed_at: world.clock.now, last_error: 'broken' },
    ])
    expect(world.errors.splice(0)).toHaveLength(2)
  })

  test('are limited to 1 MiB before they are read', async () => {
    const fill = (length: number) => {
      const body = bodyOf(provider, `PW-BIG-${provider}`, 'b1')
      return body.padEnd(length, ' ')
    }
    const largest = fill(1024 * 1024)
    expect(await send(provider, largest, signed(provider, largest))).toEqual(event200)
    const tooLarge = fill(1024 * 1024 + 1)
    expect(await send(provider, tooLarge, signed(provider, tooLarge))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
  })

  test('are read as bytes for any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8']) {
      const body = bodyOf(provider, `PW-TYPE-${provider}`, type.slice(-4))
      expect(await send(provider, body, { ...signed(provider, body), 'content-type': type })).toEqual(event200)
    }
  })

  test('are stored if signed but unreadable', async () => {
    for (const body of [
      'not json',
      '[]',
      '{"event":null}',
      JSON.stringify({ id: 'a\0b', type: 't\0', data: { object: {} } }),
    ]) {
      expect(await send(provider, body, signed(provider, body))).toEqual(event200)
    }
  })

  test('return 404 for a provider without a key on this server', async () => {
    const { payments } = world.deps
    world.deps.payments = {}
    const body = bodyOf(provider, 'PW-NONE', 'n1')
    expect(await send(provider, body, signed(provider, body))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    world.deps.payments = payments
  })
})

const event200 = { status: 200, body: { received: true } }

test.each(['wave', 'stripe'] as const)('rejects a webhook from %s with a stale timestamp', async (provider) => {
  const body = bodyOf(provider, 'PW-OLD', 'o1')
  const headers = signed(provider, body, new Date(world.clock.now.getTime() - 301_000))
  expect((await send(provider, body, headers)).status).toBe(401)
})

test('credits a late Paystack payment of an abandoned page', async () => {
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { reference, page } = await world.startTopUp(driver, 2_000)
  world.clock.advance(40)
  expect((await world.verify(driver, reference)).body.status).toBe('failed')
  await payAs(page, 'success')
  await expect.poll(() => world.balance(driver)).toBe(2_000)
  expect((await world.verify(driver, reference)).body).toMatchObject({
    status: 'success',
    data: { new_balance: 2_000 },
  })
})

test('credits the requested amount when the payer pays Paystack’s fees', async () => {
  world.simulators.control.set('paystack', { payer_bears_fees: true })
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { page } = await world.startTopUp(driver, 2_000)
  await payAs(page, 'success')
  await expect.poll(() => world.balance(driver)).toBe(2_000)
})
