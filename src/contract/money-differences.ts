import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, pageOf, pageQuery, Uuid } from './page.ts'

/**
 * What can differ: a payment's amount, currency, state, the account or reference that it is for; a payment that only the
 * provider or only we know; a refund that began at the provider, one that differs from ours or belongs to no payment;
 * a refund that only we hold as done; a fee that was told otherwise before; a dispute.
 */
export const differenceKinds = [
  'amount',
  'currency',
  'state',
  'account',
  'reference',
  'unknown_payment',
  'missing_payment',
  'refund_at_provider',
  'refund_amount',
  'unknown_refund',
  'missing_refund',
  'fee',
  'dispute',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const MoneyDifference = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** What it means, in the reader's language. */
  message: z.string(),
  provider: z.string(),
  /** Of the payment; the provider's own where it has none of ours. */
  reference: z.string(),
  /** `success 20.5 CAD`, or `nothing`. */
  ours: z.string(),
  theirs: z.string(),
  found_at: z.string(),
  resolved_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type MoneyDifference = z.infer<typeof MoneyDifference>

export const listMoneyDifferences = endpoint({
  name: 'listMoneyDifferences',
  method: 'GET',
  path: '/api/v1/staff/money-differences',
  summary: 'Where a payment provider and the books do not say the same, newest first',
  tag: 'staff',
  auth: 'staff',
  status: 200,
  query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(['open', 'resolved'])) }),
  answer: pageOf(MoneyDifference),
})

export const noteMoneyDifference = endpoint({
  name: 'noteMoneyDifference',
  method: 'POST',
  path: '/api/v1/staff/money-differences/{id}',
  summary: 'Note what was found out about a difference, and whether it is settled',
  tag: 'staff',
  auth: 'staff',
  status: 200,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({ note: z.optional(line(1, 1_000)), is_resolved: z.optional(z.boolean()) }),
  answer: MoneyDifference,
})
