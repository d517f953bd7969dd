import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Reversal } from '#server/providers/payments/provider.ts'
import {
  formatState,
  logDiscrepancy,
  noRecord,
  recordDiscrepancy,
  type Discrepancy,
} from '../reconciliation/discrepancies.ts'
import { bookFees } from '../reconciliation/provider-fees.ts'
import { getProvider } from '../top-ups/gateways.ts'
import { findTopUp, lockTopUp, type TopUp } from '../top-ups/top-up-queries.ts'
import { storeDispute } from './disputes.ts'
import { applyReversalState, bookReversal, isOpen, type RefundRow } from './refund-ledger.ts'
import { queueRefundMail } from './refund-mails.ts'

/**
 * Records all refunds and disputes that the provider lists for a credited top-up; safe to repeat. Ours are completed,
 * those begun at the provider are booked and reported to staff. Returns the provider's list, undefined where it has
 * none per payment. Throws ProviderError when it does not answer.
 */
export async function recordReversals(deps: Deps, reference: string): Promise<Reversal[] | undefined> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp?.status !== 'success') return []
  const { provider_reference } = topUp
  const reversals = await getProvider(deps, topUp.provider).findReversals?.({ reference, provider_reference })
  for (const reversal of reversals ?? []) await recordReversal(deps, reference, reversal)
  return reversals
}

/** Records one reversal of a top-up. Returns whether the ledger holds it now. */
export async function recordReversal(deps: Deps, reference: string, reversal: Reversal): Promise<boolean> {
  const now = deps.clock()
  const recorded = await transact(deps.db, async (tx): Promise<RecordedReversal> => {
    const topUp = await lockTopUp(tx, reference)
    if (topUp?.status !== 'success') return { row: undefined, discrepancies: [] }
    const { row, discrepancies } = await applyReversal(tx, deps, topUp, reversal, now)
    return { row, discrepancies: [...discrepancies, ...(await bookFees(tx, topUp, reversal.fees ?? [], now))] }
  })
  for (const discrepancy of recorded.discrepancies) logDiscrepancy(deps, discrepancy)
  return recorded.row !== undefined
}

interface RecordedReversal {
  row: RefundRow | undefined
  discrepancies: Discrepancy[]
}

async function applyReversal(
  tx: Tx,
  deps: Deps,
  topUp: TopUp,
  reversal: Reversal,
  now: Date,
): Promise<RecordedReversal> {
  const refund = await findMatchingRefund(tx, deps, topUp, reversal)
  if (reversal.currency === topUp.currency) await storeDispute(tx, topUp, reversal, now)
  const kind = reversal.kind === 'dispute' ? 'dispute' : 'refund_at_provider'
  if (refund !== undefined && !wasReturnedToWallet(refund, reversal)) {
    const row = await applyReversalState(tx, refund, reversal, now)
    await queueRefundMail(tx, deps, row, now)
    const isReported =
      refund.origin === 'provider' && row.status !== refund.status && !(isOpen(refund) && row.status === 'done')
    const sides = { kind, ours: formatRefundState(refund), theirs: formatState(reversal) } as const
    return { row, discrepancies: isReported ? await recordForStaff(tx, topUp, sides, now) : [] }
  }
  if (reversal.currency !== topUp.currency) {
    const sides = { kind: 'refund_amount', ours: noRecord, theirs: formatState(reversal) } as const
    return { row: undefined, discrepancies: await recordForStaff(tx, topUp, sides, now) }
  }
  // An open dispute has not moved money yet; a refund that had failed before we learned of it never did.
  const hasMoved = reversal.kind === 'dispute' ? reversal.state === 'done' : reversal.state !== 'failed'
  const isBooked = hasMoved && reversal.amount_minor > 0n
  const row = isBooked ? await bookReversal(tx, topUp, reversal, now) : undefined
  if (row !== undefined) await queueRefundMail(tx, deps, row, now)
  const ours = refund === undefined ? noRecord : formatRefundState(refund)
  const theirs = `${reversal.provider_refund_id} ${formatState(reversal)}`
  const isReported = isBooked || reversal.kind === 'dispute'
  return { row, discrepancies: isReported ? await recordForStaff(tx, topUp, { kind, ours, theirs }, now) : [] }
}

const formatRefundState = ({ status, amount_minor, currency }: RefundRow) =>
  formatState({ state: status, amount_minor, currency })

/** A refund of ours that the provider refused, so that the wallet got the money back, and then sent all the same. */
const wasReturnedToWallet = ({ origin, status, provider_refund_id }: RefundRow, { state }: Reversal): boolean =>
  origin === 'driver' && status === 'failed' && provider_refund_id === null && state !== 'failed'

/** Matches by the provider's id, then by our reference, then, at providers with whole refunds only, the open one. */
async function findMatchingRefund(
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
    (getProvider(deps, provider).canRefundParts ? undefined : refunds.find((row) => row.kind === kind && isOpen(row)))
  )
}

async function recordForStaff(
  tx: Tx,
  { provider, reference }: TopUp,
  sides: Pick<Discrepancy, 'kind' | 'ours' | 'theirs'>,
  now: Date,
): Promise<Discrepancy[]> {
  const discrepancy = { provider, reference, ...sides }
  return (await recordDiscrepancy(tx, discrepancy, now)) ? [discrepancy] : []
}
