import * as z from 'zod/mini'
import { Email } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { line } from './page.ts'

export const mistakeKinds = ['closed', 'price', 'hours', 'position', 'limits', 'other'] as const
export const mostMistakeLetters = 1_000

export const MistakeReport = z
  .strictObject({
    kind: z.enum(mistakeKinds, 'required'),
    /** Lines may break; it must be there where the kind says nothing by itself. */
    text: z.optional(
      z.string().check(
        z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
        z.minLength(1, 'required'),
        z.maxLength(mostMistakeLetters, 'too_long'),
        z.refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text), 'characters'),
      ),
    ),
    /** Where to write what came of it. */
    email: z.optional(Email),
    /** Left empty by people, who do not see it: what fills it in is thanked and forgotten. */
    website: z.optional(z.string().check(z.maxLength(500, 'too_long'))),
  })
  .check(z.refine(({ kind, text }) => kind !== 'other' || text !== undefined, { path: ['text'], error: 'required' }))
export type MistakeReport = z.infer<typeof MistakeReport>

export const reportMistake = endpoint({
  name: 'reportMistake',
  method: 'POST',
  path: '/api/v1/front/parks/{parkId}/mistakes',
  summary: 'Say what is wrong about a park',
  tag: 'parks',
  auth: 'optional',
  status: 201,
  params: z.strictObject({ parkId: line(1, 120) }),
  body: MistakeReport,
  answer: z.object({ message: z.string() }),
})
