import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { PayoutState } from '#contract/payouts/terms.ts'
import type { Db } from '#server/database/connect.ts'
import { isId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import {
  formatState,
  noRecord,
  reportDiscrepancy,
  type Discrepancy,
} from '#server/features/wallet/reconciliation/discrepancies.ts'
import { compareRecentDays } from '#server/features/wallet/reconciliation/reconciled-days.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { ListedPayout, PayoutProvider } from '#server/providers/payouts/provider.ts'
import { lockPayout } from './payouts.ts'
import { askForPayout, bookFee } from './send-payouts.ts'

/** The result of one comparison. `discrepancies` has the new ones only. */
export interface PayoutReconciliation {
  listed: number
  discrepancies: Discrepancy[]
}

interface SentPayout {
  id: string
  reference: string
  state: PayoutState
  amount_minor: bigint
  currency: Currency
  returned_minor: bigint
  fee_minor: bigint | null
  fee_returned_minor: bigint | null
}

/** Where the money of a payout is, for both sides: arrived, back, or on its way. */
type Outcome = 'success' | 'failed' | 'reversed' | 'processing'

const ours: Readonly<Record<PayoutState, Outcome>> = {
  proposed: 'processing',
  approved: 'processing',
  sending: 'processing',
  sent: 'processing',
  paid: 'success',
  failed: 'failed',
  returned: 'reversed',
  canceled: 'failed',
}
const theirs = { pending: 'processing', paid: 'success', failed: 'failed', returned: 'reversed' } as const

/**
 * Compares a provider's list of payouts from `from` (inclusive) to `to` (exclusive), UTC days, with ours in both directions:
 * what differs is asked for once more, fees that were unknown are booked, and staff see what still differs, once. Safe to
 * repeat. Throws ProviderError when the provider returns no list.
 */
export async function reconcilePayouts(
  deps: Deps,
  provider: PayoutProvider,
  from: Date,
  to: Date,
): Promise<PayoutReconciliation> {
  const listed = await provider.listPayouts(from, to)
  const discrepancies: Discrepancy[] = []
  const report = async (discrepancy: Omit<Discrepancy, 'provider'>): Promise<void> => {
    const whole = { provider: provider.name, ...discrepancy }
    if (await reportDiscrepancy(deps, whole)) discrepancies.push(whole)
  }
  for (const payout of listed) await comparePayout(deps, provider, payout, report)
  const seen = new Set(listed.map(({ reference }) => reference))
  for (const payout of await findSent(deps.db, provider.name, from, to)) {
    const { reference, amount_minor, currency } = payout
    if (seen.has(reference)) continue
    const answer = await provider.find({ reference, amount_minor, currency })
    if (answer.state === 'unknown')
      await report({ kind: 'missing_payout', reference, ours: describe(payout, ours[payout.state]), theirs: noRecord })
  }
  return { listed: listed.length, discrepancies }
}

type Report = (discrepancy: Omit<Discrepancy, 'provider'>) => Promise<void>

const describe = ({ amount_minor, currency }: { amount_minor: bigint; currency: string }, state: Outcome): string =>
  formatState({ state, amount_minor, currency })

async function comparePayout(deps: Deps, provider: PayoutProvider, listed: ListedPayout, report: Report) {
  const outcome = theirs[listed.state]
  const hasLeft = outcome === 'success' || outcome === 'processing'
  const reference = listed.reference ?? listed.provider_id
  const other = describe(listed, outcome)
  const sent = await findPayout(deps.db, provider.name, reference)
  if (sent === undefined) {
    // What failed at the provider and is unknown here moved nothing.
    if (outcome === 'failed') return
    const earlier = await findByAttempt(deps.db, provider.name, reference)
    if (earlier === undefined)
      await report({ kind: hasLeft ? 'unknown_payout' : 'unknown_return', reference, ours: noRecord, theirs: other })
    // An attempt that our books have as failed, and that came back if it left, moved nothing either.
    else if (hasLeft)
      await report({ kind: 'payout_state', reference, ours: describe(earlier, 'failed'), theirs: other })
    return
  }
  if (sent.amount_minor !== listed.amount_minor || sent.currency !== listed.currency) {
    await report({ kind: 'payout_amount', reference, ours: describe(sent, ours[sent.state]), theirs: other })
    return
  }
  const hasPart = (payout: SentPayout) => payout.state === 'paid' && payout.returned_minor !== listed.returned_minor
  if (ours[sent.state] !== outcome || hasPart(sent)) await askForPayout(deps, provider.name, reference)
  const now = (await findPayout(deps.db, provider.name, reference)) ?? sent
  const own = ours[now.state]
  const isEnd = own !== 'processing' || outcome === 'success'
  if (own !== outcome && outcome !== 'processing' && isEnd)
    await report({ kind: 'payout_state', reference, ours: describe(now, own), theirs: other })
  else if (outcome === 'success' && hasPart(now))
    await report({ kind: 'payout_amount', reference, ours: describeRest(now), theirs: describeRest(listed) })
  if (now.state === 'paid' || now.state === 'returned') await recordFees(deps, now, listed)
}

/** What is paid of a payout of which a part came back. */
const describeRest = (of: { amount_minor: bigint; returned_minor: bigint; currency: string }): string =>
  describe({ ...of, amount_minor: of.amount_minor - of.returned_minor }, 'success')

/** Books the fee that the provider did not know yet when it confirmed the payout, and what it gave back of it. */
async function recordFees(deps: Deps, { id, ...known }: SentPayout, listed: ListedPayout): Promise<void> {
  const isNew = (column: 'fee_minor' | 'fee_returned_minor') => known[column] === null && listed[column] !== null
  if (isNew('fee_minor')) await recordFee(deps, id, 'fee_minor', listed.fee_minor!)
  if (isNew('fee_returned_minor')) await recordFee(deps, id, 'fee_returned_minor', listed.fee_returned_minor!)
}

const recordFee = (
  { db, clock }: Deps,
  id: string,
  column: 'fee_minor' | 'fee_returned_minor',
  minor: bigint,
): Promise<void> =>
  transact(db, async (tx) => {
    const payout = await lockPayout(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('payouts')
      .set({ [column]: minor })
      .where('id', '=', id)
      .where(column, 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || minor === 0n) return
    await bookFee(tx, payout, column === 'fee_minor' ? minor : -minor, clock())
  })

const columns = [
  'id',
  'reference',
  'state',
  'amount_minor',
  'currency',
  'returned_minor',
  'fee_minor',
  'fee_returned_minor',
] as const

const findPayout = (db: Db, provider: ProviderName, reference: string): Promise<SentPayout | undefined> =>
  db
    .selectFrom('payouts')
    .select(columns)
    .where('method', '=', provider)
    .where('reference', '=', reference)
    .$narrowType<SentPayout>()
    .executeTakeFirst()

/** The payout of which a reference was an earlier attempt: these end with its number (`beginSending`). */
async function findByAttempt(db: Db, provider: ProviderName, reference: string): Promise<SentPayout | undefined> {
  const id = reference.replace(/-\d+$/, '')
  return db
    .selectFrom('payouts')
    .select(columns)
    .where('method', '=', provider)
    .where(isId(sql.ref('id'), id))
    .$narrowType<SentPayout>()
    .executeTakeFirst()
}

/** What a provider must have of a time range, by when it was sent. */
const findSent = (db: Db, provider: ProviderName, from: Date, to: Date): Promise<SentPayout[]> =>
  db
    .selectFrom('payouts')
    .select(columns)
    .where('method', '=', provider)
    .where('state', 'in', ['sent', 'paid'])
    .where('reference', 'is not', null)
    .where('sent_at', '>=', from)
    .where('sent_at', '<', to)
    .orderBy('sent_at')
    .$narrowType<SentPayout>()
    .execute()

/**
 * A transfer can come back weeks after it was sent, and Paystack lists it by the day on which it was sent alone: for so many
 * days, what was sent is compared again each week.
 */
const returnable_days = 90

/** The job: compares the payouts of each completed UTC day per provider. */
export const reconcileRecentPayouts = (deps: Deps): Promise<void> =>
  compareRecentDays(deps, {
    days: 'payout_reconciliations',
    providers: Object.keys(deps.payouts) as ProviderName[],
    again_days: returnable_days,
    compare: (name, from, to) => reconcilePayouts(deps, deps.payouts[name]!, from, to),
  })
