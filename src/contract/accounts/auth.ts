import * as z from 'zod/mini'
import { normalizeCode } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { PhoneText } from '#contract/phones.ts'
import { CountryCode, Language } from '#contract/places/places.ts'

/** Lower-cased and trimmed, so that one address has one account. */
export const Email = z
  .string('required')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'required'), z.maxLength(254, 'too_long'), z.email('email'))
/** Minimum number of characters; the terms state it. */
export const passwordLength = 8
export const Password = z
  .string('required')
  .check(z.minLength(1, 'required'), z.minLength(passwordLength, 'password_short'), z.maxLength(200, 'too_long'))
export const EmailCode = z.string('required').check(z.overwrite(normalizeCode), z.regex(/^\d{6}$/, 'six_digits'))

/**
 * Where a person stands with two-step verification. `due`: their roles demand that they set it up; `overdue`: the time for it
 * has passed; `needed`: they have, and this session has not shown it yet; `passed`: it has.
 */
export const factorStates = ['off', 'due', 'overdue', 'needed', 'passed'] as const
export type FactorState = (typeof factorStates)[number]

export const Profile = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  country_id: CountryCode,
  country: z.object({ id: z.number(), code: CountryCode, name: z.string() }),
  language: Language,
  photo_url: z.nullable(z.string()),
  /** The strongest role; `customer` without one. */
  role: z.string(),
  /** The names of a role that staff have made; null for those that ship, which have their words. */
  role_name: z.nullable(z.object({ en: z.string(), fr: z.string() })),
  /** What the person may do in the back office, somewhere. */
  permissions: z.array(z.string()),
  /** The branches at which the person may do something there, by city and name. */
  branches: z.array(z.object({ id: z.string(), name: z.string(), city: z.string() })),
  /** The operator for which alone the person works in the back office; null for staff, branches and people of several operators. */
  operator: z.nullable(z.object({ id: z.string(), name: z.string() })),
  second_factor: z.enum(factorStates),
  /** By when it must be set up, where it is due. */
  second_factor_due_at: z.nullable(z.string()),
  /** Where the session is that of a counter: whether it is locked, and who logged in on the device. */
  counter: z.optional(z.object({ is_locked: z.boolean(), owner_id: z.string() })),
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

const Message = z.object({ message: z.string() })

export const Registration = z.strictObject({
  first_name: line(1, 80),
  last_name: z.optional(line(1, 80)),
  email: Email,
  password: Password,
  phone: z.optional(PhoneText),
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
  accept_terms: z.literal(true, 'accept_terms'),
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/api/v1/auth/register',
  summary: 'Opens an account and mails a verification code; does not log in',
  tag: 'auth',
  auth: 'none',
  status: 201,
  body: Registration,
  answer: z.object({ message: z.string(), email: z.string() }),
})

export const EmailVerification = z.strictObject({ email: Email, code: EmailCode })
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/v1/auth/verify-email',
  summary: 'Verifies an email address with the mailed code and logs in',
  tag: 'auth',
  auth: 'none',
  status: 200,
  body: EmailVerification,
  answer: z.object({ token: z.string(), expires_at: z.string(), user: Profile }),
})

export const EmailOnly = z.strictObject({ email: Email })
export const resendVerification = endpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/api/v1/auth/resend-verification',
  summary: 'Mails a new verification code; the response is the same for unknown addresses',
  tag: 'auth',
  auth: 'none',
  status: 202,
  body: EmailOnly,
  answer: Message,
})

/** Most hours of a session that ends with the browser. */
export const browserSessionHours = 24

export const Credentials = z.strictObject({
  identifier: Email,
  password: Password,
  /** If false, the browser forgets the session when it is closed, and the server ends it after `browserSessionHours`. */
  remember: z.optional(z.boolean()),
})
export const logIn = endpoint({
  name: 'logIn',
  method: 'POST',
  path: '/api/v1/auth/login',
  summary: 'Logs in with email address and password',
  tag: 'auth',
  auth: 'none',
  status: 200,
  body: Credentials,
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_at: z.string(),
    user: Profile,
  }),
})

/** The terms are accepted before it is known whether the address has an account, so that the response tells nothing. */
export const EmailLoginRequest = z.strictObject({
  email: Email,
  /** Where the visitor is: where codes go by text message alone, none is mailed. */
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
  accept_terms: z.literal(true, 'accept_terms'),
})
export const requestEmailLogin = endpoint({
  name: 'requestEmailLogin',
  method: 'POST',
  path: '/api/v1/auth/guest',
  summary: 'Mails a code that logs in without a password; the response is the same for unknown addresses',
  tag: 'auth',
  auth: 'none',
  status: 202,
  body: EmailLoginRequest,
  answer: Message,
})

/** The answer to a login that may have opened the account. */
export const CodeLogin = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_at: z.string(),
  is_new_user: z.boolean(),
  user: Profile,
})
export type CodeLogin = z.infer<typeof CodeLogin>

/** `country_code` is used for a new account. */
export const EmailLogin = z.strictObject({ email: Email, code: EmailCode, country_code: z.optional(CountryCode) })
export const logInWithEmail = endpoint({
  name: 'logInWithEmail',
  method: 'POST',
  path: '/api/v1/auth/guest/verify',
  summary: 'Logs in with the mailed code; opens an account if there is none',
  tag: 'auth',
  auth: 'none',
  status: 200,
  body: EmailLogin,
  answer: CodeLogin,
})

/** Identity providers that drivers can log in with. */
export const socialProviders = ['google', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]
const SocialProvider = z.enum(socialProviders)

/**
 * The specification's five fields, and the ID token, which alone is trusted. `password` links the login to an existing
 * account with the same address.
 */
export const SocialLogin = z.strictObject({
  email: z.optional(z.nullable(Email)),
  name: z.optional(z.nullable(z.string().check(z.maxLength(200, 'too_long')))),
  photo_url: z.optional(z.nullable(z.string().check(z.maxLength(2_000, 'too_long')))),
  firebase_uid: z.optional(z.string().check(z.maxLength(128, 'too_long'))),
  provider: SocialProvider,
  id_token: z.optional(z.string().check(z.maxLength(8_000, 'too_long'))),
  password: z.optional(Password),
  country_code: z.optional(CountryCode),
})
export const logInWithProvider = endpoint({
  name: 'logInWithProvider',
  method: 'POST',
  path: '/api/v1/auth/social-login',
  summary: 'Logs in with Google or Apple; opens an account if there is none',
  tag: 'auth',
  auth: 'none',
  status: 200,
  body: SocialLogin,
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_at: z.string(),
    is_new_user: z.boolean(),
    user: Profile,
  }),
})

export const logOut = endpoint({
  name: 'logOut',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Ends this session',
  tag: 'auth',
  auth: 'customer',
  at_counter: true,
  status: 204,
})

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/v1/auth/forgot-password',
  summary: 'Mails a code to set a new password; the response is the same for unknown addresses',
  tag: 'auth',
  auth: 'none',
  status: 202,
  body: EmailOnly,
  answer: Message,
})

export const PasswordReset = z.strictObject({ email: Email, code: EmailCode, password: Password })
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/v1/auth/reset-password',
  summary: 'Sets a new password with the mailed code and ends all sessions',
  tag: 'auth',
  auth: 'none',
  status: 204,
  body: PasswordReset,
})

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/api/v1/users/profile',
  summary: 'Returns the signed-in person’s profile',
  tag: 'users',
  auth: 'customer',
  at_counter: true,
  status: 200,
  answer: Profile,
})

export const ProfileChange = z.strictObject({
  first_name: z.optional(line(1, 80)),
  last_name: z.optional(z.nullable(line(1, 80))),
  phone: z.optional(z.nullable(PhoneText)),
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
})
export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/api/v1/users/profile',
  summary: 'Changes the signed-in person’s name, phone number, country or language',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: ProfileChange,
  answer: Profile,
})
