import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countryIds } from '#contract/geography.ts'
import { addFunds, creditWallet, getWallet, listTransactions, verifyPayment } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { postTransfer } from './ledger/ledger.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

describe('GET /wallet', () => {
  test('requires a login', async () => {
    for (const endpoint of [getWallet, listTransactions, addFunds, verifyPayment, creditWallet]) {
      const { status, problem } = await world.call(endpoint, {})
      expect([status, problem.code]).toEqual([401, 'unauthorized'])
    }
  })

  test('returns the outstanding balance, which a top-up alone does not reduce', async () => {
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 1_000n })
    const owe = (n: number, amount_minor: bigint) =>
      world.db.transaction().execute((tx) =>
        postTransfer(tx, {
          kind: 'extension',
          reference: `${driver.user_id}/${n}`,
          description: 'overstay:ABCD1234',
          currency: 'CAD',
          at: world.clock.now,
          postings: [
            { account: { kind: 'customer_debt', owner: driver.user_id }, amount_minor },
            { account: { kind: 'park_payable', owner: driver.user_id }, amount_minor: -amount_minor },
          ],
        }),
      )
    await owe(1, -250n)
    const { body } = await world.call(getWallet, { token: driver.token })
    expect(body.data).toMatchObject({ balance: 10, owed: 2.5, balances: [{ balance: 10, owed: 2.5 }] })
    // No booking says so: the books would not agree with it.
    await owe(2, 250n)
  })

  test('keeps each currency apart when the country changes', async () => {
    const driver = await world.buildDriver({ country_code: 'NG', balance_minor: 150_000n })
    const changed = { country_id: countryIds.US }
    await world.db.updateTable('users').set(changed).where('id', '=', driver.user_id).execute()
    const { body } = await world.call(getWallet, { token: driver.token })
    expect(body.data).toEqual({
      balance: 0,
      currency: 'USD',
      pending: 0,
      owed: 0,
      owed_taken_back: 0,
      balances: [
        { balance: 0, currency: 'USD', pending: 0, owed: 0, owed_taken_back: 0 },
        { balance: 1_500, currency: 'NGN', pending: 0, owed: 0, owed_taken_back: 0 },
      ],
    })
  })
})

describe('GET /wallet/transactions', () => {
  test('lists the account’s own transactions, newest first, by page and kind', async () => {
    const driver = await world.buildDriver({ country_code: 'SN', balance_minor: 5_000n })
    await world.buildDriver({ country_code: 'SN', balance_minor: 7_000n })
    for (const [kind, amount_minor, reference] of [
      ['booking', -1_200n, 'one'],
      ['refund', 1_200n, 'one'],
      ['booking', -300n, 'two'],
    ] as const) {
      await world.db.transaction().execute((tx) =>
        postTransfer(tx, {
          kind,
          reference: `${driver.user_id}-${reference}`,
          description: `booking:ABCD${reference.toUpperCase()}`,
          currency: 'XOF',
          at: world.clock.now,
          postings: [
            { account: { kind: 'customer', owner: driver.user_id }, amount_minor },
            { account: { kind: 'park_payable', owner: 'some park' }, amount_minor: -amount_minor },
          ],
        }),
      )
    }
    const all = await world.call(listTransactions, { token: driver.token })
    expect(all.body).toMatchObject({ total: 4, page: 1, size: 10, pages: 1 })
    expect(all.body.items.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
      ['booking', -300, 4_700],
      ['refund', 1_200, 5_000],
      ['booking', -1_200, 3_800],
      ['adjustment', 5_000, 5_000],
    ])
    expect(all.body.items[0]).toMatchObject({ description: 'Parking, booking ABCDTWO', reference: 'ABCDTWO' })
    expect(all.body.items[3]).toMatchObject({ description: 'Correction by our team' })

    const french = await world.call(listTransactions, {
      token: driver.token,
      query: { kind: 'refund' },
      headers: { 'accept-language': 'fr-SN' },
    })
    expect(french.body).toMatchObject({ total: 1, items: [{ description: 'Remboursement, réservation ABCDONE' }] })

    const last = await world.call(listTransactions, { token: driver.token, query: { page: 2, size: 3 } })
    expect(last.body).toMatchObject({ total: 4, page: 2, size: 3, pages: 2, items: [{ kind: 'adjustment' }] })
    const past = await world.call(listTransactions, { token: driver.token, query: { page: 9 } })
    expect(past.body).toMatchObject({ total: 4, page: 9, items: [] })
  })

  test.each([{ page: 0 }, { size: 101 }, { kind: 'theft' }, { owner: 'me' }])('refuses %o', async (query) => {
    const driver = await world.buildDriver()
    const { status, problem } = await world.call(listTransactions, { token: driver.token, query })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, Object.keys(query)[0]])
  })
})

describe('POST /wallet/add-funds', () => {
  test.each([
    [{ amount: 0.5 }, 'amount_out_of_range', undefined],
    [{ amount: 10_000.01 }, 'amount_out_of_range', undefined],
    [{ amount: 20.505 }, 'validation_failed', 'amount'],
    [{ amount: 0 }, 'validation_failed', 'amount'],
    [{ amount: -20 }, 'validation_failed', 'amount'],
    [{ amount: '20' }, 'validation_failed', 'amount'],
    [{}, 'validation_failed', 'amount'],
    [{ amount: 20, currency: 'NGN' }, 'amount_out_of_range', undefined],
    [{ amount: 20, currency: 'EUR' }, 'validation_failed', 'currency'],
    [{ amount: 20, user_id: 'another' }, 'validation_failed', 'user_id'],
  ])('refuses %o', async (body, code, field) => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { status, problem } = await world.call(addFunds, { token: driver.token, body })
    expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([422, code, field])
    expect(await world.topUpsOf(driver)).toEqual([])
  })

  test('states the limits in the country’s currency', async () => {
    const driver = await world.buildDriver({ country_code: 'SN' })
    const { problem } = await world.call(addFunds, { token: driver.token, body: { amount: 2_000_001 } })
    expect(problem).toMatchObject({
      code: 'amount_out_of_range',
      least: { amount: 100, currency: 'XOF' },
      most: { amount: 2_000_000, currency: 'XOF' },
    })
  })

  test('keeps a wallet within its limit, including pending top-ups', async () => {
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 9_999_000n - 1_000n })
    await world.startTopUp(driver, 10)
    const { status, problem } = await world.call(addFunds, { token: driver.token, body: { amount: 10.01 } })
    expect([status, problem.code]).toEqual([409, 'balance_limit'])
    expect(problem).toMatchObject({ most: { amount: 100_000, currency: 'CAD' } })
    await world.startTopUp(driver, 10)
    expect((await world.call(addFunds, { token: driver.token, body: { amount: 1 } })).problem.code).toBe(
      'balance_limit',
    )
  })

  test('returns the same payment for the same key, also concurrently, and 409 for another body', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const retry = { 'idempotency-key': 'one-tap' }
    const taps = await Promise.all([1, 2, 3, 4].map(() => world.startTopUp(driver, 20, retry)))
    expect(new Set(taps.map(({ reference, page }) => `${reference} ${page}`)).size).toBe(1)
    expect(await world.topUpsOf(driver)).toHaveLength(1)
    const other = await world.call(addFunds, { token: driver.token, body: { amount: 21 }, headers: retry })
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_key_reused'])
    expect((await world.startTopUp(driver, 20)).reference).not.toBe(taps[0]!.reference)
  })

  test('returns an error when the server has no key for the provider', async () => {
    const { stripe, ...others } = world.deps.payments
    world.deps.payments = others
    const driver = await world.buildDriver({ country_code: 'US' })
    const { status, problem } = await world.call(addFunds, { token: driver.token, body: { amount: 20 } })
    world.deps.payments = { ...others, ...(stripe === undefined ? {} : { stripe }) }
    expect([status, problem.code]).toEqual([502, 'provider_unavailable'])
    expect(await world.topUpsOf(driver)).toEqual([])
  })
})

describe('POST /wallet/verify-payment and /wallet/credit', () => {
  test('find only the account’s own payments, by reference, provider and amount', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const other = await world.buildDriver({ country_code: 'CA' })
    const { reference, page } = await world.startTopUp(driver, 20.5)
    await payAs(page, 'success')
    const ask = async (query: object, token = driver.token) => {
      const { status, problem } = await world.call(verifyPayment, { query, token })
      return [status, problem.code]
    }
    expect(await ask({ payment_reference: reference }, other.token)).toEqual([404, 'payment_not_found'])
    expect(await ask({ payment_reference: 'PW-UNKNOWN' })).toEqual([404, 'payment_not_found'])
    expect(await ask({ payment_reference: reference, payment_provider: 'wave' })).toEqual([404, 'payment_not_found'])
    expect(await ask({ payment_reference: reference, amount: 2_050 })).toEqual([400, 'amount_mismatch'])
    expect(await ask({ payment_reference: reference, amount: 0 })).toEqual([400, 'amount_mismatch'])
    expect(await ask({ payment_reference: reference, amount: 'x' })).toEqual([422, 'validation_failed'])
    expect(await ask({ payment_reference: reference, payment_provider: 'bank' })).toEqual([422, 'validation_failed'])
    expect(await ask({})).toEqual([422, 'validation_failed'])
    expect(await ask({ payment_reference: reference, user_id: driver.user_id })).toEqual([422, 'validation_failed'])
    const query = { payment_reference: reference, amount: '20.50', payment_provider: 'stripe' }
    expect(await ask(query)).toEqual([200, undefined])
    expect(await world.balance(driver)).toBe(20.5)
    expect(await world.countCredits(other)).toBe(0)
  })

  test('credit runs the same command and creates no money', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const credit = (query: object) => world.call(creditWallet, { token: driver.token, query })
    expect((await credit({ amount: 1_000, reference: 'FREE-MONEY', description: 'mine' })).status).toBe(404)
    const { reference, page } = await world.startTopUp(driver, 20)
    expect((await credit({ amount: 20, reference })).body).toMatchObject({
      status: 'pending',
      data: { new_balance: 0 },
    })
    expect((await credit({ amount: 2_000, reference })).problem.code).toBe('amount_mismatch')
    await payAs(page, 'success')
    for (const _again of [1, 2]) {
      expect((await credit({ amount: 20, reference, description: 'x' })).body).toMatchObject({
        status: 'success',
        data: { new_balance: 20, amount: 20 },
      })
    }
    expect(await world.countCredits(driver)).toBe(1)
  })

  test('report a running verification in the specification’s words and in French', async () => {
    const driver = await world.buildDriver({ country_code: 'US' })
    const { reference, page } = await world.startTopUp(driver, 20)
    world.simulators.control.set('stripe', { webhooks: 'never' })
    await payAs(page, 'success')
    const { stripe } = world.deps.payments
    const requested = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    world.deps.payments.stripe = {
      ...stripe!,
      findPayment: async (payment) => {
        requested.resolve()
        await open.promise
        return stripe!.findPayment(payment)
      },
    }
    const first = world.verify(driver, reference)
    await requested.promise
    const query = { payment_reference: reference, payment_provider: 'stripe' }
    const second = await world.call(verifyPayment, { token: driver.token, query })
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({
      status: 'pending',
      message: 'Payment verification already in progress',
      data: { new_balance: 0 },
    })
    const french = { 'accept-language': 'fr' }
    const third = await world.call(verifyPayment, { token: driver.token, query, headers: french })
    expect(third.body.message).toBe('La vérification du paiement est déjà en cours')
    open.resolve()
    expect((await first).body).toMatchObject({ status: 'success', data: { new_balance: 20 } })
    world.deps.payments.stripe = stripe!
    world.simulators.control.reset()
    expect((await world.verify(driver, reference)).body.status).toBe('success')
    expect(await world.countCredits(driver)).toBe(1)
  })
})

describe('a payment that differs from the request', () => {
  const saying = async <T>(state: object, work: () => Promise<T>): Promise<T> => {
    const { stripe } = world.deps.payments
    const paid = { state: 'success', provider_reference: 'pi_1', paid_at: null, currency: 'CAD', fees: [], ...state }
    world.deps.payments.stripe = { ...stripe!, findPayment: async () => paid as never }
    try {
      return await work()
    } finally {
      world.deps.payments.stripe = stripe!
    }
  }

  test.each([
    ['less', 500n, 5],
    ['more', 2_500n, 25],
  ])('%s: what was paid is credited, and staff are told', async (_name, amount_minor, credited) => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { reference } = await world.startTopUp(driver, 20)
    const { body } = await saying({ amount_minor }, () => world.verify(driver, reference))
    expect(body).toMatchObject({ status: 'success', data: { new_balance: credited, amount: credited } })
    expect(world.errors.splice(0)).toEqual([
      expect.stringContaining(`amount, ours asked 20 CAD, theirs success ${credited} CAD`),
    ])
    expect(await world.topUpsOf(driver)).toMatchObject([{ failure_reason: expect.stringContaining('contradiction') }])
  })

  test('is not credited in another currency, is reported to staff once, and is credited after a correction', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { reference } = await world.startTopUp(driver, 20)
    for (const _again of [1, 2]) {
      const { body } = await saying({ amount_minor: 2_000n, currency: 'USD' }, () => world.verify(driver, reference))
      expect(body).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('Our team'),
        data: { new_balance: 0 },
      })
    }
    expect(world.errors.splice(0)).toHaveLength(1)
    const { body } = await saying({ amount_minor: 2_000n }, () => world.verify(driver, reference))
    expect(body).toMatchObject({ status: 'success', data: { new_balance: 20 } })
  })

  test('stays credited after a later failure, and is credited after a later success', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { reference } = await world.startTopUp(driver, 20)
    const failed = { state: 'failed', reason: 'declined' }
    expect((await saying(failed, () => world.verify(driver, reference))).body.status).toBe('failed')
    const paid = { amount_minor: 2_000n }
    expect((await saying(paid, () => world.verify(driver, reference))).body.status).toBe('success')
    expect((await saying(failed, () => world.verify(driver, reference))).body).toMatchObject({
      status: 'success',
      data: { new_balance: 20 },
    })
    expect(await world.topUpsOf(driver)).toEqual([{ reference, status: 'success', failure_reason: null }])
  })
})
