import * as z from 'zod/mini'
import { CodeLogin, Email, EmailCode } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PhoneText } from '#contract/phones.ts'
import { CountryCode, Language } from '#contract/places/places.ts'

/*
 * Logging in with a mobile number. A number that an account has confirmed logs in to it. Any other is proved by its code, and
 * opens an account together with an email address that a code confirms as well.
 */

const path = '/api/v1/auth/guest'
const visitor = { tag: 'auth', auth: 'none' } as const
const Message = z.object({ message: z.string() })
/** In E.164, as the first answer has it. */
const NumberText = z.string('required').check(z.regex(/^\+\d{8,15}$/, 'phone'))
const Proof = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))

export const listTextCountries = endpoint({
  ...visitor,
  name: 'listTextCountries',
  method: 'GET',
  path: `${path}/countries`,
  summary: 'Lists the countries to whose mobile numbers login codes are sent; none where codes go by email alone',
  status: 200,
  answer: z.object({ countries: z.array(z.string()) }),
})

/** `country_code` is that of a number without its country's code. */
export const NumberLoginRequest = z.strictObject({
  phone: PhoneText,
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
  accept_terms: z.literal(true, 'accept_terms'),
})
export const requestNumberLogin = endpoint({
  ...visitor,
  name: 'requestNumberLogin',
  method: 'POST',
  path: `${path}/number`,
  summary: 'Sends a code by text message that logs in without a password; the response is the same for unknown numbers',
  status: 202,
  body: NumberLoginRequest,
  answer: z.object({ message: z.string(), number: z.string() }),
})

export const NumberLogin = z.strictObject({ number: NumberText, code: EmailCode })
export const logInWithNumber = endpoint({
  ...visitor,
  name: 'logInWithNumber',
  method: 'POST',
  path: `${path}/number/verify`,
  summary:
    'Logs in with the code of a text message; for a number without an account, returns a proof of it instead, with which an email address opens one',
  status: 200,
  body: NumberLogin,
  answer: z.object({ login: z.nullable(CodeLogin), proof: z.nullable(z.string()) }),
})

const proved = { number: NumberText, proof: Proof }
export const NumberEmailRequest = z.strictObject({ ...proved, email: Email, language: z.optional(Language) })
export const requestNumberEmail = endpoint({
  ...visitor,
  name: 'requestNumberEmail',
  method: 'POST',
  path: `${path}/number/email`,
  summary: 'Mails a code to the address of a proved number; the response is the same for unknown addresses',
  status: 202,
  body: NumberEmailRequest,
  answer: Message,
})

/** `country_code` is used for a new account. */
export const NumberEmailLogin = z.strictObject({
  ...proved,
  email: Email,
  code: EmailCode,
  country_code: z.optional(CountryCode),
})
export const logInWithNumberAndEmail = endpoint({
  ...visitor,
  name: 'logInWithNumberAndEmail',
  method: 'POST',
  path: `${path}/number/email/verify`,
  summary: 'Logs in with the mailed code, which opens an account if there is none, and gives it the proved number',
  status: 200,
  body: NumberEmailLogin,
  answer: CodeLogin,
})
