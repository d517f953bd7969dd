import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFunds, getWallet, listTransactions } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { checkPendingTopUps } from '../jobs.ts'

let world: WalletWorld
beforeAll(async () => {
  // Each provider by itself: none steps in for another.
  world = await createWalletWorld({ settings: { PAYSTACK_XOF: 'off' } })
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

describe.each(providerCases)(
  'a top-up with $provider',
  ({ provider, country_code, currency, amount, amount_minor, address }) => {
    // In each run, each provider credits a top-up, and one of them tries each other rule.
    const place = providerCases.findIndex((other) => other.provider === provider)
    const hasTurn = takeTurns(3, place)
    let driver: Driver
    beforeEach(async () => {
      driver = await world.buildDriver({ country_code })
    })

    test.runIf(hasTurn())('starts with our reference and a payment address, and is pending until paid', async () => {
      const { status, body } = await world.call(addFunds, { token: driver.token, body: { amount } })
      expect(status).toBe(200)
      const { payment_info } = body.data
      expect(payment_info).toMatchObject({ reference: expect.stringMatching(/^PW-[2-9A-Z]{12}$/), provider })
      expect(payment_info[address]).toMatch(/^http:/)
      expect(body).toMatchObject({ status: 'success', message: expect.stringContaining('Continue to') })
      const wallet = await world.call(getWallet, { token: driver.token })
      expect(wallet.body).toEqual({
        status: 'success',
        data: {
          balance: 0,
          currency,
          pending: amount,
          owed: 0,
          owed_taken_back: 0,
          balances: [{ balance: 0, currency, pending: amount, owed: 0, owed_taken_back: 0 }],
        },
      })
      const row = await world.db
        .selectFrom('top_ups')
        .selectAll()
        .where('user_id', '=', driver.user_id)
        .executeTakeFirst()
      expect(row).toMatchObject({ amount_minor, currency, status: 'pending', payment_info })
    })

    test('is credited by the signed webhook, and the driver returns to the public page', async () => {
      const { reference, page } = await world.startTopUp(driver, amount)
      const back = new URL((await payAs(page, 'success')) ?? '')
      expect(back.pathname).toBe('/payment/success')
      expect(back.searchParams.get('reference')).toBe(reference)
      expect(back.searchParams.get('provider')).toBe(provider)
      await expect.poll(() => world.balance(driver)).toBe(amount)
      expect(await world.pending(driver)).toBe(0)

      const statement = await world.call(listTransactions, {
        token: driver.token,
        headers: { 'accept-language': 'fr' },
      })
      expect(statement.body).toMatchObject({ total: 1, page: 1, size: 10, pages: 1 })
      expect(statement.body.items[0]).toMatchObject({
        kind: 'top_up',
        amount,
        balance_after: amount,
        currency,
        reference,
        description: expect.stringContaining('Recharge par'),
        created_at: world.clock.now.toISOString(),
      })
    })

    test.runIf(hasTurn())('is credited once by repeated verifications without a webhook', async () => {
      world.simulators.control.set(provider, { webhooks: 'held' })
      const { reference, page } = await world.startTopUp(driver, amount)
      expect((await world.verify(driver, reference)).body).toMatchObject({
        status: 'pending',
        data: { new_balance: 0 },
      })
      await payAs(page, 'success')
      for (const _again of [1, 2, 3]) {
        const { status, body } = await world.verify(driver, reference)
        expect(status).toBe(200)
        expect(body).toMatchObject({ status: 'success', data: { new_balance: amount, currency, amount, reference } })
      }
      await world.simulators.control.releaseWebhooks()
      await waitForWebhooks()
      expect(await world.countCredits(driver)).toBe(1)
    })

    test.runIf(hasTurn())('is credited once when every webhook arrives twice', async () => {
      world.simulators.control.set(provider, { webhook_copies: 2 })
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      await world.verify(driver, reference)
      await waitForWebhooks()
      expect(await world.balance(driver)).toBe(amount)
      expect(await world.countCredits(driver)).toBe(1)
    })

    test.runIf(hasTurn())('is credited when the webhook arrives hours late', async () => {
      world.simulators.control.set(provider, { webhooks: 'held' })
      const { page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      world.clock.advance(6 * 60)
      await world.simulators.control.releaseWebhooks()
      await expect.poll(() => world.balance(driver)).toBe(amount)
    })

    test.runIf(hasTurn())('is credited by the job without a webhook or a returning driver', async () => {
      world.simulators.control.set(provider, { webhooks: 'never' })
      const { page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      await checkPendingTopUps(world.deps)
      expect(await world.balance(driver)).toBe(0)
      world.clock.advance(1)
      await checkPendingTopUps(world.deps)
      expect(await world.balance(driver)).toBe(amount)
      expect(await world.verify(driver, (await world.topUpsOf(driver))[0]!.reference)).toMatchObject({
        body: { status: 'success', data: { new_balance: amount } },
      })
    })

    test.runIf(hasTurn())('fails without a credit when the card or phone wallet is declined', async () => {
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'failed')
      const { status, body } = await world.verify(driver, reference)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'failed',
        message: 'The payment wasn’t completed. Nothing was added to your wallet.',
        data: { new_balance: 0 },
      })
      expect(await world.pending(driver)).toBe(0)
      expect(await world.countCredits(driver)).toBe(0)
    })

    test.runIf(hasTurn())('fails some time after it was abandoned', async () => {
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'abandoned')
      expect((await world.verify(driver, reference)).body.status).toBe('pending')
      world.clock.advance(36)
      await checkPendingTopUps(world.deps)
      world.clock.advance(36)
      await checkPendingTopUps(world.deps)
      expect(await world.topUpsOf(driver)).toMatchObject([{ status: 'failed' }])
      expect(await world.pending(driver)).toBe(0)
    })

    test.runIf(hasTurn())('stays pending while it is slow and is credited when it succeeds', async () => {
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'pending')
      expect((await world.verify(driver, reference)).body).toMatchObject({
        status: 'pending',
        data: { new_balance: 0 },
      })
      await payAs(page, 'success')
      expect((await world.verify(driver, reference)).body).toMatchObject({
        status: 'success',
        data: { new_balance: amount },
      })
      await waitForWebhooks()
      expect(await world.countCredits(driver)).toBe(1)
    })

    test.runIf(hasTurn())('cannot start while the provider is down, and starts later with the same key', async () => {
      world.simulators.control.set(provider, { unavailable: true })
      const retry = { 'idempotency-key': `down-${provider}` }
      const down = await world.call(addFunds, { token: driver.token, body: { amount }, headers: retry })
      expect(down.status).toBe(502)
      expect(down.problem).toMatchObject({ code: 'provider_unavailable', message: expect.stringContaining('again') })
      const [started] = await world.topUpsOf(driver)
      expect(started).toMatchObject({ status: 'pending' })
      world.simulators.control.set(provider, { unavailable: false })
      const { reference, page } = await world.startTopUp(driver, amount, retry)
      expect(reference).toBe(started!.reference)
      await payAs(page, 'success')
      await expect.poll(() => world.balance(driver)).toBe(amount)
      expect(await world.topUpsOf(driver)).toMatchObject([{ status: 'success' }])
    })

    test.runIf(hasTurn())('fails after an hour if it never reached the provider', async () => {
      world.simulators.control.set(provider, { unavailable: true })
      await world.call(addFunds, { token: driver.token, body: { amount } })
      world.simulators.control.set(provider, { unavailable: false })
      world.clock.advance(30)
      await checkPendingTopUps(world.deps)
      expect(await world.pending(driver)).toBe(amount)
      world.clock.advance(31)
      await checkPendingTopUps(world.deps)
      expect(await world.topUpsOf(driver)).toMatchObject([{ status: 'failed', failure_reason: 'never started' }])
    })

    test.runIf(hasTurn())('has one payable payment after its payment address was lost in transit', async () => {
      world.simulators.control.set(provider, { drop_answers: 100 })
      const retry = { 'idempotency-key': `lost-${provider}` }
      const lost = await world.call(addFunds, { token: driver.token, body: { amount }, headers: retry })
      // Wave can be searched by our reference at once, so that the driver does not even notice.
      if (provider === 'wave') expect(lost.status).toBe(200)
      else expect(lost.problem).toMatchObject({ status: 502, code: 'provider_unavailable' })
      const [started] = await world.topUpsOf(driver)
      world.simulators.control.set(provider, { drop_answers: 0 })
      const first = await world.startTopUp(driver, amount, retry)
      expect(await world.startTopUp(driver, amount, retry)).toEqual(first)
      await expectOnePayment(first, started!.reference)
    })

    test.runIf(hasTurn())('has one payable payment after the process crashed before storing its address', async () => {
      const retry = { 'idempotency-key': `died-${provider}` }
      const before = await world.startTopUp(driver, amount, retry)
      const forgotten = { payment_info: null, provider_reference: null }
      await world.db.updateTable('top_ups').set(forgotten).where('reference', '=', before.reference).execute()
      world.clock.advance(1)
      const again = await world.startTopUp(driver, amount, retry)
      if (provider !== 'paystack') expect(again).toEqual(before)
      await expectOnePayment(again, before.reference)
    })

    /** Paystack tells the address of a page once: a page that nobody saw is given up there for one of a new reference. */
    async function expectOnePayment(payable: { reference: string; page: string }, started: string): Promise<void> {
      if (provider !== 'paystack') expect(payable.reference).toBe(started)
      await payAs(payable.page, 'success')
      await expect.poll(() => world.balance(driver)).toBe(amount)
      expect(await world.pending(driver)).toBe(0)
      const others = (await world.topUpsOf(driver)).filter(({ reference }) => reference !== payable.reference)
      expect(others.map(({ status }) => status)).toEqual(provider === 'paystack' ? ['failed'] : [])
    }

    test.runIf(hasTurn())('fails immediately if the provider refuses it', async () => {
      world.simulators.control.set(provider, { refuse: true })
      const refused = await world.call(addFunds, {
        token: driver.token,
        body: { amount },
        headers: { 'accept-language': 'fr' },
      })
      expect(refused.status).toBe(502)
      expect(refused.problem).toMatchObject({ code: 'provider_refused', message: expect.stringContaining('a refusé') })
      expect(await world.topUpsOf(driver)).toMatchObject([{ status: 'failed' }])
      expect(await world.pending(driver)).toBe(0)
    })

    test.runIf(hasTurn())('stays pending without an error when the provider is down during verification', async () => {
      world.simulators.control.set(provider, { webhooks: 'never' })
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      world.simulators.control.set(provider, { unavailable: true })
      const silent = await world.verify(driver, reference)
      expect(silent.status).toBe(200)
      expect(silent.body).toMatchObject({ status: 'pending', message: expect.stringContaining('isn’t responding') })
      world.simulators.control.set(provider, { unavailable: false })
      expect((await world.verify(driver, reference)).body).toMatchObject({ status: 'success' })
      expect(await world.countCredits(driver)).toBe(1)
    })
  },
)

/** Resolves when no webhook is in transit or waiting to be processed. */
async function waitForWebhooks(): Promise<void> {
  await world.simulators.control.settled()
  await expect
    .poll(() => world.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute())
    .toEqual([])
}
