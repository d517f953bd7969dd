import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import { listTopUps, verifyPayment } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { buildHold } from '#test/kits/bookings-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { confirmTopUp } from './confirm-top-up.ts'

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

test.each([
  ['stripe', 'CA', 40, 24, '$24'],
  ['paystack', 'NG', 2_000, 1_200, '₦1,200'],
] as const)(
  'credits what %s confirms, marks the top-up as partial and tells the driver once',
  async (provider, country_code, amount, paid, text) => {
    world.simulators.control.set(provider, { paid_percent: 60 })
    const driver = await world.buildDriver({ country_code })
    const { reference, page } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    await expect.poll(() => world.balance(driver)).toBe(paid)
    await confirmTopUp(world.deps, reference)
    const { body } = await world.call(verifyPayment, {
      query: { payment_reference: reference, amount },
      token: driver.token,
    })
    expect(body).toMatchObject({
      status: 'success',
      message: expect.stringContaining(text),
      data: { amount: paid, requested: amount, detail: 'partial', new_balance: paid },
    })
    const list = await world.call(listTopUps, { token: driver.token })
    expect(list.body.items).toMatchObject([
      { reference, amount: paid, requested: amount, status: 'success', detail: 'partial' },
    ])
    const mails = await mailsTo(world, driver.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(reference)])
    expect(mails[0]?.text).toContain(text)
    const discrepancies = world.db.selectFrom('money_differences').select('kind').where('reference', '=', reference)
    expect(await discrepancies.execute()).toEqual([{ kind: 'amount' }])
  },
)

test('does not pay for a hold that it does not cover', async () => {
  world.simulators.control.set('stripe', { paid_percent: 50 })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const park = await world.buildPark()
  const held = await buildHold(world, driver, park)
  const { page } = await world.startTopUp(driver, Math.ceil(held.total))
  await payAs(page, 'success')
  const half = Math.ceil(held.total) / 2
  await expect.poll(() => world.balance(driver)).toBe(half)
  const pay = () => world.call(createBooking, { token: driver.token, body: { hold_id: held.id } })
  const refused = await pay()
  expect([refused.status, refused.problem.code]).toEqual([402, 'insufficient_balance'])
  expect(await world.balance(driver)).toBe(half)
  world.simulators.control.reset()
  const rest = await world.startTopUp(driver, Math.ceil(held.total))
  await payAs(rest.page, 'success')
  await expect.poll(() => world.balance(driver)).toBeGreaterThan(half)
  expect((await pay()).status).toBe(201)
})

test.each([
  // A fraction of what is charged: whole naira, whole francs elsewhere.
  ['paystack', 'NG', 2_001, 33, 660.33],
  ['stripe', 'CA', 33.33, 33, 11],
] as const)(
  'refunds whole what %s credited in part, a fraction included',
  async (provider, country_code, amount, percent, paid) => {
    for (const named of [undefined, paid]) {
      world.simulators.control.set(provider, { paid_percent: percent })
      const driver = await world.buildDriver({ country_code })
      const { reference, page } = await world.startTopUp(driver, amount)
      await payAs(page, 'success')
      await expect.poll(() => world.balance(driver)).toBe(paid)
      world.simulators.control.reset()
      const { items } = (await world.call(listTopUps, { token: driver.token })).body
      expect(items).toMatchObject([{ reference, amount: paid, refundable: paid }])
      const body = { payment_reference: reference, ...(named !== undefined && { amount: named }) }
      const refunded = await world.call(refundTopUp, { token: driver.token, body })
      expect(refunded.body, JSON.stringify(refunded.problem)).toMatchObject({
        data: { new_balance: 0, refund: { payment_reference: reference, amount: paid } },
      })
      const books = () => world.simulators.control.desks[provider].books().find((line) => line.reference === reference)
      await expect.poll(() => books()?.returned_minor).toBe(BigInt(Math.round(paid * 100)))
      const again = await world.call(refundTopUp, { token: driver.token, body: { payment_reference: reference } })
      expect(again.problem.code).toBe('refund_too_much')
    }
  },
)
