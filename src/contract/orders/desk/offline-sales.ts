import * as z from 'zod/mini'
import { chosenItem } from '#contract/cart/cart.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, Uuid } from '#contract/fields.ts'
import { amount } from '#contract/lists/shared-fields.ts'
import { addon } from './pos.ts'

/** What a device charged for a line of a sale without a network: what it costs where it is sold no more. */
const charged = { name: z.optional(line(1, 120)), charged: z.optional(amount) }
const OfflineLines = z
  .array(
    z.strictObject({
      ...chosenItem,
      ...charged,
      addons: z.optional(z.array(z.strictObject({ ...addon, ...charged })).check(z.maxLength(10, 'too_many_lines'))),
    }),
  )
  .check(z.minLength(1, 'required'), z.maxLength(50, 'too_many_lines'))

export const sendOfflineSale = endpoint({
  tag: 'desk',
  auth: 'pos.sell',
  name: 'sendOfflineSale',
  method: 'POST',
  path: '/api/v1/pos/shifts/{id}/offline-sales',
  summary:
    'Books a sale in cash that the caller made without a network in this shift of theirs, once by its id, also after the shift was closed',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({
    /** Chosen by the device when it was sold. */
    id: Uuid,
    lines: OfflineLines,
    sold_at: Instant,
    /** What the device charged, before rounding to coins. */
    total: amount,
    tendered: z.optional(amount),
    note: z.optional(line(0, 200)),
    /** Who had unlocked the counter then. */
    operator_id: z.optional(Uuid),
  }),
  answer: z.object({
    order_number: z.string(),
    /** What it differs by from the prices and the stock of now, in one line; null if by nothing. */
    difference: z.nullable(z.string()),
  }),
})
