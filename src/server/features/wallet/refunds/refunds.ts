import { toMajor, toMinor } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { ProviderError, type PaymentProvider, type Reversal } from '#server/providers/payments/provider.ts'
import { withLease } from '../lease.ts'
import { sumDebts } from '../ledger/debts.ts'
import { formatState, reportDiscrepancy } from '../reconciliation/discrepancies.ts'
import { calculateRefundable } from '../rules.ts'
import { getProvider } from '../top-ups/gateways.ts'
import { getRefundTotals, lockTopUp, type TopUp } from '../top-ups/top-up-queries.ts'
import { applyReversalState, failRefund, isOpen, lockBalance, reserveRefund, type RefundRow } from './refund-ledger.ts'
import { queueRefundMail } from './refund-mails.ts'
import { findRefund } from './refund-queries.ts'

interface RefundRequest {
  payment_reference: string
  amount?: number | undefined
}

/**
 * Takes a refund of a user's own top-up out of the wallet, before the provider is asked (`processRefund`); the job retries
 * until the provider has answered. Throws `payment_not_found`, `refund_too_much` (more than is available or left of the
 * payment) or `refund_whole` (the provider makes no partial refunds).
 */
export async function reserveRequestedRefund(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: { user: { user_id: string }; now: Date },
  request: RefundRequest,
): Promise<RefundRow> {
  const topUp = await lockTopUp(tx, request.payment_reference)
  if (topUp?.user_id !== user_id || topUp.status !== 'success') throw new AppError('payment_not_found')
  const { currency } = topUp
  const payment = await getRefundTotals(tx, topUp)
  const balance_minor = await lockBalance(tx, user_id, currency)
  const available_minor = balance_minor - ((await sumDebts(tx, user_id)).get(currency) ?? 0n)
  const adapter = getRefundProvider(deps, topUp)
  const most_minor = calculateRefundable(payment, available_minor, adapter.canRefundParts)
  const amount_minor = parseRefundAmount(request, most_minor, topUp)
  if (!adapter.canRefundParts && amount_minor < payment.credited_minor) {
    throw new AppError('refund_whole', { whole: { amount: toMajor(payment.credited_minor, currency), currency } })
  }
  if (amount_minor > most_minor || amount_minor === 0n) {
    throw new AppError('refund_too_much', { most: { amount: toMajor(most_minor, currency), currency } })
  }
  return reserveRefund(tx, topUp, amount_minor, now)
}

function getRefundProvider(deps: Deps, { provider }: TopUp): PaymentProvider {
  try {
    return getProvider(deps, provider)
  } catch {
    throw new AppError('provider_unavailable')
  }
}

function parseRefundAmount({ amount }: RefundRequest, otherwise_minor: bigint, { currency }: TopUp): bigint {
  if (amount === undefined) return otherwise_minor
  // What a provider sent in part may have a fraction; all that is left of it can still be refunded.
  return toMinor(amount, currency) === otherwise_minor ? otherwise_minor : parseAmount('amount', amount, currency)
}

/**
 * Requests an open refund from the provider, or asks for its state, and books the result. Returns the current row. It
 * changes nothing when the provider does not answer or another process is working on the same refund.
 */
export async function processRefund(deps: Deps, reference: string): Promise<RefundRow | undefined> {
  const row = await findRefund(deps.db, reference)
  if (row === undefined || !isOpen(row)) return row
  const advanced = await withLease(deps, 'refunds', row.id, () => advanceRefund(deps, row))
  return advanced?.result ?? findRefund(deps.db, reference)
}

async function advanceRefund(deps: Deps, row: RefundRow): Promise<RefundRow> {
  try {
    const reversal = row.status === 'pending' ? await requestRefund(deps, row) : await findReversal(deps, row)
    if (reversal === undefined) return row
    return await updateOpenRefund(deps, row, (tx, locked) => applyReversalState(tx, locked, reversal, deps.clock()))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`refund ${row.reference} will be retried: ${error.message}`)
    // The money has left the wallet, so the driver gets the mail now, whatever the provider answers later.
    if (error.kind !== 'refused' || row.status !== 'pending')
      return await updateOpenRefund(deps, row, async (_tx, locked) => locked)
    return failUnlessSent(deps, row, error.code ?? error.kind)
  }
}

/**
 * Handles a refusal by the provider. It may refuse because another process, delayed beyond its lease, has requested the
 * same refund, so the money returns to the wallet only if the provider does not list the refund.
 */
async function failUnlessSent(deps: Deps, row: RefundRow, reason: string): Promise<RefundRow> {
  try {
    const sent = await findReversal(deps, row)
    if (sent !== undefined)
      return await updateOpenRefund(deps, row, (tx, locked) => applyReversalState(tx, locked, sent, deps.clock()))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'refused') return row
  }
  return updateOpenRefund(deps, row, (tx, locked) => failRefund(tx, locked, reason, deps.clock()))
}

const toPaymentHandles = ({ payment_reference, provider_reference }: Awaited<ReturnType<typeof getPayment>>) => ({
  reference: payment_reference,
  provider_reference,
})

async function requestRefund(deps: Deps, row: RefundRow): Promise<Reversal> {
  const { reference, amount_minor, currency } = row
  const payment = toPaymentHandles(await getPayment(deps, row))
  const reversal = await getProvider(deps, row.provider).refundPayment({ reference, payment, amount_minor, currency })
  if (reversal.amount_minor !== amount_minor || reversal.currency !== currency) {
    const ours = formatState({ state: row.status, amount_minor, currency })
    const discrepancy = { kind: 'refund_amount', provider: row.provider, reference: payment.reference } as const
    await reportDiscrepancy(deps, { ...discrepancy, ours, theirs: formatState(reversal) })
  }
  return reversal
}

async function findReversal(deps: Deps, row: RefundRow): Promise<Reversal | undefined> {
  const reversals = await getProvider(deps, row.provider).findReversals?.(toPaymentHandles(await getPayment(deps, row)))
  return (
    reversals?.find(
      ({ kind, provider_refund_id }) => kind === row.kind && provider_refund_id === row.provider_refund_id,
    ) ?? reversals?.find(({ reference }) => reference === row.reference)
  )
}

const getPayment = ({ db }: Deps, { top_up_id }: RefundRow) =>
  db
    .selectFrom('top_ups')
    .select(['reference as payment_reference', 'provider_reference'])
    .where('id', '=', top_up_id)
    .executeTakeFirstOrThrow()

/** Changes a refund that is still open. Locks the top-up, then the refund: the order everywhere. */
async function updateOpenRefund(
  deps: Deps,
  { id, top_up_id }: RefundRow,
  change: (tx: Tx, locked: RefundRow) => Promise<RefundRow>,
): Promise<RefundRow> {
  return transact(deps.db, async (tx) => {
    await tx.selectFrom('top_ups').select('id').where('id', '=', top_up_id).forUpdate().executeTakeFirst()
    const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    const locked = row as RefundRow
    if (!isOpen(locked)) return locked
    const changed = await change(tx, locked)
    await queueRefundMail(tx, deps, changed, deps.clock())
    return changed
  })
}
