import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Mails that somebody may do without. What they cause themselves (receipts, codes, changes of a booking) is always sent. */
export const MailWishes = z.object({ reminders: z.boolean() })
export type MailWishes = z.infer<typeof MailWishes>

export const getMailWishes = endpoint({
  name: 'getMailWishes',
  method: 'GET',
  path: '/api/v1/users/mails',
  summary: 'Which mails one wants',
  tag: 'users',
  auth: 'customer',
  status: 200,
  answer: MailWishes,
})

export const changeMailWishes = endpoint({
  name: 'changeMailWishes',
  method: 'PATCH',
  path: '/api/v1/users/mails',
  summary: 'Turn kinds of mail on or off',
  tag: 'users',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ reminders: z.boolean() }),
  answer: MailWishes,
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
  answer: MailWishes,
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
  answer: MailWishes,
})
