import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentState } from '#server/providers/payments/provider.ts'
import type { TopUpBooking } from '../hooks.ts'
import { postTransfer } from '../ledger/ledger.ts'
import {
  formatState,
  logDiscrepancy,
  noRecord,
  recordDiscrepancy,
  type Discrepancy,
} from '../reconciliation/discrepancies.ts'
import { bookFees } from '../reconciliation/provider-fees.ts'
import { recordReversals } from '../refunds/reversals.ts'
import { contradictionPrefix, getNextCheckTime, judgePayment, type PaymentVerdict } from '../rules.ts'
import { getProvider } from './gateways.ts'
import { queuePartialTopUpMail } from './top-up-mails.ts'
import { findTopUp, lockTopUp, type TopUp } from './top-up-queries.ts'

/**
 * Asks the provider about a top-up, outside any transaction, and credits what was paid, exactly once. Every path to a
 * credit (webhook, verification, job, reconciliation) calls this. Returns the updated row, undefined for an unknown
 * reference. Throws ProviderError, with nothing changed, when the provider does not answer.
 */
export async function confirmTopUp(deps: Deps, reference: string): Promise<TopUp | undefined> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp === undefined || topUp.status === 'success') return topUp
  const { provider_reference } = topUp
  const payment = await getProvider(deps, topUp.provider).findPayment({ reference, provider_reference })
  const applied = await transact(deps.db, (tx) => applyPaymentState(tx, deps, reference, payment, deps.clock()))
  for (const discrepancy of applied?.discrepancies ?? []) logDiscrepancy(deps, discrepancy)
  const isCredited = applied?.topUp.status === 'success'
  if (isCredited && payment.state === 'success' && payment.is_reversed) await recordReversals(deps, reference)
  return applied?.topUp
}

/** Success is final: with the row locked, a second caller finds it and changes nothing. */
async function applyPaymentState(
  tx: Tx,
  deps: Deps,
  reference: string,
  payment: PaymentState,
  now: Date,
): Promise<{ topUp: TopUp; discrepancies: Discrepancy[] } | undefined> {
  const topUp = await lockTopUp(tx, reference)
  if (topUp === undefined || topUp.status === 'success') return topUp && { topUp, discrepancies: [] }
  const verdict = decideTopUp(topUp, payment, now)
  const isCredited = verdict.status === 'success'
  if (isCredited) await lockPurpose(tx, topUp)
  const transfer_id = isCredited ? await creditTopUp(tx, topUp, verdict.credit_minor, now) : null
  const booked = isCredited ? await payPurpose(tx, deps, topUp, verdict.credit_minor, now) : {}
  const fees = transfer_id !== null && payment.state === 'success' ? payment.fees : []
  const discrepancies = await bookFees(tx, topUp, fees, now)
  const changed = await tx
    .updateTable('top_ups')
    .set({
      status: verdict.status,
      detail: verdict.detail,
      failure_reason: verdict.reason,
      transfer_id,
      ...booked,
      provider_reference:
        topUp.provider_reference ?? ('provider_reference' in payment ? payment.provider_reference : null),
      settled_at: verdict.status === 'pending' ? null : now,
      checked_at: now,
      next_check_at: getNextCheckTime(topUp.created_at, now),
    })
    .where('id', '=', topUp.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (verdict.detail === 'partial') await queuePartialTopUpMail(tx, deps, topUp, verdict.credit_minor, now)
  const discrepancy = findContradiction(topUp, payment, verdict)
  if (discrepancy !== undefined && (await recordDiscrepancy(tx, discrepancy, now))) discrepancies.push(discrepancy)
  return { topUp: changed as TopUp, discrepancies }
}

/** The metadata we sent with the payment names another top-up. */
const isPaidForAnotherTopUp = ({ id }: TopUp, payment: PaymentState): boolean =>
  payment.state === 'success' && (payment.top_up_id ?? id) !== id

function decideTopUp(topUp: TopUp, payment: PaymentState, now: Date): PaymentVerdict {
  if (!isPaidForAnotherTopUp(topUp, payment)) return judgePayment(topUp, payment, now)
  return { status: 'failed', detail: null, reason: `${contradictionPrefix}paid for another top-up`, for_staff: true }
}

/** What staff must check: a payment that contradicts the top-up, or one that the provider named but no longer knows. */
function findContradiction(topUp: TopUp, payment: PaymentState, verdict: PaymentVerdict): Discrepancy | undefined {
  const { provider, reference, amount_minor, currency } = topUp
  const subject = { provider, reference, ours: formatState({ state: 'asked', amount_minor, currency }) }
  if (payment.state === 'unknown' && verdict.status === 'failed' && topUp.provider_reference !== null)
    return { ...subject, kind: 'reference', theirs: noRecord }
  if (payment.state !== 'success' || !verdict.for_staff) return undefined
  const kind = isPaidForAnotherTopUp(topUp, payment) ? 'account' : payment.currency === currency ? 'amount' : 'currency'
  return { ...subject, kind, theirs: formatState(payment) }
}

/** The row of a booking or an order is locked before the wallet's, as in every command on it, so that they cannot deadlock. */
async function lockPurpose(tx: Tx, { booking_id, order_id }: TopUp): Promise<void> {
  if (booking_id !== null)
    await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forUpdate().execute()
  if (order_id !== null) await tx.selectFrom('orders').select('id').where('id', '=', order_id).forUpdate().execute()
}

async function payPurpose(
  tx: Tx,
  deps: Deps,
  { user_id, booking_id, order_id, currency, amount_minor }: TopUp,
  credited_minor: bigint,
  now: Date,
): Promise<TopUpBooking | Record<never, never>> {
  if (order_id !== null) return deps.hooks.payOrderOfTopUp(tx, deps, { order_id }, now)
  if (booking_id === null) return {}
  const is_partial = credited_minor < amount_minor
  return deps.hooks.payBookingOfTopUp(tx, deps, { user_id, booking_id, currency, credited_minor, is_partial }, now)
}

async function creditTopUp(tx: Tx, topUp: TopUp, credit_minor: bigint, at: Date): Promise<string> {
  const { reference, provider, user_id, currency } = topUp
  const { transfer_id } = await postTransfer(tx, {
    kind: 'top_up',
    reference,
    description: `top_up:${provider}`,
    currency,
    at,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: credit_minor },
      { account: { kind: 'provider_clearing', owner: provider }, amount_minor: -credit_minor },
    ],
  })
  return transfer_id
}
