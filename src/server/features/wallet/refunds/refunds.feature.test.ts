import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { toMajor } from '#contract/money.ts'
import { listRefunds, payDebt, refundTopUp } from '#contract/wallet/refunds.ts'
import { getWallet, listTransactions } from '#contract/wallet/wallet.ts'
import { ProviderError, type PaymentProvider } from '#server/providers/payments/provider.ts'
import { payAs } from '#simulators/test-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { checkOpenRefunds } from '../jobs.ts'
import { postTransfer } from '../ledger/ledger.ts'
import { recordReversals } from './reversals.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
  takeErrors()
})
afterAll(() => world.close())

/** A driver with one top-up that is paid and credited. */
async function topUp(country_code: (typeof providerCases)[number]['country_code'], amount: number, driver?: Driver) {
  const person = driver ?? (await world.buildDriver({ country_code }))
  const before = await world.balance(person)
  const { reference, page } = await world.startTopUp(person, amount)
  await payAs(page, 'success')
  await expect.poll(() => world.balance(person)).toBe(before + amount)
  return { driver: person, reference }
}
const refund = (driver: Driver, payment_reference: string, amount?: number, headers: Record<string, string> = {}) =>
  world.call(refundTopUp, {
    token: driver.token,
    body: { payment_reference, ...(amount === undefined ? {} : { amount }) },
    headers,
  })
/** The subjects of the mails about refunds, oldest first. */
const mailSubjectsOf = async (driver: Driver) =>
  (await mailsTo(world, driver.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('RF-'))
    .toReversed()
const refundsOf = async (driver: Driver) => (await world.call(listRefunds, { token: driver.token })).body.items
const booksOf = (provider: (typeof providerCases)[number]['provider'], reference: string) =>
  world.simulators.control.desks[provider].books().find((line) => line.reference === reference)
const owed = async (driver: Driver) => (await world.call(getWallet, { token: driver.token })).body.data.owed
const discrepanciesOf = (reference: string) =>
  world.db.selectFrom('money_differences').selectAll().where('reference', '=', reference).orderBy('id').execute()
/** What was told to staff is in the log too, and is expected here. */
const takeErrors = () => world.errors.splice(0)

describe.each(providerCases)(
  'a top-up with $provider',
  ({ provider, country_code, currency, amount, amount_minor }) => {
    // In each run, each provider refunds, one tries each other rule, and one of two what only these can.
    const place = providerCases.findIndex((other) => other.provider === provider)
    const [hasTurn, isOfTwo] = [takeTurns(3, place), takeTurns(2, place)]
    const held = () => world.simulators.control.set(provider, { refunds: 'held' })

    test('is refunded in full to its source, once', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      const { status, body } = await refund(driver, reference)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'success',
        data: { new_balance: 0, refund: { payment_reference: reference, amount, currency, kind: 'refund', owed: 0 } },
      })
      await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'done', amount }])
      await expect.poll(() => mailSubjectsOf(driver)).toContainEqual(expect.stringMatching(/^Withdrawal sent: RF-/))
      expect(booksOf(provider, reference)).toMatchObject({ paid_minor: amount_minor, returned_minor: amount_minor })
      const again = await refund(driver, reference)
      expect(again.problem).toMatchObject({
        status: 409,
        code: provider === 'wave' ? 'refund_whole' : 'refund_too_much',
      })
      const { items } = (await world.call(listTransactions, { token: driver.token, query: { kind: 'refund' } })).body
      expect(items).toMatchObject([
        {
          amount: -amount,
          balance_after: 0,
          reference: expect.stringMatching(/^RF-/),
          description: expect.stringContaining('Withdrawal'),
        },
      ])
    })

    test.runIf(hasTurn())('is refunded once for repeated requests', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      const retry = { 'idempotency-key': `refund-${reference}` }
      const answers = await Promise.all(Array.from({ length: 6 }, () => refund(driver, reference, amount, retry)))
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.refund.reference}`)).size).toBe(1)
      await checkOpenRefunds(world.deps)
      await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'done' }])
      const subjects = await mailSubjectsOf(driver)
      expect(new Set(subjects).size).toBe(subjects.length)
      expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
    })

    test.runIf(hasTurn())('is refunded once when responses are lost', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      world.simulators.control.set(provider, { drop_answers: 3 })
      const lost = await refund(driver, reference)
      expect(lost.status).toBe(200)
      world.simulators.control.set(provider, { drop_answers: 0 })
      world.clock.advance(2)
      await checkOpenRefunds(world.deps)
      await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'done' }])
      expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
      expect(await world.balance(driver)).toBe(0)
    })

    test.runIf(hasTurn())('is debited and retried by the job while the provider is down', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      world.simulators.control.set(provider, { unavailable: true })
      expect((await refund(driver, reference)).body).toMatchObject({
        status: 'pending',
        data: { new_balance: 0, refund: { status: 'pending' } },
      })
      const started = expect.stringMatching(/^Withdrawal on its way: RF-/)
      expect(await mailSubjectsOf(driver)).toEqual([started])
      world.simulators.control.set(provider, { unavailable: false })
      world.clock.advance(1)
      await checkOpenRefunds(world.deps)
      await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'done' }])
      expect(await mailSubjectsOf(driver)).toEqual([started, expect.stringMatching(/^Withdrawal sent: RF-/)])
      expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
    })

    test.runIf(hasTurn())('is returned to the wallet if the refund is impossible', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      world.simulators.control.set(provider, { refunds: 'failing' })
      expect((await refund(driver, reference)).status).toBe(200)
      await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'failed' }])
      expect(await world.balance(driver)).toBe(amount)
      expect(booksOf(provider, reference)?.returned_minor).toBe(0n)
      world.simulators.control.set(provider, { refunds: 'at_once' })
      expect((await refund(driver, reference)).body.data.refund.amount).toBe(amount)
      await expect.poll(() => world.balance(driver)).toBe(0)
    })

    test.runIf(hasTurn())('returns 404 if unknown, unpaid or another driver’s', async () => {
      const { reference } = await topUp(country_code, amount)
      const other = await world.buildDriver({ country_code })
      const unpaid = await world.startTopUp(other, amount)
      for (const named of [reference, 'PW-NOBODY', unpaid.reference])
        expect((await refund(other, named)).problem).toMatchObject({ status: 404, code: 'payment_not_found' })
    })

    test.runIf(hasTurn())('is debited when the provider refunds it by itself, and reported to staff once', async () => {
      const { driver, reference } = await topUp(country_code, amount)
      await world.simulators.control.desks[provider].refund(reference)
      if (provider === 'wave') return
      await expect.poll(() => world.balance(driver)).toBe(0)
      await world.simulators.control.settled()
      expect(await refundsOf(driver)).toMatchObject([{ amount, owed: 0 }])
      expect(await discrepanciesOf(reference)).toMatchObject([
        { kind: 'refund_at_provider', ours: 'nothing', resolved_at: null },
      ])
      expect(takeErrors()).toEqual([expect.stringContaining(`${reference} needs a person: refund_at_provider`)])
    })

    if (provider !== 'wave') {
      test.runIf(isOfTwo())('is refunded in parts, up to its amount and the balance', async () => {
        const { driver, reference } = await topUp(country_code, amount)
        const part = toMajor(amount_minor / 4n, currency)
        expect((await refund(driver, reference, part)).body.data.new_balance).toBe(
          toMajor(amount_minor - amount_minor / 4n, currency),
        )
        expect((await refund(driver, reference, amount)).problem).toMatchObject({
          code: 'refund_too_much',
          most: { amount: toMajor(amount_minor - amount_minor / 4n, currency), currency },
        })
        await topUp(country_code, amount, driver)
        expect((await refund(driver, reference, amount)).problem).toMatchObject({ code: 'refund_too_much' })
        expect((await refund(driver, reference)).status).toBe(200)
        await expect.poll(async () => (await refundsOf(driver)).map(({ status }) => status)).toEqual(['done', 'done'])
        expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
        expect(await world.balance(driver)).toBe(amount)
      })

      test.runIf(isOfTwo())('has a refund in processing until the provider confirms it', async () => {
        held()
        const { driver, reference } = await topUp(country_code, amount)
        expect((await refund(driver, reference)).body).toMatchObject({
          status: 'success',
          data: { refund: { status: 'processing' } },
        })
        world.clock.advance(1)
        await checkOpenRefunds(world.deps)
        expect(await refundsOf(driver)).toMatchObject([{ status: 'processing' }])
        await world.simulators.control.desks[provider].finishRefunds('done')
        await expect
          .poll(() => refundsOf(driver))
          .toMatchObject([{ status: 'done', settled_at: world.clock.now.toISOString() }])
      })

      test.runIf(isOfTwo())('is returned to the wallet when the refund fails, with or without a webhook', async () => {
        held()
        const { driver, reference } = await topUp(country_code, amount)
        await refund(driver, reference)
        world.simulators.control.set(provider, { webhooks: 'never' })
        await world.simulators.control.desks[provider].finishRefunds('failed')
        // A refund that is being sent is leased, so the job checks it in its next run.
        const looked = async () => {
          world.clock.advance(1)
          await checkOpenRefunds(world.deps)
          return refundsOf(driver)
        }
        await expect.poll(looked).toMatchObject([{ status: 'failed' }])
        expect(await world.balance(driver)).toBe(amount)
        expect(await mailSubjectsOf(driver)).toEqual([
          expect.stringMatching(/^Withdrawal on its way: RF-/),
          expect.stringMatching(/^Withdrawal failed: RF-/),
        ])
      })

      /** The provider sends it and says no: another process, held up, has asked for the same meanwhile. */
      const refusing = async (driver: Driver, reference: string, more: Partial<PaymentProvider> = {}) => {
        const honest = world.deps.payments[provider]!
        world.deps.payments[provider] = {
          ...honest,
          ...more,
          refundPayment: async (want) => {
            await honest.refundPayment(want)
            throw new ProviderError('refused', provider, 'nothing is left of it')
          },
        }
        try {
          return (await refund(driver, reference)).body
        } finally {
          world.deps.payments[provider] = honest
        }
      }

      test.runIf(isOfTwo())('stays refunded when the provider reports that it already was', async () => {
        const { driver, reference } = await topUp(country_code, amount)
        expect(await refusing(driver, reference)).toMatchObject({ status: 'success', data: { new_balance: 0 } })
        await expect.poll(() => refundsOf(driver)).toMatchObject([{ status: 'done' }])
        expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
        await world.simulators.control.settled()
        expect(await discrepanciesOf(reference)).toEqual([])
      })

      test.runIf(isOfTwo())(
        'is debited once more and reported to staff when an abandoned refund was sent after all',
        async () => {
          world.simulators.control.set(provider, { webhooks: 'never' })
          const driver = await world.buildDriver({ country_code })
          const { reference, page } = await world.startTopUp(driver, amount)
          await payAs(page, 'success')
          await world.verify(driver, reference)
          expect(await refusing(driver, reference, { findReversals: async () => [] })).toMatchObject({
            status: 'failed',
          })
          expect(await world.balance(driver)).toBe(amount)
          await recordReversals(world.deps, reference)
          await recordReversals(world.deps, reference)
          expect(await world.balance(driver)).toBe(0)
          expect(booksOf(provider, reference)?.returned_minor).toBe(amount_minor)
          expect((await refundsOf(driver)).map(({ status }) => status).sort()).toEqual(['done', 'failed'])
          expect(await discrepanciesOf(reference)).toMatchObject([
            { kind: 'refund_at_provider', ours: `failed ${amount} ${currency}` },
          ])
        },
      )

      test.runIf(isOfTwo())(
        'becomes an outstanding balance when spent and reversed, paid first with the next booking',
        async () => {
          const { driver, reference } = await topUp(country_code, amount)
          const park = await world.buildPark({ country_code, increment_minor: amount_minor / 2n, day_cap_minor: null })
          const want = { park_id: park.id, start_time: '2026-11-21T10:00:00Z', end_time: '2026-11-21T11:00:00Z' }
          const book = () =>
            world.call(createBooking, { token: driver.token, body: { ...want, plate: 'AB 123', again: true } })
          expect((await book()).status).toBe(201)
          const left = await world.balance(driver)
          expect(left).toBeLessThan(amount)
          await world.simulators.control.desks[provider].refund(reference)
          await expect.poll(() => world.balance(driver)).toBe(0)
          expect(await owed(driver)).toBeCloseTo(amount - left)
          expect(await refundsOf(driver)).toMatchObject([{ owed: expect.closeTo(amount - left), amount }])
          expect((await book()).problem).toMatchObject({
            code: 'insufficient_balance',
            due: { amount: expect.closeTo(amount - left) },
          })
          const next = await topUp(country_code, amount * 3, driver)
          expect((await refund(driver, next.reference, amount * 3)).problem).toMatchObject({ code: 'refund_too_much' })
          expect((await book()).status).toBe(201)
          expect(await owed(driver)).toBe(0)
        },
      )
    }
  },
)

describe('a dispute at Stripe', () => {
  const desk = () => world.simulators.control.desks.stripe

  test('debits the amount and returns it when won', async () => {
    const { driver, reference } = await topUp('CA', 20)
    await desk().dispute!(reference)
    await expect.poll(() => world.balance(driver)).toBe(0)
    await world.simulators.control.settled()
    expect(await refundsOf(driver)).toMatchObject([{ kind: 'dispute', amount: 20, status: 'done' }])
    expect((await refund(driver, reference)).problem).toMatchObject({ code: 'refund_too_much' })
    await desk().closeDispute!(reference, 'won')
    await expect.poll(() => world.balance(driver)).toBe(20)
    await world.simulators.control.settled()
    await expect
      .poll(async () => (await discrepanciesOf(reference)).map(({ kind }) => kind))
      .toEqual(['dispute', 'dispute'])
    const { items } = (await world.call(listTransactions, { token: driver.token, query: { kind: 'refund' } })).body
    expect(items.map(({ amount }) => amount)).toEqual([20, -20])
    // Of one instant, so that the outbox has no order for them.
    expect((await mailSubjectsOf(driver)).toSorted()).toEqual([
      expect.stringMatching(/^Top-up returned to your wallet: RF-/),
      expect.stringMatching(/^Top-up reversed by your bank: RF-/),
    ])
    expect(takeErrors()).toHaveLength(2)
  })

  test('leaves an outstanding balance for spent money, and none when won', async () => {
    const { driver, reference } = await topUp('CA', 20)
    await world.db.transaction().execute((tx) =>
      postTransfer(tx, {
        kind: 'adjustment',
        reference: `spent-${reference}`,
        description: 'test',
        currency: 'CAD',
        at: world.clock.now,
        postings: [
          { account: { kind: 'customer', owner: driver.user_id }, amount_minor: -1_500n },
          { account: { kind: 'adjustment', owner: '' }, amount_minor: 1_500n },
        ],
      }),
    )
    await desk().dispute!(reference)
    await expect.poll(() => owed(driver)).toBe(15)
    expect(await world.balance(driver)).toBe(0)
    await desk().closeDispute!(reference, 'won')
    await expect.poll(() => owed(driver)).toBe(0)
    expect(await world.balance(driver)).toBe(5)
    expect(await refundsOf(driver)).toMatchObject([{ kind: 'dispute', owed: 0, status: 'failed' }])
    await world.simulators.control.settled()
  })

  test('at Paystack is reported to staff and moves no money before the refund', async () => {
    const { driver, reference } = await topUp('NG', 2_000)
    const { paystack } = world.simulators.control.desks
    await paystack.dispute!(reference)
    await expect
      .poll(() => discrepanciesOf(reference))
      .toMatchObject([{ kind: 'dispute', theirs: expect.stringMatching(/^\d+ pending 2000 NGN$/) }])
    expect(await world.balance(driver)).toBe(2_000)
    await paystack.closeDispute!(reference, 'lost')
    await expect.poll(() => world.balance(driver)).toBe(0)
    await world.simulators.control.settled()
    await expect
      .poll(async () => (await discrepanciesOf(reference)).map(({ kind }) => kind).sort())
      .toEqual(['dispute', 'refund_at_provider'])
  })
})

test('mails the outstanding balance after a reversal in the driver’s language', async () => {
  const { driver, reference } = await topUp(
    'NG',
    2_000,
    await world.buildDriver({ country_code: 'NG', language: 'fr' }),
  )
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: `spent-${reference}`,
      description: 'test',
      currency: 'NGN',
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer', owner: driver.user_id }, amount_minor: -50_000n },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: 50_000n },
      ],
    }),
  )
  await world.simulators.control.desks.paystack.refund(reference)
  await expect.poll(() => owed(driver)).toBe(500)
  await world.simulators.control.settled()
  const wallet = () => world.call(getWallet, { token: driver.token }).then(({ body }) => body.data)
  expect(await wallet()).toMatchObject({ owed: 500, owed_taken_back: 500 })
  const pay = (headers = {}) => world.call(payDebt, { token: driver.token, body: { currency: 'NGN' }, headers })
  expect((await pay()).problem).toMatchObject({
    status: 402,
    code: 'insufficient_balance',
    missing: { amount: 500, currency: 'NGN' },
  })
  const [mail, ...more] = await mailsTo(world, driver.email)
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^Recharge remboursée\s: RF-/)
  expect(mail!.text).toMatch(
    /Recharge\u00a0: PW-[\s\S]*Reste à régler\u00a0: 500\s₦[\s\S]*Voir mon portefeuille\u00a0: http.*\/wallet/,
  )
  await topUp('NG', 2_000, driver)
  const retry = { 'idempotency-key': `debt-${reference}` }
  const paid = await Promise.all([pay(retry), pay(retry), pay()])
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await wallet()).toMatchObject({ balance: 1_500, owed: 0, owed_taken_back: 0 })
})

describe('amounts', () => {
  let driver: Driver
  let reference: string
  beforeEach(async () => {
    ;({ driver, reference } = await topUp('CA', 20))
  })
  test.each([-1, 0, 10.005, 2 ** 53 + 1, '20', null, true])('%s is refused', async (amount) => {
    const { status } = await world.call(refundTopUp, {
      token: driver.token,
      body: { payment_reference: reference, amount },
    })
    expect([409, 422]).toContain(status)
    expect(await world.balance(driver)).toBe(20)
  })
  test.each(['{"payment_reference":"PW","amount":1e309}', '{"payment_reference":"PW","amount":NaN}'])(
    '%s is refused',
    async (payload) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: refundTopUp.path,
        payload,
        headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
      })
      expect([400, 422]).toContain(answer.statusCode)
    },
  )
})
