import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isCurrency, type Currency } from './money.ts'
import { line, pageOf, pageQuery, Uuid } from './page.ts'

/**
 * What can differ: a payment's amount, currency, state, the account or reference that it is for; a payment that only the
 * provider or only we know; a refund that began at the provider, one that differs from ours or belongs to no payment;
 * a refund that only we hold as done; a fee that was told otherwise before; a dispute.
 */
export const discrepancyKinds = [
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
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

export const discrepancyStates = ['open', 'resolved'] as const
const DiscrepancyState = z.enum(discrepancyStates)
export type DiscrepancyState = z.infer<typeof DiscrepancyState>

export const discrepancyProviders = ['paystack', 'wave', 'stripe'] as const

/** The words that a side of a discrepancy says a state by. */
const sideStates = ['asked', 'pending', 'processing', 'success', 'failed', 'reversed', 'done', 'kept'] as const
type SideState = (typeof sideStates)[number]
/** What one of the two says: `nothing`, or a state, of a movement by its name, with its money in major units. */
type Side = {
  name: string | null
  state: SideState | null
  money: { amount: number; currency: Currency } | null
}

/** Reads `success 20.5 CAD`, `re_1 done 5 CAD`, `pending` or `nothing`; undefined for what is in the provider's own words. */
export function readSide(text: string): Side | undefined {
  if (text === 'nothing') return { name: null, state: null, money: null }
  const [, name = null, word, amount, code] = /^(?:(\S+) )?([a-z]+)(?: (-?\d+(?:\.\d+)?) ([A-Z]{3}))?$/.exec(text) ?? []
  const state = sideStates.find((one) => one === word)
  if (state === undefined || (name !== null && amount === undefined)) return undefined
  if (amount === undefined || code === undefined) return { name, state, money: null }
  // Of a currency that is none of ours nobody here knows the digits.
  return isCurrency(code) ? { name, state, money: { amount: Number(amount), currency: code } } : undefined
}

const DiscrepancyNote = z.object({
  id: z.string(),
  /** The address of who wrote it; null once the account is gone. */
  author: z.nullable(z.string()),
  /** What it became then. */
  state: z.nullable(DiscrepancyState),
  body: z.nullable(z.string()),
  created_at: z.string(),
})

export const MoneyDiscrepancy = z.object({
  id: z.string(),
  kind: z.enum(discrepancyKinds),
  state: DiscrepancyState,
  /** What it means, in the reader's language. */
  message: z.string(),
  /** What a person does about it, in the reader's language. */
  advice: z.string(),
  provider: z.string(),
  /** Of the payment; the provider's own where it has none of ours. */
  reference: z.string(),
  /** The payment's name at the provider, for its dashboard; null where we hold none. */
  provider_reference: z.nullable(z.string()),
  /** Whose payment it is: the address of the account; null where it is nobody's here. */
  driver: z.nullable(z.string()),
  /** `success 20.5 CAD`, or `nothing`; see `readSide`. */
  ours: z.string(),
  theirs: z.string(),
  found_at: z.string(),
  resolved_at: z.nullable(z.string()),
  /** The address of who settled it last; null while it is open, or once the account is gone. */
  resolved_by: z.nullable(z.string()),
  /** All that was done about it, oldest first. */
  notes: z.array(DiscrepancyNote),
})
export type MoneyDiscrepancy = z.infer<typeof MoneyDiscrepancy>

/** The newest first; `counts` is of all, whatever is asked for. */
export const listMoneyDiscrepancies = endpoint({
  name: 'listMoneyDifferences',
  method: 'GET',
  path: '/api/v1/staff/money-differences',
  summary: 'Where a payment provider and the books do not say the same, newest first',
  tag: 'staff',
  auth: 'staff',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(DiscrepancyState),
    kind: z.optional(z.enum(discrepancyKinds)),
    provider: z.optional(z.enum(discrepancyProviders)),
    search: z.optional(line(1, 120)),
  }),
  answer: z.extend(pageOf(MoneyDiscrepancy), { counts: z.record(DiscrepancyState, z.number()) }),
})

export const mostNoteLetters = 1_000
/** Lines may break. */
const NoteText = z.string().check(
  z.overwrite((typed) => typed.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(mostNoteLetters, 'too_long'),
  z.refine((typed) => !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(typed), 'characters'),
)

/** What is settled says why: a first note comes with it at the latest. */
export const noteMoneyDiscrepancy = endpoint({
  name: 'noteMoneyDifference',
  method: 'POST',
  path: '/api/v1/staff/money-differences/{id}',
  summary: 'Note what was found out about a discrepancy, and whether it is settled',
  tag: 'staff',
  auth: 'staff',
  status: 200,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({ note: z.optional(NoteText), is_resolved: z.optional(z.boolean()) }).check(
    z.refine(({ note, is_resolved }) => note !== undefined || is_resolved !== undefined, {
      path: ['note'],
      error: 'required',
    }),
  ),
  answer: MoneyDiscrepancy,
})
