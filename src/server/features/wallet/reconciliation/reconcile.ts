import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import {
  ProviderError,
  type ListedPayment,
  type ListedReversal,
  type ProviderName,
  type Reversal,
} from '#server/providers/payments/provider.ts'
import type { RefundRow } from '../refunds/refund-ledger.ts'
import { recordReversal } from '../refunds/reversals.ts'
import { confirmTopUp } from '../top-ups/confirm-top-up.ts'
import { getProvider } from '../top-ups/gateways.ts'
import { findTopUp, getRefundTotals, type TopUp } from '../top-ups/top-up-queries.ts'
import { noRecord, formatState, reportDiscrepancy, type Discrepancy } from './discrepancies.ts'
import { recordFees } from './provider-fees.ts'
import { compareRecentDays } from './reconciled-days.ts'

/** The result of one reconciliation. `discrepancies` has the new ones only. */
export interface ReconciliationResult {
  listed: number
  settled: number
  discrepancies: Discrepancy[]
}

/**
 * Compares a provider's list from `from` (inclusive) to `to` (exclusive) with our books, in both directions. Confirms
 * pending top-ups that were paid, records reversals, and reports what still differs to staff, once. Safe to repeat.
 * Throws ProviderError when the provider returns no list.
 */
export async function reconcile(
  deps: Deps,
  provider: ProviderName,
  from: Date,
  to: Date,
): Promise<ReconciliationResult> {
  const { payments, reversals } = await getProvider(deps, provider).listPayments(from, to)
  const done: ReconciliationResult = { listed: payments.length + reversals.length, settled: 0, discrepancies: [] }
  const report = async (discrepancy: Omit<Discrepancy, 'provider'>): Promise<void> => {
    const whole = { provider, ...discrepancy }
    if (await reportDiscrepancy(deps, whole)) done.discrepancies.push(whole)
  }
  const seen = new Set<string>()
  for (const payment of payments) {
    if (payment.reference !== null) seen.add(payment.reference)
    if (await comparePayment(deps, provider, payment, report)) done.settled += 1
    done.discrepancies.push(...(await compareFees(deps, provider, payment)))
  }
  for (const reversal of reversals) await compareReversal(deps, provider, reversal, report)
  for (const row of await findCompletedRefunds(deps.db, provider, from, to)) {
    if (!reversals.some((reversal) => isSameRefund(row, reversal))) await checkMissingRefund(deps, row, report)
  }
  for (const topUp of await findCreditedTopUps(deps.db, provider, from, to)) {
    if (!seen.has(topUp.reference)) await checkMissingPayment(deps, topUp, report)
  }
  return done
}

type ReportDiscrepancy = (discrepancy: Omit<Discrepancy, 'provider'>) => Promise<void>

const wasPaid = ({ state }: ListedPayment): boolean => state === 'success' || state === 'reversed'

/** Returns whether a top-up that was pending here turned out to be paid. */
async function comparePayment(
  deps: Deps,
  provider: string,
  payment: ListedPayment,
  report: ReportDiscrepancy,
): Promise<boolean> {
  const reference = payment.reference ?? payment.provider_reference
  const before = payment.reference === null ? undefined : await findTopUp(deps.db, payment.reference)
  if (before === undefined || before.provider !== provider) {
    // An unpaid attempt that we do not know is no discrepancy.
    if (wasPaid(payment))
      await report({ kind: 'unknown_payment', reference, ours: noRecord, theirs: formatState(payment) })
    return false
  }
  const topUp = payment.state === 'success' ? ((await confirmTopUp(deps, before.reference)) ?? before) : before
  const ours = await getOwnState(deps.db, topUp)
  const isReported = topUp.failure_reason !== null && topUp.status === 'failed' && payment.state === 'success'
  const isSameState =
    (topUp.status === 'success') === wasPaid(payment) || (topUp.status !== 'success' && payment.state === 'reversed')
  if (!isSameState && !isReported)
    await report({ kind: 'state', reference, ours: formatState(ours), theirs: formatState(payment) })
  const isSameMoney = ours.amount_minor === payment.amount_minor && ours.currency === payment.currency
  if (topUp.status === 'success' && wasPaid(payment) && !isSameMoney) {
    const kind = ours.currency === payment.currency ? 'amount' : 'currency'
    await report({ kind, reference, ours: formatState(ours), theirs: formatState(payment) })
  }
  return before.status !== 'success' && topUp.status === 'success'
}

/** Books the fees even of a payment that was refunded before it was credited: they are our expense all the same. */
async function compareFees(deps: Deps, provider: string, { reference, state, fees }: ListedPayment) {
  const topUp = reference === null || fees.length === 0 ? undefined : await findTopUp(deps.db, reference)
  const isOurs = topUp?.provider === provider && (topUp.status === 'success' || state === 'reversed')
  return isOurs ? recordFees(deps, topUp.reference, fees) : []
}

async function getOwnState(db: Db, topUp: TopUp): Promise<{ state: string; amount_minor: bigint; currency: string }> {
  const { status: state, currency } = topUp
  const amount_minor = state === 'success' ? (await getRefundTotals(db, topUp)).credited_minor : topUp.amount_minor
  return { state, amount_minor, currency }
}

async function compareReversal(
  deps: Deps,
  provider: string,
  reversal: ListedReversal,
  report: ReportDiscrepancy,
): Promise<void> {
  const { payment_reference, kind, provider_refund_id } = reversal
  const topUp = payment_reference === null ? undefined : await findTopUp(deps.db, payment_reference)
  const theirs = formatState(reversal)
  if (topUp === undefined || topUp.provider !== provider) {
    const reference = payment_reference ?? provider_refund_id
    return report({ kind: 'unknown_refund', reference, ours: noRecord, theirs })
  }
  await recordReversal(deps, topUp.reference, reversal)
  const row = await deps.db
    .selectFrom('refunds')
    .select(['status', 'amount_minor', 'currency'])
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('provider_refund_id', '=', provider_refund_id)
    .executeTakeFirst()
  if (row === undefined || (row.amount_minor === reversal.amount_minor && row.currency === reversal.currency)) return
  const ours = formatState({ state: row.status, amount_minor: row.amount_minor, currency: row.currency })
  return report({ kind: 'refund_amount', reference: topUp.reference, ours, theirs })
}

const findCreditedTopUps = async (db: Db, provider: string, from: Date, to: Date): Promise<TopUp[]> =>
  (await db
    .selectFrom('top_ups')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', '=', 'success')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute()) as TopUp[]

/** A credited top-up missing from the list may have been paid after midnight, so asks for the payment itself. */
async function checkMissingPayment(deps: Deps, topUp: TopUp, report: ReportDiscrepancy): Promise<void> {
  const { reference, provider_reference, provider } = topUp
  const answer = await getProvider(deps, provider).findPayment({ reference, provider_reference })
  // Some providers report a fully refunded payment as failed.
  const isBack = answer.state === 'failed' && (await getRefundTotals(deps.db, topUp)).returned_minor > 0n
  if (answer.state === 'success' || isBack) return
  const ours = formatState(await getOwnState(deps.db, topUp))
  await report({
    kind: 'missing_payment',
    reference,
    ours,
    theirs: answer.state === 'unknown' ? noRecord : answer.state,
  })
}

/** Refunds completed in the time range, by completion time. */
const findCompletedRefunds = async (db: Db, provider: string, from: Date, to: Date): Promise<CompletedRefund[]> =>
  (await db
    .selectFrom('refunds')
    .innerJoin('top_ups', 'top_ups.id', 'refunds.top_up_id')
    .select(['refunds.reference', 'refunds.kind', 'provider_refund_id', 'refunds.amount_minor', 'refunds.currency'])
    .select(['refunds.created_at', 'refunds.settled_at', 'top_ups.provider', 'provider_reference'])
    .select('top_ups.reference as payment_reference')
    .where('refunds.provider', '=', provider)
    .where('refunds.status', '=', 'done')
    .where('refunds.settled_at', '>=', from)
    .where('refunds.settled_at', '<', to)
    .orderBy('refunds.settled_at')
    .execute()) as CompletedRefund[]

type CompletedRefund = Pick<
  RefundRow,
  'reference' | 'kind' | 'provider' | 'provider_refund_id' | 'amount_minor' | 'currency'
> & {
  created_at: Date
  settled_at: Date
  payment_reference: string
  provider_reference: string | null
}

const isSameRefund = ({ reference, kind, provider_refund_id }: CompletedRefund, reversal: Reversal): boolean =>
  reversal.reference === reference || (reversal.kind === kind && reversal.provider_refund_id === provider_refund_id)

/** A refund missing from the list may be in another day's, so asks for the reversals of its payment. */
async function checkMissingRefund(deps: Deps, row: CompletedRefund, report: ReportDiscrepancy): Promise<void> {
  const all = await findReversalsOfPayment(deps, row)
  if (all.some((reversal) => isSameRefund(row, reversal) && reversal.state !== 'failed')) return
  const { reference, payment_reference, amount_minor, currency } = row
  const ours = `${reference} ${formatState({ state: 'done', amount_minor, currency })}`
  const found = all.find((reversal) => isSameRefund(row, reversal))
  await report({
    kind: 'missing_refund',
    reference: payment_reference,
    ours,
    theirs: found ? formatState(found) : noRecord,
  })
}

/** Wave reports refunds in daily lists only, so reads those from the request to the completion. */
async function findReversalsOfPayment(deps: Deps, row: CompletedRefund): Promise<readonly Reversal[]> {
  const { payment_reference: reference, provider_reference, created_at, settled_at } = row
  const adapter = getProvider(deps, row.provider)
  if (adapter.findReversals === undefined) {
    const [from, to] = [created_at.getTime() - clockTolerance_ms, settled_at.getTime() + clockTolerance_ms + day_ms]
    return (await adapter.listPayments(startOfDay(from), startOfDay(to))).reversals
  }
  try {
    return await adapter.findReversals({ reference, provider_reference })
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return []
    throw error
  }
}

const clockTolerance_ms = 600_000
const startOfDay = (at: number): Date => new Date(Math.floor(at / day_ms) * day_ms)

/** The job: reconciles each completed UTC day once per provider, in whichever process claims it first. */
export const reconcileRecentDays = (deps: Deps): Promise<void> =>
  compareRecentDays(deps, {
    days: 'reconciliations',
    providers: Object.keys(deps.payments) as ProviderName[],
    compare: (provider, from, to) => reconcile(deps, provider, from, to),
  })
