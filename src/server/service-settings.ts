import * as z from 'zod'
import { phoneCountries, text, webAddresses } from './setting-kinds.ts'

/** Emails and notifications. */
export const messages = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('`smtp://` or `smtps://`; without it emails are kept and shown at `/dev/mail`'),
  MAIL_FROM: text
    .optional()
    .describe('sender of emails, such as `Parkwell <no-reply@your.domain>`; required with `SMTP_URL`'),
  PUSH_ORIGINS: webAddresses
    .transform((addresses) => addresses.map((address) => new URL(address).origin))
    .optional()
    .describe(
      'further push services to which notifications may be sent, by origin; those of Chrome, Edge, Firefox, Safari and Windows are known',
    ),
}

/** Text messages. */
export const textMessages = {
  SMS_COUNTRIES: phoneCountries.default(['NG', 'CA', 'SN', 'US']).meta({
    unset: 'NG CA SN US',
    description:
      'the countries whose numbers get text messages, so that nobody has us send them to expensive ones. A further country has a row of its own under SMS Gateway in the desk',
  }),
  AFRICASTALKING_USERNAME: text
    .optional()
    .describe("text messages through Africa's Talking: the username of the app; `sandbox` is its simulator"),
  AFRICASTALKING_API_KEY: text.optional().describe('its API key; required with `AFRICASTALKING_USERNAME`'),
  AFRICASTALKING_CALLBACK_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters and digits')
    .optional()
    .meta({
      unset: 'no delivery reports',
      description:
        "a secret of your own at the end of the address of delivery reports, which Africa's Talking does not sign: enter `https://your.domain/api/v1/webhooks/africastalking/TOKEN` in its dashboard",
    }),
  AFRICASTALKING_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ unset: "the one of the username's account", description: "address of Africa's Talking" }),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be the SID of an account, which starts with AC')
    .optional()
    .describe('text messages through Twilio: the SID of the account'),
  TWILIO_AUTH_TOKEN: text
    .optional()
    .describe('its auth token, which also signs the delivery reports; required with `TWILIO_ACCOUNT_SID`'),
  TWILIO_AUTH_TOKEN_PREVIOUS: text.optional().describe('the one before: reports that it signs are accepted too'),
  TWILIO_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.twilio.com')
    .describe("address of Twilio's API"),
}

/** Google and Apple login. */
export const login = {
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be a project ID')
    .optional()
    .describe('login with Google and Apple through this Firebase project'),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be a web API key')
    .optional()
    .describe("the project's web API key; required with `FIREBASE_PROJECT_ID`"),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name')
    .optional()
    .meta({
      unset: "the project's domain at firebaseapp.com",
      description: "host of Firebase's login pages; the server passes them on under `/__/auth/` of its own host",
    }),
  FIREBASE_JWKS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')
    .meta({ unset: "Google's", description: 'public keys that verify the ID tokens' }),
}
