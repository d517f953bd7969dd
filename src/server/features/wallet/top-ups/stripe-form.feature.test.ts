import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import { createPaymentIntent, listTopUps } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { checkPendingTopUps } from '../jobs.ts'
import { deleteErasedCustomers } from './payment-customers.ts'

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

const start = async (driver: Driver, amount = 20) => {
  const { status, body } = await world.call(createPaymentIntent, {
    token: driver.token,
    body: { amount, currency: 'CAD' },
  })
  expect(status).toBe(200)
  return body
}
type Started = Awaited<ReturnType<typeof start>>

/** What the form in the page asks of Stripe: which cards it shows, and what confirming says. */
const form = async ({ client_secret, customer_session_client_secret = '' }: Started, choice?: object) => {
  const sent = new URLSearchParams({ client_secret, customer_session: customer_session_client_secret, ...choice })
  const address = `${world.simulators.base_urls.stripe}/stripe/elements`
  const headers = { authorization: `Bearer ${world.simulators.keys.stripe.public_key}` }
  const answer = await (choice === undefined
    ? fetch(`${address}?${sent}`, { headers })
    : fetch(address, { method: 'POST', headers, body: sent }))
  return (await answer.json()) as { cards?: { id: string }[]; error?: { code: string }; paymentIntent?: object }
}
const good = { payment_method: 'card', number: '4242 4242 4242 4242' }
const detailsOf = async (driver: Driver) =>
  (await world.call(listTopUps, { token: driver.token })).body.items.map(({ status, detail }) => [status, detail])

test('offers a card again only if the driver chose to save it', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  expect((await form(await start(driver))).cards).toEqual([])
  await form(await start(driver), { ...good, save: 'false' })
  const second = await start(driver)
  expect((await form(second)).cards).toEqual([])
  await form(second, { ...good, save: 'true' })
  const third = await start(driver)
  const [card] = (await form(third)).cards ?? []
  expect(card).toMatchObject({ last4: '4242' })
  await form(third, { payment_method: card!.id })
  await expect.poll(() => world.balance(driver)).toBe(60)
  const stranger = await world.buildDriver({ country_code: 'CA' })
  expect((await form(await start(stranger))).cards).toEqual([])
})

test('counts a payment as pending once the driver has sent it, and not for opening the form', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const started = await start(driver)
  expect(await world.pending(driver)).toBe(0)
  await form(started, { payment_method: 'bank' })
  await expect.poll(() => world.pending(driver)).toBe(20)
})

test('leaves the payment open after a declined card', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const started = await start(driver)
  expect(await form(started, { payment_method: 'card', number: '4000 0000 0000 9995' })).toMatchObject({
    error: { code: 'card_declined' },
  })
  expect(await detailsOf(driver)).toEqual([['pending', null]])
  await form(started, good)
  await expect.poll(() => world.balance(driver)).toBe(20)
})

test('is paid without saved cards when Stripe no longer knows the customer', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  await world.db
    .insertInto('payment_customers')
    .values({ provider: 'stripe', customer_id: 'cus_gone', user_id: driver.user_id, created_at: world.clock.now })
    .execute()
  const started = await start(driver)
  await form(started, good)
  await expect.poll(() => world.balance(driver)).toBe(20)
})

test.each(['done', 'failed'] as const)('waits for days for a bank, until it is %s', async (outcome) => {
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const hosted = await world.startTopUp(driver, 40)
  await payAs(hosted.page, 'pending')
  const inPage = await start(driver)
  await form(inPage, { payment_method: 'bank' })
  for (let day = 0; day < 5; day += 1) {
    await checkPendingTopUps(world.deps)
    world.clock.advance(24 * 60)
  }
  await checkPendingTopUps(world.deps)
  expect(await detailsOf(driver)).toEqual([
    ['pending', 'processing'],
    ['pending', 'processing'],
  ])
  const { body } = await world.verify(driver, hosted.reference)
  expect(body).toMatchObject({ status: 'pending', message: expect.stringContaining('several working days') })
  for (const { reference } of [hosted, inPage])
    await world.simulators.control.desks.stripe.finishPayment!(reference, outcome)
  world.clock.advance(60)
  await checkPendingTopUps(world.deps)
  expect(await world.balance(driver)).toBe(outcome === 'done' ? 60 : 0)
  const status = outcome === 'done' ? 'success' : 'failed'
  expect(await detailsOf(driver)).toEqual([
    [status, null],
    [status, null],
  ])
})

test('deletes the customer at Stripe after the account is erased', async () => {
  const { token } = await registerVerifiedUser(world, { country_code: 'CA' })
  await world.call(createPaymentIntent, { token, body: { amount: 20, currency: 'CAD' } })
  const { customer_id } = await world.db
    .selectFrom('payment_customers')
    .select('customer_id')
    .orderBy('created_at', 'desc')
    .orderBy('user_id', 'desc')
    .executeTakeFirstOrThrow()
  const { base_url, secret_key } = world.simulators.keys.stripe
  const headers = { authorization: `Bearer ${secret_key}` }
  const known = async () => (await fetch(`${base_url}/v1/customers/${customer_id}`, { headers })).status
  expect(await known()).toBe(200)
  expect((await world.call(eraseAccount, { token, body: { password: goodPassword } })).status).toBe(204)
  await deleteErasedCustomers(world.deps)
  expect(await known()).toBe(404)
  expect(
    await world.db
      .selectFrom('payment_customers')
      .select('customer_id')
      .where('customer_id', '=', customer_id)
      .execute(),
  ).toEqual([])
})
