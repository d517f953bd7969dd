import { acceptedValues, type Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { loadPart } from '#server/missing-part.ts'
import type { Simulators } from '#simulators/simulators.ts'
import { createPaystack } from './paystack.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'

/** Creates the adapters of the providers that have a key. Outside production, starts local simulators when none has. */
export async function createPayments(
  config: Config,
): Promise<{ providers: Deps['payments']; simulators?: Simulators }> {
  if (config.simulators) {
    const { startSimulators } = await loadPart('simulators', () => import('#simulators/simulators.ts'))
    const simulators = await startSimulators({ host: '127.0.0.1', port: config.SIMULATOR_PORT })
    const { paystack, wave, stripe } = simulators.keys
    return {
      providers: { paystack: createPaystack(paystack), wave: createWave(wave), stripe: createStripe(stripe) },
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
              base_url: config.STRIPE_URL,
              public_key: config.STRIPE_PUBLIC_KEY,
            }),
          }),
    },
  }
}
