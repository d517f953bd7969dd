import * as z from 'zod/mini'
import { day_ms } from '#contract/time.ts'
import { Identifier } from './exact-json.ts'
import { feesOf } from './provider-fees.ts'
import { ProviderError, type Listed } from './provider.ts'
import { askTwice, understood, type Answer } from './wire.ts'

/** Sends one authenticated request; throws ProviderError when Wave refuses it. */
export type AskWave = (method: 'GET' | 'POST', path: string) => Promise<Answer>

const Day = z.object({
  page_info: z.object({ end_cursor: z.nullish(Identifier), has_next_page: z.boolean() }),
  items: z.array(
    z.object({
      transaction_id: Identifier,
      transaction_type: z.nullish(z.string()),
      is_reversal: z.nullish(z.boolean()),
      amount: z.string(),
      fee: z.nullish(z.string()),
      government_tax_amount: z.nullish(z.string()),
      government_tax_paid_by_wave: z.nullish(z.boolean()),
      currency: z.string(),
      client_reference: z.nullish(z.string()),
      checkout_api_session_id: z.nullish(Identifier),
    }),
  ),
})
type Item = z.infer<typeof Day>['items'][number]

const pagesAtMost = 10_000

/** Lists Wave's transactions by day, keeping those of checkout sessions. */
export async function list(request: AskWave, from: Date, to: Date): Promise<Listed> {
  const listed: Listed = { payments: [], reversals: [] }
  for (let at = from.getTime(); at < to.getTime(); at += day_ms) {
    for (const item of await itemsOf(request, new Date(at).toISOString().slice(0, 10))) {
      const { checkout_api_session_id: session, client_reference, currency } = item
      if (!session) continue
      const { gross_minor: amount_minor, fee_minor, tax_minor } = moneyOf(item)
      const fees = [
        ...feesOf(item.transaction_id, fee_minor, currency),
        ...feesOf(`${item.transaction_id}:government_tax`, tax_minor, currency),
      ]
      const payment_reference = client_reference ?? null
      if (!isReversal(item))
        listed.payments.push({
          reference: payment_reference,
          provider_reference: session,
          state: 'success',
          amount_minor,
          currency,
          fees,
        })
      else
        // A session is refunded in full or not at all, so its id identifies its refund.
        listed.reversals.push({
          kind: 'refund',
          provider_refund_id: session,
          reference: null,
          state: 'done',
          amount_minor,
          currency,
          reason: null,
          fees,
          payment_reference,
        })
    }
  }
  return listed
}

async function itemsOf(request: AskWave, day: string): Promise<Item[]> {
  const all: Item[] = []
  let after = ''
  for (let left = pagesAtMost; left > 0; left -= 1) {
    const answer = await askTwice(() => request('GET', `/v1/transactions?date=${day}${after}`))
    const { items, page_info } = understood('wave', Day, answer.body)
    all.push(...items)
    if (!page_info.has_next_page || !page_info.end_cursor) return all
    after = `&after=${encodeURIComponent(page_info.end_cursor)}`
  }
  throw new ProviderError('unavailable', 'wave', 'a list without end', { code: 'bad_answer' })
}

const isReversal = ({ transaction_type, is_reversal }: Item): boolean =>
  is_reversal === true || (transaction_type?.endsWith('_refund') ?? false)

/**
 * Splits a movement into the payer's amount, Wave's signed fee and the signed government tax: the account moves by the
 * amount less both. A tax that Wave pays costs us nothing.
 */
function moneyOf(item: Item): { gross_minor: bigint; fee_minor: bigint; tax_minor: bigint } {
  const moved = signedUnits(item.amount)
  const fee_minor = signedUnits(item.fee ?? '0')
  const tax = item.government_tax_paid_by_wave === true ? 0n : signedUnits(item.government_tax_amount ?? '0')
  const abs = (amount: bigint) => (amount < 0n ? -amount : amount)
  // A refund returns the tax as it returns the fee, whichever sign Wave writes.
  const tax_minor = moved < 0n ? -abs(tax) : abs(tax)
  return { gross_minor: abs(moved) + abs(fee_minor) + abs(tax), fee_minor, tax_minor }
}

function signedUnits(text: string): bigint {
  const whole = /^(-?\d{1,15})(?:\.0+)?$/.exec(text)?.[1]
  if (whole === undefined) {
    throw new ProviderError('unavailable', 'wave', 'an amount that is no whole number', { code: 'bad_answer' })
  }
  return BigInt(whole)
}
