import * as z from 'zod/mini'
import { endpoint, roles } from './endpoint.ts'
import { line } from './page.ts'
import { CountryCode, Language } from './places.ts'

/** Lower-cased and trimmed, so that one address has one account. */
export const Email = z
  .string('required')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'required'), z.maxLength(254, 'too_long'), z.email('email'))
/** The least that a password has; the terms name it. */
export const passwordLength = 8
export const Password = z
  .string('required')
  .check(z.minLength(1, 'required'), z.minLength(passwordLength, 'password_short'), z.maxLength(200, 'too_long'))
export const EmailCode = z.string('required').check(z.trim(), z.regex(/^\d{6}$/, 'six_digits'))

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
  role: z.enum(roles),
  permissions: z.array(z.string()),
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

const Message = z.object({ message: z.string() })
const phone = z.string().check(z.trim(), z.regex(/^\+?[\d ().-]{5,24}$/, 'phone'))

export const Registration = z.strictObject({
  first_name: line(1, 80),
  last_name: z.optional(line(1, 80)),
  email: Email,
  password: Password,
  phone: z.optional(phone),
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
  accept_terms: z.literal(true, 'accept_terms'),
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/api/v1/auth/register',
  summary: 'Open an account; a code goes to the address; does not log in',
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
  summary: 'Prove an address with the code that was mailed; logs in',
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
  summary: 'Mail a new code; the answer does not tell whether the address is known',
  tag: 'auth',
  auth: 'none',
  status: 202,
  body: EmailOnly,
  answer: Message,
})

export const Credentials = z.strictObject({ identifier: Email, password: Password })
export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  summary: 'Log in',
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

/** Who proves a driver's address besides us. */
export const socialProviders = ['google', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]
const SocialProvider = z.enum(socialProviders)

/**
 * The specification's five fields, with the token that alone is believed. A `password` proves that an account of the same
 * address is the driver's own, and connects the two.
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
export const socialLogin = endpoint({
  name: 'socialLogin',
  method: 'POST',
  path: '/api/v1/auth/social-login',
  summary: 'Log in with Google or Apple; opens an account for who has none',
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

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'End this session',
  tag: 'auth',
  auth: 'customer',
  status: 204,
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/auth/forgot-password',
  summary: 'Mail a code to set a new password; the answer does not tell whether the address is known',
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
  summary: 'Set a new password with the mailed code; ends every session',
  tag: 'auth',
  auth: 'none',
  status: 204,
  body: PasswordReset,
})

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/api/v1/users/profile',
  summary: 'The person who is logged in',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: Profile,
})

export const ProfileChange = z.strictObject({
  first_name: z.optional(line(1, 80)),
  last_name: z.optional(z.nullable(line(1, 80))),
  phone: z.optional(z.nullable(phone)),
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
})
export const changeProfile = endpoint({
  name: 'changeProfile',
  method: 'PATCH',
  path: '/api/v1/users/profile',
  summary: 'Change one’s own name, phone, country or language',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: ProfileChange,
  answer: Profile,
})
