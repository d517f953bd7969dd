import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TransactionKind } from '#contract/money.ts'
import { verifyPayment } from '#contract/wallet/wallet.ts'
import { createApp } from '#server/app.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { checkPendingTopUps } from './jobs.ts'
import { listEntries } from './ledger/entries.ts'
import { findBalance, postTransfer, postTransfers, type Transfer } from './ledger/ledger.ts'
import { confirmTopUp } from './top-ups/confirm-top-up.ts'
import { processWebhooks } from './top-ups/webhooks.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld({ pool: 12 })
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

test.each(providerCases)(
  'credits once for 20 concurrent verifications with $provider in two processes',
  async (till) => {
    const { provider, country_code, amount } = till
    world.simulators.control.set(provider, { webhooks: 'never' })
    const other = await createApp(world.deps)
    await other.ready()
    const driver = await world.buildDriver({ country_code })
    const { reference, page } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    const verify = async (app: typeof other) => {
      const response = await app.inject({
        method: 'POST',
        url: verifyPayment.path,
        query: { payment_reference: reference },
        headers: { authorization: `Bearer ${driver.token}` },
      })
      return response.json() as { status: string; message: string; data: { new_balance: number } }
    }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => verify(i % 2 === 0 ? other : world.app)))
    await other.close()
    const succeeded = answers.filter(({ status }) => status === 'success')
    expect(succeeded.length).toBeGreaterThanOrEqual(1)
    for (const { data } of succeeded) expect(data.new_balance).toBe(amount)
    for (const answer of answers.filter(({ status }) => status !== 'success'))
      expect(answer).toMatchObject({ status: 'pending', message: 'Payment verification already in progress' })
    expect(await world.balance(driver)).toBe(amount)
    expect(await world.countCredits(driver)).toBe(1)
  },
)

test.each(providerCases)(
  'credits once for a concurrent webhook, job, verification and command with $provider',
  async (till) => {
    const { provider, country_code, amount } = till
    world.simulators.control.set(provider, { webhooks: 'held', webhook_copies: 3 })
    for (let round = 0; round < 5; round += 1) {
      const driver = await world.buildDriver({ country_code })
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      world.clock.advance(1)
      await Promise.all([
        world.simulators.control.releaseWebhooks(),
        processWebhooks(world.deps),
        checkPendingTopUps(world.deps),
        world.verify(driver, reference),
        world.verify(driver, reference),
        ...Array.from({ length: 6 }, () => confirmTopUp(world.deps, reference)),
      ])
      expect(await world.balance(driver)).toBe(amount)
      expect(await world.countCredits(driver)).toBe(1)
    }
  },
)

test('starts one payment for concurrent requests with one key', async () => {
  const driver = await world.buildDriver({ country_code: 'SN' })
  const retry = { 'idempotency-key': 'many-taps' }
  const started = await Promise.all(Array.from({ length: 10 }, () => world.startTopUp(driver, 1_500, retry)))
  expect(new Set(started.map(({ reference, page }) => `${reference} ${page}`)).size).toBe(1)
  expect(await world.topUpsOf(driver)).toHaveLength(1)
})

test('starts only as many concurrent payments as the limit allows', async () => {
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 9_995_000n })
  const started = await Promise.allSettled(Array.from({ length: 8 }, () => world.startTopUp(driver, 20)))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await world.pending(driver)).toBe(40)
})

test('lets one of 20 concurrent bookings spend the same balance', async () => {
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 1_000n })
  const spend = (reference: string) =>
    world.db.transaction().execute((tx) =>
      postTransfer(tx, {
        kind: 'booking',
        reference,
        description: 'booking:TEST2345',
        currency: 'CAD',
        at: world.clock.now,
        postings: [
          { account: { kind: 'customer', owner: driver.user_id }, amount_minor: -1_000n },
          { account: { kind: 'park_payable', owner: 'park' }, amount_minor: 1_000n },
        ],
      }),
    )
  const spent = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => spend(`${driver.user_id}-${i}`)))
  expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await findBalance(world.db, driver.user_id, 'CAD')).toBe(0n)
})

test('counts each block of entries once during concurrent writes, and every count is exact', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const move = (n: number): Transfer => ({
    kind: n % 3 === 0 ? 'ticket' : 'order',
    reference: `${driver.user_id}-${n}`,
    description: 'test',
    currency: 'CAD',
    at: world.clock.now,
    postings: [
      { account: { kind: 'customer', owner: driver.user_id }, amount_minor: 1n },
      { account: { kind: 'adjustment', owner: '' }, amount_minor: -1n },
    ],
  })
  const count = async (kind?: TransactionKind) =>
    (await listEntries(world.db, driver.user_id, { page: 1, size: 10, ...(kind !== undefined && { kind }) })).total
  // By one, and by many in one statement that crosses several ends of blocks.
  const batches = Array.from({ length: 60 }, (_, batch) =>
    Array.from({ length: batch % 20 === 7 ? 150 : 3 }, (_one, n) => move(batch * 1_000 + n)),
  )
  const counts: number[] = []
  await Promise.all([
    ...batches.map((batch) => world.db.transaction().execute((tx) => postTransfers(tx, batch))),
    ...Array.from({ length: 20 }, async () => counts.push(await count('ticket'))),
  ])
  const all = batches.flat()
  const tickets = all.filter(({ kind }) => kind === 'ticket').length
  expect(Math.max(...counts)).toBeLessThanOrEqual(tickets)
  expect([await count(), await count('ticket'), await count('order')]).toEqual([
    all.length,
    tickets,
    all.length - tickets,
  ])
})
