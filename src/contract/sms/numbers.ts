import * as z from 'zod/mini'
import { EmailCode } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PhoneText } from '#contract/phones.ts'

/* Text messages to customers: the number, which a code confirms, and what they have agreed to. */

/** What customers can choose text messages about. All are off until they agree. */
export const textTopics = ['bookings', 'parking_ends', 'orders'] as const
export type TextTopic = (typeof textTopics)[number]

export const TextSettings = z.object({
  /** Whether text messages are sent to numbers of the account's country, or of its number's. */
  is_offered: z.boolean(),
  /** The confirmed number, in E.164; null without one. */
  number: z.nullable(z.string()),
  /** The number to suggest: the one a code was sent to, or that of the profile. */
  suggested: z.nullable(z.string()),
  /** When a code was sent that can still be used; null without one. */
  code_sent_at: z.nullable(z.string()),
  topics: z.array(z.object({ topic: z.enum(textTopics), is_on: z.boolean() })),
})
export type TextSettings = z.infer<typeof TextSettings>

const path = '/api/v1/users/text-messages'
const own = { tag: 'users', auth: 'customer', status: 200, answer: TextSettings } as const

export const getTextSettings = endpoint({
  ...own,
  name: 'getTextSettings',
  method: 'GET',
  path,
  summary: 'Returns the confirmed mobile number, and what text messages are sent about',
})

export const TextNumberRequest = z.strictObject({ phone: PhoneText })
export const sendTextCode = endpoint({
  ...own,
  name: 'sendTextCode',
  method: 'POST',
  path: `${path}/code`,
  summary: 'Sends a code to a mobile number, to confirm that it is the account’s',
  body: TextNumberRequest,
})

export const TextNumberCode = z.strictObject({ code: EmailCode })
export const confirmTextNumber = endpoint({
  ...own,
  name: 'confirmTextNumber',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Confirms the mobile number with the code that was sent to it; it becomes the number of the profile',
  body: TextNumberCode,
})

export const updateTextTopic = endpoint({
  ...own,
  name: 'updateTextTopic',
  method: 'PUT',
  path: `${path}/topics`,
  summary: 'Agrees to text messages about a topic, or ends them; needs a confirmed number',
  body: z.strictObject({ topic: z.enum(textTopics, 'invalid'), is_on: z.boolean() }),
})

export const stopTexts = endpoint({
  ...own,
  name: 'stopTexts',
  method: 'POST',
  path: `${path}/stop`,
  summary: 'Ends all text messages about bookings and orders',
})

export const stopTextsByKey = endpoint({
  name: 'stopTextsByKey',
  method: 'POST',
  path: `${path}/stop/{key}`,
  summary: 'Ends all text messages with the key from the link in one of them; needs no login',
  tag: 'users',
  auth: 'none',
  status: 204,
  params: z.strictObject({ key: z.string().check(z.regex(/^[0-9A-Z]{10}$/, 'invalid')) }),
})
