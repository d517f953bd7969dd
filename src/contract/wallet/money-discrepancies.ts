import * as z from 'zod/mini'
import { plainText } from '#contract/fields.ts'
import { isCurrency, type Currency } from '#contract/money.ts'

/**
 * Kinds of discrepancies: a payment's amount, currency, state, the account or reference that it is for; a payment that only the
 * provider or only our books have; a refund that began at the provider, one that differs from ours or belongs to no payment;
 * a refund that only our books list as done; a fee that was reported differently before; a dispute; a payout that only the
 * provider or only our books have, money that came back of one that we cannot name, and the amount or state of one.
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
  'unknown_payout',
  'missing_payout',
  'unknown_return',
  'payout_amount',
  'payout_state',
] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** Those of payouts, whose money went to an operator or a branch. */
export const payoutDiscrepancies: ReadonlySet<DiscrepancyKind> = new Set([
  'unknown_payout',
  'missing_payout',
  'unknown_return',
  'payout_amount',
  'payout_state',
])

export const discrepancyStates = ['open', 'resolved'] as const
const DiscrepancyState = z.enum(discrepancyStates)
export type DiscrepancyState = z.infer<typeof DiscrepancyState>

export const discrepancyProviders = ['paystack', 'wave', 'stripe'] as const

/** States that one side of a discrepancy can be in. */
const sideStates = ['asked', 'pending', 'processing', 'success', 'failed', 'reversed', 'done', 'kept'] as const
type SideState = (typeof sideStates)[number]
/** One side of a discrepancy: reference, state, and amount in major units. All null for `nothing`. */
interface Side {
  name: string | null
  state: SideState | null
  money: { amount: number; currency: Currency } | null
}

/** Parses `success 20.5 CAD`, `re_1 done 5 CAD`, `pending` or `nothing`; undefined for any other text. */
export function readSide(text: string): Side | undefined {
  if (text === 'nothing') return { name: null, state: null, money: null }
  const [, name = null, word, amount, code] = /^(?:(\S+) )?([a-z]+)(?: (-?\d+(?:\.\d+)?) ([A-Z]{3}))?$/.exec(text) ?? []
  const state = sideStates.find((state) => state === word)
  if (state === undefined || (name !== null && amount === undefined)) return undefined
  if (amount === undefined || code === undefined) return { name, state, money: null }
  // The number of decimals is unknown for other currencies.
  return isCurrency(code) ? { name, state, money: { amount: Number(amount), currency: code } } : undefined
}

const DiscrepancyNote = z.object({
  id: z.string(),
  /** Name of the author; null once the account is erased. */
  author: z.nullable(z.string()),
  /** State set with this note; null when it didn't change. */
  state: z.nullable(DiscrepancyState),
  body: z.nullable(z.string()),
  created_at: z.string(),
})

export const MoneyDiscrepancy = z.object({
  id: z.string(),
  kind: z.enum(discrepancyKinds),
  state: DiscrepancyState,
  /** Explanation in the request's language. */
  message: z.string(),
  /** What staff should do, in the request's language. */
  advice: z.string(),
  provider: z.string(),
  /** Our payment reference; the provider's when we have none. */
  reference: z.string(),
  /** The payment's reference in the provider's dashboard; null when unknown. */
  provider_reference: z.nullable(z.string()),
  /** Name of the payer's account; null when there is none. */
  driver: z.nullable(z.string()),
  /** The payer's, where the reader may see it. */
  email: z.nullable(z.string()),
  /** `success 20.5 CAD`, or `nothing`; see `readSide`. */
  ours: z.string(),
  theirs: z.string(),
  found_at: z.string(),
  resolved_at: z.nullable(z.string()),
  /** Name of who last resolved it; null while open or once the account is erased. */
  resolved_by: z.nullable(z.string()),
  /** Oldest first. */
  notes: z.array(DiscrepancyNote),
})
export type MoneyDiscrepancy = z.infer<typeof MoneyDiscrepancy>

export const maxNoteLength = 1_000
/** May have several lines. */
export const NoteText = z.string().check(
  z.overwrite((typed) => typed.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(maxNoteLength, 'too_long'),
  plainText,
)
