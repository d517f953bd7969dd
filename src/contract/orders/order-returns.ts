import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid } from '#contract/fields.ts'
import { orderCall, orderParams } from './orders.ts'

/** Why something is sent back. */
export const returnReasons = ['damaged', 'wrong_item', 'not_as_described', 'not_needed', 'other'] as const
export const returnStates = ['requested', 'approved', 'refused', 'received', 'refunded'] as const

export const OrderReturn = z.object({
  number: z.number(),
  status: z.enum(returnStates),
  reason: z.enum(returnReasons),
  note: z.nullable(z.string()),
  /** The branch's words, where it refused. */
  answer: z.nullable(z.string()),
  photo_id: z.nullable(z.string()),
  lines: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.number() })),
  /** What was paid back; null before it was received. */
  refunded: z.nullable(Money),
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
})
export type OrderReturn = z.infer<typeof OrderReturn>

const answer = z.object({ items: z.array(OrderReturn) })
const path = '/api/v1/orders/{id}/returns'

export const listReturns = endpoint({
  ...orderCall,
  name: 'listReturns',
  method: 'GET',
  path,
  summary: 'Lists what was sent back of an order, or is to be, newest first',
  params: orderParams,
  answer,
})

export const requestReturn = endpoint({
  ...orderCall,
  name: 'requestReturn',
  method: 'POST',
  path,
  summary: "Asks to send lines of an order back, within the branch's return period",
  status: 201,
  idempotent: true,
  params: orderParams,
  body: z
    .strictObject({
      lines: z
        .array(
          z.strictObject({
            id: Uuid,
            quantity: z
              .number('whole_number')
              .check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(99, 'too_large')),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(50, 'too_many_lines')),
      reason: z.enum(returnReasons, 'required'),
      note: z.optional(line(0, 500)),
      /** Uploaded before. */
      photo_id: z.optional(Uuid),
    })
    .check((request) => {
      const { lines } = request.value
      if (new Set(lines.map(({ id }) => id)).size < lines.length)
        request.issues.push({ code: 'custom', message: 'invalid', path: ['lines'], input: request.value })
    }),
  answer,
})
