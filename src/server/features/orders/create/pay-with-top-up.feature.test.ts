import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { getOrder, payOrder, type OrderDetails } from '#contract/orders/orders.ts'
import { addFunds, createPaymentIntent } from '#contract/wallet/wallet.ts'
import { newId } from '#server/database/ids.ts'
import { payAs } from '#simulators/test-kit.ts'
import { mailsOf, setBalance } from '#test/kits/bookings-kit.ts'
import { buildStock } from '#test/kits/order-kit.ts'
import { buildCart, buildBranch, buildItem, order, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'
import { checkStock } from '../stock-check.ts'

let world: WalletWorld
let branch: Awaited<ReturnType<typeof buildBranch>>
let item_id: string
beforeAll(async () => {
  world = await createWalletWorld({ pool: 12 })
  branch = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token, { capacity: 100 })
  item_id = await buildItem(world, { slug: 'blades', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  await buildStock(world, branch.id, item_id, 100)
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
  expect(await checkStock(world.db)).toEqual([])
  expect(world.errors).toEqual([])
})
afterAll(() => world.close())

/** A customer without money, and a held order of CA$11.00. */
async function newHold(): Promise<{ driver: Driver; held: OrderDetails; see: () => Promise<OrderDetails> }> {
  const driver = await world.buildDriver({ country_code: 'CA' })
  await buildCart(world, driver, branch, { item_id })
  const { body: held } = await order(world, driver, { total: 11, hold: true })
  expect(held).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
  const see = async () => (await world.call(getOrder, { token: driver.token, params: { id: held.id } })).body
  return { driver, held, see }
}
const start = (driver: Driver, { id }: { id: string }, amount = 11) =>
  world.startTopUp(driver, amount, {}, undefined, id)
/** Pays at the provider, whose webhooks do not come. */
async function payAt(driver: Driver, held: { id: string }, amount?: number): Promise<string> {
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const { reference, page } = await start(driver, held, amount)
  await payAs(page, 'success')
  return reference
}

describe('a held order is paid when its top-up is credited', () => {
  test('by the webhook, with the browser closed at the provider, and once if it comes twice', async () => {
    const { driver, held, see } = await newHold()
    world.simulators.control.set('stripe', { webhook_copies: 2 })
    const { reference, page } = await start(driver, held)
    await payAs(page, 'success')
    await expect.poll(async () => (await see()).payment_status).toBe('paid')
    await world.simulators.control.settled()
    expect(await see()).toMatchObject({ status: 'pending', held_until: null })
    expect(await world.balance(driver)).toBe(0)
    expect(await world.countCredits(driver)).toBe(1)
    expect(await mailsOf(world, driver)).toEqual([`Order placed: ${held.order_number}`])
    // Returning from the provider several times pays once.
    for (let visit = 0; visit < 2; visit += 1)
      expect((await world.verify(driver, reference)).body).toMatchObject({
        status: 'success',
        message: 'Your payment has arrived and your order is placed.',
        data: { new_balance: 0, booking: null, order: { result: 'paid', order_number: held.order_number } },
      })
  })

  test('on the customer’s return, before any webhook', async () => {
    const { driver, held, see } = await newHold()
    const reference = await payAt(driver, held)
    const { body } = await world.verify(driver, reference)
    expect(body.data).toMatchObject({ new_balance: 0, order: { result: 'paid', order_number: held.order_number } })
    expect((await see()).payment_status).toBe('paid')
  })

  test('with what the wallet holds already, and leaves the rest', async () => {
    const { driver, held } = await newHold()
    await setBalance(world, driver, 500n)
    const { body } = await world.verify(driver, await payAt(driver, held, 10))
    expect(body.data).toMatchObject({ new_balance: 4, order: { result: 'paid' } })
  })

  test('not with less than it costs: the money is in the wallet and the order stays held', async () => {
    const { driver, held, see } = await newHold()
    const { body } = await world.verify(driver, await payAt(driver, held, 10))
    expect(body).toMatchObject({ data: { new_balance: 10, order: { result: 'not_covered' } } })
    expect(body.message).toMatch(/^The payment doesn’t cover your order, so it isn’t placed yet\. /)
    expect(await see()).toMatchObject({ status: 'pending', payment_status: 'unpaid', can: { pay: true } })
    const rest = await world.verify(driver, await payAt(driver, held, 5))
    expect(rest.body.data).toMatchObject({ new_balance: 4, order: { result: 'paid' } })
  })

  test.each([
    ['when the clock has ended it', true],
    ['when nobody has noticed yet', false],
  ])('not after its hold ended, %s; the money stays in the wallet, and a mail says so', async (_name, isNoticed) => {
    const { driver, held, see } = await newHold()
    const reference = await payAt(driver, held)
    world.clock.advance(11)
    if (isNoticed) await advanceOrders(world.deps)
    const { body } = await world.verify(driver, reference)
    expect(body).toMatchObject({ status: 'success', data: { new_balance: 11, order: { result: 'over' } } })
    expect(body.message).toMatch(/no longer held when the payment arrived/)
    expect(await see()).toMatchObject({ status: 'canceled', payment_status: 'unpaid' })
    expect(await mailsOf(world, driver)).toEqual([`Your payment came too late for order ${held.order_number}`])
    world.clock.advance(-11)
  })

  test('not if it was cancelled or paid otherwise meanwhile', async () => {
    const canceled = await newHold()
    const [late, twice] = [await payAt(canceled.driver, canceled.held), await newHold()]
    const { token } = canceled.driver
    await world.call(changeOrderStatus, { token, params: { id: canceled.held.id }, query: { status: 'canceled' } })
    expect((await world.verify(canceled.driver, late)).body.data).toMatchObject({
      new_balance: 11,
      order: { result: 'canceled' },
    })
    const reference = await payAt(twice.driver, twice.held)
    await setBalance(world, twice.driver, 1_100n)
    await world.call(payOrder, { token: twice.driver.token, params: { id: twice.held.id } })
    expect((await world.verify(twice.driver, reference)).body.data).toMatchObject({
      new_balance: 11,
      order: { result: 'already_paid' },
    })
  })
})

describe('a top-up is refused', () => {
  const start422 = async (driver: Driver, body: object) =>
    outcomeOf(await world.call(addFunds, { token: driver.token, body: { amount: 11, ...body } }))

  test('for the order of somebody else, none, one that is over or paid, and for two things at once', async () => {
    const { driver, held } = await newHold()
    const stranger = await world.buildDriver({ country_code: 'CA' })
    for (const order_id of [held.id, newId()])
      expect(await start422(stranger, { order_id })).toBe('404 order_not_found')
    expect(await start422(driver, { order_id: 'ABCD' })).toBe('422 validation_failed order_id')
    expect(await start422(driver, { order_id: held.id, booking_id: newId() })).toBe('422 validation_failed order_id')
    world.clock.advance(11)
    expect(await start422(driver, { order_id: held.id })).toBe('409 order_hold_over')
    world.clock.advance(-11)
    await setBalance(world, driver, 1_100n)
    await world.call(payOrder, { token: driver.token, params: { id: held.id } })
    expect(await start422(driver, { order_id: held.id })).toBe('409 order_state')
    expect(await world.topUpsOf(driver)).toEqual([])
  })

  test('in Stripe’s form too', async () => {
    const { held } = await newHold()
    const { token } = await world.buildDriver({ country_code: 'CA' })
    const body = { amount: 11, currency: 'CAD', order_id: held.id }
    expect(outcomeOf(await world.call(createPaymentIntent, { token, body }))).toBe('404 order_not_found')
  })
})

describe('at once', () => {
  test('the webhook, two returns, the button and the clock pay once, and nothing is lost', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { driver, held, see } = await newHold()
      const { reference, page } = await start(driver, held)
      const paying = payAs(page, 'success')
      const pay = () => world.call(payOrder, { token: driver.token, params: { id: held.id } })
      await Promise.all([
        paying,
        world.verify(driver, reference),
        pay(),
        world.verify(driver, reference),
        advanceOrders(world.deps),
      ])
      await world.simulators.control.settled()
      const { body } = await world.verify(driver, reference)
      expect(['paid', 'already_paid']).toContain(body.data.order?.result)
      expect([(await see()).payment_status, await world.balance(driver)]).toEqual(['paid', 0])
      expect(await world.countCredits(driver)).toBe(1)
    }
  })

  test('the payment and the end of the hold: one wins, and the money is in the order or the wallet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { driver, held, see } = await newHold()
      const reference = await payAt(driver, held)
      world.clock.advance(round % 2 === 0 ? 10 : 9.99)
      await Promise.all([advanceOrders(world.deps), world.verify(driver, reference), world.verify(driver, reference)])
      const [{ payment_status, status }, balance] = [await see(), await world.balance(driver)]
      expect([`${status} ${payment_status}`, balance]).toEqual(
        payment_status === 'paid' ? ['pending paid', 0] : ['canceled unpaid', 11],
      )
      world.clock.advance(round % 2 === 0 ? -10 : -9.99)
    }
  })
})
