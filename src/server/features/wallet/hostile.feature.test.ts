import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { addFunds } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world.close())

const addFundsRaw = async (country_code: 'CA' | 'SN' | 'NG', payload: string) => {
  const driver = await world.buildDriver({ country_code })
  const answer = await world.app.inject({
    method: 'POST',
    url: addFunds.path,
    payload,
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
  })
  return { status: answer.statusCode, topUps: await rowsOf(driver.user_id) }
}
const rowsOf = (user_id: string) =>
  world.db.selectFrom('top_ups').select('amount_minor').where('user_id', '=', user_id).execute()

describe('an amount', () => {
  test.each([
    '-1',
    '0',
    'NaN',
    '1e309',
    '"1e3"',
    '10.005',
    '9007199254740993',
    'null',
    'true',
    '[20]',
    '"20"',
    '-0',
    '1e-7',
  ])('%s is refused', async (amount) => {
    const { status, topUps } = await addFundsRaw('CA', `{"amount":${amount}}`)
    expect([400, 422]).toContain(status)
    expect(topUps).toEqual([])
  })

  test.each([
    ['SN', '100.5'],
    ['SN', '100.01'],
    ['SN', '99'],
    ['NG', '100.5'],
    ['NG', '100.50'],
    ['NG', '1500.01'],
    ['NG', '99'],
  ] as const)('in %s of %s is refused', async (country_code, amount) => {
    const { status, topUps } = await addFundsRaw(country_code, `{"amount":${amount}}`)
    expect({ status, topUps }).toEqual({ status: 422, topUps: [] })
  })

  test.each([
    ['19.99', 1_999n],
    ['1.1', 110n],
    ['4.35', 435n],
    ['8.29', 829n],
    ['1e3', 100_000n],
    ['9999.99', 999_999n],
  ])('%s is exactly %s', async (amount, amount_minor) => {
    const { status, topUps } = await addFundsRaw('CA', `{"amount":${amount}}`)
    expect({ status, topUps }).toEqual({ status: 200, topUps: [{ amount_minor }] })
  })
})

describe.each(providerCases)('a webhook from $provider', ({ provider, country_code, amount }) => {
  /** Signs as the provider does, at a time of one's own choice. */
  const sign = (body: string, at: Date): Record<string, string> => {
    const { paystack, wave, stripe } = world.simulators.keys
    const t = Math.floor(at.getTime() / 1000)
    const hmac = (how: string, secret: string, text: string) => createHmac(how, secret).update(text).digest('hex')
    return {
      paystack: { 'x-paystack-signature': hmac('sha512', paystack.secret_key, body) },
      wave: { 'wave-signature': `t=${t},v1=${hmac('sha256', wave.webhook_secret, `${t}${body}`)}` },
      stripe: { 'stripe-signature': `t=${t},v1=${hmac('sha256', stripe.webhook_secret, `${t}.${body}`)}` },
    }[provider] as Record<string, string>
  }

  test('is ignored if forged, empty, stale or altered, and credits once if genuine', async () => {
    world.simulators.control.set(provider, { webhooks: 'held' })
    const driver = await world.buildDriver({ country_code })
    const { reference, page } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    const webhooks = world.simulators.control.webhooks.filter((webhook) => webhook.reference === reference)
    const { body } = webhooks.at(-1)!
    const send = async (payload: string, headers: Record<string, string>) => {
      const all = { 'content-type': 'application/json', ...headers }
      return (await world.app.inject({ method: 'POST', url: `/api/v1/webhooks/${provider}`, payload, headers: all }))
        .statusCode
    }
    const now = world.clock.now
    const right = sign(body, now)
    const [name] = Object.keys(right)
    const forged = Object.fromEntries(
      Object.entries(right).map(([key, value]) => [key, value.replace(/[0-9a-f]{8}$/, '00000000')]),
    )
    const attempts: [string, Record<string, string>][] = [
      [body, {}],
      [body, { [name!]: '' }],
      [body, forged],
      [JSON.stringify(JSON.parse(body), null, 2), right],
      [`${body}\n`, right],
      ['', right],
    ]
    // Paystack signs no timestamp, so a repeated webhook is recognised by its content, and the payment is checked at Paystack.
    if (provider !== 'paystack') attempts.push([body, sign(body, new Date(now.getTime() - hour_ms))])
    // One from the future only its owner can sign; Stripe's own check lets it pass.
    if (provider === 'wave') attempts.push([body, sign(body, new Date(now.getTime() + hour_ms))])
    for (const [payload, headers] of attempts) expect(await send(payload, headers)).toBe(401)
    expect(await world.db.selectFrom('webhook_events').select('id').where('provider', '=', provider).execute()).toEqual(
      [],
    )
    expect(await world.balance(driver)).toBe(0)
    for (const _again of [1, 2, 3]) expect(await send(body, right)).toBe(200)
    await expect.poll(() => world.balance(driver)).toBe(amount)
    expect(await world.countCredits(driver)).toBe(1)
    await world.expectBalancedLedger()
  })
})
