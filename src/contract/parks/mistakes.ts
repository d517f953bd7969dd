import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, plainText } from '#contract/fields.ts'

export const mistakeKinds = ['closed', 'price', 'hours', 'position', 'limits', 'other'] as const
export const maxMistakeLength = 1_000

export const MistakeReport = z
  .strictObject({
    kind: z.enum(mistakeKinds, 'required'),
    /** May have several lines; required when the kind is `other`. */
    text: z.optional(
      z.string().check(
        z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
        z.minLength(1, 'required'),
        z.maxLength(maxMistakeLength, 'too_long'),
        plainText,
      ),
    ),
    /** Where to send the outcome. */
    email: z.optional(Email),
    /** Hidden field that people leave empty; reports that fill it in are not stored. */
    website: z.optional(z.string().check(z.maxLength(500, 'too_long'))),
  })
  .check(z.refine(({ kind, text }) => kind !== 'other' || text !== undefined, { path: ['text'], error: 'required' }))
export type MistakeReport = z.infer<typeof MistakeReport>

export const reportMistake = endpoint({
  name: 'reportMistake',
  method: 'POST',
  path: '/api/v1/front/parks/{parkId}/mistakes',
  summary: 'Reports a mistake in a car park’s data',
  tag: 'parks',
  auth: 'optional',
  status: 201,
  params: z.strictObject({ parkId: line(1, 120) }),
  body: MistakeReport,
  answer: z.object({ message: z.string() }),
})
