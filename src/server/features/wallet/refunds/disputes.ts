import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { DisputeState, Reversal } from '#server/providers/payments/provider.ts'
import type { TopUp } from '../top-ups/top-up-queries.ts'

const isOver = ({ stage }: DisputeState): boolean => stage !== 'needs_answer' && stage !== 'answered'

/**
 * Stores what the provider says of a dispute, once by its id. A deadline that it no longer names is kept, and a dispute that has
 * ended keeps the time of its end.
 */
export async function storeDispute(
  tx: Tx,
  { id: top_up_id, provider, currency }: TopUp,
  { provider_refund_id, amount_minor, dispute }: Reversal,
  now: Date,
): Promise<void> {
  if (dispute === undefined || amount_minor <= 0n) return
  const { stage, is_inquiry, claim, answer_by } = dispute
  const facts = { stage, is_inquiry, amount_minor, checked_at: now }
  await tx
    .insertInto('disputes')
    .values({
      id: newId(now.getTime()),
      top_up_id,
      provider,
      provider_dispute_id: provider_refund_id,
      currency,
      claim,
      answer_by,
      reported_at: now,
      ended_at: isOver(dispute) ? now : null,
      ...facts,
    })
    .onConflict((conflict) =>
      conflict.constraint('disputes_once').doUpdateSet(({ fn, ref }) => ({
        ...facts,
        claim: fn.coalesce(ref('excluded.claim'), ref('disputes.claim')),
        answer_by: fn.coalesce(ref('excluded.answer_by'), ref('disputes.answer_by')),
        ended_at: isOver(dispute) ? fn.coalesce(ref('disputes.ended_at'), ref('excluded.ended_at')) : null,
      })),
    )
    .execute()
}
