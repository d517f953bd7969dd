import * as z from 'zod/mini'
import { normalizeCode } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EmailCode, Profile } from './auth.ts'

/* Two-step verification: codes of an authenticator app, for people with a role. */

/** Days within which somebody whose roles demand it sets it up. */
export const factorGrace_days = 14
export const recoveryCodeCount = 10

const own = { tag: 'users', auth: 'customer', method: 'POST', status: 200 } as const
const TotpCode = EmailCode

export const setUpSecondFactor = endpoint({
  ...own,
  name: 'setUpSecondFactor',
  path: '/api/v1/users/second-factor',
  summary: 'Makes a secret for an authenticator app; it counts once a code of it is confirmed',
  answer: z.object({
    secret: z.string(),
    /** For a link on the device with the app. */
    uri: z.string(),
    qr_path: z.string(),
    size: z.number(),
  }),
})

export const confirmSecondFactor = endpoint({
  ...own,
  name: 'confirmSecondFactor',
  path: '/api/v1/users/second-factor/confirm',
  summary:
    'Switches two-step verification on with a code of the app, and returns recovery codes, which are shown this once',
  body: z.strictObject({ code: TotpCode }),
  answer: z.object({ recovery_codes: z.array(z.string()), user: Profile }),
})

export const verifySecondFactor = endpoint({
  ...own,
  name: 'verifySecondFactor',
  path: '/api/v1/users/second-factor/verify',
  summary: 'Confirms the session with a code of the app, or a recovery code, which works once',
  body: z.strictObject({
    code: z.optional(TotpCode),
    recovery_code: z.optional(z.string('required').check(z.overwrite(normalizeCode), z.regex(/^\w{16}$/, 'invalid'))),
  }),
  answer: z.object({ user: Profile, recovery_codes_left: z.number() }),
})

export const renewRecoveryCodes = endpoint({
  ...own,
  name: 'renewRecoveryCodes',
  path: '/api/v1/users/second-factor/recovery-codes',
  summary: 'Replaces the recovery codes by new ones, which are shown this once',
  answer: z.object({ recovery_codes: z.array(z.string()) }),
})
