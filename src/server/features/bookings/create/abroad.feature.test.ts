import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import { changeBookingStatus, getBooking, holdSpace } from '#contract/bookings/bookings.ts'
import { currencyOf } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import { topUpLimits } from '#contract/money.ts'
import { gateways } from '#contract/wallet/payments.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import {
  addFunds,
  createPaymentIntent,
  exportTransactions,
  getGateway,
  getStatement,
  getWallet,
  listTopUps,
} from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { type Driver } from '#test/kits/world.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(async () => {
  await world.expectBalancedLedger()
  await world.close()
})

const pairs = countryCodes.flatMap((home) =>
  countryCodes.filter((there) => there !== home).map((there) => [home, there] as const),
)
const balancesOf = async ({ token }: Driver) =>
  Object.fromEntries(
    (await world.call(getWallet, { token })).body.data.balances.map(({ currency, balance }) => [currency, balance]),
  )

// A quarter of the pairs in a run.
test.each(inTurn(pairs, 3)())(
  'an account of %s pays in %s through that country’s provider, and stays where it is',
  async (home, there) => {
    const currency = currencyOf(there)
    const { least } = topUpLimits[currency]
    const driver = await world.buildDriver({ country_code: home, balance_minor: 5_000n })
    const { token } = driver
    const own = (await balancesOf(driver))[currencyOf(home)]
    const increment_minor = BigInt(least) * (currency === 'XOF' ? 1n : 100n)
    const park = await world.buildPark({ country_code: there, increment_minor, day_cap_minor: null })
    const gateway = await world.call(getGateway, { token, query: { country: there } })
    expect([gateway.body.provider, gateway.body.currency]).toEqual([gateways[there].provider, currency])

    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const held = await world.call(holdSpace, {
      token,
      body: { quote_id: quote.body.quote_id, plate: 'ABC 123' },
    })
    expect([held.status, held.body.currency]).toEqual([201, currency])
    const { id: booking_id, booking_code, total } = held.body
    const ask = (body: object) => world.call(addFunds, { token, body })
    const wrong = await ask({ amount: topUpLimits[currencyOf(home)].least, booking_id })
    expect([wrong.status, wrong.problem.errors?.map(({ field }) => field)]).toEqual([422, ['booking_id']])
    const above = await ask({ amount: topUpLimits[currency].most + 1, currency })
    expect(above.problem.code).toBe('amount_out_of_range')
    const started = await ask({ amount: total, currency, booking_id })
    const { reference, provider, ...links } = started.body.data.payment_info
    expect(provider).toBe(gateways[there].provider)
    const page = links.authorization_url ?? links.payment_url ?? links.checkout_url
    await payAs(page!, 'success')
    await world.simulators.control.settled()
    const paid = await world.verify(driver, reference)
    expect(paid.body).toMatchObject({
      status: 'success',
      data: { currency, booking: { result: 'paid', booking_code } },
    })
    expect(await balancesOf(driver)).toEqual({ [currencyOf(home)]: own, [currency]: 0 })

    // What is refunded returns to the balance of its currency, and from there to the payment.
    const cancelled = await world.call(changeBookingStatus, {
      token,
      params: { id: booking_id },
      query: { status: 'cancelled' },
    })
    expect(cancelled.status).toBe(200)
    expect(await balancesOf(driver)).toEqual({ [currencyOf(home)]: own, [currency]: total })
    const [topUp] = (await world.call(listTopUps, { token })).body.items
    expect(topUp).toMatchObject({ reference, currency, refundable: total })
    const refunded = await world.call(refundTopUp, { token, body: { payment_reference: reference } })
    expect([refunded.status, refunded.body.data?.new_balance]).toEqual([200, 0])
    const csv = (await world.call(exportTransactions, { token })).raw.toString()
    expect(csv).toContain(currency)
    const statement = await world.call(getStatement, { token, params: { month: '2026-11' }, query: { currency } })
    expect([statement.status, statement.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await world.call(getBooking, { token, params: { bookingCode: booking_code } })).body.currency).toBe(
      currency,
    )
    expect((await world.call(getProfile, { token })).body.country_id).toBe(home)
  },
)

test('the card form starts in any currency of its provider, and in no other', async () => {
  const { token } = await world.buildDriver({ country_code: 'NG' })
  const start = (currency: string) => world.call(createPaymentIntent, { token, body: { amount: 1_000, currency } })
  expect((await start('usd')).status).toBe(200)
  expect((await start('cad')).status).toBe(200)
  expect((await start('ngn')).problem.code).toBe('provider_unavailable')
})
