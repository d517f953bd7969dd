import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Uuid } from '#contract/fields.ts'
import { EmailCode, Password, Profile, socialProviders } from './auth.ts'

/** The login methods of the signed-in account. */
export const LoginMethods = z.object({
  email: z.string(),
  has_password: z.boolean(),
  providers: z.array(z.object({ provider: z.enum(socialProviders), email: z.nullable(z.string()), since: z.string() })),
})
export type LoginMethods = z.infer<typeof LoginMethods>

export const getLoginMethods = endpoint({
  name: 'getLoginMethods',
  method: 'GET',
  path: '/api/v1/users/account',
  summary: 'Returns the login methods of the account: password, Google, Apple',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: LoginMethods,
})

export const PasswordChange = z.strictObject({ current_password: Password, password: Password })
export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/v1/users/password',
  summary: 'Changes the password, ends all sessions including this one, and returns a new token',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: PasswordChange,
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_at: z.string(),
    user: Profile,
  }),
})

export const deviceKinds = ['phone', 'tablet', 'computer', 'other'] as const
export const Session = z.object({
  id: z.string(),
  /** Derived from the User-Agent header. */
  device: z.object({ kind: z.enum(deviceKinds), browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  created_at: z.string(),
  /** Accurate to the hour. */
  last_seen_at: z.string(),
  expires_at: z.string(),
  /** Logged in without "Remember me": the browser forgets the session when it is closed. */
  ends_with_browser: z.boolean(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/v1/users/sessions',
  summary: 'Lists the account’s sessions: this one first, then the most recently used',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: z.array(Session),
})

export const revokeOtherSessions = endpoint({
  name: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/api/v1/users/sessions',
  summary: 'Ends all other sessions of the account',
  tag: 'users',
  auth: 'customer',
  status: 204,
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/api/v1/users/sessions/{id}',
  summary: 'Ends one session',
  tag: 'users',
  auth: 'customer',
  status: 204,
  params: z.strictObject({ id: Uuid }),
})

/** Confirms for some minutes, which the answer has, that the session's owner is present, with the password or a mailed code. */
export const confirmLogin = endpoint({
  name: 'confirmLogin',
  method: 'POST',
  path: '/api/v1/users/confirm-login',
  summary: 'Confirms the session with the password or a mailed code, for what asks for it again',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ password: z.optional(Password), code: z.optional(EmailCode) }),
  answer: z.object({ minutes: z.number() }),
})

export const sendConfirmationCode = endpoint({
  name: 'sendConfirmationCode',
  method: 'POST',
  path: '/api/v1/users/confirm-login/code',
  summary: 'Mails a code that confirms the session of an account without a password',
  tag: 'users',
  auth: 'customer',
  status: 202,
  answer: z.object({ message: z.string() }),
})

/** What would be lost if the account were erased now. */
export const ErasurePreview = z.object({
  /** What the request to erase must contain. */
  proof: z.enum(['password', 'code']),
  /** Wallet balances other than zero, which are lost with the account. */
  balances: z.array(z.object({ amount: Amount, currency: Currency })),
  /** Number of bookings that are held, upcoming, active or not fully paid; with any of them the account can't be erased. */
  open_bookings: z.number(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const previewErasure = endpoint({
  name: 'previewErasure',
  method: 'GET',
  path: '/api/v1/users/account/erasure',
  summary: 'Returns what would be lost if the account were erased',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: ErasurePreview,
})

export const sendErasureCode = endpoint({
  name: 'sendErasureCode',
  method: 'POST',
  path: '/api/v1/users/account/erasure-code',
  summary: 'Mails a code that confirms the erasure of an account without a password',
  tag: 'users',
  auth: 'customer',
  status: 202,
  answer: z.object({ message: z.string() }),
})

export const Erasure = z.strictObject({
  password: z.optional(Password),
  code: z.optional(EmailCode),
  /** Required when the wallet holds money. */
  give_up_balance: z.optional(z.boolean()),
})
export const eraseAccount = endpoint({
  name: 'eraseAccount',
  method: 'DELETE',
  path: '/api/v1/users/account',
  summary: 'Erases the account; requires its password or a mailed code',
  tag: 'users',
  auth: 'customer',
  status: 204,
  body: Erasure,
})

/** Everything that is stored about a person, grouped by kind. */
export const PersonalDataExport = z.object({ made_at: z.string(), held: z.record(z.string(), z.array(z.unknown())) })
export type PersonalDataExport = z.infer<typeof PersonalDataExport>
export const exportPersonalData = endpoint({
  name: 'exportPersonalData',
  method: 'GET',
  path: '/api/v1/users/export',
  summary: 'Exports everything that is stored about the signed-in person',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: PersonalDataExport,
})

/** Optional mails; those about orders are among the preferences of notifications. Receipts and codes are always sent. */
export const MailPreferences = z.object({
  /** Before a booking and before a vehicle document expires. */
  reminders: z.boolean(),
  /** To staff, about stock that falls to its threshold. */
  low_stock: z.boolean(),
})
export type MailPreferences = z.infer<typeof MailPreferences>

export const getMailPreferences = endpoint({
  name: 'getMailPreferences',
  method: 'GET',
  path: '/api/v1/users/mails',
  summary: 'Returns which optional mails the driver receives',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: MailPreferences,
})

export const updateMailPreferences = endpoint({
  name: 'updateMailPreferences',
  method: 'PATCH',
  path: '/api/v1/users/mails',
  summary: 'Turns optional mails on or off',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: z
    .strictObject({
      reminders: z.optional(z.boolean()),
      low_stock: z.optional(z.boolean()),
    })
    .check(z.refine((body) => Object.keys(body).length > 0, { path: ['reminders'], error: 'required' })),
  answer: MailPreferences,
})

/** The key from the unsubscribe link of a mail. */
const params = z.strictObject({ key: z.string().check(z.regex(/^[0-9A-Z]{20,40}$/, 'invalid')) })

/** Same address as the page that the mail links to, so that one link serves people and mail clients (RFC 8058). */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/{key}',
  summary: 'Turns reminders off with the key from a mail; needs no login',
  tag: 'users',
  auth: 'none',
  status: 200,
  params,
  answer: MailPreferences,
})

export const subscribeAgain = endpoint({
  name: 'subscribeAgain',
  method: 'POST',
  path: '/api/v1/users/mails/{key}',
  summary: 'Turns reminders on again with the key from a mail',
  tag: 'users',
  auth: 'none',
  status: 200,
  params,
  answer: MailPreferences,
})
