import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPaymentState } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { createWalletWorld, providerCases, type WalletWorld } from '#test/kits/wallet-kit.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world.close())

const look = (reference: string) => world.call(getPaymentState, { params: { reference } })

test.each(providerCases)(
  'shows only the state of a payment with $provider without a login',
  async ({ provider, country_code, amount }) => {
    world.simulators.control.set(provider, { webhooks: 'never' })
    const driver = await world.buildDriver({ country_code })
    const paid = await world.startTopUp(driver, amount)
    expect((await look(paid.reference)).body).toEqual({ status: 'pending', is_booked: null })
    await payAs(paid.page, 'success')
    // Who looks asks no provider: it stays as the books have it until somebody who may has it settled.
    expect((await look(paid.reference)).body).toEqual({ status: 'pending', is_booked: null })
    await world.verify(driver, paid.reference)
    expect((await look(paid.reference)).body).toEqual({ status: 'success', is_booked: null })
    expect((await look(paid.reference.toLowerCase())).body).toEqual({ status: 'success', is_booked: null })
  },
)

test('shows a failed payment as failed', async () => {
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { reference, page } = await world.startTopUp(driver, 1_500)
  await payAs(page, 'failed')
  await world.verify(driver, reference)
  expect((await look(reference)).body).toEqual({ status: 'failed', is_booked: null })
})

test.each(['PW-NOPE', "PW-' or 1=1 --", '%', '_', 'a'.repeat(100)])('returns 404 for %s', async (reference) => {
  expect((await look(reference)).problem).toMatchObject({ status: 404, code: 'payment_not_found' })
})

test.each(['a'.repeat(101), 'a\0b', ' '])('rejects %j as a reference', async (reference) => {
  expect((await look(reference)).status).toBe(422)
})
