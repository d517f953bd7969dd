import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { Language } from '#contract/places/places.ts'

export const mailReceipt = endpoint({
  name: 'mailReceipt',
  method: 'POST',
  path: '/api/v1/pos/orders/{id}/receipt-mails',
  summary:
    'Emails the receipt of a paid order, to its customer or to an address that is forgotten once it is sent; every one after the first print or email is a copy',
  tag: 'desk',
  auth: 'pos.sell',
  status: 202,
  idempotent: true,
  params: z.strictObject({ id: line(1, 40) }),
  body: z.strictObject({
    /** Without it, the address of the customer's account. */
    email: z.optional(Email),
    /** Of somebody without an account. */
    language: z.optional(Language),
  }),
  answer: z.object({ prints: z.number() }),
})
