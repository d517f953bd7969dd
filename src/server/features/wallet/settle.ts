import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type PaymentProvider, type PaymentState } from '#server/providers/payments/provider.ts'
import { post } from './ledger.ts'
import { findTopUp, type TopUp } from './queries.ts'
import { judge, nextCheckAt, type Verdict } from './rules.ts'

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
  const settled = await deps.db.transaction().execute((tx) => settleAs(tx, reference, said, deps.clock()))
  if (settled?.verdict?.for_staff === true && settled.verdict.reason !== topUp.failure_reason) {
    deps.log.error(`top-up ${reference} needs a person: ${settled.verdict.reason}`)
  }
  return settled?.topUp
}

/** A success is final: whoever comes second finds it under the row's lock and changes nothing. */
async function settleAs(
  tx: Tx,
  reference: string,
  said: PaymentState,
  now: Date,
): Promise<{ topUp: TopUp; verdict: Verdict | null } | undefined> {
  const row = await tx
    .selectFrom('top_ups')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const topUp = row as TopUp
  if (topUp.status === 'success') return { topUp, verdict: null }
  const verdict = judge(topUp, said, now)
  const transfer_id = verdict.status === 'success' ? await credit(tx, topUp, verdict.credit_minor, now) : null
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
  return { topUp: changed as TopUp, verdict }
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
