import { acceptedValues, type Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { loadPart } from '#server/missing-part.ts'
import type { SmsSimulators } from '#simulators/sms.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { createTwilio } from './twilio.ts'

/** The account `sandbox` has a host of its own. */
const addressOf = (username: string): string =>
  `https://api.${username === 'sandbox' ? 'sandbox.' : ''}africastalking.com`

/** Creates the adapters that have a key. Outside production, starts local simulators when none has. */
export async function createSms(config: Config): Promise<{ providers: Deps['sms']; simulators?: SmsSimulators }> {
  if (config.sms_simulators) {
    const { startSmsSimulators } = await loadPart('simulators', () => import('#simulators/sms.ts'))
    const simulators = await startSmsSimulators()
    const { africastalking, twilio } = simulators.keys
    return {
      providers: {
        africastalking: createAfricasTalking({ ...africastalking, is_simulated: true }),
        twilio: createTwilio({ ...twilio, is_simulated: true }),
      },
      simulators,
    }
  }
  const { AFRICASTALKING_USERNAME, AFRICASTALKING_API_KEY, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = config
  return {
    providers: {
      ...(AFRICASTALKING_USERNAME === undefined || AFRICASTALKING_API_KEY === undefined
        ? {}
        : {
            africastalking: createAfricasTalking({
              username: AFRICASTALKING_USERNAME,
              api_key: AFRICASTALKING_API_KEY,
              callback_token: config.AFRICASTALKING_CALLBACK_TOKEN,
              base_url: config.AFRICASTALKING_URL ?? addressOf(AFRICASTALKING_USERNAME),
            }),
          }),
      ...(TWILIO_ACCOUNT_SID === undefined || TWILIO_AUTH_TOKEN === undefined
        ? {}
        : {
            twilio: createTwilio({
              account_sid: TWILIO_ACCOUNT_SID,
              auth_token: TWILIO_AUTH_TOKEN,
              previous_token: acceptedValues(config, 'TWILIO_AUTH_TOKEN')[1],
              base_url: config.TWILIO_URL,
            }),
          }),
    },
  }
}
