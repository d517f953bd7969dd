import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import type { ListedPayment, PaymentProvider } from '#server/providers/payments/provider.ts'
import { payAs } from '#simulators/test-kit.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { processRefund } from '../refunds/refunds.ts'
import { confirmTopUp } from '../top-ups/confirm-top-up.ts'
import { recordFees } from './provider-fees.ts'
import { reconcile, reconcileRecentDays } from './reconcile.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
  world.errors.splice(0)
})
afterAll(() => world.close())

/** The day that the clock is in. */
const today = () => {
  const from = new Date(`${world.clock.now.toISOString().slice(0, 10)}T00:00:00Z`)
  return [from, new Date(from.getTime() + 86_400_000)] as const
}
const feesOf = (reference: string) =>
  world.db
    .selectFrom('provider_fees')
    .innerJoin('top_ups', 'top_ups.id', 'top_up_id')
    .selectAll('provider_fees')
    .where('top_ups.reference', '=', reference)
    .execute()
const discrepanciesOf = (reference: string) =>
  world.db.selectFrom('money_differences').selectAll().where('reference', '=', reference).orderBy('kind').execute()

describe.each(providerCases)(
  'reconciliation with $provider',
  ({ provider, country_code, currency, amount, amount_minor }) => {
    // In each run, each provider is compared, and one of them tries each other rule.
    const place = providerCases.findIndex((other) => other.provider === provider)
    const hasTurn = takeTurns(3, place)
    let driver: Driver
    const run = () => reconcile(world.deps, provider, ...today())
    beforeEach(async () => {
      driver = await world.buildDriver({ country_code })
      world.simulators.control.set(provider, { webhooks: 'never' })
    })
    const begin = async () => {
      const started = await world.startTopUp(driver, amount)
      await payAs(started.page, 'success')
      return started.reference
    }

    test('credits payments that are paid there and pending here, without a discrepancy', async () => {
      const reference = await begin()
      expect(await world.balance(driver)).toBe(0)
      expect(await run()).toMatchObject({ settled: 1, discrepancies: [] })
      expect(await world.balance(driver)).toBe(amount)
      expect(await run()).toMatchObject({ settled: 0, discrepancies: [] })
      expect(await discrepanciesOf(reference)).toEqual([])
      expect(await world.countCredits(driver)).toBe(1)
    })

    test.runIf(hasTurn())('books a refund made at the provider and reports it once', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await world.simulators.control.desks[provider].refund(reference)
      expect((await run()).discrepancies).toEqual([])
      expect(await world.balance(driver)).toBe(0)
      expect(await discrepanciesOf(reference)).toMatchObject([{ kind: 'refund_at_provider', provider }])
      await run()
      expect(await discrepanciesOf(reference)).toHaveLength(1)
      expect(
        await world.db.selectFrom('refunds').select('amount_minor').where('user_id', '=', driver.user_id).execute(),
      ).toEqual([{ amount_minor }])
    })

    test.runIf(hasTurn())('finds no discrepancy for a refund of ours', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      const refunded = await world.call(refundTopUp, { token: driver.token, body: { payment_reference: reference } })
      expect(refunded.status).toBe(200)
      expect((await run()).discrepancies).toEqual([])
      expect(await discrepanciesOf(reference)).toEqual([])
      expect(
        await world.db
          .selectFrom('refunds')
          .select(['origin', 'status'])
          .where('user_id', '=', driver.user_id)
          .execute(),
      ).toEqual([{ origin: 'driver', status: 'done' }])
    })

    /** The list as the provider would give it, with one line of it changed. */
    const lying = async (
      change: (line: ListedPayment) => ListedPayment | undefined,
      reference: string,
      more: Partial<PaymentProvider> = {},
    ) => {
      const honest = world.deps.payments[provider]!
      world.deps.payments[provider] = {
        ...honest,
        ...more,
        listPayments: async (from, to) => {
          const { payments, reversals } = await honest.listPayments(from, to)
          const changed = payments.flatMap((line) => (line.reference === reference ? (change(line) ?? []) : [line]))
          return { payments: changed, reversals }
        },
      }
      try {
        await run()
        await run()
      } finally {
        world.deps.payments[provider] = honest
      }
    }

    test.runIf(hasTurn())('reports another amount or currency once', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await lying((line) => ({ ...line, amount_minor: line.amount_minor + 1n }), reference)
      await lying((line) => ({ ...line, currency: 'USD' }), reference)
      expect(await discrepanciesOf(reference)).toMatchObject([
        { kind: 'amount', ours: `success ${amount} ${currency}` },
        { kind: 'currency', theirs: expect.stringContaining('USD') },
      ])
    })

    test.runIf(hasTurn())('reports a payment that was not started here', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await lying((line) => ({ ...line, reference: `PW-ALIEN-${provider}` }), reference)
      expect(await discrepanciesOf(`PW-ALIEN-${provider}`)).toMatchObject([
        { kind: 'unknown_payment', ours: 'nothing' },
      ])
      // Ours was not in the list, and the provider knows it all the same when it is asked.
      expect(await discrepanciesOf(reference)).toEqual([])
    })

    test.runIf(hasTurn())('reports a credited payment that the provider does not know', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await lying(() => undefined, reference, { findPayment: async () => ({ state: 'unknown' }) })
      expect(await discrepanciesOf(reference)).toMatchObject([{ kind: 'missing_payment', theirs: 'nothing' }])
    })

    test.runIf(hasTurn())('reports a completed refund that the provider does not know, once', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      const { body } = await world.call(refundTopUp, { token: driver.token, body: { payment_reference: reference } })
      await world.simulators.control.settled()
      await processRefund(world.deps, body.data.refund.reference)
      const honest = world.deps.payments[provider]!
      const listPayments: PaymentProvider['listPayments'] = async (from, to) => ({
        ...(await honest.listPayments(from, to)),
        reversals: [],
      })
      try {
        if (honest.findReversals !== undefined) {
          // Of another day, say: asked for the payment itself the provider shows it.
          world.deps.payments[provider] = { ...honest, listPayments }
          await run()
          expect(await discrepanciesOf(reference)).toEqual([])
        }
        const nowhere = honest.findReversals && { findReversals: async () => [] }
        world.deps.payments[provider] = { ...honest, listPayments, ...nowhere }
        await run()
        await run()
      } finally {
        world.deps.payments[provider] = honest
      }
      expect(await discrepanciesOf(reference)).toMatchObject([
        {
          kind: 'missing_refund',
          ours: `${body.data.refund.reference} done ${amount} ${currency}`,
          theirs: 'nothing',
        },
      ])
    })

    test.runIf(hasTurn())(
      'books the provider’s fee once, so that the clearing account is what the provider owes',
      async () => {
        const reference = await begin()
        await confirmTopUp(world.deps, reference)
        await run()
        await run()
        const books = world.simulators.control.desks[provider].books().find((line) => line.reference === reference)!
        expect(books.kept_minor).toBeGreaterThan(0n)
        const fees = await feesOf(reference)
        expect(fees).toMatchObject([{ provider, currency, amount_minor: books.kept_minor }])
        const entries = await world.db
          .selectFrom('ledger_entries')
          .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
          .select(['kind', 'owner', 'amount_minor'])
          .where('transfer_id', '=', fees[0]!.transfer_id)
          .orderBy('kind')
          .execute()
        expect(entries).toEqual([
          { kind: 'provider_clearing', owner: provider, amount_minor: books.kept_minor },
          { kind: 'provider_fee', owner: provider, amount_minor: -books.kept_minor },
        ])
        expect(await world.balance(driver)).toBe(amount)
      },
    )

    test.runIf(hasTurn())('reports a changed fee once and keeps the first in the books', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await run()
      const before = await feesOf(reference)
      await lying(
        (line) => ({ ...line, fees: line.fees.map((fee) => ({ ...fee, told: `9 ${currency}`, amount_minor: 9n })) }),
        reference,
      )
      expect(await discrepanciesOf(reference)).toMatchObject([
        {
          kind: 'fee',
          ours: expect.stringMatching(new RegExp(`^${before[0]!.fee_id} kept [\\d.]+ ${currency}$`)),
          theirs: `${before[0]!.fee_id} kept ${currency === 'XOF' ? '9' : '0.09'} ${currency}`,
        },
      ])
      expect(await feesOf(reference)).toEqual(before)
    })

    test.runIf(hasTurn())('reports another state', async () => {
      const reference = await begin()
      await confirmTopUp(world.deps, reference)
      await lying((line) => ({ ...line, state: 'failed' }), reference)
      expect(await discrepanciesOf(reference)).toMatchObject([
        { kind: 'state', theirs: expect.stringContaining('failed') },
      ])
    })
  },
)

test('compares each day once on the next day, and catches up on missed days', async () => {
  const rows = () => world.db.selectFrom('reconciliations').selectAll().orderBy('day').execute()
  const days = async (provider: string) => (await rows()).filter((row) => row.provider === provider)
  const driver = await world.buildDriver({ country_code: 'NG' })
  world.simulators.control.set('paystack', { webhooks: 'never' })
  const { page } = await world.startTopUp(driver, 1_500)
  await payAs(page, 'success')
  world.simulators.control.set('wave', { unavailable: true })
  world.clock.now = new Date('2026-11-22T02:30:00Z')
  await Promise.all([reconcileRecentDays(world.deps), reconcileRecentDays(world.deps)])
  expect(await world.balance(driver)).toBe(1_500)
  const found = await days('paystack')
  expect(found.map(({ day, finished_at }) => [day, finished_at !== null])).toEqual(
    ['15', '16', '17', '18', '19', '20', '21'].map((day) => [`2026-11-${day}`, true]),
  )
  expect(found.at(-1)).toMatchObject({ differences: 0 })
  expect((await days('wave')).every(({ finished_at }) => finished_at === null)).toBe(true)
  // A provider that is silent is one line, and not one for each day.
  const warnings: string[] = []
  const log = { ...world.deps.log, warn: (...words: unknown[]) => warnings.push(words.join(' ')) }
  world.clock.advance(61)
  await reconcileRecentDays({ ...world.deps, log })
  expect(warnings).toEqual([expect.stringMatching(/2026-11-15 to 2026-11-21 waits: wave: /)])
  world.simulators.control.set('wave', { unavailable: false })
  world.clock.advance(30)
  await reconcileRecentDays(world.deps)
  expect((await days('wave')).every(({ finished_at }) => finished_at === null)).toBe(true)
  world.clock.advance(31)
  await reconcileRecentDays(world.deps)
  expect((await days('wave')).every(({ finished_at }) => finished_at !== null)).toBe(true)
  expect(await days('paystack')).toEqual(found)
})

test('notes a fee in an unsupported currency without booking it', async () => {
  world.simulators.control.set('stripe', { webhooks: 'never', settles_in: 'eur' })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { reference, page } = await world.startTopUp(driver, 20)
  await payAs(page, 'success')
  await confirmTopUp(world.deps, reference)
  expect(await feesOf(reference)).toMatchObject([{ currency: 'EUR', amount_minor: null, transfer_id: null }])
  expect((await reconcile(world.deps, 'stripe', ...today())).discrepancies).toEqual([])
})

test('reports a changed fee as an amount in the currency it is booked in', async () => {
  world.simulators.control.set('stripe', { webhooks: 'never', settles_in: 'usd' })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { reference, page } = await world.startTopUp(driver, 20)
  await payAs(page, 'success')
  await confirmTopUp(world.deps, reference)
  const [booked] = await feesOf(reference)
  expect(booked).toMatchObject({ currency: 'USD', amount_minor: 66n, told: '66 USD' })
  const fee = { fee_id: booked!.fee_id, told: '71 USD', currency: 'USD', amount_minor: 71n }
  expect(await recordFees(world.deps, reference, [fee])).toMatchObject([
    { kind: 'fee', ours: `${fee.fee_id} kept 0.66 USD`, theirs: `${fee.fee_id} kept 0.71 USD` },
  ])
  world.errors.splice(0)
})

test('books the fee of a dispute, whether won or lost', async () => {
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { reference, page } = await world.startTopUp(driver, 20)
  await payAs(page, 'success')
  await confirmTopUp(world.deps, reference)
  await world.simulators.control.desks.stripe.dispute!(reference)
  await reconcile(world.deps, 'stripe', ...today())
  await world.simulators.control.desks.stripe.closeDispute!(reference, 'won')
  await reconcile(world.deps, 'stripe', ...today())
  const amounts = (await feesOf(reference)).map(({ amount_minor }) => amount_minor)
  expect(amounts).toHaveLength(2)
  expect(amounts).toContain(1_500n)
  expect(await world.balance(driver)).toBe(20)
})

test('reports a Paystack dispute whose webhook was lost, once for each decision', async () => {
  world.simulators.control.set('paystack', { webhooks: 'never' })
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { reference, page } = await world.startTopUp(driver, 1_500)
  await payAs(page, 'success')
  await confirmTopUp(world.deps, reference)
  const desk = world.simulators.control.desks.paystack
  await desk.dispute!(reference)
  const run = async () => (await reconcile(world.deps, 'paystack', ...today())).discrepancies.length
  await run()
  await run()
  const theirs = async () =>
    (await discrepanciesOf(reference)).map((row) => [row.kind, row.theirs.replace(/^\d+ /, '')])
  expect(await theirs()).toEqual([['dispute', 'pending 1500 NGN']])
  await desk.closeDispute!(reference, 'won')
  await run()
  expect((await theirs()).sort()).toEqual([
    ['dispute', 'failed 1500 NGN'],
    ['dispute', 'pending 1500 NGN'],
  ])
  expect(await world.balance(driver)).toBe(1_500)
})

test('does not credit a payment refunded before the comparison, and books its fee', async () => {
  world.simulators.control.set('paystack', { webhooks: 'never' })
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { reference, page } = await world.startTopUp(driver, 1_500)
  await payAs(page, 'success')
  await world.simulators.control.desks.paystack.refund(reference)
  expect((await confirmTopUp(world.deps, reference))?.status).toBe('failed')
  expect((await reconcile(world.deps, 'paystack', ...today())).discrepancies).toEqual([])
  expect(await feesOf(reference)).toMatchObject([{ amount_minor: 2_250n }])
  expect(await world.balance(driver)).toBe(0)
})

test('reports a payment whose metadata names another top-up, and credits nobody', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { reference } = await world.startTopUp(driver, 20)
  const { stripe } = world.deps.payments
  const reported = {
    state: 'success',
    provider_reference: 'pi_1',
    amount_minor: 2_000n,
    currency: 'CAD',
    paid_at: null,
    is_reversed: false,
    fees: [],
  } as const
  world.deps.payments.stripe = { ...stripe!, findPayment: async () => ({ ...reported, top_up_id: driver.user_id }) }
  expect((await world.verify(driver, reference)).body).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Our team'),
  })
  world.deps.payments.stripe = stripe!
  expect(await discrepanciesOf(reference)).toMatchObject([
    { kind: 'account', ours: 'asked 20 CAD', theirs: 'success 20 CAD' },
  ])
  expect(await world.balance(driver)).toBe(0)
})

test('credits and reverses a payment refunded before it was credited, in any order of events', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  world.simulators.control.set('stripe', { webhooks: 'held' })
  const { reference, page } = await world.startTopUp(driver, 20)
  await payAs(page, 'success')
  await world.simulators.control.desks.stripe.refund(reference, 500n)
  expect((await world.verify(driver, reference)).body).toMatchObject({ status: 'success', data: { new_balance: 15 } })
  await world.simulators.control.releaseWebhooks()
  await expect
    .poll(() => world.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute())
    .toEqual([])
  expect(await world.balance(driver)).toBe(15)
})
