import * as z from 'zod/mini'
import { Money } from '#contract/fields.ts'

/** A payment of an order as staff see it. */
export const StaffPayment = z.object({
  method: z.string(),
  amount: Money,
  at: z.string(),
  transfer_id: z.nullable(z.string()),
  /** Of the terminal, or the reference of mobile money. */
  slip: z.nullable(z.string()),
  /** Of cash: what was given, with the change, and what rounding added. Null for payments that are older. */
  cash: z.nullable(z.object({ tendered: Money, change: Money, rounding: Money })),
})
export type StaffPayment = z.infer<typeof StaffPayment>

/** What the seller took off at a counter, in place of a coupon. */
export const StaffDiscount = z.object({
  reason: z.string(),
  given_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
})
export type StaffDiscount = z.infer<typeof StaffDiscount>
