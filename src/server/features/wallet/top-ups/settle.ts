import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type PaymentProvider, type PaymentState } from '#server/providers/payments/provider.ts'
import {
  recordDiscrepancy,
  logDiscrepancy,
  noRecord,
  formatState,
  type Discrepancy,
} from '#server/features/wallet/reconciliation/discrepancies.ts'
import { post } from '#server/features/wallet/ledger/ledger.ts'
import { bookFees } from '#server/features/wallet/reconciliation/provider-fees.ts'
import { findTopUp, type TopUp } from '#server/features/wallet/queries.ts'
import { takeInReversals } from '#server/features/wallet/refunds/reversals.ts'
import { contradiction, judge, nextCheckAt, type Verdict } from '#server/features/wallet/rules.ts'

/** The provider of a top-up. Throws ProviderError('unavailable') when this server has no key for it. */
export function providerOf({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider {
  const provider = payments[name as PaymentProvider['name']]
  if (provider !== undefined) return provider
  throw new ProviderError('unavailable', name as PaymentProvider['name'], 'not configured', { code: 'not_configured' })
}

/**
 * The one command that decides a top-up: asks the provider, outside any transaction, and credits what it says was paid,
 * once, whoever asks and however many at once. Answers the row as it then is, or undefined for an unknown reference.
 * Throws ProviderError when the provider gives no answer; then nothing has changed.
 */
export async function settleTopUp(deps: Deps, reference: string): Promise<TopUp | undefined> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp === undefined || topUp.status === 'success') return topUp
  const { provider_reference } = topUp
  const said = await providerOf(deps, topUp.provider).findPayment({ reference, provider_reference })
  const settled = await transact(deps.db, (tx) => settleAs(tx, reference, said, deps.clock()))
  for (const discrepancy of settled?.told ?? []) logDiscrepancy(deps, discrepancy)
  const isCredited = settled?.topUp.status === 'success'
  if (isCredited && said.state === 'success' && said.is_reversed) await takeInReversals(deps, reference)
  return settled?.topUp
}

/** A top-up with the lock that whoever changes its money takes first. */
export async function lockTopUp(tx: Tx, reference: string): Promise<TopUp | undefined> {
  const row = await tx
    .selectFrom('top_ups')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  return row as TopUp | undefined
}

/** A success is final: whoever comes second finds it under the row's lock and changes nothing. */
async function settleAs(
  tx: Tx,
  reference: string,
  said: PaymentState,
  now: Date,
): Promise<{ topUp: TopUp; told: Discrepancy[] } | undefined> {
  const topUp = await lockTopUp(tx, reference)
  if (topUp === undefined || topUp.status === 'success') return topUp && { topUp, told: [] }
  const verdict = verdictOf(topUp, said, now)
  const transfer_id = verdict.status === 'success' ? await credit(tx, topUp, verdict.credit_minor, now) : null
  const fees = transfer_id !== null && said.state === 'success' ? said.fees : []
  const told = await bookFees(tx, topUp, fees, now)
  const changed = await tx
    .updateTable('top_ups')
    .set({
      status: verdict.status,
      failure_reason: verdict.reason,
      transfer_id,
      provider_reference: topUp.provider_reference ?? ('provider_reference' in said ? said.provider_reference : null),
      settled_at: verdict.status === 'pending' ? null : now,
      checked_at: now,
      next_check_at: nextCheckAt(topUp.created_at, now),
    })
    .where('id', '=', topUp.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const discrepancy = findContradiction(topUp, said, verdict)
  if (discrepancy !== undefined && (await recordDiscrepancy(tx, discrepancy, now))) told.push(discrepancy)
  return { topUp: changed as TopUp, told }
}

const isForeign = ({ id }: TopUp, said: PaymentState): boolean =>
  said.state === 'success' && (said.top_up_id ?? id) !== id

/** What was paid for another top-up of ours, by the note beside it, is not this one's to have. */
function verdictOf(topUp: TopUp, said: PaymentState, now: Date): Verdict {
  if (!isForeign(topUp, said)) return judge(topUp, said, now)
  return { status: 'failed', reason: `${contradiction}paid for another top-up`, for_staff: true }
}

/** What staff must know of a verdict: a contradiction, or a payment that the provider named and does not know any more. */
function findContradiction(topUp: TopUp, said: PaymentState, verdict: Verdict): Discrepancy | undefined {
  const { provider, reference, amount_minor, currency } = topUp
  const of = { provider, reference, ours: formatState({ state: 'asked', amount_minor, currency }) }
  if (said.state === 'unknown' && verdict.status === 'failed' && topUp.provider_reference !== null)
    return { ...of, kind: 'reference', theirs: noRecord }
  if (said.state !== 'success' || !verdict.for_staff) return undefined
  const kind = isForeign(topUp, said) ? 'account' : said.currency === currency ? 'amount' : 'currency'
  return { ...of, kind, theirs: formatState(said) }
}

async function credit(tx: Tx, topUp: TopUp, credit_minor: bigint, at: Date): Promise<string> {
  const { reference, provider, user_id, currency } = topUp
  const { transfer_id } = await post(tx, {
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
