import { expect } from 'vitest'
import type { CountryCode } from '#contract/places/places.ts'
import { addFunds, getWallet, listTransactions, verifyPayment } from '#contract/wallet/wallet.ts'
import { createPaystack } from '#server/providers/payments/paystack.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { createWave } from '#server/providers/payments/wave.ts'
import { createPaystackPayouts } from '#server/providers/payouts/paystack.ts'
import { createStripePayouts } from '#server/providers/payouts/stripe.ts'
import { createWavePayouts } from '#server/providers/payouts/wave.ts'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { createWorld, type Driver, type World } from './world.ts'

/** For each provider: a country, an amount in its currency, and the response field with the payment page’s URL. */
export const providerCases = [
  {
    provider: 'stripe',
    country_code: 'CA',
    currency: 'CAD',
    amount: 20.5,
    amount_minor: 2_050n,
    address: 'checkout_url',
  },
  {
    provider: 'paystack',
    country_code: 'NG',
    currency: 'NGN',
    amount: 1_500,
    amount_minor: 150_000n,
    address: 'authorization_url',
  },
  {
    provider: 'wave',
    country_code: 'SN',
    currency: 'XOF',
    amount: 1_500,
    amount_minor: 1_500n,
    address: 'payment_url',
  },
] as const satisfies {
  provider: ProviderName
  country_code: CountryCode
  currency: string
  amount: number
  amount_minor: bigint
  address: string
}[]

interface PaymentInfo {
  reference: string
  provider: ProviderName
  page: string
}

export type WalletWorld = World & {
  simulators: Simulators
  /** The URL at which the simulators reach the server. */
  url: string
  /** Logged errors; a test that expects some must remove them. */
  errors: string[]
  /** With `booking_id` or `order_id`, to pay that hold. */
  startTopUp(
    driver: Driver,
    amount: number,
    headers?: Record<string, string>,
    booking_id?: string,
    order_id?: string,
  ): Promise<PaymentInfo>
  verify(driver: Driver, reference: string): ReturnType<typeof callVerify>
  balance(driver: Driver): Promise<number>
  pending(driver: Driver): Promise<number>
  countCredits(driver: Driver): Promise<number>
  topUpsOf(driver: Driver): Promise<{ reference: string; status: string; failure_reason: string | null }[]>
}

const callVerify = (world: World, driver: Driver, reference: string) =>
  world.call(verifyPayment, { query: { payment_reference: reference }, token: driver.token })

/** A world whose payments use the real adapters with local simulators, which send webhooks over HTTP. */
export async function createWalletWorld(
  options: Pick<
    NonNullable<Parameters<typeof createWorld>[0]>,
    'pool' | 'settings' | 'payments' | 'payouts' | 'wallets' | 'sms'
  > = {},
): Promise<WalletWorld> {
  let world: World | undefined
  const now = () => (world === undefined ? new Date() : new Date(world.clock.now))
  const simulators = await startSimulators({ host: '127.0.0.1', port: 0, retry_delays_ms: [], now })
  const { paystack, wave, stripe } = simulators.keys
  world = await createWorld({
    payments: {
      paystack: createPaystack({ ...paystack, now }),
      wave: createWave(wave),
      stripe: createStripe({ ...stripe, now }),
    },
    payouts: {
      paystack: createPaystackPayouts(paystack),
      wave: createWavePayouts({ ...wave, now }),
      stripe: createStripePayouts(stripe),
    },
    ...options,
  })
  const errors: string[] = []
  world.deps.log = { info: () => undefined, warn: () => undefined, error: (...values) => errors.push(values.join(' ')) }
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  simulators.setWebhookBase(url)
  const { call, db, close } = world
  const wallet = async (driver: Driver) => {
    const { status, body } = await call(getWallet, { token: driver.token })
    expect(status).toBe(200)
    return body.data
  }
  return {
    ...world,
    simulators,
    url,
    errors,
    startTopUp: async (driver, amount, headers = {}, booking_id = undefined, order_id = undefined) => {
      const request = {
        amount,
        ...(booking_id !== undefined && { booking_id }),
        ...(order_id !== undefined && { order_id }),
      }
      const { status, body } = await call(addFunds, { token: driver.token, body: request, headers })
      expect(status, JSON.stringify(body)).toBe(200)
      const { reference, provider, ...addresses } = body.data.payment_info
      const page = addresses.authorization_url ?? addresses.payment_url ?? addresses.checkout_url
      return { reference, provider, page: page ?? '' }
    },
    verify: (driver, reference) => callVerify(world, driver, reference),
    balance: async (driver) => (await wallet(driver)).balance,
    pending: async (driver) => (await wallet(driver)).pending,
    countCredits: async (driver) =>
      (await call(listTransactions, { token: driver.token, query: { kind: 'top_up' } })).body.total,
    topUpsOf: ({ user_id }) =>
      db
        .selectFrom('top_ups')
        .select(['reference', 'status', 'failure_reason'])
        .where('user_id', '=', user_id)
        .orderBy('id')
        .execute(),
    close: async () => {
      await simulators.control.settled()
      await simulators.close()
      await close()
      expect(errors, 'an error was logged').toEqual([])
    },
  }
}
