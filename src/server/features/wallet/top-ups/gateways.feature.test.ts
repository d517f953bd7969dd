import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addFunds, createPaymentIntent, getGateway } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { checkPendingTopUps } from '../jobs.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

describe('GET /wallet/gateway', () => {
  test('returns the account’s gateway, or the one of a visitor’s country, or Nigeria’s', async () => {
    const driver = await world.buildDriver({ country_code: 'SN' })
    const own = await world.call(getGateway, { token: driver.token })
    const abroad = await world.call(getGateway, { token: driver.token, query: { country: 'CA' } })
    expect([abroad.body.provider, abroad.body.currency]).toEqual(['stripe', 'CAD'])
    expect([own.status, own.body]).toEqual([
      200,
      {
        provider: 'wave',
        name: 'Wave',
        currency: 'XOF',
        symbol: 'CFA',
        config: { public_key: null, script_url: null, api_url: expect.any(String) },
        mode: 'redirect',
        least: 100,
        most: 2_000_000,
        quick: expect.any(Array),
        fallback: {
          provider: 'paystack',
          name: 'Paystack',
          currency: 'XOF',
          symbol: 'CFA',
          config: { public_key: null, script_url: 'https://js.paystack.co/v2/inline.js' },
          mode: 'redirect',
        },
      },
    ])
    for (const [country, currency] of [
      ['Canada', 'CAD'],
      ['us', 'USD'],
      ['États-Unis', 'USD'],
      ['Atlantis', 'NGN'],
      [undefined, 'NGN'],
    ])
      expect((await world.call(getGateway, { query: { country } })).body.currency, country).toBe(currency)
  })
})

describe('Paystack as the fallback for Wave', () => {
  test.each([
    ['is down', { unavailable: true }],
    ['refuses', { refuse: true }],
    ['loses its answers', { drop_answers: 2, drop_reads: 2 }],
  ])('when it %s: the same sum in francs, one payment that can be paid, credited once', async (_name, trouble) => {
    world.simulators.control.set('wave', trouble)
    const driver = await world.buildDriver({ country_code: 'SN' })
    const retry = { 'idempotency-key': crypto.randomUUID() }
    const { reference, provider, page } = await world.startTopUp(driver, 5_000, retry)
    expect(provider).toBe('paystack')
    expect(await world.pending(driver)).toBe(5_000)
    const again = await Promise.all([1, 2, 3].map(() => world.startTopUp(driver, 5_000, retry)))
    expect(again.map((entry) => entry.reference)).toEqual([reference, reference, reference])
    await payAs(page, 'success')
    await expect.poll(() => world.balance(driver)).toBe(5_000)
    expect((await world.verify(driver, reference)).body).toMatchObject({
      status: 'success',
      data: { new_balance: 5_000, currency: 'XOF', amount: 5_000 },
    })
    world.simulators.control.reset()
    world.clock.advance(120)
    await checkPendingTopUps(world.deps)
    expect(await world.balance(driver)).toBe(5_000)
    expect((await world.topUpsOf(driver)).map(({ status }) => status).sort()).toEqual(['failed', 'success'])
  })

  test('starts one payment for concurrent requests with one key', async () => {
    world.simulators.control.set('wave', { unavailable: true })
    const driver = await world.buildDriver({ country_code: 'SN' })
    const retry = { 'idempotency-key': 'taps' }
    const taps = await Promise.all([1, 2, 3, 4, 5].map(() => world.startTopUp(driver, 700, retry)))
    expect(new Set(taps.map(({ reference }) => reference)).size).toBe(1)
    expect(await world.pending(driver)).toBe(700)
  })

  test('starts nothing in another currency when both are down', async () => {
    world.simulators.control.set('wave', { unavailable: true })
    world.simulators.control.set('paystack', { unavailable: true })
    const driver = await world.buildDriver({ country_code: 'SN' })
    const { status, problem } = await world.call(addFunds, { token: driver.token, body: { amount: 5_000 } })
    expect([status, problem.code]).toEqual([502, 'provider_unavailable'])
    const rows = await world.db.selectFrom('top_ups').select('currency').where('user_id', '=', driver.user_id).execute()
    expect(rows.map(({ currency }) => currency)).toEqual(['XOF', 'XOF'])
  })

  test('has no fallback in other countries', async () => {
    world.simulators.control.set('stripe', { unavailable: true })
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { status } = await world.call(addFunds, { token: driver.token, body: { amount: 20 } })
    expect([status, (await world.topUpsOf(driver)).length]).toEqual([502, 1])
  })
})

describe('POST /api/create-payment-intent', () => {
  /** Confirms as the card form does, by the secret alone. */
  const confirm = (client_secret: string, payment_method = 'pm_card_visa') =>
    fetch(`${world.simulators.base_urls.stripe}/v1/payment_intents/${client_secret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.simulators.keys.stripe.secret_key}` },
      body: new URLSearchParams({ payment_method }),
    })

  test('returns a secret for a top-up of the server, which is credited once', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const body = { amount: 19.99, currency: 'cad', metadata: { user_id: 'another', reference: 'PW-STOLEN' } }
    const { status, body: answer } = await world.call(createPaymentIntent, { token: driver.token, body })
    expect(status).toBe(200)
    expect(Object.keys(answer).sort()).toEqual(['client_secret', 'customer_session_client_secret', 'reference'])
    expect(await world.topUpsOf(driver)).toMatchObject([{ reference: answer.reference, status: 'pending' }])
    await confirm(answer.client_secret)
    const looks = await Promise.all([1, 2, 3, 4].map(() => world.verify(driver, answer.reference)))
    expect(looks.every(({ status: code }) => code === 200)).toBe(true)
    await expect.poll(() => world.balance(driver)).toBe(19.99)
    await world.simulators.control.settled()
    expect(await world.countCredits(driver)).toBe(1)
    const row = await world.db
      .selectFrom('top_ups')
      .select(['amount_minor', 'currency', 'provider'])
      .where('reference', '=', answer.reference)
      .executeTakeFirst()
    expect(row).toEqual({ amount_minor: 1_999n, currency: 'CAD', provider: 'stripe' })
  })

  test('returns the same payment for the same key', async () => {
    const driver = await world.buildDriver({ country_code: 'US' })
    const ask = (amount: number) =>
      world.call(createPaymentIntent, {
        token: driver.token,
        body: { amount, currency: 'USD' },
        headers: { 'idempotency-key': 'one-form' },
      })
    const responses = await Promise.all([ask(20), ask(20), ask(20)])
    expect(new Set(responses.map(({ body }) => body.client_secret)).size).toBe(1)
    expect((await ask(21)).status).toBe(409)
    expect(await world.topUpsOf(driver)).toHaveLength(1)
  })

  test.each([
    ['CA', { amount: 20, currency: 'EUR' }, 422, 'currency'],
    ['CA', { amount: 20 }, 422, 'currency'],
    ['CA', { amount: 0.5, currency: 'CAD' }, 422, undefined],
    ['CA', { amount: 20.505, currency: 'CAD' }, 422, 'amount'],
    ['CA', { amount: 20, currency: 'CAD', balance: 1 }, 422, 'balance'],
    ['NG', { amount: 2_000, currency: 'NGN' }, 502, undefined],
  ] as const)('an account in %s is refused %o', async (country_code, body, status, field) => {
    const driver = await world.buildDriver({ country_code })
    const answer = await world.call(createPaymentIntent, { token: driver.token, body })
    expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([status, field])
    expect(await world.topUpsOf(driver)).toEqual([])
  })

  test('requires a login', async () => {
    const { status } = await world.call(createPaymentIntent, { body: { amount: 20, currency: 'CAD' } })
    expect(status).toBe(401)
  })
})
