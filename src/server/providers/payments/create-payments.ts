import { acceptedValues, type Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { loadPart } from '#server/missing-part.ts'
import type { Simulators } from '#simulators/simulators.ts'
import { createPaystackPayouts } from '../payouts/paystack.ts'
import { createStripePayouts } from '../payouts/stripe.ts'
import { createWavePayouts } from '../payouts/wave.ts'
import { createPaystack } from './paystack.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

/**
 * Creates the adapters of the providers that have a key, and of those that pay out. Outside production, starts local
 * simulators when none has a key.
 */
export async function createPayments(
  config: Config,
): Promise<{ providers: Deps['payments']; payouts: Deps['payouts']; simulators?: Simulators }> {
  if (config.simulators) {
    const { startSimulators } = await loadPart('simulators', () => import('#simulators/simulators.ts'))
    const simulators = await startSimulators({ host: '127.0.0.1', port: config.SIMULATOR_PORT })
    const { paystack, wave, stripe } = simulators.keys
    return {
      providers: { paystack: createPaystack(paystack), wave: createWave(wave), stripe: createStripe(stripe) },
      payouts: {
        paystack: createPaystackPayouts(paystack),
        wave: createWavePayouts(wave),
        stripe: createStripePayouts(stripe),
      },
      simulators,
    }
  }
  const {
    PAYSTACK_SECRET_KEY,
    WAVE_API_KEY,
    WAVE_WEBHOOK_SECRET,
    WAVE_SIGNING_SECRET,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
  } = config
  const previousOf = (name: Parameters<typeof acceptedValues>[1]) => acceptedValues(config, name)[1]
  return {
    payouts: createPayouts(config),
    providers: {
      ...(PAYSTACK_SECRET_KEY === undefined
        ? {}
        : {
            paystack: createPaystack({
              secret_key: PAYSTACK_SECRET_KEY,
              previous_secret: previousOf('PAYSTACK_SECRET_KEY'),
              base_url: config.PAYSTACK_URL,
            }),
          }),
      ...(WAVE_API_KEY === undefined || WAVE_WEBHOOK_SECRET === undefined
        ? {}
        : {
            wave: createWave({
              api_key: WAVE_API_KEY,
              webhook_secret: WAVE_WEBHOOK_SECRET,
              previous_secret: previousOf('WAVE_WEBHOOK_SECRET'),
              signing_secret: WAVE_SIGNING_SECRET,
              base_url: config.WAVE_URL,
            }),
          }),
      ...(STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined
        ? {}
        : {
            stripe: createStripe({
              secret_key: STRIPE_SECRET_KEY,
              webhook_secret: STRIPE_WEBHOOK_SECRET,
              previous_secret: previousOf('STRIPE_WEBHOOK_SECRET'),
              connect_secret: config.STRIPE_CONNECT_WEBHOOK_SECRET,
              base_url: config.STRIPE_URL,
              public_key: config.STRIPE_PUBLIC_KEY,
            }),
          }),
    },
  }
}

/** The adapters that pay out: each is switched on by a setting of its own, since it spends money. */
function createPayouts(config: Config): Deps['payouts'] {
  const { PAYSTACK_SECRET_KEY, STRIPE_SECRET_KEY, WAVE_PAYOUT_KEY } = config
  const paystack = config.PAYSTACK_TRANSFERS ? PAYSTACK_SECRET_KEY : undefined
  const stripe = config.STRIPE_CONNECT ? STRIPE_SECRET_KEY : undefined
  return {
    ...(paystack === undefined
      ? {}
      : { paystack: createPaystackPayouts({ secret_key: paystack, base_url: config.PAYSTACK_URL }) }),
    ...(WAVE_PAYOUT_KEY === undefined
      ? {}
      : {
          wave: createWavePayouts({
            api_key: WAVE_PAYOUT_KEY,
            signing_secret: config.WAVE_PAYOUT_SIGNING_SECRET,
            base_url: config.WAVE_URL,
          }),
        }),
    ...(stripe === undefined
      ? {}
      : { stripe: createStripePayouts({ secret_key: stripe, base_url: config.STRIPE_URL }) }),
  }
}
