import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Reversal } from '#server/providers/payments/provider.ts'
import {
  recordDiscrepancy,
  logDiscrepancy,
  noRecord,
  formatState,
  type Discrepancy,
} from '#server/features/wallet/reconciliation/discrepancies.ts'
import { bookFees } from '#server/features/wallet/reconciliation/provider-fees.ts'
import { findTopUp, type TopUp } from '#server/features/wallet/queries.ts'
import { applyState, bookReversal, isOpen, type RefundRow } from './refund-ledger.ts'
import { mailRefund } from './refund-mails.ts'
import { lockTopUp, providerOf } from '#server/features/wallet/top-ups/settle.ts'

/**
 * Takes in all that went back of a credited top-up, whoever began it and however often it is told: ours are finished,
 * what began at the provider is booked and told to staff. Answers what the provider told; undefined where it tells
 * nothing of one payment. Throws ProviderError when it gives no answer.
 */
export async function takeInReversals(deps: Deps, reference: string): Promise<Reversal[] | undefined> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp?.status !== 'success') return []
  const { provider_reference } = topUp
  const reversals = await providerOf(deps, topUp.provider).findReversals?.({ reference, provider_reference })
  for (const reversal of reversals ?? []) await takeIn(deps, reference, reversal)
  return reversals
}

/** The same of one that the provider's list names. True when it is in the books now. */
export async function takeIn(deps: Deps, reference: string, reversal: Reversal): Promise<boolean> {
  const now = deps.clock()
  const taken = await transact(deps.db, async (tx) => {
    const topUp = await lockTopUp(tx, reference)
    if (topUp?.status !== 'success') return { row: undefined, told: [] }
    const { row, told } = await book(tx, deps, topUp, reversal, now)
    return { row, told: [...told, ...(await bookFees(tx, topUp, reversal.fees ?? [], now))] }
  })
  for (const discrepancy of taken.told) logDiscrepancy(deps, discrepancy)
  return taken.row !== undefined
}

type Taken = { row: RefundRow | undefined; told: Discrepancy[] }

async function book(tx: Tx, deps: Deps, topUp: TopUp, reversal: Reversal, now: Date): Promise<Taken> {
  const known = await findKnown(tx, deps, topUp, reversal)
  const kind = reversal.kind === 'dispute' ? 'dispute' : 'refund_at_provider'
  if (known !== undefined && !wasGivenUp(known, reversal)) {
    const row = await applyState(tx, known, reversal, now)
    await mailRefund(tx, deps, row, now)
    const tells =
      known.origin === 'provider' && row.status !== known.status && !(isOpen(known) && row.status === 'done')
    return {
      row,
      told: tells ? await tell(tx, topUp, { kind, ours: stateOf(known), theirs: formatState(reversal) }, now) : [],
    }
  }
  if (reversal.currency !== topUp.currency) {
    return {
      row: undefined,
      told: await tell(tx, topUp, { kind: 'refund_amount', ours: noRecord, theirs: formatState(reversal) }, now),
    }
  }
  // A question of the bank's has moved nothing yet, and what failed before we heard of it has not either.
  const hasMoved = reversal.kind === 'dispute' ? reversal.state === 'done' : reversal.state !== 'failed'
  const isMoved = hasMoved && reversal.amount_minor > 0n
  const isWorthALook = isMoved || reversal.kind === 'dispute'
  const theirs = `${reversal.provider_refund_id} ${formatState(reversal)}`
  const row = isMoved ? await bookReversal(tx, topUp, reversal, now) : undefined
  if (row !== undefined) await mailRefund(tx, deps, row, now)
  return {
    row,
    told: isWorthALook ? await tell(tx, topUp, { kind, ours: known ? stateOf(known) : noRecord, theirs }, now) : [],
  }
}

const stateOf = ({ status, amount_minor, currency }: RefundRow) =>
  formatState({ state: status, amount_minor, currency })

/** Ours that the wallet has back because the provider refused it, and that the provider has sent all the same. */
const wasGivenUp = ({ origin, status, provider_refund_id }: RefundRow, { state }: Reversal): boolean =>
  origin === 'driver' && status === 'failed' && provider_refund_id === null && state !== 'failed'

/** By the provider's own name, by ours as long as nothing else bears it, or, where refunds have none there, the one that is under way. */
async function findKnown(
  tx: Tx,
  deps: Deps,
  { id, provider }: TopUp,
  reversal: Reversal,
): Promise<RefundRow | undefined> {
  const rows = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('top_up_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const refunds = rows as RefundRow[]
  const { reference, kind, provider_refund_id } = reversal
  return (
    refunds.find((row) => row.kind === kind && row.provider_refund_id === provider_refund_id) ??
    refunds.find((row) => row.reference === reference && row.provider_refund_id === null) ??
    (providerOf(deps, provider).canRefundParts ? undefined : refunds.find((row) => row.kind === kind && isOpen(row)))
  )
}

async function tell(
  tx: Tx,
  { provider, reference }: TopUp,
  what: Pick<Discrepancy, 'kind' | 'ours' | 'theirs'>,
  now: Date,
): Promise<Discrepancy[]> {
  const discrepancy = { provider, reference, ...what }
  return (await recordDiscrepancy(tx, discrepancy, now)) ? [discrepancy] : []
}
