import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'

/** The reasons for rejecting an order and for returning one to the branch undelivered. */
export const rejectReasons = ['sold_out', 'too_busy', 'closed', 'address', 'other'] as const
export const undeliveredReasons = ['customer_away', 'wrong_address', 'refused', 'other'] as const
/** Why an order is handed over without its code. */
export const handOverReasons = ['no_code', 'left_there', 'given_to_other', 'other'] as const

/** A choice of a form that the branch brings. */
export const OwnReason = z.object({ value: z.string(), label: z.string() })

const Reason = (reasons: readonly string[]) =>
  z.string('required').check(
    z.maxLength(2_000, 'too_long'),
    z.refine((text) => reasons.includes(text) || (text.startsWith('own:') && text.length > 4), 'required'),
  )
const Note = z.optional(line(0, 300))

/** Before the text of a reason that is the branch's own, from its order setup. */
export const ownReason = 'own:'

/** One of a list, one of the branch's own, or `other` with a note, beside other fields. */
export const withReason = <F extends Record<string, z.ZodMiniType> = {}>(
  reasons: readonly string[],
  fields: F = {} as F,
) =>
  z.strictObject({ reason: Reason(reasons), note: Note, ...fields }).check((request) => {
    const { reason, note = '' } = request.value as unknown as { reason: string; note?: string }
    if (reason === 'other' && note.trim().length < 3)
      request.issues.push({ code: 'custom', message: 'required', path: ['note'], input: request.value })
  })

/** Why staff refund an order. */
export const orderRefundCauses = [
  'not_as_sold',
  'missing',
  'damaged',
  'late',
  'price_mistake',
  'goodwill',
  'by_request',
] as const
