import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import {
  ProviderError,
  type ListedPayment,
  type ListedReversal,
  type ProviderName,
} from '#server/providers/payments/provider.ts'
import { nothing, stateText, tellStaff, type Difference } from './differences.ts'
import { findTopUp, type TopUp } from './queries.ts'
import { getRefundable } from './refund-queries.ts'
import { takeIn } from './reversals.ts'
import { providerOf, settleTopUp } from './settle.ts'

/** What a comparison found; `differences` are those that nobody knew before. */
export type Reconciled = { listed: number; settled: number; differences: Difference[] }

/**
 * Compares what a provider lists from `from` up to `to` with what we hold of that time, both ways: what was paid there and
 * waits here is settled, what went back there is taken in, and whatever differs then is kept for staff, once. Safe to
 * repeat. Throws ProviderError when the provider gives no list.
 */
export async function reconcile(deps: Deps, provider: ProviderName, from: Date, to: Date): Promise<Reconciled> {
  const { payments, reversals } = await providerOf(deps, provider).listPayments(from, to)
  const done: Reconciled = { listed: payments.length + reversals.length, settled: 0, differences: [] }
  const tell = async (difference: Omit<Difference, 'provider'>): Promise<void> => {
    const whole = { provider, ...difference }
    if (await tellStaff(deps, whole)) done.differences.push(whole)
  }
  const seen = new Set<string>()
  for (const payment of payments) {
    if (payment.reference !== null) seen.add(payment.reference)
    if (await comparePayment(deps, provider, payment, tell)) done.settled += 1
  }
  for (const reversal of reversals) await compareReversal(deps, provider, reversal, tell)
  for (const topUp of await credited(deps.db, provider, from, to)) {
    if (!seen.has(topUp.reference)) await askFor(deps, topUp, tell)
  }
  return done
}

type Tell = (difference: Omit<Difference, 'provider'>) => Promise<void>

const wasPaid = ({ state }: ListedPayment): boolean => state === 'success' || state === 'reversed'

/** True when it was paid there and waited here. */
async function comparePayment(deps: Deps, provider: string, payment: ListedPayment, tell: Tell): Promise<boolean> {
  const reference = payment.reference ?? payment.provider_reference
  const before = payment.reference === null ? undefined : await findTopUp(deps.db, payment.reference)
  if (before === undefined || before.provider !== provider) {
    // A try that nobody paid is nobody's.
    if (wasPaid(payment)) await tell({ kind: 'unknown_payment', reference, ours: nothing, theirs: stateText(payment) })
    return false
  }
  const topUp = payment.state === 'success' ? ((await settleTopUp(deps, before.reference)) ?? before) : before
  const ours = await oursOf(deps.db, topUp)
  const isTold = topUp.failure_reason !== null && topUp.status === 'failed' && payment.state === 'success'
  const isSameState =
    (topUp.status === 'success') === wasPaid(payment) || (topUp.status !== 'success' && payment.state === 'reversed')
  if (!isSameState && !isTold)
    await tell({ kind: 'state', reference, ours: stateText(ours), theirs: stateText(payment) })
  const isSameMoney = ours.amount_minor === payment.amount_minor && ours.currency === payment.currency
  if (topUp.status === 'success' && wasPaid(payment) && !isSameMoney) {
    const kind = ours.currency === payment.currency ? 'amount' : 'currency'
    await tell({ kind, reference, ours: stateText(ours), theirs: stateText(payment) })
  }
  return before.status !== 'success' && topUp.status === 'success'
}

async function oursOf(db: Db, topUp: TopUp): Promise<{ state: string; amount_minor: bigint; currency: string }> {
  const { status: state, currency } = topUp
  const amount_minor = state === 'success' ? (await getRefundable(db, topUp)).credited_minor : topUp.amount_minor
  return { state, amount_minor, currency }
}

async function compareReversal(deps: Deps, provider: string, reversal: ListedReversal, tell: Tell): Promise<void> {
  const { payment_reference, kind, provider_refund_id } = reversal
  const topUp = payment_reference === null ? undefined : await findTopUp(deps.db, payment_reference)
  const theirs = stateText(reversal)
  if (topUp === undefined || topUp.provider !== provider) {
    const reference = payment_reference ?? provider_refund_id
    return tell({ kind: 'unknown_refund', reference, ours: nothing, theirs })
  }
  await takeIn(deps, topUp.reference, reversal)
  const row = await deps.db
    .selectFrom('refunds')
    .select(['status', 'amount_minor', 'currency'])
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('provider_refund_id', '=', provider_refund_id)
    .executeTakeFirst()
  if (row === undefined || (row.amount_minor === reversal.amount_minor && row.currency === reversal.currency)) return
  const ours = stateText({ state: row.status, amount_minor: row.amount_minor, currency: row.currency })
  return tell({ kind: 'refund_amount', reference: topUp.reference, ours, theirs })
}

const credited = async (db: Db, provider: string, from: Date, to: Date): Promise<TopUp[]> =>
  (await db
    .selectFrom('top_ups')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', '=', 'success')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute()) as TopUp[]

/** What we credited and the list does not have may have been paid after midnight: the payment itself is asked for. */
async function askFor(deps: Deps, topUp: TopUp, tell: Tell): Promise<void> {
  const { reference, provider_reference, provider } = topUp
  const said = await providerOf(deps, provider).findPayment({ reference, provider_reference })
  // Of a payment that went back whole a provider may say no more than that it failed.
  const isBack = said.state === 'failed' && (await getRefundable(deps.db, topUp)).returned_minor > 0n
  if (said.state === 'success' || isBack) return
  const ours = stateText(await oursOf(deps.db, topUp))
  await tell({ kind: 'missing_payment', reference, ours, theirs: said.state === 'unknown' ? nothing : said.state })
}

const day_ms = 86_400_000
/** So long after midnight a provider's list of the day before may still grow. */
const settling_ms = 2 * 3_600_000
/** Days that were missed, while no server ran, are made up for. */
const looksBack_days = 7
const givenUpAfter_ms = 3_600_000

/** The job: each day that is over, once for each provider, by whichever process comes first. */
export async function reconcileYesterday(deps: Deps): Promise<void> {
  const now = deps.clock()
  const today = Math.floor((now.getTime() - settling_ms) / day_ms) * day_ms
  for (const provider of Object.keys(deps.payments) as ProviderName[]) {
    for (let back = looksBack_days; back >= 1; back -= 1) {
      const from = new Date(today - back * day_ms)
      if (await claim(deps.db, provider, from, now)) await reconcileDay(deps, provider, from)
    }
  }
}

async function reconcileDay(deps: Deps, provider: ProviderName, from: Date): Promise<void> {
  try {
    const { listed, differences } = await reconcile(deps, provider, from, new Date(from.getTime() + day_ms))
    await deps.db
      .updateTable('reconciliations')
      .set({ finished_at: deps.clock(), listed, differences: differences.length })
      .where('provider', '=', provider)
      .where('day', '=', dayOf(from))
      .execute()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`the reconciliation of ${dayOf(from)} waits: ${error.message}`)
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** True for one process; a day whose process died, or whose provider gave no list, comes up again after an hour. */
async function claim(db: Db, provider: string, from: Date, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - givenUpAfter_ms)
  const mine = await db
    .insertInto('reconciliations')
    .values({ provider, day: dayOf(from), started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'day'])
        .doUpdateSet({ started_at: now })
        .where('reconciliations.finished_at', 'is', null)
        .where('reconciliations.started_at', '<=', before),
    )
    .returning('day')
    .executeTakeFirst()
  return mine !== undefined
}
