import * as z from 'zod/mini'
import { EmailCode, Password, Profile, socialProviders } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Uuid } from './page.ts'

/** How one gets into one's own account. */
export const WaysIn = z.object({
  email: z.string(),
  has_password: z.boolean(),
  providers: z.array(z.object({ provider: z.enum(socialProviders), email: z.nullable(z.string()), since: z.string() })),
})
export type WaysIn = z.infer<typeof WaysIn>

export const getWaysIn = endpoint({
  name: 'getWaysIn',
  method: 'GET',
  path: '/api/v1/users/account',
  summary: 'How one gets into one’s own account: a password, Google, Apple',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: WaysIn,
})

export const PasswordChange = z.strictObject({ current_password: Password, password: Password })
export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/v1/users/password',
  summary: 'Change one’s own password; ends every session, this one too, and opens a new one',
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
  /** As far as the program tells it. */
  device: z.object({ kind: z.enum(deviceKinds), browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  created_at: z.string(),
  /** To the hour. */
  last_seen_at: z.string(),
  expires_at: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/v1/users/sessions',
  summary: 'Where one is logged in: this device first, then the last seen',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: z.array(Session),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/v1/users/sessions',
  summary: 'Log out everywhere but here',
  tag: 'users',
  auth: 'customer',
  status: 204,
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/v1/users/sessions/{id}',
  summary: 'Log out one device',
  tag: 'users',
  auth: 'customer',
  status: 204,
  params: z.strictObject({ id: Uuid }),
})

/** What erasing the account would mean now. */
export const ErasurePreview = z.object({
  /** What proves that it is the driver who asks. */
  proof: z.enum(['password', 'code']),
  /** In the wallet, other than nothing; it is lost with the account. */
  balances: z.array(z.object({ amount: Amount, currency: Currency })),
  /** Bookings that are held, ahead, under way or owed: while there are any, nothing is erased. */
  open_bookings: z.number(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const previewErasure = endpoint({
  name: 'previewErasure',
  method: 'GET',
  path: '/api/v1/users/account/erasure',
  summary: 'What erasing one’s account would mean',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: ErasurePreview,
})

export const mailErasureCode = endpoint({
  name: 'mailErasureCode',
  method: 'POST',
  path: '/api/v1/users/account/erasure-code',
  summary: 'Mail a code to erase the account with, for who has no password',
  tag: 'users',
  auth: 'customer',
  status: 202,
  answer: z.object({ message: z.string() }),
})

export const Erasure = z.strictObject({
  password: z.optional(Password),
  code: z.optional(EmailCode),
  /** Needed when there is money in the wallet. */
  give_up_balance: z.optional(z.boolean()),
})
export const eraseAccount = endpoint({
  name: 'eraseAccount',
  method: 'DELETE',
  path: '/api/v1/users/account',
  summary: 'Erase one’s own account, with its password or a mailed code',
  tag: 'users',
  auth: 'customer',
  status: 204,
  body: Erasure,
})

/** A copy of everything that is kept of a person, by what it is. */
export const PersonalCopy = z.object({ made_at: z.string(), held: z.record(z.string(), z.array(z.unknown())) })
export type PersonalCopy = z.infer<typeof PersonalCopy>
export const copyData = endpoint({
  name: 'copyData',
  method: 'GET',
  path: '/api/v1/users/export',
  summary: 'A copy of everything that is kept of oneself',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: PersonalCopy,
})

/** Mails that somebody may do without. What they cause themselves (receipts, codes, changes of a booking) is always sent. */
export const MailPreferences = z.object({ reminders: z.boolean() })
export type MailPreferences = z.infer<typeof MailPreferences>

export const getMailPreferences = endpoint({
  name: 'getMailWishes',
  method: 'GET',
  path: '/api/v1/users/mails',
  summary: 'Which mails one wants',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: MailPreferences,
})

export const changeMailPreferences = endpoint({
  name: 'changeMailWishes',
  method: 'PATCH',
  path: '/api/v1/users/mails',
  summary: 'Turn kinds of mail on or off',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ reminders: z.boolean() }),
  answer: MailPreferences,
})

/** As drawn by the server; whatever else is asked for is not found. */
const params = z.strictObject({ key: z.string().check(z.regex(/^[0-9A-Z]{20,40}$/, 'invalid')) })

/** At the address of the page that the mail leads to, so that one link serves readers and mail programs (RFC 8058). */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/{key}',
  summary: 'Turn reminders off with the link of a mail, without a login',
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
  summary: 'Turn reminders on again with the link of a mail',
  tag: 'users',
  auth: 'none',
  status: 200,
  params,
  answer: MailPreferences,
})
