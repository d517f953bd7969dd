import * as z from 'zod/mini'
import { Identifier } from './exact-json.ts'
import { feesOf, type Fee } from './provider-fees.ts'
import {
  ProviderError,
  type DisputeState,
  type Listed,
  type ListedPayment,
  type ListedReversal,
  type RefundPayment,
  type Reversal,
} from './provider.ts'
import { fromHundredths, hundredthsOf, numberOf, toHundredths } from './units.ts'
import { askTwice, shortly, understood, type Answer } from './wire.ts'

/** Sends one authenticated request; throws ProviderError when Paystack refuses it. */
export type AskPaystack = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>

const Refund = z.object({
  id: Identifier,
  // The payment's id or the payment itself.
  transaction: z.union([Identifier, z.object({ id: Identifier, reference: z.optional(z.string()) })]),
  transaction_reference: z.nullish(z.string()),
  amount: z.union([z.number(), z.string()]),
  currency: z.string(),
  status: z.string(),
  merchant_note: z.nullish(z.string()),
})
type Refund = z.infer<typeof Refund>
const Made = z.object({ status: z.literal(true), data: Refund })

const Transaction = z.object({
  id: Identifier,
  reference: z.string(),
  status: z.string(),
  amount: z.number(),
  requested_amount: z.nullish(z.number()),
  currency: z.string(),
  fees: z.optional(z.unknown()),
})
type Charged = Pick<z.infer<typeof Transaction>, 'id' | 'amount' | 'requested_amount' | 'currency' | 'fees'>
const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    status: z.literal(true),
    data: z.array(item),
    meta: z.nullish(z.object({ pageCount: z.nullish(z.number()) })),
  })
const Dispute = z.object({
  id: Identifier,
  refund_amount: z.nullish(z.number()),
  currency: z.nullish(z.string()),
  status: z.string(),
  resolution: z.nullish(z.string()),
  category: z.nullish(z.string()),
  dueAt: z.nullish(z.string()),
  transaction: z.nullish(z.object({ reference: z.nullish(z.string()), amount: z.number(), currency: z.string() })),
})
const Found = z.object({ status: z.literal(true), data: Transaction })

const perPage = 100
const maxPages = 1_000

/** Paystack takes no reference for a refund, so we store ours in the merchant note, which its list returns. */
const merchantNote = (reference: string) => `refund ${reference}`
const referenceIn = (note: string | null | undefined): string | null =>
  /\bRF-[2-9A-Z]{6,20}\b/.exec(note ?? '')?.[0] ?? null

/** Looks for the refund first, because Paystack would create a second one of the same amount. */
export async function refund(call: AskPaystack, request: RefundPayment): Promise<Reversal> {
  const before = (await findRefunds(call, request.payment)).find(({ reference }) => reference === request.reference)
  if (before !== undefined) return before
  const answer = await call('POST', '/refund', {
    transaction: request.payment.reference,
    amount: toHundredths('paystack', request.amount_minor, request.currency),
    merchant_note: merchantNote(request.reference),
  })
  return { ...reversalOf(understood('paystack', Made, answer.body).data), reference: request.reference }
}

async function findRefunds(
  request: AskPaystack,
  { reference, provider_reference }: RefundPayment['payment'],
): Promise<Reversal[]> {
  const of = encodeURIComponent(provider_reference ?? reference)
  const found = await pages(request, Refund, `/refund?transaction=${of}`)
  return found.filter((made) => isOf(made, reference, provider_reference)).map(reversalOf)
}

function isOf({ transaction, transaction_reference }: Refund, reference: string, id: string | null): boolean {
  const payment = transactionOf(transaction)
  return [transaction_reference, payment.reference].includes(reference) || (id !== null && payment.id === id)
}

const stateOf = (status: string): Reversal['state'] =>
  status === 'processed' ? 'done' : status === 'failed' ? 'failed' : 'pending'

function reversalOf({ id, amount, currency, status, merchant_note }: Refund): Reversal {
  return {
    kind: 'refund',
    provider_refund_id: id,
    reference: referenceIn(merchant_note),
    state: stateOf(status),
    amount_minor: fromHundredths('paystack', numberOf(amount), currency),
    currency,
    reason: status === 'processed' ? null : shortly(status),
  }
}

/**
 * A dispute moves no money by itself: Paystack refunds one that was accepted or lost, and lists that refund. `failed`:
 * declined, the money stays with us.
 */
function reversalOfDispute(dispute: z.infer<typeof Dispute>): ListedReversal[] {
  const { id, transaction, resolution, status } = dispute
  const currency = dispute.currency ?? transaction?.currency
  const amount = dispute.refund_amount ?? transaction?.amount
  if (currency === undefined || amount === undefined) return []
  return [
    {
      kind: 'dispute',
      provider_refund_id: id,
      reference: null,
      state: resolution === 'declined' ? 'failed' : 'pending',
      amount_minor: fromHundredths('paystack', amount, currency),
      currency,
      reason: shortly(resolution ?? status),
      payment_reference: transaction?.reference ?? null,
      dispute: stateOfDispute(dispute),
    },
  ]
}

/** A status or resolution that we don't know demands an answer, so that nobody misses a deadline. */
function stateOfDispute({ status, resolution, category, dueAt }: z.infer<typeof Dispute>): DisputeState {
  const due = dueAt ? new Date(dueAt) : null
  return {
    stage:
      resolution === 'declined'
        ? 'won'
        : resolution === 'merchant-accepted'
          ? 'given_up'
          : status === 'resolved'
            ? 'lost'
            : status === 'awaiting-bank-feedback' || status === 'pending'
              ? 'answered'
              : 'needs_answer',
    is_inquiry: false,
    claim: category ? shortly(category) : null,
    answer_by: due === null || Number.isNaN(due.getTime()) ? null : due,
  }
}

/** Returns the refunds and disputes of one payment. Disputes are listed by the provider's id of the payment only. */
export async function findReversals(request: AskPaystack, payment: RefundPayment['payment']): Promise<Reversal[]> {
  const { reference, provider_reference: id } = payment
  const refunds = await findRefunds(request, payment)
  const disputes = id === null ? [] : await pages(request, Dispute, `/dispute?transaction=${encodeURIComponent(id)}`)
  const ours = disputes.flatMap(reversalOfDispute).filter(({ payment_reference: name }) => name === reference)
  return [...refunds, ...ours]
}

const transactionOf = (transaction: Refund['transaction']) =>
  typeof transaction === 'object' ? transaction : { id: transaction, reference: undefined }

/** Returns our reference of the payment with Paystack's id: a refund in a list names it by the id alone. */
export async function findReference(request: AskPaystack, id: string): Promise<string | null> {
  try {
    const answer = await askTwice(() => request('GET', `/transaction/${encodeURIComponent(id)}`))
    return understood('paystack', Found, answer.body).data.reference
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return null
    throw error
  }
}

/**
 * Returns Paystack's fees on the credited amount: its fees less the part that the payer paid on top. Returns none when
 * `fees` is null or unreadable, so that it never blocks the payment.
 */
export function feesOfTransaction({ id, amount, requested_amount, currency, fees }: Charged): Fee[] {
  const paidByPayer = Math.max(0, amount - (requested_amount ?? amount))
  const fees_hundredths = Math.max(0, Number(fees ?? 0) - paidByPayer)
  if (!Number.isSafeInteger(fees_hundredths)) return []
  return feesOf(id, BigInt(fees_hundredths), currency, hundredthsOf('paystack', currency))
}

const stateOfListed: Record<string, ListedPayment['state']> = {
  success: 'success',
  reversed: 'reversed',
  failed: 'failed',
  abandoned: 'failed',
}

export async function list(request: AskPaystack, from: Date, to: Date): Promise<Listed> {
  const between = `from=${from.toISOString()}&to=${to.toISOString()}`
  const paid = await pages(request, Transaction, `/transaction?${between}`)
  const referenceById = new Map(paid.map(({ id, reference }) => [id, reference]))
  const refunds = await pages(request, Refund, `/refund?${between}`)
  const disputes = await pages(request, Dispute, `/dispute?${between}`)
  for (const { transaction, transaction_reference } of refunds) {
    const { id, reference } = transactionOf(transaction)
    if (transaction_reference || reference || referenceById.has(id)) continue
    const named = await findReference(request, id)
    if (named !== null) referenceById.set(id, named)
  }
  return {
    payments: paid.map((transaction) => {
      const { id, reference, status, amount, requested_amount, currency } = transaction
      return {
        reference,
        provider_reference: id,
        state: stateOfListed[status] ?? 'pending',
        amount_minor: fromHundredths('paystack', Math.min(amount, requested_amount ?? amount), currency),
        currency,
        fees: feesOfTransaction(transaction),
      }
    }),
    reversals: [
      ...refunds.map((made) => {
        const { transaction, transaction_reference } = made
        const payment = transactionOf(transaction)
        const reference = transaction_reference ?? payment.reference ?? referenceById.get(payment.id)
        return { ...reversalOf(made), payment_reference: reference ?? null }
      }),
      ...disputes.flatMap(reversalOfDispute),
    ],
  }
}

/** Reads every page. `meta.pageCount` says how many there are; a page may have fewer items than were asked for. */
export async function pages<T extends z.ZodMiniType>(
  request: AskPaystack,
  item: T,
  path: string,
): Promise<z.output<T>[]> {
  const schema = pageOf(item)
  const all: z.output<T>[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await askTwice(() => request('GET', `${path}&perPage=${perPage}&page=${page}`))
    const { data, meta } = understood('paystack', schema, answer.body)
    all.push(...(data as z.output<T>[]))
    const pageCount = meta?.pageCount
    const isLast = pageCount === undefined || pageCount === null ? data.length < perPage : page >= pageCount
    if (isLast || data.length === 0) return all
  }
  throw new ProviderError('unavailable', 'paystack', 'a list without end', { code: 'bad_answer' })
}
